"""Too many moves at once: as many as can be answered soon are made, the others are refused at once and come again.

Without this each would wait for all before it, and longer and longer: in the end nobody gets an answer while they still
look. A refusal costs a small part of a move. How late this process is says whether it has too much to do: it asks to be
woken every moment while moves are under way, and sees how much later it was. A database that is slow or away does not
make it late, nor refused.
"""

from __future__ import annotations

import asyncio
from collections import Counter

from malle.store.away import Unavailable

TICK = 0.05
"""Seconds between two looks."""
LATE = 0.1
"""Seconds by which a look may come late."""
FEW = 16
"""Moves under way that are never too many, however late it is."""


class Crowded(Unavailable):
    """Too many move at once here. Send it again in a moment: it will not be done twice."""


class Crowd:
    """The moves under way in one process; `with` one more. `Crowded` if there are too many."""

    __slots__ = ("_counts", "_due", "_late", "_looking", "_under_way")

    def __init__(self, counts: Counter[str]) -> None:
        self._counts = counts
        self._under_way = 0
        self._late = 0.0
        self._due = 0.0
        self._looking = False

    def __enter__(self) -> None:
        loop = asyncio.get_running_loop()
        # Late when it was woken last, or by now: many may come between two looks.
        if self._under_way >= FEW and max(self._late, loop.time() - self._due) > LATE:
            self._counts["refused_crowded"] += 1
            raise Crowded()
        self._under_way += 1
        if not self._looking:
            self._looking = True
            self._look_soon(loop)

    def __exit__(self, *_: object) -> None:
        self._under_way -= 1

    def _look_soon(self, loop: asyncio.AbstractEventLoop) -> None:
        self._due = loop.time() + TICK
        loop.call_at(self._due, self._look, loop)

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        self._looking = self._under_way > 0
        self._late = loop.time() - self._due if self._looking else 0.0
        if self._looking:
            self._look_soon(loop)
