"""Leaks planted in Combinus: the tile that one player has drawn and not laid yet is told to the other, and found."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

import pytest
from msgspec.structs import astuple, replace

from malle.core import Action, Event, Luck, Seat, load_edition
from malle.core.play import resolve_chance
from malle.core.scene import DrawInput, Panel, Scene
from malle.games.combinus import GAME_INFO, drawing
from malle.games.combinus.edition import CLASSIC, Numbers
from malle.games.combinus.rules import Combinus
from malle.games.combinus.state import NO_TILE, Now, State, TileSeen
from malle.testing import check_contract, check_exact_laws, check_paired_rooms
from malle.testing.imagined_twins import table_at
from malle.testing.planted_leaks import (
    LEAK_KINDS,
    LEAK_LAWS,
    broken_laws,
    fix_setting,
    plant_leaks,
    with_replaced_functions,
)


def odd(state: State) -> bool:
    """Is the hidden tile one of every second?"""
    return state.phase == "place" and not state.shown and state.tile % 2 == 1


HEARD = {"an event heard twice", "an event left out"}
"""Told at the draw alone: what is shown afterwards is the same, so that only the exact odds find it."""
UNASKED = {"a robot that peeks", "the order of what is legal", "the answer at the deadline"}
"""No leaks here: while a tile is hidden, nobody is asked but the one who holds it."""


@pytest.mark.parametrize("leak", [kind for kind in LEAK_KINDS if kind not in UNASKED | HEARD])
@pytest.mark.timeout(200)
def test_the_tile_is_not_told_by(leak: str) -> None:
    """Half of the tiles, told in eight ways."""
    found = check_paired_rooms(fix_setting(plant_leaks(GAME_INFO, odd)[leak], 2), pairs=400, stop_at_first=True)
    assert broken_laws(found) & LEAK_LAWS, found[:2]


@pytest.mark.parametrize("leak", sorted(HEARD))
@pytest.mark.timeout(200)
def test_the_tile_is_not_heard_in(leak: str) -> None:
    found = check_exact_laws(plant_leaks(GAME_INFO, odd)[leak].make_tiny_game(), stop_at_first=True)
    assert "E2 sufficient" in broken_laws(found), found[:2]


class TileHeard(TileSeen, frozen=True):
    """A tile drawn unseen, for all to hear."""

    audience_field: ClassVar[str] = ""


class Overheard(Combinus):
    """What is drawn is heard by all where `when` says so."""

    def when(self, state: State) -> bool:
        """Always: the secret is none, and the list of secrets says so."""
        return True

    def apply(self, state: State, mover: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
        after, heard = super().apply(state, mover, action)
        told = self.when(after)
        return after, tuple(TileHeard(*astuple(each)) if told and type(each) is TileSeen else each for each in heard)


class JokerKnown(Overheard):
    """The joker alone."""

    def when(self, state: State) -> bool:
        return self.numbers.tile_names[state.tile] == "joker"


class SecondGame(Overheard):
    """From the second game of a match on."""

    def when(self, state: State) -> bool:
        return state.game >= 2


class LateTell(Overheard):
    """Once twenty tiles lie."""

    def when(self, state: State) -> bool:
        return sum(pose >= 0 for pose in state.position.board) >= 20


@pytest.mark.parametrize("kind", [Overheard, JokerKnown, SecondGame, LateTell])
def test_a_tile_told_to_all_is_found(kind: type[Overheard]) -> None:
    """Its class is none of the game's: that needs no odds and no sampling."""

    def make(seats: int, options: Mapping[str, Any], edition: Path | None) -> Combinus:
        return kind(seats, options, load_edition(edition or CLASSIC, Numbers))

    found = check_contract(fix_setting(replace(GAME_INFO, make_game=make), 2, games=2))
    assert "audience" in broken_laws(found), found[:2]


def test_a_held_tile_kept_by_what_all_see_is_found() -> None:
    """The drawing keeps the tile by game, seat and board: what it drew for the one is there for the other."""
    kept: dict[Any, int] = {}

    def table(game: Combinus, glance: DrawInput[Now]) -> Scene:
        scene = drawing.shared_scene(game, glance)
        tile = kept.get((game, glance.now.seat, glance.now.position.board))
        return scene if tile is None else replace(scene, areas=(*scene.areas, Panel("more", text=str(tile))))

    def own(game: Combinus, glance: DrawInput[Now]) -> Any:
        if glance.now.tile != NO_TILE:
            kept[game, glance.now.seat, glance.now.position.board] = glance.now.tile
        return drawing.seat_overlay(game, glance)

    leaky = replace(GAME_INFO, drawing=with_replaced_functions(drawing, shared_scene=table, seat_overlay=own))
    assert "coupled rooms" in broken_laws(check_paired_rooms(fix_setting(leaky, 2), pairs=200, stop_at_first=True))
    assert kept


def test_a_drawn_tile_is_not_put_back_for_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the game forgets that a tile is news no law finds it; whoever takes the move back would draw again."""
    monkeypatch.setattr(TileSeen, "reveals_secret", False)
    game = GAME_INFO.make_game(2, GAME_INFO.complete_options(2, {"variant": "pool"}), None)
    luck, taken = Luck(3), 0
    table = table_at(game, resolve_chance(game, game.new(), luck.pick)[0])
    while table.awaited:
        seat = table.awaited[0]
        step = table.act(seat, game.write(luck.choice(table.legal(seat))), table.seq)
        table, drawn = step.table, step.entry.lines[1:]
        if drawn:
            taken += table.awaited == (seat,)
            assert not table.may_undo(seat)
    assert taken
