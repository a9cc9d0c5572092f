"""Les Joyeux Combinards in motion: pawns that go, cards that are shown, money that flows; and the log of it."""

from __future__ import annotations

from typing import cast

from malle.core import AnyGame, Arg, Event, Say, Who
from malle.core.scene import Item, Line, Mark, Note, Panel, Pass, Pay, Row, Stamp, Step, Tell, Text, item_id
from malle.games.combinards import telling
from malle.games.combinards.events import (
    POT,
    Answered,
    Bought,
    CardDealt,
    CardTaken,
    Confiscated,
    ControlClean,
    ControlSeen,
    Doubted,
    Flown,
    GivenUp,
    HandShown,
    Moved,
    Paid,
    PetrolDeclared,
    PricePaid,
    Sold,
)
from malle.games.combinards.rules import Combinards
from malle.games.combinards.tables import Tables

BANK = -1


def steps(game: AnyGame, events: tuple[Event, ...], tell: Tell) -> tuple[Step, ...]:
    """One step an event that there is something to see of; money that follows a card shown belongs to its step."""
    tables = cast(Combinards, game).tables
    found: list[Step] = []
    seen = next((event.card for event in events if isinstance(event, ControlSeen)), None)
    for event in events:
        told = tell(telling.event(game, event))
        match event:
            case Moved(seat, source, path):
                names = tuple(tables.board.names[square] for square in (source, *path))
                found.append(Step(seat=seat, marks=(Mark("last", names),), title=told))
            case Flown(seat, source, target):
                way = (tables.board.names[source], tables.board.names[target])
                found.append(Step(seat=seat, marks=(Mark("last", way),), title=told))
            case CardTaken(seat):
                found.append(Step(seat=seat, passes=(Pass("pack", _seat(seat), "back"),), title=told))
            case Doubted():
                found.append(_judged(tables, event, events, tell))
            case Confiscated(seat, card):
                stamp = Stamp(tell(Say("stamp-found")), "lie")
                found.append(_reveal(tables, seat, ((card, stamp),), "verdict-illicit", told, tell, good=False))
            case ControlClean(seat):
                cards = () if seen is None else ((seen, Stamp(tell(Say("stamp-lawful")), "true")),)
                found.append(_reveal(tables, seat, cards, "verdict-clean", told, tell, good=True))
            case Sold(seat, card, amount) | PetrolDeclared(seat, card, amount):
                pays = (Pay(BANK, seat, amount, _money(amount, tell)),)
                found.append(_show(tables, seat, (card,), told, tell, pays))
            case GivenUp(seat, card):
                found.append(_show(tables, seat, (card,), told, tell))
            case HandShown(seat, cards=hand):
                found.append(_show(tables, seat, hand, told, tell))
            case Bought(seat, amount) | PricePaid(seat, amount):
                found.append(Step(seat=seat, pays=(Pay(seat, BANK, amount, _money(amount, tell)),), title=told))
            case Paid(payer, payee, amount):
                pays = (Pay(_purse(payer), _purse(payee), amount, _money(amount, tell)),)
                found.append(Step(seat=max(payer, payee) if payer < 0 else payer, pays=pays, title=told))
    return tuple(found)


def said(game: AnyGame, events: tuple[Event, ...]) -> tuple[Say, ...]:
    """As the telling has it; the cards of the start are said at once, and that somebody has answered is not said."""
    tables = cast(Combinards, game).tables
    dealt = [event.card for event in events if isinstance(event, CardDealt)]
    out = [telling.event(game, event) for event in events if not isinstance(event, CardDealt | Answered)]
    if dealt:
        out.insert(0, Say("event-hand-dealt", {"cards": telling.cards(tables, dealt)}))
    return tuple(out)


def _seat(seat: int) -> str:
    return f"seat-{seat + 1}"


def _purse(who: int) -> int:
    """The pot lies on the board and has no purse: its money comes and goes as the bank's does."""
    return BANK if who == POT else who


def _money(amount: int, tell: Tell) -> Text:
    return tell(Say("money", {"amount": amount}))


def _face(tables: Tables, card: int, at: int, tell: Tell, stamp: Stamp | None = None) -> Item:
    """A card as the table sees it."""
    printed = tables.numbers.cards[card]
    best = sorted(printed.sales.items(), key=lambda sale: -sale[1])[:3]
    return Item(
        item_id("shown", 0, at),
        tell(Say(f"card-{printed.name}")),
        f"mark-{printed.kind}",
        notes=tuple(Note(str(amount), symbol=place) for place, amount in best),
        stamp=stamp,
        frame=f"frame-{printed.kind}",
        corner=_money(printed.price, tell),
    )


def _show(
    tables: Tables, seat: int, cards: tuple[int, ...], told: Text, tell: Tell, pays: tuple[Pay, ...] = ()
) -> Step:
    """Cards that somebody shows by himself."""
    faces = tuple(_face(tables, card, at, tell) for at, card in enumerate(cards))
    return Step(seat=seat, areas=(Row("shown", faces),), pays=pays, title=told)


def _reveal(
    tables: Tables,
    seat: int,
    cards: tuple[tuple[int, Stamp], ...],
    verdict: str,
    told: Text,
    tell: Tell,
    *,
    good: bool,
) -> Step:
    """What a control finds, after the same wait whatever it is."""
    faces = tuple(_face(tables, card, at, tell, stamp) for at, (card, stamp) in enumerate(cards))
    word = Panel("verdict", "verdict", told, tell(Say(verdict)), tone="good" if good else "")
    areas = (Row("shown", faces), word) if faces else (word,)
    return Step(seat=seat, drum=True, areas=areas, hold=True, title=tell(Say("shown-control", {"seat": Who(seat)})))


def _judged(tables: Tables, event: Doubted, events: tuple[Event, ...], tell: Tell) -> Step:
    """The doubted card, the verdict, and the bill."""
    printed = tables.numbers.cards[event.card]
    stamp = Stamp(tell(Say("stamp-true" if event.true else "stamp-lie")), "true" if event.true else "lie")
    args: dict[str, Arg] = {
        "buyer": Who(event.buyer),
        "seat": Who(event.seat),
        "price": event.price,
        "printed": printed.price,
    }
    word = Panel(
        "verdict",
        "verdict",
        tell(Say("verdict-true-why" if event.true else "verdict-lie-why", args)),
        tell(Say("verdict-true" if event.true else "verdict-lie")),
        tone="good" if event.true else "",
    )
    lines = [
        Line(tell(Say("bill-announced", args)), _money(event.price, tell)),
        Line(tell(Say("bill-printed", args)), _money(printed.price, tell)),
    ]
    for each in events:
        match each:
            case PricePaid(seat, amount):
                lines.append(Line(tell(Say("bill-bank", {"seat": Who(seat)})), _money(amount, tell), total=True))
            case Paid(payer, payee, amount, "indemnity"):
                to: dict[str, Arg] = {"seat": Who(payer), "payee": Who(payee)}
                lines.append(Line(tell(Say("bill-indemnity", to)), _money(amount, tell), total=True))
    owner = event.buyer if event.true else event.seat
    lines.append(Line(tell(Say("bill-card", {"seat": Who(owner)}))))
    bill = Panel("bill", "slip", tell(Say("bill-title")), lines=tuple(lines))
    row = Row("shown", (_face(tables, event.card, 0, tell, stamp),))
    return Step(seat=event.seat, drum=True, areas=(row, word, bill), hold=True, title=tell(Say("shown-doubted", args)))
