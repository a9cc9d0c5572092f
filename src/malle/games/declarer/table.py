"""A robot that plays by a table: how often to lie, to search and to doubt in each situation, as it has learnt.

`train.py` makes the table and `data/learnt-*.json` keeps it. What is drawn is drawn by its own luck, so nobody can read
it off; a robot of a lower level forgets what has to be remembered, and slips now and then.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from malle.core import Action, Luck
from malle.core.learnt import learnt_path, load_learnt
from malle.games.declarer.edition import CLASSIC
from malle.games.declarer.rules import Declarer
from malle.games.declarer.sets import Key, Sets
from malle.games.declarer.state import DeclarerView

FIRST = 4
"""Where nothing was learnt the first choice (the truth, belief) is taken so many times as often as all others
together."""

USUAL = 4
"""For so many players a table was learnt, and others play by it too."""


class Table:
    """The robot, which forgets this share of the time, and takes any choice that share."""

    def __init__(self, *, forgets: float = 0.0, slips: float = 0.0) -> None:
        self._forgets = forgets
        self._slips = slips

    def __call__(self, game: Declarer, view: DeclarerView, legal: tuple[Action, ...], luck: Luck) -> Action:
        """One of the legal actions."""
        vague, slips = luck.random() < self._forgets, luck.random() < self._slips
        key, choices = sets_of(game).of(view, vague=vague)
        if slips:
            return luck.choice(choices)
        return choices[luck.pick(weights_of(learnt(), key, len(choices)))]


def weights_of(table: Mapping[str, tuple[int, ...]], key: Key, number: int) -> tuple[int, ...]:
    """How often each of so many choices is taken."""
    usual = (FIRST * max(1, number - 1), *(1,) * (number - 1))
    return table.get(written(key), usual)


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


REGULAR = Table(forgets=1.0, slips=0.06)
WILY = Table()
