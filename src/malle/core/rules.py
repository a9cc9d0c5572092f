"""A base class for a game's rules, with the code that most games would write in the same way.

`Rules` parses notation and rejects what is not allowed. A game writes `play` in place of `apply`, and `play`
receives only actions that are allowed. The class is optional: a game with thousands of actions parses and looks
up faster with tables of its own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import astuple

from malle.core.editions.edition import Edition, load_edition
from malle.core.errors import Illegal, Malformed, NotYourTurn
from malle.core.game import NATURE, Action, Chance, Event, Over, Seat, Turn, View, Viewer
from malle.core.message import slug_of_class
from malle.core.randomness import Luck

S = TypeVar("S", bound=Struct)
"""The game's class of states."""
V = TypeVar("V", bound=View)
"""The game's class of views."""
D = TypeVar("D")
"""The game's class of numbers, read from the edition file."""
G = TypeVar("G")


class Rules(ABC, Generic[S, V, D]):
    """The rules of a game, bound to a number of seats, options and an edition. A game's own class
    inherits from it."""

    def __init__(self, seats: int, options: Mapping[str, Any], edition: Edition[D]) -> None:
        """Bind the rules to `seats`, `options` (defaults filled in) and the edition, and list all
        actions."""
        self.seats = seats
        self.options = options
        self.edition = edition.digest
        self.numbers = edition.data
        self.actions = tuple(self.alphabet())
        """All actions that can ever occur, listed once."""
        self._by_notation = {self.write(action): action for action in self.actions}

    @abstractmethod
    def turn(self, state: S) -> Turn:
        """Return who acts next; see `Game.turn`."""

    @abstractmethod
    def legal(self, state: S, seat: Seat) -> Sequence[Action]:
        """Return the seat's legal actions; see `Game.legal`."""

    @abstractmethod
    def play(self, state: S, mover: Seat, action: Action) -> tuple[S, tuple[Event, ...]]:
        """Return the next state and the events.

        The action is one of `legal`, or an outcome with a positive weight if `mover` is `NATURE`.
        """

    @abstractmethod
    def alphabet(self) -> Sequence[Action]:
        """Return all actions that can ever occur; see `Game.alphabet`.

        Called once, when seats, options and numbers are set but `actions` is not.
        """

    @abstractmethod
    def view(self, state: S, viewer: Viewer) -> V:
        """Return what the viewer knows; see `Game.view`."""

    def now(self, state: S, viewer: Viewer) -> Any:
        """Return what lies before the viewer, as `view(…).now`. Override it if the memory of a view
        takes long to build."""
        return self.view(state, viewer).now

    def write(self, action: Action) -> str:
        """Return the action in notation: its class's name and its values. `Bid(3, 5)` is `bid 3
        5`."""
        return " ".join((slug_of_class(type(action)), *map(str, astuple(action))))

    def default(self, state: S, seat: Seat, luck: Luck) -> Action:
        """Return the first legal action. A game lists a harmless action first, or overrides this
        method."""
        return self.legal(state, seat)[0]

    def phase(self, view: V) -> str:
        """Return `over` after the end and `play` before it. That is enough for a game with one kind
        of decision."""
        return "over" if isinstance(view.turn, Over) else "play"

    def apply(self, state: S, mover: Seat, action: Action) -> tuple[S, tuple[Event, ...]]:
        """Check that the action is allowed, then return what `play` returns.

        Raises `Illegal` if it is not allowed, or `NotYourTurn` if the seat is not awaited.
        """
        if mover == NATURE:
            turn = self.turn(state)
            pairs = zip(turn.outcomes, turn.weights, strict=True) if isinstance(turn, Chance) else ()
            if not any(weight and outcome == action for outcome, weight in pairs):
                raise Illegal("nature cannot do this now")
        else:
            self._require_legal(state, mover, action)
        return self.play(state, mover, action)

    def read(self, text: str, state: S, seat: Seat) -> Action:
        """Return the legal action with this notation.

        Raises `Malformed` if `text` is the notation of no action of this game, `Illegal` if the
        action is not allowed now, `NotYourTurn` if the seat is not awaited.
        """
        action = self._by_notation.get(text)
        if action is None:
            raise Malformed(f"{text!r} is no action of this game")
        self._require_legal(state, seat, action)
        return action

    def _require_legal(self, state: S, seat: Seat, action: Action) -> None:
        """Raise `NotYourTurn` if the seat is not awaited, or `Illegal` if the action is not legal now."""
        legal = self.legal(state, seat)
        if not legal:
            raise NotYourTurn
        if action not in legal:
            raise Illegal(f"{self.write(action)} is not possible now")


def next_seat(seat: int, playing: Sequence[object]) -> int:
    """Return the next seat after `seat`, in the order of play, whose value in `playing` (one per
    seat) is true.

    If only `seat` has a true value, return `seat`. `StopIteration` if no value is true.
    """
    seats = len(playing)
    return next(other_seat % seats for other_seat in range(seat + 1, seat + 1 + seats) if playing[other_seat % seats])


def game_maker(
    rules: Callable[[int, Mapping[str, Any], Edition[D]], G], numbers_type: type[D], default_path: Path
) -> Callable[[int, Mapping[str, Any], Path | None], G]:
    """Return a function for `GameInfo.make_game`: it loads an edition file and makes the game with
    the class `rules`.

    The file is `default_path` unless the caller of that function passes another. `numbers_type` is
    the struct for the file's values. `Refused` if the file is not valid.
    """

    def make(seats: int, options: Mapping[str, Any], edition: Path | None) -> G:
        return rules(seats, options, load_edition(edition or default_path, numbers_type))

    return make
