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
from malle.games.chasse import opponent_model, robot, smuggler_profiles
from malle.games.chasse.edition import CUSTOMS
from malle.games.chasse.opponent_model import OpponentModel
from malle.games.chasse.placements import prior_of_partial
from malle.games.chasse.routes import SideRoutes
from malle.games.chasse.rules import Chasse
from malle.games.chasse.smuggler_profiles import KNOWN_EMPTY, SmugglerProfile, features_of_moves
from malle.games.chasse.state import ChasseView, Hide, Move

BORDER_PLATE_BONUS = 2.0
"""The additional value of seizing a counter one row before the finish line.

It falls with the distance from there, and is 0 in the last row.
"""
NEAR_LAST_ROW, NEAR_FACTOR = 6, 1.5
"""Up to this row, the expected counters of a suspected pawn are multiplied by the second number when officers
approach it."""
MIN_SUSPICION = 0.02
"""Officers approach only pawns that hide counters with more than this probability."""
SCORE_CHANCE_BEYOND_MIDDLE, SCORE_CHANCE_ELSEWHERE = 0.8, 0.3
"""The chance that a counter scores for a smuggler who moves at random: beyond the middle row, and elsewhere.
A standstill decides such games."""
BLIND_COST_REDUCTION = 0.8
"""The share by which `inspection_cost` falls if the smuggler surely has the profile `BLIND`, because waiting
then reveals nothing more. It is multiplied by the probability of that profile, which is above 0 even before
the first move."""
WEIGHT_SCALE = 1_000_000
"""The factor by which probabilities are multiplied to become integer weights for a draw."""


class RobotStyle(Struct, frozen=True):
    """How an `ExpertRobot` plays: the numbers that it uses as the smuggler and as customs."""

    profile: SmugglerProfile
    """The profile by which it moves as the smuggler."""
    stack_shares: tuple[int, ...]
    """As the smuggler: how often it hides the counters in one stack, in two, …"""
    assumed_profiles: tuple[SmugglerProfile, ...]
    """As customs: the profiles that it assumes the smuggler may have."""
    likelihood_power: float = 0.8
    """The power of the likelihoods: 1 if one of the profiles were surely right, 0 to infer nothing from moves."""
    approach_value: float = 0.15
    """The value of bringing one expected counter within reach of an officer."""
    inspection_cost: float = 1.0
    """The cost of an inspection besides the officer that may be lost, because the officer leaves the wall."""
    noise: float = 0.06
    """The most that chance adds to the value of a customs move, evenly from 0."""
    guards_middle: bool = False
    """Whether its officers form the wall around the middle row once the smuggler seems to move at
    random."""


class ExpertRobot:
    """A robot that plays by a `RobotStyle`.

    Its memory is an `OpponentModel` as customs, `None` as the smuggler.
    """

    def __init__(self, style: RobotStyle) -> None:
        self._style = style

    def new_memory(self, game: Chasse, seat: Seat) -> OpponentModel | None:
        """Return the memory before the first move: `None` for the smuggler, who knows where the counters are."""
        return opponent_model.initial_model(game, self._style.assumed_profiles) if seat == CUSTOMS else None

    def observe(self, game: Chasse, memory: OpponentModel | None, events: tuple[Event, ...]) -> OpponentModel | None:
        """Return the memory after one more log entry, given those of the entry's events that the
        seat heard."""
        if memory is None:
            return None
        return opponent_model.update_model(
            game, memory, events, self._style.assumed_profiles, self._style.likelihood_power
        )

    def choose(
        self, game: Chasse, view: ChasseView, legal: tuple[Action, ...], memory: OpponentModel | None, luck: Luck
    ) -> Action:
        """Return one of the legal actions.

        If the model has no weights, customs plays like the simple robot.
        """
        style = self._style
        if len(legal) == 1:
            return legal[0]
        if view.now.phase == "hide":
            return choose_hide(game, view, legal, luck, style.stack_shares)
        moves = [action for action in legal if isinstance(action, Move)]
        if memory is None:
            return choose_smuggler_move(game, view, moves, luck, style.profile)
        if not memory.weights:
            return robot.choose(game, view, legal, luck)
        return _choose_customs_move(game, view, moves, memory, luck, style)


def choose_hide(
    game: Chasse, view: ChasseView, legal: tuple[Action, ...], luck: Luck, stack_shares: tuple[int, ...]
) -> Action:
    """Return the `Hide` action for the next counter.

    It is drawn so that whole placements have one stack, two, … as often as `stack_shares` says. A
    stack is the counters of one pawn. All placements with the same number of stacks are equally
    likely. If no placement with a positive share can be completed, return the first legal action.
    """
    numbers, plates = game.numbers, view.memory.plates or ()
    weights = []
    for action in legal:
        assert isinstance(action, Hide)
        after = [load + (pawn == action.pawn) for pawn, load in enumerate(plates)]
        weights.append(prior_of_partial(after, action.pawn, stack_shares, numbers.plates, numbers.max_plates_per_pawn))
    total = sum(weights)
    return legal[luck.pick([int(WEIGHT_SCALE * load / total) for load in weights])] if total else legal[0]


