"""Editions small enough to be enumerated whole, each about one part of the game. With dice of one face every roll is 2,
so the squares in between are never reached; a fork is the only choice of way."""

from __future__ import annotations

from typing import Any

from malle.core import parse_edition
from malle.games.combinards import GAME_INFO
from malle.games.combinards.edition import Numbers
from malle.games.combinards.rules import Combinards

SUMS = """
name = "small"
hand = { rebuilt = %(hand)d }
cash = { rebuilt = %(cash)d }
goal = { rebuilt = 9 }
short = { rebuilt = 2 }
prison = { rebuilt = 2 }
faces = { rebuilt = %(faces)d }
indemnity = { rebuilt = 1 }
tax = { rebuilt = 1 }
tax_free = { rebuilt = 2 }
charges = { rebuilt = 1 }
customs_move = { rebuilt = 3 }
customs_due = { rebuilt = 1 }
given_up = { rebuilt = 1 }
inner = { rebuilt = [%(inner)s] }
"""
CIRCUIT = """
[[circuits]]
name = "A"
squares = { rebuilt = [%(squares)s] }
fork = { rebuilt = 0 }
merge = { rebuilt = %(merge)d }
"""
CARDS = {
    "soap": ("licit", 1, "melina = 1", ""),
    "piano": ("licit", 2, "melina = 2", ""),
    "ivory": ("illicit", 2, "melina = 2", "fine = { rebuilt = 1 }\nyears = { rebuilt = 1 }"),
    "caviar": ("illicit", 1, "melina = 1", "fine = { rebuilt = 1 }\nyears = { rebuilt = 1 }"),
    "oil": ("petrol", 1, "refinery = 2", "fine = { rebuilt = 1 }\nbonus = { rebuilt = 1 }"),
    "tar": ("petrol", 2, "refinery = 2", "fine = { rebuilt = 1 }\nbonus = { rebuilt = 1 }"),
}


def small(
    cards: str, inner: str, outer: str = "", *, seats: int = 2, merge: int = 0, hand: int = 1, cash: int = 2,
    faces: int = 1, **options: Any,
) -> Combinards:  # fmt: skip
    """A game on an edition of these cards and squares."""
    text = SUMS % {"hand": hand, "cash": cash, "faces": faces, "inner": _quoted(inner)}
    if outer:
        text += CIRCUIT % {"squares": _quoted(outer), "merge": merge}
    for name in cards.split():
        kind, price, sales, more = CARDS[name]
        text += f'\n[[cards]]\nname = "{name}"\nkind = "{kind}"\nprice = {{ rebuilt = {price} }}\n{more}\n'
        text += f"sales = {{ rebuilt = {{ {sales} }} }}\nremission = {{ rebuilt = 1 }}\n"
    return Combinards(seats, GAME_INFO.complete_options(seats, options), parse_edition(text, Numbers))


def _quoted(squares: str) -> str:
    return ", ".join(f'"{square}"' for square in squares.split())


EVERYDAY = {
    "control then purchase": lambda: small(
        "soap piano ivory caviar", "control melina control levy purchase levy", rounds=2),
    "purchase after control": lambda: small(
        "soap piano ivory caviar oil", "start melina control refinery purchase levy", hand=2, rounds=2),
    "two hands controlled": lambda: small(
        "soap piano ivory caviar oil", "start melina control refinery flying-control levy", seats=3, rounds=2),
    "sold, shuffled, bought again": lambda: small(
        "soap piano ivory", "start levy melina levy purchase levy control levy", cash=1, rounds=2),
    "never shuffled": lambda: small(
        "soap piano ivory", "start levy melina levy purchase levy control levy", cash=1, rounds=2, booklet=True),
}  # fmt: skip
LONG = {
    "promises": lambda: small(
        "soap oil tar ivory", "start levy melina", "stop levy refinery levy customs", hand=2, rounds=2),
    "no petrol left": lambda: small(
        "soap tar oil ivory caviar", "start melina control refinery", "stop levy customs",
        merge=2, hand=2, cash=3, rounds=2),
    "dice of two faces": lambda: small(
        "soap ivory oil", "start refinery melina purchase control levy", "stop levy customs",
        merge=4, cash=1, faces=2, rounds=2),
}  # fmt: skip
