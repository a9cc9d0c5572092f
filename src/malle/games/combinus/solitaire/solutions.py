"""A stored solution of every challenge. A player whose board leads to it gets hints without the solver, and
at once.

`python -m malle.games.combinus.solitaire.generate solutions` writes those that are missing or no longer
right.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec
from msgspec import Struct

from malle.games.combinus.edition import CLASSIC
from malle.games.combinus.grid import EMPTY
from malle.games.combinus.solitaire.challenge import Board, classic_edition, read_board

SOLUTIONS_PATH = CLASSIC.parent / "solutions.json"


class Hint(Struct, frozen=True):
    """One step: put a pose on a square, or take the tile off a square because the grid cannot be finished
    with it."""

    cell: int
    pose: int
    """The pose, or `EMPTY` to take the tile off."""


@lru_cache(maxsize=1)
def load_solutions() -> Mapping[str, Board]:
    """Return the stored solutions, by the name of the challenge."""
    found = msgspec.json.decode(SOLUTIONS_PATH.read_bytes(), type=dict[str, str])
    return {name: read_board(text) for name, text in found.items()}


def is_part_of_solution(board: Board, solution: Board) -> bool:
    """Return whether every tile on the board lies as in the solution."""
    return all(pose in (EMPTY, end) for pose, end in zip(board, solution, strict=True))


def next_step(board: Board, solution: Board) -> Hint | None:
    """Return the next tile to place, as the solution has it. It goes to the empty square with
    the most occupied neighbours; of equal ones, to the first. Return `None` if the grid is full."""
    _, grid = classic_edition()
    empties = [cell for cell, pose in enumerate(board) if pose == EMPTY]
    if not empties:
        return None
    beside = {cell: sum(board[near] != EMPTY for _, near in grid.neighbours[cell]) for cell in empties}
    cell = max(empties, key=lambda each: (beside[each], -each))
    return Hint(cell, solution[cell])
