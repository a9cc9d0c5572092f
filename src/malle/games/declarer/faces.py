"""How a card, a sum and a declaration look and are named in every picture of the game."""

from __future__ import annotations

from malle.core import Say
from malle.core.piece import piece
from malle.core.scene import Item, Note, Stamp
from malle.games.declarer.edition import FIRST_ARTICLE, Cards
from malle.games.declarer.rules import Declarer

PICTURES = frozenset({
    "luggage", "bag", "wine", "cigars", "cognac", "perfume", "watch", "camera", "necklace", "crown",
})  # fmt: skip
"""The kinds of card that have a picture. An article of a custom edition is shown as a suitcase."""


def name(game: Declarer, kind: int) -> Say:
    """Return the name of a kind of card."""
    return Say(f"name-{game.numbers.names[kind]}")


def symbol(game: Declarer, kind: int) -> str:
    """Return the symbol of a kind of card: its own, or a suitcase."""
    found = game.numbers.names[kind]
    return found if found in PICTURES else "suitcase"


def money(amount: int) -> Say:
    """Return the message for a sum of money."""
    return Say("money", {"amount": amount})


def counts(cards: Cards) -> list[tuple[int, int]]:
    """Return (kind, how many) for the kinds in `cards`, in the order of the tariff."""
    return [(kind, cards.count(kind)) for kind in sorted(set(cards))]


def counted(game: Declarer, kind: int, count: int) -> Say:
    """Return a number of cards of one kind in words, such as `two watches`."""
    return Say(f"card-{game.numbers.names[kind]}", {"n": count})


def listed(game: Declarer, cards: Cards) -> tuple[Say, ...] | Say:
    """Return the cards as a list for the inside of a sentence; the message `nothing` if there are none."""
    return tuple(counted(game, kind, count) for kind, count in counts(cards)) or Say("nothing")


@piece
def tariff(game: Declarer, kind: int, fine: str) -> tuple[Note, ...]:
    """Return the duty and the fine of a card as notes, or a note that nothing is due. `fine_message_id` is
    the message for the fine."""
    if kind < FIRST_ARTICLE:
        return (Note(Say("screen-free"), "quiet"),)
    article = game.numbers.articles[kind - FIRST_ARTICLE]
    return Note(Say("screen-duty", {"sum": article.duty}), "good"), Note(Say(fine, {"sum": article.fine}), "bad")


@piece
def card(game: Declarer, kind: int, handle: str, stamp: Stamp | None = None) -> Item:
    """Return a card that lies face up, with its duty and fine."""
    notes = tariff(game, kind, "screen-fine-short")
    return Item(handle, name(game, kind), symbol(game, kind), notes=notes, stamp=stamp)
