"""The contract of a game.

A game is a value bound to a number of seats, one set of options and one edition; its verbs are pure functions
on immutable values: no clock, no random, no input or output, no logging. Who calls them (a table, a robot, a
test, a notebook) keeps the duties stated at each verb, and then may rely on what the verb promises.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NewType, Protocol, TypeVar

from msgspec import Struct

from malle.core.codec import Codec
from malle.core.luck import Luck

Seat = NewType("Seat", int)
"""A place at the table: 0 … seats-1, in the order of play."""

NATURE = Seat(-1)
"""The mover of a chance entry."""

Viewer = Seat | None
"""Who looks: a seat, or None for the spectator."""


class Action(Struct, frozen=True, tag=True, gc=False):
    """One small decision, or one outcome of chance. Hidden things in it are kinds or sorted tuples, never positions."""


class Event(Struct, frozen=True, tag=True, gc=False):
    """One thing that happened, already as its audience may see it: a card unseen is absent, not blanked.

    `news` says that somebody in the audience learns a hidden fact by it: a draw, a die, a card shown or thrown,
    a clean control. Undo may not reach behind news (nor behind a draw or a question to somebody else, which the table
    sees by itself), and the leak test lets only news rule out a world.

    `hears` names the field that holds the only seat to hear it; without one everybody does, the spectator included. So
    who hears an event follows from its class, and cannot be got wrong where it is made: what one seat may know and
    others may not is two classes.

    `fades` says that the table hears it once and cannot look it up again: games of memory do not remember for you.
    Until the game is over, whoever keeps a log or a replay for people leaves it out once the next move is made.

    `stands` says that it is a claim, a payment or a loss: a screen leaves it there until it can have been read, and the
    robots wait for that.
    """

    news: ClassVar[bool] = False
    fades: ClassVar[bool] = False
    stands: ClassVar[bool] = False
    hears: ClassVar[str] = ""


class Waiting(Struct, frozen=True, tag=True, gc=False):
    """These seats may act, in any order; the log's order is the truth. Public: the same in all worlds of any viewer."""

    seats: tuple[Seat, ...]


class Chance(Struct, frozen=True, tag=True, gc=False):
    """Nature acts. Two parallel tuples in an order fixed by the rules; a weight may be 0, so that `outcomes` can be
    one shared constant. Secret: never shown, not even its length."""

    outcomes: tuple[Action, ...]
    weights: tuple[int, ...]


class Over(Struct, frozen=True, tag=True, gc=False):
    """The game has ended."""

    scores: tuple[int, ...]
    """The declared utility, by seat."""
    places: tuple[int, ...]
    """1 = won; equal = shared."""
    why: str
    """Slug of the way it ended."""


def places_by(scores: Sequence[int]) -> tuple[int, ...]:
    """The places when the most points win: 1 = won; equal scores share a place."""
    return tuple(1 + sum(other > own for other in scores) for own in scores)


Turn = Waiting | Chance | Over
"""What `Game.turn` answers."""


class View(Struct, frozen=True, gc=False):
    """What a viewer knows, in two parts of the game's own types.

    `now` lies on the table before them, and is all a screen is drawn from; `memory` is what they saw and could have
    written down. `now` alone crosses the wire to people; robots get both.
    """

    viewer: int | None
    turn: Waiting | Over | None
    now: Any
    memory: Any


class Secret(Struct, frozen=True):
    """A hidden thing, named for the leak test."""

    value: object
    knowers: frozenset[Seat]
    """The seats that may know it now. Nobody else may be able to tell it."""
    open: bool = False
    """Anybody could work it out now (say, the pack has run out), so that it need not vary among imagined worlds."""


S = TypeVar("S", bound=Struct)
V = TypeVar("V", bound=View)


class Game(Protocol[S, V]):
    """What every game signs. Made by `malle.games.load(name, version)(seats, options, edition)`; whatever does not
    change during play (action lists, masks, tables) is built then, once."""

    name: str
    version: int
    seats: int
    options: Mapping[str, Any]
    """Every option with its value, defaults filled in."""
    edition: str
    """Digest of the edition file. With the options it stands in a record's header, not in the state."""
    codec: Codec[S, V]
    """Turns states, actions, views and events into JSON and back."""

    def new(self) -> S:
        """The first state. It holds no order, identity or number that the rules do not know."""

    def turn(self, state: S) -> Turn:
        """Who acts. `Waiting` and `Over` are what every view says; only `Chance` is secret."""

    def legal(self, state: S, seat: Seat) -> Sequence[Action]:
        """That seat's actions in a fixed order, empty if and only if the seat is not awaited. A function of the
        seat's view. A first half of a move is listed only if a second half exists. The caller does not change it."""

    def apply(self, state: S, mover: Seat, action: Action) -> tuple[S, tuple[Event, ...]]:
        """The next state, and what happened, each event for its audience. The caller passes an action of
        `legal(state, mover)`, or an outcome of `turn(state)` with a positive weight and NATURE as mover; anything else
        raises `Illegal`, whose text depends on the mover's view only. How many log entries a move makes is public: it
        may not depend on a secret."""

    def view(self, state: S, viewer: Viewer) -> V:
        """What the viewer knows, built from nothing. The caller asks only where `turn` is not `Chance`. SUFFICIENT:
        two histories that give a viewer the same view leave them the same odds over states. FOLDS: the view before
        and what was heard determine the view after. It may forget what can no longer matter."""

    def now(self, state: S, viewer: Viewer) -> Any:
        """What lies before the viewer: equal to `view(state, viewer).now`, without the work for a memory that nobody
        asks for. Asked for every viewer of every move."""

    def imagine(self, view: V, luck: Luck) -> S:
        """A state with this view, others' memories included, drawn with the odds that nature gives it: the product
        of the chances that lead there, summed over distinct chance outcomes; every choice of a seat counts 1. A robot
        multiplies by its own model of their choices. Draws by `luck.pick` alone."""

    def default(self, state: S, seat: Seat, luck: Luck) -> Action:
        """The harmless answer at the deadline: one of `legal`, a function of the seat's view and of the luck. The seat
        is awaited. Everybody may see that time ran out, so that a hidden choice that is always the same one is none: it
        is drawn, by `luck.pick` alone."""

    def write(self, action: Action) -> str:
        """Notation: one line, the same for every viewer who may see the action."""

    def read(self, text: str, state: S, seat: Seat) -> Action:
        """The legal action that the notation means. `Malformed` if unreadable, `Illegal` if not allowed now; the
        texts of both depend on the seat's view only. read(write(action)) == action."""

    def phase(self, view: V) -> str:
        """Slug of what is being decided: the prompt's words and the rule reference hang on it. From the view's turn and
        `now` alone: the caller may leave the memory out."""

    def secrets(self, state: S) -> Mapping[str, Secret]:
        """The hidden things of a state, each with those who may know it."""

    def alphabet(self) -> Sequence[Action]:
        """All actions that can ever occur, chance included: index = action id, for learners and their frameworks."""


AnyGame = Game[Any, Any]
"""A game whose own types do not matter to the caller."""
