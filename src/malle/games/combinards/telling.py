"""The messages of Les Joyeux Combinards: every event, action and table as messages without a language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from malle.core import Action, Arg, Event, Say, Who
from malle.core.say import slug
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
from malle.games.combinards.tables import Tables

_SEATS = ("seat", "buyer", "accused")


def cards(tables: Tables, held: Sequence[int]) -> tuple[Say, ...]:
    """Return the names of cards, or the message that there are none."""
    return tuple(card(tables, each) for each in held) or (Say("nothing"),)


def card(tables: Tables, number: int) -> Say:
    """Return the name of a card."""
    return Say(f"card-{tables.numbers.cards[number].name}")


def square(tables: Tables, number: int) -> Say:
    """Return the name of a square."""
    return Say(f"square-{tables.board.kinds[number]}")


def event(game: Combinards, event: Event) -> Say:
    """Return the sentence of the log for an event."""
    tables = game.tables
    args: dict[str, Arg] = {name: Who(getattr(event, name)) for name in _SEATS if hasattr(event, name)}
    for name in ("price", "amount", "value", "years", "why", "cards"):
        if isinstance(value := getattr(event, name, None), int | str):
            args[name] = value
    if hasattr(event, "card"):
        args["card"] = card(tables, event.card)
    match event:
        case Rolled(dice=(low, high)):
            args |= {"low": low, "high": high, "sum": low + high}
        case Moved(path=path):
            args["square"] = square(tables, path[-1])
        case Flown(target=target):
            args |= {"square": square(tables, target), "name": tables.board.names[target]}
        case Doubted(true=flag):
            args["true"] = "yes" if flag else "no"
        case GotAway(card=bought):
            args["printed"] = game.numbers.cards[bought].price
        case HandShown(cards=held):
            args["cards"] = cards(tables, held)
        case Paid(payer, payee, _, reason):
            args["seat"] = Who(payer if payer >= 0 else payee)
            args["payee"] = Who(max(payee, 0))
            return Say(f"event-paid-{reason}", args)
    if hasattr(event, "right"):
        args["right"] = "yes" if event.right else "no"
    if hasattr(event, "change"):
        args |= {"sign": "more" if event.change > 0 else "less", "change": abs(event.change)}
    kind = YearsChanged if isinstance(event, YearsChanged) else type(event)  # one sentence for both classes
    return Say("event-" + slug(kind), args)


def action(game: Combinards, action: Action) -> Say:
    """Return the label of a button that plays this action."""
    tables = game.tables
    key = "action-" + slug(type(action))
    match action:
        case Go(to) | Fly(to):
            outer = "yes" if tables.board.ring[to] else "no"
            return Say(key, {"square": square(tables, to), "name": tables.board.names[to], "outer": outer})
        case Declare(number):
            return Say(key, {"card": card(tables, number), "bonus": tables.numbers.cards[number].bonus})
        case Give(number):
            return Say(key, {"card": card(tables, number), "years": tables.numbers.cards[number].remission})
        case Sell(number) | Draw(number) | Check(number):
            return Say(key, {"card": card(tables, number)})
        case Denounce(seat) | Lot(seat):
            return Say(key, {"seat": Who(seat)})
        case Announce(price):
            return Say(key, {"price": price})
        case Dice(low, high):
            return Say(key, {"low": low, "high": high})
        case Die(value):
            return Say(key, {"value": value})
    return Say(key, {"tax": tables.numbers.tax, "free": tables.numbers.tax_free})


def table(game: Combinards, view: CombinardsView) -> tuple[Say, ...]:
    """Return what lies on the table before the viewer, in sentences."""
    tables, now = game.tables, view.now
    said = [
        Say(
            "table-turn",
            {"round": now.round, "seat": Who(now.seat), "pot": now.pot, "pack": now.pack, "under": now.under},
        )
    ]
    for seat in range(tables.seats):
        if seat not in now.alive:
            said.append(Say("table-out", {"seat": Who(seat)}))
            continue
        args: dict[str, Arg] = {
            "seat": Who(seat),
            "cash": now.cash[seat],
            "cards": now.cards[seat],
            "years": now.years[seat],
        }
        at = now.at[seat]
        said.append(Say("table-player", args | {"square": square(tables, at), "name": tables.board.names[at]}))
    if now.dice:
        said.append(Say("table-dice", {"sum": sum(now.dice)}))
    if now.price:
        said.append(Say("table-price", {"seat": Who(now.seat), "price": now.price}))
    if now.card != NO_CARD:
        said.append(Say("table-card", {"card": goods(tables, now.card)}))
    if now.hand is not None:
        said.append(Say("table-hand", {"cards": tuple(goods(tables, each) for each in now.hand) or (Say("nothing"),)}))
    for seat, hand in enumerate(now.hands):
        said.append(Say("event-hand-shown", {"seat": Who(seat), "cards": cards(tables, hand)}))
    return tuple(said)


def goods(tables: Tables, number: int) -> Say:
    """Return a card with all that is printed on it."""
    printed = tables.numbers.cards[number]
    sales = tuple(Say("sale", {"square": Say(f"square-{place}"), "sum": sum_}) for place, sum_ in printed.sales.items())
    args: dict[str, Arg] = {"card": card(tables, number), "price": printed.price, "sales": sales}
    args |= {"fine": printed.fine, "years": printed.years, "remission": printed.remission, "bonus": printed.bonus}
    return Say(f"goods-{printed.kind}", args)


def figures(game: Combinards, heard: tuple[tuple[Event, ...], ...]) -> Mapping[str, tuple[int, int]]:
    """Return statistics of a finished game as (times it happened, times it could have happened): lies
    and doubts, controls that found nothing, petrol declared, players out, and answers."""
    printed = [each.price for each in game.numbers.cards]
    seen: int | None = None
    count: Counter[str] = Counter()
    for event in (event for entry in heard for event in entry):
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
        "answers": (count[Answered.__name__], sum(map(len, heard))),
    }
