"""The static scene of Les Joyeux Combinards: the board, and what each of its squares does.

The inner ring is a rectangle of 10 × 6 squares read clockwise from the top left corner. Around it lie
12 × 8 places, of which each outer circuit fills 16, so that every stop is above its fork and every
customs above its merge. Editions with other numbers of squares are laid out in plain rows.
"""

from __future__ import annotations

from malle.core import Message, MessageArg, Viewer
from malle.core.scene import BoardLabel, BoardLayout, BoardPatch, Cell, StaticScene, Summary, SummaryRow
from malle.games.combinards.board import Board
from malle.games.combinards.edition import KINDS_WITH_RULE, ROAD, Numbers
from malle.games.combinards.rules import Combinards

SQUARE_SIDE = 56.0
"""The side of a square, in units of the board."""
BOARD_WIDTH, BOARD_HEIGHT = 788.0, 540.0
_INNER_STEP, _OUTER_STEP = 62.0, 66.0
_OUTER_STEP_DOWN = (BOARD_HEIGHT - 62) / 7
_OUTER_EDGE, _INNER_EDGE = 31.0, 115.0

SQUARE_TONES = {
    "start": "art-magenta", "purchase": "art-jaune", "police-station": "art-bleu", "control": "art-bleu",
    "flying-control": "art-bleu", "refund": "art-eau", "airport": "art-ciel", "income-tax": "art-rouge",
    "levy": "art-rouge", "bank-charges": "art-rouge", "stop": "art-encre", "customs": "art-encre", "refinery": "petrol",
}  # fmt: skip
"""The colour of the band on each kind of square. Places of sale are green."""
PLACES_WITH_PICTURE = frozenset({
    "melina", "flea-market", "casino", "marina", "palace", "harbour", "nightclub", "building-site", "gallery", "hangar",
})  # fmt: skip
"""Places of sale that have a picture. A place of a custom edition shows a crate."""


_SUMMARY_VALUES = ("tax", "tax_free", "charges", "customs_move", "customs_due", "given_up", "indemnity")


def static_scene(game: Combinards, viewer: Viewer) -> StaticScene:
    """Return what stays the same during a game: the title, the board, and a summary of what each
    kind of square does. Every viewer gets the same."""
    tables, numbers = game.tables, game.numbers
    args: dict[str, MessageArg] = {name: getattr(numbers, name) for name in _SUMMARY_VALUES}
    duties = [kind for kind in dict.fromkeys(tables.board.square_kinds) if kind in KINDS_WITH_RULE and kind != ROAD]
    prices = ", ".join(str(price) for price in sorted({card.price for card in numbers.cards}))
    goal = Message("summary-goal", {"goal": tables.goal_cash, "prison": numbers.prison})
    hint = Message("summary-prices", {"prices": prices, "indemnity": numbers.indemnity})
    return StaticScene(
        title=Message("title"),
        table=(Message("screen-table", {"goal": tables.goal_cash, "rounds": tables.max_rounds}),),
        grounds=(_board_layout(tables.board, numbers),),
        summary=Summary(Message("summary"), rows=tuple(_summary_row(kind, args) for kind in duties), text=(goal, hint)),
    )


def _summary_row(kind: str, args: dict[str, MessageArg]) -> SummaryRow:
    """Return the row of the summary for a kind of square. `args` are the numbers that its
    sentence may name."""
    return SummaryRow(
        Message("beside", {"one": Message(f"square-{kind}"), "two": Message(f"sum-{kind}", args)}), (), kind
    )


def square_symbol(kind: str) -> str:
    """Return the name of the picture of a kind of square; a crate for a place of sale that has
    none."""
    return kind if kind in PLACES_WITH_PICTURE or kind in KINDS_WITH_RULE else "crate"


def _board_layout(board: Board, numbers: Numbers) -> BoardLayout:
    """Return the whole board: the classic picture, or plain rows for other numbers of squares.
    On a phone, a part about five squares wide follows the pawn in the classic picture."""
    classic = len(numbers.inner) == 28 and [len(circuit.squares) for circuit in numbers.circuits] == [16, 16]
    centres = _classic_centres() if classic else _row_centres(board)
    cells = tuple(
        Cell(
            id=name,
            x=x - SQUARE_SIDE / 2,
            y=y - SQUARE_SIDE / 2,
            w=SQUARE_SIDE,
            h=SQUARE_SIDE,
            label=Message("square-road" if kind == ROAD else f"board-{kind}"),
            look="slot" if kind == ROAD else "card",
            symbol="" if kind == ROAD else square_symbol(kind),
            tone=SQUARE_TONES.get(kind, "art-sapin"),
        )
        for name, kind, (x, y) in zip(board.square_names, board.square_kinds, centres, strict=True)
    )
    if not classic:
        return BoardLayout("board", Message("board"), BOARD_WIDTH, max(y for _, y in centres) + _OUTER_EDGE, cells)
    return BoardLayout(
        id="board",
        label=Message("board"),
        width=BOARD_WIDTH,
        height=BOARD_HEIGHT,
        cells=cells,
        patches=_road_patches(),
        motes=(*_titles_and_arrows(), *_road_arrows(board, centres)),
        piece=0.5,
        window=330,
        inset=(_INNER_EDGE + 34, _INNER_EDGE + 34, 9 * _INNER_STEP - 68, 5 * _INNER_STEP - 68),
    )


