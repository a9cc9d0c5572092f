"""All routes that a pawn can take on an empty board, worked out once; during play the open ones are looked up.

Every route of a side has a bit of its own. Every square has the bits of the routes that a pawn on it bars:
those that pass over it and, except where a pawn may be inspected, those that end on it. Together, the pawns
on the board bar a set of routes, which is one integer. Each byte of it belongs to a group of moves from one
square, and says which are open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, groupby
from operator import itemgetter
from typing import NamedTuple

from malle.games.chasse.edition import CUSTOMS, OFF_BOARD, Numbers
from malle.games.chasse.state import Move, Moved, Squares

_STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))  # towards the finish, away from it, left, right

Walk = tuple[Squares, Squares]
"""A route (first square, corner if it bends, last square), and all squares that it enters, in
order."""
MovePicker = Callable[[tuple[Move, ...]], tuple[Move, ...]]
"""Picks out of a group of moves those that are open."""
BitsBySquare = Sequence[int]
"""The bits of the routes that a pawn bars, by its square. The last entry belongs to `OFF_BOARD` and has no bits."""


class RoutesBetween:
    """All routes of a side from one square to another: one straight route, or two with a bend.

    Of two routes, the one that begins along the column comes first.
    """

    __slots__ = ("events", "first_bit", "masks", "moves", "routes")

    def __init__(self, seat: int, routes: tuple[Squares, ...], first_bit: int) -> None:
        self.routes = routes
        self.first_bit = first_bit
        """The number of the first route's bit. The second route has the next bit."""
        self.masks = tuple(1 << first_bit + index for index in range(len(routes)))
        """For each route, an integer with only its bit set. A route is closed if the barred routes contain it."""
        self.moves = tuple(
            Move(route[0], route[-1], route[1] if index else OFF_BOARD) for index, route in enumerate(routes)
        )
        """The move of each route.

        The first move names no corner. The second names the corner of its route, and is legal only
        if both routes are open.
        """
        self.events = tuple(Moved(seat, route) for route in routes)
        """The event of each route."""


class LengthGroup(NamedTuple):
    """The routes from one square that have the same length and the same number of bends."""

    steps: int
    bends: int
    paths: tuple[tuple[int, str], ...]
    """For each route: its bit, counted from the first bit of the square where it begins, and the
    names of its corner (if any) and last square."""
    all_bits: int
    """The bits of all routes in the group together."""


