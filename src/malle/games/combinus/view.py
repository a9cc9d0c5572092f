"""What each viewer knows, and the worlds that a viewer can imagine.

Only one thing is ever hidden from a player: the tile that the opponent has drawn and not yet placed. Because
the tile is still in hand, everybody knows that it can be played.
"""

from __future__ import annotations

from collections.abc import Mapping

from malle.core import Luck, Over, Seat, Secret, Viewer, Waiting
from malle.games.combinus.grid import bit_numbers
from malle.games.combinus.lookup_tables import LookupTables
from malle.games.combinus.state import NO_TILE, CombinusView, Memory, Now, State, TileMask


def view(state: State, viewer: Viewer, turn: Waiting | Over) -> CombinusView:
    """Return what a viewer knows of a state. `turn` says who acts next."""
    return CombinusView(viewer, turn, now(state, viewer), Memory())


def now(state: State, viewer: Viewer) -> Now:
    """Return what lies on the table before a viewer."""
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


def imagine(lookup: LookupTables, view: CombinusView, luck: Luck) -> State:
    """Return a random state that has this view. A tile in hand that the viewer has not seen is drawn from the
    unseen tiles that can be played, all equally likely."""
    now = view.now
    tile, down = now.tile, now.unseen
    if now.phase == "place" and tile == NO_TILE:
        candidates = _possible_tiles_in_hand(lookup, now.unseen, state_as_seen(now))
        tile = candidates[luck.pick((1,) * len(candidates))]
        down ^= 1 << tile
    return State(
        now.phase, now.game, now.totals, now.first, now.sides, now.seat, now.position, down, now.up, tile, now.shown
    )  # fmt: skip


def secrets(lookup: LookupTables, state: State) -> Mapping[str, Secret]:
    """Return the tile in hand as a secret if it was drawn unseen, otherwise nothing. If only one
    unseen tile can be played, the secret is public, because everybody can work it out."""
    if state.phase != "place" or state.shown:
        return {}
    open_ = len(_possible_tiles_in_hand(lookup, state.down | 1 << state.tile, state)) < 2
    return {"tile": Secret(lookup.numbers.tile_names[state.tile], frozenset({Seat(state.seat)}), open_)}


def state_as_seen(now: Now) -> State:
    """Return the state as a viewer sees it. A tile in hand that the viewer has not seen counts among those
    that lie face down."""
    return State(
        now.phase, now.game, now.totals, now.first, now.sides, now.seat, now.position, now.unseen, now.up, now.tile,
        now.shown,
    )  # fmt: skip


def _possible_tiles_in_hand(lookup: LookupTables, unseen: TileMask, state: State) -> list[int]:
    """Return those of the unseen tiles that the seat in turn can play, by number."""
    return bit_numbers(lookup.playable_tiles(state.position, unseen, lookup.may_exchange(state)))
