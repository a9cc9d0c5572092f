"""Les Joyeux Combinards in motion: pawns that go, cards that are shown, money that flows; and the log of it."""

from __future__ import annotations

from malle.core import Arg, Event, Say, Who
from malle.core.piece import piece
from malle.core.scene import Animation, Line, Mark, Panel, Pass, Pay, Row, Stamp
from malle.games.combinards import telling
from malle.games.combinards.events import (
    BANK,
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
from malle.games.combinards.faces import money, shown
from malle.games.combinards.rules import Combinards


def motion(game: Combinards, events: tuple[Event, ...]) -> tuple[Animation, ...]:
    """One for each event that there is something to see of."""
    found = (_animation(game, event, events) for event in events)
    return tuple(each for each in found if each is not None)


def said(game: Combinards, events: tuple[Event, ...]) -> tuple[Say, ...]:
    """As the telling has it; the cards of the start are said at once, and that somebody has answered is not said."""
    dealt = [event.card for event in events if isinstance(event, CardDealt)]
    out = [telling.event(game, event) for event in events if not isinstance(event, CardDealt | Answered)]
    if dealt:
        out.insert(0, Say("event-hand-dealt", {"cards": telling.cards(game.tables, dealt)}))
    return tuple(out)


def _animation(game: Combinards, event: Event, events: tuple[Event, ...]) -> Animation | None:
    match event:
        case Moved(seat, source, path):
            return _went(game, event, seat, (source, *path))
        case Flown(seat, source, target):
            return _went(game, event, seat, (source, target))
        case CardTaken(seat):
            taken = Pass("pack", f"seat-{seat + 1}", "back")
            return Animation(seat=seat, passes=(taken,), title=telling.event(game, event))
        case Doubted():
            return _judged(game, event, events)
        case Confiscated() | ControlClean():
            return _controlled(game, event, events)
        case Sold(seat, card, amount) | PetrolDeclared(seat, card, amount):
            return _showed(game, event, seat, (card,), (_pay(BANK, seat, amount),))
        case GivenUp(seat, card):
            return _showed(game, event, seat, (card,))
        case HandShown(seat, cards=hand):
            return _showed(game, event, seat, hand)
        case Bought(seat, amount) | PricePaid(seat, amount):
            return _paid(game, event, seat, _pay(seat, BANK, amount))
        case Paid(payer, payee, amount):
            return _paid(game, event, payer if payer >= 0 else payee, _pay(payer, payee, amount))
    return None


def _pay(payer: int, payee: int, amount: int) -> Pay:
    """The pot lies on the board and has no purse: its money comes and goes as the bank's does."""
    return Pay(BANK if payer == POT else payer, BANK if payee == POT else payee, amount, money(amount))


@piece
def _paid(game: Combinards, event: Event, seat: int, pay: Pay) -> Animation:
    return Animation(seat=seat, pays=(pay,), title=telling.event(game, event))


@piece
def _went(game: Combinards, event: Event, seat: int, way: tuple[int, ...]) -> Animation:
    names = tuple(game.tables.board.names[square] for square in way)
    return Animation(seat=seat, marks=(Mark("last", names),), title=telling.event(game, event))


@piece
def _showed(game: Combinards, event: Event, seat: int, cards: tuple[int, ...], pays: tuple[Pay, ...] = ()) -> Animation:
    """Cards that somebody shows by themselves."""
    row = Row("shown", tuple(shown(game, card, place) for place, card in enumerate(cards)))
    return Animation(seat=seat, areas=(row,), pays=pays, title=telling.event(game, event))


@piece
def _controlled(game: Combinards, event: Confiscated | ControlClean, events: tuple[Event, ...]) -> Animation:
    """What a control finds, after the same wait whatever it is. A card that is no contraband only its holder sees."""
    if isinstance(event, Confiscated):
        verdict, cards, stamp = "illicit", [event.card], Stamp(Say("stamp-found"), "lie")
    else:
        verdict, stamp = "clean", Stamp(Say("stamp-lawful"), "true")
        cards = [each.card for each in events if isinstance(each, ControlSeen)][:1]
    tone = "good" if verdict == "clean" else ""
    word = Panel("verdict", "verdict", telling.event(game, event), Say(f"verdict-{verdict}"), tone=tone)
    row = [Row("shown", (shown(game, card, stamp=stamp),)) for card in cards]
    title = Say("shown-control", {"seat": Who(event.seat)})
    return Animation(seat=event.seat, drum=True, areas=(*row, word), hold=True, title=title)


@piece
def _judged(game: Combinards, event: Doubted, events: tuple[Event, ...]) -> Animation:
    """The doubted card, the verdict, and the bill."""
    printed = game.numbers.cards[event.card].price
    args: dict[str, Arg] = {"buyer": Who(event.buyer), "seat": Who(event.seat)}
    args |= {"price": event.price, "printed": printed}
    outcome = "true" if event.true else "lie"
    card = shown(game, event.card, stamp=Stamp(Say(f"stamp-{outcome}"), "true" if event.true else "lie"))
    why, tone = Say(f"verdict-{outcome}-why", args), "good" if event.true else ""
    word = Panel("verdict", "verdict", why, Say(f"verdict-{outcome}"), tone=tone)
    lines = [Line(Say("bill-announced", args), money(event.price)), Line(Say("bill-printed", args), money(printed))]
    for each in events:
        match each:
            case PricePaid(seat, amount):
                lines.append(Line(Say("bill-bank", {"seat": Who(seat)}), money(amount), total=True))
            case Paid(payer, payee, amount, "indemnity"):
                to: dict[str, Arg] = {"seat": Who(payer), "payee": Who(payee)}
                lines.append(Line(Say("bill-indemnity", to), money(amount), total=True))
    lines.append(Line(Say("bill-card", {"seat": Who(event.buyer if event.true else event.seat)})))
    bill = Panel("bill", "slip", Say("bill-title"), lines=tuple(lines))
    areas = (Row("shown", (card,)), word, bill)
    return Animation(seat=event.seat, drum=True, areas=areas, hold=True, title=Say("shown-doubted", args))
