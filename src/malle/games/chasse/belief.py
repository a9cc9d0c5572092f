"""What a robot that plays customs infers: where the counters are, and the smuggler's profile.

Every placement that is still possible has a weight for each profile (`smuggler_profiles.py`). A move that was
seen multiplies each weight by the likelihood of the move, given that placement and profile. An inspection and
an arrival set the weights of placements that they rule out to 0. The calculation is exact, but the profiles
are guesses. Likelihoods are therefore raised to a power below 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import reduce
from operator import add

from msgspec import Struct
from msgspec.structs import replace

from malle.core import Event
from malle.games.chasse.edition import CUSTOMS, OFF, SMUGGLER
from malle.games.chasse.manners import SHOWN, Manner, Trait, chances, traits
from malle.games.chasse.placements import count, first_weights, loads, margins, totals
from malle.games.chasse.rules import Chasse
from malle.games.chasse.state import Arrived, Controlled, Move, Moved, Now, Shown, Squares

FIRST = (12, 28, 28, 17, 15)
"""The prior: how often the counters are assumed to be in one stack, in two, …"""
SMALL, DOUBT = 1e-30, 1e-9
"""If weights sum to less than the first number, they are scaled to 1, and the second number is shared evenly
among all."""
MOST = 20_000
"""The most placements that a model can have. Editions with more are played without weights."""


class Belief(Struct, frozen=True):
    """What customs has seen so far, and the weights inferred from it."""

    now: Now
    """The board as customs sees it. Only the pawns' squares and `seized` are kept up to date."""
    pawns: tuple[int, ...]
    """The smuggler's pawns on the board that were never found empty."""
    plates: int
    """The number of counters under these pawns."""
    weights: tuple[tuple[float, ...], ...]
    """The weight of each placement, by profile; they need not sum to 1. Empty if there are too many placements."""


def first(game: Chasse, manners: Sequence[Manner]) -> Belief:
    """Return the model before the first move.

    All profiles are equally likely, and placements have the prior for their number of stacks.
    """
    numbers, pawns = game.numbers, len(game.starts)
    now = Now("smuggler", game.starts, numbers.starts(CUSTOMS), numbers.plates, None, 0, (), 0, 0)
    weights: tuple[tuple[float, ...], ...] = ()
    if count(pawns, numbers.plates, numbers.pile) <= MOST:
        each = tuple(first_weights(FIRST, pawns, numbers.plates, numbers.pile))
        weights = tuple(tuple(weight / len(manners) for weight in each) for _ in manners)
    return Belief(now, tuple(range(pawns)), numbers.plates, weights)


def heard(game: Chasse, belief: Belief, events: tuple[Event, ...], manners: Sequence[Manner], power: float) -> Belief:
    """Return the model after one more log entry, given its events. `power` 0 ignores the smuggler's moves."""
    for event in events:
        match event:
            case Moved(seat=seat, route=route):
                if seat == SMUGGLER and power:
                    belief = _saw(game, belief, Move(route[0], route[-1]), manners, power)
                belief = replace(belief, now=_moved(belief.now, seat, route))
            case Controlled(square=square, found=found):
                belief = _controlled(game, belief, square, found)
    goes_on = not any(isinstance(event, Shown) for event in events)
    if goes_on and any(isinstance(event, Arrived | Controlled) for event in events):
        belief = _on_way(game, belief)
    return belief


def odds(game: Chasse, belief: Belief) -> dict[int, tuple[float, float]]:
    """Return for each pawn never found empty: the probability that it hides counters, and their expected number.

    Empty if the model has no weights.
    """
    if not belief.weights:
        return {}
    weights = reduce(lambda one, other: list(map(add, one, other)), belief.weights[1:], list(belief.weights[0]))
    total = sum(weights)
    found = margins(weights, len(belief.pawns), belief.plates, game.numbers.pile)
    return {
        pawn: (sum(row[1:]) / total, sum(plates * weight for plates, weight in enumerate(row)) / total)
        for pawn, row in zip(belief.pawns, found, strict=True)
    }


def likely(belief: Belief) -> list[float]:
    """Return the probability of each profile; empty if the model has no weights."""
    sums = [sum(weights) for weights in belief.weights]
    return [each / sum(sums) for each in sums]


