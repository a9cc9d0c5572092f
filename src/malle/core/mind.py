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


def recollect(game: AnyGame, mind: AnyMind, seat: Seat, heard: Iterable[tuple[Event, ...]]) -> Any:
    """The notes of a seat that has heard this, oldest first."""
    notes = mind.notes(game, seat)
    for events in heard:
        notes = mind.hear(game, notes, events)
    return notes
