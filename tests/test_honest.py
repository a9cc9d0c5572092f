"""Honest robots, of every game and number of players: a world that a seat cannot tell from the true one changes no
choice; and robots that peek are found."""

from __future__ import annotations

from typing import Any
from zlib import crc32

import pytest

from malle.core import Action, AnyGame, Event, Luck, Seat
from malle.core.mind import AnyMind
from malle.games import GAMES, load, sheet
from malle.testing.honest import Pairs, Read, check_honest, minds_of, pairs_of_worlds, reading

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
TABLES = [(name, seats) for name in GAMES for seats in sheet(name).seats]


def made(name: str, seats: int) -> AnyGame:
    return load(name)(seats, sheet(name).settle_options(seats, {}), None)


@pytest.mark.parametrize("name", GAMES)
def test_levels_choose_by_what_their_seat_knows(name: str) -> None:
    assert not check_honest(sheet(name), pairs=6)


def found_in(name: str, seats: int, wanted: int, phases: tuple[str, ...]) -> Pairs:
    """Pairs of worlds for all levels of a game, none of which differ."""
    levels = minds_of(sheet(name))
    reads = {level: (reading(mind), mind) for level, mind in levels.items()}
    found = pairs_of_worlds(made(name, seats), reads, tuple(levels.values()), wanted, "many", phases=phases)
    print(f"{name} with {seats}: {dict(found.phases)}; one world alone: {dict(found.alike)}")
    assert not found.differ
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_phase_in_which_a_robot_decides_is_tried(name: str) -> None:
    """In two worlds that are not the same, at the biggest table; but for phases in which there is only one."""
    found = found_in(name, max(sheet(name).seats), 4, PHASES[name])
    assert {*PHASES[name]} <= {*found.phases}
    assert {*found.phases} <= {*PHASES[name], *SELDOM.get(name, ())}, "a phase that hides something is named above"
    assert {*found.alike} <= {*PHASES[name], *OPEN.get(name, ()), *SELDOM.get(name, ())}


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_levels_choose_by_what_their_seat_knows_in_many_worlds(name: str, seats: int) -> None:
    """10,000 pairs where a decision takes less than 10 ms, else 1,000."""
    found = found_in(name, seats, 1_000 if sheet(name).ponders else 10_000, ())
    hides = {*PHASES[name]}
    if name == "declarer" and seats == 3:
        hides -= {"declare", "throw"}  # whoever holds the hand knows what the only other traveller saw of it
    assert hides <= {*found.phases} <= {*hides, *SELDOM.get(name, ())}


class Peeks:
    """A robot that finds a state where somebody left it: the rules remember which one they were last asked about."""

    def __init__(self, mind: AnyMind) -> None:
        self._mind = mind
        self.left_about: Any = None

    def notes(self, game: AnyGame, seat: Seat) -> Any:
        return self._mind.notes(game, seat)

    def hear(self, game: AnyGame, notes: Any, events: tuple[Event, ...]) -> Any:
        return self._mind.hear(game, notes, events)

    def choose(self, game: AnyGame, view: Any, legal: tuple[Action, ...], notes: Any, luck: Luck) -> Action:
        return legal[crc32(repr(self.left_about).encode()) % len(legal)]


@pytest.mark.parametrize("name", [name for name in GAMES if name != "combinus"])
def test_a_robot_that_finds_a_state_is_found(name: str) -> None:
    """Combinus hides nothing from whoever decides but what nobody has drawn yet."""
    peeks = Peeks(sheet(name).mind("novice"))

    def read(game: AnyGame, state: Any, seat: Seat, notes: Any, number: int) -> object:
        peeks.left_about = state
        return peeks.choose(game, game.view(state, seat), tuple(game.legal(state, seat)), notes, Luck(number))

    read_by: Read = read
    found = pairs_of_worlds(made(name, sheet(name).usual_seats), {"peeks": (read_by, peeks)}, [peeks], 60, "peek")
    assert len(found.differ) > 5


@pytest.mark.parametrize("name", GAMES)
def test_a_robot_that_remembers_another_world_is_found(name: str) -> None:
    """It chooses by how often it was asked."""
    mind = sheet(name).mind("novice")
    times = 0

    def read(game: AnyGame, state: Any, seat: Seat, notes: Any, number: int) -> object:
        nonlocal times
        times += 1
        return game.legal(state, seat)[times % 2]

    found = pairs_of_worlds(made(name, sheet(name).usual_seats), {"counts": (read, mind)}, [mind], 5, "count")
    assert len(found.differ) == found.phases.total() + found.alike.total() >= 5
