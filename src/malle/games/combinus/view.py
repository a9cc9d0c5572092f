"""What each seat knows, and the worlds it can imagine.

Only one thing is ever hidden from somebody: the tile that the other has drawn and not yet laid. That it is still in
hand tells that it can be played.
"""

from __future__ import annotations

from collections.abc import Mapping

from malle.core import Luck, Over, Seat, Secret, Viewer, Waiting
from malle.games.combinus.grid import bits
from malle.games.combinus.state import NO_TILE, CombinusView, Mask, Memory, Now, State
from malle.games.combinus.tables import Tables


def view(state: State, viewer: Viewer, turn: Waiting | Over) -> CombinusView:
    """What a viewer knows, built from nothing."""
    return CombinusView(viewer, turn, now(state, viewer), Memory())


def now(state: State, viewer: Viewer) -> Now:
    """What lies before a viewer, built from nothing."""
    sees = state.shown or viewer == state.seat
    unseen = state.down if sees or state.tile == NO_TILE else state.down | 1 << state.tile
    return Now(
        phase=state.phase,
        game=state.game,
        totals=state.totals,
        first=state.first,
        sides=state.sides,
        seat=state.seat,
        position=state.position,
        up=state.up,
        tile=state.tile if sees else NO_TILE,
        shown=state.shown,
        unseen=unseen,
    )


def imagine(tables: Tables, view: CombinusView, luck: Luck) -> State:
    """A world with this view: the tile in the other's hand is any unseen one that can be played, all equally likely."""
    now = view.now
    tile, down = now.tile, now.unseen
    if now.phase == "place" and tile == NO_TILE:
        candidates = _candidates(tables, now.unseen, as_state(now))
        tile = candidates[luck.pick((1,) * len(candidates))]
        down ^= 1 << tile
    return State(
        now.phase, now.game, now.totals, now.first, now.sides, now.seat, now.position, down, now.up, tile, now.shown
    )  # fmt: skip


def secrets(tables: Tables, state: State) -> Mapping[str, Secret]:
    """The tile in hand. If one unseen tile only can be played, everybody can tell."""
    if state.phase != "place" or state.shown:
        return {}
    open_ = len(_candidates(tables, state.down | 1 << state.tile, state)) < 2
    return {"tile": Secret(tables.numbers.names[state.tile], frozenset({Seat(state.seat)}), open_)}


def as_state(now: Now) -> State:
    """The state as a viewer sees it, a tile in hand that they have not seen counted among those face down."""
    return State(
        now.phase, now.game, now.totals, now.first, now.sides, now.seat, now.position, now.unseen, now.up, now.tile,
        now.shown,
    )  # fmt: skip


def _candidates(tables: Tables, unseen: Mask, state: State) -> list[int]:
    """The unseen tiles that the seat in turn could play."""
    return bits(tables.playable(state.position, unseen, tables.may_exchange(state)))
