"""The messages of Rien à déclarer ?: every event, action and table as messages for the word files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from malle.core import Action, Event, Message, MessageArg, PlayerRef
from malle.core.message import slug_of_class
from malle.games.declarer.edition import BAG, Cards, add_card, dutiable_articles, remove_card
from malle.games.declarer.payments import BAG_CLAIM
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

_SEAT_FIELDS = ("seat", "officer", "traveller", "payer", "payee")
"""Names of the fields of events that hold a seat."""


def card_messages(game: Declarer, kinds: Sequence[int]) -> tuple[Message, ...]:
    """Return a message for each kind among the cards, with its number (`2 × wine`), in the order of
    the tariff.

    Without cards, return only the message `nothing`.
    """
    if not kinds:
        return (Message("nothing"),)
    names = game.numbers.kind_names
    return tuple(Message(f"card-{names[kind]}", {"n": kinds.count(kind)}) for kind in sorted(set(kinds)))


def claim_messages(game: Declarer, claimed: Cards) -> tuple[Message, ...]:
    """Return what was declared as a list of messages: the bag, or the articles as in
    `card_messages`."""
    return (Message("card-bag", {"n": 1}),) if claimed == BAG_CLAIM else card_messages(game, claimed)


def lie_args(game: Declarer, claimed: Cards, hand: Cards) -> dict[str, MessageArg]:
    """Return message arguments that say what was wrong with a false declaration of this hand.

    `kind` is `bag` (claimed, but not there), `hidden` (articles not declared) or `more` (too many
    declared). `n` is the number of hidden cards; `cards` lists the hidden cards, or else those
    declared too many.
    """
    held = dutiable_articles(hand)
    hidden, surplus = _unmatched_cards(held, claimed), _unmatched_cards(claimed, held)
    kind = "bag" if claimed == BAG_CLAIM else "hidden" if hidden else "more"
    return {
        "kind": kind,
        "n": len(hidden),
        "cards": card_messages(game, hidden or (() if claimed == BAG_CLAIM else surplus)),
    }


def _unmatched_cards(kinds: Cards, others: Cards) -> Cards:
    """Return the cards of `kinds` that are left when each card of `others` has taken away a card of
    its kind."""
    return tuple(kind for kind in sorted(set(kinds)) for _ in range(kinds.count(kind) - others.count(kind)))


def event_message(game: Declarer, event: Event) -> Message:
    """Return the log's sentence for an event. Every event of the game has one."""
    args: dict[str, MessageArg] = {
        name: PlayerRef(getattr(event, name)) for name in _SEAT_FIELDS if hasattr(event, name)
    }
    match event:
        case Declared(_, articles):
            args |= {
                "cards": card_messages(game, articles),
                "duty": game.numbers.duty_on(articles),
                "articles": len(articles),
            }
        case Searched(hand=hand, true=true) | Doubted(hand=hand, true=true):
            args |= {"cards": card_messages(game, hand), "true": "yes" if true else "no"}
        case GotAway(_, hand, said):
            args |= lie_args(game, said, hand)
        case HandSeen(_, hand):
            args |= {"cards": card_messages(game, hand)}
        case CardSeen(_, kind) | Thrown(_, kind):
            args |= {"cards": card_messages(game, (kind,))}
        case Paid(amount=amount, reason=reason):
            args |= {"amount": amount, "reason": reason}
        case _ if hasattr(event, "round"):
            args |= {"round": event.round}
    return Message(f"event-{slug_of_class(type(event))}", args)


def action_label(game: Declarer, action: Action) -> Message:
    """Return the label of a button that plays this action."""
    match action:
        case Declare(articles):
            args: dict[str, MessageArg] = {
                "cards": card_messages(game, articles),
                "duty": game.numbers.duty_on(articles),
            }
            return Message("action-declare", args | {"articles": len(articles)})
        case Claim():
            return Message("action-claim", {"fine": game.numbers.bag_fine})
        case Throw(kind) | Draw(kind):
            return Message(f"action-{type(action).__name__.lower()}", {"cards": card_messages(game, (kind,))})
        case Lot(seat):
            return Message("action-lot", {"seat": PlayerRef(seat)})
    return Message(f"action-{type(action).__name__.lower()}", {})


def table_sentences(game: Declarer, view: DeclarerView) -> tuple[Message, ...]:
    """Return what the viewer sees on the table, in sentences: round, purses, cards left and cards
    face up.

    If there are any, also the declaration, whether it is the round's last, and the hand that the
    viewer holds.
    """
    now = view.now
    purses = tuple(_purse_message(seat, money) for seat, money in enumerate(now.purses))
    laid = [kind for kind, number in enumerate(now.laid) for _ in range(number)]
    sentences = [Message("table-round", {"round": now.round, "rounds": game.rounds, "officer": PlayerRef(now.officer)})]
    sentences.append(Message("table-purses", {"purses": purses}))
    sentences.append(Message("table-pack", {"left": now.left, "laid": card_messages(game, laid)}))
    if now.claim is not None:
        args: dict[str, MessageArg] = {
            "seat": PlayerRef(now.traveller),
            "cards": claim_messages(game, now.claim),
            "duty": game.cashier.duty_on(now.claim),
            "hand": now.cards,
            "articles": len(now.claim),
        }
        sentences.append(Message("table-claim", args))
    if now.last:
        sentences.append(Message("table-last"))
    if now.hand is not None:
        args = {"cards": card_messages(game, now.hand), "duty": game.numbers.duty_on(dutiable_articles(now.hand))}
        sentences.append(Message("table-hand", args | {"fine": game.numbers.fine_on(now.hand)}))
    return tuple(sentences)


def _purse_message(seat: int, money: int) -> Message:
    """Return the message for the money of a seat, or for its debt if `money` is negative."""
    return Message("purse" if money >= 0 else "purse-debt", {"seat": PlayerRef(seat), "money": abs(money)})


def statistics(game: Declarer, events_by_entry: tuple[tuple[Event, ...], ...]) -> Mapping[str, tuple[int, int]]:
    """Return statistics of a finished game by name, as (times it happened, times it could have
    happened).

    Counted are lies, searches and informers, searches and informers that were right, and players
    who were ever in debt. The events must contain the secret ones.
    """
    hand: Cards = ()
    purses, debtors = [game.starting_money] * game.seats, set[int]()
    lies = declared = searches = caught = informers = informed_rightly = believed = 0
    for event in (event for entry in events_by_entry for event in entry):
        match event:
            case RoundBegan():
                hand = ()
            case CardSeen(_, kind):
                hand = add_card(hand, kind)
            case Thrown(_, kind):
                hand = remove_card(hand, kind)
            case Declared(_, articles):
                declared += 1
                lies += articles != dutiable_articles(hand)
            case BagClaimed():
                declared += 1
                lies += BAG not in hand
            case Paid(payer, payee, amount):
                purses[payer] -= amount
                purses[payee] += amount
                debtors |= {payer} if purses[payer] < 0 else set()
            case Searched(true=true):
                searches += 1
                caught += not true
                hand = ()
            case Doubted(true=true):
                informers += 1
                informed_rightly += not true
                hand = ()
    believed = declared - searches
    return {
        "lies": (lies, declared),
        "searches": (searches, declared),
        "searches-right": (caught, searches),
        "informers": (informers, believed),
        "informers-right": (informed_rightly, informers),
        "debts": (int(bool(debtors)), 1),
        "debtors": (len(debtors), game.seats),
    }
