"""The values of La chasse aux contrebandiers: state, actions, events, view."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct

from malle.core import Action, Event, View
from malle.games.chasse.edition import OFF

Phase = Literal["hide", "smuggler", "customs", "over"]
"""What happens next: the smuggler hides a plate, the smuggler moves, the customs move, nothing more."""

Why = Literal["", "plates", "no-customs", "two-passes", "standstill"]
"""How it ended: every plate is seized or has arrived; no customs pawn is left; nobody can move; nothing happens."""

Squares = tuple[int, ...]
"""Where each pawn of a side stands, pawn by pawn; OFF for one that left the board. Pawns are numbered by the squares
they started from: anybody who watches can tell them apart."""


class State(Struct, frozen=True, gc=False):
    """Where the game stands."""

    phase: Phase
    smugglers: Squares
    customs: Squares
    plates: tuple[int, ...]
    """How many plates each smuggler's pawn hides: the secret."""
    seized: int
    """Plates the customs found."""
    cleared: tuple[int, ...]
    """Smuggler's pawns that were controlled and hid nothing, rising."""
    nearest: tuple[int, ...]
    """The row nearest the finish on which each smuggler's pawn has stood."""
    quiet: int
    """Half-moves since the last control, arrival or advance."""
    passes: int
    """Passes in a row."""
    why: Why


# Actions


class Hide(Action, frozen=True, gc=False):
    """One plate goes under this pawn. Plates are hidden in the order of the pawns."""

    pawn: int


class Move(Action, frozen=True, gc=False):
    """A pawn goes from square to square.

    Where two ways with a bend are open, the one that begins along the column is meant without a corner, and the other
    one is named by its corner. Where only one is open no corner is named. The choice is for the eye only.
    """

    origin: int
    target: int
    corner: int = OFF


class Pass(Action, frozen=True):
    """No pawn can move."""


ACTIONS = (Hide, Move, Pass)


# Events


class PlateHidden(Event, frozen=True):
    """A plate has been hidden somewhere; so many are by now."""

    hidden: int


class PlatePlaced(Event, frozen=True):
    """To the smuggler alone: where they hid it."""

    hears: ClassVar[str] = "seat"
    seat: int
    square: int


class PlateForgotten(PlatePlaced, frozen=True):
    """The same with the option `memory`: no log remembers it for them."""

    fades: ClassVar[bool] = True


class Moved(Event, frozen=True):
    """A pawn moved: its first square, the corner if it turned, its last square."""

    seat: int
    route: Squares


class Controlled(Event, frozen=True):
    """The customs looked under a pawn. Plates: pawn and plates leave the board. None: the customs pawn leaves it."""

    news: ClassVar[bool] = True
    stands: ClassVar[bool] = True
    square: int
    found: int


class Arrived(Event, frozen=True):
    """A smuggler's pawn reached the finish. That the game goes on, or ends, tells about the plates."""

    news: ClassVar[bool] = True
    stands: ClassVar[bool] = True
    square: int


class Passed(Event, frozen=True):
    """A side could not move."""

    seat: int


class Shown(Event, frozen=True):
    """The end: the plates that were still hidden are shown, as (square, plates) pairs."""

    news: ClassVar[bool] = True
    plates: tuple[tuple[int, int], ...]


EVENTS = (PlateHidden, PlatePlaced, PlateForgotten, Moved, Controlled, Arrived, Passed, Shown)


# The view


class Now(Struct, frozen=True):
    """What lies on the table before a viewer."""

    phase: Phase
    smugglers: Squares
    customs: Squares
    hidden: int
    """How many plates have been hidden by now."""
    plates: tuple[int, ...] | None
    """What each smuggler's pawn hides, for who may see it: the smuggler, and everybody at the end."""
    seized: int
    chalked: tuple[int, ...]
    """With the option `chalk`: the pawns that were controlled and hid nothing."""
    quiet: int
    passes: int


class Memory(Struct, frozen=True):
    """What a viewer saw and could have written down."""

    plates: tuple[int, ...] | None
    """The smuggler knows what they hid, though with the option `memory` their screen does not show it."""
    cleared: tuple[int, ...]
    nearest: tuple[int, ...]


class ChasseView(View, frozen=True):
    """A viewer's knowledge."""

    now: Now
    memory: Memory
