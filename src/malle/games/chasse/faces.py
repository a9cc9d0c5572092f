"""La chasse aux contrebandiers: how pawns, squares and points look and are called, wherever they are drawn."""

from __future__ import annotations

from malle.core import Say
from malle.core.piece import piece
from malle.core.scene import Item, item_id
from malle.games.chasse.edition import SMUGGLER

SIDES = ("smuggler", "customs")
"""By seat: the name of a side, of its pawns and of their symbol."""


def handle(seat: int, pawn: int) -> str:
    """A pawn's id, on the board and off it: anybody who watches can tell pawns apart."""
    return item_id(SIDES[seat], 0, pawn)


@piece
def pawn(seat: int, number: int, at: str = "", plates: int = 0, chalked: bool = False) -> Item:
    """A pawn on a square, or off the board, with what the viewer sees on it."""
    args = {"n": plates, "empty": "yes" if chalked else "no"} if seat == SMUGGLER else {}
    badge = str(plates) if plates else "0" if chalked else ""
    return Item(handle(seat, number), Say(f"pawn-{SIDES[seat]}", args), SIDES[seat], "piece", at, badge=badge)


def points(number: int) -> Say:
    """What a side has."""
    return Say("screen-points", {"points": number})


def either(numbers: tuple[int, ...]) -> Say | int:
    """The numbers of a column inside a sentence: `6 or 3`."""
    *before, last = numbers
    if not before:
        return last
    return Say("either", {"one": ", ".join(map(str, before)), "two": last})


def dots(numbers: tuple[int, ...]) -> str:
    """The numbers of a column: `6·3`."""
    return "·".join(map(str, numbers))
