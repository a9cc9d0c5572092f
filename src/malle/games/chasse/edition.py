"""The board, the pawns and the numbers of an edition, and the names of squares.

A square is numbered row by row from the finish, column by column: a1 is 0. OFF is where pawns are that left the board.
"""

from __future__ import annotations

import re
from pathlib import Path

from msgspec import Struct

from malle.core import Refused

OFF = -1
"""No square: a pawn that left the board. Also the corner of a move without one."""

SMUGGLER = 0
CUSTOMS = 1
"""The seats. The smuggler hides the plates and moves first."""

CLASSIC = Path(__file__).parent / "data" / "classic.toml"
CLASSIC_1 = Path(__file__).parent / "data" / "classic_1.toml"
"""What version 1 of the rules was played with."""
TINY = Path(__file__).parent / "data" / "tiny.toml"

_SQUARE = re.compile(r"([a-z])([1-9][0-9]?)")


class Column(Struct, frozen=True):
    """A column of the board: how far a pawn that stands in it goes."""

    name: str
    """Its letter."""
    customs: tuple[int, ...]
    smugglers: tuple[int, ...]


class Numbers(Struct, frozen=True, kw_only=True):
    """What an edition file says."""

    rows: int
    plates: int
    plate: int
    """Points for a plate."""
    pawn: int
    """Points for a pawn of the other side that left the board."""
    standstill: int
    """The game ends after so many half-moves in a row without a control, an arrival or an advance."""
    customs: tuple[str, ...]
    """The squares the customs start from."""
    smugglers: tuple[str, ...]
    columns: tuple[Column, ...]
    most: int = 0
    """Plates that one pawn may hide; 0: all of them."""

    def check(self) -> None:
        """Refuses numbers with which the rules cannot be played."""
        letters = "abcdefghijklmnopqrstuvwxyz"
        for place, column in enumerate(self.columns):
            if column.name != letters[place : place + 1]:
                raise Refused(f"columns.{place}.name: columns are named a, b, c, … in this order")
        if not self.columns or not 3 <= self.rows <= 99:
            raise Refused("rows: a board has 3 to 99 rows, and at least one column")
        for name in ("plates", "plate", "pawn", "standstill"):
            if getattr(self, name) < 1:
                raise Refused(f"{name} must be at least 1")
        if self.most < 0 or self.pile * len(self.smugglers) < self.plates:
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
        taken: set[str] = set()
        for side, starts in (("customs", self.customs), ("smugglers", self.smugglers)):
            if not starts or len(set(starts)) < len(starts) or taken & set(starts):
                raise Refused(f"{side}: each side needs start squares, and no square may be there twice")
            taken |= set(starts)
            for name in starts:
                square = self.square(name)
                if square is None or self.row(square) == 1:
                    raise Refused(f"{side}: {name!r} is not a square of the board below the finish")

    @property
    def width(self) -> int:
        """How many columns there are."""
        return len(self.columns)

    @property
    def pile(self) -> int:
        """The most plates that can lie under one pawn."""
        return min(self.most or self.plates, self.plates)

    @property
    def squares(self) -> int:
        """How many squares there are."""
        return self.rows * self.width

    def row(self, square: int) -> int:
        """1 is the finish."""
        return square // self.width + 1

    def name(self, square: int) -> str:
        """`c8`: the letter of the column, the number of the row."""
        return f"{self.columns[square % self.width].name}{self.row(square)}"

    def square(self, name: str) -> int | None:
        """The square of that name, if there is one."""
        found = _SQUARE.fullmatch(name)
        if not found:
            return None
        column, row = ord(found[1]) - ord("a"), int(found[2])
        return (row - 1) * self.width + column if column < self.width and row <= self.rows else None

    def starts(self, side: int) -> tuple[int, ...]:
        """Where that side's pawns stand at first: pawn 0, pawn 1, …"""
        names = self.customs if side == CUSTOMS else self.smugglers
        return tuple(square for name in names if (square := self.square(name)) is not None)

    def numbers(self, side: int, square: int) -> tuple[int, ...]:
        """How far that side's pawn goes from there."""
        column = self.columns[square % self.width]
        return column.customs if side == CUSTOMS else column.smugglers
