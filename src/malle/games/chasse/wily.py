"""A robot that reads the smuggler, and lets itself be read as little as it can.

The customs control by what they believe of each pawn (`belief.py`), press towards what they suspect, and keep their
wall. The smuggler walks by one manner (`manners.py`) with all pawns nearly alike. It sees its seat's view, and hears
what its seat hears; nothing else. Worth is counted in pawns.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from malle.core import Action, Event, Luck, Seat
from malle.games.chasse import belief, manners, robot
from malle.games.chasse.belief import Belief
from malle.games.chasse.edition import CUSTOMS
from malle.games.chasse.manners import SHOWN, Manner, traits
from malle.games.chasse.placements import beginning
from malle.games.chasse.routes import Routes
from malle.games.chasse.rules import Chasse
from malle.games.chasse.state import ChasseView, Hide, Move

AT_THE_BORDER = 2.0
"""What a plate counts more where it is about to cross, and less and less further back."""
CLOSE, CLOSER = 6, 1.5
"""Up to this row a suspected load counts so much more when one presses towards it."""
SUSPECT = 0.02
"""Pawns less likely to hide something are not pressed."""
BEYOND, SHORT = 0.8, 0.3
"""How often a plate counts for a smuggler who goes nowhere, if it is beyond the middle row, and if it is not."""
HURRY = 0.8
"""So much of its patience is gone with somebody whose pawns surely all walk alike, for waiting tells nothing more, and
as much of this as it is likely; before the first move all manners are."""
FINE = 1_000_000
"""Odds are drawn in such parts."""


class Temper(Struct, frozen=True):
    """How it plays either side."""

    manner: Manner
    """How it walks as the smuggler."""
    stacks: tuple[int, ...]
    """How often it hides the plates in one stack, in two, …"""
    guesses: tuple[Manner, ...]
    """The manners in which it thinks the other may walk."""
    reads: float = 0.8
    """How much a move tells, of what it would if one of the guesses were right."""
    press: float = 0.15
    """What it is worth to bring a suspected plate within reach."""
    patience: float = 1.0
    """What a control costs besides the pawn that may be lost: not to control keeps the wall."""
    mood: float = 0.06
    """How much chance there is in what the customs choose."""
    outpost: bool = False
    """Whether the customs guard the middle row against a smuggler who seems to go nowhere."""


class Wily:
    """The robot, with a temper."""

    def __init__(self, temper: Temper) -> None:
        self._temper = temper

    def notes(self, game: Chasse, seat: Seat) -> Belief | None:
        """Nothing heard yet. The smuggler knows where the plates are, and needs none."""
        return belief.first(game, self._temper.guesses) if seat == CUSTOMS else None

    def hear(self, game: Chasse, notes: Belief | None, events: tuple[Event, ...]) -> Belief | None:
        """What is believed after one more move."""
        if notes is None:
            return None
        return belief.heard(game, notes, events, self._temper.guesses, self._temper.reads)

    def choose(
        self, game: Chasse, view: ChasseView, legal: tuple[Action, ...], notes: Belief | None, luck: Luck
    ) -> Action:
        """One of the legal actions."""
        temper = self._temper
        if len(legal) == 1:
            return legal[0]
        if view.now.phase == "hide":
            return hide(game, view, legal, luck, temper.stacks)
        moves = [action for action in legal if isinstance(action, Move)]
        if notes is None:
            return smuggle(game, view, moves, luck, temper.manner)
        if not notes.weights:
            return robot.choose(game, view, legal, luck)
        return _guard(game, view, moves, notes, luck, temper)


def hide(game: Chasse, view: ChasseView, legal: tuple[Action, ...], luck: Luck, stacks: tuple[int, ...]) -> Action:
    """The next plate, so that in the end there are as many stacks as often as `stacks` says, under any pawns."""
    numbers, plates = game.numbers, view.memory.plates or ()
    weights = []
    for action in legal:
        assert isinstance(action, Hide)
        after = [each + (pawn == action.pawn) for pawn, each in enumerate(plates)]
        weights.append(beginning(after, action.pawn, stacks, numbers.plates, numbers.pile))
    total = sum(weights)
    return legal[luck.pick([int(FINE * each / total) for each in weights])] if total else legal[0]


def smuggle(game: Chasse, view: ChasseView, moves: list[Move], luck: Luck, manner: Manner) -> Action:
    """The move that is worth most to somebody of this manner."""
    now, memory = view.now, view.memory
    hides = {
        square: SHOWN if pawn in memory.cleared else plates
        for pawn, (square, plates) in enumerate(zip(now.smugglers, memory.plates or (), strict=True))
    }
    worth = [
        manner.worth(hides[move.origin], trait) + manner.mood * luck.random()
        for move, trait in zip(moves, traits(game, now, moves), strict=True)
    ]
    return moves[worth.index(max(worth))]


def _guard(game: Chasse, view: ChasseView, moves: list[Move], notes: Belief, luck: Luck, temper: Temper) -> Action:
    """A control where it pays by what is believed; else the wall, and towards what is suspected.

    Whoever goes nowhere is not read by waiting, and their game ends at a standstill: what counts then is the middle.
    """
    now, row, last = view.now, game.numbers.row, game.numbers.rows
    seems = dict(zip(temper.guesses, belief.likely(notes), strict=True))
    middle, nowhere = (last + 1) // 2, temper.outpost and seems.get(manners.RANDOM, 0.0) > 0.5
    patience = temper.patience * (1 - HURRY * seems.get(manners.BLIND, 0.0))
    wall = robot.walling(game, now, range(middle - 1, middle + 3) if nowhere else robot.HOME)
    odds, reach = belief.odds(game, notes), _reach(game.routes[CUSTOMS])
    on_way = {square: pawn for pawn, square in enumerate(now.smugglers) if square >= game.numbers.width}
    suspected = [
        (square, odds[pawn][1] * (CLOSER if row(square) <= CLOSE else 1))
        for square, pawn in on_way.items()
        if pawn in odds and odds[pawn][0] > SUSPECT
    ]

    def control(square: int) -> float:
        if on_way[square] not in odds:
            return -9.0  # found empty before
        hit, load = odds[on_way[square]]
        if nowhere:
            return hit + load * 2 * (BEYOND if 2 * row(square) < last + 1 else SHORT) - (1 - hit)
        near = 1 - (row(square) - 2) / (last - 2)
        return hit + load * (1 + AT_THE_BORDER * near**2) - (1 - hit) - patience

    def worth(move: Move) -> float:
        if move.target in on_way:
            return control(move.target)
        ahead, behind = reach[move.target], reach[move.origin]
        gained = sum(load * ((square in ahead) - (square in behind)) for square, load in suspected)
        return wall(move) - 0.1 + temper.press * gained

    worths = [worth(move) + temper.mood * luck.random() for move in moves]
    return moves[worths.index(max(worths))]


@lru_cache(maxsize=8)
def _reach(routes: Routes) -> tuple[frozenset[int], ...]:
    """By square, where a pawn could go on an empty board."""
    return tuple(frozenset(ways) for ways in routes.ways)


WALKS = (
    *(manners.SIMPLE, manners.AFRAID, manners.POKER, manners.LEAKY, manners.BLIND, manners.RANDOM),
    *manners.TRAINED,
)
TEMPER = Temper(manners.LEAKY, belief.FIRST, WALKS, outpost=True)
WILY = Wily(TEMPER)
EASIER = Temper(manners.AFRAID, belief.FIRST, (manners.SIMPLE, manners.RANDOM), reads=0.1, patience=0.3, mood=0.2)
REGULAR = Wily(EASIER)
BOLD = Wily(replace(EASIER, manner=manners.SIMPLE, patience=0.1))
WARY = Wily(replace(EASIER, manner=manners.CAREFUL, patience=0.5))
DEAF = Wily(replace(TEMPER, reads=0.0))
"""A control: the wily one that reads nothing."""
