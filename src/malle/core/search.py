"""Flat search: every option is tried in the same imagined futures, and half of them are left out again and again.

A try is whatever a game makes of it: a position played out by quick hands, say. What a future is made from is a number,
the same for all options, so that they differ by what was chosen and not by their luck (common random numbers). How much
is tried is counted: the same options, luck and number of futures give the same choice on any machine. Whoever is in a
hurry may stop a search (`Effort`), and keeps how many futures it came to, so that it can be done again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, log2
from typing import Generic, TypeVar

from msgspec import Struct

from malle.core.luck import Luck

A = TypeVar("A")


class Effort:
    """How many futures may be tried, and how many were. The first is always tried."""

    def __init__(self, most: int | None = None, *, go_on: Callable[[], bool] = lambda: True) -> None:
        """`most` is what an earlier search came to, to do it again; `go_on` is asked before each further future."""
        self._most = most
        self._go_on = go_on
        self.futures = 0
        """Tried so far."""

    def another(self) -> bool:
        """May one more be tried? It counts as tried, then."""
        if self.futures and not (self.futures < self._most if self._most is not None else self._go_on()):
            return False
        self.futures += 1
        return True


class Thought(Struct, Generic[A], frozen=True):
    """What came of a search."""

    choice: A
    worths: tuple[float, ...]
    """Of each option, in their order: the mean of its tries."""
    tries: tuple[int, ...]
    """How often each was tried."""


def halve(
    options: Sequence[A],
    attempt: Callable[[A, int], float],
    *,
    tries: int,
    luck: Luck,
    effort: Effort | None = None,
) -> Thought[A]:
    """The best of the options by sequential halving: some log2 rounds of equal cost, after each of which the better
    half stays. `attempt` tries an option in the future with this number, and says how well it went. Each option is
    tried at least once a round, unless the effort ends before. Of equal ones the first is better."""
    if len(options) == 1:
        return Thought(options[0], (0.0,), (0,))
    sums, counts = [0.0] * len(options), [0] * len(options)
    alive, effort = list(range(len(options))), effort or Effort()
    rounds = ceil(log2(len(options)))
    for _ in range(rounds):
        for _ in range(max(1, tries // (rounds * len(alive)))):
            if not effort.another():
                break
            future = luck.getrandbits(64)
            for index in alive:
                sums[index] += attempt(options[index], future)
                counts[index] += 1
        alive = sorted(alive, key=lambda index: -sums[index] / counts[index])[: -(-len(alive) // 2)]
    worths = tuple(total / count for total, count in zip(sums, counts, strict=True))
    return Thought(options[alive[0]], worths, tuple(counts))
