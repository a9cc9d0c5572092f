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

from malle.games.combinus.edition import EAST, NORTH, SOUTH, WEST, Numbers, meets, side, turns

T = TypeVar("T")

EMPTY = -1
"""On the board: a square without a tile."""

_SIDES = "-abj"
_BASE = len(_SIDES) + 1  # one digit of a wish: 0 if the neighbour is empty, else 1 + the index of its side

LEFT_RIGHT, TOP_BOTTOM = 0, 1
"""The two pairs of borders. Each is also the number of its bit in `Position.linked`."""


class Position(Struct, frozen=True, gc=False):
    """The board, and what follows from it. The rest is stored because computing it at every step would cost
    far more than the step. Equal boards give equal positions."""

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
    """The lookup tables of an edition's grid, and the functions on positions."""

    def __init__(self, numbers: Numbers) -> None:
        """Compute all lookup tables. This takes a tenth of a second; `cached_grid` shares the result."""
        self.fit = numbers.fit
        self.size = size = numbers.rows * numbers.columns
        self.codes = numbers.poses
        self.tile_of = tuple(numbers.names.index(_canonical(code)) for code in self.codes)
        self.poses_of = tuple(
            tuple(pose for pose, tile in enumerate(self.tile_of) if tile == each) for each in range(len(numbers.names))
        )
        self.centre = numbers.rows // 2 * numbers.columns + numbers.columns // 2
        self.neighbours = tuple(_neighbours(cell, numbers) for cell in range(size))
        self.frame = _frame(numbers)
        """(square, side) of every place where a branch may be, clockwise from the top left corner."""
        self.branch_bits = {place: size + index for index, place in enumerate(self.frame)}
        """The number of each branch's bit in a network, by (square, side)."""
        self.borders = tuple(
            sum(1 << bit for (_, at), bit in self.branch_bits.items() if at == border) for border in range(4)
        )
        """Mask of the branches on each border, by side."""
        self.ends = ((self.borders[WEST], self.borders[EAST]), (self.borders[NORTH], self.borders[SOUTH]))
        """For each pair of borders, the masks of the branches on its two borders."""

        self._frame_mask = sum(self.borders)
        self.options = self._options(numbers)
        """By tile and wish: the poses of the tile that fit."""
        self.sets = tuple(sorted({poses for table in self.options for poses in table}))
        """All distinct tuples of poses in `poses_by_tile_and_wish`."""
        number = {poses: index for index, poses in enumerate(self.sets)}
        self.set_of = tuple(tuple(number[poses] for poses in table) for table in self.options)
        """By tile and wish: the index in `pose_sets`."""
        self.fits = tuple(
            sum(1 << tile for tile, options in enumerate(self.options) if options[wish]) for wish in range(_BASE**4)
        )
        """By wish: mask of the tiles that fit."""
        self.fitting_poses = tuple(
            tuple(pose for options in self.options for pose in options[wish]) for wish in range(_BASE**4)
        )
        """By wish: the poses of all tiles that fit."""
        self.asks = self._by_pose(self._asked)
        """By square and pose: for each neighbour, its square and what the pose adds to its wish."""
        self.own = self._by_pose(self._mask_of)
        """By square and pose: mask of the square and of the tile's branches, a network without neighbours."""
        self.reach = self._by_pose(self._reached)
        """By square and pose: mask of the neighbours that a track of the tile leads to."""
        self.answers = tuple(tuple(self._answering(cell, wish) for wish in range(_BASE**4)) for cell in range(size))
        """By square and wish: mask of the neighbours from which a track leads to the square."""
        self._beside = tuple(sum(1 << near for _, near in self.neighbours[cell]) for cell in range(size))
        self.start = Position((EMPTY,) * size, (0,) * size, (), self.fits[0], 0)

    # -- placing and exchanging

    def place(self, position: Position, cell: int, pose: int) -> Position:
        """Return the position after a tile is placed on an empty square. The caller has checked that the pose
        fits."""
        board = position.board[:cell] + (pose,) + position.board[cell + 1 :]  # noqa: RUF005 (twice as fast)
        wishes = list(position.wishes)
        for near, ask in self.asks[cell][pose]:
            wishes[near] += ask
        joined = self.own[cell][pose]
        touching = self.reach[cell][pose] & self.answers[cell][wishes[cell]]
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
        if linked != 3 and joined & self._frame_mask:
            linked |= self._links(joined)
        return self._finish(board, wishes, networks, linked)

    def swap(self, position: Position, cell: int, pose: int) -> Position:
        """Return the position after the tile on a square is replaced by another. The caller has checked that
        the pose fits."""
        board = position.board[:cell] + (pose,) + position.board[cell + 1 :]  # noqa: RUF005 (twice as fast)
        wishes = list(position.wishes)
        for (near, old), (_, new) in zip(self.asks[cell][position.board[cell]], self.asks[cell][pose], strict=True):
            wishes[near] += new - old
        networks = self._rejoin(position, cell, board, wishes)
        return self._finish(board, wishes, networks, reduce(or_, map(self._links, networks), 0))

    def build(self, board: tuple[int, ...]) -> Position:
        """Return the position of a board. Every tile must fit."""
        position = self.start
        for cell, pose in enumerate(board):
            if pose != EMPTY:
                position = self.place(position, cell, pose)
        return position

    def _finish(self, board: tuple[int, ...], wishes: list[int], networks: list[int], linked: int) -> Position:
        """Return the position with these parts, and compute which tiles fit some empty square."""
        fits, every = self.fits, self.fits[0]
        fitting = 0
        for pose, wish in zip(board, wishes, strict=True):
            if pose < 0:
                fitting |= fits[wish]
                if fitting == every:
                    break
        return Position(board, tuple(wishes), tuple(networks), fitting, linked)

    def _rejoin(self, position: Position, cell: int, board: tuple[int, ...], wishes: list[int]) -> list[int]:
        """Return the networks after the tile on `cell` was replaced; `board` and `wishes` are the new ones.
        Only the networks that the old tile belonged to, or that the new one touches, are computed again."""
        bit = 1 << cell
        touching = bit | self.reach[cell][board[cell]] & self.answers[cell][wishes[cell]]
        networks, left = [], 0
        for network in position.networks:
            if network & touching:
                left |= network
            else:
                networks.append(network)
        left &= (1 << self.size) - 1
        while left:
            joined, edge = 0, left & -left
            while edge:
                left &= ~edge
                low = edge & -edge
                at = low.bit_length() - 1
                joined |= self.own[at][board[at]]
                edge = (edge ^ low) | self.reach[at][board[at]] & self.answers[at][wishes[at]] & left
            networks.append(joined)
        networks.sort()
        return networks

    def _links(self, network: int) -> int:
        """Return the pairs of borders that a network joins, as bits (see `Position.linked`)."""
        (left, right), (top, bottom) = self.ends
        return (1 if network & left and network & right else 0) | (2 if network & top and network & bottom else 0)

    # -- possible moves

    def options_at(self, position: Position, cell: int, tile: int) -> tuple[int, ...]:
        """Return the poses in which a tile fits the neighbours of a square. Whether the square is empty does
        not matter."""
        return self.options[tile][position.wishes[cell]]

    def exchanges(self, position: Position, tile: int) -> list[tuple[int, int]]:
        """Return every (square, pose) in which the tile may replace one on the board so that the replaced
        tile then fits some empty square."""
        options, (empties, open_) = self.options[tile], self._empties(position)
        found = []
        for cell, (old, wish) in enumerate(zip(position.board, position.wishes, strict=True)):
            if old >= 0 and (poses := options[wish]):
                if self._has_room_away(position, empties, cell):
                    found += [(cell, pose) for pose in poses]
                elif open_ & self._beside[cell]:
                    found += [(cell, pose) for pose in poses if self._has_room_beside(position, cell, pose)]
        return found

    def exchangeable(self, position: Position, tiles: int, *, one: bool = False) -> int:
        """Return the mask of those among `tiles` for which an exchange is possible. With `stop_at_first`,
        stop at the first square where one is; the mask may then be incomplete, and is 0 only if there is
        none."""
        found = 0
        fits, (empties, open_) = self.fits, self._empties(position)
        for cell, (old, wish) in enumerate(zip(position.board, position.wishes, strict=True)):
            if old >= 0 and (able := fits[wish] & tiles & ~found):
                if self._has_room_away(position, empties, cell):
                    found |= able
                elif open_ & self._beside[cell]:
                    for tile in bits(able):
                        if any(self._has_room_beside(position, cell, pose) for pose in self.options[tile][wish]):
                            found |= 1 << tile
                if found == tiles or (one and found):
                    break
        return found

    def has_room(self, position: Position, cell: int, pose: int) -> bool:
        """Return whether the tile on `cell` would fit some empty square once `pose` has replaced it."""
        away = self._has_room_away(position, self._empties(position)[0], cell)
        return away or self._has_room_beside(position, cell, pose)

    def _empties(self, position: Position) -> tuple[list[tuple[int, int]], int]:
        """Return the empty squares and their common mask. Each square is given as its bit and the mask of the
        tiles that fit it."""
        fits, wishes = self.fits, position.wishes
        empties = [cell for cell, laid in enumerate(position.board) if laid < 0]
        return [(1 << cell, fits[wishes[cell]]) for cell in empties], sum([1 << cell for cell in empties])

    def _has_room_away(self, position: Position, empties: list[tuple[int, int]], cell: int) -> bool:
        """Return whether the tile on `cell` fits an empty square that is not a neighbour of `cell`. The
        answer does not depend on the tile that replaces it."""
        bit = 1 << self.tile_of[position.board[cell]]
        if position.fitting & bit:
            near = self._beside[cell]
            for empty, fits in empties:
                if fits & bit and not empty & near:
                    return True
        return False

    def _has_room_beside(self, position: Position, cell: int, pose: int) -> bool:
        """Return whether the tile on `cell`, replaced by `pose`, fits an empty neighbour of `cell`. The new
        tile changes the wishes of these squares."""
        board, wishes = position.board, position.wishes
        old = board[cell]
        bit = 1 << self.tile_of[old]
        for (to, was), (_, asked) in zip(self.asks[cell][old], self.asks[cell][pose], strict=True):
            if board[to] < 0 and self.fits[wishes[to] - was + asked] & bit:
                return True
        return False

    # -- branches and paths

    def branches(self, position: Position, pair: int) -> tuple[int, int]:
        """Return the branches on a pair of borders as two masks: those linked to the opposite border, and the
        others."""
        one, other = self.ends[pair]
        good = bad = 0
        for network in position.networks:
            on = network & (one | other)
            if network & one and network & other:
                good |= on
            else:
                bad |= on
        return good, bad

    def path(self, position: Position, pair: int) -> tuple[int, ...]:
        """Return the squares of a shortest path from one border of a pair to the other, in order. Empty if
        they are not linked."""
        start, end = self.ends[pair]
        board, wishes = position.board, position.wishes
        ways: dict[int, tuple[int, ...]] = {}
        for cell, pose in enumerate(board):
            if pose != EMPTY and self.own[cell][pose] & start:
                ways[cell] = (cell,)
        line = list(ways)
        for cell in line:
            if self.own[cell][board[cell]] & end:
                return ways[cell]
            for near in bits(self.reach[cell][board[cell]] & self.answers[cell][wishes[cell]]):
                if near not in ways:
                    ways[near] = (*ways[cell], near)
                    line.append(near)
        return ()

    def meet(self, one: str, other: str) -> bool:
        """Return whether two facing sides fit in this edition."""
        return meets(one, other, self.fit)

    def score(self, position: Position, pair: int) -> int:
        """Return how many branches on a pair of borders belong to a network that touches both borders."""
        return self.branches(position, pair)[0].bit_count()

    def facing(self, wish: int) -> list[tuple[int, str]]:
        """Return (side, what the neighbour shows there) for each occupied neighbour, decoded from a square's
        wish."""
        asks = ((at, wish // _BASE**at % _BASE) for at in range(4))
        return [(at, _SIDES[ask - 1]) for at, ask in asks if ask]

    # -- tables

    def _options(self, numbers: Numbers) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """Compute `poses_by_tile_and_wish`."""
        asked = list(product(range(_BASE), repeat=4))  # in order of the wish, whose highest digit is WEST
        return tuple(
            tuple(
                tuple(
                    pose
                    for pose in poses
                    if all(
                        not ask or meets(side(self.codes[pose], at), _SIDES[ask - 1], numbers.fit)
                        for at, ask in zip((WEST, SOUTH, EAST, NORTH), asks, strict=True)
                    )
                )
                for asks in asked
            )
            for poses in self.poses_of
        )

    def _by_pose(self, entry: Callable[[int, int], T]) -> tuple[tuple[T, ...], ...]:
        """Return a table by square and pose that holds what `make_entry(cell, pose)` returns."""
        return tuple(tuple(entry(cell, pose) for pose in range(len(self.codes))) for cell in range(self.size))

    def _asked(self, cell: int, pose: int) -> tuple[tuple[int, int], ...]:
        """Return, for each neighbour of `cell`: its square, and what a tile lying on `cell` as `pose` adds to
        its wish. The amount is the digit for the side that faces `cell`."""
        return tuple(
            (near, (_SIDES.index(side(self.codes[pose], at)) + 1) * _BASE ** ((at + 2) % 4))
            for at, near in self.neighbours[cell]
        )

    def _mask_of(self, cell: int, pose: int) -> int:
        """Return the bit of `cell` and those of the tile's branches. A branch is a junction on the frame; the
        joker has one on every border side that it touches."""
        inner = {at for at, _ in self.neighbours[cell]}
        outer = (at for at in range(4) if at not in inner and side(self.codes[pose], at) != "-")
        return 1 << cell | sum(1 << self.branch_bits[cell, at] for at in outer)

    def _reached(self, cell: int, pose: int) -> int:
        """Return the mask of the neighbours that a track leads to from `cell` with this pose."""
        return sum(1 << near for at, near in self.neighbours[cell] if side(self.codes[pose], at) != "-")

    def _answering(self, cell: int, wish: int) -> int:
        """Return the mask of the neighbours from which a track leads to `cell`, by the wish of `cell`. A
        joker beside it always leads one there."""
        return sum(1 << near for at, near in self.neighbours[cell] if wish // _BASE**at % _BASE > 1)


@lru_cache(maxsize=16)
def grid_of(numbers: Numbers) -> Grid:
    """Return the grid of an edition. Its tables take a tenth of a second to compute, and every game of that
    edition shares them."""
    return Grid(numbers)


def bits(mask: int) -> list[int]:
    """Return the numbers of the bits that are set, lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def _canonical(code: str) -> str:
    """Return the name of the tile that lies with this code."""
    return min(turns(code))


def _neighbours(cell: int, numbers: Numbers) -> tuple[tuple[int, int], ...]:
    """Return (side, neighbour) of a square, clockwise, without the sides on the frame."""
    row, column = divmod(cell, numbers.columns)
    steps = ((NORTH, -1, 0), (EAST, 0, 1), (SOUTH, 1, 0), (WEST, 0, -1))
    return tuple(
        (at, (row + down) * numbers.columns + column + right)
        for at, down, right in steps
        if 0 <= row + down < numbers.rows and 0 <= column + right < numbers.columns
    )


def _frame(numbers: Numbers) -> tuple[tuple[int, int], ...]:
    """Return (square, side) of every place on the frame, clockwise from the top left corner."""
    rows, columns = numbers.rows, numbers.columns
    top = [(column, NORTH) for column in range(columns)]
    right = [(row * columns + columns - 1, EAST) for row in range(rows)]
    bottom = [((rows - 1) * columns + column, SOUTH) for column in reversed(range(columns))]
    left = [(row * columns, WEST) for row in reversed(range(rows))]
    return (*top, *right, *bottom, *left)
