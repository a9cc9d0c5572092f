"""Load shedding: moves are refused at once while the process has too many in progress.

Without it every move would wait for all earlier ones, longer and longer, until clients give up before their
answer. A refusal costs a small part of a move, and the client sends the move again. Overload is measured by the
delay of the event loop: while moves are in progress a timer runs, and how late it fires is the load. A slow or
unavailable database does not delay the loop, so it causes no refusals here.
"""

from __future__ import annotations

import asyncio
from collections import Counter

from malle.store.away import Unavailable

TICK = 0.05
"""Interval of the timer that measures the event loop's delay."""
LATE = 0.1
"""Event loop delay above which new moves are refused."""
FEW = 16
"""Up to this many moves in progress are always accepted."""


class Crowded(Unavailable):
    """Too many move at once here. Send it again in a moment: it will not be done twice."""


class Crowd:
    """Counts the moves in progress in one process. Use it as a context manager around each move: `with
    shedder:` raises `Overloaded` if there are too many."""

    __slots__ = ("_counts", "_due", "_late", "_looking", "_under_way")

    def __init__(self, counts: Counter[str]) -> None:
        self._counts = counts
        self._under_way = 0
        self._late = 0.0
        self._due = 0.0
        self._looking = False

    def __enter__(self) -> None:
        """Count one more move. `Overloaded` if enough moves are in progress and the event loop is late."""
        loop = asyncio.get_running_loop()
        # The delay at the last timer, or of a timer that is overdue now: many moves may come between two timers.
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
        """Schedule the next measurement of the event loop's delay."""
        self._due = loop.time() + TICK
        loop.call_at(self._due, self._look, loop)

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        """Measure how late this timer fired. Schedule the next one while moves are in progress, otherwise stop."""
        self._looking = self._under_way > 0
        self._late = loop.time() - self._due if self._looking else 0.0
        if self._looking:
            self._look_soon(loop)
