"""What is shown later than it happened.

The log is never late: an answer is written, and acknowledged, at once. What stays behind is the picture of the table, a
second room that goes on later than the first:

- *the curtain*: what was to be seen before a window closed stays to be seen until the window has been open for its
  shortest time. Otherwise a quick pass would tell that there was nothing to think about. For the same reason a refusal
  is made from what is shown, and whatever cannot be answered from that, such as an undo, is answered when the window
  has been open for that time, whether it has closed or not. The next deadline begins when the curtain opens;
- *acts together*: in some phases (`Sheet.together`) one seat acts several times in a row. All others are shown what was
  before the first of these acts until the last one is in the log: not even how many there have been. A seat that
  changes hands, or a pause, is shown at once, and all that was done before it;
- *the gallery*: what spectators see, at a table that was opened so, some moves behind the players, and with it who was
  there then. Before everybody sits, and once the game is over, there is nothing to keep from them.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import msgspec

from malle.core.record import TABLE
from malle.live.pace import LAST
from malle.live.room import RESTS, Room
from malle.table import Entry, Step, Table


def is_window(table: Table) -> bool:
    """Are several seats asked at once, or is the rest of them still asked?"""
    return len(table.awaited) > 1 or any(table.since[seat] < table.seq for seat in table.awaited)


def hold_back(room: Room, step: Step, shortest: float, made: float | None = None) -> None:
    """Before a room takes in a step: draws the curtain if it closes a window that was open for less than `shortest`.
    `made`: when that was, by this process's own monotonic clock; None: now."""
    if _goes_on(step.table):
        return
    now = time.monotonic()
    until = made = now if made is None else made
    if room.opened is not None and room.opened + shortest > made:
        until = room.opened + shortest
        if until > now:
            room.curtain = (until, room.still() if room.curtain is None or room.curtain[0] <= made else room.curtain[1])
    room.opened = until if len(step.table.awaited) > 1 else None


def gather(room: Room, step: Step) -> None:
    """Before a room takes in a step: keeps what others are shown if the seat has more to do, else lets them see all."""
    if not is_part(room, step):
        room.part = None
    elif room.part is None:
        room.part = (step.table.awaited[0], room.still())


def is_part(room: Room, step: Step) -> bool:
    """Is this one of several acts that are shown together, and not the last? Taking one back is one, too."""
    if not room.sheet.together or not _is_together(room, step.table):
        return False
    return step.entry.undoes or (step.entry.mover != TABLE and _is_together(room, room.table))


def _is_together(room: Room, table: Table) -> bool:
    if len(table.awaited) != 1:
        return False
    view = table.view(table.awaited[0])
    return view is not None and table.game.phase(view) in room.sheet.together


def replay(room: Room, entries: Sequence[Entry], ages: Sequence[float], age: float, shortest: float) -> None:
    """Follows the log in a room that holds a snapshot `age` seconds old, or nothing yet. Each entry was made when the
    log says: a window is as old, its clock as far and its curtain up for as long as in the process that wrote it.
    Counted from anything else, what is shown here would tell when the window closed."""
    now, pace = time.monotonic(), room.table.setup.pace
    if is_window(room.table):
        room.opened = now - age
        room.deadline = None if pace is None else room.opened + pace
    for entry, since in zip(entries, ages, strict=True):
        step = room.table.follow(entry)
        hold_back(room, step, shortest, now - since)
        gather(room, step)
        room.advance(step)
        if step.clock:
            room.deadline = (now - since if room.opened is None else room.opened) + step.clock
        follow(room)
        _rest(room, now - since)
        if room.pace is not None and room.part is None and entry.seq > entries[-1].seq - LAST:
            room.pace.follow(room.sheet, step, max(now - since, room.curtain[0] if room.curtain else 0.0))


def older(room: Room, moves: int) -> Table | None:
    """After a move: the table of which a snapshot is due, if one is. It is at least so many moves old, so that whoever
    reads the table from there has those too, and can tell them to those who come."""
    _rest(room, time.monotonic())
    found, age = None, min(moves, RESTS - 1)
    while room.rests and room.rests[0].seq <= room.table.seq - age:
        found = room.rests.popleft()
    if found is None or found.seq - room.snapshot < moves:
        return None
    room.snapshot = found.seq
    return found


def _rest(room: Room, made: float) -> None:
    """Remembers the table, if there may be a snapshot of it. One knows neither what was to be seen before it, nor when
    a window was opened, unless it was then. Where spectators are late, it is of what they see."""
    table = (room.gallery or room).table
    opens = all(table.since[seat] == table.seq for seat in table.awaited)
    held = (room.curtain is not None and room.curtain[0] > made) or (room.opened is not None and room.opened > made)
    if not held and room.part is None and (opens or not is_window(table)):
        room.rests.append(table)


def timed(room: Room, step: Step, shortest: float) -> Step:
    """A step with its deadline counted from when the curtain opens that it draws: the clock that is shown then would
    tell when the last answer came."""
    if not step.clock or room.opened is None or _goes_on(step.table):
        return step
    held = max(0.0, room.opened + shortest - time.monotonic())
    return msgspec.structs.replace(step, clock=step.clock + held)


def held(room: Room, step: Step, shortest: float) -> float | None:
    """Seconds until a step is shown that is about to be written; None if everybody who is awaited after it was asked
    before, or has more to do. Whoever is told since when they are waited for is told this time: that of the entry would
    say when the last answer of a window came."""
    if _goes_on(step.table) or is_part(room, step):
        return None
    opened = 0.0 if room.opened is None else room.opened + shortest - time.monotonic()
    return max(0.0, opened, seconds_left(room))


def _goes_on(after: Table) -> bool:
    """Is everybody who is awaited now still asked the same as before?"""
    return bool(after.awaited) and all(after.since[seat] < after.seq for seat in after.awaited)


def follow(room: Room) -> None:
    """After it, and when the curtain opens: lets the gallery go on as far as spectators may see. While the curtain
    hangs that is as far as if the window were open: a step of theirs would tell that it has closed."""
    gallery = room.gallery
    if gallery is None:
        return
    table = room.table if room.curtain is None or not seconds_left(room) else room.curtain[1].table
    if room.part is not None and room.part[1].table.seq < table.seq:
        table = room.part[1].table
    for step in room.tail:
        late = table.seq - step.table.seq < table.setup.late
        if late and table.over is None and step.table.turn is not None:
            return
        if gallery.advance(step):
            gallery.set_clock(None)


def seconds_left(room: Room) -> float:
    """Until the curtain opens; 0: there is none."""
    return 0.0 if room.curtain is None else max(0.0, room.curtain[0] - time.monotonic())


def shown_at(room: Room) -> float:
    """When the newest step is to be seen, by this process's own monotonic clock."""
    return time.monotonic() + seconds_left(room)


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
