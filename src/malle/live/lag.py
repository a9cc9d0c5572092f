"""What is shown later than it happened.

The log is never late: an answer is written, and acknowledged, at once. What stays behind is the picture of the table, a
second room that goes on later than the first:

- *the curtain*: what was to be seen before a window closed stays to be seen until the window has been open for its
  shortest time. Otherwise a quick pass would tell that there was nothing to think about. For the same reason a refusal
  is made from what is shown, and whatever cannot be answered from that, such as an undo, is answered when the window
  has been open for that time, whether it has closed or not. The next deadline begins when the curtain opens;
- *the gallery*: what spectators see, at a table that was opened so, some moves behind the players, and with it who was
  there then. Before everybody sits, and once the game is over, there is nothing to keep from them.
"""

from __future__ import annotations

import time

import msgspec

from malle.live.room import Room
from malle.table import Step, Table


def is_window(table: Table) -> bool:
    """Are several seats asked at once, or is the rest of them still asked?"""
    return len(table.awaited) > 1 or any(table.since[seat] < table.seq for seat in table.awaited)


def hold_back(room: Room, step: Step, shortest: float) -> None:
    """Before a room takes in a step: draws the curtain if it closes a window that was open for less than `shortest`."""
    if _goes_on(step.table):
        return
    now = time.monotonic()
    until = now
    if room.opened is not None and room.opened + shortest > now:
        until = room.opened + shortest
        room.curtain = (until, room.still() if room.curtain is None or room.curtain[0] <= now else room.curtain[1])
    room.opened = until if len(step.table.awaited) > 1 else None


def timed(room: Room, step: Step, shortest: float) -> Step:
    """A step with its deadline counted from when the curtain opens that it draws: the clock that is shown then would
    tell when the last answer came."""
    if not step.clock or room.opened is None or _goes_on(step.table):
        return step
    held = max(0.0, room.opened + shortest - time.monotonic())
    return msgspec.structs.replace(step, clock=step.clock + held)


def _goes_on(after: Table) -> bool:
    """Is everybody who is awaited now still asked the same as before?"""
    return bool(after.awaited) and all(after.since[seat] < after.seq for seat in after.awaited)


def follow(room: Room) -> None:
    """After it: lets the gallery go on as far as spectators may see."""
    gallery, table = room.gallery, room.table
    if gallery is None:
        return
    for step in room.tail:
        late = table.seq - step.table.seq < table.setup.late
        if late and table.over is None and step.table.turn is not None:
            return
        if gallery.advance(step):
            gallery.set_clock(None)


def seconds_left(room: Room) -> float:
    """Until the curtain opens; 0: there is none."""
    return 0.0 if room.curtain is None else max(0.0, room.curtain[0] - time.monotonic())


def seconds_unsaid(room: Room, shortest: float) -> float:
    """Until whether the window has closed may be told. The same whether it has or not."""
    if room.curtain is not None and (left := seconds_left(room)):
        return left
    return 0.0 if room.opened is None else max(0.0, room.opened + shortest - time.monotonic())


def open_gallery(room: Room) -> None:
    """Before the first entry: spectators of this table look from behind."""
    if room.table.setup.late:
        room.gallery = room.still()
        room.gallery.leader = room
