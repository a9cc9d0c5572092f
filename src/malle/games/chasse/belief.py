"""What the customs believe: how likely each placement of the plates is, and each manner of the smuggler with it.

Every placement that is still possible has a weight for each manner (`manners.py`). A move that was seen multiplies in
how likely somebody of that manner was to make it, had the plates lain so. A control and an arrival tell more: what they
rule out weighs nothing any more. It is exact but for the manners, which are guesses; so a move counts with a power
below one.
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
"""How often plates are thought to lie in one stack, in two, …"""
SMALL, DOUBT = 1e-30, 1e-9
"""Weights that sum to less are made to sum to one, and then this much is shared out: guesses may be wrong."""
MOST = 20_000
"""Placements that are reckoned with. An edition with more of them is played without a belief."""


class Belief(Struct, frozen=True):
    """What was seen, and what is thought of it."""

    now: Now
    """The board."""
    pawns: tuple[int, ...]
    """The smuggler's pawns on the board that were never found empty."""
    plates: int
    """How many lie under them."""
    weights: tuple[tuple[float, ...], ...]
    """By manner and placement, in proportion. Empty: there are too many placements."""


def first(game: Chasse, manners: Sequence[Manner]) -> Belief:
    """Before the first move: all manners are alike, and placements by how many stacks there are."""
    numbers, pawns = game.numbers, len(game.starts)
    now = Now("smuggler", game.starts, numbers.starts(CUSTOMS), numbers.plates, None, 0, (), 0, 0)
    weights: tuple[tuple[float, ...], ...] = ()
    if count(pawns, numbers.plates, numbers.pile) <= MOST:
        each = tuple(first_weights(FIRST, pawns, numbers.plates, numbers.pile))
        weights = tuple(tuple(weight / len(manners) for weight in each) for _ in manners)
    return Belief(now, tuple(range(pawns)), numbers.plates, weights)


def heard(game: Chasse, belief: Belief, events: tuple[Event, ...], manners: Sequence[Manner], power: float) -> Belief:
    """The belief after one more move."""
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
    """For each pawn never found empty, how likely it hides something, and how many plates on average."""
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
    """How likely each manner is."""
    sums = [sum(weights) for weights in belief.weights]
    return [each / sum(sums) for each in sums]


def _saw(game: Chasse, belief: Belief, seen: Move, manners: Sequence[Manner], power: float) -> Belief:
    """The smuggler's move, seen on the board before it. Where it ends tells; which of two ways it went does not."""
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
    """The chances of all moves that could have been made, summed: for each placement, or for all of them."""
    by_square: dict[int, list[float]] = {}
    for (square, trait), times in kinds.items():
        row = by_square.setdefault(square, [0.0] * (pile + 2))
        for load, chance in enumerate(chances(manner, trait, pile)):
            row[load] += times * chance
    squares = belief.now.smugglers
    rows = [by_square.pop(squares[pawn], [0.0] * (pile + 2))[:-1] for pawn in belief.pawns]
    shown = sum(row[-1] for row in by_square.values())
    if all(row.count(row[0]) == len(row) for row in rows):  # nothing depends on the plates
        return shown + sum(row[0] for row in rows)
    rows[0] = [each + shown for each in rows[0]]
    return totals(rows, belief.plates, pile)


def _weighed(belief: Belief, weights: Sequence[tuple[float, ...]], least: float) -> Belief:
    """With these weights; made to sum to one where they sum to less than `least`."""
    total, alike = sum(map(sum, weights)), 1 / sum(map(len, weights))
    if total >= least:
        return replace(belief, weights=tuple(weights))
    if total == 0:  # what was thought impossible has happened
        return replace(belief, weights=tuple((alike,) * len(each) for each in weights))
    return replace(belief, weights=tuple(tuple([each / total + DOUBT * alike for each in known]) for known in weights))


def _moved(now: Now, seat: int, route: Squares) -> Now:
    origin, target = route[0], route[-1]
    if seat == SMUGGLER:
        return replace(now, smugglers=_with(now.smugglers, origin, target))
    return replace(now, customs=_with(now.customs, origin, target))


def _controlled(game: Chasse, belief: Belief, square: int, found: int) -> Belief:
    """Two pawns stand on the square: one of them leaves the board."""
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
    """The game goes on: not all plates lie under pawns that have arrived."""
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
    """The pawn on one square stands on another."""
    return tuple(after if square == before else square for square in squares)
