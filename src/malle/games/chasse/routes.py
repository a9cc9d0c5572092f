"""Every way a pawn can go on an empty board, worked out once, so that play only asks which of them are open.

Squares are bits of an integer. What stands in the way of a side is one integer too: the low half holds the squares
that cannot be passed, the high half those that cannot be the last of a move. A way is open when its mask has no bit in
common with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from operator import or_

from malle.core import Action, Heard
from malle.games.chasse.edition import CUSTOMS, OFF, Numbers
from malle.games.chasse.state import Move, Moved, Squares

_STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))  # towards the finish, away from it, left, right
_KEPT = 512  # so many surroundings of a square are remembered, a quarter of the board each, with the moves they leave


@lru_cache(maxsize=4096)
def bits(squares: Squares) -> int:
    """The squares as bits; OFF has none."""
    return reduce(or_, (1 << square for square in squares if square >= 0), 0)


class Way:
    """From one square to another: one straight way, or two with a bend, of which the one that begins along the column
    comes first."""

    __slots__ = ("heard", "masks", "moves", "routes")

    def __init__(self, seat: int, routes: tuple[Squares, ...], masks: tuple[int, ...]) -> None:
        self.routes = routes
        self.masks = masks
        """What must be free."""
        self.moves = tuple(Move(route[0], route[-1], route[1] if index else OFF) for index, route in enumerate(routes))
        """The move, and the one that names its corner if both ways are open."""
        self.heard = tuple(Heard(None, Moved(seat, route)) for route in routes)

    def open(self, blocked: int) -> tuple[Squares, ...]:
        """The ways that nothing stands in; the first of them is the move without a corner."""
        return tuple(route for route, mask in zip(self.routes, self.masks, strict=True) if not blocked & mask)


class Quarter(dict[int, tuple[Move, ...]]):
    """The moves from a square into one quarter of the board, by what stands near: worked out when they are first asked
    for, because a pawn's surroundings come back again and again, and looking them up is many times faster."""

    def __init__(self, ways: Sequence[Way]) -> None:
        super().__init__()
        self.near = reduce(or_, (mask for way in ways for mask in way.masks), 0)
        """All that can matter to these ways."""
        self._ways = tuple(
            (way.masks[0] | way.masks[-1], way.masks[0], way.masks[-1], way.moves[:1], way.moves) for way in ways
        )

    def __missing__(self, near: int) -> tuple[Move, ...]:
        found: list[Move] = []
        for either, first, second, one, both in self._ways:
            if not near & either:
                found += both
            elif not (near & first and near & second):
                found += one
        if len(self) >= _KEPT:
            self.clear()
        self[near] = moves = tuple(found)
        return moves


class Routes:
    """One side's ways on a board."""

    def __init__(self, numbers: Numbers, side: int, *, bends: bool) -> None:
        self.ways = tuple(_ways(numbers, side, square, bends) for square in range(numbers.squares))
        """By first and last square."""
        self._quarters = tuple(
            tuple((quarter.near, quarter) for quarter in _quarters(numbers, square, ways))
            for square, ways in enumerate(self.ways)
        )

    def moves(self, squares: Squares, blocked: int) -> list[Action]:
        """The moves of pawns that stand there: pawn by pawn, quarter by quarter, square by square."""
        moves: list[Action] = []
        quarters = self._quarters
        for square in squares:
            if square >= 0:
                for near, quarter in quarters[square]:
                    moves += quarter[blocked & near]
        return moves


@lru_cache(maxsize=8)
def routes(numbers: Numbers, side: int, bends: bool) -> Routes:
    """A side's ways: games with the same numbers share them."""
    return Routes(numbers, side, bends=bends)


def _ways(numbers: Numbers, side: int, square: int, bends: bool) -> dict[int, Way]:
    """By last square."""
    found: dict[int, list[tuple[Squares, int]]] = {}
    for route, passed in _walks(numbers, side, square, bends):
        target = route[-1]
        found.setdefault(target, []).append((route, passed | 1 << target + numbers.squares))
    return {
        target: Way(side, tuple(route for route, _ in pairs), tuple(mask for _, mask in pairs))
        for target, pairs in sorted(found.items())
    }


def _quarters(numbers: Numbers, square: int, ways: dict[int, Way]) -> tuple[Quarter, ...]:
    """A straight way goes with the quarter on its right hand."""
    quarters: tuple[list[Way], ...] = ([], [], [], [])
    for target, way in ways.items():
        down = target // numbers.width - square // numbers.width
        right = target % numbers.width - square % numbers.width
        quarters[0 if down < 0 <= right else 1 if right > 0 else 2 if down > 0 else 3].append(way)
    return tuple(Quarter(each) for each in quarters if each)


def _walks(numbers: Numbers, side: int, square: int, bends: bool) -> Iterator[tuple[Squares, int]]:
    """Every walk of exactly one of the column's numbers, straight or with one right-angle bend: its ends and corner,
    and the squares passed. Walks that begin along the column come first."""
    if square < numbers.width:
        return  # a smuggler who has arrived stays
    for length in numbers.numbers(side, square):
        for down, right in _STEPS:
            for first in range(length, 0, -1) if bends else (length,):
                for turn in ((right, down), (-right, -down)) if first < length else ((0, 0),):
                    walk = _walk(numbers, side, square, [(down, right)] * first + [turn] * (length - first))
                    if walk:
                        corner = (walk[first - 1],) if first < length else ()
                        yield (square, *corner, walk[-1]), bits(walk[:-1])


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
