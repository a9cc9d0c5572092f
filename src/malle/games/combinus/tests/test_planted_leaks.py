"""Leaks planted in Combinus: the tile that one player has drawn and not laid yet is told to the other, and found."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from malle.core.scene import Glance, Panel, Scene
from malle.games.combinus import SHEET, drawing
from malle.games.combinus.rules import Combinus
from malle.games.combinus.state import NO_TILE, Now, State
from malle.testing import check_coupled, check_exact
from malle.testing.plants import LAWS, LEAKS, in_setting, laws, leaks, spoilt


def odd(state: State) -> bool:
    """Is the hidden tile one of every second?"""
    return state.phase == "place" and not state.shown and state.tile % 2 == 1


HEARD = {"an event heard twice", "an event left out"}
"""Told at the draw alone: what is shown afterwards is the same, so that only the exact odds find it."""
UNASKED = {"a robot that peeks", "the order of what is legal", "the answer at the deadline"}
"""No leaks here: while a tile is hidden, nobody is asked but the one who holds it."""


@pytest.mark.parametrize("leak", [kind for kind in LEAKS if kind not in UNASKED | HEARD])
@pytest.mark.timeout(200)
def test_the_tile_is_not_told_by(leak: str) -> None:
    """Half of the tiles, told in eight ways."""
    found = check_coupled(in_setting(leaks(SHEET, odd)[leak], 2), pairs=400, stop_at_first=True)
    assert laws(found) & LAWS, found[:2]


@pytest.mark.parametrize("leak", sorted(HEARD))
@pytest.mark.timeout(200)
def test_the_tile_is_not_heard_in(leak: str) -> None:
    found = check_exact(leaks(SHEET, odd)[leak].tiny(), stop_at_first=True)
    assert "E2 sufficient" in laws(found), found[:2]


def test_a_held_tile_kept_by_what_all_see_is_found() -> None:
    """The drawing keeps the tile by game, seat and board: what it drew for the one is there for the other."""
    kept: dict[Any, int] = {}

    def table(game: Combinus, glance: Glance[Now]) -> Scene:
        scene = drawing.table(game, glance)
        tile = kept.get((game, glance.now.seat, glance.now.position.board))
        return scene if tile is None else replace(scene, areas=(*scene.areas, Panel("more", text=str(tile))))

    def own(game: Combinus, glance: Glance[Now]) -> Any:
        if glance.now.tile != NO_TILE:
            kept[game, glance.now.seat, glance.now.position.board] = glance.now.tile
        return drawing.own(game, glance)

    leaky = replace(SHEET, drawing=spoilt(drawing, table=table, own=own))
    assert "coupled rooms" in laws(check_coupled(in_setting(leaky, 2), pairs=200, stop_at_first=True))
    assert kept
