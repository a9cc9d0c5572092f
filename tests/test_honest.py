"""Honest robots, of every game and number of players: a world that a seat cannot tell from the true one changes no
choice; and robots that peek are found."""

from __future__ import annotations

from typing import Any
from zlib import crc32

import pytest

from malle.core import Action, AnyGame, Event, Luck, Seat
from malle.core.robots.robot import AnyRobot
from malle.games import OWN_GAMES, load_game, load_game_info
from malle.testing.robot_honesty import (
    KnowledgeReader,
    WorldComparisons,
    check_robot_honesty,
    choice_reader,
    compare_worlds,
    robots_by_name,
)

PHASES = {
    "declarer": ("declare", "officer", "neighbour", "throw"),
    "chasse": ("customs",),
    "combinus": (),
    "combinards": (
        "fork", "buy", "announce", "doubt", "sell", "refinery", "stop", "denounce", "station", "inform", "fly", "tax",
    ),
}  # fmt: skip
"""Where somebody decides who does not know everything."""
OPEN = {"chasse": ("hide", "smuggler"), "combinus": ("borders", "take", "place", "exchange", "again")}
"""Where whoever decides knows all there is: there is but one world."""
SELDOM = {"combinards": ("reward",)}
"""What only many games come to."""
TABLES = [(name, seats) for name in OWN_GAMES for seats in load_game_info(name).seats]


def made(name: str, seats: int) -> AnyGame:
    return load_game(name)(seats, load_game_info(name).complete_options(seats, {}), None)


@pytest.mark.parametrize("name", OWN_GAMES)
def test_levels_choose_by_what_their_seat_knows(name: str) -> None:
    assert not check_robot_honesty(load_game_info(name), pairs=6)


def found_in(name: str, seats: int, wanted: int, phases: tuple[str, ...]) -> WorldComparisons:
    """Pairs of worlds for all levels of a game, none of which differ."""
    levels = robots_by_name(load_game_info(name))
    reads = {level: (choice_reader(mind), mind) for level, mind in levels.items()}
    found = compare_worlds(made(name, seats), reads, tuple(levels.values()), wanted, "many", required_phases=phases)
    print(f"{name} with {seats}: {dict(found.compared_by_phase)}; one world alone: {dict(found.same_world_by_phase)}")
    assert not found.differences
    return found


@pytest.mark.parametrize("name", OWN_GAMES)
def test_every_phase_in_which_a_robot_decides_is_tried(name: str) -> None:
    """In two worlds that are not the same, at the biggest table; but for phases in which there is only one."""
    found = found_in(name, max(load_game_info(name).seats), 4, PHASES[name])
    assert {*PHASES[name]} <= {*found.compared_by_phase}
    assert {*found.compared_by_phase} <= {*PHASES[name], *SELDOM.get(name, ())}, (
        "a phase that hides something is named above"
    )
    assert {*found.same_world_by_phase} <= {*PHASES[name], *OPEN.get(name, ()), *SELDOM.get(name, ())}


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_levels_choose_by_what_their_seat_knows_in_many_worlds(name: str, seats: int) -> None:
    """10,000 pairs where a decision takes less than 10 ms, else 1,000."""
    found = found_in(name, seats, 1_000 if load_game_info(name).slow_levels else 10_000, ())
    hides = {*PHASES[name]}
    if name == "declarer" and seats == 3:
        hides -= {"declare", "throw"}  # whoever holds the hand knows what the only other traveller saw of it
    assert hides <= {*found.compared_by_phase} <= {*hides, *SELDOM.get(name, ())}


class Peeks:
    """A robot that finds a state where somebody left it: the rules remember which one they were last asked about."""

    def __init__(self, mind: AnyRobot) -> None:
        self._mind = mind
        self.left_about: Any = None

    def new_memory(self, game: AnyGame, seat: Seat) -> Any:
        return self._mind.new_memory(game, seat)

    def observe(self, game: AnyGame, memory: Any, events: tuple[Event, ...]) -> Any:
        return self._mind.observe(game, memory, events)

    def choose(self, game: AnyGame, view: Any, legal: tuple[Action, ...], memory: Any, luck: Luck) -> Action:
        return legal[crc32(repr(self.left_about).encode()) % len(legal)]


@pytest.mark.parametrize("name", [name for name in OWN_GAMES if name != "combinus"])
def test_a_robot_that_finds_a_state_is_found(name: str) -> None:
    """Combinus hides nothing from whoever decides but what nobody has drawn yet."""
    peeks = Peeks(load_game_info(name).robot_of_level("novice"))

    def read(game: AnyGame, state: Any, seat: Seat, notes: Any, number: int) -> object:
        peeks.left_about = state
        return peeks.choose(game, game.view(state, seat), tuple(game.legal(state, seat)), notes, Luck(number))

    read_by: KnowledgeReader = read
    found = compare_worlds(
        made(name, load_game_info(name).default_seats), {"peeks": (read_by, peeks)}, [peeks], 60, "peek"
    )
    assert len(found.differences) > 5


@pytest.mark.parametrize("name", OWN_GAMES)
def test_a_robot_that_remembers_another_world_is_found(name: str) -> None:
    """It chooses by how often it was asked."""
    mind = load_game_info(name).robot_of_level("novice")
    times = 0

    def read(game: AnyGame, state: Any, seat: Seat, notes: Any, number: int) -> object:
        nonlocal times
        times += 1
        return game.legal(state, seat)[times % 2]

    found = compare_worlds(made(name, load_game_info(name).default_seats), {"counts": (read, mind)}, [mind], 5, "count")
    assert len(found.differences) == found.compared_by_phase.total() + found.same_world_by_phase.total() >= 5
