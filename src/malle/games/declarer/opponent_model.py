"""What a robot remembers of its opponents: how often each of them was found lying, searches, and
doubts.

Everybody hears all of it. Each count is compared with how often robots that play by the learned
policy do the same; the difference, in log-odds, is called a surprise. Robots lie more often to
players who let more pass. They believe a player less who was found lying in declarations of the
same class.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import log

from msgspec import Struct
from msgspec.structs import replace

from malle.core import Event
from malle.games.declarer.payments import BAG_CLAIM
from malle.games.declarer.state import Accepted, Believed, Doubted, Searched

USUAL_LIE_SHARES = (0.05, 0.07, 0.13, 0.05)
"""Shares of lies among the hands that are shown when four robots without a record play: for declarations of
nothing, of one article, of more, and of the bag."""
USUAL_SEARCH_SHARE = 0.3
"""The share of declarations that robots without a record search."""
USUAL_DOUBT_SHARE = 0.07
"""The share of believed declarations that robots without a record doubt."""
PRIOR_SHOWN_HANDS = 4.0
"""The usual share of lies weighs as much as this many hands that were shown."""
PRIOR_ANSWERS = 8.0
"""The usual share of searches or doubts weighs as much as this many answers."""

Tallies = tuple[tuple[int, int], ...]
"""(how often something happened, how often it could have happened), by seat or by class of
declaration."""


class OpponentRecord(Struct, frozen=True):
    """What everybody has heard of the players' habits in one game: lies found, searches and
    doubts."""

    lies: tuple[Tallies, ...]
    """Lies among the hands that were shown: by the traveller's seat, then by class of
    declaration."""
    searches: Tallies
    """Searches among the officer's answers, by the officer's seat."""
    doubts: Tallies
    """Doubts among the next traveller's answers, by the next traveller's seat."""


def empty_record(seats: int) -> OpponentRecord:
    """Return a record without any observation, for this many seats."""
    none = ((0, 0),)
    return OpponentRecord((none * len(USUAL_LIE_SHARES),) * seats, none * seats, none * seats)


def update_record(record: OpponentRecord, events: Iterable[Event]) -> OpponentRecord:
    """Return the record with the answers and the shown hands among `events` added."""
    for event in events:
        match event:
            case Believed(seat=seat) | Searched(seat=seat):
                record = replace(record, searches=_add_observation(record.searches, seat, isinstance(event, Searched)))
            case Accepted(seat=seat) | Doubted(seat=seat):
                record = replace(record, doubts=_add_observation(record.doubts, seat, isinstance(event, Doubted)))
        if isinstance(event, Searched | Doubted):
            traveller = event.traveller
            row = _add_observation(
                record.lies[traveller],
                _declaration_class(None if event.claim == BAG_CLAIM else len(event.claim)),
                not event.true,
            )
            record = replace(record, lies=(*record.lies[:traveller], row, *record.lies[traveller + 1 :]))
    return record


def lying_surprise(record: OpponentRecord, traveller: int, articles: int | None) -> float:
    """Return how much more often than usual the traveller seems to lie in declarations of a class,
    in log-odds.

    `articles` gives the class: the number of articles declared, or `None` for the bag. Negative
    means less often than usual.
    """
    size = _declaration_class(articles)
    return _surprise(USUAL_LIE_SHARES[size], PRIOR_SHOWN_HANDS, *record.lies[traveller][size])


def trust_surprise(record: OpponentRecord, officer: int, neighbour: int) -> float:
    """Return how much more than usual the officer and the next traveller together seem to let pass,
    in log-odds.

    `neighbour` is the next traveller. Negative means that they let less pass than usual.
    """
    searches = _surprise(USUAL_SEARCH_SHARE, PRIOR_ANSWERS, *record.searches[officer])
    return -searches - _surprise(USUAL_DOUBT_SHARE, PRIOR_ANSWERS, *record.doubts[neighbour])


def _declaration_class(articles: int | None) -> int:
    """Return the class of a declaration: 0 for nothing, 1 for one article, 2 for more, 3 for the bag (`None`)."""
    return 3 if articles is None else min(2, articles)


def _add_observation(counts: Tallies, index: int, happened: bool) -> Tallies:
    """Return `counts` with one more observation at `index`, which also counts as happened if
    `happened`."""
    times, opportunities = counts[index]
    return (*counts[:index], (times + happened, opportunities + 1), *counts[index + 1 :])


def _surprise(usual_share: float, prior_weight: float, times: int, opportunities: int) -> float:
    """Return the log-odds of an observed share minus those of the usual share.

    The usual share is mixed in as if it came from `prior_weight` observations of its own.
    """
    return _log_odds((usual_share * prior_weight + times) / (prior_weight + opportunities)) - _log_odds(usual_share)


def _log_odds(share: float) -> float:
    """Return the log-odds of a share, which lies strictly between 0 and 1."""
    return log(share / (1 - share))
