"""Lookup tables that do not change during a game: the grid, and every action and event, made
once. Also the functions that say which tiles a player may place or exchange."""

from __future__ import annotations

from malle.core import Action, Event, Refused, Seat, Waiting
from malle.games.combinus.edition import JOKER, Numbers
from malle.games.combinus.grid import Position, cached_grid
from malle.games.combinus.state import (  # fmt: skip
    NO_TILE,
    Choose,
    Deal,
    Draw,
    Exchange,
    First,
    Place,
    State,
    TakeDown,
    TakeUp,
    TileMask,
    TilePlaced,
    TileSeen,
    TileShown,
    TileTaken,
)

_CHUNK_BITS = 10  # `chance_weights` looks up the weights of ten tiles at a time


class LookupTables:
    """Lookup tables for a number of seats, a variant and an edition: the first state, and
    actions and events made once. Every `Combinus` has one."""

    def __init__(self, seats: int, variant: str, numbers: Numbers) -> None:
        """Compute the tables. Raise `Refused` if the variant cannot be played with this edition."""
        self.numbers = numbers
        self.grid = grid = cached_grid(numbers)
        self.variant = variant
        self.tile_count = len(numbers.tile_names)
        self.all_tiles: TileMask = (1 << self.tile_count) - 1
        self.start_state = self._make_start_state()

        tiles, cells, poses = range(self.tile_count), range(grid.cell_count), range(len(grid.pose_codes))
        self.waiting_by_seat = tuple(Waiting((Seat(seat),)) for seat in range(seats))
        self.lot_actions = tuple(First(seat) for seat in range(seats))
        self.deal_actions = tuple(Deal(tile) for tile in tiles)
        self.draw_actions = tuple(Draw(tile) for tile in tiles)
        self.border_actions = (Choose(0), Choose(1))
        self.take_down_action = TakeDown()
        self.take_up_actions = tuple(TakeUp(tile) for tile in tiles)
        self.place_actions = tuple(tuple(Place(pose, cell) for pose in poses) for cell in cells)
        self.place_actions_by_pose_set = tuple(
            tuple(tuple(row[pose] for pose in poses) for poses in grid.pose_sets) for row in self.place_actions
        )
        """By square and index in `Grid.pose_sets`: the actions that place these poses there."""
        self.exchange_actions = tuple(tuple(Exchange(pose, cell) for pose in poses) for cell in cells)
        self.draw_events = tuple(tuple(_make_draw_events(seat, tile) for tile in tiles) for seat in range(seats))
        """By seat and tile: the two events of a draw."""
        self.shown_events = tuple(tuple(TileShown(seat, tile) for tile in tiles) for seat in range(seats))
        self.placed_events = tuple(
            tuple(tuple(TilePlaced(seat, pose, cell) for pose in poses) for cell in cells) for seat in range(seats)
        )
        self._chunk_weights = tuple(
            tuple(mask >> bit & 1 for bit in range(_CHUNK_BITS)) for mask in range(1 << _CHUNK_BITS)
        )

    def _make_start_state(self) -> State:
        """Return the first state (rules 1, 8 and 9).

        - `pool`: all tiles lie face down.
        - `spread`: all tiles lie face up.
        - `hands`: the joker lies in the centre, and the others face down, to be dealt.
        - `open`: the joker lies in the centre, and the others face up.

        `hands` and `open` need a joker and an even number of other tiles. Raise `Refused` if the
        edition has not.
        """
        grid, names = self.grid, self.numbers.tile_names
        if self.variant == "pool":
            return State("lot", 1, (0, 0), -1, -1, -1, grid.empty_position, self.all_tiles, (0,), NO_TILE, False)
        if self.variant == "spread":
            return State("lot", 1, (0, 0), -1, -1, -1, grid.empty_position, 0, (self.all_tiles,), NO_TILE, False)
        if not self.numbers.joker or len(names) % 2 == 0:
            raise Refused("the variants need a joker and an even number of other tiles")
        joker = names.index(JOKER)
        centred = grid.place_tile(grid.empty_position, grid.centre_cell, grid.poses_of_tile[joker][0])
        others = self.all_tiles ^ 1 << joker
        if self.variant == "hands":
            return State("lot", 1, (0, 0), -1, -1, -1, centred, others, (0, 0), NO_TILE, False)
        return State("lot", 1, (0, 0), -1, -1, -1, centred, 0, (others,), NO_TILE, False)

    def chance_weights(self, down: TileMask) -> tuple[int, ...]:
        """Return the weight of every tile for a draw, in order of the tiles: 1 for those in
        `down`, 0 for the others."""
        weights, low = self._chunk_weights, (1 << _CHUNK_BITS) - 1
        found = weights[down & low] + weights[down >> _CHUNK_BITS & low] + weights[down >> 2 * _CHUNK_BITS & low]
        if self.tile_count > 3 * _CHUNK_BITS:
            found += tuple(down >> bit & 1 for bit in range(3 * _CHUNK_BITS, self.tile_count))
        return found[: self.tile_count]

    def legal_placements(self, position: Position, tile: int) -> list[Place]:
        """Return the placements of a tile, square by square: on every empty square where it fits
        all neighbours. A square without neighbours takes any tile (rule 2)."""
        sets = self.grid.pose_set_by_tile_and_wish[tile]
        found: list[Place] = []
        for laid, wish, listed in zip(position.board, position.wishes, self.place_actions_by_pose_set, strict=True):
            if laid < 0:
                found += listed[sets[wish]]
        return found

    def may_exchange(self, state: State) -> bool:
        """Return whether the seat in turn has the right to exchange: because it has a path (rule
        4), or because the game is blocked (rule 5). Whether an exchange is possible is not
        checked."""
        return self.has_right_to_exchange(state.position, state.sides, state.seat, self.remaining_tiles(state))

    def has_right_to_exchange(self, position: Position, sides: int, seat: int, remaining: TileMask) -> bool:
        """Return whether a seat has the right to exchange, as in `may_exchange`. `sides` is the
        seat that has left and right, `remaining` the mask of the tiles not on the board."""
        if position.linked:
            return bool(position.linked >> (seat != sides) & 1)
        return not position.fitting & remaining

    def remaining_tiles(self, state: State) -> TileMask:
        """Return the mask of the tiles that are not on the board, the one in hand included."""
        held = 1 << state.tile if state.tile >= 0 else 0
        return state.down | state.up[0] | state.up[-1] | held

    def playable_tiles(self, position: Position, tiles: TileMask, has_right: bool) -> TileMask:
        """Return the mask of those among `tiles` that can be placed, or exchanged if the player
        has the right to exchange (`has_right`)."""
        found = tiles & position.fitting
        if has_right and found != tiles:
            found |= self.grid.exchangeable_tiles(position, tiles ^ found)
        return found

    def alphabet(self) -> tuple[Action, ...]:
        """Return all actions that can ever occur in this variant."""
        laid = (action for table in (self.place_actions, self.exchange_actions) for row in table for action in row)
        deals = self.deal_actions if self.variant == "hands" else ()
        return (
            *self.lot_actions,
            *deals,
            *self.draw_actions,
            *self.border_actions,
            self.take_down_action,
            *self.take_up_actions,
            *laid,
        )


def _make_draw_events(seat: int, tile: int) -> tuple[Event, ...]:
    """Return the events of a draw: everybody hears that it happened, the seat alone hears which tile."""
    return (TileTaken(seat), TileSeen(seat, tile))
