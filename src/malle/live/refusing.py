"""Why something is refused, as far as a seat may know."""

from __future__ import annotations

from collections.abc import Callable

from malle.core import MalleError, Seat, Stale
from malle.live.caller import NotYours
from malle.live.room import Room
from malle.table import Step, Table


def refusal(room: Room, seat: Seat, make: Callable[[Table, Seat], Step], error: MalleError) -> MalleError:
    """Why not: what the table that this seat is shown would say."""
    shown = room.shown_to(seat).table
    if shown is room.table or isinstance(error, NotYours):
        return error
    try:
        make(shown, seat)
    except MalleError as as_shown:
        return as_shown
    return Stale()  # its own answer closed the window, or the clock did for it
