"""Liar's dice in words."""

from collections.abc import Mapping

from malle.core import Action, Event, Message, PlayerRef
from malle_liar.rules import Bid, BidMade, Call, Called, DieRolled, Liar, LiarView


def dice(bid: Bid) -> Message:
    """`three fives`."""
    return Message(f"dice-{bid.face}", {"n": bid.count})


def listed(cup: tuple[int, ...]) -> tuple[Message, ...]:
    """Dice inside a sentence, those of one face together."""
    return tuple(dice(Bid(cup.count(face), face)) for face in sorted(set(cup)))


def event_message(game: Liar, event: Event) -> Message:
    """The log's sentence."""
    match event:
        case DieRolled(_, face):
            return Message("event-die-rolled", {"dice": dice(Bid(1, face))})
        case BidMade(seat, bid):
            return Message("event-bid-made", {"seat": PlayerRef(seat), "dice": dice(bid)})
        case Called(seat, last, cups, loser):
            seen = dice(Bid(sum(cup.count(last.bid.face) for cup in cups), last.bid.face))
            players = {"seat": PlayerRef(seat), "bidder": PlayerRef(last.seat), "loser": PlayerRef(loser)}
            return Message("event-called", {**players, "dice": seen})
    raise AssertionError(event)


def action_label(game: Liar, action: Action) -> Message:
    """A button's words."""
    if isinstance(action, Bid):
        return Message("action-bid", {"dice": dice(action)})
    return Message("action-call" if isinstance(action, Call) else "action-roll")


def table_sentences(game: Liar, view: LiarView) -> tuple[Message, ...]:
    """The table in sentences."""
    last, cup = view.now.table.last, view.now.cup
    dice_left = enumerate(view.now.table.dice)
    said = [Message("table-dice", {"seat": PlayerRef(seat), "n": number}) for seat, number in dice_left]
    if last is not None:
        said.append(Message("table-bid", {"seat": PlayerRef(last.seat), "dice": dice(last.bid)}))
    return (*said, Message("table-cup", {"dice": listed(cup)})) if cup else tuple(said)


def statistics(game: Liar, events_by_entry: tuple[tuple[Event, ...], ...]) -> Mapping[str, tuple[int, int]]:
    """How often a call was right."""
    calls = [event for entry in events_by_entry for event in entry if isinstance(event, Called)]
    return {"right-calls": (sum(call.loser == call.last.seat for call in calls), len(calls))}
