"""The drawing: what all see of a tile drawn unseen, what its holder sees, and whose networks are drawn solid."""

from __future__ import annotations

from typing import Any, cast

from malle.core import Luck, Over, Seat, Viewer, Waiting
from malle.core.play import move, settle
from malle.core.scene import Glance, Own, Row, Scene, Setting, Tray
from malle.core.soundness import laid_over, read_back
from malle.games import load
from malle.games.combinus import drawing, faces
from malle.games.combinus.rules import Combinus
from malle.games.combinus.state import State

SEED = 4


def new(**options: Any) -> Combinus:
    return cast(Combinus, load("combinus")(2, options))


def play_until(game: Combinus, phase: str) -> State:
    """A random game until something is to be decided."""
    luck = Luck(SEED)
    state, _ = settle(game, game.new(), luck.pick)
    while state.phase != phase:
        seat = Seat(state.seat)
        state, _ = move(game, state, seat, luck.choice(game.legal(state, seat)), luck.pick)
    return cast(State, state)


def glance(game: Combinus, state: State, viewer: Viewer) -> Glance[Any]:
    view = game.view(state, viewer)
    assert isinstance(view.turn, Waiting | Over)
    legal = () if viewer is None else game.legal(state, viewer)
    return Glance(viewer, view.turn, game.phase(view), view.now, legal)


def own(game: Combinus, state: State, seat: Seat) -> Own | None:
    made = drawing.own(game, glance(game, state, seat))
    return None if made is None else read_back(made, Own)


def seen(game: Combinus, state: State, viewer: Viewer) -> Scene:
    scene = read_back(drawing.table(game, glance(game, state, None)), Scene)
    return scene if viewer is None else laid_over(scene, own(game, state, viewer))


def test_a_tile_drawn_unseen_is_a_back_to_all_but_its_holder() -> None:
    game = new()
    state = play_until(game, "place")
    holder, other = Seat(state.seat), Seat(1 - state.seat)
    shown = {}
    for viewer in (None, other, holder):
        areas = {area.id: area for area in seen(game, state, viewer).areas}
        held, box = areas["held"], areas["box"]
        assert isinstance(held, Row)
        assert isinstance(box, Tray)
        shown[viewer] = (held.items[0].symbol, held.where, box.items[state.tile].dim)
    assert shown[None] == shown[other] == ("tile-back", "aside", False)
    assert shown[holder] == (faces.symbol(game, state.tile), "hand", True)
    assert own(game, state, other) is None


def test_everybodys_tiles_lie_before_them_while_one_is_to_be_taken() -> None:
    game = new(variant="hands")
    state = play_until(game, "take")
    where = {
        viewer: [area.where for area in seen(game, state, viewer).areas if isinstance(area, Tray)]
        for viewer in (None, Seat(0), Seat(1))
    }
    assert where == {None: ["aside", "aside"], Seat(0): ["hand", "aside"], Seat(1): ["aside", "hand"]}


def test_ones_own_networks_are_solid_and_the_others_dashed() -> None:
    """A spectator sees the first seat's side."""
    game = new()
    dashed = {}
    for viewer in (None, Seat(0), Seat(1)):
        paints = read_back(drawing.setting(game, viewer), Setting).paints
        dashed[viewer] = {paint.id for paint in paints if dict(paint.values).get("core-dash")}
    assert dashed == {None: {"seat-2", "both"}, Seat(0): {"seat-2", "both"}, Seat(1): {"seat-1", "both"}}
