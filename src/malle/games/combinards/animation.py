"""The animations of Les Joyeux Combinards: pawns that move, cards that are shown, money that is paid;
and the log."""

from __future__ import annotations

from malle.core import Event, Message, MessageArg, PlayerRef
from malle.core.fragment_cache import cached_fragment
from malle.core.scene import Animation, Area, BoardMark, Panel, PanelLine, Payment, Row, Stamp, Transfer
from malle.games.combinards import event_messages
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
from malle.games.combinards.icons import money_message, shown_card
from malle.games.combinards.rules import Combinards


def animations(game: Combinards, events: tuple[Event, ...]) -> tuple[Animation, ...]:
    """Return the animations of one log entry, in order: one for each event that has something to
    see."""
    found: list[Animation] = []
    sentences_before = int(any(isinstance(event, CardDealt) for event in events))
    square_ref = ""
    for event in events:
        if isinstance(event, Moved | Flown):
            square_ref = (
                f"board/{game.tables.board.square_names[event.path[-1] if isinstance(event, Moved) else event.target]}"
            )
        each = _animate_event(game, event, events, sentences_before, square_ref)
        if each is not None:
            found.append(each)
        sentences_before += not isinstance(event, CardDealt | Answered)
    return tuple(found)


def log_messages(game: Combinards, events: tuple[Event, ...]) -> tuple[Message, ...]:
    """Return the log's sentences for one log entry. All cards dealt at the start share one
    sentence, which comes first; `Answered` has none."""
    dealt = [event.card for event in events if isinstance(event, CardDealt)]
    out = [event_messages.event_message(game, event) for event in events if not isinstance(event, CardDealt | Answered)]
    if dealt:
        out.insert(0, Message("event-hand-dealt", {"cards": event_messages.card_names(game.tables, dealt)}))
    return tuple(out)


def _animate_event(
    game: Combinards, event: Event, events: tuple[Event, ...], sentences_before: int, square_ref: str
) -> Animation | None:
    """Return the animation of an event, or `None` if it has none. `events` are all events of the
    log entry. The animation follows the first `sentences_before` sentences of that entry.
    `square_ref` names the square where it happens; empty if no pawn moved."""
    match event:
        case Rolled(seat, dice):
            return _animate_dice(game, event, seat, dice, sentences_before)
        case Moved(seat, source, path):
            return _animate_pawn(game, event, seat, (source, *path), sentences_before)
        case Flown(seat, source, target):
            return _animate_pawn(game, event, seat, (source, target), sentences_before)
        case CardTaken(seat):
            taken = Transfer("pack", f"seat-{seat + 1}", "back")
            return Animation(
                seat=seat, passes=(taken,), title=event_messages.event_message(game, event), after=sentences_before
            )
        case Doubted():
            return _animate_doubt(game, event, events, sentences_before)
        case Confiscated() | ControlClean():
            return _animate_control(game, event, events, sentences_before, square_ref)
        case Sold(seat, card, amount) | PetrolDeclared(seat, card, amount):
            return _animate_shown_cards(
                game, event, seat, (card,), sentences_before, square_ref, (_payment(BANK, seat, amount),)
            )
        case GotAway(seat):
            return _animate_undoubted_lie(game, event, seat, sentences_before)
        case GivenUp(seat, card):
            return _animate_shown_cards(game, event, seat, (card,), sentences_before, square_ref)
        case TurnedOut(seat):
            return _animate_player_out(game, event, seat, sentences_before)
        case HandShown(seat, cards=hand):
            return _animate_shown_cards(game, event, seat, hand, sentences_before, "")
        case Bought(seat, amount) | PricePaid(seat, amount):
            return _animate_payment(game, event, seat, _payment(seat, BANK, amount), sentences_before, "")
        case Paid(payer, payee, amount):
            return _animate_payment(
                game,
                event,
                payer if payer >= 0 else payee,
                _payment(payer, payee, amount),
                sentences_before,
                square_ref,
            )
        case YearsChanged(seat, change):
            stops = (seat,) if change > 0 else ()
            return Animation(
                seat=seat,
                title=event_messages.event_message(game, event),
                stops=stops,
                after=sentences_before,
                at=square_ref,
            )
    return None


def _payment(payer: int, payee: int, amount: int) -> Payment:
    """Return a payment for the screen, by payer and payee (seats, `BANK` or `POT`). The pot has
    no purse there, so its money is shown as coming from the bank, or going to the bank."""
    return Payment(BANK if payer == POT else payer, BANK if payee == POT else payee, amount, money_message(amount))


@cached_fragment
def _animate_payment(
    game: Combinards, event: Event, seat: int, payment: Payment, sentences_before: int, square_ref: str
) -> Animation:
    """Return the animation of a payment. For a player who pays, it stays until they dismiss it,
    unless they named the price themselves. `sentences_before` and `square_ref`: see
    `_animate_event`."""
    stops = () if payment.payer < 0 or isinstance(event, Bought) else (payment.payer,)
    return Animation(
        seat=seat,
        pays=(payment,),
        title=event_messages.event_message(game, event),
        stops=stops,
        after=sentences_before,
        at=square_ref,
    )


@cached_fragment
def _animate_undoubted_lie(game: Combinards, event: GotAway, seat: int, sentences_before: int) -> Animation:
    """Return the animation for a buyer whose lie was not doubted. Only the buyer gets it."""
    args = event_messages.event_message(game, event).args
    stamp = Panel("away", "verdict", title=Message("verdict-away", args), text=Message("verdict-passed"), tone="good")
    return Animation(seat=seat, areas=(stamp,), hold=True, title=Message("verdict-passed"), after=sentences_before)


