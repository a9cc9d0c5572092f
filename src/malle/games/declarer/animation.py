"""The animations of Rien à déclarer ?: cards that travel, hands that are shown, money that is paid; and the
sentences of the log."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import msgspec

from malle.core import Event, Message, MessageArg, PlayerRef
from malle.core.fragment_cache import cached_fragment
from malle.core.scene import Animation, Panel, PanelLine, Payment, Row, Stamp, Transfer, item_id
from malle.games.declarer import event_messages
from malle.games.declarer.edition import BAG, FIRST_ARTICLE, Cards, dutiable_articles
from malle.games.declarer.icons import card_item, card_name, card_symbol, count_by_kind, listed_cards, money_message
from malle.games.declarer.payments import BAG_CLAIM
from malle.games.declarer.rules import Declarer
from malle.games.declarer.state import (
    Accepted,
    CardSeen,
    CardTaken,
    Doubted,
    GotAway,
    Paid,
    RoundBegan,
    RoundEnded,
    Searched,
    Thrown,
)


def animations(game: Declarer, events: tuple[Event, ...]) -> tuple[Animation, ...]:
    """Return the animations for those events of one log entry that the viewer heard; some events
    have none."""
    animations: list[Animation] = []
    for kind, group in groupby(events, type):
        same_kind = list(group)
        first = same_kind[0]
        if isinstance(first, CardTaken):
            animations.append(_transfer_animation("pack", f"seat-{first.seat + 1}", "back", first.seat, len(same_kind)))
        elif kind is Paid:
            pays = tuple(_payment(each.payer, each.payee, each.amount) for each in same_kind if isinstance(each, Paid))
            animations.append(Animation(seat=first.payer if isinstance(first, Paid) else None, pays=pays))
        for event in same_kind:
            match event:
                case Searched() | Doubted():
                    animations.append(
                        _reveal_animation(game, event, tuple(each for each in events if isinstance(each, Paid)))
                    )
                case Accepted(seat, traveller):
                    animations.append(_transfer_animation(f"seat-{traveller + 1}", f"seat-{seat + 1}", "back", seat))
                case GotAway(seat):
                    animations.append(_lie_passed_animation(game, event, seat))
                case Thrown(seat, thrown):
                    animations.append(_transfer_animation(f"seat-{seat + 1}", "laid", card_symbol(game, thrown), seat))
    ended = [event for event in events if isinstance(event, RoundEnded | RoundBegan)]
    return tuple(_add_round_panels(animations, _round_panels(ended)) if ended else animations)


def log_messages(game: Declarer, events: tuple[Event, ...]) -> tuple[Message, ...]:
    """Return the log's sentences for one log entry, as far as the viewer heard its events.

    All cards taken share one sentence, the last, which names the cards if the viewer saw them.
    """
    taken = [event for event in events if isinstance(event, CardTaken)]
    seen = tuple(sorted(event.kind for event in events if isinstance(event, CardSeen)))
    sentences = [
        event_messages.event_message(game, event) for event in events if not isinstance(event, CardTaken | CardSeen)
    ]
    if taken:
        args: dict[str, MessageArg] = {
            "seat": PlayerRef(taken[0].seat),
            "n": len(taken),
            "cards": listed_cards(game, seen),
        }
        sentences.append(Message("event-cards-seen" if seen else "event-cards-taken", args))
    return tuple(sentences)


def _transfer_animation(source: str, target: str, picture: str, seat: int, count: int = 1) -> Animation:
    """Return the animation of `count` cards, drawn as `picture`, that `seat` moves from one place
    to another."""
    return Animation(seat=seat, passes=(Transfer(source, target, picture, count),))


def _lie_passed_animation(game: Declarer, event: GotAway, seat: int) -> Animation:
    """Return the animation that tells a liar (`seat`), and nobody else, that the lie has passed."""
    message_args = event_messages.lie_args(game, event.claim, event.hand)
    stamp = Panel(
        "away", "verdict", title=Message("verdict-away", message_args), text=Message("verdict-passed"), tone="good"
    )
    return Animation(seat=seat, areas=(stamp,), hold=True, title=Message("verdict-passed"))


@cached_fragment
def _payment(payer: int, payee: int, amount: int) -> Payment:
    """Return the payment of `amount` francs from one seat to another, for an animation."""
    return Payment(payer, payee, amount, money_message(amount))


def _add_round_panels(animations: list[Animation], panels: tuple[Panel, ...]) -> list[Animation]:
    """Return the animations with the panels about the round added; `animations` may be changed.

    The last panel joins the first animation that is held on the screen, and the other panels are
    left out. If no animation is held, all panels come first, in an animation of their own. There
    must be a panel.
    """
    for index, each in enumerate(animations):
        if each.hold:
            animations[index] = msgspec.structs.replace(each, areas=(*each.areas, panels[-1]))
            return animations
    return [Animation(areas=panels, hold=True), *animations]


def _round_panels(events: Sequence[Event]) -> tuple[Panel, ...]:
    """Return a panel for each round that ended and each round that began, in the order of the
    events."""
    panels: list[Panel] = []
    for event in events:
        match event:
            case RoundEnded(number):
                panels.append(Panel("ended", "speech", text=Message("screen-round-ended", {"round": number})))
            case RoundBegan(number, officer):
                begun = Message("screen-round-began", {"round": number, "officer": PlayerRef(officer)})
                panels.append(Panel("began", "sheet", lines=(PanelLine(begun, symbol="kepi"),)))
    return tuple(panels)


def _reveal_animation(game: Declarer, event: Searched | Doubted, paid: tuple[Paid, ...]) -> Animation:
    """Return the animation of a hand that is shown: a stamp on each card, the verdict, and the bill
    `paid`."""
    unmatched = list(event.claim)
    cards = tuple(
        card_item(game, kind, item_id("shown", 0, place), _card_stamp(kind, event.claim, unmatched, true=event.true))
        for place, kind in enumerate(event.hand)
    )
    args: dict[str, MessageArg] = {"traveller": PlayerRef(event.traveller), "seat": PlayerRef(event.seat)}
    verdict = Panel(
        "verdict",
        "verdict",
        title=_verdict_message(game, event, args),
        text=Message("verdict-true" if event.true else "verdict-lie"),
        tone="good" if event.true else "",
    )
    title = Message("shown-searched" if isinstance(event, Searched) else "shown-doubted", args)
    areas = (Row("shown", cards), verdict, _bill_panel(game, event, paid))
    stops = (event.seat, event.traveller)
    return Animation(seat=event.seat, drum=True, areas=areas, hold=True, title=title, stops=stops)


def _card_stamp(kind: int, claim: Cards, unmatched: list[int], *, true: bool) -> Stamp:
    """Return the stamp for a shown card: declared, free of duty, or hidden.

    `unmatched` has the declared articles that no earlier card matched. If this card matches one,
    the article is removed from `unmatched`. `true`: the declaration was true.
    """
    if kind in unmatched:
        unmatched.remove(kind)
        return Stamp(Message("stamp-declared"), "true")
    if kind < FIRST_ARTICLE or (claim == BAG_CLAIM and true):
        return Stamp(Message("stamp-free"), "none")
    return Stamp(Message("stamp-hidden"), "lie")


def _verdict_message(game: Declarer, event: Searched | Doubted, args: dict[str, MessageArg]) -> Message:
    """Return the verdict on a declaration whose hand was shown.

    It was true, it claimed a bag that was not there, it hid articles, or it only named too many.
    """
    if event.true:
        return Message("verdict-true-bag" if event.claim == BAG_CLAIM else "verdict-true-said", args)
    if event.claim == BAG_CLAIM:
        return Message("verdict-lie-bag", args)
    held = dutiable_articles(event.hand)
    hidden = tuple(kind for kind in sorted(set(held)) for _ in range(held.count(kind) - event.claim.count(kind)))
    if hidden:
        return Message("verdict-lie-hidden", args | {"cards": listed_cards(game, hidden)})
    surplus = tuple(
        kind for kind in sorted(set(event.claim)) for _ in range(event.claim.count(kind) - held.count(kind))
    )
    return Message("verdict-lie-more", args | {"cards": listed_cards(game, surplus)})


def _bill_panel(game: Declarer, event: Searched | Doubted, paid: tuple[Paid, ...]) -> Panel:
    """Return the panel with the payments after a hand was shown, and for a lie the fines on its
    cards."""
    lines: list[PanelLine] = [] if event.true else _fine_lines(game, event)
    for each in paid:
        args: dict[str, MessageArg] = {
            "payer": PlayerRef(each.payer),
            "payee": PlayerRef(each.payee),
            "reason": each.reason,
        }
        lines.append(PanelLine(Message("bill-pays", args), money_message(each.amount), total=True))
    if not paid:
        lines.append(PanelLine(Message("bill-nothing"), tone="quiet"))
    elif not event.true and event.claim != BAG_CLAIM:
        lines.append(PanelLine(Message("bill-rule"), tone="quiet"))
    title = Message("bill-title-true" if event.true else "bill-title-lie", {"traveller": PlayerRef(event.traveller)})
    return Panel("bill", "slip", title, lines=tuple(lines))


def _hidden_message_id(hidden_count: int, count: int) -> str:
    """Return the id of the message for a fined article of which `hidden_count` of `count` cards
    were hidden.

    It says whether all or only some were hidden, because a liar is fined for declared cards, too.
    """
    return "bill-hidden" if hidden_count == count else "bill-hidden-some"


def _fine_lines(game: Declarer, event: Searched | Doubted) -> list[PanelLine]:
    """Return a line for the fine on each article in a liar's hand, and one for a bag that was
    falsely claimed."""
    lines: list[PanelLine] = []
    for kind, count in count_by_kind(dutiable_articles(event.hand)):
        hidden = max(0, count - event.claim.count(kind))
        many = Message("times", {"what": card_name(game, kind), "n": count}) if count > 1 else card_name(game, kind)
        text = Message(_hidden_message_id(hidden, count), {"card": many, "hidden": hidden}) if hidden else many
        fine = money_message(game.numbers.fine_on((kind,) * count))
        lines.append(PanelLine(text, fine, card_symbol(game, kind), "bad" if hidden else ""))
    if event.claim == BAG_CLAIM:
        lines.append(
            PanelLine(Message("bill-bag"), money_message(game.numbers.bag_fine), card_symbol(game, BAG), "bad")
        )
    return lines
