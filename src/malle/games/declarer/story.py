"""The story of a finished game of Rien à déclarer ?: where the money came from, who lied to whom, and who
believed it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from malle.core import Event, Message, MessageArg, Over, PlayerRef, Seat
from malle.core.scene import Panel, PanelLine
from malle.core.story import Fact, GameEvents, RowMark, Story
from malle.games.declarer import event_messages
from malle.games.declarer.edition import BAG, Cards, add_card, dutiable_articles, remove_card
from malle.games.declarer.icons import money_message
from malle.games.declarer.payments import BAG_CLAIM
from malle.games.declarer.rules import Declarer
from malle.games.declarer.state import (
    BagClaimed,
    CardSeen,
    Declared,
    Doubted,
    Paid,
    RoundBegan,
    Searched,
    Thrown,
)  # fmt: skip

NO_SEAT = -1
"""Stands for no seat, and for no log entry."""


class Declaration(Struct):
    """A declaration in a finished game, the hand that was declared, and who had the hand shown."""

    move: int
    """The log entry of the declaration, counted from 0."""
    round: int
    traveller: int
    officer: int
    claim: Cards
    """The articles declared, or `(BAG,)` if the bag was claimed."""
    hand: Cards
    is_true: bool
    revealed_by: int = NO_SEAT
    """The seat that had the hand shown, or `NO_SEAT`."""
    revealed_at: int = NO_SEAT
    """The log entry by which the hand was shown, counted from 0, or `NO_SEAT`."""


def story(game: Declarer, over: Over, events_by_entry: GameEvents) -> Story:
    """Return the story of a finished game.

    It has every player's account, a note for each player, and marks for every declaration. Its
    facts are the dearest lie, the best catch, and whose lies an officer believed most often. The
    events must contain the secret ones.
    """
    all_declarations = list(iter_declarations(events_by_entry))
    notes = tuple(_ranking_note(seat, all_declarations) for seat in range(game.seats))
    slips = tuple(_account_panel(game, over, events_by_entry, seat) for seat in range(game.seats))
    rows = tuple(tuple(_row_marks(seat, all_declarations)) for seat in range(game.seats))
    return Story(slips, notes, tuple(_story_facts(game, all_declarations)), rows)


def iter_declarations(events_by_entry: GameEvents) -> Iterator[Declaration]:
    """Yield every declaration of the game in order, following the travelling hand card by card.

    The fields `revealed_by` and `revealed_at` are filled in later, while the iterator goes on: exhaust it
    before reading them.
    """
    hand: Cards = ()
    number, officer, declaration = 0, NO_SEAT, None
    for move, event in ((move, event) for move, events in enumerate(events_by_entry) for event in events):
        match event:
            case RoundBegan(began, seat):
                hand, number, officer = (), began, seat
            case CardSeen(_, kind):
                hand = add_card(hand, kind)
            case Thrown(_, kind):
                hand = remove_card(hand, kind)
            case Declared(seat, articles):
                declaration = Declaration(
                    move, number, seat, officer, articles, hand, articles == dutiable_articles(hand)
                )
                yield declaration
            case BagClaimed(seat):
                declaration = Declaration(move, number, seat, officer, BAG_CLAIM, hand, BAG in hand)
                yield declaration
            case Searched(seat=seat) | Doubted(seat=seat):
                assert declaration is not None
                hand, declaration.revealed_by, declaration.revealed_at = (), seat, move


def deeds(game: Declarer, seat: Seat, events_by_entry: GameEvents) -> tuple[int, int]:
    """Return how many of a player's false declarations passed, and how many were caught."""
    own_lies = [each for each in iter_declarations(events_by_entry) if each.traveller == seat and not each.is_true]
    caught = sum(each.revealed_by != NO_SEAT for each in own_lies)
    return len(own_lies) - caught, caught


# ---- facts


