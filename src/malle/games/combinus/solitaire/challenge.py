"""Challenges of the solitaire, and how a grid, full or not, is judged by one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Literal

from msgspec import Struct

from malle.core import Refused, load_edition
from malle.games.combinus.edition import CLASSIC, JOKER, Code, Numbers, junctions, meets, side
from malle.games.combinus.grid import EMPTY, Grid, grid_of

TWELVE = CLASSIC.parent / "challenges.toml"

Board = tuple[int, ...]
"""The pose on each square, row by row, or `EMPTY`."""


class Challenge(Struct, frozen=True, kw_only=True):
    """A task for one player."""

    name: str
    centre: Code = ""
    """The name of the tile in the centre, or empty if the challenge does not say."""
    frames: tuple[str, ...]
    """Frames of which one must hold. The file data/challenges.toml describes their letters."""
    order: Literal["", "junctions", "diagonal"] = ""
    given: Mapping[str, Code] = {}
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
        if self.centre and self.centre not in numbers.names:
            raise Refused(f"challenge {self.name}: there is no tile {self.centre!r}")
        for cell, code in self.given.items():
            if cell not in numbers.cells or code not in numbers.poses:
                raise Refused(f"challenge {self.name}: {code!r} cannot lie on {cell!r}")


class Twelve(Struct, frozen=True):
    """The file of the booklet's twelve challenges."""

    challenges: tuple[Challenge, ...]


@lru_cache(maxsize=1)
def box() -> tuple[Numbers, Grid]:
    """Return the values and the grid of the classic edition, for which the challenges are made."""
    numbers = load_edition(CLASSIC, Numbers).data
    return numbers, grid_of(numbers)


@lru_cache(maxsize=4)
def twelve(path: Path = TWELVE) -> tuple[Challenge, ...]:
    """Return the booklet's challenges, in its order. `Refused` if one is wrong."""
    found = load_edition(path, Twelve).data.challenges
    for challenge in found:
        challenge.check(box()[0])
    return found


# -- the frame


def patterns(frame: str) -> tuple[tuple[str, ...], ...]:
    """Return the patterns allowed on each border of a frame, clockwise from the top."""
    return tuple(tuple(border.split("|")) for border in frame.split(" "))


def free_borders(challenge: Challenge) -> tuple[int, ...]:
    """Return the borders on which every frame allows anything (`?` throughout), numbered clockwise from 0 at
    the top."""
    return tuple(
        border
        for border in range(4)
        if all(set(pattern) == {"?"} for frame in challenge.frames for pattern in patterns(frame)[border])
    )


def wants(wanted: str, has: str) -> bool:
    """Return whether a side on the border (`-`, `a`, `b`, or `j` for the joker) is what this letter of a
    frame wants."""
    if wanted == "?":
        return True
    if wanted in "ab":
        return has == wanted
    return (has == "-") == (wanted == ".")


def border_sides(grid: Grid, board: Board) -> tuple[tuple[str, ...], ...]:
    """Return the sides that lie against each border, both clockwise from the top left corner. A side is an
    empty string where no tile lies."""
    sides = [side(grid.codes[board[cell]], at) if board[cell] != EMPTY else "" for cell, at in grid.frame]
    lengths = [sum(at == border for _, at in grid.frame) for border in range(4)]
    starts = [sum(lengths[:border]) for border in range(4)]
    return tuple(tuple(sides[start : start + length]) for start, length in zip(starts, lengths, strict=True))


def frame_holds(frame: str, borders: tuple[tuple[str, ...], ...]) -> bool:
    """Return whether a frame can still hold if the empty squares are filled suitably. `borders` comes from
    `border_sides`."""
    return all(
        any(all(not has or wants(want, has) for want, has in zip(pattern, has_all, strict=True)) for pattern in allowed)
        for allowed, has_all in zip(patterns(frame), borders, strict=True)
    )


# -- clashes, order, symmetry


def clashes(board: Board) -> Iterator[tuple[int, int]]:
    """Yield (square, side) for every two facing sides that do not fit. Each contact comes once, seen from the
    left or upper square."""
    numbers, grid = box()
    for cell, pose in enumerate(board):
        for at, near in grid.neighbours[cell]:
            if near > cell and pose != EMPTY and board[near] != EMPTY:
                facing = side(grid.codes[board[near]], (at + 2) % 4)
                if not meets(side(grid.codes[pose], at), facing, numbers.fit):
                    yield cell, at


def mirrored(code: Code, falling: bool) -> Code:
    """Return a tile's code as it looks in a diagonal mirror. `falling` is the diagonal from top left to
    bottom right; otherwise it is the other one."""
    if code == JOKER:
        return code
    north, east, south, west = (*code.translate(str.maketrans("ab", "ba")),)
    return west + south + east + north if falling else east + north + west + south


