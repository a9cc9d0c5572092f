"""The animations of Les Joyeux Combinards: pawns that move, cards that are shown, money that is paid;
and the log."""

from __future__ import annotations

from malle.core import Arg, Event, Say, Who
from malle.core.piece import piece
from malle.core.scene import Animation, Area, Line, Mark, Panel, Pass, Pay, Row, Stamp
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
    GotAway,
    HandShown,
    Moved,
    Paid,
    PetrolDeclared,
    PricePaid,
    Rolled,
    Sold,
    TurnedOut,
    YearsChanged,
)
from malle.games.combinards.faces import money, shown
from malle.games.combinards.rules import Combinards


def motion(game: Combinards, events: tuple[Event, ...]) -> tuple[Animation, ...]:
    """Return an animation for each event that has something to see."""
    found: list[Animation] = []
    told = int(any(isinstance(event, CardDealt) for event in events))
    at = ""
    for event in events:
        if isinstance(event, Moved | Flown):
            at = f"board/{game.tables.board.names[event.path[-1] if isinstance(event, Moved) else event.target]}"
        each = _animation(game, event, events, told, at)
        if each is not None:
            found.append(each)
        told += not isinstance(event, CardDealt | Answered)
    return tuple(found)


def said(game: Combinards, events: tuple[Event, ...]) -> tuple[Say, ...]:
    """Return the log's sentences for one entry. All cards dealt at the start share one sentence;
    `Answered` has none."""
    dealt = [event.card for event in events if isinstance(event, CardDealt)]
    out = [telling.event(game, event) for event in events if not isinstance(event, CardDealt | Answered)]
    if dealt:
        out.insert(0, Say("event-hand-dealt", {"cards": telling.cards(game.tables, dealt)}))
    return tuple(out)


def _animation(game: Combinards, event: Event, events: tuple[Event, ...], told: int, at: str) -> Animation | None:
    """Return the animation of an event, or `None` if it has none. `events` are all events of the log
    entry. The animation follows the first `sentences_before` sentences of that entry. `square_ref` is
    where it happens; empty if no pawn moved."""
    match event:
        case Rolled(seat, dice):
            return _rolled(game, event, seat, dice, told)
        case Moved(seat, source, path):
            return _went(game, event, seat, (source, *path), told)
        case Flown(seat, source, target):
            return _went(game, event, seat, (source, target), told)
        case CardTaken(seat):
            taken = Pass("pack", f"seat-{seat + 1}", "back")
            return Animation(seat=seat, passes=(taken,), title=telling.event(game, event), after=told)
        case Doubted():
            return _judged(game, event, events, told)
        case Confiscated() | ControlClean():
            return _controlled(game, event, events, told, at)
        case Sold(seat, card, amount) | PetrolDeclared(seat, card, amount):
            return _showed(game, event, seat, (card,), told, at, (_pay(BANK, seat, amount),))
        case GotAway(seat):
            return _got_away(game, event, seat, told)
        case GivenUp(seat, card):
            return _showed(game, event, seat, (card,), told, at)
        case TurnedOut(seat):
            return _turned_out(game, event, seat, told)
        case HandShown(seat, cards=hand):
            return _showed(game, event, seat, hand, told, "")
        case Bought(seat, amount) | PricePaid(seat, amount):
            return _paid(game, event, seat, _pay(seat, BANK, amount), told, "")
        case Paid(payer, payee, amount):
            return _paid(game, event, payer if payer >= 0 else payee, _pay(payer, payee, amount), told, at)
        case YearsChanged(seat, change):
            stops = (seat,) if change > 0 else ()
            return Animation(seat=seat, title=telling.event(game, event), stops=stops, after=told, at=at)
    return None


def _pay(payer: int, payee: int, amount: int) -> Pay:
    """Return a payment for the screen. The pot has no purse there, so its money comes from the bank and
    goes to it."""
    return Pay(BANK if payer == POT else payer, BANK if payee == POT else payee, amount, money(amount))


