"""The parts of the picture that do not change during a game: the board from the viewer's side, and the summary."""

from __future__ import annotations

from typing import Literal

from malle.core import Arg, Say, Viewer
from malle.core.scene import Cell, Ground, Mote, Patch, Setting, Summary
from malle.games.chasse.edition import CUSTOMS, SMUGGLER, Numbers
from malle.games.chasse.faces import dots
from malle.games.chasse.rules import Chasse
from malle.games.chasse.telling import square as cell

SIZE, LEFT, TOP = 60, 38, 46
"""The side of a square, and the left and top margins that hold numbers, in units of the drawing."""


def setting(game: Chasse, viewer: Viewer) -> Setting:
    """Return the board with the viewer's side at the bottom, the options that are on, and the summary of the
    rules."""
    numbers = game.numbers
    sums: dict[str, Arg] = {"plate": numbers.plate, "pawn": numbers.pawn, "standstill": numbers.standstill}
    text = (
        Say("summary-moving", {"bends": int(game.routes[SMUGGLER].bends)}),
        Say("summary-points", sums),
        Say("summary-end", sums),
    )
    told = tuple(Say(f"option-{name}") for name, value in game.options.items() if value)
    return Setting(
        title=Say("title"),
        table=told or (Say("screen-plain"),),
        grounds=(_ground(numbers, viewer == CUSTOMS),),
        summary=Summary(Say("summary-title"), text=text),
    )


def _ground(numbers: Numbers, turned: bool) -> Ground:
    """Return the board with the smuggler's side at the bottom, or the customs' side if `customs_below`."""
    width, rows = numbers.width, numbers.rows
    across, down = width * SIZE, rows * SIZE
    bottom = TOP + down

    def corner(square: int) -> tuple[int, int]:
        """Return the left and top edge of a square."""
        row, column = divmod(square, width)
        if turned:
            row, column = rows - 1 - row, width - 1 - column
        return LEFT + column * SIZE, TOP + row * SIZE

    cells = tuple(
        Cell(cell(numbers, square), *corner(square), SIZE, SIZE, look=_look(numbers, square))
        for square in range(numbers.squares)
    )
    near, far = (CUSTOMS, SMUGGLER) if turned else (SMUGGLER, CUSTOMS)
    motes: list[Mote] = []
    for column in range(width):
        x = corner(column)[0] + SIZE // 2
        mine, other = numbers.numbers(near, column), numbers.numbers(far, column)
        squares = tuple(cell(numbers, square) for square in range(column, numbers.squares, width))
        motes.append(Mote(x, TOP - 22, dots(other), size=22 if len(other) > 2 else 26))
        motes.append(Mote(x, bottom + 24, dots(mine), "tab", size=22 if len(mine) > 2 else 26, of=squares))
        motes.append(Mote(x, bottom + 62, numbers.columns[column].name.upper(), size=26))
    motes += [Mote(LEFT // 2, corner(row * width)[1] + SIZE // 2, str(row + 1), size=26) for row in range(rows)]
    # The booklet, "Position de départ": a green star for customs, a green dot for the smugglers.
    for side, sign, size in ((CUSTOMS, "★", 22), (SMUGGLER, "·", 48)):
        for square in numbers.starts(side):
            left, top = corner(square)
            motes.append(Mote(left + SIZE // 2, top + SIZE // 2, sign, size=size))
    border = corner(0)[1] + (0 if turned else SIZE) - 6
    edge = Patch(LEFT - 5, TOP - 5, across + 10, down + 10, "strong", radius=8)
    frontier = Patch(LEFT, border, across, 12, "accent", "stripes", over=True)
    return Ground(
        "board",
        Say("board", {"columns": width, "rows": rows}),
        LEFT + across + 6,
        bottom + 82,
        cells,
        patches=(edge, frontier),
        motes=tuple(motes),
    )


def _look(numbers: Numbers, square: int) -> Literal["goal", "goal2", "home", "light", "dark"]:
    """Return the look of a square: finish line, smuggler's start square, or a light or dark square."""
    row, column = divmod(square, numbers.width)
    if row == 0:
        return "goal" if column % 2 else "goal2"
    if numbers.name(square) in numbers.smugglers:
        return "home"
    return "light" if (row + column) % 2 else "dark"
