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
from malle.games.chasse.edition import CUSTOMS, OFF_BOARD, SMUGGLER
from malle.games.chasse.placements import (
    count_placements_cached,
    loads_by_pawn,
    marginal_weights,
    prior_weights,
    sums_by_placement,
)
from malle.games.chasse.rules import Chasse
from malle.games.chasse.smuggler_profiles import (
    KNOWN_EMPTY,
    MoveFeatures,
    SmugglerProfile,
    features_of_moves,
    move_likelihoods,
)
from malle.games.chasse.state import Arrived, Controlled, Move, Moved, Now, Shown, Squares

STACK_SHARES = (12, 28, 28, 17, 15)
"""How often the smuggler is assumed to hide the counters in one stack, in two, … A stack is the
counters of one pawn."""
MIN_TOTAL_WEIGHT, UNIFORM_SHARE = 1e-30, 1e-9
"""If the weights of a model sum to less than the first number, they are scaled to a sum of 1.

Then the second number is added in equal shares to all weights.
"""
MAX_PLACEMENTS = 20_000
"""The most placements that a model can have. Editions with more are played without weights."""


class OpponentModel(Struct, frozen=True):
    """What a robot that plays customs has seen so far, and the weights of placements that it
    infers."""

    now: Now
    """The board as customs sees it. Only the pawns' squares and `seized` are kept up to date."""
    pawns: tuple[int, ...]
    """The smuggler's pawns on the board that were never found empty."""
    plates: int
    """The number of counters that `pawns` hide together."""
    weights: tuple[tuple[float, ...], ...]
    """By profile, the weight of each placement of `plates` under `pawns`; empty if there are too
    many placements.

    The weights need not sum to 1.
    """


def initial_model(game: Chasse, profiles: Sequence[SmugglerProfile]) -> OpponentModel:
    """Return the model before the first move.

    All profiles are equally likely. Each number of stacks is as likely as `STACK_SHARES` says, and
    all placements with the same number of stacks are equally likely.
    """
    numbers, pawns = game.numbers, len(game.smuggler_starts)
    now = Now("smuggler", game.smuggler_starts, numbers.start_squares(CUSTOMS), numbers.plates, None, 0, (), 0, 0)
    weights: tuple[tuple[float, ...], ...] = ()
    if count_placements_cached(pawns, numbers.plates, numbers.max_plates_per_pawn) <= MAX_PLACEMENTS:
        prior = tuple(prior_weights(STACK_SHARES, pawns, numbers.plates, numbers.max_plates_per_pawn))
        weights = tuple(tuple(weight / len(profiles) for weight in prior) for _ in profiles)
    return OpponentModel(now, tuple(range(pawns)), numbers.plates, weights)


def update_model(
    game: Chasse, model: OpponentModel, events: tuple[Event, ...], profiles: Sequence[SmugglerProfile], power: float
) -> OpponentModel:
    """Return the model after one more log entry, given the entry's events.

    `profiles` must be those of the initial model. Likelihoods of moves are raised to `power`; 0
    ignores the smuggler's moves.
    """
    for event in events:
        match event:
            case Moved(seat=seat, route=route):
                if seat == SMUGGLER and power:
                    model = _update_by_move(game, model, Move(route[0], route[-1]), profiles, power)
                model = replace(model, now=_move_pawn(model.now, seat, route))
            case Controlled(square=square, found=found):
                model = _update_by_inspection(game, model, square, found)
    goes_on = not any(isinstance(event, Shown) for event in events)
    if goes_on and any(isinstance(event, Arrived | Controlled) for event in events):
        model = _rule_out_all_arrived(game, model)
    return model


def pawn_odds(game: Chasse, model: OpponentModel) -> dict[int, tuple[float, float]]:
    """Return, by pawn: the probability that it hides counters, and the expected number of counters
    under it.

    Only pawns on the board that were never found empty have a key. Without weights the result is
    empty.
    """
    if not model.weights:
        return {}
    weights = reduce(lambda one, other: list(map(add, one, other)), model.weights[1:], list(model.weights[0]))
    total = sum(weights)
    marginals = marginal_weights(weights, len(model.pawns), model.plates, game.numbers.max_plates_per_pawn)
    return {
        pawn: (sum(row[1:]) / total, sum(plates * weight for plates, weight in enumerate(row)) / total)
        for pawn, row in zip(model.pawns, marginals, strict=True)
    }


def profile_probabilities(model: OpponentModel) -> list[float]:
    """Return the probability of each profile, in the order of the profiles; empty if the model has
    no weights."""
    sums = [sum(weights) for weights in model.weights]
    return [weight / sum(sums) for weight in sums]


def _update_by_move(
    game: Chasse, model: OpponentModel, seen_move: Move, profiles: Sequence[SmugglerProfile], power: float
) -> OpponentModel:
    """Return the model with weights updated by a move of the smuggler; the board is not changed.

    `model` must have the board before the move. Only the first and last square matter, not which of
    two routes was taken. A model without weights is returned unchanged.
    """
    if not model.weights:
        return model
    now, max_per_pawn = model.now, game.numbers.max_plates_per_pawn
    moves = game.routes[SMUGGLER].open_moves(now.smugglers, game.blocked_routes(SMUGGLER, now))
    move_counts = Counter(zip((move.origin for move in moves), features_of_moves(game, now, moves), strict=True))
    (features,) = features_of_moves(game, now, (seen_move,))
    pawn = now.smugglers.index(seen_move.origin)
    hides: Sequence[int] = (KNOWN_EMPTY,) * len(model.weights[0])
    if pawn in model.pawns:
        hides = loads_by_pawn(len(model.pawns), model.plates, max_per_pawn)[model.pawns.index(pawn)]
    weights = []
    for profile, before in zip(profiles, model.weights, strict=True):
        likelihoods = [likelihood**power for likelihood in move_likelihoods(profile, features, max_per_pawn)]
        others = _sum_move_likelihoods(profile, model, move_counts, max_per_pawn)
        if isinstance(others, float):
            likelihoods = [likelihood * others**-power for likelihood in likelihoods]
            after = [weight * likelihoods[load] for weight, load in zip(before, hides, strict=True)]
        else:
            known = zip(before, hides, others, strict=True)
            after = [weight * likelihoods[load] * other**-power for weight, load, other in known]
        weights.append(tuple(after))
    return _with_weights(model, weights, MIN_TOTAL_WEIGHT)


