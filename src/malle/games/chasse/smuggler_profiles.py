"""Profiles of smugglers: how a smuggler of a certain kind values each move.

Smuggler robots choose their moves by a profile. Robots that play customs use profiles to infer where the
counters are (`opponent_model.py`). A profile depends on the counters under the moving pawn and on no other
secret, so the likelihood of a move can be computed for all placements at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import exp

from msgspec import Struct

from malle.games.chasse.robot import squares_in_customs_reach
from malle.games.chasse.rules import Chasse
from malle.games.chasse.state import Move, Now

KNOWN_EMPTY = -1
"""The load of a pawn that was found empty: everybody knows that it hides no counter."""
LOGISTIC_SCALE = 0.2
"""The scale of a logistic choice, as a share of `SmugglerProfile.noise`, that is about as random as noise
spread evenly from 0 to `noise`. It is small because among dozens of moves one that is nearly the best always
gets high noise. The moves of every profile fit best with 0.16 to 0.25 (tried: 0.08 to 0.6)."""

MoveFeatures = tuple[int, bool, int]
"""The features by which moves of a pawn are valued: the number of rows it comes nearer the finish line, whether it
arrives, and whether it leaves customs' reach (1), enters it (-1) or neither (0)."""


class SmugglerProfile(Struct, frozen=True):
    """How a smuggler values moves, in pawns (the points for one).

    A field with three numbers has one for pawns with counters, one for empty pawns, and one for
    pawns that were inspected and found empty.
    """

    row_value: tuple[float, float, float]
    """The value of coming one row nearer the finish line."""
    exposure_cost: tuple[float, float, float]
    """The loss from standing on a square within customs' reach."""
    exposure_cost_per_plate: float
    """The additional loss within customs' reach for each counter under the pawn."""
    arrival_value: tuple[float, float, float] = (1.0, -0.3, -0.3)
    """The value of arriving. Each counter under the pawn adds 1."""
    noise: float = 0.3
    """The most that chance adds to the value of a move, evenly from 0."""

    def value_of_move(self, load: int, features: MoveFeatures) -> float:
        """Return the value of a move with these features, without noise.

        `load` is the number of counters under the moving pawn, or `KNOWN_EMPTY`.
        """
        ahead, arrives, safer = features
        kind = 0 if load > 0 else 1 if load == 0 else 2
        plates = max(load, 0)
        value = (
            self.row_value[kind] * ahead + (self.exposure_cost[kind] + self.exposure_cost_per_plate * plates) * safer
        )
        return value + self.arrival_value[kind] + plates if arrives else value


def _bluffing_profile(bluff: float, exposure_cost: float) -> SmugglerProfile:
    """Return a profile in which, the higher `bluff`, the more empty pawns move as if loaded and
    invite inspection.

    `bluff` goes from 0 (no bluff) to 1 (empty pawns advance exactly like loaded ones).
    `exposure_cost` is the loss of a loaded pawn within customs' reach, and again that of each
    counter under it.
    """
    loaded, empty = ((1 - bluff) * row_value + bluff * 0.15 for row_value in (0.2, 0.07))
    return SmugglerProfile(
        (loaded, empty, empty),
        (exposure_cost, -0.5 * exposure_cost * bluff, -0.5 * exposure_cost * bluff),
        exposure_cost,
    )


def _leaking_profile(exposure_cost: float, leak: float) -> SmugglerProfile:
    """Return a profile in which all pawns move alike, except that loaded ones avoid customs' reach
    more.

    `leak`, from 0 to 1, says how much more. With 0, moves reveal nothing until a pawn arrives.
    `exposure_cost` sets the loss within customs' reach. Pawns that were found empty move more
    slowly, and do not avoid it.
    """
    flat = exposure_cost * (1 + 0.6 * (1 - leak))
    return SmugglerProfile(
        (0.15, 0.15, 0.075), (flat, flat, 0.0), exposure_cost * leak, arrival_value=(1.5, 0.2, 0.2), noise=0.2
    )


SIMPLE = _bluffing_profile(0.0, 0.07)
"""Moves like the simple robot."""
AFRAID = _bluffing_profile(0.0, 0.21)
CAREFUL = _bluffing_profile(0.0, 0.35)
BOLD = _bluffing_profile(0.8, 0.07)
POKER = _bluffing_profile(1.0, 0.21)
HALF_POKER = _bluffing_profile(0.5, 0.3)
BLIND = _leaking_profile(0.2, 0.0)
"""Moves reveal nothing: only the value of arriving depends on the load."""
DRIP = _leaking_profile(0.2, 0.3)
LEAKY = _leaking_profile(0.2, 0.7)
WARY = _leaking_profile(0.35, 0.5)
OPEN = _leaking_profile(0.35, 1.0)
RANDOM = SmugglerProfile((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 0.0, arrival_value=(0.0, 0.0, 0.0), noise=1.0)
"""All moves are equally likely, except that a pawn with counters arrives if it can."""
EMPTY_FIRST = SmugglerProfile(
    (0.074, 0.144, 0.081), (0.222, 0.346, 0.022), 0.0, arrival_value=(1.567, 0.341, 0.203), noise=0.218
)
"""Loaded pawns stay behind and take more risks."""
EMPTY_AHEAD = SmugglerProfile(
    (0.126, 0.194, 0.03), (0.296, 0.366, -0.017), 0.015, arrival_value=(1.837, 0.276, 0.131), noise=0.189
)
"""Like `EMPTY_FIRST`, but faster."""
LOADED_FIRST = SmugglerProfile(
    (0.151, 0.123, 0.127), (0.158, 0.248, 0.005), 0.007, arrival_value=(1.19, 0.468, 0.336), noise=0.228
)
"""The opposite of `EMPTY_FIRST`: loaded pawns go ahead and take more risks."""
SLOW = SmugglerProfile(
    (0.088, 0.053, 0.1), (0.365, 0.371, 0.051), 0.0, arrival_value=(1.604, 0.275, 0.161), noise=0.272
)
"""All pawns advance slowly, the empty ones most slowly."""
TRAINED = (EMPTY_FIRST, EMPTY_AHEAD, LOADED_FIRST, SLOW)
"""Profiles found by `training.py`.

Each generation of them was trained against customs that assumed all profiles of earlier
generations.
"""


def features_of_moves(game: Chasse, now: Now, moves: Iterable[Move]) -> list[MoveFeatures]:
    """Return the features of each of the smuggler's `moves`, in order.

    `now` is the board before the move.
    """
    row, in_reach = game.numbers.row_of, squares_in_customs_reach(game, now)
    return [
        (
            row(move.origin) - row(move.target),
            row(move.target) == 1,
            (move.origin in in_reach) - (move.target in in_reach),
        )
        for move in moves
    ]


@lru_cache(maxsize=4096)
def move_likelihoods(profile: SmugglerProfile, features: MoveFeatures, max_per_pawn: int) -> tuple[float, ...]:
    """Return how likely a move with these features is, relative to other moves, by the load of the
    moving pawn.

    Entries are for 0 to `max_per_pawn` counters; one more, the last, is for a pawn that was found
    empty. The numbers do not sum to 1.
    """
    scale = LOGISTIC_SCALE * profile.noise
    return tuple(exp(profile.value_of_move(load, features) / scale) for load in (*range(max_per_pawn + 1), KNOWN_EMPTY))
