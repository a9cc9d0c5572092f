"""Draws a board in the terminal: its squares and pieces, as letters, from the same scene as the screen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from malle.core import AnyGame, Seat, Sheet
from malle.core.scene import Board, Cell, Glance, Item, Own, Scene, Setting
from malle.core.soundness import laid_over
from malle.words import Words

WIDTH = 3
"""Characters for each square, unless the text of a square is longer."""


def board_lines(sheet: Sheet, game: AnyGame, state: Any, seat: Seat, words: Words) -> list[str]:
    """Return the board as a seat sees it, with a legend of its letters, line by line. Return an empty list if
    the game has no drawing or no board, or if anything but pieces is on it. A letter cannot show a tile, so
    such games describe their board in sentences."""
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
    """Return a key that is equal for items that look alike."""
    return item.symbol or f"seat-{item.seat}"


def _letters(items: Iterable[Item], words: Words) -> dict[str, tuple[str, str]]:
    """Return, by look, an unused letter and the name it stands for. The letters of the name are preferred."""
    found: dict[str, tuple[str, str]] = {}
    for item in items:
        name = words.name(item.seat) if item.seat is not None else str(item.label).partition(",")[0]
        taken = {letter for letter, _ in found.values()}
        free = (letter for letter in f"{name.upper()}ABCDEFGHIJKLMNOPQRSTUVWXYZ" if letter.isalpha())
        if _kind(item) not in found:
            found[_kind(item)] = next(letter for letter in free if letter not in taken), name
    return found


def _legend(letters: Mapping[str, tuple[str, str]]) -> str:
    """Return the line that explains the letters."""
    return " · ".join(f"{letter} = {name}" for letter, name in letters.values())


def _standing(items: Iterable[Item], letters: Mapping[str, tuple[str, str]]) -> dict[str, str]:
    """Return, by square, the letters of its items, each with the item's badge."""
    found: dict[str, str] = {}
    for item in items:
        found[item.at] = found.get(item.at, "") + letters[_kind(item)][0] + str(item.badge)
    return found


def _drawn(cells: Sequence[Cell], standing: Mapping[str, str]) -> list[str]:
    """Return the lines of the board, each square at its nearest row and column. If squares are named like A1
    and fill the grid, add row numbers and column letters."""
    columns, rows = _lines([(cell.x, cell.w) for cell in cells]), _lines([(cell.y, cell.h) for cell in cells])
    places = {(_nearest(columns, cell.x), _nearest(rows, cell.y)): cell for cell in cells}
    whole = len(cells) == len(columns) * len(rows)
    named = whole and all(re.fullmatch(r"[A-Z]\d+", cell.id) for cell in cells)
    width = max(WIDTH, *map(len, standing.values()))

    def square(column: int, row: int) -> str:
        """Return the centred text of one square, or blanks if there is none."""
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
    """Return where rows, or columns, begin. Starts that are within half a square of each other are one."""
    found: list[float] = []
    for start, size in sorted(spans):
        if not found or start - found[-1] > size / 2:
            found.append(start)
    return found


def _nearest(lines: Sequence[float], at: float) -> int:
    """Return the index of the line nearest to a coordinate."""
    return min(range(len(lines)), key=lambda line: abs(lines[line] - at))
