"""How long answers took, as counts in steps: what an operator needs to see that a server gets slow."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

STEPS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds."""


class Latency:
    """Answers of one kind."""

    __slots__ = ("_counts", "sum")

    def __init__(self) -> None:
        self._counts = [0] * (len(STEPS) + 1)
        self.sum = 0.0

    def note(self, seconds: float) -> None:
        """One more answer took so long."""
        self._counts[bisect_left(STEPS, seconds)] += 1
        self.sum += seconds

    @property
    def count(self) -> int:
        """How many there were."""
        return sum(self._counts)

    def buckets(self) -> Sequence[tuple[str, float]]:
        """(seconds, how many took no longer), as Prometheus wants them."""
        found, total = [], 0
        for step, count in zip((*map(str, STEPS), "+Inf"), self._counts, strict=True):
            total += count
            found.append((step, float(total)))
        return found
