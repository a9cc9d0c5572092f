"""Delayed reveal: moves are written and acknowledged at once, but what viewers see may lag behind.

There are three reasons, each with a second room that advances later than the first:

- *Simultaneous answers* (the curtain). While several seats are asked, the old state stays visible until the
  window has been open for a minimum time. A quick pass would tell that a player had nothing to think about. For
  the same reason a refusal is computed from the visible state. What cannot be answered from it, such as an
  undo, is answered after that time, whether the window has closed or not. The next deadline starts at the
  reveal.
- *Acts together*. In some phases, which the game declares, one seat acts several times in a row. The others see
  the state before the first of these acts until the last one is in the log: not even their number is visible. A
  change of seats or a pause is shown at once, with all that was done before it.
- *Spectator delay* (the gallery). If a table was opened so, spectators see it some moves late, with the people
  who were present then. There is no delay before the deal and after the end.

Order of calls around a step: `extend_deadline` and `seconds_until_reveal` before it is written; then
`delay_reveal`, `group_acts`, the advance of the room itself, and `advance_spectators`.
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
    """Return whether several seats are asked at once, or some of them still are after others have answered."""
    return len(table.awaited) > 1 or any(table.since[seat] < table.seq for seat in table.awaited)


def hold_back(room: Room, step: Step, shortest: float, made: float | None = None) -> None:
    """Call before a room advances: keep the old state visible if the step closes a window too early. The state
    stays visible until the window has been open for `min_window_seconds`. `written_at` is when the step was
    written, by the monotonic clock; `None` means now."""
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
    """Call before a room advances, after `delay_reveal`: hide the step if the seat has more acts of the same
    group. Then the other viewers keep the state before the first act. A step that completes or ends the group
    shows everything."""
    if not is_part(room, step):
        room.part = None
    elif room.part is None:
        room.part = (step.table.awaited[0], room.still())


def is_part(room: Room, step: Step) -> bool:
    """Return whether this step is one of several acts that are shown together, and not the last. An undo of one
    counts too."""
    if not room.sheet.together or not _is_together(room, step.table):
        return False
    return step.entry.undoes or (step.entry.mover != TABLE and _is_together(room, room.table))


def _is_together(room: Room, table: Table) -> bool:
    """Return whether a single seat is awaited at this table in a phase whose acts are shown together."""
    if len(table.awaited) != 1:
        return False
    view = table.view(table.awaited[0])
    return view is not None and table.game.phase(view) in room.sheet.together


def replay(room: Room, entries: Sequence[Entry], ages: Sequence[float], age: float, shortest: float) -> None:
    """Apply log entries to a room that holds a snapshot `snapshot_age` seconds old, or the empty table.
    `entry_ages` says how many seconds ago each entry was written. Windows, deadlines and delays are timed from
    then, as in the process that wrote them. Timed from anything else, what is shown would tell when a window
    closed."""
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
    """Call after a move: return the table of which a snapshot should be stored now, or `None` if none is due.
    The table is at least `min_age_moves` moves old (fewer if that exceeds what is remembered), so that a
    process that loads the snapshot has the later moves for its log. None is due before `min_age_moves` moves
    after the latest snapshot."""
    _rest(room, time.monotonic())
    found, age = None, min(moves, RESTS - 1)
    while room.rests and room.rests[0].seq <= room.table.seq - age:
        found = room.rests.popleft()
    if found is None or found.seq - room.snapshot < moves:
        return None
    room.snapshot = found.seq
    return found


def _rest(room: Room, made: float) -> None:
    """Remember the table for a snapshot, if one may be taken here; `written_at` is the monotonic time of the
    step. A snapshot holds neither an earlier visible state nor the time at which a window opened. So the table
    is skipped while something is held back, or in a window that opened earlier. With a spectator delay it is
    the table that spectators see."""
    table = (room.gallery or room).table
    opens = all(table.since[seat] == table.seq for seat in table.awaited)
    held = (room.curtain is not None and room.curtain[0] > made) or (room.opened is not None and room.opened > made)
    if not held and room.part is None and (opens or not is_window(table)):
        room.rests.append(table)


def timed(room: Room, step: Step, shortest: float) -> Step:
    """Return the step with its deadline extended by the time for which its reveal is delayed. Otherwise the
    visible clock would tell when the last answer came. The step is returned unchanged if nothing is delayed."""
    if not step.clock or room.opened is None or _goes_on(step.table):
        return step
    held = max(0.0, room.opened + shortest - time.monotonic())
    return msgspec.structs.replace(step, clock=step.clock + held)


def held(room: Room, step: Step, shortest: float) -> float | None:
    """Return the seconds until this step, which is about to be written, becomes visible. `None` if it asks
    nobody new, or if the same seat has more acts of the group. The value is stored with the move, so that
    "waiting since" never reveals when the last answer of a window came."""
    if _goes_on(step.table) or is_part(room, step):
        return None
    opened = 0.0 if room.opened is None else room.opened + shortest - time.monotonic()
    return max(0.0, opened, seconds_left(room))


def _goes_on(after: Table) -> bool:
    """Return whether seats are awaited and all of them were already asked before this move."""
    return bool(after.awaited) and all(after.since[seat] < after.seq for seat in after.awaited)


def follow(room: Room) -> None:
    """Call after a room advances, and at a reveal: advance the spectator room as far as spectators may see.
    While a state is held back the delay counts from it: a further step would tell that the window has closed."""
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
    """Return the seconds until the held-back state is revealed, 0 if none is."""
    return 0.0 if room.curtain is None else max(0.0, room.curtain[0] - time.monotonic())


def shown_at(room: Room) -> float:
    """Return the monotonic time at which the newest step becomes visible."""
    return time.monotonic() + seconds_left(room)


def seconds_unsaid(room: Room, shortest: float) -> float:
    """Return the seconds until an answer may depend on whether the window has closed; 0 if it may now. The
    result is the same whether the window has closed or not."""
    if room.curtain is not None and (left := seconds_left(room)):
        return left
    return 0.0 if room.opened is None else max(0.0, room.opened + shortest - time.monotonic())


def open_gallery(room: Room) -> None:
    """Call before the first entry is applied: create the spectator room, if the table has a spectator delay."""
    if room.table.setup.late:
        room.gallery = room.still()
        room.gallery.leader = room
