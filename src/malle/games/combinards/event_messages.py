"""The messages of Les Joyeux Combinards: every event, action and table as messages without a language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from malle.core import Action, Event, Message, MessageArg, PlayerRef
from malle.core.message import slug_of_class
from malle.games.combinards.events import Announced as AnnouncedEvent
from malle.games.combinards.events import (
    Answered,
    Bought,
    CardSeen,
    ControlClean,
    Doubted,
    Flown,
    GotAway,
    HandShown,
    Moved,
    Paid,
    PetrolDeclared,
    Rolled,
    Sold,
    TurnedOut,
    YearsChanged,
)  # fmt: skip
from malle.games.combinards.lookup_tables import LookupTables
from malle.games.combinards.rules import Combinards
from malle.games.combinards.state import (
    NO_CARD,
    Announce,
    Check,
    CombinardsView,
    Declare,
    Denounce,
    Dice,
    Die,
    Draw,
    Fly,
    Give,
    Go,
    Lot,
    Sell,
)  # fmt: skip

_SEAT_FIELDS = ("seat", "buyer", "accused")


def card_names(tables: LookupTables, cards: Sequence[int]) -> tuple[Message, ...]:
    """Return the names of cards, in order; a single message that there are none, if there are
    none."""
    return tuple(card_name(tables, each) for each in cards) or (Message("nothing"),)


def card_name(tables: LookupTables, card: int) -> Message:
    """Return the name of a card."""
    return Message(f"card-{tables.numbers.cards[card].name}")


def square_name(tables: LookupTables, square: int) -> Message:
    """Return the name of a square, which is that of its kind."""
    return Message(f"square-{tables.board.square_kinds[square]}")


def event_message(game: Combinards, event: Event) -> Message:
    """Return the sentence of the log for an event. Every event has one."""
    tables = game.tables
    args: dict[str, MessageArg] = {
        name: PlayerRef(getattr(event, name)) for name in _SEAT_FIELDS if hasattr(event, name)
    }
    for name in ("price", "amount", "value", "years", "why", "cards"):
        if isinstance(value := getattr(event, name, None), int | str):
            args[name] = value
    if hasattr(event, "card"):
        args["card"] = card_name(tables, event.card)
    match event:
        case Rolled(dice=(low, high)):
            args |= {"low": low, "high": high, "sum": low + high}
        case Moved(path=path):
            args["square"] = square_name(tables, path[-1])
        case Flown(target=target):
            args |= {"square": square_name(tables, target), "name": tables.board.square_names[target]}
        case Doubted(true=flag):
            args["true"] = "yes" if flag else "no"
        case GotAway(card=bought):
            args["printed"] = game.numbers.cards[bought].price
        case HandShown(cards=held):
            args["cards"] = card_names(tables, held)
        case Paid(payer, payee, _, reason):
            args["seat"] = PlayerRef(payer if payer >= 0 else payee)
            args["payee"] = PlayerRef(max(payee, 0))
            return Message(f"event-paid-{reason}", args)
    if hasattr(event, "right"):
        args["right"] = "yes" if event.right else "no"
    if hasattr(event, "change"):
        args |= {"sign": "more" if event.change > 0 else "less", "change": abs(event.change)}
    kind = YearsChanged if isinstance(event, YearsChanged) else type(event)  # one sentence for both classes
    return Message("event-" + slug_of_class(kind), args)


def action_label(game: Combinards, action: Action) -> Message:
    """Return the label of a button that plays this action."""
    tables = game.tables
    key = "action-" + slug_of_class(type(action))
    match action:
        case Go(to) | Fly(to):
            outer = "yes" if tables.board.ring_of_square[to] else "no"
            return Message(
                key, {"square": square_name(tables, to), "name": tables.board.square_names[to], "outer": outer}
            )
        case Declare(number):
            return Message(key, {"card": card_name(tables, number), "bonus": tables.numbers.cards[number].bonus})
        case Give(number):
            return Message(key, {"card": card_name(tables, number), "years": tables.numbers.cards[number].remission})
        case Sell(number) | Draw(number) | Check(number):
            return Message(key, {"card": card_name(tables, number)})
        case Denounce(seat) | Lot(seat):
            return Message(key, {"seat": PlayerRef(seat)})
        case Announce(price):
            return Message(key, {"price": price})
        case Dice(low, high):
            return Message(key, {"low": low, "high": high})
        case Die(value):
            return Message(key, {"value": value})
    return Message(key, {"tax": tables.numbers.tax, "free": tables.numbers.tax_free})


def table_sentences(game: Combinards, view: CombinardsView) -> tuple[Message, ...]:
    """Return sentences that say what lies on the table before the viewer."""
    tables, now = game.tables, view.now
    sentences = [
        Message(
            "table-turn",
            {"round": now.round, "seat": PlayerRef(now.seat), "pot": now.pot, "pack": now.pack, "under": now.under},
        )
    ]
    for seat in range(tables.seats):
        if seat not in now.alive:
            sentences.append(Message("table-out", {"seat": PlayerRef(seat)}))
            continue
        args: dict[str, MessageArg] = {
            "seat": PlayerRef(seat),
            "cash": now.cash[seat],
            "cards": now.cards[seat],
            "years": now.years[seat],
        }
        at = now.at[seat]
        sentences.append(
            Message("table-player", args | {"square": square_name(tables, at), "name": tables.board.square_names[at]})
        )
    if now.dice:
        sentences.append(Message("table-dice", {"sum": sum(now.dice)}))
    if now.price:
        sentences.append(Message("table-price", {"seat": PlayerRef(now.seat), "price": now.price}))
    if now.card != NO_CARD:
        sentences.append(Message("table-card", {"card": card_description(tables, now.card)}))
    if now.hand is not None:
        sentences.append(
            Message(
                "table-hand",
                {"cards": tuple(card_description(tables, each) for each in now.hand) or (Message("nothing"),)},
            )
        )
    for seat, hand in enumerate(now.hands):
        sentences.append(Message("event-hand-shown", {"seat": PlayerRef(seat), "cards": card_names(tables, hand)}))
    return tuple(sentences)


def card_description(tables: LookupTables, number: int) -> Message:
    """Return a message with a card's name and all that is printed on the card."""
    printed = tables.numbers.cards[number]
    sales = tuple(
        Message("sale", {"square": Message(f"square-{place}"), "sum": sum_}) for place, sum_ in printed.sales.items()
    )
    args: dict[str, MessageArg] = {"card": card_name(tables, number), "price": printed.price, "sales": sales}
    args |= {"fine": printed.fine, "years": printed.years, "remission": printed.remission, "bonus": printed.bonus}
    return Message(f"goods-{printed.kind}", args)