def _saw(game: Chasse, belief: Belief, seen: Move, manners: Sequence[Manner], power: float) -> Belief:
    """Return the model with weights updated by a smuggler's move; its board is still the one before the move.

    Only the squares of the move matter, not which of two routes it took.
    """
    if not belief.weights:
        return belief
    now, pile = belief.now, game.numbers.pile
    moves = game.routes[SMUGGLER].moves(now.smugglers, game.blocked(SMUGGLER, now))
    kinds = Counter(zip((move.origin for move in moves), traits(game, now, moves), strict=True))
    (trait,) = traits(game, now, (seen,))
    pawn = now.smugglers.index(seen.origin)
    hides: Sequence[int] = (SHOWN,) * len(belief.weights[0])
    if pawn in belief.pawns:
        hides = loads(len(belief.pawns), belief.plates, pile)[belief.pawns.index(pawn)]
    weights = []
    for manner, before in zip(manners, belief.weights, strict=True):
        made = [each**power for each in chances(manner, trait, pile)]
        others = _any_move(manner, belief, kinds, pile)
        if isinstance(others, float):
            made = [each * others**-power for each in made]
            after = [weight * made[load] for weight, load in zip(before, hides, strict=True)]
        else:
            known = zip(before, hides, others, strict=True)
            after = [weight * made[load] * other**-power for weight, load, other in known]
        weights.append(tuple(after))
    return _weighed(belief, weights, SMALL)


def _any_move(manner: Manner, belief: Belief, kinds: Counter[tuple[int, Trait]], pile: int) -> list[float] | float:
    """Return the sum of the likelihoods of all moves that a smuggler with this profile could have made.

    The result is one number if it is the same for all placements, and otherwise a list by placement.
    `move_counts` has the number of moves by first square and features.
    """
    by_square: dict[int, list[float]] = {}
    for (square, trait), times in kinds.items():
        row = by_square.setdefault(square, [0.0] * (pile + 2))
        for load, chance in enumerate(chances(manner, trait, pile)):
            row[load] += times * chance
    squares = belief.now.smugglers
    rows = [by_square.pop(squares[pawn], [0.0] * (pile + 2))[:-1] for pawn in belief.pawns]
    shown = sum(row[-1] for row in by_square.values())
    if all(row.count(row[0]) == len(row) for row in rows):  # nothing depends on the counters
        return shown + sum(row[0] for row in rows)
    rows[0] = [each + shown for each in rows[0]]
    return totals(rows, belief.plates, pile)


def _weighed(belief: Belief, weights: Sequence[tuple[float, ...]], least: float) -> Belief:
    """Return the model with these weights, scaled to a sum of 1 if they sum to less than `min_total`.

    Scaled weights each get a small equal share besides, because the profiles may be wrong. If all are 0, all
    become equal.
    """
    total, alike = sum(map(sum, weights)), 1 / sum(map(len, weights))
    if total >= least:
        return replace(belief, weights=tuple(weights))
    if total == 0:  # what the model ruled out has happened
        return replace(belief, weights=tuple((alike,) * len(each) for each in weights))
    return replace(belief, weights=tuple(tuple([each / total + DOUBT * alike for each in known]) for known in weights))


def _moved(now: Now, seat: int, route: Squares) -> Now:
    """Return the board after a side's pawn moved along a route."""
    origin, target = route[0], route[-1]
    if seat == SMUGGLER:
        return replace(now, smugglers=_with(now.smugglers, origin, target))
    return replace(now, customs=_with(now.customs, origin, target))


def _controlled(game: Chasse, belief: Belief, square: int, found: int) -> Belief:
    """Return the model after an inspection that found `found` counters, with the officer already on the square.

    The pawn that leaves the board is removed, and placements that do not agree are ruled out.
    """
    now = belief.now
    pawn = now.smugglers.index(square)
    if found:
        now = replace(now, smugglers=_with(now.smugglers, square, OFF), seized=now.seized + found)
    else:
        now = replace(now, customs=_with(now.customs, square, OFF))
    belief = replace(belief, now=now)
    if pawn not in belief.pawns:
        return belief
    at = belief.pawns.index(pawn)
    hides = loads(len(belief.pawns), belief.plates, game.numbers.pile)[at] if belief.weights else ()
    kept = [
        tuple([weight for weight, load in zip(each, hides, strict=True) if load == found]) for each in belief.weights
    ]
    pawns = belief.pawns[:at] + belief.pawns[at + 1 :]
    belief = replace(belief, pawns=pawns, plates=belief.plates - found)
    return _weighed(belief, kept, SMALL) if kept else belief


def _on_way(game: Chasse, belief: Belief) -> Belief:
    """Return the model without the placements in which all counters have arrived, because the game goes on."""
    if not belief.weights:
        return belief
    pile, plates = game.numbers.pile, belief.plates
    counts, none = tuple(map(float, range(pile + 1))), (0.0,) * (pile + 1)
    home = [belief.now.smugglers[pawn] < game.numbers.width for pawn in belief.pawns]
    if not any(home):
        return belief
    arrived = totals([counts if each else none for each in home], plates, pile)
    return _weighed(
        belief,
        [
            tuple([weight if there < plates else 0.0 for weight, there in zip(each, arrived, strict=True)])
            for each in belief.weights
        ],
        SMALL,
    )


def _with(squares: Squares, before: int, after: int) -> Squares:
    """Return the squares with `before` replaced by `after`."""
    return tuple(after if square == before else square for square in squares)
