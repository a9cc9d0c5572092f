"""Challenges of the solitaire, and how a grid, full or not, is judged by one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Literal

from msgspec import Struct

from malle.core import Refused, load_edition
from malle.games.combinus.edition import CLASSIC, JOKER, Numbers, TileCode, junction_count, side_of, sides_fit
from malle.games.combinus.grid import EMPTY, Grid, cached_grid

TWELVE_PATH = CLASSIC.parent / "challenges.toml"

Board = tuple[int, ...]
"""The pose on each square, row by row, or `EMPTY`."""


class Challenge(Struct, frozen=True, kw_only=True):
    """A task for one player: fill the grid with all tiles, every side fitting, under
    constraints."""

    name: str
    centre: TileCode = ""
    """The name of the tile in the centre, or empty if the challenge does not say."""
    frames: tuple[str, ...]
    """Frames of which one must hold. The file data/challenges.toml describes their letters."""
    order: Literal["", "junctions", "diagonal"] = ""
    """`junctions`: the numbers of junctions never rise, row by row. `diagonal`: the grid is
    symmetric about a diagonal, but for one pair of squares or one square on the diagonal. Empty:
    neither is asked."""
    given: Mapping[str, TileCode] = {}
    """Tiles that lie on the grid from the start and stay there, by square."""
    effort: int = 0
    """Measured difficulty (see difficulty.py), or 0 if it was not measured."""

    def check(self, numbers: Numbers) -> None:
        """Raise `Refused` if the challenge does not suit this edition or cannot be read."""
        lengths = [numbers.columns, numbers.rows, numbers.columns, numbers.rows]
        for frame in self.frames:
            borders = frame.split(" ")
            patterns = [[*border.split("|")] for border in borders]
            shaped = len(borders) == 4 and all(
                len(pattern) == length and not set(pattern) - set("#.?ab")
                for length, each in zip(lengths, patterns, strict=True)
                for pattern in each
            )
            if not shaped:
                raise Refused(f"challenge {self.name}: {frame!r} does not describe four borders")
        if self.centre and self.centre not in numbers.tile_names:
            raise Refused(f"challenge {self.name}: there is no tile {self.centre!r}")
        for cell, code in self.given.items():
            if cell not in numbers.cell_names or code not in numbers.pose_codes:
                raise Refused(f"challenge {self.name}: {code!r} cannot lie on {cell!r}")


class ChallengesFile(Struct, frozen=True):
    """The file of the booklet's twelve challenges."""

    challenges: tuple[Challenge, ...]


@lru_cache(maxsize=1)
def classic_edition() -> tuple[Numbers, Grid]:
    """Return the values and the grid of the classic edition, for which the challenges are made."""
    numbers = load_edition(CLASSIC, Numbers).data
    return numbers, cached_grid(numbers)


@lru_cache(maxsize=4)
def twelve_challenges(path: Path = TWELVE_PATH) -> tuple[Challenge, ...]:
    """Return the booklet's challenges, in its order. Raise `Refused` if one is wrong."""
    found = load_edition(path, ChallengesFile).data.challenges
    for challenge in found:
        challenge.check(classic_edition()[0])
    return found


# -- the frame


def border_patterns(frame: str) -> tuple[tuple[str, ...], ...]:
    """Return the patterns allowed on each border of a frame, clockwise from the top."""
    return tuple(tuple(border.split("|")) for border in frame.split(" "))


def free_borders(challenge: Challenge) -> tuple[int, ...]:
    """Return the borders on which every frame allows anything (`?` throughout), numbered clockwise from 0 at
    the top."""
    return tuple(
        border
        for border in range(4)
        if all(set(pattern) == {"?"} for frame in challenge.frames for pattern in border_patterns(frame)[border])
    )


def side_matches_letter(letter: str, border_side: str) -> bool:
    """Return whether a side on the border (`-`, `a`, `b`, or `j` for the joker) is what this letter of a
    frame wants."""
    if letter == "?":
        return True
    if letter in "ab":
        return border_side == letter
    return (border_side == "-") == (letter == ".")


