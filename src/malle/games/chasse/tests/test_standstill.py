"""Neither side can force 0–0: scripted opponents that only hold still, before and after the standstill rule."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import cast

import pytest
from msgspec.structs import replace

from malle.core import Action, Luck, Over, Seat, Waiting, parse_edition
from malle.games.chasse import robot
from malle.games.chasse.edition import CLASSIC, CUSTOMS, SMUGGLER, Numbers
from malle.games.chasse.rules import Chasse
from malle.games.chasse.state import ChasseView, Hide, Move, Phase, State
from malle.games.chasse.tests.notation import Hunt

Player = Callable[[Chasse, ChasseView, tuple[Action, ...], Luck], Action]
GAMES = 12
LONG = 300
"""Half-moves after which a game without the rule is taken to go on for ever."""


@lru_cache(maxsize=2)
def hunt(with_rule: bool) -> Chasse:
    """The game, with or without the standstill rule."""
    text = CLASSIC.read_text("utf-8")
    if not with_rule:
        text = text.replace("standstill = { rebuilt = 40 }", "standstill = { rebuilt = 1000000 }")
    return Chasse(Hunt().game.options, parse_edition(text, Numbers))


def a_robot(game: Chasse, view: ChasseView, legal: tuple[Action, ...], luck: Luck) -> Action:
    """The robot of the game."""
    return robot.choose(game, view, legal, luck)


def keeps_its_wall(game: Chasse, view: ChasseView, legal: tuple[Action, ...], luck: Luck) -> Action:
    """Customs that never inspect: of the moves that leave the fewest holes in the wall, one that lets nobody by."""
    now, wall = view.now, set(game.numbers.start_squares(CUSTOMS))
    moves = [move for move in cast(tuple[Move, ...], legal) if move.target not in now.smugglers]

    def holes(move: Move) -> int:
        return len(wall - (set(now.customs) - {move.origin} | {move.target}))

    def let_through(move: Move) -> int:
        customs = tuple(move.target if at == move.origin else at for at in now.customs)
        after = game.routes[SMUGGLER].open_moves(
            now.smugglers, game.blocked_routes(SMUGGLER, replace(now, customs=customs))
        )
        return sum(each.target < game.numbers.width for each in after)

    best = sorted(moves, key=lambda move: (holes(move), luck.random()))[:10]
    return min(best, key=let_through) if best else legal[0]


def stays_at_home(game: Chasse, view: ChasseView, legal: tuple[Action, ...], luck: Luck) -> Action:
    """A smuggler whose plates never leave the start squares, and of whose empty pawns one at most is out."""
    if view.now.phase == "hide":
        return Hide(len(game.smuggler_starts) - 1) if view.now.hidden else legal[luck.randrange(len(legal))]
    loaded = {at for at, n in zip(view.now.smugglers, view.memory.plates or (), strict=True) if n}
    home = set(game.smuggler_starts)

    def away(move: Move) -> int:
        out = 0 if move.target in home else 1 + game.numbers.rows - game.numbers.row_of(move.target)
        return out + (100 if move.origin in loaded else 0)

    return min(cast(tuple[Move, ...], legal), key=lambda move: (away(move), luck.random()))


def play(game: Chasse, smuggler: Player, customs: Player, seed: int) -> tuple[State, Over | None]:
    """One game, cut off when it is long."""
    luck, state = Luck(seed), game.new()
    for _ in range(LONG):
        turn = game.turn(state)
        if isinstance(turn, Over):
            return state, turn
        assert isinstance(turn, Waiting)
        seat = turn.seats[0]
        player = smuggler if seat == SMUGGLER else customs
        action = player(game, game.view(state, seat), tuple(game.legal(state, seat)), luck)
        state, _ = game.apply(state, Seat(seat), action)
    return state, None


def results(with_rule: bool, smuggler: Player, customs: Player) -> list[tuple[int, int]]:
    """The points of a few games; what is still on the way counts for nobody where no rule says otherwise."""
    game = hunt(with_rule)
    return [game.points_by_side(play(game, smuggler, customs, seed)[0]) for seed in range(GAMES)]


def test_without_the_rule_a_smuggler_who_stays_at_home_holds_the_draw() -> None:
    """Plates on start squares cannot be seized: against customs who wait, nobody ever scores."""
    assert results(False, stays_at_home, keeps_its_wall).count((0, 0)) == GAMES


def test_with_the_rule_staying_at_home_loses_everything() -> None:
    """All five plates are short of the middle row: 250 to the customs."""
    assert results(True, stays_at_home, keeps_its_wall) == [(0, 250)] * GAMES


def test_with_the_rule_staying_at_home_loses_to_a_robot() -> None:
    """The customs robot may lose men to empty pawns; the draw is never 0–0."""
    assert (0, 0) not in results(True, stays_at_home, a_robot)


def test_without_the_rule_staying_at_home_holds_the_draw_against_a_robot_too() -> None:
    """The plates are where no control is allowed, and nothing else is worth a man."""
    assert results(False, stays_at_home, a_robot).count((0, 0)) == GAMES


def test_without_the_rule_customs_that_keep_their_wall_never_lose_much() -> None:
    """The game does not end. Some are 0–0 for ever; at best a few plates slip through where a man has to step aside."""
    game = hunt(with_rule=False)
    ends = [play(game, a_robot, keeps_its_wall, seed) for seed in range(GAMES)]
    assert all(over is None for _, over in ends)
    points = [game.points_by_side(state) for state, _ in ends]
    assert (0, 0) in points
    assert all(customs == 0 and smuggler < 250 for smuggler, customs in points)


def test_with_the_rule_keeping_the_wall_loses() -> None:
    """Plates that wait beyond the middle row count: the smuggler wins every game, most of them with all five."""
    points = results(True, a_robot, keeps_its_wall)
    assert all(smuggler > customs for smuggler, customs in points)
    assert points.count((250, 0)) > GAMES // 2


@pytest.mark.parametrize(
    ("smugglers", "points"),
    [
        ("a2:5", (250, 0)),
        ("a6:5", (250, 0)),
        ("a7:5", (0, 0)),
        ("a8:5", (0, 250)),
        ("a13:5", (0, 250)),
        ("b6:2 b8:1 b7:2", (100, 50)),
        ("b1:2 m12:3", (100, 150)),
    ],
)
def test_ruling_standstill(smugglers: str, points: tuple[int, int]) -> None:
    """Rows 2 to 6 to the smuggler, rows 8 to 13 to the customs, the middle row to nobody."""
    position = Hunt.at(smugglers, "l8 m8", moves="customs", quiet=39)
    position.play("l8-i8")
    assert (position.why, position.points) == ("standstill", points)


@pytest.mark.parametrize(
    ("note", "moves", "quiet"),
    [
        ("b12-b11", "smuggler", 0),  # nearer the finish than this pawn has been
        ("b12-b13", "smuggler", 31),  # back
        ("b12-a12", "smuggler", 31),  # sideways
        ("f3-e1", "smuggler", 0),  # arrives
        ("l8-i8", "customs", 31),
        ("l8-i5", "customs", 0),  # a control that finds nothing
        ("l8-l11", "customs", 0),  # a control that finds
    ],
)
def test_ruling_end_counts_quiet_moves(note: str, moves: str, quiet: int) -> None:
    """A control, an arrival or an advance starts the count anew."""
    phase: Phase = "smuggler" if moves == "smuggler" else "customs"
    position = Hunt.at("b12:2 f3 i5 l11:1 d9:2", "l8 m8", moves=phase, quiet=30)
    position.play(note)
    assert position.state.quiet == quiet


def test_ruling_end_only_the_pawns_own_best_row_counts() -> None:
    """A pawn that goes back and forward again has not advanced; another one that reaches the same row has."""
    position = Hunt.at("b10:5 l12", "a3", quiet=5)
    position.play("b10-b11; a3-a4; b11-b10")
    assert position.state.quiet == 8
    position.play("a4-a3; l12-l11")
    assert position.state.quiet == 0
