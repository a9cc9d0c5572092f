"""A board in the terminal: its squares and what stands on them, as letters, from the same scene as the screen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from malle.core import AnyGame, Seat, Sheet
from malle.core.scene import Board, Cell, Glance, Item, Own, Scene, Setting
from malle.core.soundness import laid_over
from malle.words import Words

WIDTH = 3
"""Letters a square, unless more stand on one."""


def board_lines(sheet: Sheet, game: AnyGame, state: Any, seat: Seat, words: Words) -> list[str]:
    """The board before a seat, and what its letters stand for. Nothing if there is none, or if tiles lie on it: a
    letter does not say what is on a tile, so that such a game says it in its own way."""
    if sheet.drawing is None:
        return []
    all_see, view = game.view(state, None), game.view(state, seat)
    turn = view.turn
    scene = sheet.drawing.table(game, Glance(None, turn, game.phase(all_see), all_see.now))
    own = sheet.drawing.own(game, Glance(seat, turn, game.phase(view), view.now, game.legal(state, seat)))
    seen = laid_over(words.speak(scene, Scene), words.speak(own, Own) if own else None)
    setting = words.speak(sheet.drawing.setting(game, seat), Setting)
    board = next((area for area in seen.areas if isinstance(area, Board)), None)
    ground = board and next((each for each in setting.grounds if each.id == board.id), None)
    if not board or not ground or not board.items or any(item.look != "piece" for item in board.items):
        return []
    letters = _letters(board.items, words)
    return [*_drawn(ground.cells, _standing(board.items, letters)), "", _legend(letters)]


def _kind(item: Item) -> str:
    """What is drawn alike."""
    return item.symbol or f"seat-{item.seat}"


def _letters(items: Iterable[Item], words: Words) -> dict[str, tuple[str, str]]:
    """By kind: a letter of its own, and what it stands for."""
    found: dict[str, tuple[str, str]] = {}
    for item in items:
        name = words.name(item.seat) if item.seat is not None else str(item.label).partition(",")[0]
        taken = {letter for letter, _ in found.values()}
        free = (letter for letter in f"{name.upper()}ABCDEFGHIJKLMNOPQRSTUVWXYZ" if letter.isalpha())
        if _kind(item) not in found:
            found[_kind(item)] = next(letter for letter in free if letter not in taken), name
    return found


def _legend(letters: Mapping[str, tuple[str, str]]) -> str:
    return " · ".join(f"{letter} = {name}" for letter, name in letters.values())


def _standing(items: Iterable[Item], letters: Mapping[str, tuple[str, str]]) -> dict[str, str]:
    """By square: the letters of what stands there, with a number if there is one on it."""
    found: dict[str, str] = {}
    for item in items:
        found[item.at] = found.get(item.at, "") + letters[_kind(item)][0] + str(item.badge)
    return found


def _drawn(cells: Sequence[Cell], standing: Mapping[str, str]) -> list[str]:
    """Squares where they lie, to the nearest row and column; with headers, if that is how they are called."""
    columns, rows = _lines([(cell.x, cell.w) for cell in cells]), _lines([(cell.y, cell.h) for cell in cells])
    places = {(_nearest(columns, cell.x), _nearest(rows, cell.y)): cell for cell in cells}
    whole = len(cells) == len(columns) * len(rows)
    named = whole and all(re.fullmatch(r"[A-Z]\d+", cell.id) for cell in cells)
    width = max(WIDTH, *map(len, standing.values()))

    def square(column: int, row: int) -> str:
        cell = places.get((column, row))
        return " " * width if cell is None else standing.get(cell.id, "·").center(width)

    drawn = []
    for row in range(len(rows)):
        line = "".join(square(column, row) for column in range(len(columns)))
        number = f"{places[0, row].id[1:]:>3} " if named else ""
        drawn.append(f"{number}{line}".rstrip())
    if named:
        heads = "".join(places[column, 0].id[0].center(width) for column in range(len(columns)))
        drawn.append(f"    {heads}".rstrip())
    return drawn


def _lines(spans: Iterable[tuple[float, float]]) -> list[float]:
    """Where rows, or columns, begin: what is nearer than half a square is one."""
    found: list[float] = []
    for start, size in sorted(spans):
        if not found or start - found[-1] > size / 2:
            found.append(start)
    return found


def _nearest(lines: Sequence[float], at: float) -> int:
    return min(range(len(lines)), key=lambda line: abs(lines[line] - at))