@cached_fragment
def _animate_dice(game: Combinards, event: Event, seat: int, dice: tuple[int, ...], sentences_before: int) -> Animation:
    """Return the animation of two dice that fell for a seat."""
    return Animation(seat=seat, dice=dice, title=event_messages.event_message(game, event), after=sentences_before)


@cached_fragment
def _animate_pawn(
    game: Combinards, event: Event, seat: int, squares: tuple[int, ...], sentences_before: int
) -> Animation:
    """Return the animation of a pawn that goes along these squares. Its way stays marked on the
    board until the next move."""
    names = tuple(game.tables.board.square_names[square] for square in squares)
    marks = (BoardMark("last", names),)
    return Animation(
        seat=seat,
        marks=marks,
        title=event_messages.event_message(game, event),
        after=sentences_before,
        at=f"board/{names[-1]}",
    )


@cached_fragment
def _animate_shown_cards(
    game: Combinards,
    event: Event,
    seat: int,
    cards: tuple[int, ...],
    sentences_before: int,
    square_ref: str,
    pays: tuple[Payment, ...] = (),
) -> Animation:
    """Return the animation of cards that a player shows, and of the payments for them.
    `sentences_before` and `square_ref`: see `_animate_event`."""
    row = Row("shown", tuple(shown_card(game, card, place) for place, card in enumerate(cards)))
    return Animation(
        seat=seat,
        areas=(row,),
        pays=pays,
        title=event_messages.event_message(game, event),
        after=sentences_before,
        at=square_ref,
    )


@cached_fragment
def _animate_player_out(game: Combinards, event: Event, seat: int, sentences_before: int) -> Animation:
    """Return the animation of a player who is out, with a stamp and the reason. For that player
    it stays until they dismiss it."""
    title = event_messages.event_message(game, event)
    word = Panel("verdict", "verdict", title, Message("screen-out"))
    return Animation(seat=seat, areas=(word,), hold=True, title=title, stops=(seat,), after=sentences_before)


@cached_fragment
def _animate_control(
    game: Combinards,
    event: Confiscated | ControlClean,
    events: tuple[Event, ...],
    sentences_before: int,
    square_ref: str,
) -> Animation:
    """Return the animation of what a control finds. It takes equally long whether a card is
    confiscated or not. A card that is given back is shown to its owner only: only they get the
    event `ControlSeen` in `events`."""
    if isinstance(event, Confiscated):
        verdict, cards, stamp = "illicit", [event.card], Stamp(Message("stamp-found"), "lie")
    else:
        verdict, stamp = "clean", Stamp(Message("stamp-lawful"), "true")
        cards = [each.card for each in events if isinstance(each, ControlSeen)][:1]
    tone = "good" if verdict == "clean" else ""
    word = Panel(
        "verdict", "verdict", event_messages.event_message(game, event), Message(f"verdict-{verdict}"), tone=tone
    )
    row = [Row("shown", (shown_card(game, card, stamp=stamp),)) for card in cards]
    title = Message("shown-control", {"seat": PlayerRef(event.seat)})
    stops = (event.seat,)
    areas: tuple[Area, ...] = (*row, word)
    return Animation(
        event.seat, True, areas, hold=True, title=title, stops=stops, after=sentences_before, at=square_ref
    )


@cached_fragment
def _animate_doubt(game: Combinards, event: Doubted, events: tuple[Event, ...], sentences_before: int) -> Animation:
    """Return the animation of a doubt: the card, whether the price was a lie, and who pays what.
    For the doubter and the buyer it stays until they dismiss it."""
    printed = game.numbers.cards[event.card].price
    args: dict[str, MessageArg] = {"buyer": PlayerRef(event.buyer), "seat": PlayerRef(event.seat)}
    args |= {"price": event.price, "printed": printed}
    outcome = "true" if event.true else "lie"
    card = shown_card(game, event.card, stamp=Stamp(Message(f"stamp-{outcome}"), "true" if event.true else "lie"))
    why, tone = Message(f"verdict-{outcome}-why", args), "good" if event.true else ""
    word = Panel("verdict", "verdict", why, Message(f"verdict-{outcome}"), tone=tone)
    lines = [
        PanelLine(Message("bill-announced", args), money_message(event.price)),
        PanelLine(Message("bill-printed", args), money_message(printed)),
    ]
    for each in events:
        match each:
            case PricePaid(seat, amount):
                lines.append(
                    PanelLine(Message("bill-bank", {"seat": PlayerRef(seat)}), money_message(amount), total=True)
                )
            case Paid(payer, payee, amount, "indemnity"):
                to: dict[str, MessageArg] = {"seat": PlayerRef(payer), "payee": PlayerRef(payee)}
                lines.append(PanelLine(Message("bill-indemnity", to), money_message(amount), total=True))
    lines.append(PanelLine(Message("bill-card", {"seat": PlayerRef(event.buyer if event.true else event.seat)})))
    bill = Panel("bill", "slip", Message("bill-title"), lines=tuple(lines))
    areas = (Row("shown", (card,)), word, bill)
    stops = (event.seat, event.buyer)
    return Animation(
        event.seat, True, areas, hold=True, title=Message("shown-doubted", args), stops=stops, after=sentences_before
    )
