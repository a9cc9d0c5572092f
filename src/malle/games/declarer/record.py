"""What a robot keeps in mind of the others: how often each of them was found lying, searches, and doubts.

All of it was heard by everybody. Each count is set against how often robots do the same that play by the table, and
what differs is a surprise: whoever lets more pass than they do is lied to more often, and whoever was found lying about
such a declaration is believed less.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import log

from msgspec import Struct
from msgspec.structs import replace

from malle.core import Event
from malle.games.declarer.bill import CLAIMED
from malle.games.declarer.state import Accepted, Believed, Doubted, Searched

LIES = (0.05, 0.07, 0.13, 0.05)
"""Of what is shown where four robots play that keep no record: of declarations of nothing, of one article, of more,
and of the bag."""
SEARCHES = 0.3
DOUBTS = 0.07
SHOWN = 4.0
"""So many hands that were shown weigh as much as what is usual."""
ANSWERS = 8.0
"""So many answers weigh as much."""

Counts = tuple[tuple[int, int], ...]
"""How often it was so, and how often it could have been: by seat, or by the size of a declaration."""


class Record(Struct, frozen=True):
    """What everybody has heard of a game."""

    lies: tuple[Counts, ...]
    """By seat and size."""
    searches: Counts
    doubts: Counts


def empty(seats: int) -> Record:
    """Nothing heard yet."""
    none = ((0, 0),)
    return Record((none * len(LIES),) * seats, none * seats, none * seats)


def heard(record: Record, events: Iterable[Event]) -> Record:
    """The record after one more move."""
    for event in events:
        match event:
            case Believed(seat=seat) | Searched(seat=seat):
                record = replace(record, searches=_counted(record.searches, seat, isinstance(event, Searched)))
            case Accepted(seat=seat) | Doubted(seat=seat):
                record = replace(record, doubts=_counted(record.doubts, seat, isinstance(event, Doubted)))
        if isinstance(event, Searched | Doubted):
            liar = event.traveller
            row = _counted(
                record.lies[liar], _size(None if event.claim == CLAIMED else len(event.claim)), not event.true
            )
            record = replace(record, lies=(*record.lies[:liar], row, *record.lies[liar + 1 :]))
    return record


def lying(record: Record, traveller: int, articles: int | None) -> float:
    """How much more often than usual somebody seems to lie who declares so many articles, or the bag, in log-odds."""
    size = _size(articles)
    return _surprise(LIES[size], SHOWN, *record.lies[traveller][size])


def trusting(record: Record, officer: int, neighbour: int) -> float:
    """How much more than usual an officer and the next traveller seem to let pass, in log-odds."""
    searches = _surprise(SEARCHES, ANSWERS, *record.searches[officer])
    return -searches - _surprise(DOUBTS, ANSWERS, *record.doubts[neighbour])


def _size(articles: int | None) -> int:
    return 3 if articles is None else min(2, articles)


def _counted(counts: Counts, at: int, so: bool) -> Counts:
    times, chances = counts[at]
    return (*counts[:at], (times + so, chances + 1), *counts[at + 1 :])


def _surprise(usual: float, patience: float, times: int, chances: int) -> float:
    return _odds((usual * patience + times) / (patience + chances)) - _odds(usual)


def _odds(share: float) -> float:
    return log(share / (1 - share))
