"""Liar's dice in words."""

from collections.abc import Mapping

from malle.core import Action, Event, Say, Who
from malle_liar.rules import Bid, BidMade, Call, Called, DieRolled, Liar, LiarView


def dice(bid: Bid) -> Say:
    """`three fives`."""
    return Say(f"dice-{bid.face}", {"n": bid.count})


def listed(cup: tuple[int, ...]) -> tuple[Say, ...]:
    """Dice inside a sentence, those of one face together."""
    return tuple(dice(Bid(cup.count(face), face)) for face in sorted(set(cup)))


def event(game: Liar, event: Event) -> Say:
    """The log's sentence."""
    match event:
        case DieRolled(_, face):
            return Say("event-die-rolled", {"dice": dice(Bid(1, face))})
        case BidMade(seat, bid):
            return Say("event-bid-made", {"seat": Who(seat), "dice": dice(bid)})
        case Called(seat, last, cups, loser):
            seen = dice(Bid(sum(cup.count(last.bid.face) for cup in cups), last.bid.face))
            return Say("event-called", {"seat": Who(seat), "bidder": Who(last.seat), "loser": Who(loser), "dice": seen})
    raise AssertionError(event)


def action(game: Liar, action: Action) -> Say:
    """A button's words."""
    if isinstance(action, Bid):
        return Say("action-bid", {"dice": dice(action)})
    return Say("action-call" if isinstance(action, Call) else "action-roll")


def table(game: Liar, view: LiarView) -> tuple[Say, ...]:
    """The table in sentences."""
    last, cup = view.now.table.last, view.now.cup
    said = [Say("table-dice", {"seat": Who(seat), "n": number}) for seat, number in enumerate(view.now.table.dice)]
    if last is not None:
        said.append(Say("table-bid", {"seat": Who(last.seat), "dice": dice(last.bid)}))
    return (*said, Say("table-cup", {"dice": listed(cup)})) if cup else tuple(said)


def figures(game: Liar, heard: tuple[tuple[Event, ...], ...]) -> Mapping[str, tuple[int, int]]:
    """How often a call was right."""
    calls = [event for entry in heard for event in entry if isinstance(event, Called)]
    return {"right-calls": (sum(call.loser == call.last.seat for call in calls), len(calls))}
