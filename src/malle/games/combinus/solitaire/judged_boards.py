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
    asymmetric_cells,
    cells_out_of_order,
    checklist,
    clashing_sides,
    classic_edition,
    solves_challenge,
    twelve_challenges,
    write_board,
)
from malle.games.combinus.solitaire.daily import daily_challenges
from malle.games.combinus.solitaire.solutions import load_solutions

VECTORS_PATH = Path(__file__).parents[1] / "tests" / "vectors.json"


def sample_boards(luck: Luck, solutions: tuple[Board, ...]) -> list[Board]:
    """Return sample boards: an empty one, the solutions, variants of each solution (half full, two tiles
    swapped, one turned), and boards with tiles placed at random."""
    _, grid = classic_edition()
    found: list[Board] = [(EMPTY,) * grid.cell_count, *solutions]
    for solution in solutions:
        half = tuple(pose if luck.random() < 0.5 else EMPTY for pose in solution)
        one, other = luck.sample(range(grid.cell_count), 2)
        swapped = list(solution)
        swapped[one], swapped[other] = swapped[other], swapped[one]
        cell = luck.randrange(grid.cell_count)
        turned = list(solution)
        turned[cell] = luck.choice(grid.poses_of_tile[grid.tile_of_pose[solution[cell]]])
        found += [half, tuple(swapped), tuple(turned)]
    for _ in range(12):
        tiles = luck.sample(range(len(grid.poses_of_tile)), grid.cell_count)
        number = luck.randrange(2, grid.cell_count + 1)
        strewn = [
            luck.choice(grid.poses_of_tile[tile]) if index < number else EMPTY for index, tile in enumerate(tiles)
        ]
        luck.shuffle(strewn)
        found.append(tuple(strewn))
    return found


def judge_board(challenge: Challenge, board: Board) -> dict[str, Any]:
    """Return all that the page computes itself about a board under a challenge, as JSON values."""
    return {
        "name": challenge.name,
        "board": write_board(board),
        "clashes": list(clashing_sides(board)),
        "rises": cells_out_of_order(board),
        "falling": asymmetric_cells(board, True),
        "rising": asymmetric_cells(board, False),
        "points": checklist(challenge, board),
        "solved": solves_challenge(challenge, board),
    }


def judge_sample_boards(solutions: tuple[Board, ...]) -> list[dict[str, Any]]:
    """Return the judgement of every sample board under several challenges. For one of the
    `solutions`, the challenge that it solves is among them. `solutions` are those of the twelve
    challenges, in order."""
    luck = Luck(1978)
    challenges = (*twelve_challenges(), *daily_challenges()[:8])
    found = []
    for index, board in enumerate(sample_boards(luck, solutions)):
        own = twelve_challenges()[index - 1 : index] if 1 <= index <= len(solutions) else ()
        found += [judge_board(challenge, board) for challenge in (*own, *luck.sample(challenges, 4))]
    return found


def file_text(solutions: tuple[Board, ...]) -> str:
    """Return the text of `tests/vectors.json`, with one line for each judgement."""
    lines = ",\n".join(msgspec.json.encode(each).decode() for each in judge_sample_boards(solutions))
    return f"[\n{lines}\n]\n"


if __name__ == "__main__":
    VECTORS_PATH.write_text(
        file_text(tuple(load_solutions()[challenge.name] for challenge in twelve_challenges())), "utf-8"
    )
