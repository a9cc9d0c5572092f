"""The lesson of the solitaire: a grid that is nearly full, and tiles to be placed one after the other.

It is the booklet's first challenge with most tiles given. The page shows the message `solo-lesson-<n>` until
the square of step n holds what the step says.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from malle.games.combinus.grid import EMPTY
from malle.games.combinus.solitaire.challenge import Challenge, classic_edition, read_board, twelve_challenges

LESSON_NAME = "lesson"
START_BOARD = (
    "-ba- -aba -a-b -aab --ab / bbb- abaa -a-a bbbb b-ba / abb- baba joker abbb a-ba / aaa- aabb . aaaa a-bb"
    " / b--- . . . a--a"
)


class LessonStep(Struct, frozen=True):
    """A step of the lesson: a square, and the code of the tile to place there. An empty code asks to take the
    tile off."""

    cell: str
    code: str


LESSON_STEPS = (
    LessonStep("C4", "-b-b"),
    LessonStep("B5", "----"),
    LessonStep("B5", ""),
    LessonStep("C5", "----"),
    LessonStep("B5", "a---"),
    LessonStep("D5", "bb--"),
)


@lru_cache(maxsize=1)
def lesson_challenge() -> Challenge:
    """Return the challenge of the lesson: the booklet's first one, with the tiles of
    `START_BOARD` given."""
    numbers, grid = classic_edition()
    laid = zip(numbers.cell_names, read_board(START_BOARD), strict=True)
    return replace(
        twelve_challenges()[0],
        name=LESSON_NAME,
        given={cell: grid.pose_codes[pose] for cell, pose in laid if pose != EMPTY},
    )
