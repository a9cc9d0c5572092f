"""The animations of Rien à déclarer ?: cards that travel, hands that are shown, money that is paid; and the
sentences of the log."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import msgspec

from malle.core import Arg, Event, Say, Who
from malle.core.piece import piece
from malle.core.scene import Animation, Line, Panel, Pass, Pay, Row, Stamp, item_id
from malle.games.declarer import telling
from malle.games.declarer.bill import CLAIMED
from malle.games.declarer.edition import BAG, FIRST_ARTICLE, Cards, dutiable
from malle.games.declarer.faces import card, counts, listed, money, name, symbol
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


def motion(game: Declarer, events: tuple[Event, ...]) -> tuple[Animation, ...]:
    """Return the animations for the events of one log entry, as far as the viewer heard them."""
    found: list[Animation] = []
    for kind, group in groupby(events, type):
        same = list(group)
        first = same[0]
        if isinstance(first, CardTaken):
            found.append(_passed("pack", f"seat-{first.seat + 1}", "back", first.seat, len(same)))
        elif kind is Paid:
            pays = tuple(_pay(each.payer, each.payee, each.amount) for each in same if isinstance(each, Paid))
            found.append(Animation(seat=first.payer if isinstance(first, Paid) else None, pays=pays))
        for event in same:
            match event:
                case Searched() | Doubted():
                    found.append(_reveal(game, event, tuple(each for each in events if isinstance(each, Paid))))
                case Accepted(seat, traveller):
                    found.append(_passed(f"seat-{traveller + 1}", f"seat-{seat + 1}", "back", seat))
                case GotAway(seat):
                    found.append(_got_away(game, event, seat))
                case Thrown(seat, thrown):
                    found.append(_passed(f"seat-{seat + 1}", "laid", symbol(game, thrown), seat))
    ended = [event for event in events if isinstance(event, RoundEnded | RoundBegan)]
    return tuple(_with_round(found, _round_panels(ended)) if ended else found)


def said(game: Declarer, events: tuple[Event, ...]) -> tuple[Say, ...]:
    """Return the sentences of the log for one entry. Cards taken one after the other share a sentence, which
    names them if the viewer saw them."""
    taken = [event for event in events if isinstance(event, CardTaken)]
    seen = tuple(sorted(event.kind for event in events if isinstance(event, CardSeen)))
    out = [telling.event(game, event) for event in events if not isinstance(event, CardTaken | CardSeen)]
    if taken:
        args: dict[str, Arg] = {"seat": Who(taken[0].seat), "n": len(taken), "cards": listed(game, seen)}
        out.append(Say("event-cards-seen" if seen else "event-cards-taken", args))
    return tuple(out)


def _passed(source: str, target: str, picture: str, seat: int, count: int = 1) -> Animation:
    """Return the animation of cards that move from one place to another."""
    return Animation(seat=seat, passes=(Pass(source, target, picture, count),))


def _got_away(game: Declarer, event: GotAway, seat: int) -> Animation:
    """Return what a liar alone is shown when a lie has passed."""
    said = telling.lie(game, event.claim, event.hand)
    stamp = Panel("away", "verdict", title=Say("verdict-away", said), text=Say("verdict-passed"), tone="good")
    return Animation(seat=seat, areas=(stamp,), hold=True, title=Say("verdict-passed"))


@piece
def _pay(payer: int, payee: int, amount: int) -> Pay:
    """Return the animation of one payment."""
    return Pay(payer, payee, amount, money(amount))


def _with_round(found: list[Animation], panels: tuple[Panel, ...]) -> list[Animation]:
    """Return the animations with the panels about the round added. The last panel joins the first animation
    that is held on the screen, and the others are left out. If none is held, all panels come first, by
    themselves."""
    for index, each in enumerate(found):
        if each.hold:
            found[index] = msgspec.structs.replace(each, areas=(*each.areas, panels[-1]))
            return found
    return [Animation(areas=panels, hold=True), *found]


def _round_panels(events: Sequence[Event]) -> tuple[Panel, ...]:
    """Return a panel for each round that ended and each round that began."""
    panels: list[Panel] = []
    for event in events:
        match event:
            case RoundEnded(number):
                panels.append(Panel("ended", "speech", text=Say("screen-round-ended", {"round": number})))
            case RoundBegan(number, officer):
                begun = Say("screen-round-began", {"round": number, "officer": Who(officer)})
                panels.append(Panel("began", "sheet", lines=(Line(begun, symbol="kepi"),)))
    return tuple(panels)


def _reveal(game: Declarer, event: Searched | Doubted, paid: tuple[Paid, ...]) -> Animation:
    """Return the animation of a hand that is shown: a stamp on each card, the verdict, and the bill."""
    left = list(event.claim)
    cards = tuple(
        card(game, kind, item_id("shown", 0, place), _stamp(kind, event.claim, left, true=event.true))
        for place, kind in enumerate(event.hand)
    )
    args: dict[str, Arg] = {"traveller": Who(event.traveller), "seat": Who(event.seat)}
    verdict = Panel(
        "verdict",
        "verdict",
        title=_verdict(game, event, args),
        text=Say("verdict-true" if event.true else "verdict-lie"),
        tone="good" if event.true else "",
    )
    title = Say("shown-searched" if isinstance(event, Searched) else "shown-doubted", args)
    areas = (Row("shown", cards), verdict, _bill(game, event, paid))
    stops = (event.seat, event.traveller)
    return Animation(seat=event.seat, drum=True, areas=areas, hold=True, title=title, stops=stops)


def _stamp(kind: int, claim: Cards, left: list[int], *, true: bool) -> Stamp:
    """Return the stamp for a shown card: declared, free, or hidden. A declared card is removed from
    `unmatched`, the declared articles not matched yet."""
    if kind in left:
        left.remove(kind)
        return Stamp(Say("stamp-declared"), "true")
    if kind < FIRST_ARTICLE or (claim == CLAIMED and true):
        return Stamp(Say("stamp-free"), "none")
    return Stamp(Say("stamp-hidden"), "lie")


def _verdict(game: Declarer, event: Searched | Doubted, args: dict[str, Arg]) -> Say:
    """Return the verdict on a declaration: true, a bag that was not there, articles hidden, or articles too
    many."""
    if event.true:
        return Say("verdict-true-bag" if event.claim == CLAIMED else "verdict-true-said", args)
    if event.claim == CLAIMED:
        return Say("verdict-lie-bag", args)
    held = dutiable(event.hand)
    hidden = tuple(kind for kind in sorted(set(held)) for _ in range(held.count(kind) - event.claim.count(kind)))
    if hidden:
        return Say("verdict-lie-hidden", args | {"cards": listed(game, hidden)})
    more = tuple(kind for kind in sorted(set(event.claim)) for _ in range(event.claim.count(kind) - held.count(kind)))
    return Say("verdict-lie-more", args | {"cards": listed(game, more)})


def _bill(game: Declarer, event: Searched | Doubted, paid: tuple[Paid, ...]) -> Panel:
    """Return the panel with the fines and payments after a hand was shown."""
    lines: list[Line] = [] if event.true else _fines(game, event)
    for each in paid:
        args: dict[str, Arg] = {"payer": Who(each.payer), "payee": Who(each.payee), "reason": each.reason}
        lines.append(Line(Say("bill-pays", args), money(each.amount), total=True))
    if not paid:
        lines.append(Line(Say("bill-nothing"), tone="quiet"))
    elif not event.true and event.claim != CLAIMED:
        lines.append(Line(Say("bill-rule"), tone="quiet"))
    title = Say("bill-title-true" if event.true else "bill-title-lie", {"traveller": Who(event.traveller)})
    return Panel("bill", "slip", title, lines=tuple(lines))


def _hidden(hidden: int, count: int) -> str:
    """Return the id of the message for a fined article: all of its cards were hidden, or only some. Declared
    cards of a liar are fined too."""
    return "bill-hidden" if hidden == count else "bill-hidden-some"


def _fines(game: Declarer, event: Searched | Doubted) -> list[Line]:
    """Return a line for the fine on each article found, and one for a bag that was falsely claimed."""
    lines: list[Line] = []
    for kind, count in counts(dutiable(event.hand)):
        hidden = max(0, count - event.claim.count(kind))
        many = Say("times", {"what": name(game, kind), "n": count}) if count > 1 else name(game, kind)
        text = Say(_hidden(hidden, count), {"card": many, "hidden": hidden}) if hidden else many
        fine = money(game.numbers.fine((kind,) * count))
        lines.append(Line(text, fine, symbol(game, kind), "bad" if hidden else ""))
    if event.claim == CLAIMED:
        lines.append(Line(Say("bill-bag"), money(game.numbers.bag_fine), symbol(game, BAG), "bad"))
    return lines
