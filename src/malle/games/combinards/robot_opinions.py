"""What the expert robot thought of each price when it was asked: worked out again after the end from
what its seat had heard."""

from __future__ import annotations

from collections.abc import Iterator

from malle.core import Message, MessageArg, PlayerRef, Seat
from malle.core.play import events_for_viewer
from malle.core.robots.robot import AnyRobot
from malle.core.story import Fact, GameEvents, Opinion
from malle.games.combinards import opponent_model
from malle.games.combinards.events import Announced, Bought, CardDealt, CardSeen, Doubted
from malle.games.combinards.robot_expert import ExpertRobot, can_afford_doubt
from malle.games.combinards.rules import Combinards
from malle.games.combinards.state import NO_CARD
from malle.games.combinards.story import Purchase, cash_flow


def thoughts(game: Combinards, robot: AnyRobot, seat: Seat, events_by_entry: GameEvents) -> Iterator[Opinion]:
    """Yield, for each price that the robot was asked about, how likely a lie seemed to it (an
    `Opinion`).

    Nothing is yielded where the robot made no estimate: it had too little money to doubt, or
    everybody knew the card. A robot that is no `ExpertRobot` has no such memory, so nothing is
    yielded for it.
    """
    if not isinstance(robot, ExpertRobot):
        return
    tables, memory = game.tables, robot.new_memory(game, seat)
    cash, drawn, card = game.numbers.cash, 0, NO_CARD
    purchase: Purchase | None = None
    probability = 0.0
    for move, events in enumerate(events_by_entry):
        for event in events:
            cash += sum(amount for _, amount in cash_flow(event, seat))
            memory = robot.observe(game, memory, events_for_viewer(seat, (event,)))
            match event:
                case CardDealt():
                    drawn += 1
                case CardSeen(card=card):
                    drawn += 1
                case Announced(seat=buyer, price=price) if buyer != seat and seat in memory.alive:
                    known = tables.is_pack_ordered and drawn > len(
                        tables.all_cards
                    )  # cards come back in the order they went under
                    if can_afford_doubt(tables, cash, price) and not known:
                        purchase = Purchase(move, buyer, card, price, game.numbers.cards[card].price)
                        probability, _ = opponent_model.estimate_lie(tables, memory, buyer, price)
                case Bought() | Doubted() if purchase is not None:
                    purchase.doubter = event.seat if isinstance(event, Doubted) else -1
                    yield Opinion(
                        purchase.announced_entry,
                        probability,
                        purchase.bluff > 0,
                        _opinion_fact(purchase, seat, probability),
                    )
                    purchase = None


def _opinion_fact(purchase: Purchase, seat: Seat, probability: float) -> Fact:
    """Return the opinion in words: how likely a lie seemed, what the robot answered, and the
    truth. If another player doubted, it does not say what the robot answered: answers after the
    first doubt are never shown."""
    answer = "passed" if purchase.doubter < 0 else "doubted" if purchase.doubter == seat else "other"
    args: dict[str, MessageArg] = {
        "seat": PlayerRef(seat),
        "buyer": PlayerRef(purchase.buyer),
        "doubter": PlayerRef(max(purchase.doubter, 0)),
        "price": purchase.price,
        "percent": round(100 * probability),
        "answer": answer,
        "lie": "yes" if purchase.bluff else "no",
    }
    return Fact(Message("thought-title"), Message("thought-doubt", args), "control", purchase.announced_entry)
