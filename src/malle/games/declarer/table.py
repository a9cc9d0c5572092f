"""Robots that play by a table: how often to lie, to search and to doubt in each situation, as they have learnt.

`train.py` makes the table and `data/learnt-*.json` keeps it. What is drawn is drawn by their own luck, so nobody can
read it off. The wily one also keeps a record of the others, and leans from the table by it; the one of a lower level
forgets what has to be remembered, and slips now and then.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import exp

from malle.core import Action, Event, Luck, Seat
from malle.core.learnt import learnt_path, load_learnt
from malle.games.declarer import record
from malle.games.declarer.edition import CLASSIC
from malle.games.declarer.record import Record
from malle.games.declarer.rules import Declarer
from malle.games.declarer.sets import Key, Sets
from malle.games.declarer.state import DeclarerView

FIRST = 4
"""Where nothing was learnt the first choice (the truth, belief) is taken so many times as often as all others
together."""

USUAL = 4
"""For so many players a table was learnt, and others play by it too."""

KEEN = 2.0
"""It leans so many times as far from the table as it is surprised."""
FURTHEST = 3.0
"""But no further than this, in log-odds."""
ANSWERS = ("officer", "officer-bag", "neighbour", "neighbour-bag")
"""The situations in which somebody else's declaration is answered."""
NEVER = 0.01
"""What it leans towards counts this share of a choice more: else it would never do what the table never does."""


class Table:
    """A robot that hears nothing, forgets this share of the time, and takes any choice that share.

    The daring lie more than the table says, and the suspicious search and doubt more, by so much in log-odds."""

    def __init__(
        self, *, forgets: float = 0.0, slips: float = 0.0, daring: float = 0.0, suspicion: float = 0.0
    ) -> None:
        self._forgets = forgets
        self._slips = slips
        self._daring = daring
        self._suspicion = suspicion

    def __call__(self, game: Declarer, view: DeclarerView, legal: tuple[Action, ...], luck: Luck) -> Action:
        """One of the legal actions."""
        vague, slips = luck.random() < self._forgets, luck.random() < self._slips
        key, choices = sets_of(game).of(view, vague=vague)
        if slips:
            return luck.choice(choices)
        return choices[luck.pick(leant(weights_of(learnt(), key, len(choices)), self._lean(key)))]

    def _lean(self, key: Key) -> float:
        if key[0] == "declare":
            return self._daring
        return self._suspicion if key[0] in ANSWERS and not is_sure(key) else 0.0


class Reader:
    """The robot that keeps a record."""

    def notes(self, game: Declarer, seat: Seat) -> Record:
        """Nothing heard yet."""
        return record.empty(game.seats)

    def hear(self, game: Declarer, notes: Record, events: tuple[Event, ...]) -> Record:
        """The record after one more move."""
        return record.heard(notes, events)

    def choose(
        self, game: Declarer, view: DeclarerView, legal: tuple[Action, ...], notes: Record, luck: Luck
    ) -> Action:
        """One of the legal actions."""
        key, choices = sets_of(game).of(view)
        weights = weights_of(learnt(), key, len(choices))
        lean = leaning(key, notes, view.now.officer, view.now.traveller, game)
        return choices[luck.pick(leant(weights, lean))]


def leaning(key: Key, notes: Record, officer: int, traveller: int, game: Declarer) -> float:
    """How much more often than the table says something else than the first choice is taken, in log-odds: a lie, a
    search, a doubt."""
    if is_sure(key):
        return 0.0
    match key:
        case ("declare", *_):
            surprise = record.trusting(notes, officer, game.after(officer, traveller))
        case ("officer", _, int(articles), *_) | ("neighbour", _, _, int(articles), *_):
            surprise = record.lying(notes, traveller, articles)
        case ("officer-bag" | "neighbour-bag", *_):
            surprise = record.lying(notes, traveller, None)
        case _:
            return 0.0
    return max(-FURTHEST, min(FURTHEST, KEEN * surprise))


def leant(weights: tuple[int, ...], lean: float) -> tuple[int, ...]:
    """How often each choice is taken by whoever leans like this."""
    if not lean:
        return weights
    first, *others = weights
    more = NEVER * sum(weights) / len(weights)
    if lean < 0:
        return (round(1000 * (first + more)), *(round(1000 * each * exp(lean)) for each in others))
    return (1000 * first, *(round(1000 * (each + more) * exp(lean)) for each in others))


def weights_of(table: Mapping[str, tuple[int, ...]], key: Key, number: int) -> tuple[int, ...]:
    """How often each of so many choices is taken. What is surely a lie is not let pass, whatever was learnt."""
    if is_sure(key):
        return (0, 1)
    usual = (FIRST * max(1, number - 1), *(1,) * (number - 1))
    return table.get(written(key), usual)


def is_sure(key: Key) -> bool:
    """Has somebody to answer a declaration that they know to be false? They have held the hand, or the bag lies face
    up."""
    match key:
        case ("neighbour", _, lies, *_):
            return bool(lies)
        case ("officer-bag", _, bag, *_) | ("neighbour-bag", bag, *_):
            return not bag
    return False


def written(key: Key) -> str:
    """A situation as it is on file: `officer 0 1 2 1 3 0`."""
    return " ".join(part if isinstance(part, str) else str(int(part)) for part in key)


@lru_cache(maxsize=1)
def learnt() -> Mapping[str, tuple[int, ...]]:
    """The table."""
    return load_learnt(learnt_path(CLASSIC.parent.parent, USUAL)).choices


@lru_cache(maxsize=32)
def sets_of(game: Declarer) -> Sets:
    """The situations of a game, made once."""
    return Sets(game)


REGULAR = Table(forgets=1.0, slips=0.1)
BOLD = Table(forgets=1.0, slips=0.1, daring=0.5, suspicion=-0.3)
WARY = Table(forgets=1.0, slips=0.1, daring=-0.5, suspicion=0.3)
WILY = Reader()
