"""Every way plates can lie under pawns, and sums over all of them.

Placements come in the order of the first pawn's plates, then the second's, and so on. What is known of each is a list
in that order. So the placements in which the first pawn hides one plate stand side by side, and in the order of the
pawns after it: sums are made pawn by pawn, never placement by placement. A pawn taken out leaves the order as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb
from operator import add

from malle.games.chasse.view import spread

count = lru_cache(maxsize=1024)(spread)
"""In how many ways plates can lie under pawns, reckoned once. For robots: the rules' own answers take the same time in
all worlds."""


def totals(rows: Sequence[Sequence[float]], plates: int, pile: int) -> list[float]:
    """For each placement the sum over its pawns of what `rows` says of that pawn with so many plates."""
    below: list[list[float]] = [[0.0], *([] for _ in range(plates))]
    for left, row in zip(range(len(rows) - 1, -1, -1), reversed(rows), strict=True):
        below = [
            [here + rest for load, here in enumerate(row[: min(hidden, pile) + 1]) for rest in below[hidden - load]]
            for hidden in (range(plates + 1) if left else (plates,))
        ]
    return below[-1]


@lru_cache(maxsize=32)
def loads(pawns: int, plates: int, pile: int) -> tuple[tuple[int, ...], ...]:
    """For each pawn, what it hides in each placement."""
    counts, none = tuple(map(float, range(pile + 1))), (0.0,) * (pile + 1)
    return tuple(
        tuple(map(int, totals([counts if each == pawn else none for each in range(pawns)], plates, pile)))
        for pawn in range(pawns)
    )


def margins(weights: Sequence[float], pawns: int, plates: int, pile: int) -> list[list[float]]:
    """For each pawn, the weight of all placements in which it hides so many. What the pawns before it hide is summed
    over as one goes on."""
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
    """How likely one placement is whose plates lie in so many stacks. `shares` says how often there is one stack, two,
    …; the last of them also of all above. All placements with as many stacks are alike."""
    ways = comb(pawns, stacks) * stacked(plates, stacks, pile)
    return shares[min(stacks, len(shares)) - 1] / ways if ways else 0.0


def stacked(plates: int, stacks: int, pile: int) -> int:
    """In how many ways plates make up so many stacks, one after the other, none of them empty."""
    return spread(stacks, plates - stacks, pile - 1) if plates >= stacks else 0


def first_weights(shares: tuple[int, ...], pawns: int, plates: int, pile: int) -> list[float]:
    """How likely each placement is before anything was seen."""
    under = (0.0, *(1.0,) * pile)
    by_stacks = [weight_of(each, shares, pawns, plates, pile) for each in range(1, plates + 1)]
    weights = [by_stacks[int(stacks) - 1] for stacks in totals([under] * pawns, plates, pile)]
    total = sum(weights)
    return [each / total for each in weights]


def beginning(plates: Sequence[int], pawn: int, shares: tuple[int, ...], whole: int, pile: int) -> float:
    """How likely it is that so many plates, hidden up to this pawn, are the beginning of a placement: the sum of all
    that go on from there."""
    left, stacks, after = whole - sum(plates), sum(1 for each in plates if each), len(plates) - 1 - pawn
    return sum(
        comb(after, further)
        * stacked(left - more, further, pile)
        * weight_of(stacks + further, shares, len(plates), whole, pile)
        for more in range(min(left, pile - plates[pawn]) + 1)
        for further in range(left - more + 1)
    )
