"""Robots that remember: a view forgets what others chose, so they are given what their seat heard as well.

Whoever wants to infer something from what others did needs what they did. A mind folds it into notes, move by move, and
chooses from the seat's view and its own notes. Nothing else reaches it, so that it knows what a person at that seat
could have written down, and no more.
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
    """How a robot hears and chooses. Notes are immutable, and the same for the same things heard."""

    def notes(self, game: G, seat: Seat) -> N:
        """Nothing heard yet."""

    def hear(self, game: G, notes: N, events: tuple[Event, ...]) -> N:
        """The notes after one more move, as the seat heard it."""

    def choose(self, game: G, view: V, legal: tuple[Action, ...], notes: N, luck: Luck) -> Action:
        """One of `legal`. The same view, notes and luck give the same action."""


AnyMind = Mind[Any, Any, Any]

Level = Literal["novice", "regular", "wily"]
"""How hard a robot is to beat, as people choose it. Each is clearly above the one before."""
LEVELS: tuple[Level, ...] = get_args(Level)


class Plain:
    """A robot that needs no memory, as a mind."""

    def __init__(self, robot: Callable[[Any, Any, tuple[Action, ...], Luck], Action]) -> None:
        self._robot = robot

    def notes(self, game: AnyGame, seat: Seat) -> None:
        """None."""

    def hear(self, game: AnyGame, notes: None, events: tuple[Event, ...]) -> None:
        """Nothing is kept."""

    def choose(self, game: AnyGame, view: Any, legal: tuple[Action, ...], notes: None, luck: Luck) -> Action:
        """What the robot would do."""
        return self._robot(game, view, legal, luck)


class Search(Protocol):
    """A robot that needs no memory, and tries what may come before it chooses."""

    def think(
        self, game: Any, view: Any, legal: tuple[Action, ...], luck: Luck, effort: Effort | None = None
    ) -> Thought[Action]:
        """What came of it. The same view, luck and number of futures give the same."""


class Searching:
    """Such a robot, as a mind."""

    def __init__(self, search: Search) -> None:
        self._search = search

    def notes(self, game: AnyGame, seat: Seat) -> None:
        """None."""

    def hear(self, game: AnyGame, notes: None, events: tuple[Event, ...]) -> None:
        """Nothing is kept."""

    def choose(self, game: AnyGame, view: Any, legal: tuple[Action, ...], notes: None, luck: Luck) -> Action:
        """What it comes to if nobody hurries it."""
        return self._search.think(game, view, legal, luck).choice

    def hurried(self, game: AnyGame, view: Any, legal: tuple[Action, ...], luck: Luck, effort: Effort) -> Action:
        """What it comes to with that effort."""
        return self._search.think(game, view, legal, luck, effort).choice


def decide(
    game: AnyGame, mind: AnyMind, view: Any, legal: tuple[Action, ...], notes: Any, luck: Luck, effort: Effort
) -> Action:
    """What a mind chooses, with no more effort than that if it searches."""
    if isinstance(mind, Searching):
        return mind.hurried(game, view, legal, luck, effort)
    return mind.choose(game, view, legal, notes, luck)


def recollect(game: AnyGame, mind: AnyMind, seat: Seat, heard: Iterable[tuple[Event, ...]]) -> Any:
    """The notes of a seat that has heard this, oldest first."""
    notes = mind.notes(game, seat)
    for events in heard:
        notes = mind.hear(game, notes, events)
    return notes
