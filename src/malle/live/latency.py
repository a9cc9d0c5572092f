"""Response times as a histogram, so that an operator sees when a server becomes slow."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

STEPS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper bounds of the buckets."""


class Latency:
    """Histogram of the response times of one kind of request."""

    __slots__ = ("_counts", "sum")

    def __init__(self) -> None:
        self._counts = [0] * (len(STEPS) + 1)
        self.sum = 0.0

    def note(self, seconds: float) -> None:
        """Count one response that took this many seconds."""
        self._counts[bisect_left(STEPS, seconds)] += 1
        self.sum += seconds

    @property
    def count(self) -> int:
        """Number of responses."""
        return sum(self._counts)

    def buckets(self) -> Sequence[tuple[str, float]]:
        """Return cumulative buckets for Prometheus: (upper bound in seconds or "+Inf", responses that took at
        most this)."""
        found, total = [], 0
        for step, count in zip((*map(str, STEPS), "+Inf"), self._counts, strict=True):
            total += count
            found.append((step, float(total)))
        return found
