"""Rien à déclarer ?: how a card, a sum and a declaration look and are called, wherever they are drawn."""

from __future__ import annotations

from malle.core import Say
from malle.core.piece import piece
from malle.core.scene import Item, Note, Stamp
from malle.games.declarer.edition import FIRST_ARTICLE, Cards
from malle.games.declarer.rules import Declarer

PICTURES = frozenset({
    "luggage", "bag", "wine", "cigars", "cognac", "perfume", "watch", "camera", "necklace", "crown",
})  # fmt: skip
"""The cards that have one; an article of somebody's own edition is a suitcase."""


def name(game: Declarer, kind: int) -> Say:
    """What a card is called."""
    return Say(f"name-{game.numbers.names[kind]}")


def symbol(game: Declarer, kind: int) -> str:
    """Its picture."""
    found = game.numbers.names[kind]
    return found if found in PICTURES else "suitcase"


def money(amount: int) -> Say:
    """A sum."""
    return Say("money", {"amount": amount})


def counts(cards: Cards) -> list[tuple[int, int]]:
    """(kind, how many) in the order of the tariff."""
    return [(kind, cards.count(kind)) for kind in sorted(set(cards))]


def counted(game: Declarer, kind: int, count: int) -> Say:
    """`two watches`."""
    return Say(f"card-{game.numbers.names[kind]}", {"n": count})


def listed(game: Declarer, cards: Cards) -> tuple[Say, ...] | Say:
    """Cards inside a sentence."""
    return tuple(counted(game, kind, count) for kind, count in counts(cards)) or Say("nothing")


@piece
def tariff(game: Declarer, kind: int, fine: str) -> tuple[Note, ...]:
    """Duty and fine of a card, or that there is nothing to pay on it."""
    if kind < FIRST_ARTICLE:
        return (Note(Say("screen-free"), "quiet"),)
    article = game.numbers.articles[kind - FIRST_ARTICLE]
    return Note(Say("screen-duty", {"sum": article.duty}), "good"), Note(Say(fine, {"sum": article.fine}), "bad")


@piece
def card(game: Declarer, kind: int, handle: str, stamp: Stamp | None = None) -> Item:
    """A card, face up."""
    notes = tariff(game, kind, "screen-fine-short")
    return Item(handle, name(game, kind), symbol(game, kind), notes=notes, stamp=stamp)
