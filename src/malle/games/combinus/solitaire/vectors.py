"""Boards judged by the Python rules, so that a test can compare the page's own copy of the rules with them.

Run this module to write `tests/vectors.json`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from malle.core import Luck
from malle.games.combinus.grid import EMPTY
from malle.games.combinus.solitaire.challenge import (
    Board,
    Challenge,
    asymmetries,
    box,
    checklist,
    clashes,
    rises,
    solved,
    twelve,
    write_board,
)
from malle.games.combinus.solitaire.daily import year
from malle.games.combinus.solitaire.known import solutions

FILE = Path(__file__).parents[1] / "tests" / "vectors.json"


def boards(luck: Luck, solutions: tuple[Board, ...]) -> list[Board]:
    """Return sample boards: an empty one, the solutions, variants of each solution (half full, two tiles
    swapped, one turned), and boards with tiles placed at random."""
    _, grid = box()
    found: list[Board] = [(EMPTY,) * grid.size, *solutions]
    for solution in solutions:
        half = tuple(pose if luck.random() < 0.5 else EMPTY for pose in solution)
        one, other = luck.sample(range(grid.size), 2)
        swapped = list(solution)
        swapped[one], swapped[other] = swapped[other], swapped[one]
        cell = luck.randrange(grid.size)
        turned = list(solution)
        turned[cell] = luck.choice(grid.poses_of[grid.tile_of[solution[cell]]])
        found += [half, tuple(swapped), tuple(turned)]
    for _ in range(12):
        tiles = luck.sample(range(len(grid.poses_of)), grid.size)
        number = luck.randrange(2, grid.size + 1)
        strewn = [luck.choice(grid.poses_of[tile]) if index < number else EMPTY for index, tile in enumerate(tiles)]
        luck.shuffle(strewn)
        found.append(tuple(strewn))
    return found


def judged(challenge: Challenge, board: Board) -> dict[str, Any]:
    """Return all that the page computes itself about a board, as JSON values."""
    return {
        "name": challenge.name,
        "board": write_board(board),
        "clashes": list(clashes(board)),
        "rises": rises(board),
        "falling": asymmetries(board, True),
        "rising": asymmetries(board, False),
        "points": checklist(challenge, board),
        "solved": solved(challenge, board),
    }


def vectors(solutions: tuple[Board, ...]) -> list[dict[str, Any]]:
    """Return the judgement of every sample board under several challenges. A solution's own challenge is
    among them."""
    luck = Luck(1978)
    challenges = (*twelve(), *year()[:8])
    found = []
    for index, board in enumerate(boards(luck, solutions)):
        own = twelve()[index - 1 : index] if 1 <= index <= len(solutions) else ()
        found += [judged(challenge, board) for challenge in (*own, *luck.sample(challenges, 4))]
    return found


def text(solutions: tuple[Board, ...]) -> str:
    """Return the text of the file, with one line for each judgement."""
    lines = ",\n".join(msgspec.json.encode(each).decode() for each in vectors(solutions))
    return f"[\n{lines}\n]\n"


if __name__ == "__main__":
    FILE.write_text(text(tuple(solutions()[challenge.name] for challenge in twelve())), "utf-8")