def border_sides(grid: Grid, board: Board) -> tuple[tuple[str, ...], ...]:
    """Return, for each border clockwise from the top, the sides of tiles that lie against it,
    clockwise too. A side is an empty string where no tile lies."""
    sides = [
        side_of(grid.pose_codes[board[cell]], at) if board[cell] != EMPTY else "" for cell, at in grid.frame_places
    ]
    lengths = [sum(at == border for _, at in grid.frame_places) for border in range(4)]
    starts = [sum(lengths[:border]) for border in range(4)]
    return tuple(tuple(sides[start : start + length]) for start, length in zip(starts, lengths, strict=True))


def frame_can_hold(frame: str, borders: tuple[tuple[str, ...], ...]) -> bool:
    """Return whether the tiles on the border do not contradict a frame: each border agrees with
    one of its patterns wherever a tile lies. Whether fitting tiles are left for the empty
    squares is not checked. `borders` comes from `border_sides`."""
    return all(
        any(
            all(not has or side_matches_letter(want, has) for want, has in zip(pattern, has_all, strict=True))
            for pattern in allowed
        )
        for allowed, has_all in zip(border_patterns(frame), borders, strict=True)
    )


# -- clashes, order, symmetry


def clashing_sides(board: Board) -> Iterator[tuple[int, int]]:
    """Yield (square, side) for every two facing sides of tiles that do not fit. Each clash comes
    once, seen from the left or upper square."""
    numbers, grid = classic_edition()
    for cell, pose in enumerate(board):
        for at, near in grid.neighbours[cell]:
            if near > cell and pose != EMPTY and board[near] != EMPTY:
                facing = side_of(grid.pose_codes[board[near]], (at + 2) % 4)
                if not sides_fit(side_of(grid.pose_codes[pose], at), facing, numbers.fit):
                    yield cell, at


def mirror_tile(code: TileCode, falling: bool) -> TileCode:
    """Return a tile's code as it looks in a diagonal mirror. `falling` is the diagonal from top left to
    bottom right; otherwise it is the other one."""
    if code == JOKER:
        return code
    north, east, south, west = (*code.translate(str.maketrans("ab", "ba")),)
    return west + south + east + north if falling else east + north + west + south


def asymmetric_cells(board: Board, falling: bool) -> tuple[int, ...]:
    """Return the squares whose tile is not the mirror image of the tile opposite, about a
    diagonal as in `mirror_tile`. Only squares on the diagonal and on one side of it are listed.
    Pairs with an empty square are left out."""
    numbers, grid = classic_edition()
    size = numbers.rows
    found = []
    for row in range(size):
        for column in range(size):
            mirror_cell = (column, row) if falling else (size - 1 - column, size - 1 - row)
            if (row, column) <= mirror_cell:
                one, two = board[row * size + column], board[mirror_cell[0] * size + mirror_cell[1]]
                if EMPTY not in (one, two) and mirror_tile(grid.pose_codes[one], falling) != grid.pose_codes[two]:
                    found.append(row * size + column)
    return tuple(found)


def cells_out_of_order(board: Board) -> tuple[int, ...]:
    """Return the squares whose tile has more junctions than a tile on an earlier square, row by
    row. The joker is left out."""
    _, grid = classic_edition()
    found, lowest_count = [], 4
    for cell, pose in enumerate(board):
        if pose != EMPTY and grid.pose_codes[pose] != JOKER:
            number = junction_count(grid.pose_codes[pose])
            if number > lowest_count:
                found.append(cell)
            lowest_count = min(lowest_count, number)
    return tuple(found)


# -- judging a board


class ChecklistLine(Struct, frozen=True):
    """One line of the checklist."""

    name: Literal["fits", "centre", "branches", "junctions", "diagonal", "given"]
    done: bool
    """True if the constraint is met."""
    lost: bool
    """True if the constraint cannot be met unless a tile is moved."""
    have: int = 0
    """What the board has, as a number to compare with `want`; its meaning depends on `name`."""
    want: int = 0


