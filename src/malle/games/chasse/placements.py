"""All placements of counters (`plates`) under pawns, and sums over them.

Placements are ordered by the first pawn's counters, then the second's, and so on. Values of placements are
lists in that order. So all placements in which the first pawn hides one counter are adjacent, in the order of
the pawns after it, and sums are computed pawn by pawn, never placement by placement. Removing a pawn does not
change the order of the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb
from operator import add

from malle.games.chasse.view import spread

count = lru_cache(maxsize=1024)(spread)
"""`count_placements` with a cache. For robots only: the rules must take the same time in all worlds, so they
use no cache."""


def totals(rows: Sequence[Sequence[float]], plates: int, pile: int) -> list[float]:
    """Return one sum for each way to place `plates` counters under the pawns.

    At most `max_per_pawn` counters are under one pawn. The sum adds, for each pawn, `rows[pawn][number of counters
    under it]`. Sums come in the order of the placements.
    """
    below: list[list[float]] = [[0.0], *([] for _ in range(plates))]
    for left, row in zip(range(len(rows) - 1, -1, -1), reversed(rows), strict=True):
        below = [
            [here + rest for load, here in enumerate(row[: min(hidden, pile) + 1]) for rest in below[hidden - load]]
            for hidden in (range(plates + 1) if left else (plates,))
        ]
    return below[-1]


@lru_cache(maxsize=32)
def loads(pawns: int, plates: int, pile: int) -> tuple[tuple[int, ...], ...]:
    """Return for each pawn the number of counters that it hides, by placement."""
    counts, none = tuple(map(float, range(pile + 1))), (0.0,) * (pile + 1)
    return tuple(
        tuple(map(int, totals([counts if each == pawn else none for each in range(pawns)], plates, pile)))
        for pawn in range(pawns)
    )


def margins(weights: Sequence[float], pawns: int, plates: int, pile: int) -> list[list[float]]:
    """Return for each pawn, by number of counters, the total weight of the placements in which it hides that many.

    `weights` has the weight of each placement. The pawns are summed out one after the other.
    """
    found: list[list[float]] = []
    by_left: dict[int, Sequence[float]] = {plates: weights}
    for after in range(pawns - 1, -1, -1):
        here = [0.0] * (pile + 1)
        rest: dict[int, Sequence[float]] = {}
        for hidden, each in by_left.items():
            first = 0
            for load in range(min(hidden, pile) + 1):
                size, left = count(after, hidden - load, pile), hidden - load
                part = each[first : first + size]
                first += size
                here[load] += sum(part)
                rest[left] = list(map(add, rest[left], part)) if left in rest else part
        found.append(here)
        by_left = rest
    return found


@lru_cache(maxsize=64)
def weight_of(stacks: int, shares: tuple[int, ...], pawns: int, plates: int, pile: int) -> float:
    """Return the prior weight of one placement with this number of stacks; 0 if there is no such placement.

    `shares` says how often there is one stack, two, …; its last number also holds for each larger number of
    stacks. All placements with the same number of stacks are equally likely.
    """
    ways = comb(pawns, stacks) * stacked(plates, stacks, pile)
    return shares[min(stacks, len(shares)) - 1] / ways if ways else 0.0


def stacked(plates: int, stacks: int, pile: int) -> int:
    """Return the number of ways to split `plates` counters into `stacks` stacks in a row.

    No stack is empty or higher than `max_per_pawn`.
    """
    return spread(stacks, plates - stacks, pile - 1) if plates >= stacks else 0


def first_weights(shares: tuple[int, ...], pawns: int, plates: int, pile: int) -> list[float]:
    """Return the prior probability of each placement. `shares` are those of `placement_prior`."""
    under = (0.0, *(1.0,) * pile)
    by_stacks = [weight_of(each, shares, pawns, plates, pile) for each in range(1, plates + 1)]
    weights = [by_stacks[int(stacks) - 1] for stacks in totals([under] * pawns, plates, pile)]
    total = sum(weights)
    return [each / total for each in weights]


def beginning(plates: Sequence[int], pawn: int, shares: tuple[int, ...], whole: int, pile: int) -> float:
    """Return the summed prior weight of all placements that complete a partial one.

    `placed` has the counters hidden so far under each pawn, none after `pawn`. That pawn may get more
    counters, and the pawns after it any. `total` counts the counters of a whole placement.
    """
    left, stacks, after = whole - sum(plates), sum(1 for each in plates if each), len(plates) - 1 - pawn
    return sum(
        comb(after, further)
        * stacked(left - more, further, pile)
        * weight_of(stacks + further, shares, len(plates), whole, pile)
        for more in range(min(left, pile - plates[pawn]) + 1)
        for further in range(left - more + 1)
    )
