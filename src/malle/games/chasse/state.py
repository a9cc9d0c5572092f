"""The values of the smuggler hunt: state, actions, events and view.

The code calls the rulebook's counters `plates` and an inspection a control. A pawn of the customs is an officer.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct

from malle.core import Action, Event, View
from malle.games.chasse.edition import OFF_BOARD

Phase = Literal["hide", "smuggler", "customs", "over"]
"""What is decided next: the smuggler hides a counter, the smuggler moves, customs moves, or nothing (`over`)."""

Why = Literal["", "plates", "no-customs", "two-passes", "standstill"]
"""How the game ended; empty before the end. `plates`: every counter is seized or has arrived. `no-customs`:
no officer is left. `two-passes`: both sides passed in a row. `standstill`: too many half-moves without
progress."""

Squares = tuple[int, ...]
"""The square of each pawn of a side, by pawn number; `OFF_BOARD` for a pawn that left the board. A pawn's
number is the place of its start square in the edition. It is public: every viewer can follow each pawn."""


class State(Struct, frozen=True, gc=False):
    """The whole state of a game."""

    phase: Phase
    smugglers: Squares
    customs: Squares
    plates: tuple[int, ...]
    """The number of counters under each smuggler's pawn: the secret."""
    seized: int
    """The number of counters that customs found."""
    cleared: tuple[int, ...]
    """The smuggler's pawns that were inspected and found empty, in rising order."""
    nearest: tuple[int, ...]
    """For each smuggler's pawn, the row nearest the finish line on which it has stood."""
    quiet: int
    """The number of half-moves since the last inspection, arrival or advance. An advance is a smuggler's pawn
    that reaches a row nearer the finish line than any it has stood on."""
    passes: int
    """The number of passes in a row."""
    why: Why
    """How the game ended; empty before the end."""


# Actions


class Hide(Action, frozen=True, gc=False):
    """The smuggler hides one counter under the pawn with this number.

    Counters are hidden in the order of the pawns.
    """

    pawn: int


class Move(Action, frozen=True, gc=False):
    """A pawn moves from square `origin` to square `target`.

    Two routes with a bend may lead from `origin` to `target`; the first begins along the column. If
    both are open, a move by the second names the square of its bend as `corner`. Every other move
    has `corner` `OFF_BOARD`. The route changes only what is shown, not the state after the move.
    """

    origin: int
    target: int
    corner: int = OFF_BOARD


class Pass(Action, frozen=True):
    """The side passes, because none of its pawns can move."""


ACTIONS = (Hide, Move, Pass)


# Events


class PlateHidden(Event, frozen=True):
    """The smuggler hid a counter.

    Everybody hears it, without the pawn. `hidden` counts the counters hidden so far.
    """

    hidden: int


class PlatePlaced(Event, frozen=True):
    """The smuggler (`seat`) hid a counter under the pawn on `square`.

    Only the smuggler hears it.
    """

    audience_field: ClassVar[str] = "seat"
    seat: int
    square: int


class PlateForgotten(PlatePlaced, frozen=True):
    """A `PlatePlaced` with the option `memory`: the smuggler is shown it once, and the log does not
    keep it."""

    shown_once: ClassVar[bool] = True


class Moved(Event, frozen=True):
    """A pawn of the side `seat` moved.

    `route` holds its first square, the corner if it bends, and its last square.
    """

    seat: int
    route: Squares


class Controlled(Event, frozen=True):
    """An officer inspected the smuggler's pawn on `square` and found `found` counters.

    If it found any, the smuggler's pawn and its counters leave the board. If it found none, the
    officer leaves the board.
    """

    reveals_secret: ClassVar[bool] = True
    needs_reading_time: ClassVar[bool] = True
    square: int
    found: int


class Arrived(Event, frozen=True):
    """A smuggler's pawn reached `square` on the finish line, and stays there.

    `reveals_secret` is set because customs learns something from whether the game then ends or goes
    on.
    """

    reveals_secret: ClassVar[bool] = True
    needs_reading_time: ClassVar[bool] = True
    square: int


class Passed(Event, frozen=True):
    """The side `seat` passed because none of its pawns could move."""

    seat: int


class Shown(Event, frozen=True):
    """The game ended. `plates` shows all counters that were still hidden, as (square, number of
    counters) pairs.

    The pairs are in rising order of the squares. Counters that were seized earlier are not among
    them.
    """

    reveals_secret: ClassVar[bool] = True
    plates: tuple[tuple[int, int], ...]


EVENTS = (PlateHidden, PlatePlaced, PlateForgotten, Moved, Controlled, Arrived, Passed, Shown)


# The view


class Now(Struct, frozen=True):
    """What a viewer sees on the table at the moment."""

    phase: Phase
    smugglers: Squares
    customs: Squares
    hidden: int
    """The number of counters hidden so far."""
    plates: tuple[int, ...] | None
    """The number of counters under each smuggler's pawn, or `None` if this viewer does not see it. Everybody
    sees it after the end; the smuggler sees it before, except with the option `memory`."""
    seized: int
    """The number of counters that customs found."""
    chalked: tuple[int, ...]
    """With the option `chalk`, the smuggler's pawns that were found empty; otherwise empty."""
    quiet: int
    """As in `State`."""
    passes: int
    """As in `State`."""


class Memory(Struct, frozen=True):
    """What a viewer saw during the game and could have written down."""

    plates: tuple[int, ...] | None
    """The number of counters under each smuggler's pawn, or `None` if this viewer does not know it. The
    smuggler knows it even with the option `memory`, when the screen does not show it."""
    cleared: tuple[int, ...]
    """As in `State`."""
    nearest: tuple[int, ...]
    """As in `State`."""


class ChasseView(View, frozen=True):
    """What a viewer knows: what is on the table now, and what the viewer may remember."""

    now: Now
    memory: Memory
