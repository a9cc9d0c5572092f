"""A solution of every challenge, found beforehand: whoever is on the way to it needs no solver, and does not wait.

`python -m malle.games.combinus.solitaire.generate solutions` writes those that are missing or no longer right.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec
from msgspec import Struct

from malle.games.combinus.edition import CLASSIC
from malle.games.combinus.grid import EMPTY
from malle.games.combinus.solitaire.challenge import Board, box, read_board

SOLUTIONS = CLASSIC.parent / "solutions.json"


class Hint(Struct, frozen=True):
    """One step: put this pose on this square; or, where the grid cannot be finished, take the tile off this square."""

    cell: int
    pose: int
    """EMPTY: take it off."""


@lru_cache(maxsize=1)
def solutions() -> Mapping[str, Board]:
    """By the name of the challenge."""
    found = msgspec.json.decode(SOLUTIONS.read_bytes(), type=dict[str, str])
    return {name: read_board(text) for name, text in found.items()}


def leads_to(board: Board, solution: Board) -> bool:
    """Does everything on the board lie as in the solution?"""
    return all(pose in (EMPTY, end) for pose, end in zip(board, solution, strict=True))


def step(board: Board, solution: Board) -> Hint | None:
    """The next tile: on the empty square with most neighbours, of those the first. None if the grid is full."""
    _, grid = box()
    empties = [cell for cell, pose in enumerate(board) if pose == EMPTY]
    if not empties:
        return None
    beside = {cell: sum(board[near] != EMPTY for _, near in grid.neighbours[cell]) for cell in empties}
    cell = max(empties, key=lambda each: (beside[each], -each))
    return Hint(cell, solution[cell])
