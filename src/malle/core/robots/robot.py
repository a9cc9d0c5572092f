"""The interfaces of robots. A robot may keep a memory of what its seat heard, because a view forgets what
others chose.

A robot that infers something from the others' choices must know these choices. It folds the events of each move
into its memory, and chooses from the seat's view and this memory. Nothing else reaches it, so it knows exactly
what a person at that seat could have written down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal, Protocol, TypeVar, get_args

from malle.core.game import Action, AnyGame, Event, Seat
from malle.core.randomness import Luck
from malle.core.robots.search import SearchEffort, SearchResult

G = TypeVar("G", contravariant=True)
V = TypeVar("V", contravariant=True)
N = TypeVar("N")


class MemoryRobot(Protocol[G, V, N]):
    """A robot with a memory of what its seat heard. Memories are immutable values; the same events
    always give the same memory."""

    def new_memory(self, game: G, seat: Seat) -> N:
        """Return the memory of a seat that has heard nothing yet."""

    def observe(self, game: G, memory: N, events: tuple[Event, ...]) -> N:
        """Return the memory after one more log entry, given the events that the seat heard of it (perhaps
        none)."""

    def choose(self, game: G, view: V, legal: tuple[Action, ...], memory: N, luck: Luck) -> Action:
        """Return one of `legal`. The same view, memory and luck give the same action."""


AnyRobot = MemoryRobot[Any, Any, Any]

Level = Literal["novice", "regular", "wily"]
"""How hard a robot is to beat, as people choose it. Each level is clearly stronger than the one before."""
LEVELS: tuple[Level, ...] = get_args(Level)


class StatelessRobot:
    """Adapts a robot function, which needs no memory, to `MemoryRobot`. Its memory is always `None`."""

    def __init__(self, robot: Callable[[Any, Any, tuple[Action, ...], Luck], Action]) -> None:
        self._robot = robot

    def new_memory(self, game: AnyGame, seat: Seat) -> None:
        """Return `None`."""

    def observe(self, game: AnyGame, memory: None, events: tuple[Event, ...]) -> None:
        """Return `None`; nothing is remembered."""

    def choose(self, game: AnyGame, view: Any, legal: tuple[Action, ...], memory: None, luck: Luck) -> Action:
        """Return the action that the robot function chooses. `memory` is not used."""
        return self._robot(game, view, legal, luck)


class Searcher(Protocol):
    """A robot without a memory that tries possible continuations before it chooses."""

    def think(
        self, game: Any, view: Any, legal: tuple[Action, ...], luck: Luck, effort: SearchEffort | None = None
    ) -> SearchResult[Action]:
        """Search, and return the choice with its statistics. `effort` can end the search early;
        with `None` it runs to its end as planned.

        The same view, luck and number of futures give the same result.
        """


class SearchRobot:
    """Adapts a `Searcher` to `MemoryRobot`. Its memory is always `None`."""

    def __init__(self, search: Searcher) -> None:
        self._search = search

    def new_memory(self, game: AnyGame, seat: Seat) -> None:
        """Return `None`."""

    def observe(self, game: AnyGame, memory: None, events: tuple[Event, ...]) -> None:
        """Return `None`; nothing is remembered."""

    def choose(self, game: AnyGame, view: Any, legal: tuple[Action, ...], memory: None, luck: Luck) -> Action:
        """Return the action that the search chooses if nothing ends it early. `memory` is not
        used."""
        return self._search.think(game, view, legal, luck).choice

    def choose_within(
        self, game: AnyGame, view: Any, legal: tuple[Action, ...], luck: Luck, effort: SearchEffort
    ) -> Action:
        """Return the action that the search chooses within the limits of `effort`, which counts the
        futures tried."""
        return self._search.think(game, view, legal, luck, effort).choice


def choose_action(
    game: AnyGame, robot: AnyRobot, view: Any, legal: tuple[Action, ...], memory: Any, luck: Luck, effort: SearchEffort
) -> Action:
    """Return the action that a robot chooses. `effort` limits a `SearchRobot`, which ignores
    `memory`; all other robots ignore `effort`."""
    if isinstance(robot, SearchRobot):
        return robot.choose_within(game, view, legal, luck, effort)
    return robot.choose(game, view, legal, memory, luck)


def rebuild_memory(game: AnyGame, robot: AnyRobot, seat: Seat, events_by_entry: Iterable[tuple[Event, ...]]) -> Any:
    """Return the memory of a seat that has heard these events: one tuple for each log entry, oldest
    first, perhaps empty."""
    memory = robot.new_memory(game, seat)
    for events in events_by_entry:
        memory = robot.observe(game, memory, events)
    return memory
