"""Robots that play by a learned policy: how often to lie, to search and to doubt in each situation.

`training.py` learns the policy, and `data/learnt-*.json` holds it. Robots draw their choices with their own
luck, so opponents cannot foresee them. The robot of the highest level also keeps a record of its opponents
and deviates from the policy by it. The robot of the level below forgets what has to be remembered, and
sometimes chooses at random.
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
"""Where nothing was learned, the first choice (the truth, belief) is taken this many times as often as all
others together."""

USUAL = 4
"""The number of players for which the policy was learned. Robots use it with other numbers too."""

KEEN = 2.0
"""A robot's lean is its surprise times this number."""
FURTHEST = 3.0
"""The largest lean in either direction, in log-odds."""
ANSWERS = ("officer", "officer-bag", "neighbour", "neighbour-bag")
"""The situations in which another player's declaration is answered."""
NEVER = 0.01
"""A choice that the robot leans towards gets this share of the mean weight in addition. Otherwise the robot
would never choose what the policy never does."""


class Table:
    """A robot without memory that plays by the learned policy."""

    def __init__(
        self, *, forgets: float = 0.0, slips: float = 0.0, daring: float = 0.0, suspicion: float = 0.0
    ) -> None:
        """Configure the robot. It makes a share of its decisions (`forget_rate`) without what has to be
        remembered, and a share (`random_choice_rate`) at random.

        `daring` is how much more it lies than the policy says, and `suspicion` how much more it searches and
        doubts, in log-odds.
        """
        self._forgets = forgets
        self._slips = slips
        self._daring = daring
        self._suspicion = suspicion

    def __call__(self, game: Declarer, view: DeclarerView, legal: tuple[Action, ...], luck: Luck) -> Action:
        """Return one of the legal actions, drawn by the policy or at random."""
        vague, slips = luck.random() < self._forgets, luck.random() < self._slips
        key, choices = sets_of(game).of(view, vague=vague)
        if slips:
            return luck.choice(choices)
        return choices[luck.pick(leant(weights_of(learnt(), key, len(choices)), self._lean(key)))]

    def _lean(self, key: Key) -> float:
        """Return how much the robot leans away from the first choice in a situation, in log-odds. A certain
        lie is answered without a lean."""
        if key[0] == "declare":
            return self._daring
        return self._suspicion if key[0] in ANSWERS and not is_sure(key) else 0.0


class Reader:
    """A robot that plays by the learned policy and keeps a record of its opponents."""

    def notes(self, game: Declarer, seat: Seat) -> Record:
        """Return the empty record of a new game."""
        return record.empty(game.seats)

    def hear(self, game: Declarer, notes: Record, events: tuple[Event, ...]) -> Record:
        """Return the record after the events of one more log entry."""
        return record.heard(notes, events)

    def choose(
        self, game: Declarer, view: DeclarerView, legal: tuple[Action, ...], notes: Record, luck: Luck
    ) -> Action:
        """Return one of the legal actions, drawn by the policy and the lean that the record suggests."""
        key, choices = sets_of(game).of(view)
        weights = weights_of(learnt(), key, len(choices))
        lean = leaning(key, notes, view.now.officer, view.now.traveller, game)
        return choices[luck.pick(leant(weights, lean))]


def leaning(key: Key, notes: Record, officer: int, traveller: int, game: Declarer) -> float:
    """Return how much more often than the policy says a robot chooses something other than the first choice
    (a lie, a search, a doubt), in log-odds. It is at most `MAX_LEAN` either way. It is 0 if the declaration
    is certainly a lie, and when a card is thrown away."""
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
    """Return the weights with every choice but the first made likelier by `lean` in log-odds, or less likely
    if it is negative.

    The favoured side never stays at zero. The weights are on another scale unless `lean` is 0.
    """
    if not lean:
        return weights
    first, *others = weights
    more = NEVER * sum(weights) / len(weights)
    if lean < 0:
        return (round(1000 * (first + more)), *(round(1000 * each * exp(lean)) for each in others))
    return (1000 * first, *(round(1000 * (each + more) * exp(lean)) for each in others))


def weights_of(table: Mapping[str, tuple[int, ...]], key: Key, number: int) -> tuple[int, ...]:
    """Return the weights of the `number` choices in a situation. A certain lie is always doubted or searched:
    (0, 1). A situation that was never learned has default weights."""
    if is_sure(key):
        return (0, 1)
    usual = (FIRST * max(1, number - 1), *(1,) * (number - 1))
    return table.get(written(key), usual)


def is_sure(key: Key) -> bool:
    """Return whether the declaration to be answered is certainly false. The next traveller has held the hand,
    or the claimed bag lies face up."""
    match key:
        case ("neighbour", _, lies, *_):
            return bool(lies)
        case ("officer-bag", _, bag, *_) | ("neighbour-bag", bag, *_):
            return not bag
    return False


def written(key: Key) -> str:
    """Return a situation as text for the policy file, such as `officer 0 1 2 1 3 0`."""
    return " ".join(part if isinstance(part, str) else str(int(part)) for part in key)


@lru_cache(maxsize=1)
def learnt() -> Mapping[str, tuple[int, ...]]:
    """Return the learned policy, read from its file once: the weights of the choices by situation."""
    return load_learnt(learnt_path(CLASSIC.parent.parent, USUAL)).choices


@lru_cache(maxsize=32)
def sets_of(game: Declarer) -> Sets:
    """Return the situations of a game, made once for each game."""
    return Sets(game)


REGULAR = Table(forgets=1.0, slips=0.1)
BOLD = Table(forgets=1.0, slips=0.1, daring=0.5, suspicion=-0.3)
WARY = Table(forgets=1.0, slips=0.1, daring=-0.5, suspicion=0.3)
WILY = Reader()
