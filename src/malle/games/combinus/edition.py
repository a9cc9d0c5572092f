"""The tiles and the grid of an edition, and how tiles turn and fit."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

from msgspec import Struct

from malle.core import Refused

CLASSIC = Path(__file__).parent / "data" / "classic.toml"
TINY = Path(__file__).parent / "data" / "tiny.toml"

TileCode = str
"""A tile as it lies: its four sides clockwise from the top, or `joker`. A side is `-` (blank), `a` (a
junction one third along the side, walking clockwise) or `b` (a junction two thirds along)."""

JOKER: TileCode = "joker"

NORTH, EAST, SOUTH, WEST = range(4)
"""The four sides of a tile, numbered clockwise from the top."""


class Numbers(Struct, frozen=True, kw_only=True):
    """The values of an edition file."""

    rows: int
    columns: int
    joker: bool
    fit: Literal["coincide", "alike"]
    tiles: tuple[TileCode, ...]

    def check(self) -> None:
        """Raise `Refused` if the rules cannot be played with these values."""
        for code in self.tiles:
            if len(code) != 4 or set(code) - set("-ab"):
                raise Refused(f"tiles: a tile is four sides of -, a or b, not {code!r}")
            if code != min(rotations(code)):
                raise Refused(f"tiles: write the tile {code!r} turned as {min(rotations(code))!r}")
        if len(set(self.tiles)) != len(self.tiles):
            raise Refused("tiles: all tiles differ")
        for name, number in (("rows", self.rows), ("columns", self.columns)):
            if not 2 <= number <= 5:
                raise Refused(f"{name}: the grid has two to five")
        if not 2 <= len(self.tile_names) <= 60:
            raise Refused("tiles: there are 2 to 60 tiles")

    @property
    def tile_names(self) -> tuple[TileCode, ...]:
        """The name of each tile in notation, by its number. The joker is last."""
        return (*self.tiles, JOKER) if self.joker else self.tiles

    @property
    def cell_names(self) -> tuple[str, ...]:
        """The names of the squares, row by row. Letters are columns; numbers are rows from the top."""
        return _cell_names(self.rows, self.columns)

    @property
    def pose_codes(self) -> tuple[TileCode, ...]:
        """The code of each tile in each of its distinct rotations, tile by tile. The index is
        the number of the pose. A symmetric tile has fewer than four, the joker one."""
        return tuple(pose for name in self.tile_names for pose in rotations(name))


@cache
def _cell_names(rows: int, columns: int) -> tuple[str, ...]:
    """Return the names of the squares of a grid, row by row, such as `A1`."""
    return tuple(f"{chr(65 + column)}{row + 1}" for row in range(rows) for column in range(columns))


@cache
def rotations(code: TileCode) -> tuple[TileCode, ...]:
    """Return the codes of a tile turned by 0, 1, 2 and 3 quarters clockwise, without repeats. A
    tile that looks the same after a turn has fewer than four, the joker one."""
    if code == JOKER:
        return (JOKER,)
    return tuple(dict.fromkeys(code[4 - quarter :] + code[: 4 - quarter] for quarter in range(4)))


def side_of(code: TileCode, side_number: int) -> str:
    """Return one side of a tile as it lies: `-`, `a`, `b`, or `j` for the joker."""
    return "j" if code == JOKER else code[side_number]


def sides_fit(first_side: str, second_side: str, fit: Literal["coincide", "alike"]) -> bool:
    """Return whether two facing sides fit. A blank side fits a blank one, and the joker fits everything. Two
    junctions fit if they differ (`coincide`) or if they are the same letter (`alike`)."""
    if "j" in (first_side, second_side):
        return True
    if "-" in (first_side, second_side):
        return first_side == second_side
    return (first_side != second_side) if fit == "coincide" else (first_side == second_side)


def junction_count(code: TileCode) -> int:
    """Return how many junctions a tile has. The joker counts as four."""
    return 4 if code == JOKER else 4 - code.count("-")
