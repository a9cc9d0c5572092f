"""Somebody who looks at a room, as far as the room knows them: a socket, in truth."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import Protocol

from malle.live.caller import Caller

CHANGED = "this seat has changed hands"
"""Why somebody is sent away whose seat it is no more."""
DRAWING = 0.0003
"""Seconds for which viewers of one table are shown what is new before it is others' turn."""


class Watcher(Protocol):
    """A viewer who is shown what there is to see."""

    who: Caller
    away: bool
    """Is the page in the background?"""
    signed: float
    """When they last gave a sign, by this process's own monotonic clock."""

    def wake(self) -> None:
        """Something is new: sends it, as soon as the one before is sent."""

    def show(self) -> None:
        """The table has moved on: sends it, if this viewer may see it."""

    def tell(self, data: bytes) -> None:
        """Sends a message that is no state."""

    def drop(self, why: str) -> None:
        """Sends this viewer away; they may come back."""


def show_to(viewers: Iterator[Watcher]) -> None:
    """Shows them what is new, some in each turn of the loop: nobody at other tables waits for all that is drawn here.
    One that turns out to be gone takes itself out."""
    until = time.monotonic() + DRAWING
    for each in viewers:
        each.show()
        if time.monotonic() > until:
            asyncio.get_running_loop().call_soon(show_to, viewers)
            return