def asymmetries(board: Board, falling: bool) -> tuple[int, ...]:
    """Return the squares whose tile is not the mirror image of the one opposite, about a diagonal as in
    `mirror_tile`. Only squares on the diagonal and on one side of it are listed. Pairs with an empty square
    are left out."""
    numbers, grid = box()
    size = numbers.rows
    found = []
    for row in range(size):
        for column in range(size):
            other = (column, row) if falling else (size - 1 - column, size - 1 - row)
            if (row, column) <= other:
                one, two = board[row * size + column], board[other[0] * size + other[1]]
                if EMPTY not in (one, two) and mirrored(grid.codes[one], falling) != grid.codes[two]:
                    found.append(row * size + column)
    return tuple(found)


def rises(board: Board) -> tuple[int, ...]:
    """Return the squares whose tile has more junctions than one on an earlier square, row by row. The joker
    is left out."""
    _, grid = box()
    found, least = [], 4
    for cell, pose in enumerate(board):
        if pose != EMPTY and grid.codes[pose] != JOKER:
            number = junctions(grid.codes[pose])
            if number > least:
                found.append(cell)
            least = min(least, number)
    return tuple(found)


# -- judging a board


class Point(Struct, frozen=True):
    """One line of the checklist."""

    name: Literal["fits", "centre", "branches", "junctions", "diagonal", "given"]
    done: bool
    """True if the constraint is met."""
    lost: bool
    """True if the constraint cannot be met unless a tile is moved."""
    have: int = 0
    """What the board has, as a number to compare with `want`; its meaning depends on `name`."""
    want: int = 0


def checklist(challenge: Challenge, board: Board) -> tuple[Point, ...]:
    """Return what the challenge asks, line by line, judged for a board that may have empty squares."""
    numbers, grid = box()
    laid = sum(pose != EMPTY for pose in board)
    full = laid == grid.size
    points = []
    if challenge.centre:
        pose = board[grid.centre]
        right = pose != EMPTY and numbers.names[grid.tile_of[pose]] == challenge.centre
        points.append(Point("centre", right, pose != EMPTY and not right))
    if any(set(frame) - set("? ") for frame in challenge.frames):
        borders = border_sides(grid, board)
        holds = any(frame_holds(frame, borders) for frame in challenge.frames)
        branches = sum(has not in ("", "-") for border in borders for has in border)
        covered = all(has for border in borders for has in border)
        points.append(Point("branches", holds and covered, not holds, branches))
    if challenge.order == "junctions":
        wrong = len(rises(board))
        points.append(Point("junctions", full and not wrong, wrong > 0, wrong))
    if challenge.order == "diagonal":
        wrong = min(len(asymmetries(board, True)), len(asymmetries(board, False)))
        points.append(Point("diagonal", full and wrong <= 1, wrong > 1, wrong, 1))
    bad = len({cell for cell, _ in clashes(board)})
    points.append(Point("fits", full and not bad, bad > 0, laid - bad, grid.size))
    return tuple(points)


def solved(challenge: Challenge, board: Board) -> bool:
    """Return whether the board solves the challenge: all tiles are placed, each once, everything fits, given
    tiles are in place, and the constraint is met."""
    _, grid = box()
    tiles = [grid.tile_of[pose] for pose in board if pose != EMPTY]
    kept = all(board[cell] == pose for cell, pose in given(challenge).items())
    return (
        kept and len(set(tiles)) == len(tiles) == grid.size and all(each.done for each in checklist(challenge, board))
    )


def given(challenge: Challenge) -> dict[int, int]:
    """Return the poses that lie from the start, by square. The tile in the centre is one of them only if it
    looks the same in every rotation."""
    numbers, grid = box()
    laid = {numbers.cells.index(cell): grid.codes.index(code) for cell, code in challenge.given.items()}
    if challenge.centre:
        poses = grid.poses_of[numbers.names.index(challenge.centre)]
        laid |= {grid.centre: poses[0]} if len(poses) == 1 else {}
    return laid


# -- boards as text


def write_board(board: Board) -> str:
    """Return a board as text: rows from top to bottom, squares as codes, and a dot for an empty square."""
    numbers, grid = box()
    codes = [grid.codes[pose] if pose != EMPTY else "." for pose in board]
    rows = [codes[at : at + numbers.columns] for at in range(0, len(codes), numbers.columns)]
    return " / ".join(" ".join(row) for row in rows)


def read_board(text: str) -> Board:
    """Return the board of a text. `Refused` if a code is no tile, a tile occurs twice, or the number of
    squares is wrong."""
    _, grid = box()
    words = text.replace("/", " ").split()
    if len(words) != grid.size:
        raise Refused(f"a board has {grid.size} squares, this one {len(words)}")
    known = {code: pose for pose, code in enumerate(grid.codes)}
    for word in words:
        if word != "." and word not in known:
            raise Refused(f"there is no tile {word[:8]!r}")
    board = tuple(known.get(word, EMPTY) for word in words)
    tiles = [grid.tile_of[pose] for pose in board if pose != EMPTY]
    if len(set(tiles)) != len(tiles):
        raise Refused("a tile lies on the board twice")
    return board