def statistics(game: Combinards, events_by_entry: tuple[tuple[Event, ...], ...]) -> Mapping[str, tuple[int, int]]:
    """Return statistics of a finished game as (times it happened, times it could have happened): lies
    and doubts, controls that found nothing, petrol declared, players out, and answers."""
    printed = [each.price for each in game.numbers.cards]
    seen: int | None = None
    count: Counter[str] = Counter()
    for event in (event for entry in events_by_entry for event in entry):
        count[type(event).__name__] += 1
        match event:
            case CardSeen(_, number):
                seen = number
            case AnnouncedEvent(_, price) if seen is not None:
                count["lies"] += price < printed[seen]
            case Doubted(true=true):
                count["right"] += not true
    purchases = count[AnnouncedEvent.__name__]
    controls = count[ControlClean.__name__] + count["Confiscated"]
    return {
        "lies": (count["lies"], purchases),
        "doubts": (count[Doubted.__name__], count[Doubted.__name__] + count[Bought.__name__]),
        "doubts-right": (count["right"], count[Doubted.__name__]),
        "controls-clean": (count[ControlClean.__name__], controls),
        "petrol-declared": (count[PetrolDeclared.__name__], count[PetrolDeclared.__name__] + count[Sold.__name__]),
        "out": (count[TurnedOut.__name__], game.seats),
        "answers": (count[Answered.__name__], sum(map(len, events_by_entry))),
    }
