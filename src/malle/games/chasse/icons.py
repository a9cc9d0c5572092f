"""How pawns, column numbers and points look and what they are called, wherever the smuggler hunt draws them."""

from __future__ import annotations

from malle.core import Message
from malle.core.fragment_cache import cached_fragment
from malle.core.scene import Item, item_id
from malle.games.chasse.edition import SMUGGLER

SIDES = ("smuggler", "customs")
"""By seat: the name of the side, which is also the name of its pawns and of their symbol."""


def pawn_id(seat: int, pawn: int) -> str:
    """Return the id of a pawn, the same on the board and off it.

    Every viewer can follow each pawn, so the id reveals nothing.
    """
    return item_id(SIDES[seat], 0, pawn)


@cached_fragment
def pawn_item(seat: int, number: int, at: str = "", plates: int = 0, chalked: bool = False) -> Item:
    """Return a pawn as an item.

    `at` is the name of the pawn's square, empty off the board. `plates` is the number of counters
    that the viewer sees under the pawn. `chalked`: the pawn was inspected and found empty.
    """
    args = {"n": plates, "empty": "yes" if chalked else "no"} if seat == SMUGGLER else {}
    badge = str(plates) if plates else "0" if chalked else ""
    return Item(pawn_id(seat, number), Message(f"pawn-{SIDES[seat]}", args), SIDES[seat], "piece", at, badge=badge)


def points_message(value: int) -> Message:
    """Return the message for a number of points."""
    return Message("screen-points", {"points": value})


def numbers_in_sentence(numbers: tuple[int, ...]) -> Message | int:
    """Return a column's numbers for use in a sentence: `6 or 3`.

    A single number is returned as an integer.
    """
    *before, last = numbers
    if not before:
        return last
    return Message("either", {"one": ", ".join(map(str, before)), "two": last})


def numbers_on_board(numbers: tuple[int, ...]) -> str:
    """Return a column's numbers as the board shows them: `6·3`."""
    return "·".join(map(str, numbers))
