"""The interface of a game (`Game`) and the values that pass through it.

A game is a value bound to a number of seats, one set of options and one edition. Its methods are pure
functions on immutable values: no clock, no randomness of their own, no input or output, no logging. The
docstring of each method says what the caller must guarantee and what the method then promises. Callers are
tables, robots, tests and notebooks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NewType, Protocol, TypeVar

from msgspec import Struct

from malle.core.codec import Codec
from malle.core.randomness import Luck

Seat = NewType("Seat", int)
"""A seat at the table, 0 … seats-1, in the order of play."""

NATURE = Seat(-1)
"""The mover of a log entry made by chance."""

Viewer = Seat | None
"""Who looks: a seat, or `None` for a spectator."""


class Action(Struct, frozen=True, tag=True, gc=False):
    """One small decision of a seat, or one outcome of chance.

    Hidden things in an action are kinds or sorted tuples, never positions.
    """


class Event(Struct, frozen=True, tag=True, gc=False):
    """One thing that happened, as its audience may see it. A card that the audience does not see is absent,
    not blanked.

    `reveals_secret`: somebody in the audience learns a hidden fact from the event, such as a draw, a die, a
    card shown or thrown, or a clean control. An undo cannot go back past such an event. (Nor can it go past
    a draw or a question to another seat; the table detects those itself.) The leak test lets only these
    events rule out a world.

    `audience_field`: the name of the field that holds the only seat that hears the event. If empty,
    everybody hears it, spectators included. So the audience follows from the class and cannot be wrong
    where an event is made. Where one seat may hear more than the other viewers, use two classes.

    `shown_once`: the table hears the event once and cannot look it up again, because a memory game must not
    remember for its players. Until the game is over, logs and replays for people omit it once the next move
    is made.

    `needs_reading_time`: the event is a claim, a payment or a loss. Screens keep it until it can have been
    read, and robots wait for that.
    """

    reveals_secret: ClassVar[bool] = False
    shown_once: ClassVar[bool] = False
    needs_reading_time: ClassVar[bool] = False
    audience_field: ClassVar[str] = ""


class Waiting(Struct, frozen=True, tag=True, gc=False):
    """The seats that may act now, in any order; the order in the log decides.

    Public: the value is the same in all worlds that a viewer cannot tell apart.
    """

    seats: tuple[Seat, ...]


class Chance(Struct, frozen=True, tag=True, gc=False):
    """Chance acts next: one of `outcomes` is drawn with probability proportional to its weight in
    `weights`.

    Both tuples have the same order, which the rules fix. A weight may be 0, so that `outcomes` can be one
    shared constant. Secret: never show it to anybody, not even its length.
    """

    outcomes: tuple[Action, ...]
    weights: tuple[int, ...]


class Over(Struct, frozen=True, tag=True, gc=False):
    """The game has ended: the scores, the places and the reason."""

    scores: tuple[int, ...]
    """The score of each seat, by seat."""
    places: tuple[int, ...]
    """The place of each seat, by seat. 1 is the winner; seats that share a place have the same number."""
    why: str
    """A short identifier of the way in which the game ended, such as `last-officer`."""


def places_from_scores(scores: Sequence[int]) -> tuple[int, ...]:
    """Return the place of each seat where most points win. 1 is the winner; equal scores share a place."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)


Turn = Waiting | Chance | Over
"""What `Game.turn` returns."""


class View(Struct, frozen=True, gc=False):
    """What a viewer knows, in two parts whose types belong to the game.

    `now` lies on the table before the viewer, and screens are drawn from it alone. `memory` is what the
    viewer saw and could have written down. People receive a picture made from `now`; robots receive both
    parts.
    """

    viewer: int | None
    turn: Waiting | Over | None
    now: Any
    memory: Any


class Secret(Struct, frozen=True):
    """A hidden thing in a state, for the leak test. `Game.secrets` names it."""

    value: object
    knowers: frozenset[Seat]
    """The seats that may know the value now. No other viewer may be able to tell what the value
    is."""
    is_public: bool = False
    """Whether anybody could work the value out now, for example because the pack has run out. It
    then need not vary among imagined worlds."""


