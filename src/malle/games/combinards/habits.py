"""Robots with one fixed habit, for measuring other robots: each does one thing always.

A robot that can be read loses to one of them. A habit answers in the phases it is about, and leaves the
rest to the expert robot.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from malle.core import Action, Event, Luck, Seat
from malle.games.combinards.record import Record, ladder
from malle.games.combinards.rules import Combinards
from malle.games.combinards.state import CombinardsView, Denounce, Fly, Go, Now
from malle.games.combinards.tables import DOUBT, PASS, TRUST, Tables
from malle.games.combinards.wily import WILY

Answer = Callable[[Tables, Now, tuple[Action, ...], Luck], Action | None]
"""What a habit always does in a phase; `None` means what the expert robot would do."""


def _doubts(when: Callable[[int, Luck], bool]) -> Mapping[str, Answer]:
    """Return a habit that doubts if and only if `when(price, luck)` is true."""
    return {"doubt": lambda tables, now, legal, luck: DOUBT if when(now.price, luck) else TRUST}


def _says(price: Callable[[Tables, int], int]) -> Mapping[str, Answer]:
    """Return a habit that announces what `price` returns for the printed price, limited by its cash."""

    def say(tables: Tables, now: Now, legal: tuple[Action, ...], luck: Luck) -> Action:
        wanted = price(tables, tables.numbers.cards[now.card].price)
        return tables.announces[min(wanted, now.cash[now.seat], len(tables.announces)) - 1]

    return {"announce": say}


def _down(steps: int) -> Callable[[Tables, int], int]:
    """Return a function that lowers a printed price by `steps` of the printed prices, but not below the
    lowest."""

    def lower(tables: Tables, printed: int) -> int:
        prices = ladder(tables).prices
        return prices[max(0, prices.index(printed) - steps)]

    return lower


def _goes(*, outside: bool) -> Mapping[str, Answer]:
    """Return a habit that prefers an outer circuit at forks and airports if `outside` is true,
    otherwise the inner ring."""

    def fork(tables: Tables, now: Now, legal: tuple[Action, ...], luck: Luck) -> Action | None:
        ways = (action for action in legal if isinstance(action, Go))
        return next((way for way in ways if (tables.board.ring[way.square] != 0) == outside), None)

    def fly(tables: Tables, now: Now, legal: tuple[Action, ...], luck: Luck) -> Action | None:
        if (tables.board.ring[now.at[now.seat]] != 0) == outside:
            return PASS
        flights = (action for action in legal if isinstance(action, Fly))
        return next((each for each in flights if (tables.board.ring[each.square] != 0) == outside), None)

    return {"fork": fork, "fly": fly}


def _always(action: Action) -> Answer:
    """Return an answer that is always this action."""
    return lambda tables, now, legal, luck: action


def _informs(tables: Tables, now: Now, legal: tuple[Action, ...], luck: Luck) -> Action | None:
    """Denounce the first player who can be denounced."""
    return next((action for action in legal if isinstance(action, Denounce)), None)


def _printed(tables: Tables, printed: int) -> int:
    """Return the printed price."""
    return printed


def _one(tables: Tables, printed: int) -> int:
    """Return 1, the lowest price that may be announced."""
    return 1


def _hides_the_dearest(tables: Tables, printed: int) -> int:
    """Return the second highest price for a card of the highest one; otherwise the printed price."""
    prices = ladder(tables).prices
    return prices[-2] if printed == prices[-1] else printed


HONEST = _says(_printed)
NEVER = _doubts(lambda price, luck: False)
HABITS: Mapping[str, Mapping[str, Answer]] = {
    "doubts always": _doubts(lambda price, luck: True),
    "doubts 5 to 49": _doubts(lambda price, luck: 5 <= price <= 49),
    "doubts always, says 1": {**_doubts(lambda price, luck: True), **_says(_one)},
    "doubts half": _doubts(lambda price, luck: luck.random() < 0.5),
    "doubts one in five": _doubts(lambda price, luck: luck.random() < 0.2),
    "doubts 1 and 2": _doubts(lambda price, luck: price <= 2),
    "doubts 20 and more": _doubts(lambda price, luck: price >= 20),
    "never doubts": NEVER,
    "honest": HONEST,
    "honest, never doubts": {**HONEST, **NEVER},
    "hides only the dearest": _says(_hides_the_dearest),
    "hides only the dearest, never doubts": {**_says(_hides_the_dearest), **NEVER},
    "says 1": _says(_one),
    "one step down": _says(_down(1)),
    "two steps down": _says(_down(2)),
    "never buys": {"buy": _always(PASS)},
    "inner ring only": _goes(outside=False),
    "outside always": _goes(outside=True),
    "informs always": {"inform": _informs},
    "never informs": {"inform": _always(PASS)},
    "never denounces": {"denounce": _always(PASS)},
}


class Habit:
    """The expert robot with one fixed habit, given by its name in `FIXED_HABITS`."""

    def __init__(self, name: str) -> None:
        self._answers = HABITS[name]

    def notes(self, game: Combinards, seat: Seat) -> Record:
        """Return the expert robot's memory of a seat that has heard nothing yet."""
        return WILY.notes(game, seat)

    def hear(self, game: Combinards, notes: Record, events: tuple[Event, ...]) -> Record:
        """Return the expert robot's memory after one more log entry."""
        return WILY.hear(game, notes, events)

    def choose(
        self, game: Combinards, view: CombinardsView, legal: tuple[Action, ...], notes: Record, luck: Luck
    ) -> Action:
        """Return the action of the habit if it has one for this phase; otherwise the expert robot's choice."""
        answer = self._answers.get(view.now.phase)
        always = None if answer is None or len(legal) == 1 else answer(game.tables, view.now, legal, luck)
        return WILY.choose(game, view, legal, notes, luck) if always is None else always


class Deaf:
    """The expert robot without memory. It is a control for measurements, because it must lose to a habit."""

    def notes(self, game: Combinards, seat: Seat) -> Record:
        """Return the memory of a seat that has heard nothing yet."""
        return WILY.notes(game, seat)

    def hear(self, game: Combinards, notes: Record, events: tuple[Event, ...]) -> Record:
        """Return the memory unchanged."""
        return notes

    def choose(
        self, game: Combinards, view: CombinardsView, legal: tuple[Action, ...], notes: Record, luck: Luck
    ) -> Action:
        """Return the expert robot's choice, by what it thinks of every player at first."""
        return WILY.choose(game, view, legal, notes, luck)
