"""The parts of the picture that do not change during a game: the grid, its borders and the colours of
networks."""

from __future__ import annotations

from typing import Literal

from malle.core import Say, Viewer
from malle.core.scene import Cell, Ground, Paint, Patch, Setting, Summary
from malle.games.combinus.edition import EAST, NORTH, SOUTH, WEST
from malle.games.combinus.rules import Combinus

SIZE, EDGE, RIM, STRIP = 100, 4, 34, 26
"""The size of a tile, the margin round the frame, the offset of the grid, and the width of the strips that
show whose border it is."""

FRAME, WELL, SLOT = "#5A2A4E", "#7C4A70", "#6A3A5E"
"""The colours of the cardboard: the frame, the area of the grid, and each square."""
AMBER, PINK = "#F2BC3A", "#F0A8D0"
TO_CHOOSE: dict[int, tuple[str, Literal["dots", "hatch"]]] = {
    WEST: (AMBER, "dots"), EAST: (AMBER, "dots"), NORTH: (PINK, "hatch"), SOUTH: (PINK, "hatch"),
}  # fmt: skip
"""The colour and pattern of each border before a player has it, by side. The buttons that choose a pair use
the same."""


def setting(game: Combinus, viewer: Viewer) -> Setting:
    """Return the static scene with three grids: one before borders are chosen, and one for each way to share
    them. A spectator sees seat 1's side."""
    me = viewer or 0
    table = [Say(f"option-variant-{game.variant}")]
    if game.games > 1:
        table.append(Say("screen-match", {"n": game.games}))
    return Setting(
        title=Say("title"),
        table=tuple(table),
        grounds=tuple(_ground(game, sides, me) for sides in (-1, 0, 1)),
        summary=Summary(Say("screen-tiles"), text=(Say("screen-legend"), Say("screen-reminder"))),
        paints=(
            Paint("free", (("track", "#AE8FA4"), ("core", "#AE8FA4"))),
            *(_paint(seat, me) for seat in range(game.seats)),
            Paint("path", (("track", "#F2BC3A"), ("core", "#5A2A4E"))),
            Paint("both", (("track", "#5A2A4E"), ("core", "#F2BC3A"), ("core-dash", "14 8"))),
        ),
    )


def _paint(seat: int, me: int) -> Paint:
    """Return the colours of a seat's networks. The viewer's own have a solid core, the opponent's a dashed
    one."""
    dash = () if seat == me else (("core-dash", "14 8"),)
    name = f"seat-{seat + 1}"
    return Paint(name, (("track", name), ("core", "#FFFBF0"), *dash))


def grid_id(sides: int) -> str:
    """Return the id of the grid for a way to share the borders. `sides` is the seat with left and right, or
    -1 before the choice."""
    return ("grid", "grid-1", "grid-2")[sides + 1]


def _ground(game: Combinus, sides: int, me: int) -> Ground:
    """Return the layout of a grid: its squares, and its four border strips in their owners' colours (`sides`
    as in `grid_id`)."""
    rows, columns = game.numbers.rows, game.numbers.columns
    width, height = columns * SIZE + 2 * RIM, rows * SIZE + 2 * RIM
    cells = tuple(
        Cell(name, RIM + index % columns * SIZE, RIM + index // columns * SIZE, SIZE, SIZE)
        for index, name in enumerate(game.numbers.cells)
    )
    patches = [
        Patch(EDGE, EDGE, width - 2 * EDGE, height - 2 * EDGE, FRAME, radius=16),
        Patch(RIM, RIM, columns * SIZE, rows * SIZE, WELL),
        *(Patch(cell.x + 3, cell.y + 3, SIZE - 6, SIZE - 6, SLOT, radius=6) for cell in cells),
    ]
    long, tall = columns * SIZE, rows * SIZE
    boxes = {
        WEST: (EDGE, RIM, STRIP, tall), EAST: (width - EDGE - STRIP, RIM, STRIP, tall),
        NORTH: (RIM, EDGE, long, STRIP), SOUTH: (RIM, height - EDGE - STRIP, long, STRIP),
    }  # fmt: skip
    for at, strip in boxes.items():
        owner = sides if at in (WEST, EAST) else 1 - sides
        if sides < 0:
            patches.append(Patch(*strip, *TO_CHOOSE[at], radius=6))
        else:
            patches.append(Patch(*strip, f"seat-{owner + 1}", "dots" if owner == me else "hatch", radius=6))
    return Ground(grid_id(sides), Say("screen-grid"), width, height, cells, tuple(patches), piece=1.0)
