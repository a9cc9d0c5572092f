"""The reason for a refusal, as far as a seat may know it."""

from __future__ import annotations

from collections.abc import Callable

from malle.core import MalleError, Seat, Stale
from malle.runtime.room import Room
from malle.runtime.seats.identity import NotYours
from malle.table import Step, Table


def visible_refusal(room: Room, seat: Seat, build_step: Callable[[Table, Seat], Step], error: MalleError) -> MalleError:
    """Return the error for a refused step: what the table that this seat sees would say. `error` is what the
    newest table said. The result is `error` itself if the seat sees the newest table, or if it is `NotYours`;
    `Stale` if the visible table would allow the step."""
    visible_table = room.visible_room(seat).table
    if visible_table is room.table or isinstance(error, NotYours):
        return error
    try:
        build_step(visible_table, seat)
    except MalleError as as_shown:
        return as_shown
    return Stale()  # the seat's question was answered by itself or by the clock, and that is not shown yet