def choose_smuggler_move(
    game: Chasse, view: ChasseView, moves: list[Move], luck: Luck, profile: SmugglerProfile
) -> Action:
    """Return the move with the highest value to a smuggler with this profile, after random noise
    was added."""
    now, memory = view.now, view.memory
    hides = {
        square: KNOWN_EMPTY if pawn in memory.cleared else plates
        for pawn, (square, plates) in enumerate(zip(now.smugglers, memory.plates or (), strict=True))
    }
    values = [
        profile.value_of_move(hides[move.origin], features) + profile.noise * luck.random()
        for move, features in zip(moves, features_of_moves(game, now, moves), strict=True)
    ]
    return moves[values.index(max(values))]


def _choose_customs_move(
    game: Chasse, view: ChasseView, moves: list[Move], model: OpponentModel, luck: Luck, style: RobotStyle
) -> Action:
    """Return the customs move with the highest value, after noise is added to every value.

    An inspection counts by the odds that the pawn hides counters; it counts -9 if the pawn was
    found empty before. Other moves count by the wall, and by how many expected counters of
    suspected pawns come within reach.

    If the model gives a smuggler who moves at random more than 0.5, `style.guards_middle` takes
    effect. Such a game ends at a standstill, and then the middle row decides. So the wall is
    built around that row, and inspections are valued by the side of it.
    """
    now, row, last = view.now, game.numbers.row_of, game.numbers.rows
    profile_odds = dict(zip(style.assumed_profiles, opponent_model.profile_probabilities(model), strict=True))
    middle, guards_middle = (
        (last + 1) // 2,
        style.guards_middle and profile_odds.get(smuggler_profiles.RANDOM, 0.0) > 0.5,
    )
    inspection_cost = style.inspection_cost * (
        1 - BLIND_COST_REDUCTION * profile_odds.get(smuggler_profiles.BLIND, 0.0)
    )
    wall = robot.wall_move_value(game, now, range(middle - 1, middle + 3) if guards_middle else robot.WALL_ROWS)
    odds, reach = opponent_model.pawn_odds(game, model), _reach_by_square(game.routes[CUSTOMS])
    on_way = {square: pawn for pawn, square in enumerate(now.smugglers) if square >= game.numbers.width}
    suspected = [
        (square, odds[pawn][1] * (NEAR_FACTOR if row(square) <= NEAR_LAST_ROW else 1))
        for square, pawn in on_way.items()
        if pawn in odds and odds[pawn][0] > MIN_SUSPICION
    ]

    def inspection_value(square: int) -> float:
        """Return the value of inspecting the pawn on a square, without noise; -9 if it was found
        empty before."""
        if on_way[square] not in odds:
            return -9.0  # found empty before
        hit, load = odds[on_way[square]]
        if guards_middle:
            return (
                hit
                + load * 2 * (SCORE_CHANCE_BEYOND_MIDDLE if 2 * row(square) < last + 1 else SCORE_CHANCE_ELSEWHERE)
                - (1 - hit)
            )
        near = 1 - (row(square) - 2) / (last - 2)
        return hit + load * (1 + BORDER_PLATE_BONUS * near**2) - (1 - hit) - inspection_cost

    def move_value(move: Move) -> float:
        """Return the value of a move without its noise."""
        if move.target in on_way:
            return inspection_value(move.target)
        ahead, behind = reach[move.target], reach[move.origin]
        gained = sum(load * ((square in ahead) - (square in behind)) for square, load in suspected)
        return wall(move) - 0.1 + style.approach_value * gained

    values = [move_value(move) + style.noise * luck.random() for move in moves]
    return moves[values.index(max(values))]


@lru_cache(maxsize=8)
def _reach_by_square(routes: SideRoutes) -> tuple[frozenset[int], ...]:
    """Return, for each square, the squares that a pawn of this side could move to on an empty
    board."""
    return tuple(frozenset(ways) for ways in routes.between)


WILY_PROFILES = (
    *(
        smuggler_profiles.SIMPLE,
        smuggler_profiles.AFRAID,
        smuggler_profiles.POKER,
        smuggler_profiles.LEAKY,
        smuggler_profiles.BLIND,
        smuggler_profiles.RANDOM,
    ),
    *smuggler_profiles.TRAINED,
)
"""The profiles that the robot of the level wily assumes the smuggler may have."""
WILY_STYLE = RobotStyle(smuggler_profiles.LEAKY, opponent_model.STACK_SHARES, WILY_PROFILES, guards_middle=True)
WILY = ExpertRobot(WILY_STYLE)
REGULAR_STYLE = RobotStyle(
    smuggler_profiles.AFRAID,
    opponent_model.STACK_SHARES,
    (smuggler_profiles.SIMPLE, smuggler_profiles.RANDOM),
    likelihood_power=0.1,
    inspection_cost=0.3,
    noise=0.2,
)
REGULAR = ExpertRobot(REGULAR_STYLE)
REGULAR_BOLD = ExpertRobot(replace(REGULAR_STYLE, profile=smuggler_profiles.SIMPLE, inspection_cost=0.1))
REGULAR_WARY = ExpertRobot(replace(REGULAR_STYLE, profile=smuggler_profiles.CAREFUL, inspection_cost=0.5))
DEAF = ExpertRobot(replace(WILY_STYLE, likelihood_power=0.0))
"""The wily robot without inference from moves, for comparison in research."""
