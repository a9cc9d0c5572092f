"""How a card and a sum look, wherever they are drawn."""

from __future__ import annotations

from malle.core import Message, MessageArg
from malle.core.fragment_cache import cached_fragment
from malle.core.scene import Item, ItemNote, Stamp, Text, item_id
from malle.games.combinards import event_messages
from malle.games.combinards.layout import square_symbol
from malle.games.combinards.rules import Combinards


def money_message(amount: int) -> Message:
    """Return a sum of millions as a message."""
    return Message("money", {"amount": amount})


@cached_fragment
def holder_card(game: Combinards, card: int, element_id: str) -> Item:
    """Draw a card as its holder reads it: also with what it risks, and every place where it is
    sold."""
    printed = game.numbers.cards[card]
    args: dict[str, MessageArg] = {"fine": printed.fine, "years": printed.years}
    args |= {"bonus": printed.bonus, "remission": printed.remission}
    risk = ItemNote(Message(f"risk-{printed.kind}", args), "bad" if printed.years else "quiet")
    sales = tuple(
        Message("sale", {"square": Message(f"square-{place}"), "sum": sum_})
        for place, sum_ in _sales_best_first(game, card)
    )
    detail = Message("card-detail", args | {"sales": sales, "kind": printed.kind})
    return _build_card(game, card, element_id, more=(risk,), detail=detail)


@cached_fragment
def shown_card(game: Combinards, card: int, index: int = 0, stamp: Stamp | None = None) -> Item:
    """Draw a card as everybody sees it in an animation. `index` is its place among the cards
    shown."""
    return _build_card(game, card, item_id("shown", 0, index), stamp=stamp)


def _build_card(
    game: Combinards,
    card: int,
    element_id: str,
    more: tuple[ItemNote, ...] = (),
    detail: Text = "",
    stamp: Stamp | None = None,
) -> Item:
    """Draw a card with its printed price and its three best places of sale. `more` are further
    notes on it."""
    printed = game.numbers.cards[card]
    best = tuple(
        ItemNote(str(amount), symbol=square_symbol(place)) for place, amount in _sales_best_first(game, card)[:3]
    )
    return Item(
        id=element_id,
        label=event_messages.card_name(game.tables, card),
        symbol=f"mark-{printed.kind}",
        notes=(*best, *more),
        stamp=stamp,
        frame=f"frame-{printed.kind}",
        corner=money_message(printed.price),
        detail=detail,
    )


def _sales_best_first(game: Combinards, card: int) -> list[tuple[str, int]]:
    """Return (place of sale, what the bank pays there) for a card, the highest sum first."""
    return sorted(game.numbers.cards[card].sales.items(), key=lambda sale: -sale[1])
