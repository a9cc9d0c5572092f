"""The static scene of Les Joyeux Combinards: the board, and what each of its squares does.

The inner ring is a rectangle of 10 × 6 squares read clockwise from the top left corner. Around it lie
12 × 8 places, of which each outer circuit fills 16, so that every stop is above its fork and every
customs above its merge. Editions with other numbers of squares are laid out in plain rows.
"""

from __future__ import annotations

from malle.core import Arg, Say, Viewer
from malle.core.scene import Cell, Cost, Ground, Mote, Patch, Setting, Summary
from malle.games.combinards.board import Board
from malle.games.combinards.edition import DUTIES, ROAD, Numbers
from malle.games.combinards.rules import Combinards

SIDE = 56.0
"""The side of a square, in units of the board."""
WIDTH, HEIGHT = 788.0, 540.0
_INNER, _OUTER = 62.0, 66.0
_DOWN = (HEIGHT - 62) / 7
_EDGE, _RING = 31.0, 115.0

TONES = {
    "start": "art-magenta", "purchase": "art-jaune", "police-station": "art-bleu", "control": "art-bleu",
    "flying-control": "art-bleu", "refund": "art-eau", "airport": "art-ciel", "income-tax": "art-rouge",
    "levy": "art-rouge", "bank-charges": "art-rouge", "stop": "art-encre", "customs": "art-encre", "refinery": "petrol",
}  # fmt: skip
"""The colour of the band on each kind of square. Places of sale are green."""
PLACES = frozenset({
    "melina", "flea-market", "casino", "marina", "palace", "harbour", "nightclub", "building-site", "gallery", "hangar",
})  # fmt: skip
"""Places of sale that have a picture. A place of a custom edition shows a crate."""


_SUMS = ("tax", "tax_free", "charges", "customs_move", "customs_due", "given_up", "indemnity")


def setting(game: Combinards, viewer: Viewer) -> Setting:
    """Return the board, and a summary of what each square does."""
    tables, numbers = game.tables, game.numbers
    args: dict[str, Arg] = {name: getattr(numbers, name) for name in _SUMS}
    duties = [kind for kind in dict.fromkeys(tables.board.kinds) if kind in DUTIES and kind != ROAD]
    prices = ", ".join(str(price) for price in sorted({card.price for card in numbers.cards}))
    goal = Say("summary-goal", {"goal": tables.goal, "prison": numbers.prison})
    hint = Say("summary-prices", {"prices": prices, "indemnity": numbers.indemnity})
    return Setting(
        title=Say("title"),
        table=(Say("screen-table", {"goal": tables.goal, "rounds": tables.rounds}),),
        grounds=(_ground(tables.board, numbers),),
        summary=Summary(Say("summary"), rows=tuple(_duty(kind, args) for kind in duties), text=(goal, hint)),
    )


def _duty(kind: str, args: dict[str, Arg]) -> Cost:
    """Return the row of the summary for a kind of square."""
    return Cost(Say("beside", {"one": Say(f"square-{kind}"), "two": Say(f"sum-{kind}", args)}), (), kind)


def symbol(kind: str) -> str:
    """Return the picture of a kind of square."""
    return kind if kind in PLACES or kind in DUTIES else "crate"


def _ground(board: Board, numbers: Numbers) -> Ground:
    """Return the whole board. On a phone, a window about five squares wide follows the pawn."""
    classic = len(numbers.inner) == 28 and [len(circuit.squares) for circuit in numbers.circuits] == [16, 16]
    centres = _rectangle() if classic else _rows(board)
    cells = tuple(
        Cell(
            id=name,
            x=x - SIDE / 2,
            y=y - SIDE / 2,
            w=SIDE,
            h=SIDE,
            label=Say("square-road" if kind == ROAD else f"board-{kind}"),
            look="slot" if kind == ROAD else "card",
            symbol="" if kind == ROAD else symbol(kind),
            tone=TONES.get(kind, "art-sapin"),
        )
        for name, kind, (x, y) in zip(board.names, board.kinds, centres, strict=True)
    )
    if not classic:
        return Ground("board", Say("board"), WIDTH, max(y for _, y in centres) + _EDGE, cells)
    return Ground(
        id="board",
        label=Say("board"),
        width=WIDTH,
        height=HEIGHT,
        cells=cells,
        patches=_roads(),
        motes=(*_motes(), *_arrows(board, centres)),
        piece=0.5,
        window=330,
        inset=(_RING + 34, _RING + 34, 9 * _INNER - 68, 5 * _INNER - 68),
    )


