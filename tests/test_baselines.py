"""Robots that are kept: what `simple-1` played it plays for good, so that others can be measured against it."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
import pytest

from malle.cli import main
from malle.core import NATURE, Action, AnyGame, Event, Luck, Refused, Seat, Waiting
from malle.core.play import heard_by, move, robot_acts, settle
from malle.games import GAMES, sheet
from malle.lab.minds import kind_called, play_out
from malle.lab.simulate import Plan, play_numbered, seated, simulate

every_game = pytest.mark.parametrize("name", GAMES)

PLAYED = {
    ("declarer", 2, "simple-1"): "0e5d9ed3e5526804",
    ("chasse", 2, "simple-1"): "528a1272bdeec21d",
    ("combinards", 2, "simple-1"): "bc7d205c45f7b4d3",
    ("combinus", 1, "simple-1"): "052f03da180f50be",
}
"""A digest of what each of them played, by game and version of the rules."""


def played(name: str, robot: str, decisions: int = 250) -> str:
    """A digest of the first moves of a game, and of as many games as it takes."""
    facts, luck = sheet(name), Luck("baselines")
    found: list[str] = []
    game = facts.make(facts.usual_seats, facts.settle_options(facts.usual_seats, {}), None)
    act = robot_acts(game, facts.robots[robot], luck)
    while len(found) < decisions:
        state, _ = settle(game, game.new(), luck.pick)
        while isinstance(turn := game.turn(state), Waiting) and len(found) < decisions:
            action = act(state, turn.seats[0])
            found.append(game.write(action))
            state, _ = move(game, state, turn.seats[0], action, luck.pick)
    return hashlib.sha256("\n".join(found).encode()).hexdigest()[:16]


@every_game
def test_every_game_keeps_the_robots_it_had(name: str) -> None:
    """Whoever changes a robot that is kept copies it first, as `robot_1.py`, and lets the name mean the copy."""
    facts = sheet(name)
    assert "simple-1" in facts.robots
    assert {robot: played(name, robot) for robot in facts.robots} == {
        robot: PLAYED[name, facts.version, robot] for robot in facts.robots
    }


def first(game: Any, view: Any, legal: tuple[Action, ...], luck: Luck) -> Action:
    """Whatever comes first."""
    return legal[0]


def last(game: Any, view: Any, legal: tuple[Action, ...], luck: Luck) -> Action:
    """Whatever comes last."""
    return legal[-1]


def test_each_seat_is_played_by_the_robot_that_was_named() -> None:
    """The digest of a game in which one seat plays otherwise, seat by seat."""
    facts = msgspec.structs.replace(sheet(GAMES[0]), robots={"first": first, "last": last})
    game = facts.make(3, facts.settle_options(3, {}), None)
    plan = Plan(facts.name, 3, {}, games=1, seed=1, records=True)
    found = {
        robots: play_numbered(facts, game, msgspec.structs.replace(plan, robots=robots), 0).over.scores
        for robots in (("first",), ("first",) * 3, ("last", "first", "first"), ("first", "last", "first"))
    }
    assert found["first",] == found["first", "first", "first"]
    assert len(set(found.values())) == 3


def test_the_usual_robot_is_who_plays_where_nobody_is_named() -> None:
    """And the same plan gives the same games."""
    plan = Plan(GAMES[0], 3, {}, games=2, seed=3)
    usual, _ = simulate(plan)
    named, _ = simulate(msgspec.structs.replace(plan, robots=("robot",)))
    assert (usual.wins, usual.scores, usual.entries) == (named.wins, named.scores, named.entries)


def test_a_robot_that_is_not_there_is_refused() -> None:
    with pytest.raises(Refused, match="has no robot 'grandmaster'; it has robot, simple-1, novice, regular, wily, "):
        kind_called(sheet(GAMES[0]), "grandmaster")
    with pytest.raises(Refused, match="one a seat: 3, not 2"):
        seated(Plan(GAMES[0], 3, {}, games=1, seed=1, robots=("robot", "robot")))


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
    facts, game = sheet(name), sheet(name).tiny()
    for level in facts.levels:
        plan = Plan(name, game.seats, {}, games=1, seed=1, robots=(level,))
        assert play_numbered(facts, game, plan, 0) == play_numbered(facts, game, plan, 0)


class Counting:
    """Chooses by how many events its seat has heard."""

    def notes(self, game: AnyGame, seat: Seat) -> int:
        return 0

    def hear(self, game: AnyGame, notes: int, events: tuple[Event, ...]) -> int:
        return notes + len(events)

    def choose(self, game: AnyGame, view: Any, legal: tuple[Action, ...], notes: int, luck: Luck) -> Action:
        return legal[notes % len(legal)]


def test_robots_in_a_simulation_hear_what_their_seats_hear() -> None:
    facts = sheet(GAMES[0])
    game, heard = facts.tiny(), [0] * facts.tiny().seats
    _, entries = play_out(game, [Counting()] * game.seats, [Luck(1)] * game.seats, Luck(2).pick)
    state = game.new()
    for entry in entries:
        if entry.mover != NATURE:
            legal = game.legal(state, entry.mover)
            assert entry.action == legal[heard[entry.mover] % len(legal)]
        state, told = game.apply(state, entry.mover, entry.action)
        for seat in range(game.seats):
            heard[seat] += len(heard_by(Seat(seat), told))
    assert len(set(heard)) > 1


@every_game
def test_what_a_sheet_holds_does_not_keep_pages_from_being_kept_by_it(name: str) -> None:
    """Rulebooks and pages are kept by sheet: one that cannot be hashed takes them all down."""
    assert {sheet(name): "its rulebook"}[sheet(name)] == "its rulebook"
