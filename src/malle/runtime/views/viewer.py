"""The viewer of a room, as far as the room knows it. The only implementation in the server is
`malle.web.realtime.table_socket.Connection`."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import Protocol

from malle.runtime.seats.identity import Caller

SEAT_CHANGED_REASON = "this seat has changed hands"
"""Reason sent to a viewer who must connect again, because their seat is another player's now or
they have a seat now."""
MAX_NOTIFY_SECONDS = 0.0003
"""Seconds for which viewers of one table are served before other tasks may run."""


class ConnectedViewer(Protocol):
    """What a room needs of a client connected to it: a player, spectator or robot. The server's
    implementation is `malle.web.realtime.table_socket.Connection`."""

    caller: Caller
    in_background: bool
    """Whether the page is in the background."""
    last_sign_at: float
    """When the viewer last sent a message, by this process's monotonic clock."""

    def notify(self) -> None:
        """Send a frame of the newest state that the viewer may see, as soon as the frame before is
        sent."""

    def notify_if_changed(self) -> None:
        """Like `notify`, if this viewer may see a later seq than the last one sent; otherwise do
        nothing."""

    def send_message(self, data: bytes) -> None:
        """Send an encoded message other than a `state` message."""

    def disconnect(self, reason: str) -> None:
        """Close the connection with this reason. The client may connect again."""


def notify_viewers(viewers: Iterator[ConnectedViewer]) -> None:
    """Send viewers the new state that they may see, for `MAX_NOTIFY_SECONDS`. The rest of `viewers`
    follows in the next turn of the event loop, so that other tables do not wait for all the
    drawing. Viewers may disconnect meanwhile."""
    turn_ends_at = time.monotonic() + MAX_NOTIFY_SECONDS
    for viewer in viewers:
        viewer.notify_if_changed()
        if time.monotonic() > turn_ends_at:
            asyncio.get_running_loop().call_soon(notify_viewers, viewers)
            return
