"""Flat search by sequential halving: try every option in the same imagined futures, drop the worse half, and
repeat.

The game decides what one try is, for example a position played out by a fast robot. A future is identified by a
random number. It is the same for all options, so that they differ by the choice and not by luck (common random
numbers). The number of futures is counted: the same options, luck and number of futures give the same choice on
any machine. A caller short of time can stop a search early (`SearchEffort`), and keep the count in order to
repeat the search.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, log2
from typing import Generic, TypeVar

from msgspec import Struct

from malle.core.randomness import Luck

A = TypeVar("A")


class SearchEffort:
    """A limit on the number of futures (imagined continuations) that a search may try, and a count
    of those tried. The first is always allowed."""

    def __init__(self, max_futures: int | None = None, *, may_continue: Callable[[], bool] = lambda: True) -> None:
        """Set the limit. `max_futures` repeats an earlier search that tried that number of futures.

        Without it, `may_continue` is called before each further future, and the search stops when that returns
        False.
        """
        self._max_futures = max_futures
        self._may_continue = may_continue
        self.futures = 0
        """Futures tried so far."""

    def take_future(self) -> bool:
        """Return whether one more future may be tried, and count it if so."""
        if self.futures and not (
            self.futures < self._max_futures if self._max_futures is not None else self._may_continue()
        ):
            return False
        self.futures += 1
        return True


class SearchResult(Struct, Generic[A], frozen=True):
    """The result of a search: the option chosen, and how all options did."""

    choice: A
    values: tuple[float, ...]
    """For each option, in order, the mean of what its tries were worth."""
    attempts: tuple[int, ...]
    """For each option, in order, how often it was tried."""


def sequential_halving(
    options: Sequence[A],
    attempt: Callable[[A, int], float],
    *,
    total_attempts: int,
    luck: Luck,
    effort: SearchEffort | None = None,
) -> SearchResult[A]:
    """Choose the best option in about log2(number of options) rounds of equal cost. After each
    round the worse half of the options is dropped.

    `attempt(option, future)` plays an option once in the imagined future of that number, which
    is the same for all options. It returns how well it went; more is better. `total_attempts` is
    the planned total of attempts. Each option left is tried at least once a round, unless
    `effort` ends before. Of equal options the first wins. A single option is chosen without a
    try; there must be at least one.
    """
    if len(options) == 1:
        return SearchResult(options[0], (0.0,), (0,))
    sums, counts = [0.0] * len(options), [0] * len(options)
    remaining, effort = list(range(len(options))), effort or SearchEffort()
    rounds = ceil(log2(len(options)))
    for _ in range(rounds):
        for _ in range(max(1, total_attempts // (rounds * len(remaining)))):
            if not effort.take_future():
                break
            future = luck.getrandbits(64)
            for index in remaining:
                sums[index] += attempt(options[index], future)
                counts[index] += 1
        remaining = sorted(remaining, key=lambda index: -sums[index] / counts[index])[: -(-len(remaining) // 2)]
    worths = tuple(total / count for total, count in zip(sums, counts, strict=True))
    return SearchResult(options[remaining[0]], worths, tuple(counts))
