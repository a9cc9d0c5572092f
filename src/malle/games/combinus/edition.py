"""The tiles and the grid of an edition, and how tiles turn and meet."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

from msgspec import Struct

from malle.core import Refused

CLASSIC = Path(__file__).parent / "data" / "classic.toml"
TINY = Path(__file__).parent / "data" / "tiny.toml"

Code = str
"""A tile as it lies: its sides clockwise from the top, `-` blank, `a` a junction one third along, `b` two thirds."""

JOKER: Code = "joker"

NORTH, EAST, SOUTH, WEST = range(4)
"""Sides are numbered clockwise."""


class Numbers(Struct, frozen=True, kw_only=True):
    """What an edition file says."""

    rows: int
    columns: int
    joker: bool
    fit: Literal["coincide", "alike"]
    tiles: tuple[Code, ...]

    def check(self) -> None:
        """Refuses numbers with which the rules cannot be played."""
        for code in self.tiles:
            if len(code) != 4 or set(code) - set("-ab"):
                raise Refused(f"tiles: a tile is four sides of -, a or b, not {code!r}")
            if code != min(turns(code)):
                raise Refused(f"tiles: write the tile {code!r} turned as {min(turns(code))!r}")
        if len(set(self.tiles)) != len(self.tiles):
            raise Refused("tiles: all tiles differ")
        for name, number in (("rows", self.rows), ("columns", self.columns)):
            if not 2 <= number <= 5:
                raise Refused(f"{name}: the grid has two to five")
        if not 2 <= len(self.names) <= 60:
            raise Refused("tiles: there are 2 to 60 tiles")

    @property
    def names(self) -> tuple[Code, ...]:
        """The notation's word for each tile, the joker last."""
        return (*self.tiles, JOKER) if self.joker else self.tiles

    @property
    def cells(self) -> tuple[str, ...]:
        """The squares row by row: letters are columns, numbers are rows from the top."""
        return _cells(self.rows, self.columns)

    @property
    def poses(self) -> tuple[Code, ...]:
        """Every tile in each of the ways it can be turned, tile by tile."""
        return tuple(pose for name in self.names for pose in turns(name))


@cache
def _cells(rows: int, columns: int) -> tuple[str, ...]:
    return tuple(f"{chr(65 + column)}{row + 1}" for row in range(rows) for column in range(columns))


@cache
def turns(code: Code) -> tuple[Code, ...]:
    """The tile turned by 0, 1, 2, 3 quarters clockwise, each picture once."""
    if code == JOKER:
        return (JOKER,)
    return tuple(dict.fromkeys(code[4 - quarter :] + code[: 4 - quarter] for quarter in range(4)))


def side(code: Code, at: int) -> str:
    """One side of a tile as it lies: `-`, `a`, `b`, or `j` for the joker."""
    return "j" if code == JOKER else code[at]


def meets(one: str, other: str, fit: Literal["coincide", "alike"]) -> bool:
    """Do two facing sides fit? Blank wants blank; two junctions must touch; the joker takes anything."""
    if "j" in (one, other):
        return True
    if "-" in (one, other):
        return one == other
    return (one != other) if fit == "coincide" else (one == other)


def junctions(code: Code) -> int:
    """How many junctions a tile has; the joker counts four."""
    return 4 if code == JOKER else 4 - code.count("-")