def _story_facts(game: Declarer, all_declarations: list[Declaration]) -> Iterator[Fact]:
    """Yield up to three facts: the dearest lie that passed, the dearest lie that was caught, and a
    trusting officer.

    The last is the officer who let lies of one traveller pass most often, if more than once. A fact
    is left out if nothing of its kind happened.
    """
    passed, caught = lies_by_fine(game, all_declarations)
    if passed:
        yield Fact(
            Message("story-lie"),
            Message("story-lie-told", _declaration_args(game, passed[0])),
            "suitcase",
            passed[0].move,
        )
    if caught:
        args = _declaration_args(game, caught[0]) | {"seat": PlayerRef(caught[0].revealed_by)}
        yield Fact(Message("story-catch"), Message("story-catch-told", args), "suitcase-open", caught[0].revealed_at)
    believed = Counter((each.officer, each.traveller) for each in passed).most_common(1)
    if believed and believed[0][1] > 1:
        (officer, traveller), times = believed[0]
        message_args: dict[str, MessageArg] = {
            "officer": PlayerRef(officer),
            "traveller": PlayerRef(traveller),
            "n": times,
        }
        yield Fact(Message("story-believed"), Message("story-believed-told", message_args), "kepi")


def lies_by_fine(game: Declarer, all_declarations: list[Declaration]) -> tuple[list[Declaration], list[Declaration]]:
    """Return the lies that passed and the lies that were caught, each list with the highest fine first."""
    dearest_first = sorted(
        (each for each in all_declarations if not each.is_true), key=lambda each: -fine_if_searched(game, each)
    )
    return [each for each in dearest_first if each.revealed_by == NO_SEAT], [
        each for each in dearest_first if each.revealed_by != NO_SEAT
    ]


def fine_if_searched(game: Declarer, declaration: Declaration) -> int:
    """Return what the lie would cost, or did cost, if the hand is shown.

    The declaration must be false.
    """
    return game.cashier.fine_on_lie(declaration.claim, declaration.hand)


def _declaration_args(game: Declarer, declaration: Declaration) -> dict[str, MessageArg]:
    """Return the message arguments that describe a declaration."""
    return {
        "traveller": PlayerRef(declaration.traveller),
        "officer": PlayerRef(declaration.officer),
        "claim": event_messages.claim_messages(game, declaration.claim),
        "cards": event_messages.card_messages(game, declaration.hand),
        "fine": fine_if_searched(game, declaration),
    }


def _ranking_note(seat: int, all_declarations: list[Declaration]) -> Message:
    """Return the note beside a player in the ranking: the numbers of declarations, lies, and lies
    caught."""
    own = [each for each in all_declarations if each.traveller == seat]
    own_lies = [each for each in own if not each.is_true]
    caught = sum(each.revealed_by != NO_SEAT for each in own_lies)
    return Message("story-note", {"lies": len(own_lies), "said": len(own), "caught": caught})


def _row_marks(seat: int, all_declarations: list[Declaration]) -> Iterator[RowMark]:
    """Yield a mark for every declaration of a seat, and one for each round in which the seat was
    the officer.

    The first mark of each round but the first round is flagged, so that a gap is left before it.
    """
    number = 0
    for declaration in all_declarations:
        first = declaration.round != number
        if declaration.traveller == seat:
            kind = "true" if declaration.is_true else "passed" if declaration.revealed_by == NO_SEAT else "caught"
            yield RowMark(f"m-{kind}", Message(f"story-mark-{kind}"), first and number > 0)
        elif first and declaration.officer == seat:
            yield RowMark("kepi", Message("story-mark-officer"), number > 0)
        else:
            continue
        number = declaration.round


# ---- the account


def _account_panel(game: Declarer, over: Over, events_by_entry: GameEvents, seat: int) -> Panel:
    """Return a player's account: the money at the start, then income and expenses by reason, and the total."""
    flows: Counter[tuple[str, str]] = Counter()
    for event in _payments(events_by_entry):
        if event.payee == seat:
            flows[event.reason, "in"] += event.amount
        if event.payer == seat:
            flows[event.reason, "out"] += event.amount
    lines = [PanelLine(Message("story-start"), Message("story-in", {"amount": game.starting_money}))]
    for reason in ("duty", "fine", "compensation", "reward"):
        for way, tone in (("in", "good"), ("out", "bad")):
            if amount := flows[reason, way]:
                lines.append(
                    PanelLine(Message(f"story-{reason}-{way}"), Message(f"story-{way}", {"amount": amount}), tone=tone)
                )
    total = PanelLine(Message("story-total"), money_message(over.scores[seat]), total=True)
    return Panel(f"slip-{seat + 1}", "slip", Message("story-slip", {"seat": PlayerRef(seat)}), lines=(*lines, total))


def _payments(events_by_entry: GameEvents) -> Iterator[Paid]:
    """Return an iterator over all payments of the game, in order."""
    events: Iterator[Event] = (event for events in events_by_entry for event in events)
    return (event for event in events if isinstance(event, Paid))
