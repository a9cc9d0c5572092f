"""The lesson of the solitaire: a grid that is nearly full, and tiles to be placed one after the other.

It is the booklet's first challenge with most tiles given. The page shows the message `solo-lesson-<n>` until
the square of step n holds what the step says.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from malle.games.combinus.grid import EMPTY
from malle.games.combinus.solitaire.challenge import Challenge, box, read_board, twelve

NAME = "lesson"
BOARD = (
    "-ba- -aba -a-b -aab --ab / bbb- abaa -a-a bbbb b-ba / abb- baba joker abbb a-ba / aaa- aabb . aaaa a-bb"
    " / b--- . . . a--a"
)


class Laid(Struct, frozen=True):
    """A step of the lesson: a square, and the code of the tile to place there. An empty code asks to take the
    tile off."""

    cell: str
    code: str


STEPS = (
    Laid("C4", "-b-b"),
    Laid("B5", "----"),
    Laid("B5", ""),
    Laid("C5", "----"),
    Laid("B5", "a---"),
    Laid("D5", "bb--"),
)


@lru_cache(maxsize=1)
def lesson() -> Challenge:
    """Return the challenge of the lesson."""
    numbers, grid = box()
    laid = zip(numbers.cells, read_board(BOARD), strict=True)
    return replace(twelve()[0], name=NAME, given={cell: grid.codes[pose] for cell, pose in laid if pose != EMPTY})
