"""A base for a game's rules: what every game would write the same way.

`Rules` reads notation and refuses what is not allowed, so that a game writes `play` in place of `apply`, and is called
with lawful actions only. The contract asks for the verbs, not for this class: a game with thousands of actions reads
and looks up faster by its own tables.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import astuple

from malle.core.contract import NATURE, Action, Chance, Event, Over, Seat, Turn, View, Viewer
from malle.core.edition import Edition, load_edition
from malle.core.errors import Illegal, Malformed, NotYourTurn
from malle.core.luck import Luck
from malle.core.say import slug

S = TypeVar("S", bound=Struct)
"""The game's class of states."""
V = TypeVar("V", bound=View)
"""Its class of views."""
D = TypeVar("D")
"""Its class of numbers, read from the edition file."""
G = TypeVar("G")


class Rules(ABC, Generic[S, V, D]):
    """The rules of a game, bound to a number of seats, options and an edition."""

    def __init__(self, seats: int, options: Mapping[str, Any], edition: Edition[D]) -> None:
        self.seats = seats
        self.options = options
        self.edition = edition.digest
        self.numbers = edition.data
        self.actions = tuple(self.alphabet())
        """All actions that can ever occur, listed once."""
        self._by_notation = {self.write(action): action for action in self.actions}

    @abstractmethod
    def turn(self, state: S) -> Turn:
        """Who acts; see `Game.turn`."""

    @abstractmethod
    def legal(self, state: S, seat: Seat) -> Sequence[Action]:
        """That seat's actions; see `Game.legal`."""

    @abstractmethod
    def play(self, state: S, mover: Seat, action: Action) -> tuple[S, tuple[Event, ...]]:
        """The next state, and what happened. The action is one of `legal`, or with NATURE as mover one of the outcomes
        with a positive weight."""

    @abstractmethod
    def alphabet(self) -> Sequence[Action]:
        """All actions that can ever occur; see `Game.alphabet`. Asked once, when seats, options and numbers are set."""

    @abstractmethod
    def view(self, state: S, viewer: Viewer) -> V:
        """What the viewer knows; see `Game.view`."""

    def now(self, state: S, viewer: Viewer) -> Any:
        """What lies before the viewer; a game whose memory costs work makes it without."""
        return self.view(state, viewer).now

    def write(self, action: Action) -> str:
        """The action's name and its values: `Bid(3, 5)` is `bid 3 5`."""
        return " ".join((slug(type(action)), *map(str, astuple(action))))

    def default(self, state: S, seat: Seat, luck: Luck) -> Action:
        """The first of the legal actions: list the harmless one first, or write your own."""
        return self.legal(state, seat)[0]

    def phase(self, view: V) -> str:
        """`play`, then `over`: for a game in which there is only one thing to decide."""
        return "over" if isinstance(view.turn, Over) else "play"

    def apply(self, state: S, mover: Seat, action: Action) -> tuple[S, tuple[Event, ...]]:
        """`play`, after `Illegal` has met what is not allowed."""
        if mover == NATURE:
            turn = self.turn(state)
            pairs = zip(turn.outcomes, turn.weights, strict=True) if isinstance(turn, Chance) else ()
            if not any(weight and outcome == action for outcome, weight in pairs):
                raise Illegal("nature cannot do this now")
        else:
            self._check(state, mover, action)
        return self.play(state, mover, action)

    def read(self, text: str, state: S, seat: Seat) -> Action:
        """The legal action that is written like this."""
        action = self._by_notation.get(text)
        if action is None:
            raise Malformed(f"{text!r} is no action of this game")
        self._check(state, seat, action)
        return action

    def _check(self, state: S, seat: Seat, action: Action) -> None:
        legal = self.legal(state, seat)
        if not legal:
            raise NotYourTurn
        if action not in legal:
            raise Illegal(f"{self.write(action)} is not possible now")


def left_of(seat: int, playing: Sequence[object]) -> int:
    """The next seat in the order of play for which `playing`, by seat, holds; the seat itself if there is no other."""
    seats = len(playing)
    return next(each % seats for each in range(seat + 1, seat + 1 + seats) if playing[each % seats])


def maker(
    rules: Callable[[int, Mapping[str, Any], Edition[D]], G], numbers: type[D], usual: Path
) -> Callable[[int, Mapping[str, Any], Path | None], G]:
    """What `Sheet.make` wants: reads the edition's file, the usual one unless another is given, and binds the rules."""

    def make(seats: int, options: Mapping[str, Any], edition: Path | None) -> G:
        return rules(seats, options, load_edition(edition or usual, numbers))

    return make
