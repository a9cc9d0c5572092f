"""Who hears an event follows from its class; an event of which that is not known is never shown."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest
from msgspec.structs import astuple

from malle.core import Action, Bug, Event, Seat
from malle.core.play import describe_audience_fault, events_for_viewer
from malle.games import OWN_GAMES, load_game_info
from malle.testing.example_game import GAME_INFO, Dealt, Parley, ParleyState, Show, Shown
from malle.testing.imagined_twins import table_at


class Overheard(Dealt, frozen=True):
    """A seat's number for all to hear; Parley's list does not have it."""

    audience_field: ClassVar[str] = ""


class Blurts(Parley):
    """Numbers are told to all."""

    def apply(self, state: ParleyState, mover: Seat, action: Action) -> tuple[ParleyState, tuple[Event, ...]]:
        after, heard = super().apply(state, mover, action)
        return after, tuple(Overheard(*astuple(event)) if isinstance(event, Dealt) else event for event in heard)


class Whispers(Parley):
    """A six is news for nobody: no word of it is heard, but undo is gone."""

    def apply(self, state: ParleyState, mover: Seat, action: Action) -> tuple[ParleyState, tuple[Event, ...]]:
        after, heard = super().apply(state, mover, action)
        six = isinstance(action, Show) and state.numbers[mover] == 6
        return after, (*heard, Dealt(-1, 0)) if six else heard


def test_one_hears_what_is_for_one() -> None:
    heard: tuple[Event, ...] = (Dealt(1, 4), Shown(0, 2))
    assert events_for_viewer(Seat(1), heard) == heard
    assert events_for_viewer(Seat(0), heard) == events_for_viewer(None, heard) == heard[1:]


@pytest.mark.parametrize(("kind", "text"), [(Blurts, "keep"), (Whispers, "show")])
def test_in_play_nothing_of_it_is_shown(kind: type[Parley], text: str) -> None:
    """The move is refused as our fault, in words that are the same whatever happened."""
    state = ParleyState(1, (6, 6), (0, 0), 0, (0, 0))
    assert table_at(Parley(2, {"rounds": 9}), state).act(Seat(0), text, 1).heard
    with pytest.raises(Bug) as found:
        table_at(kind(2, {"rounds": 9}), state).act(Seat(0), text, 1)
    assert str(found.value) == str(Bug())


@pytest.mark.parametrize("name", OWN_GAMES)
def test_every_class_names_a_field_that_it_has(name: str) -> None:
    kinds: tuple[Any, ...] = load_game_info(name).make_tiny_game().codec.event_types
    assert all(kind.audience_field in ("", *kind.__struct_fields__) for kind in kinds)
    assert any(kind.audience_field for kind in kinds)


def test_a_fault_says_what_is_wrong() -> None:
    game: Any = GAME_INFO.make_tiny_game()
    assert describe_audience_fault(game, Dealt(1, 4)) == ""
    assert "not in the game's list" in describe_audience_fault(game, Overheard(0, 6))
    assert "names none" in describe_audience_fault(game, Dealt(2, 4))
