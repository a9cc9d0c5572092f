"""The reason for a refusal, as far as a seat may know it."""

from __future__ import annotations

from collections.abc import Callable

from malle.core import MalleError, Seat, Stale
from malle.runtime.room import Room
from malle.runtime.seats.identity import NotYours
from malle.table import Step, Table


def visible_refusal(room: Room, seat: Seat, build_step: Callable[[Table, Seat], Step], error: MalleError) -> MalleError:
    """Return the error to answer when the newest table refused a step with `error`. It is what the
    table that this seat sees would say, so that it reveals nothing hidden. It is `error` itself if
    the seat sees the newest table, or if `error` is `NotYours`. It is `Stale` if the visible table
    would allow the step. `build_step` makes the step at a given table."""
    visible_table = room.visible_room(seat).table
    if visible_table is room.table or isinstance(error, NotYours):
        return error
    try:
        build_step(visible_table, seat)
    except MalleError as as_shown:
        return as_shown
    return Stale()  # the seat's question was answered by itself or by the clock, and that is not shown yet
