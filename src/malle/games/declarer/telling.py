"""The messages of Rien à déclarer ?: every event, action and table as messages for the word files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from malle.core import Action, Arg, Event, Say, Who
from malle.core.say import slug
from malle.games.declarer.bill import CLAIMED
from malle.games.declarer.edition import BAG, Cards, dutiable, with_card, without_card
from malle.games.declarer.rules import Declarer
from malle.games.declarer.state import (
    BagClaimed,
    CardSeen,
    Claim,
    Declare,
    Declared,
    DeclarerView,
    Doubted,
    Draw,
    GotAway,
    HandSeen,
    Lot,
    Paid,
    RoundBegan,
    Searched,
    Throw,
    Thrown,
)

_SEATS = ("seat", "officer", "traveller", "payer", "payee")
"""Fields of events that hold a seat."""


def cards(game: Declarer, kinds: Sequence[int]) -> tuple[Say, ...]:
    """Return cards as a list such as `2 × wine`, in the order of the tariff; a list with the message
    `nothing` if there are none."""
    if not kinds:
        return (Say("nothing"),)
    names = game.numbers.names
    return tuple(Say(f"card-{names[kind]}", {"n": kinds.count(kind)}) for kind in sorted(set(kinds)))


def claim(game: Declarer, said: Cards) -> tuple[Say, ...]:
    """Return what was declared, as a list: the bag, or the articles."""
    return (Say("card-bag", {"n": 1}),) if said == CLAIMED else cards(game, said)


def lie(game: Declarer, said: Cards, hand: Cards) -> dict[str, Arg]:
    """Return message arguments that say what was wrong with a false declaration: articles hidden, a bag that
    is not there, or articles too many."""
    held = dutiable(hand)
    hidden, more = _without(held, said), _without(said, held)
    kind = "bag" if said == CLAIMED else "hidden" if hidden else "more"
    return {"kind": kind, "n": len(hidden), "cards": cards(game, hidden or (() if said == CLAIMED else more))}


def _without(kinds: Cards, others: Cards) -> Cards:
    """Return the cards of `kinds` that have no matching card in `others`."""
    return tuple(kind for kind in sorted(set(kinds)) for _ in range(kinds.count(kind) - others.count(kind)))


def event(game: Declarer, event: Event) -> Say:
    """Return the sentence of the log for an event."""
    args: dict[str, Arg] = {name: Who(getattr(event, name)) for name in _SEATS if hasattr(event, name)}
    match event:
        case Declared(_, articles):
            args |= {"cards": cards(game, articles), "duty": game.numbers.duty(articles), "articles": len(articles)}
        case Searched(hand=hand, true=true) | Doubted(hand=hand, true=true):
            args |= {"cards": cards(game, hand), "true": "yes" if true else "no"}
        case GotAway(_, hand, said):
            args |= lie(game, said, hand)
        case HandSeen(_, hand):
            args |= {"cards": cards(game, hand)}
        case CardSeen(_, kind) | Thrown(_, kind):
            args |= {"cards": cards(game, (kind,))}
        case Paid(amount=amount, reason=reason):
            args |= {"amount": amount, "reason": reason}
        case _ if hasattr(event, "round"):
            args |= {"round": event.round}
    return Say(f"event-{slug(type(event))}", args)


def action(game: Declarer, action: Action) -> Say:
    """Return the label of a button that plays this action."""
    match action:
        case Declare(articles):
            args: dict[str, Arg] = {"cards": cards(game, articles), "duty": game.numbers.duty(articles)}
            return Say("action-declare", args | {"articles": len(articles)})
        case Claim():
            return Say("action-claim", {"fine": game.numbers.bag_fine})
        case Throw(kind) | Draw(kind):
            return Say(f"action-{type(action).__name__.lower()}", {"cards": cards(game, (kind,))})
        case Lot(seat):
            return Say("action-lot", {"seat": Who(seat)})
    return Say(f"action-{type(action).__name__.lower()}", {})


def table(game: Declarer, view: DeclarerView) -> tuple[Say, ...]:
    """Return what lies on the table before the viewer, in sentences."""
    now = view.now
    purses = tuple(_purse(seat, money) for seat, money in enumerate(now.purses))
    laid = [kind for kind, number in enumerate(now.laid) for _ in range(number)]
    said = [Say("table-round", {"round": now.round, "rounds": game.rounds, "officer": Who(now.officer)})]
    said.append(Say("table-purses", {"purses": purses}))
    said.append(Say("table-pack", {"left": now.left, "laid": cards(game, laid)}))
    if now.claim is not None:
        args: dict[str, Arg] = {
            "seat": Who(now.traveller),
            "cards": claim(game, now.claim),
            "duty": game.cashier.duty(now.claim),
            "hand": now.cards,
            "articles": len(now.claim),
        }
        said.append(Say("table-claim", args))
    if now.last:
        said.append(Say("table-last"))
    if now.hand is not None:
        args = {"cards": cards(game, now.hand), "duty": game.numbers.duty(dutiable(now.hand))}
        said.append(Say("table-hand", args | {"fine": game.numbers.fine(now.hand)}))
    return tuple(said)


def _purse(seat: int, money: int) -> Say:
    """Return the message for a purse, or for the debt of its owner."""
    return Say("purse" if money >= 0 else "purse-debt", {"seat": Who(seat), "money": abs(money)})


def figures(game: Declarer, heard: tuple[tuple[Event, ...], ...]) -> Mapping[str, tuple[int, int]]:
    """Return statistics of a finished game: how often travellers lied, officers searched and next travellers
    informed, how often rightly, and how many players were ever in debt."""
    hand: Cards = ()
    purses, owed = [game.share] * game.seats, set[int]()
    lies = declared = searches = caught = informers = right = believed = 0
    for event in (event for entry in heard for event in entry):
        match event:
            case RoundBegan():
                hand = ()
            case CardSeen(_, kind):
                hand = with_card(hand, kind)
            case Thrown(_, kind):
                hand = without_card(hand, kind)
            case Declared(_, articles):
                declared += 1
                lies += articles != dutiable(hand)
            case BagClaimed():
                declared += 1
                lies += BAG not in hand
            case Paid(payer, payee, amount):
                purses[payer] -= amount
                purses[payee] += amount
                owed |= {payer} if purses[payer] < 0 else set()
            case Searched(true=true):
                searches += 1
                caught += not true
                hand = ()
            case Doubted(true=true):
                informers += 1
                right += not true
                hand = ()
    believed = declared - searches
    return {
        "lies": (lies, declared),
        "searches": (searches, declared),
        "searches-right": (caught, searches),
        "informers": (informers, believed),
        "informers-right": (right, informers),
        "debts": (int(bool(owed)), 1),
        "debtors": (len(owed), game.seats),
    }
