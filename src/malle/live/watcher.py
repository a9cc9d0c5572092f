"""Somebody who looks at a room, as far as the room knows them: a socket, in truth."""

from __future__ import annotations

from typing import Protocol

from malle.live.caller import Caller

CHANGED = "this seat has changed hands"
"""Why somebody is sent away whose seat it is no more."""


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
