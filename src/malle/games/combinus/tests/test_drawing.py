"""The drawing: what all see of a tile drawn unseen, what its holder sees, and whose networks are drawn solid."""

from __future__ import annotations

from typing import Any, cast

from malle.core import Luck, Over, Seat, Viewer, Waiting
from malle.core.play import make_move, resolve_chance
from malle.core.scene import DrawInput, Row, Scene, SeatOverlay, StaticScene, Tray
from malle.core.scene_checks import apply_overlay, decode_drawn
from malle.games import load_game
from malle.games.combinus import drawing, icons
from malle.games.combinus.rules import Combinus
from malle.games.combinus.state import State

SEED = 4


def new(**options: Any) -> Combinus:
    return cast(Combinus, load_game("combinus")(2, options))


def play_until(game: Combinus, phase: str) -> State:
    """A random game until something is to be decided."""
    luck = Luck(SEED)
    state, _ = resolve_chance(game, game.new(), luck.pick)
    while state.phase != phase:
        seat = Seat(state.seat)
        state, _ = make_move(game, state, seat, luck.choice(game.legal(state, seat)), luck.pick)
    return cast(State, state)


def glance(game: Combinus, state: State, viewer: Viewer) -> DrawInput[Any]:
    view = game.view(state, viewer)
    assert isinstance(view.turn, Waiting | Over)
    legal = () if viewer is None else game.legal(state, viewer)
    return DrawInput(viewer, view.turn, game.phase(view), view.now, legal)


def own(game: Combinus, state: State, seat: Seat) -> SeatOverlay | None:
    made = drawing.seat_overlay(game, glance(game, state, seat))
    return None if made is None else decode_drawn(made, SeatOverlay)


def seen(game: Combinus, state: State, viewer: Viewer) -> Scene:
    scene = decode_drawn(drawing.shared_scene(game, glance(game, state, None)), Scene)
    return scene if viewer is None else apply_overlay(scene, own(game, state, viewer))


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
    assert shown[holder] == (icons.symbol_of_tile(game, state.tile), "hand", True)
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
        paints = decode_drawn(drawing.static_scene(game, viewer), StaticScene).paints
        dashed[viewer] = {paint.id for paint in paints if dict(paint.values).get("core-dash")}
    assert dashed == {None: {"seat-2", "both"}, Seat(0): {"seat-2", "both"}, Seat(1): {"seat-1", "both"}}
