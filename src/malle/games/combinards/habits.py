"""Fixed habits over a robot's play: what somebody does who does one thing always.

A robot that can be read loses to one of them. Each answers in the phases it is about, and leaves the rest to the robot.
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
"""What it does always; None: as the robot would."""


def _doubts(when: Callable[[int, Luck], bool]) -> Mapping[str, Answer]:
    return {"doubt": lambda tables, now, legal, luck: DOUBT if when(now.price, luck) else TRUST}


def _says(price: Callable[[Tables, int], int]) -> Mapping[str, Answer]:
    """(tables, printed price) -> announced price, as far as the cash goes."""

    def say(tables: Tables, now: Now, legal: tuple[Action, ...], luck: Luck) -> Action:
        wanted = price(tables, tables.numbers.cards[now.card].price)
        return tables.announces[min(wanted, now.cash[now.seat], len(tables.announces)) - 1]

    return {"announce": say}


def _down(steps: int) -> Callable[[Tables, int], int]:
    def lower(tables: Tables, printed: int) -> int:
        prices = ladder(tables).prices
        return prices[max(0, prices.index(printed) - steps)]

    return lower


def _goes(*, outside: bool) -> Mapping[str, Answer]:
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
    return lambda tables, now, legal, luck: action


def _informs(tables: Tables, now: Now, legal: tuple[Action, ...], luck: Luck) -> Action | None:
    return next((action for action in legal if isinstance(action, Denounce)), None)


def _printed(tables: Tables, printed: int) -> int:
    return printed


def _one(tables: Tables, printed: int) -> int:
    return 1


def _hides_the_dearest(tables: Tables, printed: int) -> int:
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
    """The wily robot with one habit."""

    def __init__(self, name: str) -> None:
        self._answers = HABITS[name]

    def notes(self, game: Combinards, seat: Seat) -> Record:
        """As the robot's."""
        return WILY.notes(game, seat)

    def hear(self, game: Combinards, notes: Record, events: tuple[Event, ...]) -> Record:
        """As the robot's."""
        return WILY.hear(game, notes, events)

    def choose(
        self, game: Combinards, view: CombinardsView, legal: tuple[Action, ...], notes: Record, luck: Luck
    ) -> Action:
        """What it does always, or what the robot would do."""
        answer = self._answers.get(view.now.phase)
        always = None if answer is None or len(legal) == 1 else answer(game.tables, view.now, legal, luck)
        return WILY.choose(game, view, legal, notes, luck) if always is None else always


class Deaf:
    """The wily robot without its record: a control, for it must lose to a habit."""

    def notes(self, game: Combinards, seat: Seat) -> Record:
        """Nothing."""
        return WILY.notes(game, seat)

    def hear(self, game: Combinards, notes: Record, events: tuple[Event, ...]) -> Record:
        """Nothing is kept."""
        return notes

    def choose(
        self, game: Combinards, view: CombinardsView, legal: tuple[Action, ...], notes: Record, luck: Luck
    ) -> Action:
        """As the robot, by what it thinks of everybody at first."""
        return WILY.choose(game, view, legal, notes, luck)
