"""The base of a game's rules refuses for the game: `play` is called with lawful actions only."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec import Struct

from malle.core import (
    NATURE,
    Action,
    Chance,
    Edition,
    Event,
    Illegal,
    Malformed,
    NotYourTurn,
    Seat,
    Turn,
    View,
    Viewer,
    Waiting,
)
from malle.core.rules import Rules, next_seat


class Toss(Action, frozen=True):
    heads: bool


class SayIt(Action, frozen=True):
    heads: bool
    loud: int


class Coin(Struct, frozen=True):
    tossed: bool = False


class Coins(Rules[Coin, View, None]):
    """A coin that always shows heads; then the first seat says so."""

    def alphabet(self) -> Sequence[Action]:
        return (Toss(True), Toss(False), SayIt(True, 1), SayIt(False, 1))

    def turn(self, state: Coin) -> Turn:
        return Waiting((Seat(0),)) if state.tossed else Chance(self.actions[:2], (1, 0))

    def legal(self, state: Coin, seat: Seat) -> Sequence[Action]:
        return (SayIt(True, 1),) if state.tossed and seat == 0 else ()

    def view(self, state: Coin, viewer: Viewer) -> View:
        return View(viewer, Waiting((Seat(0),)), state, None)

    def play(self, state: Coin, mover: Seat, action: Action) -> tuple[Coin, tuple[Event, ...]]:
        return Coin(True), ()


GAME = Coins(2, {}, Edition(name="", digest="none", data=None, marks={}, text=""))
TOSSED = Coin(True)


def test_what_is_lawful_is_played() -> None:
    assert GAME.apply(Coin(), NATURE, Toss(True)) == (TOSSED, ())
    assert GAME.apply(TOSSED, Seat(0), SayIt(True, 1)) == (TOSSED, ())


@pytest.mark.parametrize(
    ("state", "mover", "action", "error"),
    [
        (Coin(), NATURE, Toss(False), Illegal),  # its weight is 0
        (Coin(), NATURE, SayIt(True, 1), Illegal),
        (TOSSED, NATURE, Toss(True), Illegal),
        (TOSSED, Seat(0), SayIt(False, 1), Illegal),
        (TOSSED, Seat(0), Toss(True), Illegal),
        (TOSSED, Seat(1), SayIt(True, 1), NotYourTurn),
        (TOSSED, Seat(7), SayIt(True, 1), NotYourTurn),
        (Coin(), Seat(0), SayIt(True, 1), NotYourTurn),
    ],
)
def test_what_is_not_is_refused(state: Coin, mover: Seat, action: Action, error: type[Illegal]) -> None:
    with pytest.raises(Illegal) as refused:
        GAME.apply(state, mover, action)
    assert type(refused.value) is error


def test_notation_is_the_name_and_the_values() -> None:
    assert GAME.write(SayIt(False, 1)) == "say-it False 1"
    assert GAME.read("say-it True 1", TOSSED, Seat(0)) == SayIt(True, 1)
    with pytest.raises(Malformed, match="'say-it maybe' is no action of this game"):
        GAME.read("say-it maybe", TOSSED, Seat(0))
    with pytest.raises(Illegal, match="say-it False 1 is not possible now"):
        GAME.read("say-it False 1", TOSSED, Seat(0))
    with pytest.raises(NotYourTurn):
        GAME.read("say-it True 1", TOSSED, Seat(1))


def test_the_next_to_the_left_is_one_who_plays() -> None:
    assert next_seat(0, (3, 0, 2)) == 2
    assert next_seat(2, (3, 0, 2)) == 0
    assert next_seat(2, (0, 0, 2)) == 2
