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

from malle.games.chasse.view import count_placements

count_placements_cached = lru_cache(maxsize=1024)(count_placements)
"""`count_placements` with a cache. For robots only: the rules must take the same time in all worlds, so they
use no cache."""


def sums_by_placement(rows: Sequence[Sequence[float]], plates: int, max_per_pawn: int) -> list[float]:
    """Return one sum for each way to place `plates` counters under the pawns.

    At most `max_per_pawn` counters are under one pawn. The sum of a placement adds, for each pawn,
    `rows[pawn][number of counters under that pawn]`. Sums come in the order of the placements.
    """
    below: list[list[float]] = [[0.0], *([] for _ in range(plates))]
    for left, row in zip(range(len(rows) - 1, -1, -1), reversed(rows), strict=True):
        below = [
            [
                here + rest
                for load, here in enumerate(row[: min(hidden, max_per_pawn) + 1])
                for rest in below[hidden - load]
            ]
            for hidden in (range(plates + 1) if left else (plates,))
        ]
    return below[-1]


@lru_cache(maxsize=32)
def loads_by_pawn(pawns: int, plates: int, max_per_pawn: int) -> tuple[tuple[int, ...], ...]:
    """Return, for each pawn, a tuple with the number of counters that it hides in each
    placement."""
    counts, none = tuple(map(float, range(max_per_pawn + 1))), (0.0,) * (max_per_pawn + 1)
    return tuple(
        tuple(
            map(
                int,
                sums_by_placement([counts if other == pawn else none for other in range(pawns)], plates, max_per_pawn),
            )
        )
        for pawn in range(pawns)
    )


def marginal_weights(weights: Sequence[float], pawns: int, plates: int, max_per_pawn: int) -> list[list[float]]:
    """Return, for each pawn and each number of counters, the total weight of the placements that
    agree.

    A placement agrees if the pawn hides that many counters in it. `weights` has the weight of each
    placement.
    """
    marginals: list[list[float]] = []
    by_left: dict[int, Sequence[float]] = {plates: weights}
    for after in range(pawns - 1, -1, -1):
        here = [0.0] * (max_per_pawn + 1)
        rest: dict[int, Sequence[float]] = {}
        for hidden, part_weights in by_left.items():
            first = 0
            for load in range(min(hidden, max_per_pawn) + 1):
                size, left = count_placements_cached(after, hidden - load, max_per_pawn), hidden - load
                part = part_weights[first : first + size]
                first += size
                here[load] += sum(part)
                rest[left] = list(map(add, rest[left], part)) if left in rest else part
        marginals.append(here)
        by_left = rest
    return marginals


@lru_cache(maxsize=64)
def placement_prior(stacks: int, shares: tuple[int, ...], pawns: int, plates: int, max_per_pawn: int) -> float:
    """Return the prior weight of one placement with `stacks` stacks; 0 if there is no such
    placement.

    A stack is the counters of one pawn that hides at least one. `shares` says how often there is
    one stack, two, …; the last number also holds for every larger number of stacks. All placements
    with the same number of stacks are equally likely.
    """
    ways = comb(pawns, stacks) * count_stackings(plates, stacks, max_per_pawn)
    return shares[min(stacks, len(shares)) - 1] / ways if ways else 0.0


def count_stackings(plates: int, stacks: int, max_per_pawn: int) -> int:
    """Return the number of ways to split `plates` counters into `stacks` stacks in a row.

    No stack is empty or higher than `max_per_pawn`.
    """
    return count_placements(stacks, plates - stacks, max_per_pawn - 1) if plates >= stacks else 0


def prior_weights(shares: tuple[int, ...], pawns: int, plates: int, max_per_pawn: int) -> list[float]:
    """Return the prior probability of each placement, in order; they sum to 1.

    For `shares` see `placement_prior`.
    """
    is_loaded = (0.0, *(1.0,) * max_per_pawn)
    by_stacks = [placement_prior(each, shares, pawns, plates, max_per_pawn) for each in range(1, plates + 1)]
    weights = [by_stacks[int(stacks) - 1] for stacks in sums_by_placement([is_loaded] * pawns, plates, max_per_pawn)]
    total = sum(weights)
    return [each / total for each in weights]


def prior_of_partial(placed: Sequence[int], pawn: int, shares: tuple[int, ...], total: int, max_per_pawn: int) -> float:
    """Return the summed prior weight of all placements that complete a partial one.

    `placed` has the counters hidden so far under each pawn; those after `pawn` have none. `pawn`
    and the pawns after it may get more counters, the pawns before it may not. `total` is the number
    of counters in a whole placement. For `shares` see `placement_prior`.
    """
    left, stacks, after = total - sum(placed), sum(1 for load in placed if load), len(placed) - 1 - pawn
    return sum(
        comb(after, further)
        * count_stackings(left - more, further, max_per_pawn)
        * placement_prior(stacks + further, shares, len(placed), total, max_per_pawn)
        for more in range(min(left, max_per_pawn - placed[pawn]) + 1)
        for further in range(left - more + 1)
    )
