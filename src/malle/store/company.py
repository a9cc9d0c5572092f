"""Decide whether a move waits for others, so that one SQL statement can write several moves.

A statement with four moves costs the database little more than a statement with one. While a commit is under
way, moves gather by themselves. A process with few of many busy tables, as behind a reverse proxy, is often
idle when the first of several moves arrives. If others usually follow at once, a short wait is worth it; if
moves come one by one, no move waits. The wait is as long as a statement usually takes, because a longer wait
would delay the answer more than a statement of its own.
"""

from __future__ import annotations

MOMENT = 0.003
"""The longest time that a move may wait for others."""
ENOUGH = 1.5
"""The mean number of moves in a window from which on moves wait at all."""
MEMORY = 8
"""About how many windows, or statements, an average covers."""
SLACK = 0.25
"""A batch counts as complete when it is smaller than the average by at most this number."""


class Company:
    """Learns how many moves of one process usually arrive within one window after the first."""

    def __init__(self) -> None:
        self.usual = 1.0
        """Mean number of tables with a move in one window."""
        self._statement = MOMENT
        self._last = 1
        self._began = 0.0
        self._tables: set[int] = set()

    @property
    def moment(self) -> float:
        """Length of a window: the usual duration of a statement, at most `MAX_WAIT_SECONDS`."""
        return self._statement

    def answered(self, seconds: float) -> None:
        """Record how long a statement took."""
        self._statement += (min(seconds, MOMENT) - self._statement) / MEMORY

    def note(self, table: int, now: float) -> None:
        """Record that a move of this table arrived at the monotonic time `now`. Each table counts once in a
        window: its next move answers the one just written, so both cannot share a statement."""
        if now - self._began > self.moment:
            if self._tables:
                self._last = len(self._tables)
                self.usual += (self._last - self.usual) / MEMORY
            self._began = now
            self._tables.clear()
        self._tables.add(table)

    def wait(self, since: float, now: float, here: int = 1) -> float:
        """Return how many seconds the pending batch should still wait. `first_arrival` is the time of its
        first move, `batch_size` the number of moves.

        Return 0 if moves rarely come together, if the window is over, or if the batch has about its mean size
        and is no smaller than the last one."""
        if self.usual < ENOUGH or here >= max(self.usual - SLACK, self._last):
            return 0.0
        return max(0.0, since + self.moment - now)
