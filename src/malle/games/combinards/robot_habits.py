"""Robots with one fixed habit, for measuring other robots: each does one thing always.

A robot that can be read loses to one of them. A habit answers in the phases it is about, and leaves the
rest to the expert robot.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from malle.core import Action, Event, Luck, Seat
from malle.games.combinards.lookup_tables import DOUBT, PASS, TRUST, LookupTables
from malle.games.combinards.opponent_model import OpponentModel, price_ladder
from malle.games.combinards.robot_expert import WILY
from malle.games.combinards.rules import Combinards
from malle.games.combinards.state import CombinardsView, Denounce, Fly, Go, Now

HabitAnswer = Callable[[LookupTables, Now, tuple[Action, ...], Luck], Action | None]
"""What a habit always does in one phase, from (tables, what lies on the table, legal actions,
luck). `None` means what the expert robot would do."""


def _doubt_when(when: Callable[[int, Luck], bool]) -> Mapping[str, HabitAnswer]:
    """Return a habit that doubts if and only if `when(price, luck)` is true."""
    return {"doubt": lambda tables, now, legal, luck: DOUBT if when(now.price, luck) else TRUST}


def _announce_price(price: Callable[[LookupTables, int], int]) -> Mapping[str, HabitAnswer]:
    """Return a habit that announces what `price(tables, printed price)` returns, limited by its
    cash."""

    def say(tables: LookupTables, now: Now, legal: tuple[Action, ...], luck: Luck) -> Action:
        """Announce the price that `price` wants."""
        wanted = price(tables, tables.numbers.cards[now.card].price)
        return tables.announce_actions[min(wanted, now.cash[now.seat], len(tables.announce_actions)) - 1]

    return {"announce": say}


def _lower_by_steps(steps: int) -> Callable[[LookupTables, int], int]:
    """Return a function that goes down from a printed price by `steps` places in the list of
    printed prices, but not below the lowest."""

    def lower(tables: LookupTables, printed: int) -> int:
        """Return the lowered price of a card with this printed price."""
        prices = price_ladder(tables).prices
        return prices[max(0, prices.index(printed) - steps)]

    return lower


def _prefer_ring(*, outside: bool) -> Mapping[str, HabitAnswer]:
    """Return a habit that prefers an outer circuit at forks and airports if `outside` is true,
    otherwise the inner ring."""

    def fork(tables: LookupTables, now: Now, legal: tuple[Action, ...], luck: Luck) -> Action | None:
        """Return the way at a fork to the preferred ring; `None` if no way leads there."""
        ways = (action for action in legal if isinstance(action, Go))
        return next((way for way in ways if (tables.board.ring_of_square[way.square] != 0) == outside), None)

    def fly(tables: LookupTables, now: Now, legal: tuple[Action, ...], luck: Luck) -> Action | None:
        """Stay on the preferred ring, or fly there; `None` if no flight leads there."""
        if (tables.board.ring_of_square[now.at[now.seat]] != 0) == outside:
            return PASS
        flights = (action for action in legal if isinstance(action, Fly))
        return next((each for each in flights if (tables.board.ring_of_square[each.square] != 0) == outside), None)

    return {"fork": fork, "fly": fly}


def _always_answer(action: Action) -> HabitAnswer:
    """Return an answer that is always this action."""
    return lambda tables, now, legal, luck: action


def _inform_first(tables: LookupTables, now: Now, legal: tuple[Action, ...], luck: Luck) -> Action | None:
    """Denounce the first player who can be denounced; `None` if nobody can."""
    return next((action for action in legal if isinstance(action, Denounce)), None)


def _printed_price(tables: LookupTables, printed: int) -> int:
    """Return the printed price."""
    return printed


def _lowest_price(tables: LookupTables, printed: int) -> int:
    """Return 1, the lowest price that may be announced."""
    return 1


def _hide_highest_price(tables: LookupTables, printed: int) -> int:
    """Return the second highest price for a card of the highest one; otherwise the printed price."""
    prices = price_ladder(tables).prices
    return prices[-2] if printed == prices[-1] else printed


HONEST_PRICES = _announce_price(_printed_price)
NEVER_DOUBTS = _doubt_when(lambda price, luck: False)
FIXED_HABITS: Mapping[str, Mapping[str, HabitAnswer]] = {
    "doubts always": _doubt_when(lambda price, luck: True),
    "doubts 5 to 49": _doubt_when(lambda price, luck: 5 <= price <= 49),
    "doubts always, says 1": {**_doubt_when(lambda price, luck: True), **_announce_price(_lowest_price)},
    "doubts half": _doubt_when(lambda price, luck: luck.random() < 0.5),
    "doubts one in five": _doubt_when(lambda price, luck: luck.random() < 0.2),
    "doubts 1 and 2": _doubt_when(lambda price, luck: price <= 2),
    "doubts 20 and more": _doubt_when(lambda price, luck: price >= 20),
    "never doubts": NEVER_DOUBTS,
    "honest": HONEST_PRICES,
    "honest, never doubts": {**HONEST_PRICES, **NEVER_DOUBTS},
    "hides only the dearest": _announce_price(_hide_highest_price),
    "hides only the dearest, never doubts": {**_announce_price(_hide_highest_price), **NEVER_DOUBTS},
    "says 1": _announce_price(_lowest_price),
    "one step down": _announce_price(_lower_by_steps(1)),
    "two steps down": _announce_price(_lower_by_steps(2)),
    "never buys": {"buy": _always_answer(PASS)},
    "inner ring only": _prefer_ring(outside=False),
    "outside always": _prefer_ring(outside=True),
    "informs always": {"inform": _inform_first},
    "never informs": {"inform": _always_answer(PASS)},
    "never denounces": {"denounce": _always_answer(PASS)},
}


class HabitRobot:
    """The expert robot with one fixed habit, given by its name in `FIXED_HABITS`. It serves to
    measure other robots."""

    def __init__(self, name: str) -> None:
        self._answers = FIXED_HABITS[name]

    def new_memory(self, game: Combinards, seat: Seat) -> OpponentModel:
        """Return the expert robot's memory for a seat that has heard nothing yet."""
        return WILY.new_memory(game, seat)

    def observe(self, game: Combinards, memory: OpponentModel, events: tuple[Event, ...]) -> OpponentModel:
        """Return the expert robot's memory after one more log entry."""
        return WILY.observe(game, memory, events)

    def choose(
        self, game: Combinards, view: CombinardsView, legal: tuple[Action, ...], memory: OpponentModel, luck: Luck
    ) -> Action:
        """Return the action of the habit if it has one for this phase; otherwise the expert robot's choice."""
        answer = self._answers.get(view.now.phase)
        always = None if answer is None or len(legal) == 1 else answer(game.tables, view.now, legal, luck)
        return WILY.choose(game, view, legal, memory, luck) if always is None else always


class MemorylessRobot:
    """The expert robot without memory. It is a control for measurements: a robot with a fixed
    habit must beat it."""

    def new_memory(self, game: Combinards, seat: Seat) -> OpponentModel:
        """Return the expert robot's memory for a seat that has heard nothing yet."""
        return WILY.new_memory(game, seat)

    def observe(self, game: Combinards, memory: OpponentModel, events: tuple[Event, ...]) -> OpponentModel:
        """Return the memory unchanged."""
        return memory

    def choose(
        self, game: Combinards, view: CombinardsView, legal: tuple[Action, ...], memory: OpponentModel, luck: Luck
    ) -> Action:
        """Return the expert robot's choice, as if it had heard nothing of any player yet."""
        return WILY.choose(game, view, legal, memory, luck)
