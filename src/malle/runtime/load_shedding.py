"""Load shedding: moves are refused at once while the process has too many in progress.

Without it every move would wait for all earlier ones, longer and longer, until clients give up before their
answer. A refusal costs a small part of a move, and the client sends the move again. Overload is measured by the
delay of the event loop: while moves are in progress a timer runs, and how late it fires is the load. A slow or
unavailable database does not delay the loop, so it causes no refusals here.
"""

from __future__ import annotations

import asyncio
from collections import Counter

from malle.storage.database_errors import DatabaseUnavailable

DELAY_CHECK_SECONDS = 0.05
"""Interval of the timer that measures the event loop's delay."""
MAX_LOOP_DELAY_SECONDS = 0.1
"""Event loop delay above which new moves are refused."""
MIN_MOVES_IN_PROGRESS = 16
"""Up to this many moves in progress are always accepted."""


class Overloaded(DatabaseUnavailable):
    """Too many move at once here. Send it again in a moment: it will not be done twice."""


class LoadShedder:
    """Counts the moves in progress in one process. Use it as a context manager around each move: `with
    shedder:` raises `Overloaded` if there are too many."""

    __slots__ = ("_check_due_at", "_counters", "_in_progress", "_is_checking", "_last_delay")

    def __init__(self, counters: Counter[str]) -> None:
        self._counters = counters
        self._in_progress = 0
        self._last_delay = 0.0
        self._check_due_at = 0.0
        self._is_checking = False

    def __enter__(self) -> None:
        """Count one more move in progress. Raises `Overloaded` if at least `MIN_MOVES_IN_PROGRESS`
        are in progress and the event loop is late."""
        loop = asyncio.get_running_loop()
        # The delay at the last timer, or of a timer that is overdue now: many moves may come between two timers.
        if (
            self._in_progress >= MIN_MOVES_IN_PROGRESS
            and max(self._last_delay, loop.time() - self._check_due_at) > MAX_LOOP_DELAY_SECONDS
        ):
            self._counters["refused_crowded"] += 1
            raise Overloaded()
        self._in_progress += 1
        if not self._is_checking:
            self._is_checking = True
            self._schedule_check(loop)

    def __exit__(self, *_: object) -> None:
        self._in_progress -= 1

    def _schedule_check(self, loop: asyncio.AbstractEventLoop) -> None:
        """Schedule the next measurement of the event loop's delay."""
        self._check_due_at = loop.time() + DELAY_CHECK_SECONDS
        loop.call_at(self._check_due_at, self._check_delay, loop)

    def _check_delay(self, loop: asyncio.AbstractEventLoop) -> None:
        """Measure how late this timer fired. Schedule the next one while moves are in progress, otherwise stop."""
        self._is_checking = self._in_progress > 0
        self._last_delay = loop.time() - self._check_due_at if self._is_checking else 0.0
        if self._is_checking:
            self._schedule_check(loop)
