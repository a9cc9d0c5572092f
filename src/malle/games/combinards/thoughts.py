"""What the expert robot thought of each price when it was asked: worked out again after the end from
what its seat had heard."""

from __future__ import annotations

from collections.abc import Iterator

from malle.core import Arg, Say, Seat, Who
from malle.core.mind import AnyMind
from malle.core.play import heard_by
from malle.core.story import Fact, Heard, Opinion
from malle.games.combinards import record
from malle.games.combinards.events import Announced, Bought, CardDealt, CardSeen, Doubted
from malle.games.combinards.rules import Combinards
from malle.games.combinards.state import NO_CARD
from malle.games.combinards.story import Deal, flow
from malle.games.combinards.wily import Wily, affords


def thoughts(game: Combinards, mind: AnyMind, seat: Seat, heard: Heard) -> Iterator[Opinion]:
    """Yield, for each price that the robot was asked about, how likely a lie seemed to it.

    Nothing is yielded where the robot made no estimate: it had too little money to doubt, or everybody
    knew the card. Robots of other kinds have no such memory, so they yield nothing.
    """
    if not isinstance(mind, Wily):
        return
    tables, notes = game.tables, mind.notes(game, seat)
    cash, drawn, card = game.numbers.cash, 0, NO_CARD
    deal: Deal | None = None
    said = 0.0
    for move, events in enumerate(heard):
        for event in events:
            cash += sum(amount for _, amount in flow(event, seat))
            notes = mind.hear(game, notes, heard_by(seat, (event,)))
            match event:
                case CardDealt():
                    drawn += 1
                case CardSeen(card=card):
                    drawn += 1
                case Announced(seat=buyer, price=price) if buyer != seat and seat in notes.alive:
                    known = tables.booklet and drawn > len(tables.pack)  # cards come back in the order they went under
                    if affords(tables, cash, price) and not known:
                        deal = Deal(move, buyer, card, price, game.numbers.cards[card].price)
                        said, _ = record.lie(tables, notes, buyer, price)
                case Bought() | Doubted() if deal is not None:
                    deal.doubter = event.seat if isinstance(event, Doubted) else -1
                    yield Opinion(deal.move, said, deal.bluff > 0, _told(deal, seat, said))
                    deal = None


def _told(deal: Deal, seat: Seat, said: float) -> Fact:
    """Return the opinion in words. If another player doubted, it does not say what the robot answered:
    answers after the first doubt are never shown."""
    answer = "passed" if deal.doubter < 0 else "doubted" if deal.doubter == seat else "other"
    args: dict[str, Arg] = {
        "seat": Who(seat),
        "buyer": Who(deal.buyer),
        "doubter": Who(max(deal.doubter, 0)),
        "price": deal.price,
        "percent": round(100 * said),
        "answer": answer,
        "lie": "yes" if deal.bluff else "no",
    }
    return Fact(Say("thought-title"), Say("thought-doubt", args), "control", deal.move)