def _rectangle() -> list[tuple[float, float]]:
    """Return the centres of all squares of a board of 28 + 16 + 16 squares."""
    right, bottom = _RING + 9 * _INNER, _RING + 5 * _INNER
    inner = [(_RING + _INNER * at, _RING) for at in range(10)]
    inner += [(right, _RING + _INNER * at) for at in range(1, 5)]
    inner += [(right - _INNER * at, bottom) for at in range(10)]
    inner += [(_RING, bottom - _INNER * at) for at in range(1, 5)]
    across = [_EDGE + _OUTER * at for at in range(12)]
    down = [_EDGE + _DOWN * at for at in range(8)]
    east = (
        [(x, down[0]) for x in across[7:]]
        + [(across[11], y) for y in down[1:7]]
        + [(x, down[7]) for x in across[:6:-1]]
    )
    west = (
        [(x, down[7]) for x in across[4::-1]]
        + [(across[0], y) for y in down[6:0:-1]]
        + [(x, down[0]) for x in across[:5]]
    )
    return inner + east + west


def _rows(board: Board) -> list[tuple[float, float]]:
    """Return the centres of the squares of any board: twelve in a row, and a new row for each circuit."""
    centres: list[tuple[float, float]] = []
    row, column, ring = 0, 0, 0
    for each in board.ring:
        if each != ring or column == 12:
            row, column, ring = row + 1, 0, each
        centres.append((_EDGE + _OUTER * column, _EDGE + _DOWN * row))
        column += 1
    return centres


def _roads() -> tuple[Patch, ...]:
    """Return the roads under the squares: the ring, the two circuits, and the four ways between them."""
    wide, half = 40.0, 20.0
    right, bottom = _RING + 9 * _INNER, _RING + 5 * _INNER
    far, low = _EDGE + 11 * _OUTER, _EDGE + 7 * _DOWN
    gap_left, gap_right = _EDGE + 4 * _OUTER, _EDGE + 7 * _OUTER
    tone = "strong"

    def across(x: float, y: float, to: float) -> Patch:
        return Patch(x - half, y - half, to - x + wide, wide, tone, "road", 12)

    def down(x: float, y: float, to: float) -> Patch:
        return Patch(x - half, y - half, wide, to - y + wide, tone, "road", 12)

    return (
        across(_RING, _RING, right), across(_RING, bottom, right), down(_RING, _RING, bottom),
        down(right, _RING, bottom), across(_EDGE, _EDGE, gap_left), across(_EDGE, low, gap_left),
        down(_EDGE, _EDGE, low), across(gap_right, _EDGE, far), across(gap_right, low, far), down(far, _EDGE, low),
    )  # fmt: skip


def _arrows(board: Board, centres: list[tuple[float, float]]) -> tuple[Mote, ...]:
    """Return an arrow on each stretch of road that shows where it leads."""
    return tuple(
        Mote(x, y, "▶" if centres[square + 1][0] > x else "◀", size=18)
        for square, (x, y) in enumerate(centres)
        if board.kinds[square] == ROAD
    )


def _motes() -> tuple[Mote, ...]:
    """Return the title in the two gaps, and arrows between the rings."""
    middle = _EDGE + 5.5 * _OUTER
    top, low = (_EDGE + _RING) / 2, HEIGHT - (_EDGE + _RING) / 2
    east, west = _RING + 6 * _INNER, _RING + 3 * _INNER
    return (
        Mote(middle, _EDGE, Say("board-title-above"), "title", 19),
        Mote(middle, HEIGHT - _EDGE, Say("board-title-below"), "title", 19),
        Mote(east, top, "▲", size=18), Mote(west, top, "▼", size=18),
        Mote(east, low, "▲", size=18), Mote(west, low, "▼", size=18),
    )  # fmt: skip
