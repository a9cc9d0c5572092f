"""Robots know what their seat knows: the same heard, the same luck, the same choice, wherever the plates are."""

from __future__ import annotations

from typing import Any

import pytest

from malle.core import Action, Event, Luck, Seat
from malle.core.robots.robot import LEVELS, Level
from malle.games.chasse import GAME_INFO, robot
from malle.games.chasse.rules import Chasse
from malle.games.chasse.state import ChasseView, Move, PlatePlaced, State
from malle.games.chasse.tests.honest import pairs


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("wanted", [60, pytest.param(10_000, marks=pytest.mark.long)])
def test_the_customs_choose_the_same_wherever_the_plates_are(level: Level, wanted: int) -> None:
    """In games against smugglers of all manners, each beside one in which the plates lay elsewhere all along."""
    found = pairs(GAME_INFO.robot_of_level(level), wanted)
    assert found.count == wanted
    assert found.differ == []


class Peeks:
    """Simple customs who look at the board that the rules were asked about last, with all that lies under it."""

    def new_memory(self, game: Chasse, seat: Seat) -> None:
        """None."""

    def observe(self, game: Chasse, memory: None, events: tuple[Event, ...]) -> None:
        """Nothing."""

    def choose(self, game: Chasse, view: ChasseView, legal: tuple[Action, ...], memory: None, luck: Luck) -> Action:
        board = game._last_blocked[0]
        if isinstance(board, State):
            loaded = {square for square, plates in zip(board.smugglers, board.plates, strict=True) if plates}
            for action in legal:
                if isinstance(action, Move) and action.target in loaded:
                    return action
        return robot.choose(game, view, legal, luck)


class Overhears:
    """Customs who were told where plates were hidden, and whose every choice hangs on it."""

    def new_memory(self, game: Chasse, seat: Seat) -> int:
        return 0

    def observe(self, game: Chasse, memory: int, events: tuple[Event, ...]) -> int:
        return memory + sum(event.square for event in events if isinstance(event, PlatePlaced))

    def choose(self, game: Chasse, view: ChasseView, legal: tuple[Action, ...], memory: int, luck: Luck) -> Action:
        return legal[memory % len(legal)]


def everything(seat: Seat, heard: tuple[Event, ...]) -> tuple[Event, ...]:
    """Ears that are too good."""
    return heard


def test_a_robot_that_peeks_is_found() -> None:
    assert pairs(Peeks(), 150).differ


def test_a_robot_that_overhears_is_found() -> None:
    """By its choices; with the right ears it has nothing to go by."""
    mind: Any = Overhears()
    assert pairs(mind, 150, ears=everything).differ
    assert not pairs(mind, 150).differ