def checklist(challenge: Challenge, board: Board) -> tuple[ChecklistLine, ...]:
    """Return one line for each constraint of the challenge, judged for a board that may have
    empty squares. The last line (`fits`) says whether all sides fit. Given tiles are not checked
    here."""
    numbers, grid = classic_edition()
    laid = sum(pose != EMPTY for pose in board)
    full = laid == grid.cell_count
    points = []
    if challenge.centre:
        pose = board[grid.centre_cell]
        right = pose != EMPTY and numbers.tile_names[grid.tile_of_pose[pose]] == challenge.centre
        points.append(ChecklistLine("centre", right, pose != EMPTY and not right))
    if any(set(frame) - set("? ") for frame in challenge.frames):
        borders = border_sides(grid, board)
        holds = any(frame_can_hold(frame, borders) for frame in challenge.frames)
        branches = sum(has not in ("", "-") for border in borders for has in border)
        covered = all(has for border in borders for has in border)
        points.append(ChecklistLine("branches", holds and covered, not holds, branches))
    if challenge.order == "junctions":
        wrong = len(cells_out_of_order(board))
        points.append(ChecklistLine("junctions", full and not wrong, wrong > 0, wrong))
    if challenge.order == "diagonal":
        wrong = min(len(asymmetric_cells(board, True)), len(asymmetric_cells(board, False)))
        points.append(ChecklistLine("diagonal", full and wrong <= 1, wrong > 1, wrong, 1))
    bad = len({cell for cell, _ in clashing_sides(board)})
    points.append(ChecklistLine("fits", full and not bad, bad > 0, laid - bad, grid.cell_count))
    return tuple(points)


def solves_challenge(challenge: Challenge, board: Board) -> bool:
    """Return whether the board solves the challenge: all tiles are placed, each once, everything
    fits, given tiles are in place, and every constraint is met."""
    _, grid = classic_edition()
    tiles = [grid.tile_of_pose[pose] for pose in board if pose != EMPTY]
    kept = all(board[cell] == pose for cell, pose in given_poses(challenge).items())
    return (
        kept
        and len(set(tiles)) == len(tiles) == grid.cell_count
        and all(each.done for each in checklist(challenge, board))
    )


def given_poses(challenge: Challenge) -> dict[int, int]:
    """Return the poses that lie from the start, by square. A tile asked for in the centre is
    among them only if it looks the same in every rotation."""
    numbers, grid = classic_edition()
    laid = {numbers.cell_names.index(cell): grid.pose_codes.index(code) for cell, code in challenge.given.items()}
    if challenge.centre:
        poses = grid.poses_of_tile[numbers.tile_names.index(challenge.centre)]
        laid |= {grid.centre_cell: poses[0]} if len(poses) == 1 else {}
    return laid


# -- boards as text


def write_board(board: Board) -> str:
    """Return a board as text: rows from top to bottom, squares as codes, and a dot for an empty square."""
    numbers, grid = classic_edition()
    codes = [grid.pose_codes[pose] if pose != EMPTY else "." for pose in board]
    rows = [codes[at : at + numbers.columns] for at in range(0, len(codes), numbers.columns)]
    return " / ".join(" ".join(row) for row in rows)


def read_board(text: str) -> Board:
    """Return the board of a text as `write_board` writes it. Raise `Refused` if a code is no
    tile, a tile occurs twice, or the number of squares is wrong."""
    _, grid = classic_edition()
    words = text.replace("/", " ").split()
    if len(words) != grid.cell_count:
        raise Refused(f"a board has {grid.cell_count} squares, this one {len(words)}")
    known = {code: pose for pose, code in enumerate(grid.pose_codes)}
    for word in words:
        if word != "." and word not in known:
            raise Refused(f"there is no tile {word[:8]!r}")
    board = tuple(known.get(word, EMPTY) for word in words)
    tiles = [grid.tile_of_pose[pose] for pose in board if pose != EMPTY]
    if len(set(tiles)) != len(tiles):
        raise Refused("a tile lies on the board twice")
    return board
