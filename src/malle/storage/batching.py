"""Decide whether a move waits for others, so that one SQL statement can write several moves.

A statement with four moves costs the database little more than a statement with one. While a commit is under
way, moves gather by themselves. A process with few of many busy tables, as behind a reverse proxy, is often
idle when the first of several moves arrives. If others usually follow at once, a short wait is worth it; if
moves come one by one, no move waits. The wait is as long as a statement usually takes, because a longer wait
would delay the answer more than a statement of its own.
"""

from __future__ import annotations

MAX_WAIT_SECONDS = 0.003
"""The longest time that a move may wait for others."""
MIN_MEAN_BATCH = 1.5
"""Moves wait for others only while `BatchWindow.mean_batch` is at least this number."""
AVERAGE_LENGTH = 8
"""About how many windows, or statements, an average covers."""
BATCH_TOLERANCE = 0.25
"""A batch counts as complete if it has at most this many moves less than
`BatchWindow.mean_batch`."""


class BatchWindow:
    """Learns how many moves usually reach this process close together, and says how long a batch
    should wait. A window is the time from the first move on that a statement usually takes. Each
    `LogWriter` has one instance."""

    def __init__(self) -> None:
        self.mean_batch = 1.0
        """Moving average of the number of tables with a move in one window."""
        self._statement_seconds = MAX_WAIT_SECONDS
        self._last_batch = 1
        self._window_start = 0.0
        self._table_ids: set[int] = set()

    @property
    def window_seconds(self) -> float:
        """Length of a window: the usual duration of a statement, at most `MAX_WAIT_SECONDS`."""
        return self._statement_seconds

    def record_statement(self, seconds: float) -> None:
        """Record that a statement took `seconds`. `window_seconds` follows as a moving average."""
        self._statement_seconds += (min(seconds, MAX_WAIT_SECONDS) - self._statement_seconds) / AVERAGE_LENGTH

    def record_arrival(self, table_id: int, now: float) -> None:
        """Record that a move of this table arrived at the monotonic time `now`. Each table counts once in a
        window: its next move answers the one just written, so both cannot share a statement."""
        if now - self._window_start > self.window_seconds:
            if self._table_ids:
                self._last_batch = len(self._table_ids)
                self.mean_batch += (self._last_batch - self.mean_batch) / AVERAGE_LENGTH
            self._window_start = now
            self._table_ids.clear()
        self._table_ids.add(table_id)

    def wait_seconds(self, first_arrival: float, now: float, batch_size: int = 1) -> float:
        """Return how many seconds the pending batch should still wait. `first_arrival` is the time
        of its first move, `batch_size` how many moves it has.

        Return 0 if moves rarely come together, if the window is over, or if the batch has about its
        mean size and is no smaller than the last one."""
        if self.mean_batch < MIN_MEAN_BATCH or batch_size >= max(self.mean_batch - BATCH_TOLERANCE, self._last_batch):
            return 0.0
        return max(0.0, first_arrival + self.window_seconds - now)
