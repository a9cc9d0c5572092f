"""The grid: which tiles fit where, which networks run over it, and which exchanges are possible.

Everything that play looks up again and again is a table, computed once for an edition. Terms:

- A *pose* is a tile in one of its rotations. Its number is the index in `Numbers.pose_codes`.
- A square's *wish* is what its four neighbours ask of it, as one number with a digit for each side. An empty
  neighbour asks nothing, a blank side asks for blank, and a junction asks for a junction that meets it. The joker
  asks for anything.
- A *network* is a set of squares whose tracks are joined, with their branches on the borders, as one bit mask.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, reduce
from itertools import product
from operator import or_
from typing import TypeVar

from msgspec import Struct

from malle.games.combinus.edition import EAST, NORTH, SOUTH, WEST, Numbers, rotations, side_of, sides_fit

T = TypeVar("T")

EMPTY = -1
"""On the board: a square without a tile."""

_SIDE_LETTERS = "-abj"
_WISH_BASE = len(_SIDE_LETTERS) + 1  # one digit of a wish: 0 if the neighbour is empty, else 1 + the index of its side

LEFT_RIGHT, TOP_BOTTOM = 0, 1
"""The two pairs of borders. Each is also the number of its bit in `Position.linked`."""


class Position(Struct, frozen=True, gc=False):
    """The board, with values computed from it (`wishes`, `networks` and so on). They are stored
    because computing them anew in every move would cost far more than the move. Equal boards
    give equal positions."""

    board: tuple[int, ...]
    """The pose on each square, or `EMPTY`."""
    wishes: tuple[int, ...]
    """The wish of each square."""
    networks: tuple[int, ...]
    """Bit masks of squares and branches, sorted."""
    fitting: int
    """Mask of the tiles that fit some empty square, whether they are on the board or not."""
    linked: int
    """Bit `LEFT_RIGHT` is set if a path joins left and right; bit `TOP_BOTTOM` if one joins top and bottom."""


class Grid:
    """The lookup tables of an edition's grid, and the functions on positions. Get it from
    `cached_grid`."""

    def __init__(self, numbers: Numbers) -> None:
        """Compute all lookup tables. This takes a tenth of a second; `cached_grid` shares the result."""
        self.fit = numbers.fit
        self.cell_count = size = numbers.rows * numbers.columns
        self.pose_codes = numbers.pose_codes
        self.tile_of_pose = tuple(numbers.tile_names.index(_tile_name_of_code(code)) for code in self.pose_codes)
        self.poses_of_tile = tuple(
            tuple(pose for pose, tile in enumerate(self.tile_of_pose) if tile == each)
            for each in range(len(numbers.tile_names))
        )
        self.centre_cell = numbers.rows // 2 * numbers.columns + numbers.columns // 2
        self.neighbours = tuple(_neighbours_of(cell, numbers) for cell in range(size))
        self.frame_places = _list_frame_places(numbers)
        """(square, side) of every place where a branch may be, clockwise from the top left corner."""
        self.branch_bits = {place: size + index for index, place in enumerate(self.frame_places)}
        """The number of each branch's bit in a network, by (square, side)."""
        self.border_masks = tuple(
            sum(1 << bit for (_, at), bit in self.branch_bits.items() if at == border) for border in range(4)
        )
        """Mask of the branches on each border, by side."""
        self.pair_border_masks = (
            (self.border_masks[WEST], self.border_masks[EAST]),
            (self.border_masks[NORTH], self.border_masks[SOUTH]),
        )
        """For each pair of borders, the masks of the branches on its two borders."""

        self._all_branches_mask = sum(self.border_masks)
        self.poses_by_tile_and_wish = self._make_poses_by_tile_and_wish(numbers)
        """By tile and wish: the poses of the tile that fit."""
        self.pose_sets = tuple(sorted({poses for table in self.poses_by_tile_and_wish for poses in table}))
        """All distinct tuples of poses in `poses_by_tile_and_wish`."""
        number = {poses: index for index, poses in enumerate(self.pose_sets)}
        self.pose_set_by_tile_and_wish = tuple(
            tuple(number[poses] for poses in table) for table in self.poses_by_tile_and_wish
        )
        """By tile and wish: the index in `pose_sets`."""
        self.tiles_by_wish = tuple(
            sum(1 << tile for tile, options in enumerate(self.poses_by_tile_and_wish) if options[wish])
            for wish in range(_WISH_BASE**4)
        )
        """By wish: mask of the tiles that fit."""
        self.poses_by_wish = tuple(
            tuple(pose for options in self.poses_by_tile_and_wish for pose in options[wish])
            for wish in range(_WISH_BASE**4)
        )
        """By wish: the poses of all tiles that fit."""
        self.wish_changes = self._table_by_cell_and_pose(self._wish_changes_at)
        """By square and pose: for each neighbour, its square and what the pose adds to its wish."""
        self.own_network = self._table_by_cell_and_pose(self._own_network_at)
        """By square and pose: mask of the square and of the tile's branches, a network without neighbours."""
        self.exit_masks = self._table_by_cell_and_pose(self._exit_mask)
        """By square and pose: mask of the neighbours that a track of the tile leads to."""
        self.entry_masks = tuple(
            tuple(self._entry_mask(cell, wish) for wish in range(_WISH_BASE**4)) for cell in range(size)
        )
        """By square and wish: mask of the neighbours from which a track leads to the square."""
        self._neighbour_masks = tuple(sum(1 << near for _, near in self.neighbours[cell]) for cell in range(size))
        self.empty_position = Position((EMPTY,) * size, (0,) * size, (), self.tiles_by_wish[0], 0)

    # -- placing and exchanging

    def place_tile(self, position: Position, cell: int, pose: int) -> Position:
        """Return the position after a tile is placed on an empty square. The caller has checked that the pose
        fits."""
        board = position.board[:cell] + (pose,) + position.board[cell + 1 :]  # noqa: RUF005 (twice as fast)
        wishes = list(position.wishes)
        for near, ask in self.wish_changes[cell][pose]:
            wishes[near] += ask
        joined = self.own_network[cell][pose]
        touching = self.exit_masks[cell][pose] & self.entry_masks[cell][wishes[cell]]
        if touching:
            networks = []
            for network in position.networks:
                if network & touching:
                    joined |= network
                else:
                    networks.append(network)
            networks.append(joined)
        else:
            networks = [*position.networks, joined]
        networks.sort()
        linked = position.linked
        if linked != 3 and joined & self._all_branches_mask:
            linked |= self._linked_pairs(joined)
        return self._make_position(board, wishes, networks, linked)

    def exchange_tile(self, position: Position, cell: int, pose: int) -> Position:
        """Return the position after the tile on a square is replaced by another. The caller has checked that
        the pose fits."""
        board = position.board[:cell] + (pose,) + position.board[cell + 1 :]  # noqa: RUF005 (twice as fast)
        wishes = list(position.wishes)
        for (near, old), (_, new) in zip(
            self.wish_changes[cell][position.board[cell]], self.wish_changes[cell][pose], strict=True
        ):
            wishes[near] += new - old
        networks = self._networks_after_exchange(position, cell, board, wishes)
        return self._make_position(board, wishes, networks, reduce(or_, map(self._linked_pairs, networks), 0))

    def position_of_board(self, board: tuple[int, ...]) -> Position:
        """Return the position of a board. Every tile must fit."""
        position = self.empty_position
        for cell, pose in enumerate(board):
            if pose != EMPTY:
                position = self.place_tile(position, cell, pose)
        return position

    def _make_position(self, board: tuple[int, ...], wishes: list[int], networks: list[int], linked: int) -> Position:
        """Return the position with these parts. Which tiles fit some empty square is computed
        here."""
        fits, every = self.tiles_by_wish, self.tiles_by_wish[0]
        fitting = 0
        for pose, wish in zip(board, wishes, strict=True):
            if pose < 0:
                fitting |= fits[wish]
                if fitting == every:
                    break
        return Position(board, tuple(wishes), tuple(networks), fitting, linked)

    def _networks_after_exchange(
        self, position: Position, cell: int, board: tuple[int, ...], wishes: list[int]
    ) -> list[int]:
        """Return the networks after the tile on `cell` was replaced; `board` and `wishes` are
        the new ones. Only networks that the old tile belonged to, or that the new tile touches,
        are computed again."""
        bit = 1 << cell
        touching = bit | self.exit_masks[cell][board[cell]] & self.entry_masks[cell][wishes[cell]]
        networks, unassigned = [], 0
        for network in position.networks:
            if network & touching:
                unassigned |= network
            else:
                networks.append(network)
        unassigned &= (1 << self.cell_count) - 1
        while unassigned:
            joined, edge = 0, unassigned & -unassigned
            while edge:
                unassigned &= ~edge
                low = edge & -edge
                at = low.bit_length() - 1
                joined |= self.own_network[at][board[at]]
                edge = (edge ^ low) | self.exit_masks[at][board[at]] & self.entry_masks[at][wishes[at]] & unassigned
            networks.append(joined)
        networks.sort()
        return networks

    def _linked_pairs(self, network: int) -> int:
        """Return the pairs of borders that a network links, as bits (see `Position.linked`)."""
        (left, right), (top, bottom) = self.pair_border_masks
        return (1 if network & left and network & right else 0) | (2 if network & top and network & bottom else 0)

    # -- possible moves

    def fitting_poses_at(self, position: Position, cell: int, tile: int) -> tuple[int, ...]:
        """Return the poses in which a tile fits the neighbours of a square. Whether the square is empty does
        not matter."""
        return self.poses_by_tile_and_wish[tile][position.wishes[cell]]

    def possible_exchanges(self, position: Position, tile: int) -> list[tuple[int, int]]:
        """Return every (square, pose) in which the tile may replace one on the board so that the
        replaced tile then fits some empty square. The right to exchange is not checked."""
        options, (empties, open_) = self.poses_by_tile_and_wish[tile], self._empty_cells(position)
        found = []
        for cell, (old, wish) in enumerate(zip(position.board, position.wishes, strict=True)):
            if old >= 0 and (poses := options[wish]):
                if self._replaced_tile_fits_elsewhere(position, empties, cell):
                    found += [(cell, pose) for pose in poses]
                elif open_ & self._neighbour_masks[cell]:
                    found += [(cell, pose) for pose in poses if self._replaced_tile_fits_beside(position, cell, pose)]
        return found

    def exchangeable_tiles(self, position: Position, tiles: int, *, stop_at_first: bool = False) -> int:
        """Return the mask of those among `tiles` for which an exchange is possible; the right to
        exchange is not checked. With `stop_at_first`, stop at the first square where an exchange
        is possible; the mask may then be incomplete, but is 0 only if there is none."""
        found = 0
        fits, (empties, open_) = self.tiles_by_wish, self._empty_cells(position)
        for cell, (old, wish) in enumerate(zip(position.board, position.wishes, strict=True)):
            if old >= 0 and (able := fits[wish] & tiles & ~found):
                if self._replaced_tile_fits_elsewhere(position, empties, cell):
                    found |= able
                elif open_ & self._neighbour_masks[cell]:
                    for tile in bit_numbers(able):
                        if any(
                            self._replaced_tile_fits_beside(position, cell, pose)
                            for pose in self.poses_by_tile_and_wish[tile][wish]
                        ):
                            found |= 1 << tile
                if found == tiles or (stop_at_first and found):
                    break
        return found

    def replaced_tile_fits(self, position: Position, cell: int, pose: int) -> bool:
        """Return whether the tile on `cell` would fit some empty square once `pose` has replaced it."""
        away = self._replaced_tile_fits_elsewhere(position, self._empty_cells(position)[0], cell)
        return away or self._replaced_tile_fits_beside(position, cell, pose)

    def _empty_cells(self, position: Position) -> tuple[list[tuple[int, int]], int]:
        """Return the empty squares and their common mask. Each square is given as its bit and the mask of the
        tiles that fit it."""
        fits, wishes = self.tiles_by_wish, position.wishes
        empties = [cell for cell, laid in enumerate(position.board) if laid < 0]
        return [(1 << cell, fits[wishes[cell]]) for cell in empties], sum([1 << cell for cell in empties])

    def _replaced_tile_fits_elsewhere(self, position: Position, empties: list[tuple[int, int]], cell: int) -> bool:
        """Return whether the tile on `cell` fits an empty square that is not a neighbour of
        `cell`. The answer does not depend on the tile that replaces it. `empties` comes from
        `_empty_cells`."""
        bit = 1 << self.tile_of_pose[position.board[cell]]
        if position.fitting & bit:
            neighbour_mask = self._neighbour_masks[cell]
            for empty, fits in empties:
                if fits & bit and not empty & neighbour_mask:
                    return True
        return False

    def _replaced_tile_fits_beside(self, position: Position, cell: int, pose: int) -> bool:
        """Return whether the tile on `cell`, replaced by `pose`, fits an empty neighbour of
        `cell`. `pose` changes the wishes of these neighbours."""
        board, wishes = position.board, position.wishes
        old = board[cell]
        bit = 1 << self.tile_of_pose[old]
        for (to, was), (_, asked) in zip(self.wish_changes[cell][old], self.wish_changes[cell][pose], strict=True):
            if board[to] < 0 and self.tiles_by_wish[wishes[to] - was + asked] & bit:
                return True
        return False

    # -- branches and paths

    def branch_masks(self, position: Position, pair: int) -> tuple[int, int]:
        """Return the branches (ends of tracks on the border) on a pair of borders as two masks:
        those whose network reaches both borders, and the others."""
        one, other = self.pair_border_masks[pair]
        linked_branches = other_branches = 0
        for network in position.networks:
            on = network & (one | other)
            if network & one and network & other:
                linked_branches |= on
            else:
                other_branches |= on
        return linked_branches, other_branches

    def shortest_path(self, position: Position, pair: int) -> tuple[int, ...]:
        """Return the squares of a shortest path from one border of a pair to the other, in
        order. Empty if no path links them."""
        start, end = self.pair_border_masks[pair]
        board, wishes = position.board, position.wishes
        path_to_cell: dict[int, tuple[int, ...]] = {}
        for cell, pose in enumerate(board):
            if pose != EMPTY and self.own_network[cell][pose] & start:
                path_to_cell[cell] = (cell,)
        queue = list(path_to_cell)
        for cell in queue:
            if self.own_network[cell][board[cell]] & end:
                return path_to_cell[cell]
            for near in bit_numbers(self.exit_masks[cell][board[cell]] & self.entry_masks[cell][wishes[cell]]):
                if near not in path_to_cell:
                    path_to_cell[near] = (*path_to_cell[cell], near)
                    queue.append(near)
        return ()

    def sides_fit(self, first_side: str, second_side: str) -> bool:
        """Return whether two facing sides fit in this edition."""
        return sides_fit(first_side, second_side, self.fit)

    def score(self, position: Position, pair: int) -> int:
        """Return the points of a pair of borders: the number of branches there whose network
        reaches both borders."""
        return self.branch_masks(position, pair)[0].bit_count()

    def facing_sides(self, wish: int) -> list[tuple[int, str]]:
        """Decode a wish, the number that says what a square's neighbours show. Return (side, the
        letter of the neighbour's side) for each occupied neighbour."""
        asks = ((at, wish // _WISH_BASE**at % _WISH_BASE) for at in range(4))
        return [(at, _SIDE_LETTERS[ask - 1]) for at, ask in asks if ask]

    # -- tables

    def _make_poses_by_tile_and_wish(self, numbers: Numbers) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """Compute `poses_by_tile_and_wish`."""
        asked = list(product(range(_WISH_BASE), repeat=4))  # in order of the wish, whose highest digit is WEST
        return tuple(
            tuple(
                tuple(
                    pose
                    for pose in poses
                    if all(
                        not ask or sides_fit(side_of(self.pose_codes[pose], at), _SIDE_LETTERS[ask - 1], numbers.fit)
                        for at, ask in zip((WEST, SOUTH, EAST, NORTH), asks, strict=True)
                    )
                )
                for asks in asked
            )
            for poses in self.poses_of_tile
        )

    def _table_by_cell_and_pose(self, make_entry: Callable[[int, int], T]) -> tuple[tuple[T, ...], ...]:
        """Return a table by square and pose that holds what `make_entry(cell, pose)` returns."""
        return tuple(
            tuple(make_entry(cell, pose) for pose in range(len(self.pose_codes))) for cell in range(self.cell_count)
        )

    def _wish_changes_at(self, cell: int, pose: int) -> tuple[tuple[int, int], ...]:
        """Return, for each neighbour of `cell`: its square, and what a tile lying on `cell` as
        `pose` adds to the neighbour's wish. The amount is the digit for the side that faces
        `cell`."""
        return tuple(
            (near, (_SIDE_LETTERS.index(side_of(self.pose_codes[pose], at)) + 1) * _WISH_BASE ** ((at + 2) % 4))
            for at, near in self.neighbours[cell]
        )

    def _own_network_at(self, cell: int, pose: int) -> int:
        """Return the bit of `cell` and those of the branches that a tile has there in this pose.
        A branch is a junction on the frame; the joker has one on every side on the frame."""
        inner = {at for at, _ in self.neighbours[cell]}
        outer = (at for at in range(4) if at not in inner and side_of(self.pose_codes[pose], at) != "-")
        return 1 << cell | sum(1 << self.branch_bits[cell, at] for at in outer)

    def _exit_mask(self, cell: int, pose: int) -> int:
        """Return the mask of the neighbours that a track leads to from `cell` with this pose."""
        return sum(1 << near for at, near in self.neighbours[cell] if side_of(self.pose_codes[pose], at) != "-")

    def _entry_mask(self, cell: int, wish: int) -> int:
        """Return the mask of the neighbours from which a track leads to `cell`, by the wish of `cell`. A
        joker beside it always leads one there."""
        return sum(1 << near for at, near in self.neighbours[cell] if wish // _WISH_BASE**at % _WISH_BASE > 1)


@lru_cache(maxsize=16)
def cached_grid(numbers: Numbers) -> Grid:
    """Return the grid of an edition. Its tables take a tenth of a second to compute, and every game of that
    edition shares them."""
    return Grid(numbers)


def bit_numbers(mask: int) -> list[int]:
    """Return the numbers of the bits that are set, lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def _tile_name_of_code(code: str) -> str:
    """Return the name of a tile from its code in any rotation."""
    return min(rotations(code))


def _neighbours_of(cell: int, numbers: Numbers) -> tuple[tuple[int, int], ...]:
    """Return (side, neighbour) of a square, clockwise, without the sides on the frame."""
    row, column = divmod(cell, numbers.columns)
    steps = ((NORTH, -1, 0), (EAST, 0, 1), (SOUTH, 1, 0), (WEST, 0, -1))
    return tuple(
        (at, (row + down) * numbers.columns + column + right)
        for at, down, right in steps
        if 0 <= row + down < numbers.rows and 0 <= column + right < numbers.columns
    )


def _list_frame_places(numbers: Numbers) -> tuple[tuple[int, int], ...]:
    """Return (square, side) of every place on the frame, clockwise from the top left corner."""
    rows, columns = numbers.rows, numbers.columns
    top = [(column, NORTH) for column in range(columns)]
    right = [(row * columns + columns - 1, EAST) for row in range(rows)]
    bottom = [((rows - 1) * columns + column, SOUTH) for column in reversed(range(columns))]
    left = [(row * columns, WEST) for row in reversed(range(rows))]
    return (*top, *right, *bottom, *left)
