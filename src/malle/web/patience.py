"""A request has a few seconds to arrive whole: whoever opens connections and says nothing, or half a word, holds none.

uvicorn ends a connection that is idle after an answer, and waits for ever for the first word, or for the rest of one.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

WHOLE = 10.0
"""Seconds for a request."""


class Patient(H11Protocol):
    """uvicorn's, with a clock for what comes in."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Somebody came: they have so long to say what they want."""
        super().connection_made(transport)
        self._late = self.loop.call_later(WHOLE, transport.abort)

    def data_received(self, data: bytes) -> None:
        """Something came: the clock runs on, or anew, until the request is whole."""
        try:
            super().data_received(data)
        except h11.LocalProtocolError:  # of something that is no request, after an answer: nobody is left to be told
            self.transport.abort()
            return
        if not self._is_half():
            self._stop()
        elif self._late is None:
            self._late = self.loop.call_later(WHOLE, self.transport.abort)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """A socket is asked for. Where the library that is to answer cannot read how, it says nothing for ever."""
        super().handle_websocket_upgrade(event)
        if not getattr(self.transport.get_protocol(), "handshake_initiated", True):
            self.transport.write(b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n")
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """They left."""
        self._stop()
        super().connection_lost(exc)

    def _is_half(self) -> bool:
        """Is more of this request to come? Not of a socket, which may then be silent as long as it likes."""
        if self.transport.get_protocol() is not self:
            return False
        state = self.conn.their_state
        return state is h11.SEND_BODY or (state is h11.IDLE and bool(self.conn.trailing_data[0]))

    def _stop(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None