S = TypeVar("S", bound=Struct)
V = TypeVar("V", bound=View)


class Game(Protocol[S, V]):
    """The interface that every game implements. One instance is a game with its seats, options and
    edition. `malle.games.load_game(name, version)(seats, options, edition)` makes it.

    Build whatever does not change during play (action lists, masks, tables) once, when the game is
    made.
    """

    name: str
    version: int
    seats: int
    options: Mapping[str, Any]
    """Every option with its value, defaults filled in."""
    edition: str
    """Digest of the edition file. It is stored with the options in the header of a record, not in the
    state."""
    codec: Codec[S, V]
    """Decodes the game's states, actions, views and events from JSON."""

    def new(self) -> S:
        """Return the first state. It holds no order, identity or number that the rules do not know."""

    def turn(self, state: S) -> Turn:
        """Return who acts next. `Waiting` and `Over` are part of every view; only `Chance` is secret."""

    def legal(self, state: S, seat: Seat) -> Sequence[Action]:
        """Return the seat's legal actions in a fixed order; empty if and only if the seat is not awaited.

        The result depends on the seat's view only. The first half of a move is listed only if a second half
        exists. The caller does not change the returned sequence.
        """

    def apply(self, state: S, mover: Seat, action: Action) -> tuple[S, tuple[Event, ...]]:
        """Return the next state and the events, each for its audience.

        The caller passes an action of `legal(state, mover)`, or an outcome of `turn(state)` with a positive
        weight and `NATURE` as mover. Anything else raises `Illegal`, whose text depends on the mover's view
        only. The number of log entries that a move makes is public, so it must not depend on a secret.
        """

    def view(self, state: S, viewer: Viewer) -> V:
        """Return what the viewer knows. Build it from nothing; never copy a state and delete fields.

        The caller asks only where `turn` is not `Chance`. Two laws hold. SUFFICIENT: two histories that
        give a viewer the same view leave the viewer the same odds over states. FOLDS: the previous view and
        what was heard determine the next view. A view may forget what can no longer matter.
        """

    def now(self, state: S, viewer: Viewer) -> Any:
        """Return `view(state, viewer).now`, without building the memory. Called for every viewer of
        every move, so it should be fast."""

    def imagine(self, view: V, luck: Luck) -> S:
        """Return a state that has this view, drawn at random; it includes the memories of other seats.

        Each state has the probability that chance gives it: the product of the chances that lead there,
        summed over distinct outcomes of chance. Every choice of a seat counts as 1; a robot multiplies by
        its own model of those choices. Draw with `luck.pick` only.
        """

    def default(self, state: S, seat: Seat, luck: Luck) -> Action:
        """Return the harmless action that is played for an awaited seat when its time runs out.

        It is one of `legal`, and depends on the seat's view and on `luck` only. Everybody may see that time
        ran out, so a hidden choice that never varied would be known to all. Draw such a choice, with
        `luck.pick` only.
        """

    def write(self, action: Action) -> str:
        """Return the action in notation: one line, the same for every viewer who may see the action."""

    def read(self, text: str, state: S, seat: Seat) -> Action:
        """Return the legal action that a line of notation means. `read(write(action), …)` equals `action`.

        Raises `Malformed` if the line is unreadable and `Illegal` if the action is not allowed now. The
        texts of both depend on the seat's view only.
        """

    def phase(self, view: V) -> str:
        """Return a short identifier of what is being decided. It selects the prompt's message and the
        section of the rulebook.

        It depends only on the turn and `now` of the view: the caller may leave out the memory.
        """

    def secrets(self, state: S) -> Mapping[str, Secret]:
        """Return the hidden things of a state by a name of the game's choice, each with the seats
        that may know it."""

    def alphabet(self) -> Sequence[Action]:
        """Return all actions that can ever occur, outcomes of chance included. The index is the action's id
        for machine learning."""


AnyGame = Game[Any, Any]
"""A game whose own types do not matter to the caller."""
