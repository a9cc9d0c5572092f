"""The robot of the levels regular and wily: it infers from the smuggler's moves, and its own reveal little.

As customs it inspects by the odds of its model (`opponent_model.py`), moves officers towards suspected pawns,
and keeps its wall. As the smuggler it moves by one profile (`smuggler_profiles.py`), all pawns nearly alike.
It receives its seat's view and what its seat hears, nothing else. Values are in pawns (the points for one).
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
"""The additional value of seizing a counter one row before the finish line. It falls with the distance to 0
in the last row."""
CLOSE, CLOSER = 6, 1.5
"""Up to this row, the expected counters of a suspected pawn are multiplied by the second number when officers
approach it."""
SUSPECT = 0.02
"""Officers do not approach pawns that hide counters with at most this probability."""
BEYOND, SHORT = 0.8, 0.3
"""The chance that a counter scores for a smuggler who moves at random: beyond the middle row, and elsewhere.
A standstill decides such games."""
HURRY = 0.8
"""The share by which `inspection_cost` falls if the smuggler surely has the profile `BLIND`, because waiting
then reveals nothing more. It is multiplied by the probability of that profile, which is above 0 even before
the first move."""
FINE = 1_000_000
"""The factor by which probabilities are multiplied to become integer weights for a draw."""


class Temper(Struct, frozen=True):
    """How an `ExpertRobot` plays: its numbers for both sides."""

    manner: Manner
    """The profile by which it moves as the smuggler."""
    stacks: tuple[int, ...]
    """As the smuggler: how often it hides the counters in one stack, in two, …"""
    guesses: tuple[Manner, ...]
    """As customs: the profiles that it assumes the smuggler may have."""
    reads: float = 0.8
    """The power of the likelihoods: 1 if one of the profiles were surely right, 0 to infer nothing from moves."""
    press: float = 0.15
    """The value of bringing one expected counter within reach of an officer."""
    patience: float = 1.0
    """The cost of an inspection besides the officer that may be lost, because the officer leaves the wall."""
    mood: float = 0.06
    """The most that chance adds to the value of a customs move, evenly from 0."""
    outpost: bool = False
    """True if its officers form the wall around the middle row once the smuggler seems to move at random."""


class Wily:
    """A robot with a style. As customs its memory is an `OpponentModel`, as the smuggler `None`."""

    def __init__(self, temper: Temper) -> None:
        self._temper = temper

    def notes(self, game: Chasse, seat: Seat) -> Belief | None:
        """Return the memory before the first move: `None` for the smuggler, who knows where the counters are."""
        return belief.first(game, self._temper.guesses) if seat == CUSTOMS else None

    def hear(self, game: Chasse, notes: Belief | None, events: tuple[Event, ...]) -> Belief | None:
        """Return the memory after one more log entry, given the events that the seat heard of it."""
        if notes is None:
            return None
        return belief.heard(game, notes, events, self._temper.guesses, self._temper.reads)

    def choose(
        self, game: Chasse, view: ChasseView, legal: tuple[Action, ...], notes: Belief | None, luck: Luck
    ) -> Action:
        """Return one of the legal actions. Customs plays like the simple robot if the model has no weights."""
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
    """Return the `Hide` action for the next counter.

    In the end the number of stacks is distributed as `stack_shares` says. All placements with the same number
    are equally likely. If the counters so far fit no number of stacks, return the first legal action.
    """
    numbers, plates = game.numbers, view.memory.plates or ()
    weights = []
    for action in legal:
        assert isinstance(action, Hide)
        after = [each + (pawn == action.pawn) for pawn, each in enumerate(plates)]
        weights.append(beginning(after, action.pawn, stacks, numbers.plates, numbers.pile))
    total = sum(weights)
    return legal[luck.pick([int(FINE * each / total) for each in weights])] if total else legal[0]


def smuggle(game: Chasse, view: ChasseView, moves: list[Move], luck: Luck, manner: Manner) -> Action:
    """Return the move with the highest value for this profile, its random noise included."""
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
    """Return the customs move with the highest value.

    An inspection counts by its odds, another move by what it does to the wall and to the reach of suspected pawns.

    Waiting reveals nothing about a smuggler who moves at random, and the game ends at a standstill. The
    middle row then decides, so the wall is built around it if the style says so.
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
        """Return the value of inspecting the pawn on a square."""
        if on_way[square] not in odds:
            return -9.0  # found empty before
        hit, load = odds[on_way[square]]
        if nowhere:
            return hit + load * 2 * (BEYOND if 2 * row(square) < last + 1 else SHORT) - (1 - hit)
        near = 1 - (row(square) - 2) / (last - 2)
        return hit + load * (1 + AT_THE_BORDER * near**2) - (1 - hit) - patience

    def worth(move: Move) -> float:
        """Return the value of a move without its noise."""
        if move.target in on_way:
            return control(move.target)
        ahead, behind = reach[move.target], reach[move.origin]
        gained = sum(load * ((square in ahead) - (square in behind)) for square, load in suspected)
        return wall(move) - 0.1 + temper.press * gained

    worths = [worth(move) + temper.mood * luck.random() for move in moves]
    return moves[worths.index(max(worths))]


@lru_cache(maxsize=8)
def _reach(routes: Routes) -> tuple[frozenset[int], ...]:
    """Return for each square the squares that a pawn could move to on an empty board."""
    return tuple(frozenset(ways) for ways in routes.ways)


WALKS = (
    *(manners.SIMPLE, manners.AFRAID, manners.POKER, manners.LEAKY, manners.BLIND, manners.RANDOM),
    *manners.TRAINED,
)
"""The profiles that wily customs assumes."""
TEMPER = Temper(manners.LEAKY, belief.FIRST, WALKS, outpost=True)
WILY = Wily(TEMPER)
EASIER = Temper(manners.AFRAID, belief.FIRST, (manners.SIMPLE, manners.RANDOM), reads=0.1, patience=0.3, mood=0.2)
REGULAR = Wily(EASIER)
BOLD = Wily(replace(EASIER, manner=manners.SIMPLE, patience=0.1))
WARY = Wily(replace(EASIER, manner=manners.CAREFUL, patience=0.5))
DEAF = Wily(replace(TEMPER, reads=0.0))
"""The wily robot without inference from moves, for comparison in research."""
