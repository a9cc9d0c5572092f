"""The board, the pawns and the numbers of an edition, and the names of squares.

Squares are numbered row by row from the finish line, and by column within a row: a1 is 0.
"""

from __future__ import annotations

import re
from pathlib import Path

from msgspec import Struct

from malle.core import Refused

OFF_BOARD = -1
"""The square of a pawn that left the board. Also the corner of a move that names none."""

SMUGGLER = 0
CUSTOMS = 1
"""The two seats. The smuggler hides the counters and moves first."""

CLASSIC = Path(__file__).parent / "data" / "classic.toml"
"""The classic edition for the current rules."""
CLASSIC_1 = Path(__file__).parent / "data" / "classic_1.toml"
"""The classic edition for version 1 of the rules."""
TINY = Path(__file__).parent / "data" / "tiny.toml"
"""A small edition for tests."""

_SQUARE_PATTERN = re.compile(r"([a-z])([1-9][0-9]?)")


class Column(Struct, frozen=True):
    """A column of the board, with the distances that a pawn standing in it may move.

    Each side has its own distances, in squares; a move uses exactly one of them.
    """

    name: str
    """The column's letter."""
    customs: tuple[int, ...]
    smugglers: tuple[int, ...]


class Numbers(Struct, frozen=True, kw_only=True):
    """The values of an edition file: the size of the board, counters, points, start squares and
    columns."""

    rows: int
    plates: int
    """The number of counters that the smuggler hides."""
    plate: int
    """Points for a counter, seized or carried across."""
    pawn: int
    """Points for a pawn of the other side that left the board."""
    standstill: int
    """The game ends after this number of half-moves in a row without an inspection, an arrival or an advance."""
    customs: tuple[str, ...]
    """The names of the squares on which the officers start."""
    smugglers: tuple[str, ...]
    """The names of the squares on which the smuggler's pawns start."""
    columns: tuple[Column, ...]
    """The columns from left to right, named a, b, c, …"""
    most: int = 0
    """The most counters that one pawn may hide; 0 means all of them. Use `max_plates_per_pawn` instead."""

    def check(self) -> None:
        """Raise `Refused`, with the reason, if the game cannot be played with these numbers."""
        letters = "abcdefghijklmnopqrstuvwxyz"
        for place, column in enumerate(self.columns):
            if column.name != letters[place : place + 1]:
                raise Refused(f"columns.{place}.name: columns are named a, b, c, … in this order")
        if not self.columns or not 3 <= self.rows <= 99:
            raise Refused("rows: a board has 3 to 99 rows, and at least one column")
        for name in ("plates", "plate", "pawn", "standstill"):
            if getattr(self, name) < 1:
                raise Refused(f"{name} must be at least 1")
        if self.most < 0 or self.max_plates_per_pawn * len(self.smugglers) < self.plates:
            raise Refused("most: so many plates under each pawn leave some that cannot be hidden")
        for column in self.columns:
            for side, numbers in (("customs", column.customs), ("smugglers", column.smugglers)):
                where = f"columns.{column.name}.{side}"
                if not numbers or min(numbers) < 1:
                    raise Refused(f"{where}: every column needs a number of at least 1 for each side")
                if len(set(numbers)) < len(numbers):
                    raise Refused(f"{where}: a column names no number twice")
        self._check_starts()

    def _check_starts(self) -> None:
        """Raise `Refused` if a side has no start squares, or a start square is unknown, repeated or on the
        finish line."""
        taken: set[str] = set()
        for side, starts in (("customs", self.customs), ("smugglers", self.smugglers)):
            if not starts or len(set(starts)) < len(starts) or taken & set(starts):
                raise Refused(f"{side}: each side needs start squares, and no square may be there twice")
            taken |= set(starts)
            for name in starts:
                square = self.square_named(name)
                if square is None or self.row_of(square) == 1:
                    raise Refused(f"{side}: {name!r} is not a square of the board below the finish")

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.columns)

    @property
    def max_plates_per_pawn(self) -> int:
        """The most counters that can be under one pawn: `most`, or all if `most` is 0."""
        return min(self.most or self.plates, self.plates)

    @property
    def square_count(self) -> int:
        """The number of squares of the board."""
        return self.rows * self.width

    def row_of(self, square: int) -> int:
        """Return the row number of a square; 1 is the finish line."""
        return square // self.width + 1

    def name_of(self, square: int) -> str:
        """Return the name of a square: the letter of its column and the number of its row, such as `c8`."""
        return f"{self.columns[square % self.width].name}{self.row_of(square)}"

    def square_named(self, name: str) -> int | None:
        """Return the square with that name, or `None` if the board has none.

        Capital letters are not understood.
        """
        found = _SQUARE_PATTERN.fullmatch(name)
        if not found:
            return None
        column, row = ord(found[1]) - ord("a"), int(found[2])
        return (row - 1) * self.width + column if column < self.width and row <= self.rows else None

    def start_squares(self, side: int) -> tuple[int, ...]:
        """Return the start square of each pawn of a side, by pawn number: the order of the
        edition."""
        names = self.customs if side == CUSTOMS else self.smugglers
        return tuple(square for name in names if (square := self.square_named(name)) is not None)

    def distances_from(self, side: int, square: int) -> tuple[int, ...]:
        """Return the distances, in squares, that a pawn of that side may move from a square.

        One move uses exactly one of these distances.
        """
        column = self.columns[square % self.width]
        return column.customs if side == CUSTOMS else column.smugglers
