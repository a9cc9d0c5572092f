"""Draws a board in the terminal: its squares and pieces, as letters, from the same scene as the screen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from malle.core import AnyGame, GameInfo, Seat
from malle.core.scene import Board, Cell, DrawInput, Item, Scene, SeatOverlay, StaticScene
from malle.core.scene_checks import apply_overlay
from malle.i18n.translations import Translator

MIN_SQUARE_WIDTH = 3
"""Characters for each square, unless the text of a square is longer."""


def board_lines(game_info: GameInfo, game: AnyGame, state: Any, seat: Seat, words: Translator) -> list[str]:
    """Return the board as a seat sees it and a legend of its letters, line by line. Return an
    empty list if the game has no drawing or no board, or if the board is empty or holds anything
    but pieces. A letter cannot show a tile, so games with tiles describe their board in
    sentences."""
    if game_info.drawing is None:
        return []
    spectator_view, view = game.view(state, None), game.view(state, seat)
    turn = view.turn
    scene = game_info.drawing.shared_scene(game, DrawInput(None, turn, game.phase(spectator_view), spectator_view.now))
    overlay = game_info.drawing.seat_overlay(
        game, DrawInput(seat, turn, game.phase(view), view.now, game.legal(state, seat))
    )
    seat_scene = apply_overlay(
        words.translate_tree(scene, Scene), words.translate_tree(overlay, SeatOverlay) if overlay else None
    )
    setting = words.translate_tree(game_info.drawing.static_scene(game, seat), StaticScene)
    board = next((area for area in seat_scene.areas if isinstance(area, Board)), None)
    ground = board and next((each for each in setting.grounds if each.id == board.id), None)
    if not board or not ground or not board.items or any(item.look != "piece" for item in board.items):
        return []
    letters = _letters_by_look(board.items, words)
    return [*_grid_lines(ground.cells, _texts_by_square(board.items, letters)), "", _legend(letters)]


def _look_key(item: Item) -> str:
    """Return a key that is equal for items that look alike: the symbol, or else the seat."""
    return item.symbol or f"seat-{item.seat}"


def _letters_by_look(items: Iterable[Item], words: Translator) -> dict[str, tuple[str, str]]:
    """Return, by `_look_key`, a letter of its own for each kind of item, and the name that it
    stands for. It is the first letter of the name that is still free, or else of the alphabet."""
    letters: dict[str, tuple[str, str]] = {}
    for item in items:
        name = words.player_name(item.seat) if item.seat is not None else str(item.label).partition(",")[0]
        taken = {letter for letter, _ in letters.values()}
        free = (letter for letter in f"{name.upper()}ABCDEFGHIJKLMNOPQRSTUVWXYZ" if letter.isalpha())
        if _look_key(item) not in letters:
            letters[_look_key(item)] = next(letter for letter in free if letter not in taken), name
    return letters


def _legend(letters: Mapping[str, tuple[str, str]]) -> str:
    """Return the line that says which letter stands for what."""
    return " · ".join(f"{letter} = {name}" for letter, name in letters.values())


def _texts_by_square(items: Iterable[Item], letters: Mapping[str, tuple[str, str]]) -> dict[str, str]:
    """Return, by square id, the letters of the items on it, each followed by the item's badge."""
    texts: dict[str, str] = {}
    for item in items:
        texts[item.at] = texts.get(item.at, "") + letters[_look_key(item)][0] + str(item.badge)
    return texts


def _grid_lines(cells: Sequence[Cell], texts: Mapping[str, str]) -> list[str]:
    """Return the lines of the board, with each square in its nearest row and column. If the
    squares fill the grid and are named like A1, row numbers and column letters are added."""
    columns, rows = (
        _line_starts([(cell.x, cell.w) for cell in cells]),
        _line_starts([(cell.y, cell.h) for cell in cells]),
    )
    cells_by_position = {(_nearest_line(columns, cell.x), _nearest_line(rows, cell.y)): cell for cell in cells}
    is_full_grid = len(cells) == len(columns) * len(rows)
    has_coordinates = is_full_grid and all(re.fullmatch(r"[A-Z]\d+", cell.id) for cell in cells)
    width = max(MIN_SQUARE_WIDTH, *map(len, texts.values()))

    def square_text(column: int, row: int) -> str:
        """Return the centred text of one square, or blanks if there is none."""
        cell = cells_by_position.get((column, row))
        return " " * width if cell is None else texts.get(cell.id, "·").center(width)

    lines = []
    for row in range(len(rows)):
        line = "".join(square_text(column, row) for column in range(len(columns)))
        number = f"{cells_by_position[0, row].id[1:]:>3} " if has_coordinates else ""
        lines.append(f"{number}{line}".rstrip())
    if has_coordinates:
        column_letters = "".join(cells_by_position[column, 0].id[0].center(width) for column in range(len(columns)))
        lines.append(f"    {column_letters}".rstrip())
    return lines


def _line_starts(spans: Iterable[tuple[float, float]]) -> list[float]:
    """Return where the rows (or columns) begin, from `spans`, the start and size of each square.
    A start within half a square of the one before belongs to the same row."""
    starts: list[float] = []
    for start, size in sorted(spans):
        if not starts or start - starts[-1] > size / 2:
            starts.append(start)
    return starts


def _nearest_line(starts: Sequence[float], coordinate: float) -> int:
    """Return the index of the start that is nearest to a coordinate."""
    return min(range(len(starts)), key=lambda line: abs(starts[line] - coordinate))
