"""The story of a finished game: where the money came from, the best bluff, and whose doubts were right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from malle.core import Arg, Event, Over, Say, Seat, Who
from malle.core.scene import Line, Panel, Text
from malle.core.story import Fact, Heard, Story
from malle.games.combinards import telling
from malle.games.combinards.events import (
    Announced,
    Bought,
    CardSeen,
    Doubted,
    Paid,
    PetrolDeclared,
    PricePaid,
    Sold,
    TurnedOut,
)  # fmt: skip
from malle.games.combinards.faces import money
from malle.games.combinards.rules import Combinards
from malle.games.combinards.state import NO_CARD

KINDS = ("sales", "petrol", "purchases", "doubts", "refund", "reward", "indemnity", "tax", "charges", "fine", "customs")
"""The lines of an account, in this order."""


class Deal(Struct):
    """A purchase: the card, the price announced for it, and the doubter."""

    move: int
    """The log entry in which the price was announced."""
    buyer: int
    card: int
    price: int
    printed: int
    doubter: int = -1
    """The seat that doubted; -1 if none did."""
    settled: int = -1
    """The log entry in which the answers became known; -1 before."""

    @property
    def bluff(self) -> int:
        """Return by how much the announced price was below the printed one; 0 if it was not."""
        return max(0, self.printed - self.price)


def story(game: Combinards, over: Over, heard: Heard) -> Story:
    """Return the story of a finished game. It has an account of each player who is still in, and a few
    words on each player. Its facts are the best bluff, the best catch, the most expensive wrong doubt
    and the best sale."""
    out = {event.seat: event.why for _, event in _events(heard) if isinstance(event, TurnedOut)}
    deals = list(bought(game, heard))
    notes = tuple(_note(seat, deals, out.get(seat, "")) for seat in range(game.seats))
    slips = tuple(_slip(game, heard, seat, out=seat in out) for seat in range(game.seats))
    return Story(slips, notes, tuple(_facts(game, heard, deals)))


def bought(game: Combinards, heard: Heard) -> Iterator[Deal]:
    """Yield every settled purchase of the game."""
    card, deal = NO_CARD, None
    for move, event in _events(heard):
        match event:
            case CardSeen(card=seen):
                card = seen
            case Announced(seat, price):
                deal = Deal(move, seat, card, price, game.numbers.cards[card].price)
            case Doubted(seat=seat) if deal is not None:
                deal.doubter, deal.settled = seat, move
                yield deal
            case Bought() if deal is not None:
                deal.settled = move
                yield deal


def deeds(game: Combinards, seat: Seat, heard: Heard) -> tuple[int, int]:
    """Return how many of the seat's doubts were right and how many were wrong."""
    doubted = [deal for deal in bought(game, heard) if deal.doubter == seat]
    right = sum(deal.bluff > 0 for deal in doubted)
    return right, len(doubted) - right


def _events(heard: Heard) -> Iterator[tuple[int, Event]]:
    """Return an iterator over all events, each with the number of its log entry."""
    return ((move, event) for move, events in enumerate(heard) for event in events)


# ---- facts


def _facts(game: Combinards, heard: Heard, deals: list[Deal]) -> Iterator[Fact]:
    """Yield the best bluff, the best catch, the most expensive wrong doubt and the best sale, as far as
    they exist."""
    passed = max((deal for deal in deals if deal.doubter < 0), key=lambda deal: deal.bluff, default=None)
    caught = max((deal for deal in deals if deal.doubter >= 0), key=lambda deal: deal.bluff, default=None)
    if passed is not None and passed.bluff:
        yield _told(game, "bluff", passed)
    if caught is not None and caught.bluff:
        yield _told(game, "catch", caught)
    wronged = [deal for deal in deals if deal.doubter >= 0 and not deal.bluff]
    if wronged:
        yield _told(game, "wrong", max(wronged, key=lambda deal: deal.printed))
    sales = [(move, event) for move, event in _events(heard) if isinstance(event, Sold)]
    if sales:
        move, sale = max(sales, key=lambda pair: pair[1].amount)
        args: dict[str, Arg] = {"seat": Who(sale.seat), "card": telling.card(game.tables, sale.card)}
        yield Fact(Say("story-sale"), Say("story-sale-told", args | {"amount": sale.amount}), "purchase", move)


def _told(game: Combinards, what: str, deal: Deal) -> Fact:
    """Return the fact `story-<fact_name>` about a purchase."""
    args: dict[str, Arg] = {
        "seat": Who(deal.buyer),
        "doubter": Who(max(deal.doubter, 0)),
        "card": telling.card(game.tables, deal.card),
        "price": deal.price,
        "printed": deal.printed,
    }
    return Fact(
        Say(f"story-{what}"),
        Say(f"story-{what}-told", args),
        _SYMBOLS[what],
        deal.move if deal.doubter < 0 else deal.settled,
    )


_SYMBOLS = {"bluff": "crate", "catch": "flying-control", "wrong": "control"}


def _note(seat: int, deals: list[Deal], out: str) -> Text:
    """Return how often a player bluffed and was caught. If `out_reason` is not empty, say instead why
    the player is out."""
    own = [deal for deal in deals if deal.buyer == seat]
    bluffs = [deal for deal in own if deal.bluff]
    caught = sum(deal.doubter >= 0 for deal in bluffs)
    if out:
        return Say("story-note-out", {"why": out})
    return Say("story-note", {"bluffs": len(bluffs), "bought": len(own), "caught": caught})


# ---- the account


def _slip(game: Combinards, heard: Heard, seat: int, *, out: bool) -> Panel:
    """Return a player's account: the cash at the start, then what came in and went out, by kind, and
    the total. For a player who is out it has no lines."""
    title = Say("story-slip", {"seat": Who(seat)})
    if out:
        return Panel(f"slip-{seat + 1}", "slip", title)
    flows: Counter[tuple[str, str]] = Counter()
    for _, event in _events(heard):
        for kind, amount in flow(event, seat):
            flows[kind, "in" if amount > 0 else "out"] += amount
    lines = [Line(Say("story-start"), Say("story-in", {"amount": game.numbers.cash}))]
    for kind in KINDS:
        for way, tone in (("in", "good"), ("out", "bad")):
            if amount := abs(flows[kind, way]):
                lines.append(Line(Say(f"story-{kind}-{way}"), Say(f"story-{way}", {"amount": amount}), tone=tone))
    total = Line(Say("story-total"), money(game.numbers.cash + sum(flows.values())), total=True)
    return Panel(f"slip-{seat + 1}", "slip", title, lines=(*lines, total))


def flow(event: Event, seat: int) -> Iterator[tuple[str, int]]:
    """Yield what an event brings a seat or costs it, as (line of the account, amount). A cost is negative."""
    match event:
        case Sold(seat=mover, amount=amount) if mover == seat:
            yield "sales", amount
        case PetrolDeclared(seat=mover, amount=amount) if mover == seat:
            yield "petrol", amount
        case Bought(seat=mover, price=price) if mover == seat:
            yield "purchases", -price
        case PricePaid(seat=mover, amount=amount) if mover == seat:
            yield "doubts", -amount
        case Paid(payer, payee, amount, reason):
            if payee == seat:
                yield reason, amount
            if payer == seat:
                yield reason, -amount