def _classic_centres() -> list[tuple[float, float]]:
    """Return the centres of all squares of a board of 28 + 16 + 16 squares."""
    right, bottom = _INNER_EDGE + 9 * _INNER_STEP, _INNER_EDGE + 5 * _INNER_STEP
    inner = [(_INNER_EDGE + _INNER_STEP * at, _INNER_EDGE) for at in range(10)]
    inner += [(right, _INNER_EDGE + _INNER_STEP * at) for at in range(1, 5)]
    inner += [(right - _INNER_STEP * at, bottom) for at in range(10)]
    inner += [(_INNER_EDGE, bottom - _INNER_STEP * at) for at in range(1, 5)]
    across = [_OUTER_EDGE + _OUTER_STEP * at for at in range(12)]
    down = [_OUTER_EDGE + _OUTER_STEP_DOWN * at for at in range(8)]
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


def _row_centres(board: Board) -> list[tuple[float, float]]:
    """Return the centres of the squares of any board: twelve in a row, and a new row for each circuit."""
    centres: list[tuple[float, float]] = []
    row, column, ring = 0, 0, 0
    for each in board.ring_of_square:
        if each != ring or column == 12:
            row, column, ring = row + 1, 0, each
        centres.append((_OUTER_EDGE + _OUTER_STEP * column, _OUTER_EDGE + _OUTER_STEP_DOWN * row))
        column += 1
    return centres


def _road_patches() -> tuple[BoardPatch, ...]:
    """Return the roads under the squares: the ring, the two circuits, and the four ways between them."""
    wide, half = 40.0, 20.0
    right, bottom = _INNER_EDGE + 9 * _INNER_STEP, _INNER_EDGE + 5 * _INNER_STEP
    far, low = _OUTER_EDGE + 11 * _OUTER_STEP, _OUTER_EDGE + 7 * _OUTER_STEP_DOWN
    gap_left, gap_right = _OUTER_EDGE + 4 * _OUTER_STEP, _OUTER_EDGE + 7 * _OUTER_STEP
    tone = "strong"

    def across(x: float, y: float, to: float) -> BoardPatch:
        return BoardPatch(x - half, y - half, to - x + wide, wide, tone, "road", 12)

    def down(x: float, y: float, to: float) -> BoardPatch:
        return BoardPatch(x - half, y - half, wide, to - y + wide, tone, "road", 12)

    return (
        across(_INNER_EDGE, _INNER_EDGE, right),
        across(_INNER_EDGE, bottom, right),
        down(_INNER_EDGE, _INNER_EDGE, bottom),
        down(right, _INNER_EDGE, bottom),
        across(_OUTER_EDGE, _OUTER_EDGE, gap_left),
        across(_OUTER_EDGE, low, gap_left),
        down(_OUTER_EDGE, _OUTER_EDGE, low),
        across(gap_right, _OUTER_EDGE, far),
        across(gap_right, low, far),
        down(far, _OUTER_EDGE, low),
    )


def _road_arrows(board: Board, centres: list[tuple[float, float]]) -> tuple[BoardLabel, ...]:
    """Return an arrow on each stretch of road that shows where it leads."""
    return tuple(
        BoardLabel(x, y, "▶" if centres[square + 1][0] > x else "◀", size=18)
        for square, (x, y) in enumerate(centres)
        if board.square_kinds[square] == ROAD
    )


def _titles_and_arrows() -> tuple[BoardLabel, ...]:
    """Return the title in the two gaps, and arrows between the rings."""
    middle = _OUTER_EDGE + 5.5 * _OUTER_STEP
    top, low = (_OUTER_EDGE + _INNER_EDGE) / 2, BOARD_HEIGHT - (_OUTER_EDGE + _INNER_EDGE) / 2
    east, west = _INNER_EDGE + 6 * _INNER_STEP, _INNER_EDGE + 3 * _INNER_STEP
    return (
        BoardLabel(middle, _OUTER_EDGE, Message("board-title-above"), "title", 19),
        BoardLabel(middle, BOARD_HEIGHT - _OUTER_EDGE, Message("board-title-below"), "title", 19),
        BoardLabel(east, top, "▲", size=18), BoardLabel(west, top, "▼", size=18),
        BoardLabel(east, low, "▲", size=18), BoardLabel(west, low, "▼", size=18),
    )  # fmt: skip
