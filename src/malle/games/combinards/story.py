"""The story of a finished game: where the money came from, the best bluff, and whose doubts were right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from malle.core import Event, Message, MessageArg, Over, PlayerRef, Seat
from malle.core.scene import Panel, PanelLine, Text
from malle.core.story import Fact, GameEvents, Story
from malle.games.combinards import event_messages
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
from malle.games.combinards.icons import money_message
from malle.games.combinards.rules import Combinards
from malle.games.combinards.state import NO_CARD

ACCOUNT_LINES = (
    "sales",
    "petrol",
    "purchases",
    "doubts",
    "refund",
    "reward",
    "indemnity",
    "tax",
    "charges",
    "fine",
    "customs",
)
"""The lines of an account, in this order."""


class Purchase(Struct):
    """A purchase: the card, the price announced for it, and the doubter. Made from the log of a
    finished game."""

    announced_entry: int
    """The log entry in which the price was announced."""
    buyer: int
    card: int
    price: int
    printed: int
    doubter: int = -1
    """The seat that doubted; -1 if none did."""
    settled_entry: int = -1
    """The log entry in which the answers became known; -1 before."""

    @property
    def bluff(self) -> int:
        """By how much the announced price was below the printed one; 0 if it was not."""
        return max(0, self.printed - self.price)


def story(game: Combinards, over: Over, events_by_entry: GameEvents) -> Story:
    """Return the story of a finished game. It has an account of each player who is still in, and
    one sentence on each player. Its facts are the best bluff, the best catch, the most expensive
    wrong doubt and the best sale."""
    out = {event.seat: event.why for _, event in _numbered_events(events_by_entry) if isinstance(event, TurnedOut)}
    purchases = list(settled_purchases(game, events_by_entry))
    notes = tuple(_player_note(seat, purchases, out.get(seat, "")) for seat in range(game.seats))
    slips = tuple(_account_panel(game, events_by_entry, seat, is_out=seat in out) for seat in range(game.seats))
    return Story(slips, notes, tuple(_facts(game, events_by_entry, purchases)))


def settled_purchases(game: Combinards, events_by_entry: GameEvents) -> Iterator[Purchase]:
    """Yield every settled purchase of the game, in order. The events must hold what was hidden,
    too."""
    card, purchase = NO_CARD, None
    for move, event in _numbered_events(events_by_entry):
        match event:
            case CardSeen(card=seen):
                card = seen
            case Announced(seat, price):
                purchase = Purchase(move, seat, card, price, game.numbers.cards[card].price)
            case Doubted(seat=seat) if purchase is not None:
                purchase.doubter, purchase.settled_entry = seat, move
                yield purchase
            case Bought() if purchase is not None:
                purchase.settled_entry = move
                yield purchase


def deeds(game: Combinards, seat: Seat, events_by_entry: GameEvents) -> tuple[int, int]:
    """Return how many of the seat's doubts were right and how many were wrong."""
    doubted = [deal for deal in settled_purchases(game, events_by_entry) if deal.doubter == seat]
    right = sum(deal.bluff > 0 for deal in doubted)
    return right, len(doubted) - right


def _numbered_events(events_by_entry: GameEvents) -> Iterator[tuple[int, Event]]:
    """Return an iterator over all events, each with the index of its log entry."""
    return ((move, event) for move, events in enumerate(events_by_entry) for event in events)


# ---- facts


def _facts(game: Combinards, events_by_entry: GameEvents, purchases: list[Purchase]) -> Iterator[Fact]:
    """Yield the best bluff that passed, the best bluff that was caught, the most expensive wrong
    doubt and the best sale, as far as they exist."""
    passed = max((deal for deal in purchases if deal.doubter < 0), key=lambda deal: deal.bluff, default=None)
    caught = max((deal for deal in purchases if deal.doubter >= 0), key=lambda deal: deal.bluff, default=None)
    if passed is not None and passed.bluff:
        yield _purchase_fact(game, "bluff", passed)
    if caught is not None and caught.bluff:
        yield _purchase_fact(game, "catch", caught)
    wronged = [deal for deal in purchases if deal.doubter >= 0 and not deal.bluff]
    if wronged:
        yield _purchase_fact(game, "wrong", max(wronged, key=lambda deal: deal.printed))
    sales = [(move, event) for move, event in _numbered_events(events_by_entry) if isinstance(event, Sold)]
    if sales:
        move, sale = max(sales, key=lambda pair: pair[1].amount)
        args: dict[str, MessageArg] = {
            "seat": PlayerRef(sale.seat),
            "card": event_messages.card_name(game.tables, sale.card),
        }
        yield Fact(Message("story-sale"), Message("story-sale-told", args | {"amount": sale.amount}), "purchase", move)


def _purchase_fact(game: Combinards, fact_name: str, purchase: Purchase) -> Fact:
    """Return the fact about a purchase in the messages `story-<fact_name>` and
    `story-<fact_name>-told`."""
    args: dict[str, MessageArg] = {
        "seat": PlayerRef(purchase.buyer),
        "doubter": PlayerRef(max(purchase.doubter, 0)),
        "card": event_messages.card_name(game.tables, purchase.card),
        "price": purchase.price,
        "printed": purchase.printed,
    }
    return Fact(
        Message(f"story-{fact_name}"),
        Message(f"story-{fact_name}-told", args),
        _FACT_SYMBOLS[fact_name],
        purchase.announced_entry if purchase.doubter < 0 else purchase.settled_entry,
    )


_FACT_SYMBOLS = {"bluff": "crate", "catch": "flying-control", "wrong": "control"}


def _player_note(seat: int, purchases: list[Purchase], out_reason: str) -> Text:
    """Return the sentence that says how often a player bluffed and was caught. If `out_reason`
    is not empty, it says instead why the player is out."""
    own = [deal for deal in purchases if deal.buyer == seat]
    bluffs = [deal for deal in own if deal.bluff]
    caught = sum(deal.doubter >= 0 for deal in bluffs)
    if out_reason:
        return Message("story-note-out", {"why": out_reason})
    return Message("story-note", {"bluffs": len(bluffs), "bought": len(own), "caught": caught})


# ---- the account


def _account_panel(game: Combinards, events_by_entry: GameEvents, seat: int, *, is_out: bool) -> Panel:
    """Return a player's account: the cash at the start, the money that came in and went out for
    each of `ACCOUNT_LINES`, and the total. For a player who is out it has no lines."""
    title = Message("story-slip", {"seat": PlayerRef(seat)})
    if is_out:
        return Panel(f"slip-{seat + 1}", "slip", title)
    flows: Counter[tuple[str, str]] = Counter()
    for _, event in _numbered_events(events_by_entry):
        for kind, amount in cash_flow(event, seat):
            flows[kind, "in" if amount > 0 else "out"] += amount
    lines = [PanelLine(Message("story-start"), Message("story-in", {"amount": game.numbers.cash}))]
    for kind in ACCOUNT_LINES:
        for way, tone in (("in", "good"), ("out", "bad")):
            if amount := abs(flows[kind, way]):
                lines.append(
                    PanelLine(Message(f"story-{kind}-{way}"), Message(f"story-{way}", {"amount": amount}), tone=tone)
                )
    total = PanelLine(Message("story-total"), money_message(game.numbers.cash + sum(flows.values())), total=True)
    return Panel(f"slip-{seat + 1}", "slip", title, lines=(*lines, total))


def cash_flow(event: Event, seat: int) -> Iterator[tuple[str, int]]:
    """Yield what an event brings a seat or costs it, as (line of the account, amount). A cost is
    negative."""
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
