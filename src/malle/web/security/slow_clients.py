"""Closes connections whose request does not arrive whole within a few seconds, so that silent or slow clients
hold none.

uvicorn itself closes a connection that is idle after a response. It waits without limit for the first byte of a
request, and for the rest of one.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_SECONDS = 10.0
"""Time for a request to arrive whole."""


class DeadlineProtocol(H11Protocol):
    """uvicorn's HTTP/1.1 protocol with a deadline for incoming requests; one instance for each
    connection.

    A request that is not complete after `REQUEST_SECONDS` loses its connection. Open WebSockets are
    not timed.
    """

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Start the deadline for the first request of a new connection."""
        super().connection_made(transport)
        self._deadline = self.loop.call_later(REQUEST_SECONDS, transport.abort)

    def data_received(self, data: bytes) -> None:
        """Pass the bytes on to uvicorn. Stop the deadline if no request is incomplete now; else
        keep it running, or start one.

        Abort the connection if bytes after a response are not HTTP.
        """
        try:
            super().data_received(data)
        except h11.LocalProtocolError:  # bytes after a response that are not HTTP: no client is left to answer
            self.transport.abort()
            return
        if not self._is_incomplete():
            self._cancel_deadline()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Pass the upgrade on to uvicorn. If the WebSocket library could not read the request, it
        would never answer: then answer 400 and close."""
        super().handle_websocket_upgrade(event)
        if not getattr(self.transport.get_protocol(), "handshake_initiated", True):
            self.transport.write(b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n")
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the deadline of a connection that has ended."""
        self._cancel_deadline()
        super().connection_lost(exc)

    def _is_incomplete(self) -> bool:
        """Return whether more bytes of the current request must come. Always False for an open
        WebSocket, which may stay silent."""
        if self.transport.get_protocol() is not self:
            return False
        state = self.conn.their_state
        return state is h11.SEND_BODY or (state is h11.IDLE and bool(self.conn.trailing_data[0]))

    def _cancel_deadline(self) -> None:
        """Cancel the deadline, if one is running."""
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
