"""Robots that are kept: what `simple-1` played it plays for good, so that others can be measured against it."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
import pytest

from malle.cli.main import main
from malle.core import NATURE, Action, AnyGame, Event, Luck, Refused, Seat, Waiting
from malle.core.play import events_for_viewer, make_move, resolve_chance, robot_chooser
from malle.games import OWN_GAMES, load_game_info
from malle.research.self_play import play_robots_with_luck, robots_of_kind
from malle.research.simulate import SimulationPlan, play_game_number, robots_by_seat, simulate

every_game = pytest.mark.parametrize("name", OWN_GAMES)

PLAYED = {
    ("declarer", 2, "simple-1"): "0e5d9ed3e5526804",
    ("chasse", 2, "simple-1"): "528a1272bdeec21d",
    ("combinards", 2, "simple-1"): "bc7d205c45f7b4d3",
    ("combinus", 1, "simple-1"): "052f03da180f50be",
}
"""A digest of what each of them played, by game and version of the rules."""


def played(name: str, robot: str, decisions: int = 250) -> str:
    """A digest of the first moves of a game, and of as many games as it takes."""
    facts, luck = load_game_info(name), Luck("baselines")
    found: list[str] = []
    game = facts.make_game(facts.default_seats, facts.complete_options(facts.default_seats, {}), None)
    act = robot_chooser(game, facts.benchmark_robots[robot], luck)
    while len(found) < decisions:
        state, _ = resolve_chance(game, game.new(), luck.pick)
        while isinstance(turn := game.turn(state), Waiting) and len(found) < decisions:
            action = act(state, turn.seats[0])
            found.append(game.write(action))
            state, _ = make_move(game, state, turn.seats[0], action, luck.pick)
    return hashlib.sha256("\n".join(found).encode()).hexdigest()[:16]


@every_game
def test_every_game_keeps_the_robots_it_had(name: str) -> None:
    """Whoever changes a robot that is kept copies it first, as `robot_1.py`, and lets the name mean the copy."""
    facts = load_game_info(name)
    assert "simple-1" in facts.benchmark_robots
    assert {robot: played(name, robot) for robot in facts.benchmark_robots} == {
        robot: PLAYED[name, facts.version, robot] for robot in facts.benchmark_robots
    }


def first(game: Any, view: Any, legal: tuple[Action, ...], luck: Luck) -> Action:
    """Whatever comes first."""
    return legal[0]


def last(game: Any, view: Any, legal: tuple[Action, ...], luck: Luck) -> Action:
    """Whatever comes last."""
    return legal[-1]


def test_each_seat_is_played_by_the_robot_that_was_named() -> None:
    """The digest of a game in which one seat plays otherwise, seat by seat."""
    facts = msgspec.structs.replace(load_game_info(OWN_GAMES[0]), benchmark_robots={"first": first, "last": last})
    game = facts.make_game(3, facts.complete_options(3, {}), None)
    plan = SimulationPlan(facts.name, 3, {}, games=1, seed=1, keep_records=True)
    found = {
        robots: play_game_number(facts, game, msgspec.structs.replace(plan, robots=robots), 0).over.scores
        for robots in (("first",), ("first",) * 3, ("last", "first", "first"), ("first", "last", "first"))
    }
    assert found["first",] == found["first", "first", "first"]
    assert len(set(found.values())) == 3


def test_the_usual_robot_is_who_plays_where_nobody_is_named() -> None:
    """And the same plan gives the same games."""
    plan = SimulationPlan(OWN_GAMES[0], 3, {}, games=2, seed=3)
    usual, _ = simulate(plan)
    named, _ = simulate(msgspec.structs.replace(plan, robots=("robot",)))
    assert (usual.wins, usual.scores, usual.entries) == (named.wins, named.scores, named.entries)


def test_a_robot_that_is_not_there_is_refused() -> None:
    with pytest.raises(Refused, match="has no robot 'grandmaster'; it has robot, simple-1, novice, regular, wily, "):
        robots_of_kind(load_game_info(OWN_GAMES[0]), "grandmaster")
    with pytest.raises(Refused, match="one a seat: 3, not 2"):
        robots_by_seat(SimulationPlan(OWN_GAMES[0], 3, {}, games=1, seed=1, robots=("robot", "robot")))


def test_the_command_names_who_won_and_plays_by_older_rules(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "declarer", "--seats", "3", "--games", "2", "--workers", "1", "--lang", "en"]
    assert main([*words, "--robots", "simple-1,robot,robot", "--rules", "1"]) == 0
    printed = capsys.readouterr().out
    assert "wins of seat 1 · simple-1" in printed
    assert "wins of seat 3 · robot" in printed
    assert main([*words, "--robots", "nobody"]) == 2
    assert (
        "no robot “nobody” in declarer; there are robot, simple-1, novice, regular, wily, " in capsys.readouterr().err
    )
    assert main([*words, "--rules", "9"]) == 2


@every_game
def test_every_level_that_a_site_offers_plays_in_a_simulation(name: str) -> None:
    facts, game = load_game_info(name), load_game_info(name).make_tiny_game()
    for level in facts.levels:
        plan = SimulationPlan(name, game.seats, {}, games=1, seed=1, robots=(level,))
        assert play_game_number(facts, game, plan, 0) == play_game_number(facts, game, plan, 0)


class Counting:
    """Chooses by how many events its seat has heard."""

    def new_memory(self, game: AnyGame, seat: Seat) -> int:
        return 0

    def observe(self, game: AnyGame, memory: int, events: tuple[Event, ...]) -> int:
        return memory + len(events)

    def choose(self, game: AnyGame, view: Any, legal: tuple[Action, ...], memory: int, luck: Luck) -> Action:
        return legal[memory % len(legal)]


def test_robots_in_a_simulation_hear_what_their_seats_hear() -> None:
    facts = load_game_info(OWN_GAMES[0])
    game, heard = facts.make_tiny_game(), [0] * facts.make_tiny_game().seats
    _, entries = play_robots_with_luck(game, [Counting()] * game.seats, [Luck(1)] * game.seats, Luck(2).pick)
    state = game.new()
    for entry in entries:
        if entry.mover != NATURE:
            legal = game.legal(state, entry.mover)
            assert entry.action == legal[heard[entry.mover] % len(legal)]
        state, told = game.apply(state, entry.mover, entry.action)
        for seat in range(game.seats):
            heard[seat] += len(events_for_viewer(Seat(seat), told))
    assert len(set(heard)) > 1


@every_game
def test_what_a_sheet_holds_does_not_keep_pages_from_being_kept_by_it(name: str) -> None:
    """Rulebooks and pages are kept by sheet: one that cannot be hashed takes them all down."""
    assert {load_game_info(name): "its rulebook"}[load_game_info(name)] == "its rulebook"
