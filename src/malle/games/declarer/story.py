"""The story of a finished game of Rien à déclarer ?: where the money came from, who lied to whom, and who
believed it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from malle.core import Arg, Event, Over, Say, Seat, Who
from malle.core.scene import Line, Panel
from malle.core.story import Beat, Fact, Heard, Story
from malle.games.declarer import telling
from malle.games.declarer.bill import CLAIMED
from malle.games.declarer.edition import BAG, Cards, dutiable, with_card, without_card
from malle.games.declarer.faces import money
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

NOBODY = -1
"""Stands for no seat, and for no log entry."""


class Said(Struct):
    """A declaration, the hand behind it, and who had it shown."""

    move: int
    """The log entry of the declaration, counted from 0."""
    round: int
    traveller: int
    officer: int
    claim: Cards
    """The articles declared, or `(BAG,)` if the bag was claimed."""
    hand: Cards
    true: bool
    seen_by: int = NOBODY
    """The seat that had the hand shown, or `NO_SEAT`."""
    seen_at: int = NOBODY
    """The log entry by which the hand was shown, or `NO_SEAT`."""


def story(game: Declarer, over: Over, heard: Heard) -> Story:
    """Return the story: every player's account, marks for every declaration, the dearest lie, the best catch,
    and who was believed most often."""
    said = list(declarations(heard))
    notes = tuple(_note(seat, said) for seat in range(game.seats))
    slips = tuple(_slip(game, over, heard, seat) for seat in range(game.seats))
    rows = tuple(tuple(_row(seat, said)) for seat in range(game.seats))
    return Story(slips, notes, tuple(_facts(game, said)), rows)


def declarations(heard: Heard) -> Iterator[Said]:
    """Yield every declaration of the game in order, following the travelling hand card by card.

    The fields `revealed_by` and `revealed_at` are filled in later, while the iterator goes on: exhaust it
    before reading them.
    """
    hand: Cards = ()
    number, officer, last = 0, NOBODY, None
    for move, event in ((move, event) for move, events in enumerate(heard) for event in events):
        match event:
            case RoundBegan(began, seat):
                hand, number, officer = (), began, seat
            case CardSeen(_, kind):
                hand = with_card(hand, kind)
            case Thrown(_, kind):
                hand = without_card(hand, kind)
            case Declared(seat, articles):
                last = Said(move, number, seat, officer, articles, hand, articles == dutiable(hand))
                yield last
            case BagClaimed(seat):
                last = Said(move, number, seat, officer, CLAIMED, hand, BAG in hand)
                yield last
            case Searched(seat=seat) | Doubted(seat=seat):
                assert last is not None
                hand, last.seen_by, last.seen_at = (), seat, move


def deeds(game: Declarer, seat: Seat, heard: Heard) -> tuple[int, int]:
    """Return how many of a player's lies passed, and how many were caught."""
    lies = [each for each in declarations(heard) if each.traveller == seat and not each.true]
    caught = sum(each.seen_by != NOBODY for each in lies)
    return len(lies) - caught, caught


# ---- facts


def _facts(game: Declarer, said: list[Said]) -> Iterator[Fact]:
    """Yield the dearest lie that passed, the dearest that was caught, and the officer who believed lies of
    the same traveller most often, if more than once."""
    passed, caught = lies(game, said)
    if passed:
        yield Fact(Say("story-lie"), Say("story-lie-told", _args(game, passed[0])), "suitcase", passed[0].move)
    if caught:
        args = _args(game, caught[0]) | {"seat": Who(caught[0].seen_by)}
        yield Fact(Say("story-catch"), Say("story-catch-told", args), "suitcase-open", caught[0].seen_at)
    believed = Counter((each.officer, each.traveller) for each in passed).most_common(1)
    if believed and believed[0][1] > 1:
        (officer, traveller), times = believed[0]
        told: dict[str, Arg] = {"officer": Who(officer), "traveller": Who(traveller), "n": times}
        yield Fact(Say("story-believed"), Say("story-believed-told", told), "kepi")


def lies(game: Declarer, said: list[Said]) -> tuple[list[Said], list[Said]]:
    """Return the lies that passed and the lies that were caught, each list with the highest fine first."""
    found = sorted((each for each in said if not each.true), key=lambda each: -fine(game, each))
    return [each for each in found if each.seen_by == NOBODY], [each for each in found if each.seen_by != NOBODY]


def fine(game: Declarer, said: Said) -> int:
    """Return what a search of this declaration costs a liar."""
    return game.cashier.fine(said.claim, said.hand)


def _args(game: Declarer, said: Said) -> dict[str, Arg]:
    """Return the message arguments that describe a declaration."""
    return {
        "traveller": Who(said.traveller),
        "officer": Who(said.officer),
        "claim": telling.claim(game, said.claim),
        "cards": telling.cards(game, said.hand),
        "fine": fine(game, said),
    }


def _note(seat: int, said: list[Said]) -> Say:
    """Return a player's line in the ranking: how many declarations, lies and lies caught."""
    own = [each for each in said if each.traveller == seat]
    lies = [each for each in own if not each.true]
    caught = sum(each.seen_by != NOBODY for each in lies)
    return Say("story-note", {"lies": len(lies), "said": len(own), "caught": caught})


def _row(seat: int, said: list[Said]) -> Iterator[Beat]:
    """Yield a mark for every declaration of a seat, and one for each round in which the seat was the officer.
    The first mark of each later round is flagged as such."""
    number = 0
    for each in said:
        first = each.round != number
        if each.traveller == seat:
            kind = "true" if each.true else "passed" if each.seen_by == NOBODY else "caught"
            yield Beat(f"m-{kind}", Say(f"story-mark-{kind}"), first and number > 0)
        elif first and each.officer == seat:
            yield Beat("kepi", Say("story-mark-officer"), number > 0)
        else:
            continue
        number = each.round


# ---- the account


def _slip(game: Declarer, over: Over, heard: Heard, seat: int) -> Panel:
    """Return a player's account: the money at the start, then income and expenses by reason, and the total."""
    flows: Counter[tuple[str, str]] = Counter()
    for event in _paid(heard):
        if event.payee == seat:
            flows[event.reason, "in"] += event.amount
        if event.payer == seat:
            flows[event.reason, "out"] += event.amount
    lines = [Line(Say("story-start"), Say("story-in", {"amount": game.share}))]
    for reason in ("duty", "fine", "compensation", "reward"):
        for way, tone in (("in", "good"), ("out", "bad")):
            if amount := flows[reason, way]:
                lines.append(Line(Say(f"story-{reason}-{way}"), Say(f"story-{way}", {"amount": amount}), tone=tone))
    total = Line(Say("story-total"), money(over.scores[seat]), total=True)
    return Panel(f"slip-{seat + 1}", "slip", Say("story-slip", {"seat": Who(seat)}), lines=(*lines, total))


def _paid(heard: Heard) -> Iterator[Paid]:
    """Return an iterator over all payments of the game."""
    events: Iterator[Event] = (event for events in heard for event in events)
    return (event for event in events if isinstance(event, Paid))
