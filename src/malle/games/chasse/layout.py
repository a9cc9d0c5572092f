"""The parts of the picture that do not change during a game: the board from the viewer's side, and the summary."""

from __future__ import annotations

from typing import Literal

from malle.core import Message, MessageArg, Viewer
from malle.core.scene import BoardLabel, BoardLayout, BoardPatch, Cell, StaticScene, Summary
from malle.games.chasse.edition import CUSTOMS, SMUGGLER, Numbers
from malle.games.chasse.event_messages import square_name as cell
from malle.games.chasse.icons import numbers_on_board
from malle.games.chasse.rules import Chasse

SQUARE_SIZE, LEFT_MARGIN, TOP_MARGIN = 60, 38, 46
"""The side of a square, and the left and top margins that hold numbers, in units of the drawing."""


def static_scene(game: Chasse, viewer: Viewer) -> StaticScene:
    """Return the board, the options that are on, and the summary of the rules.

    The viewer's side is at the bottom; for a spectator it is the smuggler's.
    """
    numbers = game.numbers
    sums: dict[str, MessageArg] = {"plate": numbers.plate, "pawn": numbers.pawn, "standstill": numbers.standstill}
    text = (
        Message("summary-moving", {"bends": int(game.routes[SMUGGLER].bends)}),
        Message("summary-points", sums),
        Message("summary-end", sums),
    )
    told = tuple(Message(f"option-{name}") for name, value in game.options.items() if value)
    return StaticScene(
        title=Message("title"),
        table=told or (Message("screen-plain"),),
        grounds=(_board_layout(numbers, viewer == CUSTOMS),),
        summary=Summary(Message("summary-title"), text=text),
    )


def _board_layout(numbers: Numbers, customs_below: bool) -> BoardLayout:
    """Return the board with the smuggler's side at the bottom, or the customs' side if `customs_below`."""
    width, rows = numbers.width, numbers.rows
    across, down = width * SQUARE_SIZE, rows * SQUARE_SIZE
    bottom = TOP_MARGIN + down

    def corner(square: int) -> tuple[int, int]:
        """Return the position of a square's left and top edge, in units of the drawing."""
        row, column = divmod(square, width)
        if customs_below:
            row, column = rows - 1 - row, width - 1 - column
        return LEFT_MARGIN + column * SQUARE_SIZE, TOP_MARGIN + row * SQUARE_SIZE

    cells = tuple(
        Cell(cell(numbers, square), *corner(square), SQUARE_SIZE, SQUARE_SIZE, look=_square_look(numbers, square))
        for square in range(numbers.square_count)
    )
    near, far = (CUSTOMS, SMUGGLER) if customs_below else (SMUGGLER, CUSTOMS)
    labels: list[BoardLabel] = []
    for column in range(width):
        x = corner(column)[0] + SQUARE_SIZE // 2
        mine, other = numbers.distances_from(near, column), numbers.distances_from(far, column)
        squares = tuple(cell(numbers, square) for square in range(column, numbers.square_count, width))
        labels.append(BoardLabel(x, TOP_MARGIN - 22, numbers_on_board(other), size=22 if len(other) > 2 else 26))
        labels.append(
            BoardLabel(x, bottom + 24, numbers_on_board(mine), "tab", size=22 if len(mine) > 2 else 26, of=squares)
        )
        labels.append(BoardLabel(x, bottom + 62, numbers.columns[column].name.upper(), size=26))
    labels += [
        BoardLabel(LEFT_MARGIN // 2, corner(row * width)[1] + SQUARE_SIZE // 2, str(row + 1), size=26)
        for row in range(rows)
    ]
    # The booklet, "Position de départ": a green star for customs, a green dot for the smugglers.
    for side, sign, size in ((CUSTOMS, "★", 22), (SMUGGLER, "·", 48)):
        for square in numbers.start_squares(side):
            left, top = corner(square)
            labels.append(BoardLabel(left + SQUARE_SIZE // 2, top + SQUARE_SIZE // 2, sign, size=size))
    border = corner(0)[1] + (0 if customs_below else SQUARE_SIZE) - 6
    edge = BoardPatch(LEFT_MARGIN - 5, TOP_MARGIN - 5, across + 10, down + 10, "strong", radius=8)
    frontier = BoardPatch(LEFT_MARGIN, border, across, 12, "accent", "stripes", over=True)
    return BoardLayout(
        "board",
        Message("board", {"columns": width, "rows": rows}),
        LEFT_MARGIN + across + 6,
        bottom + 82,
        cells,
        patches=(edge, frontier),
        motes=tuple(labels),
    )


def _square_look(numbers: Numbers, square: int) -> Literal["goal", "goal2", "home", "light", "dark"]:
    """Return the look of a square: finish line, smuggler's start square, or a light or dark square."""
    row, column = divmod(square, numbers.width)
    if row == 0:
        return "goal" if column % 2 else "goal2"
    if numbers.name_of(square) in numbers.smugglers:
        return "home"
    return "light" if (row + column) % 2 else "dark"
