"""What a robot remembers of its opponents: how often each of them was found lying, searches, and doubts.

Everybody hears all of it. Each count is compared with how often robots that play by the learned policy do the
same; the difference is a surprise. Robots lie more often to players who let more pass, and believe a player
less who was found lying about such a declaration.
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
"""Shares of lies among the hands that are shown when four robots without a record play: for declarations of
nothing, of one article, of more, and of the bag."""
SEARCHES = 0.3
"""The share of declarations that such robots search."""
DOUBTS = 0.07
"""The share of believed declarations that such robots doubt."""
SHOWN = 4.0
"""The usual share of lies weighs as much as this many hands that were shown."""
ANSWERS = 8.0
"""The usual share of searches or doubts weighs as much as this many answers."""

Counts = tuple[tuple[int, int], ...]
"""(how often it happened, how often it could have happened), by seat or by class of declaration."""


class Record(Struct, frozen=True):
    """What everybody has heard of the players' habits in one game."""

    lies: tuple[Counts, ...]
    """By seat, then by class of declaration."""
    searches: Counts
    """By the officer's seat."""
    doubts: Counts
    """By the next traveller's seat."""


def empty(seats: int) -> Record:
    """Return a record without any observation, for this many seats."""
    none = ((0, 0),)
    return Record((none * len(LIES),) * seats, none * seats, none * seats)


def heard(record: Record, events: Iterable[Event]) -> Record:
    """Return the record with the answers and the shown hands among `events` added."""
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
    """Return how much more often than usual the traveller seems to lie in declarations of this class, in
    log-odds. `articles` is the number of articles declared, or `None` for the bag."""
    size = _size(articles)
    return _surprise(LIES[size], SHOWN, *record.lies[traveller][size])


def trusting(record: Record, officer: int, neighbour: int) -> float:
    """Return how much more than usual the officer and the next traveller together seem to let pass, in log-odds."""
    searches = _surprise(SEARCHES, ANSWERS, *record.searches[officer])
    return -searches - _surprise(DOUBTS, ANSWERS, *record.doubts[neighbour])


def _size(articles: int | None) -> int:
    """Return the class of a declaration: 0 for nothing, 1 for one article, 2 for more, 3 for the bag (`None`)."""
    return 3 if articles is None else min(2, articles)


def _counted(counts: Counts, at: int, so: bool) -> Counts:
    """Return `counts` with one more observation at `index`; `happened` tells its outcome."""
    times, chances = counts[at]
    return (*counts[:at], (times + so, chances + 1), *counts[at + 1 :])


def _surprise(usual: float, patience: float, times: int, chances: int) -> float:
    """Return the log-odds of an observed share less those of the usual share. The usual share counts like
    `prior_weight` observations."""
    return _odds((usual * patience + times) / (patience + chances)) - _odds(usual)


def _odds(share: float) -> float:
    """Return the log-odds of a share, which lies strictly between 0 and 1."""
    return log(share / (1 - share))
