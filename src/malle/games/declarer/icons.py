"""How a card, a sum and a declaration look and are named in every picture of the game."""

from __future__ import annotations

from malle.core import Message
from malle.core.fragment_cache import cached_fragment
from malle.core.scene import Item, ItemNote, Stamp
from malle.games.declarer.edition import FIRST_ARTICLE, Cards
from malle.games.declarer.rules import Declarer

KINDS_WITH_PICTURE = frozenset({
    "luggage", "bag", "wine", "cigars", "cognac", "perfume", "watch", "camera", "necklace", "crown",
})  # fmt: skip
"""The kinds of card that have a picture. An article of a custom edition is shown as a suitcase."""


def card_name(game: Declarer, kind: int) -> Message:
    """Return the name of a kind of card."""
    return Message(f"name-{game.numbers.kind_names[kind]}")


def card_symbol(game: Declarer, kind: int) -> str:
    """Return the symbol of a kind of card: its own picture, or a suitcase if it has none."""
    kind_name = game.numbers.kind_names[kind]
    return kind_name if kind_name in KINDS_WITH_PICTURE else "suitcase"


def money_message(amount: int) -> Message:
    """Return the message for a sum of money."""
    return Message("money", {"amount": amount})


def count_by_kind(cards: Cards) -> list[tuple[int, int]]:
    """Return (kind, number of cards) for the kinds in `cards`, in the order of the tariff."""
    return [(kind, cards.count(kind)) for kind in sorted(set(cards))]


def counted_cards(game: Declarer, kind: int, count: int) -> Message:
    """Return a number of cards of one kind in words, such as `two watches`."""
    return Message(f"card-{game.numbers.kind_names[kind]}", {"n": count})


def listed_cards(game: Declarer, cards: Cards) -> tuple[Message, ...] | Message:
    """Return the cards as a list for the inside of a sentence; the message `nothing` if there are none."""
    return tuple(counted_cards(game, kind, count) for kind, count in count_by_kind(cards)) or Message("nothing")


@cached_fragment
def tariff_notes(game: Declarer, kind: int, fine_message_id: str) -> tuple[ItemNote, ...]:
    """Return the duty and the fine on a card of this kind as notes, or one note that nothing is
    due.

    `fine_message_id` is the id of the message for the fine.
    """
    if kind < FIRST_ARTICLE:
        return (ItemNote(Message("screen-free"), "quiet"),)
    article = game.numbers.articles[kind - FIRST_ARTICLE]
    return ItemNote(Message("screen-duty", {"sum": article.duty}), "good"), ItemNote(
        Message(fine_message_id, {"sum": article.fine}), "bad"
    )


@cached_fragment
def card_item(game: Declarer, kind: int, item_id: str, stamp: Stamp | None = None) -> Item:
    """Return a card that lies face up as an item, with its duty and fine."""
    notes = tariff_notes(game, kind, "screen-fine-short")
    return Item(item_id, card_name(game, kind), card_symbol(game, kind), notes=notes, stamp=stamp)
