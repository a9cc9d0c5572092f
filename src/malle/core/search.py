"""Flat search: every option is tried in the same imagined futures, and half of them are left out again and again.

A try is whatever a game makes of it: a position played out by quick hands, say. What a future is made from is a number,
the same for all options, so that they differ by what was chosen and not by their luck (common random numbers). How much
is tried is counted and not timed: the same options, luck and number of tries give the same choice on any machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, log2
from typing import Generic, TypeVar

from msgspec import Struct

from malle.core.luck import Luck

A = TypeVar("A")


class Thought(Struct, Generic[A], frozen=True):
    """What came of a search."""

    choice: A
    worths: tuple[float, ...]
    """Of each option, in their order: the mean of its tries."""
    tries: tuple[int, ...]
    """How often each was tried."""


def halve(options: Sequence[A], attempt: Callable[[A, int], float], *, tries: int, luck: Luck) -> Thought[A]:
    """The best of the options by sequential halving: some log2 rounds of equal cost, after each of which the better
    half stays. `attempt` tries an option in the future with this number, and says how well it went. Each option is
    tried at least once a round. Of equal ones the first is better."""
    if len(options) == 1:
        return Thought(options[0], (0.0,), (0,))
    sums, counts = [0.0] * len(options), [0] * len(options)
    alive = list(range(len(options)))
    rounds = ceil(log2(len(options)))
    for _ in range(rounds):
        for _ in range(max(1, tries // (rounds * len(alive)))):
            future = luck.getrandbits(64)
            for index in alive:
                sums[index] += attempt(options[index], future)
                counts[index] += 1
        alive = sorted(alive, key=lambda index: -sums[index] / counts[index])[: -(-len(alive) // 2)]
    worths = tuple(total / count for total, count in zip(sums, counts, strict=True))
    return Thought(options[alive[0]], worths, tuple(counts))
