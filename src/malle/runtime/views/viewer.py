"""The viewer of a room, as far as the room knows it. The only implementation in the server is
`malle.web.realtime.table_socket.Connection`."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import Protocol

from malle.runtime.seats.identity import Caller

SEAT_CHANGED_REASON = "this seat has changed hands"
"""Reason sent to a viewer whose seat belongs to another player now."""
MAX_NOTIFY_SECONDS = 0.0003
"""Seconds for which viewers of one table are served before other tasks may run."""


class ConnectedViewer(Protocol):
    """A connected viewer of a room: a player, spectator or robot."""

    caller: Caller
    in_background: bool
    """Whether the page is in the background."""
    last_sign_at: float
    """When the viewer last sent a message, by this process's monotonic clock."""

    def notify(self) -> None:
        """Send a new frame, as soon as the one before is sent."""

    def notify_if_changed(self) -> None:
        """Send a new frame if this viewer can see a later seq than the last one sent."""

    def send_message(self, data: bytes) -> None:
        """Send a message that is no state."""

    def disconnect(self, reason: str) -> None:
        """Disconnect this viewer, who may connect again."""


def notify_viewers(viewers: Iterator[ConnectedViewer]) -> None:
    """Notify viewers of a new seq, some in each turn of the event loop, so that other tables do not wait for
    all the drawing. Viewers may disconnect meanwhile."""
    turn_ends_at = time.monotonic() + MAX_NOTIFY_SECONDS
    for viewer in viewers:
        viewer.notify_if_changed()
        if time.monotonic() > turn_ends_at:
            asyncio.get_running_loop().call_soon(notify_viewers, viewers)
            return
