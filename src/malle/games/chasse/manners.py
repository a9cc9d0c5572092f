"""How a smuggler may move: what each move is worth to somebody of a certain manner.

A manner weighs a move by what its own pawn hides and by nothing else that is hidden. So the customs can say of every
placement at once how likely somebody of that manner was to make a move (`belief.py`); and a smuggler moves by one.
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
"""What a pawn hides that was found empty: nothing, and everybody knows it."""
SPREAD = 0.2
"""Chance added to a worth, evenly up to a mood, is about as much as a logistic choice with so much of that mood: among
dozens of moves, one that is nearly the best is always lucky. With 0.16 to 0.25 the moves of every manner are likeliest
(tried: 0.08 to 0.6)."""

Trait = tuple[int, bool, int]
"""What tells moves of a pawn apart: the rows it comes nearer the finish, whether it arrives, and whether it leaves the
customs' reach (1) or enters it (-1)."""


class Manner(Struct, frozen=True):
    """What moves are worth to a smuggler, in pawns. Of three numbers the first is for pawns that hide something, the
    second for empty ones, the third for those that were found empty."""

    step: tuple[float, float, float]
    """A row nearer the finish."""
    fear: tuple[float, float, float]
    """Standing where the customs can reach."""
    greed: float
    """The same for each plate, besides."""
    home: tuple[float, float, float] = (1.0, -0.3, -0.3)
    """Arriving; plates count one each, besides."""
    mood: float = 0.3
    """How much chance there is in a choice."""

    def worth(self, load: int, trait: Trait) -> float:
        """What a move of a pawn that hides so much is worth."""
        ahead, arrives, safer = trait
        kind = 0 if load > 0 else 1 if load == 0 else 2
        plates = max(load, 0)
        value = self.step[kind] * ahead + (self.fear[kind] + self.greed * plates) * safer
        return value + self.home[kind] + plates if arrives else value


def _poker(face: float, risk: float) -> Manner:
    """Empty pawns walk as loaded ones, the more so the better the face, and offer themselves."""
    loaded, empty = ((1 - face) * each + face * 0.15 for each in (0.2, 0.07))
    return Manner((loaded, empty, empty), (risk, -0.5 * risk * face, -0.5 * risk * face), risk)


def _leaky(fear: float, leak: float) -> Manner:
    """All pawns walk alike, but fear grows a little with what they hide."""
    flat = fear * (1 + 0.6 * (1 - leak))
    return Manner((0.15, 0.15, 0.075), (flat, flat, 0.0), fear * leak, home=(1.5, 0.2, 0.2), mood=0.2)


SIMPLE = _poker(0.0, 0.07)
"""As the simple robot."""
AFRAID = _poker(0.0, 0.21)
CAREFUL = _poker(0.0, 0.35)
BOLD = _poker(0.8, 0.07)
POKER = _poker(1.0, 0.21)
HALF_POKER = _poker(0.5, 0.3)
BLIND = _leaky(0.2, 0.0)
"""What a pawn hides is seen when it arrives."""
DRIP = _leaky(0.2, 0.3)
LEAKY = _leaky(0.2, 0.7)
WARY = _leaky(0.35, 0.5)
OPEN = _leaky(0.35, 1.0)
RANDOM = Manner((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 0.0, home=(0.0, 0.0, 0.0), mood=1.0)
"""Any move."""
EMPTY_FIRST = Manner((0.074, 0.144, 0.081), (0.222, 0.346, 0.022), 0.0, home=(1.567, 0.341, 0.203), mood=0.218)
"""Loaded pawns hang back, and dare more."""
EMPTY_AHEAD = Manner((0.126, 0.194, 0.03), (0.296, 0.366, -0.017), 0.015, home=(1.837, 0.276, 0.131), mood=0.189)
"""The same, faster."""
LOADED_FIRST = Manner((0.151, 0.123, 0.127), (0.158, 0.248, 0.005), 0.007, home=(1.19, 0.468, 0.336), mood=0.228)
"""The other way round: loaded pawns go ahead, and dare more."""
SLOW = Manner((0.088, 0.053, 0.1), (0.365, 0.371, 0.051), 0.0, home=(1.604, 0.275, 0.161), mood=0.272)
"""All pawns take their time, and the empty ones most."""
TRAINED = (EMPTY_FIRST, EMPTY_AHEAD, LOADED_FIRST, SLOW)
"""Trained (`training.py`), each generation against customs who guessed at all that were before it."""


def traits(game: Chasse, now: Now, moves: Iterable[Move]) -> list[Trait]:
    """What tells each of these moves of the smuggler apart, on the board before it."""
    row, seen = game.numbers.row, watched(game, now)
    return [
        (row(move.origin) - row(move.target), row(move.target) == 1, (move.origin in seen) - (move.target in seen))
        for move in moves
    ]


@lru_cache(maxsize=4096)
def chances(manner: Manner, trait: Trait, pile: int) -> tuple[float, ...]:
    """By what its pawn hides, how likely a move is beside others; the last one is for a pawn that was found empty."""
    scale = SPREAD * manner.mood
    return tuple(exp(manner.worth(load, trait) / scale) for load in (*range(pile + 1), SHOWN))
