"""The interfaces of robots. A robot may keep a memory of what its seat heard, because a view forgets what
others chose.

A robot that infers something from the others' choices must know these choices. It folds the events of each move
into its memory, and chooses from the seat's view and this memory. Nothing else reaches it, so it knows exactly
what a person at that seat could have written down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal, Protocol, TypeVar, get_args

from malle.core.contract import Action, AnyGame, Event, Seat
from malle.core.luck import Luck
from malle.core.search import Effort, Thought

G = TypeVar("G", contravariant=True)
V = TypeVar("V", contravariant=True)
N = TypeVar("N")


class Mind(Protocol[G, V, N]):
    """A robot with a memory. Memories are immutable values; the same events always give the same memory."""

    def notes(self, game: G, seat: Seat) -> N:
        """Return the memory of a seat that has heard nothing yet."""

    def hear(self, game: G, notes: N, events: tuple[Event, ...]) -> N:
        """Return the memory after one more log entry, given the events that the seat heard of it (perhaps
        none)."""

    def choose(self, game: G, view: V, legal: tuple[Action, ...], notes: N, luck: Luck) -> Action:
        """Return one of `legal`. The same view, memory and luck give the same action."""


AnyMind = Mind[Any, Any, Any]

Level = Literal["novice", "regular", "wily"]
"""How hard a robot is to beat, as people choose it. Each level is clearly stronger than the one before."""
LEVELS: tuple[Level, ...] = get_args(Level)


class Plain:
    """Adapts a robot function, which needs no memory, to `MemoryRobot`. Its memory is always `None`."""

    def __init__(self, robot: Callable[[Any, Any, tuple[Action, ...], Luck], Action]) -> None:
        self._robot = robot

    def notes(self, game: AnyGame, seat: Seat) -> None:
        """Return `None`."""

    def hear(self, game: AnyGame, notes: None, events: tuple[Event, ...]) -> None:
        """Return `None`; nothing is remembered."""

    def choose(self, game: AnyGame, view: Any, legal: tuple[Action, ...], notes: None, luck: Luck) -> Action:
        """Return the action that the robot function chooses."""
        return self._robot(game, view, legal, luck)


class Search(Protocol):
    """A robot without a memory that tries possible continuations before it chooses."""

    def think(
        self, game: Any, view: Any, legal: tuple[Action, ...], luck: Luck, effort: Effort | None = None
    ) -> Thought[Action]:
        """Search, and return the choice with its statistics. `effort` limits the search; `None` means its
        own default.

        The same view, luck and number of futures give the same result.
        """


class Searching:
    """Adapts a `Searcher` to `MemoryRobot`. Its memory is always `None`."""

    def __init__(self, search: Search) -> None:
        self._search = search

    def notes(self, game: AnyGame, seat: Seat) -> None:
        """Return `None`."""

    def hear(self, game: AnyGame, notes: None, events: tuple[Event, ...]) -> None:
        """Return `None`; nothing is remembered."""

    def choose(self, game: AnyGame, view: Any, legal: tuple[Action, ...], notes: None, luck: Luck) -> Action:
        """Return the action that the search chooses without a limit on its effort."""
        return self._search.think(game, view, legal, luck).choice

    def hurried(self, game: AnyGame, view: Any, legal: tuple[Action, ...], luck: Luck, effort: Effort) -> Action:
        """Return the action that the search chooses within `effort`."""
        return self._search.think(game, view, legal, luck, effort).choice


def decide(
    game: AnyGame, mind: AnyMind, view: Any, legal: tuple[Action, ...], notes: Any, luck: Luck, effort: Effort
) -> Action:
    """Return the action that a robot chooses. `effort` limits robots that search, and is ignored for
    others."""
    if isinstance(mind, Searching):
        return mind.hurried(game, view, legal, luck, effort)
    return mind.choose(game, view, legal, notes, luck)


def recollect(game: AnyGame, mind: AnyMind, seat: Seat, heard: Iterable[tuple[Event, ...]]) -> Any:
    """Return the memory of a seat that has heard these events, one tuple for each log entry, oldest first."""
    notes = mind.notes(game, seat)
    for events in heard:
        notes = mind.hear(game, notes, events)
    return notes