@piece
def _paid(game: Combinards, event: Event, seat: int, pay: Pay, told: int, at: str) -> Animation:
    """Return the animation of a payment. It stays until the player who pays goes on, unless that player
    named the price."""
    stops = () if pay.payer < 0 or isinstance(event, Bought) else (pay.payer,)
    return Animation(seat=seat, pays=(pay,), title=telling.event(game, event), stops=stops, after=told, at=at)


@piece
def _got_away(game: Combinards, event: GotAway, seat: int, told: int) -> Animation:
    """Return the animation for a buyer whose lie was not doubted. Only the buyer sees it."""
    args = telling.event(game, event).args
    stamp = Panel("away", "verdict", title=Say("verdict-away", args), text=Say("verdict-passed"), tone="good")
    return Animation(seat=seat, areas=(stamp,), hold=True, title=Say("verdict-passed"), after=told)


@piece
def _rolled(game: Combinards, event: Event, seat: int, dice: tuple[int, ...], told: int) -> Animation:
    """Return the animation of two dice."""
    return Animation(seat=seat, dice=dice, title=telling.event(game, event), after=told)


@piece
def _went(game: Combinards, event: Event, seat: int, way: tuple[int, ...], told: int) -> Animation:
    """Return the animation of a pawn that goes along these squares, with a mark on its way."""
    names = tuple(game.tables.board.names[square] for square in way)
    marks = (Mark("last", names),)
    return Animation(seat=seat, marks=marks, title=telling.event(game, event), after=told, at=f"board/{names[-1]}")


@piece
def _showed(
    game: Combinards, event: Event, seat: int, cards: tuple[int, ...], told: int, at: str, pays: tuple[Pay, ...] = ()
) -> Animation:
    """Return the animation of cards that a player shows, and of the payments for them."""
    row = Row("shown", tuple(shown(game, card, place) for place, card in enumerate(cards)))
    return Animation(seat=seat, areas=(row,), pays=pays, title=telling.event(game, event), after=told, at=at)


@piece
def _turned_out(game: Combinards, event: Event, seat: int, told: int) -> Animation:
    """Return the animation of a player who is out, with a stamp and the reason."""
    title = telling.event(game, event)
    word = Panel("verdict", "verdict", title, Say("screen-out"))
    return Animation(seat=seat, areas=(word,), hold=True, title=title, stops=(seat,), after=told)


@piece
def _controlled(
    game: Combinards, event: Confiscated | ControlClean, events: tuple[Event, ...], told: int, at: str
) -> Animation:
    """Return the animation of what a control finds, after the same wait in either case. Only its owner
    sees a card that is not illicit."""
    if isinstance(event, Confiscated):
        verdict, cards, stamp = "illicit", [event.card], Stamp(Say("stamp-found"), "lie")
    else:
        verdict, stamp = "clean", Stamp(Say("stamp-lawful"), "true")
        cards = [each.card for each in events if isinstance(each, ControlSeen)][:1]
    tone = "good" if verdict == "clean" else ""
    word = Panel("verdict", "verdict", telling.event(game, event), Say(f"verdict-{verdict}"), tone=tone)
    row = [Row("shown", (shown(game, card, stamp=stamp),)) for card in cards]
    title = Say("shown-control", {"seat": Who(event.seat)})
    stops = (event.seat,)
    areas: tuple[Area, ...] = (*row, word)
    return Animation(event.seat, True, areas, hold=True, title=title, stops=stops, after=told, at=at)


@piece
def _judged(game: Combinards, event: Doubted, events: tuple[Event, ...], told: int) -> Animation:
    """Return the animation of a doubt: the card, the verdict, and the bill."""
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
    stops = (event.seat, event.buyer)
    return Animation(event.seat, True, areas, hold=True, title=Say("shown-doubted", args), stops=stops, after=told)
