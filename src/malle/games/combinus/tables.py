"""Lookup tables that do not change during a game: the grid, and every action and event, made once. Also the
functions that say which tiles a player may place or exchange."""

from __future__ import annotations

from malle.core import Action, Event, Refused, Seat, Waiting
from malle.games.combinus.edition import JOKER, Numbers
from malle.games.combinus.grid import Position, grid_of
from malle.games.combinus.state import (
    NO_TILE,
    Choose,
    Deal,
    Draw,
    Exchange,
    First,
    Mask,
    Place,
    State,
    TakeDown,
    TakeUp,
    TilePlaced,
    TileSeen,
    TileShown,
    TileTaken,
)  # fmt: skip

_CHUNK = 10  # `chance_weights` looks up the weights of ten tiles at a time


class Tables:
    """Lookup tables for a number of seats, a variant and an edition: the first state, and actions and events
    made once."""

    def __init__(self, seats: int, variant: str, numbers: Numbers) -> None:
        """Compute the tables. `Refused` if the variant cannot be played with this edition."""
        self.numbers = numbers
        self.grid = grid = grid_of(numbers)
        self.variant = variant
        self.tiles = len(numbers.names)
        self.all: Mask = (1 << self.tiles) - 1
        self.start = self._laid_out()

        tiles, cells, poses = range(self.tiles), range(grid.size), range(len(grid.codes))
        self.waiting = tuple(Waiting((Seat(seat),)) for seat in range(seats))
        self.lots = tuple(First(seat) for seat in range(seats))
        self.deals = tuple(Deal(tile) for tile in tiles)
        self.draws = tuple(Draw(tile) for tile in tiles)
        self.choices = (Choose(0), Choose(1))
        self.take_down = TakeDown()
        self.take_up = tuple(TakeUp(tile) for tile in tiles)
        self.places = tuple(tuple(Place(pose, cell) for pose in poses) for cell in cells)
        self.listed = tuple(tuple(tuple(row[pose] for pose in poses) for poses in grid.sets) for row in self.places)
        """By square and index in `Grid.pose_sets`: the actions that place these poses there."""
        self.exchanges = tuple(tuple(Exchange(pose, cell) for pose in poses) for cell in cells)
        self.taken = tuple(tuple(_hear_draw(seat, tile) for tile in tiles) for seat in range(seats))
        """By seat and tile: the two events of a draw."""
        self.shown = tuple(tuple(TileShown(seat, tile) for tile in tiles) for seat in range(seats))
        self.placed = tuple(
            tuple(tuple(TilePlaced(seat, pose, cell) for pose in poses) for cell in cells) for seat in range(seats)
        )
        self._weights = tuple(tuple(mask >> bit & 1 for bit in range(_CHUNK)) for mask in range(1 << _CHUNK))

    def _laid_out(self) -> State:
        """Return the first state (rules 1, 8 and 9).

        - `pool`: all tiles lie face down.
        - `spread`: all tiles lie face up.
        - `hands`: the joker lies in the centre, and the others face down, to be dealt.
        - `open`: the joker lies in the centre, and the others face up.

        `Refused` if the edition lacks what the last two need: a joker, and an even number of other tiles.
        """
        grid, names = self.grid, self.numbers.names
        if self.variant == "pool":
            return State("lot", 1, (0, 0), -1, -1, -1, grid.start, self.all, (0,), NO_TILE, False)
        if self.variant == "spread":
            return State("lot", 1, (0, 0), -1, -1, -1, grid.start, 0, (self.all,), NO_TILE, False)
        if not self.numbers.joker or len(names) % 2 == 0:
            raise Refused("the variants need a joker and an even number of other tiles")
        joker = names.index(JOKER)
        centred = grid.place(grid.start, grid.centre, grid.poses_of[joker][0])
        others = self.all ^ 1 << joker
        if self.variant == "hands":
            return State("lot", 1, (0, 0), -1, -1, -1, centred, others, (0, 0), NO_TILE, False)
        return State("lot", 1, (0, 0), -1, -1, -1, centred, 0, (others,), NO_TILE, False)

    def weigh(self, down: Mask) -> tuple[int, ...]:
        """Return the weight of every tile for a draw: 1 for the tiles in `down`, 0 for the others."""
        weights, low = self._weights, (1 << _CHUNK) - 1
        found = weights[down & low] + weights[down >> _CHUNK & low] + weights[down >> 2 * _CHUNK & low]
        if self.tiles > 3 * _CHUNK:
            found += tuple(down >> bit & 1 for bit in range(3 * _CHUNK, self.tiles))
        return found[: self.tiles]

    def may_place(self, position: Position, tile: int) -> list[Place]:
        """Return the placements of a tile: on every empty square where it fits all neighbours, whether it has
        any or not (rule 2)."""
        sets = self.grid.set_of[tile]
        found: list[Place] = []
        for laid, wish, listed in zip(position.board, position.wishes, self.listed, strict=True):
            if laid < 0:
                found += listed[sets[wish]]
        return found

    def may_exchange(self, state: State) -> bool:
        """Return whether the seat in turn may exchange: because it has a path (rule 4), or because the game
        is blocked (rule 5)."""
        return self.has_right(state.position, state.sides, state.seat, self.remaining(state))

    def has_right(self, position: Position, sides: int, seat: int, remaining: Mask) -> bool:
        """Return whether a seat may exchange, as in `may_exchange`. `remaining` is the mask of the tiles not
        on the board."""
        if position.linked:
            return bool(position.linked >> (seat != sides) & 1)
        return not position.fitting & remaining

    def remaining(self, state: State) -> Mask:
        """Return the mask of the tiles that are not on the board, the one in hand included."""
        held = 1 << state.tile if state.tile >= 0 else 0
        return state.down | state.up[0] | state.up[-1] | held

    def playable(self, position: Position, tiles: Mask, right: bool) -> Mask:
        """Return the mask of those among `tiles` that can be placed, or exchanged if the player has the right
        to exchange."""
        found = tiles & position.fitting
        if right and found != tiles:
            found |= self.grid.exchangeable(position, tiles ^ found)
        return found

    def alphabet(self) -> tuple[Action, ...]:
        """Return all actions that can ever occur in this variant."""
        laid = (action for table in (self.places, self.exchanges) for row in table for action in row)
        deals = self.deals if self.variant == "hands" else ()
        return (*self.lots, *deals, *self.draws, *self.choices, self.take_down, *self.take_up, *laid)


def _hear_draw(seat: int, tile: int) -> tuple[Event, ...]:
    """Return the events of a draw: everybody hears that it happened, the seat alone hears which tile."""
    return (TileTaken(seat), TileSeen(seat, tile))
