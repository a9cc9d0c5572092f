"""How a card and a sum look, wherever they are drawn."""

from __future__ import annotations

from malle.core import Arg, Say
from malle.core.piece import piece
from malle.core.scene import Item, Note, Stamp, Text, item_id
from malle.games.combinards import telling
from malle.games.combinards.layout import symbol
from malle.games.combinards.rules import Combinards


def money(amount: int) -> Say:
    """Return a sum as a message."""
    return Say("money", {"amount": amount})


@piece
def goods(game: Combinards, number: int, handle: str) -> Item:
    """Return a card as its holder reads it: also what it risks, and every place where it is sold."""
    printed = game.numbers.cards[number]
    args: dict[str, Arg] = {"fine": printed.fine, "years": printed.years}
    args |= {"bonus": printed.bonus, "remission": printed.remission}
    risk = Note(Say(f"risk-{printed.kind}", args), "bad" if printed.years else "quiet")
    sales = tuple(Say("sale", {"square": Say(f"square-{place}"), "sum": sum_}) for place, sum_ in _sales(game, number))
    detail = Say("card-detail", args | {"sales": sales, "kind": printed.kind})
    return _card(game, number, handle, more=(risk,), detail=detail)


@piece
def shown(game: Combinards, number: int, place: int = 0, stamp: Stamp | None = None) -> Item:
    """Return a card as everybody sees it for a moment. `index` is its place among the cards shown."""
    return _card(game, number, item_id("shown", 0, place), stamp=stamp)


def _card(
    game: Combinards,
    number: int,
    handle: str,
    more: tuple[Note, ...] = (),
    detail: Text = "",
    stamp: Stamp | None = None,
) -> Item:
    """Return a card with its printed price and its three best places of sale."""
    printed = game.numbers.cards[number]
    best = tuple(Note(str(amount), symbol=symbol(place)) for place, amount in _sales(game, number)[:3])
    return Item(
        id=handle,
        label=telling.card(game.tables, number),
        symbol=f"mark-{printed.kind}",
        notes=(*best, *more),
        stamp=stamp,
        frame=f"frame-{printed.kind}",
        corner=money(printed.price),
        detail=detail,
    )


def _sales(game: Combinards, number: int) -> list[tuple[str, int]]:
    """Return where a card is sold and for how much, the best price first."""
    return sorted(game.numbers.cards[number].sales.items(), key=lambda sale: -sale[1])
