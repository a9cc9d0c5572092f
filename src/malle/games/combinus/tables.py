"""What does not change during a game: numbers, grid, every action and what is heard of it, built once; and what a
position allows whom."""

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

_CHUNK = 10  # masks become weights ten tiles at a time


class Tables:
    """Tables for a number of seats, a variant and an edition."""

    def __init__(self, seats: int, variant: str, numbers: Numbers) -> None:
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
        """By square and set of poses: the actions that lay them."""
        self.exchanges = tuple(tuple(Exchange(pose, cell) for pose in poses) for cell in cells)
        self.taken = tuple(tuple(_hear_draw(seat, tile) for tile in tiles) for seat in range(seats))
        self.shown = tuple(tuple(TileShown(seat, tile) for tile in tiles) for seat in range(seats))
        self.placed = tuple(
            tuple(tuple(TilePlaced(seat, pose, cell) for pose in poses) for cell in cells) for seat in range(seats)
        )
        self._weights = tuple(tuple(mask >> bit & 1 for bit in range(_CHUNK)) for mask in range(1 << _CHUNK))

    def _laid_out(self) -> State:
        """Rules 1, 8 and 9: all tiles face down; in the variants face up, and the joker stands in the centre, but where
        it is spread out with the others."""
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
        """One for each tile of the set, zero for the others."""
        weights, low = self._weights, (1 << _CHUNK) - 1
        found = weights[down & low] + weights[down >> _CHUNK & low] + weights[down >> 2 * _CHUNK & low]
        if self.tiles > 3 * _CHUNK:
            found += tuple(down >> bit & 1 for bit in range(3 * _CHUNK, self.tiles))
        return found[: self.tiles]

    def may_place(self, position: Position, tile: int) -> list[Place]:
        """Rule 2: on any empty square where it fits all its neighbours, beside other tiles or not."""
        sets = self.grid.set_of[tile]
        found: list[Place] = []
        for laid, wish, listed in zip(position.board, position.wishes, self.listed, strict=True):
            if laid < 0:
                found += listed[sets[wish]]
        return found

    def may_exchange(self, state: State) -> bool:
        """Rule 4: whoever has a path at the start of their turn. Rule 5: both, while the game is blocked."""
        return self.has_right(state.position, state.sides, state.seat, self.remaining(state))

    def has_right(self, position: Position, sides: int, seat: int, remaining: Mask) -> bool:
        """The same, with the tiles that are not on the board at hand."""
        if position.linked:
            return bool(position.linked >> (seat != sides) & 1)
        return not position.fitting & remaining

    def remaining(self, state: State) -> Mask:
        """The tiles that are not on the board."""
        held = 1 << state.tile if state.tile >= 0 else 0
        return state.down | state.up[0] | state.up[-1] | held

    def playable(self, position: Position, tiles: Mask, right: bool) -> Mask:
        """Those of the tiles that can be laid or, with the right to exchange, exchanged."""
        found = tiles & position.fitting
        if right and found != tiles:
            found |= self.grid.exchangeable(position, tiles ^ found)
        return found

    def alphabet(self) -> tuple[Action, ...]:
        """All actions that can ever occur."""
        laid = (action for table in (self.places, self.exchanges) for row in table for action in row)
        deals = self.deals if self.variant == "hands" else ()
        return (*self.lots, *deals, *self.draws, *self.choices, self.take_down, *self.take_up, *laid)


def _hear_draw(seat: int, tile: int) -> tuple[Event, ...]:
    return (TileTaken(seat), TileSeen(seat, tile))