class SideRoutes:
    """All routes of one side on an empty board, and which of them a pawn on each square bars."""

    def __init__(self, numbers: Numbers, side: int, *, bends: bool) -> None:
        self.numbers, self.side, self.bends = numbers, side, bends
        self.cell_names = tuple(numbers.name_of(square).upper() for square in range(numbers.square_count))
        """The name of each square as the drawn board writes it, in capital letters."""
        ways: list[dict[int, RoutesBetween]] = []
        spans: list[slice] = []
        lengths: list[tuple[LengthGroup, ...]] = []
        passing, ending = ([0] * (numbers.square_count + 1) for _ in range(2))
        free = 0  # the lowest bit that no route has yet
        for square in range(numbers.square_count):
            free += -free % 8  # the next byte
            first, found = free, dict[tuple[int, int], list[tuple[int, str]]]()
            ways.append({})
            for target, walks in _walks_by_target(numbers, side, square, bends).items():
                if free % 8 + len(walks) > 8:
                    free += -free % 8
                ways[-1][target] = RoutesBetween(side, tuple(route for route, _ in walks), free)
                for (_, *route), (*passed, _) in walks:
                    path = " ".join(self.cell_names[each] for each in route)
                    found.setdefault((len(passed) + 1, len(route) - 1), []).append((1 << free - first, path))
                    for each in passed:
                        passing[each] |= 1 << free
                    ending[target] |= 1 << free
                    free += 1
            spans.append(slice(first // 8, -(-free // 8)))
            lengths.append(tuple(LengthGroup(*key, tuple(paths), sum(dict(paths))) for key, paths in found.items()))
        self.barred_by_inspectable: BitsBySquare = tuple(passing)
        """The routes barred by a pawn that may be inspected: those that pass over its square."""
        self.barred_by_other: BitsBySquare = tuple(over | on for over, on in zip(passing, ending, strict=True))
        """The routes barred by any other pawn: those that pass over its square or end on it."""
        self.between = tuple(dict(sorted(each.items())) for each in ways)
        """All routes, by first square, then by last square."""
        self.length_groups = tuple(lengths)
        """By first square: the routes from it, grouped by length and bends for the drawing."""
        self.byte_slices = (*spans, slice(0))
        """By first square: where the bytes of the routes from it are in the result of
        `barred_bytes`. The last slice, for `OFF_BOARD`, is empty."""
        self._move_groups = (*(tuple(_group_moves_by_byte(each.values())) for each in ways), ())
        self._byte_count = -(-free // 8)
        every = self.barred_bytes(sum(ending))
        self.all_barred_bytes = tuple(every[span] for span in self.byte_slices)
        """By first square: the bytes of the routes from it if every route is barred."""

    def barred_bytes(self, blocked: int) -> bytes:
        """Return the barred routes `blocked` (see `Chasse.blocked_routes`) as bytes; `byte_slices`
        finds those of a square."""
        return blocked.to_bytes(self._byte_count, "little")

    def open_moves(self, squares: Squares, blocked: int) -> list[Move]:
        """Return the open moves of the pawns on these squares, in the order of the pawns.

        `blocked` has the bits of the barred routes. The moves of one pawn have the order of
        `_walks_by_target`.
        """
        moves: list[Move] = []
        groups, barred = self._move_groups, self.barred_bytes(blocked)
        for square in squares:
            for byte, pickers, group_moves in groups[square]:
                moves += pickers[barred[byte]](group_moves)
        return moves


@lru_cache(maxsize=8)
def routes_of_side(numbers: Numbers, side: int, bends: bool) -> SideRoutes:
    """Return the routes of a side.

    They are cached, so games with equal numbers share them; do not change them.
    """
    return SideRoutes(numbers, side, bends=bends)


def _group_moves_by_byte(
    routes_by_target: Iterable[RoutesBetween],
) -> Iterator[tuple[int, Sequence[MovePicker], tuple[Move, ...]]]:
    """Yield each group of moves whose routes share a byte: the byte's index, its pickers, and the
    moves.

    There is a picker for each value of the byte of barred routes; it picks the moves that are open.
    """
    for byte, sharing in groupby(routes_by_target, lambda way: way.first_bit // 8):
        moves = [way.moves for way in sharing]
        yield byte, _pickers_by_byte(tuple(map(len, moves))), tuple(chain.from_iterable(moves))


@lru_cache(maxsize=256)
def _pickers_by_byte(route_counts: tuple[int, ...]) -> tuple[MovePicker, ...]:
    """Return, for each value of a byte of barred routes, the picker of the open moves.

    `route_counts` has the number of routes to each last square of the group. Groups with equal
    counts share the result. Pickers are indexed by the value of the byte.
    """
    return tuple(_make_picker(_open_indices(route_counts, barred)) for barred in range(1 << sum(route_counts)))


def _open_indices(route_counts: tuple[int, ...], barred: int) -> list[int]:
    """Return the indices of the open moves in a group. `barred` is the byte of its barred routes.

    A last square with one open route has its first move open, which names no corner, whichever
    route it is. Only with two open routes is the second move open, too. `route_counts` has the
    routes to each last square.
    """
    indices: list[int] = []
    first = 0
    for count in route_counts:
        indices += range(first, first + sum(not barred >> bit & 1 for bit in range(first, first + count)))
        first += count
    return indices


def _make_picker(indices: list[int]) -> MovePicker:
    """Return a function that picks the items at these indices out of a tuple.

    Consecutive indices become a slice, which also works for one index or none.
    """
    if indices and indices[-1] - indices[0] >= len(indices):
        return itemgetter(*indices)
    return itemgetter(slice(indices[0], indices[-1] + 1) if indices else slice(0))


def _walks_by_target(numbers: Numbers, side: int, square: int, bends: bool) -> dict[int, list[Walk]]:
    """Return all walks from a square, by last square.

    The last squares are ordered by the quarter of the board as seen from `square`, then by number.
    Quarters come clockwise; the first is towards the finish line and to the right. A last square in
    a straight line belongs to the quarter that follows it clockwise.
    """
    found: dict[int, list[Walk]] = {}
    for walk in _walks(numbers, side, square, bends):
        found.setdefault(walk[0][-1], []).append(walk)

    def place(target: int) -> tuple[int, int]:
        """Return the sort key of a last square: its quarter (0 to 3) and its number."""
        down = target // numbers.width - square // numbers.width
        right = target % numbers.width - square % numbers.width
        return 0 if down < 0 <= right else 1 if right > 0 else 2 if down > 0 else 3, target

    return {target: found[target] for target in sorted(found, key=place)}


def _walks(numbers: Numbers, side: int, square: int, bends: bool) -> Iterator[Walk]:
    """Yield every walk whose length is one of the column's numbers, straight or with one
    right-angle bend.

    Without `bends`, only straight walks. From the finish line there are none. For each length,
    walks that begin along the column come first.
    """
    if square < numbers.width:
        return  # a smuggler's pawn that has arrived stays
    for length in numbers.distances_from(side, square):
        for down, right in _STEPS:
            for first in range(length, 0, -1) if bends else (length,):
                for turn in ((right, down), (-right, -down)) if first < length else ((0, 0),):
                    walk = _squares_of_walk(numbers, side, square, [(down, right)] * first + [turn] * (length - first))
                    if walk:
                        corner = (walk[first - 1],) if first < length else ()
                        yield (square, *corner, walk[-1]), walk


def _squares_of_walk(numbers: Numbers, side: int, square: int, steps: list[tuple[int, int]]) -> Squares:
    """Return the squares that a walk of `steps` (down, right) enters after `square`, in order.

    The result is empty if the walk leaves the board, or if an officer would enter the finish line.
    """
    row, column = divmod(square, numbers.width)
    walk = []
    for down, right in steps:
        row, column = row + down, column + right
        # Officers do not enter the finish line. A smuggler's walk that enters it also ends on it.
        if not (0 <= row < numbers.rows and 0 <= column < numbers.width) or (row == 0 and side == CUSTOMS):
            return ()
        walk.append(row * numbers.width + column)
    return tuple(walk)
