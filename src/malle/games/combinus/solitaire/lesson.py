"""The lesson of Combinus alone: a grid that is nearly full, and the pieces to be laid one after the other.

It is a challenge like any other, the booklet's first with most pieces given. The page says the message
`solo-lesson-<n>` until the square of step n holds what it should.
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
    """A square, and what is to lie on it; no code: nothing."""

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
    """The challenge of the lesson."""
    numbers, grid = box()
    laid = zip(numbers.cells, read_board(BOARD), strict=True)
    return replace(twelve()[0], name=NAME, given={cell: grid.codes[pose] for cell, pose in laid if pose != EMPTY})