def _sum_move_likelihoods(
    profile: SmugglerProfile, model: OpponentModel, move_counts: Counter[tuple[int, MoveFeatures]], max_per_pawn: int
) -> list[float] | float:
    """Return the sum of the likelihoods of all moves that a smuggler with this profile could have
    made.

    The result is one number if the sum is the same for all placements, otherwise a list with one
    sum for each placement. `move_counts` has the number of moves by first square and features.
    """
    by_square: dict[int, list[float]] = {}
    for (square, features), times in move_counts.items():
        row = by_square.setdefault(square, [0.0] * (max_per_pawn + 2))
        for load, chance in enumerate(move_likelihoods(profile, features, max_per_pawn)):
            row[load] += times * chance
    squares = model.now.smugglers
    rows = [by_square.pop(squares[pawn], [0.0] * (max_per_pawn + 2))[:-1] for pawn in model.pawns]
    shown = sum(row[-1] for row in by_square.values())
    if all(row.count(row[0]) == len(row) for row in rows):  # nothing depends on the counters
        return shown + sum(row[0] for row in rows)
    rows[0] = [each + shown for each in rows[0]]
    return sums_by_placement(rows, model.plates, max_per_pawn)


def _with_weights(model: OpponentModel, weights: Sequence[tuple[float, ...]], min_total: float) -> OpponentModel:
    """Return the model with these weights, scaled to a sum of 1 if they sum to less than
    `min_total`.

    After scaling, a small equal share is added to each weight, because the profiles may be wrong.
    If all weights are 0, all become equal.
    """
    total, alike = sum(map(sum, weights)), 1 / sum(map(len, weights))
    if total >= min_total:
        return replace(model, weights=tuple(weights))
    if total == 0:  # what the model ruled out has happened
        return replace(model, weights=tuple((alike,) * len(each) for each in weights))
    return replace(
        model, weights=tuple(tuple([each / total + UNIFORM_SHARE * alike for each in known]) for known in weights)
    )


def _move_pawn(now: Now, seat: int, route: Squares) -> Now:
    """Return the board after a pawn of the side `seat` moved from the first to the last square of
    `route`."""
    origin, target = route[0], route[-1]
    if seat == SMUGGLER:
        return replace(now, smugglers=_replace_square(now.smugglers, origin, target))
    return replace(now, customs=_replace_square(now.customs, origin, target))


def _update_by_inspection(game: Chasse, model: OpponentModel, square: int, found: int) -> OpponentModel:
    """Return the model after an inspection that found `found` counters, with the officer already on
    the square.

    What leaves the board, the pawn or the officer, gets the square `OFF_BOARD`. The inspected pawn
    is removed from `pawns`, and placements in which it hides another number of counters are
    dropped.
    """
    now = model.now
    pawn = now.smugglers.index(square)
    if found:
        now = replace(now, smugglers=_replace_square(now.smugglers, square, OFF_BOARD), seized=now.seized + found)
    else:
        now = replace(now, customs=_replace_square(now.customs, square, OFF_BOARD))
    model = replace(model, now=now)
    if pawn not in model.pawns:
        return model
    at = model.pawns.index(pawn)
    hides = loads_by_pawn(len(model.pawns), model.plates, game.numbers.max_plates_per_pawn)[at] if model.weights else ()
    kept = [
        tuple([weight for weight, load in zip(each, hides, strict=True) if load == found]) for each in model.weights
    ]
    pawns = model.pawns[:at] + model.pawns[at + 1 :]
    model = replace(model, pawns=pawns, plates=model.plates - found)
    return _with_weights(model, kept, MIN_TOTAL_WEIGHT) if kept else model


def _rule_out_all_arrived(game: Chasse, model: OpponentModel) -> OpponentModel:
    """Return the model with weight 0 for placements in which all counters have arrived.

    They are impossible, because the game would have ended. A model without weights is returned
    unchanged.
    """
    if not model.weights:
        return model
    max_per_pawn, plates = game.numbers.max_plates_per_pawn, model.plates
    counts, none = tuple(map(float, range(max_per_pawn + 1))), (0.0,) * (max_per_pawn + 1)
    home = [model.now.smugglers[pawn] < game.numbers.width for pawn in model.pawns]
    if not any(home):
        return model
    arrived = sums_by_placement([counts if each else none for each in home], plates, max_per_pawn)
    return _with_weights(
        model,
        [
            tuple([weight if there < plates else 0.0 for weight, there in zip(each, arrived, strict=True)])
            for each in model.weights
        ],
        MIN_TOTAL_WEIGHT,
    )


def _replace_square(squares: Squares, before: int, after: int) -> Squares:
    """Return the squares with `before` replaced by `after`."""
    return tuple(after if square == before else square for square in squares)
