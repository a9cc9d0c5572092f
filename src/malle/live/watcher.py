"""The viewer of a room, as far as the room knows it. The only implementation in the server is
`malle.web.realtime.table_socket.Connection`."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import Protocol

from malle.live.caller import Caller

CHANGED = "this seat has changed hands"
"""Reason sent to a viewer whose seat belongs to another player now."""
DRAWING = 0.0003
"""Seconds for which viewers of one table are served before other tasks may run."""


class Watcher(Protocol):
    """A connected viewer of a room: a player, spectator or robot."""

    who: Caller
    away: bool
    """Whether the page is in the background."""
    signed: float
    """When the viewer last sent a message, by this process's monotonic clock."""

    def wake(self) -> None:
        """Send a new frame, as soon as the one before is sent."""

    def show(self) -> None:
        """Send a new frame if this viewer can see a later seq than the last one sent."""

    def tell(self, data: bytes) -> None:
        """Send a message that is no state."""

    def drop(self, why: str) -> None:
        """Disconnect this viewer, who may connect again."""


def show_to(viewers: Iterator[Watcher]) -> None:
    """Notify viewers of a new seq, some in each turn of the event loop, so that other tables do not wait for
    all the drawing. Viewers may disconnect meanwhile."""
    until = time.monotonic() + DRAWING
    for each in viewers:
        each.show()
        if time.monotonic() > until:
            asyncio.get_running_loop().call_soon(show_to, viewers)
            return
