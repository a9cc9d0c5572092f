"""Whether moves come together, so that one statement may wait for several.

A statement with four moves costs the database little more than one with one. While a commit is under way moves gather
by themselves; but a process with a few of many busy tables, as behind a front, is often idle when the first of several
comes. Where others usually follow at once it is worth a moment; where moves come one by one nobody waits. A moment is
what a statement usually takes: whoever waits for longer than that would have been answered by one of their own.
"""

from __future__ import annotations

MOMENT = 0.003
"""Seconds that a move may wait for others, at the most."""
ENOUGH = 1.5
"""Moves that must come together on average before any waits."""
MEMORY = 8
"""Groups, or statements, over which an average goes, about."""
SLACK = 0.25
"""How much less than the average counts as all of them."""


class Company:
    """Learns from the moves of one process how many come within a moment of the first."""

    def __init__(self) -> None:
        self.usual = 1.0
        """Tables with a move within a moment, on average."""
        self._statement = MOMENT
        self._last = 1
        self._began = 0.0
        self._tables: set[int] = set()

    @property
    def moment(self) -> float:
        """Seconds within which moves are together."""
        return self._statement

    def answered(self, seconds: float) -> None:
        """A statement took so long."""
        self._statement += (min(seconds, MOMENT) - self._statement) / MEMORY

    def note(self, table: int, now: float) -> None:
        """A move has come. A table's next one answers what we wrote, so it is no company for the one before."""
        if now - self._began > self.moment:
            if self._tables:
                self._last = len(self._tables)
                self.usual += (self._last - self.usual) / MEMORY
            self._began = now
            self._tables.clear()
        self._tables.add(table)

    def wait(self, since: float, now: float, here: int = 1) -> float:
        """Seconds for which so many moves, the first of which came at `since`, should still wait for others: none, once
        as many are here as usually come, and as came the last time."""
        if self.usual < ENOUGH or here >= max(self.usual - SLACK, self._last):
            return 0.0
        return max(0.0, since + self.moment - now)
