"""Every way a pawn can go on an empty board, worked out once, so that play only asks which of them are open.

Every route of a side has a bit of its own, and every square the bits of the routes that a pawn on it bars: those that
pass over it, and mostly those that end on it. What stands in the way of a side is one integer, all the bits that the
pawns on the board bar. Each byte of it tells which moves of a handful, from one square, are left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, groupby
from operator import itemgetter
from typing import NamedTuple

from malle.games.chasse.edition import CUSTOMS, OFF, Numbers
from malle.games.chasse.state import Move, Moved, Squares

_STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))  # towards the finish, away from it, left, right

Walk = tuple[Squares, Squares]
"""A route, its ends and corner, and all the squares walked over, the last one included."""
Picker = Callable[[tuple[Move, ...]], tuple[Move, ...]]
"""Picks the moves that are left out of a handful."""
Bars = Sequence[int]
"""The bits of the routes that a pawn bars, by the square it stands on. OFF is the last one: it bars none."""


class Way:
    """From one square to another: one straight route, or two with a bend, of which the one that begins along the column
    comes first."""

    __slots__ = ("first", "heard", "masks", "moves", "routes")

    def __init__(self, seat: int, routes: tuple[Squares, ...], first: int) -> None:
        self.routes = routes
        self.first = first
        """The first route's bit; the second one's is the next."""
        self.masks = tuple(1 << first + index for index in range(len(routes)))
        """By which each is barred."""
        self.moves = tuple(Move(route[0], route[-1], route[1] if index else OFF) for index, route in enumerate(routes))
        """The move, and the one that names its corner if both routes are open."""
        self.heard = tuple(Moved(seat, route) for route in routes)


class Length(NamedTuple):
    """The routes from a square that are so long, with so many bends."""

    steps: int
    bends: int
    paths: tuple[tuple[int, str], ...]
    """Each with its bit among those of its square, and its squares after the first, as the board names them."""
    all: int
    """Their bits."""


class Routes:
    """One side's ways on a board."""

    def __init__(self, numbers: Numbers, side: int, *, bends: bool) -> None:
        self.numbers, self.side, self.bends = numbers, side, bends
        self.cells = tuple(numbers.name(square).upper() for square in range(numbers.squares))
        """The names of the squares as the board has them."""
        ways: list[dict[int, Way]] = []
        spans: list[slice] = []
        lengths: list[tuple[Length, ...]] = []
        passing, ending = ([0] * (numbers.squares + 1) for _ in range(2))
        free = 0  # the first bit that no route has yet
        for square in range(numbers.squares):
            free += -free % 8  # the next byte
            first, found = free, dict[tuple[int, int], list[tuple[int, str]]]()
            ways.append({})
            for target, walks in _walks_by_target(numbers, side, square, bends).items():
                if free % 8 + len(walks) > 8:
                    free += -free % 8
                ways[-1][target] = Way(side, tuple(route for route, _ in walks), free)
                for (_, *route), (*passed, _) in walks:
                    path = " ".join(self.cells[each] for each in route)
                    found.setdefault((len(passed) + 1, len(route) - 1), []).append((1 << free - first, path))
                    for each in passed:
                        passing[each] |= 1 << free
                    ending[target] |= 1 << free
                    free += 1
            spans.append(slice(first // 8, -(-free // 8)))
            lengths.append(tuple(Length(*key, tuple(paths), sum(dict(paths))) for key, paths in found.items()))
        self.passing: Bars = tuple(passing)
        """What a pawn bars that may be taken."""
        self.bars: Bars = tuple(over | on for over, on in zip(passing, ending, strict=True))
        """What a pawn bars that may not."""
        self.ways = tuple(dict(sorted(each.items())) for each in ways)
        """By first and last square."""
        self.lengths = tuple(lengths)
        """By first square, as a drawing lists them."""
        self.spans = (*spans, slice(0))
        """By first square: the bytes of its routes, in what `barred` gives; none for OFF."""
        self._handfuls = (*(tuple(_handfuls(each.values())) for each in ways), ())
        self._bytes = -(-free // 8)
        every = self.barred(sum(ending))
        self.all = tuple(every[span] for span in self.spans)
        """Those bytes where every route is barred."""

    def barred(self, blocked: int) -> bytes:
        """What stands in the way, byte by byte."""
        return blocked.to_bytes(self._bytes, "little")

    def moves(self, squares: Squares, blocked: int) -> list[Move]:
        """The moves of pawns that stand there: pawn by pawn, quarter by quarter, square by square."""
        moves: list[Move] = []
        handfuls, barred = self._handfuls, self.barred(blocked)
        for square in squares:
            for byte, pickers, handful in handfuls[square]:
                moves += pickers[barred[byte]](handful)
        return moves


@lru_cache(maxsize=8)
def routes(numbers: Numbers, side: int, bends: bool) -> Routes:
    """A side's ways: games with the same numbers share them."""
    return Routes(numbers, side, bends=bends)


def _handfuls(ways: Iterable[Way]) -> Iterator[tuple[int, Sequence[Picker], tuple[Move, ...]]]:
    """The moves of ways that share a byte, with that byte and what picks those that are left."""
    for byte, each in groupby(ways, lambda way: way.first // 8):
        moves = [way.moves for way in each]
        yield byte, _pickers(tuple(map(len, moves))), tuple(chain.from_iterable(moves))


@lru_cache(maxsize=256)
def _pickers(counts: tuple[int, ...]) -> tuple[Picker, ...]:
    """For ways with so many moves each: by the byte that tells which routes are barred, what picks the moves left.
    All handfuls of this shape, whatever the square, share them."""
    return tuple(_picker(_left(counts, barred)) for barred in range(1 << sum(counts)))


def _left(counts: tuple[int, ...], barred: int) -> list[int]:
    """Of each way as many moves as it has open routes, the first ones: a corner is named only where both are open."""
    left: list[int] = []
    first = 0
    for count in counts:
        left += range(first, first + sum(not barred >> bit & 1 for bit in range(first, first + count)))
        first += count
    return left


def _picker(left: list[int]) -> Picker:
    """Picks neighbours as a slice, which is also right for one and for none, and others one by one."""
    if left and left[-1] - left[0] >= len(left):
        return itemgetter(*left)
    return itemgetter(slice(left[0], left[-1] + 1) if left else slice(0))


def _walks_by_target(numbers: Numbers, side: int, square: int, bends: bool) -> dict[int, list[Walk]]:
    """By last square: quarter by quarter, square by square. A straight walk goes with the quarter on its right hand."""
    found: dict[int, list[Walk]] = {}
    for walk in _walks(numbers, side, square, bends):
        found.setdefault(walk[0][-1], []).append(walk)

    def place(target: int) -> tuple[int, int]:
        down = target // numbers.width - square // numbers.width
        right = target % numbers.width - square % numbers.width
        return 0 if down < 0 <= right else 1 if right > 0 else 2 if down > 0 else 3, target

    return {target: found[target] for target in sorted(found, key=place)}


def _walks(numbers: Numbers, side: int, square: int, bends: bool) -> Iterator[Walk]:
    """Every walk of exactly one of the column's numbers, straight or with one right-angle bend. Walks that begin along
    the column come first."""
    if square < numbers.width:
        return  # a smuggler who has arrived stays
    for length in numbers.numbers(side, square):
        for down, right in _STEPS:
            for first in range(length, 0, -1) if bends else (length,):
                for turn in ((right, down), (-right, -down)) if first < length else ((0, 0),):
                    walk = _walk(numbers, side, square, [(down, right)] * first + [turn] * (length - first))
                    if walk:
                        corner = (walk[first - 1],) if first < length else ()
                        yield (square, *corner, walk[-1]), walk


def _walk(numbers: Numbers, side: int, square: int, steps: list[tuple[int, int]]) -> Squares:
    """The squares of a walk; none if it leaves the board or goes where the side may not."""
    row, column = divmod(square, numbers.width)
    walk = []
    for down, right in steps:
        row, column = row + down, column + right
        # The customs do not enter the finish row. A smuggler's walk that enters it also ends on it.
        if not (0 <= row < numbers.rows and 0 <= column < numbers.width) or (row == 0 and side == CUSTOMS):
            return ()
        walk.append(row * numbers.width + column)
    return tuple(walk)
