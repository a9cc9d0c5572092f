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

from malle.games.chasse.robot import watched
from malle.games.chasse.rules import Chasse
from malle.games.chasse.state import Move, Now

SHOWN = -1
"""The load of a pawn that was found empty: everybody knows that it hides no counter."""
SPREAD = 0.2
"""The scale of a logistic choice, as a share of `SmugglerProfile.noise`, that is about as random as noise
spread evenly from 0 to `noise`. It is small because among dozens of moves one that is nearly the best always
gets high noise. The moves of every profile fit best with 0.16 to 0.25 (tried: 0.08 to 0.6)."""

Trait = tuple[int, bool, int]
"""The features by which moves of a pawn are valued: the number of rows it comes nearer the finish line, whether it
arrives, and whether it leaves customs' reach (1), enters it (-1) or neither (0)."""


class Manner(Struct, frozen=True):
    """How a smuggler values moves, in pawns (the points for one).

    Of three numbers, the first is for pawns with counters, the second for empty ones, the third for pawns
    found empty.
    """

    step: tuple[float, float, float]
    """The value of coming one row nearer the finish line."""
    fear: tuple[float, float, float]
    """The loss from a square within customs' reach."""
    greed: float
    """The additional loss for each counter under the pawn."""
    home: tuple[float, float, float] = (1.0, -0.3, -0.3)
    """The value of arriving. Each counter under the pawn adds 1."""
    mood: float = 0.3
    """The most that chance adds to the value of a move, evenly from 0."""

    def worth(self, load: int, trait: Trait) -> float:
        """Return the value of a move with these features, for a pawn with `load` counters or `KNOWN_EMPTY`."""
        ahead, arrives, safer = trait
        kind = 0 if load > 0 else 1 if load == 0 else 2
        plates = max(load, 0)
        value = self.step[kind] * ahead + (self.fear[kind] + self.greed * plates) * safer
        return value + self.home[kind] + plates if arrives else value


def _poker(face: float, risk: float) -> Manner:
    """Return a profile in which empty pawns move like loaded ones and invite inspection.

    `bluff` goes from 0 (no bluff) to 1 (empty pawns advance exactly like loaded ones).
    """
    loaded, empty = ((1 - face) * each + face * 0.15 for each in (0.2, 0.07))
    return Manner((loaded, empty, empty), (risk, -0.5 * risk * face, -0.5 * risk * face), risk)


def _leaky(fear: float, leak: float) -> Manner:
    """Return a profile in which all pawns move alike, except that loaded ones avoid customs' reach more.

    `leak` goes from 0 (moves reveal nothing) to 1.
    """
    flat = fear * (1 + 0.6 * (1 - leak))
    return Manner((0.15, 0.15, 0.075), (flat, flat, 0.0), fear * leak, home=(1.5, 0.2, 0.2), mood=0.2)


SIMPLE = _poker(0.0, 0.07)
"""Moves like the simple robot."""
AFRAID = _poker(0.0, 0.21)
CAREFUL = _poker(0.0, 0.35)
BOLD = _poker(0.8, 0.07)
POKER = _poker(1.0, 0.21)
HALF_POKER = _poker(0.5, 0.3)
BLIND = _leaky(0.2, 0.0)
"""Moves reveal nothing: only the value of arriving depends on the load."""
DRIP = _leaky(0.2, 0.3)
LEAKY = _leaky(0.2, 0.7)
WARY = _leaky(0.35, 0.5)
OPEN = _leaky(0.35, 1.0)
RANDOM = Manner((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 0.0, home=(0.0, 0.0, 0.0), mood=1.0)
"""All moves are equally likely, except that a pawn with counters arrives if it can."""
EMPTY_FIRST = Manner((0.074, 0.144, 0.081), (0.222, 0.346, 0.022), 0.0, home=(1.567, 0.341, 0.203), mood=0.218)
"""Loaded pawns stay behind and take more risks."""
EMPTY_AHEAD = Manner((0.126, 0.194, 0.03), (0.296, 0.366, -0.017), 0.015, home=(1.837, 0.276, 0.131), mood=0.189)
"""Like `EMPTY_FIRST`, but faster."""
LOADED_FIRST = Manner((0.151, 0.123, 0.127), (0.158, 0.248, 0.005), 0.007, home=(1.19, 0.468, 0.336), mood=0.228)
"""The opposite of `EMPTY_FIRST`: loaded pawns go ahead and take more risks."""
SLOW = Manner((0.088, 0.053, 0.1), (0.365, 0.371, 0.051), 0.0, home=(1.604, 0.275, 0.161), mood=0.272)
"""All pawns advance slowly, the empty ones most slowly."""
TRAINED = (EMPTY_FIRST, EMPTY_AHEAD, LOADED_FIRST, SLOW)
"""Profiles found by `training.py`. Each generation was trained against customs that assumed all profiles
before it."""


def traits(game: Chasse, now: Now, moves: Iterable[Move]) -> list[Trait]:
    """Return the features of each of these smuggler's moves, on the board before the move."""
    row, seen = game.numbers.row, watched(game, now)
    return [
        (row(move.origin) - row(move.target), row(move.target) == 1, (move.origin in seen) - (move.target in seen))
        for move in moves
    ]


@lru_cache(maxsize=4096)
def chances(manner: Manner, trait: Trait, pile: int) -> tuple[float, ...]:
    """Return how likely a move is relative to others, by the load of its pawn: 0 to `max_per_pawn` counters.

    The last entry is for a pawn that was found empty. The numbers do not sum to 1.
    """
    scale = SPREAD * manner.mood
    return tuple(exp(manner.worth(load, trait) / scale) for load in (*range(pile + 1), SHOWN))
