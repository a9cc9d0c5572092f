"""The parts of the picture that do not change during a game: the grid, its borders and the colours of
networks."""

from __future__ import annotations

from typing import Literal

from malle.core import Message, Viewer
from malle.core.scene import BoardLayout, BoardPatch, Cell, Paint, StaticScene, Summary
from malle.games.combinus.edition import EAST, NORTH, SOUTH, WEST
from malle.games.combinus.rules import Combinus

CELL_SIZE, MARGIN, GRID_OFFSET, STRIP_WIDTH = 100, 4, 34, 26
"""The size of a tile, the margin round the frame, the offset of the grid, and the width of the strips that
show whose border it is."""

FRAME_COLOUR, GRID_COLOUR, CELL_COLOUR = "#5A2A4E", "#7C4A70", "#6A3A5E"
"""The colours of the cardboard: the frame, the area of the grid, and each square."""
AMBER, PINK = "#F2BC3A", "#F0A8D0"
UNOWNED_BORDER_STYLES: dict[int, tuple[str, Literal["dots", "hatch"]]] = {
    WEST: (AMBER, "dots"), EAST: (AMBER, "dots"), NORTH: (PINK, "hatch"), SOUTH: (PINK, "hatch"),
}  # fmt: skip
"""The colour and pattern of each border before a player has it, by side. The buttons that choose a pair use
the same."""


def static_scene(game: Combinus, viewer: Viewer) -> StaticScene:
    """Return the static scene with three grids: one before borders are chosen, and one for each of
    the two ways in which the players can own the pairs of borders. A spectator sees it as seat
    1."""
    own_seat = viewer or 0
    table = [Message(f"option-variant-{game.variant}")]
    if game.games_in_match > 1:
        table.append(Message("screen-match", {"n": game.games_in_match}))
    return StaticScene(
        title=Message("title"),
        table=tuple(table),
        grounds=tuple(_grid_layout(game, sides, own_seat) for sides in (-1, 0, 1)),
        summary=Summary(Message("screen-tiles"), text=(Message("screen-legend"), Message("screen-reminder"))),
        paints=(
            Paint("free", (("track", "#AE8FA4"), ("core", "#AE8FA4"))),
            *(_seat_paint(seat, own_seat) for seat in range(game.seats)),
            Paint("path", (("track", "#F2BC3A"), ("core", "#5A2A4E"))),
            Paint("both", (("track", "#5A2A4E"), ("core", "#F2BC3A"), ("core-dash", "14 8"))),
        ),
    )


def _seat_paint(seat: int, own_seat: int) -> Paint:
    """Return the colours of a seat's networks. They have a solid core for the viewer's own seat
    `own_seat`, and a dashed one for the opponent."""
    dash = () if seat == own_seat else (("core-dash", "14 8"),)
    name = f"seat-{seat + 1}"
    return Paint(name, (("track", name), ("core", "#FFFBF0"), *dash))


def grid_id(sides: int) -> str:
    """Return the id of the grid for a way to share the borders. `sides` is the seat with left and right, or
    -1 before the choice."""
    return ("grid", "grid-1", "grid-2")[sides + 1]


def _grid_layout(game: Combinus, sides: int, own_seat: int) -> BoardLayout:
    """Return the layout of a grid: its squares, and its four border strips in their owners'
    colours. `sides` is as in `grid_id`; `own_seat` is the viewer's, or the first for spectators."""
    rows, columns = game.numbers.rows, game.numbers.columns
    width, height = columns * CELL_SIZE + 2 * GRID_OFFSET, rows * CELL_SIZE + 2 * GRID_OFFSET
    cells = tuple(
        Cell(
            name,
            GRID_OFFSET + index % columns * CELL_SIZE,
            GRID_OFFSET + index // columns * CELL_SIZE,
            CELL_SIZE,
            CELL_SIZE,
        )
        for index, name in enumerate(game.numbers.cell_names)
    )
    patches = [
        BoardPatch(MARGIN, MARGIN, width - 2 * MARGIN, height - 2 * MARGIN, FRAME_COLOUR, radius=16),
        BoardPatch(GRID_OFFSET, GRID_OFFSET, columns * CELL_SIZE, rows * CELL_SIZE, GRID_COLOUR),
        *(BoardPatch(cell.x + 3, cell.y + 3, CELL_SIZE - 6, CELL_SIZE - 6, CELL_COLOUR, radius=6) for cell in cells),
    ]
    long, tall = columns * CELL_SIZE, rows * CELL_SIZE
    boxes = {
        WEST: (MARGIN, GRID_OFFSET, STRIP_WIDTH, tall),
        EAST: (width - MARGIN - STRIP_WIDTH, GRID_OFFSET, STRIP_WIDTH, tall),
        NORTH: (GRID_OFFSET, MARGIN, long, STRIP_WIDTH),
        SOUTH: (GRID_OFFSET, height - MARGIN - STRIP_WIDTH, long, STRIP_WIDTH),
    }
    for at, strip in boxes.items():
        owner = sides if at in (WEST, EAST) else 1 - sides
        if sides < 0:
            patches.append(BoardPatch(*strip, *UNOWNED_BORDER_STYLES[at], radius=6))
        else:
            patches.append(BoardPatch(*strip, f"seat-{owner + 1}", "dots" if owner == own_seat else "hatch", radius=6))
    return BoardLayout(grid_id(sides), Message("screen-grid"), width, height, cells, tuple(patches), piece=1.0)
