"""Response times as a histogram, so that an operator sees when a server becomes slow."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

BUCKET_BOUNDS_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper bounds of the buckets."""


class LatencyHistogram:
    """Counts the response times of one kind of request since the process started."""

    __slots__ = ("_counts", "total_seconds")

    def __init__(self) -> None:
        self._counts = [0] * (len(BUCKET_BOUNDS_SECONDS) + 1)
        self.total_seconds = 0.0

    def record(self, seconds: float) -> None:
        """Count one response that took this many seconds."""
        self._counts[bisect_left(BUCKET_BOUNDS_SECONDS, seconds)] += 1
        self.total_seconds += seconds

    @property
    def count(self) -> int:
        """Number of responses."""
        return sum(self._counts)

    def buckets(self) -> Sequence[tuple[str, float]]:
        """Return the buckets for Prometheus: (upper bound in seconds or "+Inf", number of responses
        that took at most so long). Each bucket includes the ones before."""
        cumulative, total = [], 0
        for bound, count in zip((*map(str, BUCKET_BOUNDS_SECONDS), "+Inf"), self._counts, strict=True):
            total += count
            cumulative.append((bound, float(total)))
        return cumulative
