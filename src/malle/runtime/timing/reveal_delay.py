"""Delayed reveal: moves are written and acknowledged at once, but what viewers see may lag behind.

There are three reasons, each with a second room that advances later than the first:

- *Simultaneous answers*. While several seats are asked at once, an answer window is open. The old
  state stays visible until the window has been open for a minimum time. A quick pass would tell
  that a player had nothing to think about. For the same reason a refusal is computed from the
  visible state. What cannot be answered from it, such as an undo, is answered after that time,
  whether the window has closed or not. The next deadline starts at the reveal.
- *Acts together*. In some phases, which the game declares, one seat acts several times in a row. The others see
  the state before the first of these acts until the last one is in the log: not even their number is visible. A
  change of seats or a pause is shown at once, with all that was done before it.
- *Spectator delay*. If a table was opened so, spectators see it some moves late, with the people
  who were present then. There is no delay before the deal and after the end.

Order of calls around a step: `extend_deadline` and `seconds_until_reveal` before it is written; then
`delay_reveal`, `group_acts`, the advance of the room itself, and `advance_spectators`.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import msgspec

from malle.core.record import TABLE_MOVER
from malle.runtime.room import MAX_SNAPSHOT_CANDIDATES, Room
from malle.runtime.timing.reading_time import MOVES_TIMED_ON_LOAD
from malle.table import Entry, Step, Table


def is_answer_window(table: Table) -> bool:
    """Return whether an answer window is open: several seats are asked at once, or some of them
    still are after others have answered."""
    return len(table.awaited) > 1 or any(table.awaited_since[seat] < table.seq for seat in table.awaited)


def delay_reveal(room: Room, step: Step, min_window_seconds: float, written_at: float | None = None) -> None:
    """Call before a room advances: keep the old state visible if the step closes an answer window
    too early. The state stays visible until the window has been open for `min_window_seconds`. Also
    record in `Room.window_opened_at` whether the step opens a window. `written_at` is when the step
    was written, by the monotonic clock; `None` means now."""
    if _asks_nobody_new(step.table):
        return
    now = time.monotonic()
    until = written_at = now if written_at is None else written_at
    if room.window_opened_at is not None and room.window_opened_at + min_window_seconds > written_at:
        until = room.window_opened_at + min_window_seconds
        if until > now:
            room.pending_reveal = (
                until,
                room.freeze()
                if room.pending_reveal is None or room.pending_reveal[0] <= written_at
                else room.pending_reveal[1],
            )
    room.window_opened_at = until if len(step.table.awaited) > 1 else None


def group_acts(room: Room, step: Step) -> None:
    """Call before a room advances, after `delay_reveal`: hide the step if the same seat has more
    acts that are shown together with it. The other viewers then keep the state before the first of
    these acts. Any other step ends the group, and everything becomes visible."""
    if not is_incomplete_group(room, step):
        room.hidden_acts = None
    elif room.hidden_acts is None:
        room.hidden_acts = (step.table.awaited[0], room.freeze())


def is_incomplete_group(room: Room, step: Step) -> bool:
    """Return whether this step is one of several acts that are shown together, and not the last. An
    undo among such acts counts too. `room` must still be at the table before the step."""
    if not room.game_info.grouped_action_phases or not _is_grouped_phase(room, step.table):
        return False
    return step.entry.is_undo or (step.entry.mover != TABLE_MOVER and _is_grouped_phase(room, room.table))


def _is_grouped_phase(room: Room, table: Table) -> bool:
    """Return whether a single seat is awaited at this table, in a phase whose acts the game shows
    together."""
    if len(table.awaited) != 1:
        return False
    view = table.view(table.awaited[0])
    return view is not None and table.game.phase(view) in room.game_info.grouped_action_phases


def replay_log(
    room: Room, entries: Sequence[Entry], entry_ages: Sequence[float], snapshot_age: float, min_window_seconds: float
) -> None:
    """Apply log entries to a room that holds the empty table, or a snapshot that is `snapshot_age`
    seconds old. `entry_ages` says how many seconds ago each entry was written. Answer windows,
    deadlines and delays are timed from then, as in the process that wrote the entries. With any
    other times, what is shown would tell when a window closed."""
    now, decision_seconds = time.monotonic(), room.table.setup.pace
    if is_answer_window(room.table):
        room.window_opened_at = now - snapshot_age
        room.deadline = None if decision_seconds is None else room.window_opened_at + decision_seconds
    for entry, entry_age in zip(entries, entry_ages, strict=True):
        step = room.table.follow(entry)
        delay_reveal(room, step, min_window_seconds, now - entry_age)
        group_acts(room, step)
        room.advance(step)
        if step.deadline_seconds:
            room.deadline = (
                now - entry_age if room.window_opened_at is None else room.window_opened_at
            ) + step.deadline_seconds
        advance_spectators(room)
        _remember_for_snapshot(room, now - entry_age)
        if (
            room.reading_timer is not None
            and room.hidden_acts is None
            and entry.seq > entries[-1].seq - MOVES_TIMED_ON_LOAD
        ):
            room.reading_timer.add_step(
                room.game_info, step, max(now - entry_age, room.pending_reveal[0] if room.pending_reveal else 0.0)
            )


def pop_due_snapshot(room: Room, min_age_moves: int) -> Table | None:
    """Call after a move: return the table of which a snapshot should be stored now, or `None` if
    none is due. The table is at least `min_age_moves` moves old (fewer if the room does not
    remember so many). So a process that loads the snapshot has the later moves for its log. None is
    due before `min_age_moves` moves after the latest snapshot."""
    _remember_for_snapshot(room, time.monotonic())
    due, age_moves = None, min(min_age_moves, MAX_SNAPSHOT_CANDIDATES - 1)
    while room.snapshot_candidates and room.snapshot_candidates[0].seq <= room.table.seq - age_moves:
        due = room.snapshot_candidates.popleft()
    if due is None or due.seq - room.snapshot_seq < min_age_moves:
        return None
    room.snapshot_seq = due.seq
    return due


def _remember_for_snapshot(room: Room, written_at: float) -> None:
    """Remember the room's table as a candidate for a snapshot, if one may be taken of it.
    `written_at` is the monotonic time of the latest step. A snapshot holds neither an earlier
    visible state nor the time at which an answer window opened. So the table is skipped while
    something is held back, or in a window that an earlier step opened. With a spectator delay it is
    the table that spectators see."""
    table = (room.spectator_room or room).table
    opens = all(table.awaited_since[seat] == table.seq for seat in table.awaited)
    is_delayed = (room.pending_reveal is not None and room.pending_reveal[0] > written_at) or (
        room.window_opened_at is not None and room.window_opened_at > written_at
    )
    if not is_delayed and room.hidden_acts is None and (opens or not is_answer_window(table)):
        room.snapshot_candidates.append(table)


def extend_deadline(room: Room, step: Step, min_window_seconds: float) -> Step:
    """Return the step with its deadline extended by the seconds for which its reveal will be
    delayed. Otherwise the visible clock would tell when the last answer came. The step is returned
    unchanged if nothing is delayed."""
    if not step.deadline_seconds or room.window_opened_at is None or _asks_nobody_new(step.table):
        return step
    delay_seconds = max(0.0, room.window_opened_at + min_window_seconds - time.monotonic())
    return msgspec.structs.replace(step, deadline_seconds=step.deadline_seconds + delay_seconds)


def seconds_until_reveal(room: Room, step: Step, min_window_seconds: float) -> float | None:
    """Return the seconds until this step, which is about to be written, becomes visible; 0 if at
    once. `None` if the step asks nobody new, or if the same seat has more acts that are shown
    together with it. The value is stored with the move, so that "waiting since" never reveals when
    the last of several answers came."""
    if _asks_nobody_new(step.table) or is_incomplete_group(room, step):
        return None
    window_seconds_left = (
        0.0 if room.window_opened_at is None else room.window_opened_at + min_window_seconds - time.monotonic()
    )
    return max(0.0, window_seconds_left, remaining_delay_seconds(room))


def _asks_nobody_new(table: Table) -> bool:
    """Return whether seats are awaited and all of them were already asked before this move."""
    return bool(table.awaited) and all(table.awaited_since[seat] < table.seq for seat in table.awaited)


def advance_spectators(room: Room) -> None:
    """Call after a room advances, and when a held-back state is revealed: advance the spectator
    room as far as spectators may see. While a state is held back, the spectator delay counts from
    that state: a further step would tell that all have answered. Nothing happens without a
    spectator delay."""
    spectators = room.spectator_room
    if spectators is None:
        return
    table = (
        room.table if room.pending_reveal is None or not remaining_delay_seconds(room) else room.pending_reveal[1].table
    )
    if room.hidden_acts is not None and room.hidden_acts[1].table.seq < table.seq:
        table = room.hidden_acts[1].table
    for step in room.recent_steps:
        is_too_recent = table.seq - step.table.seq < table.setup.late
        if is_too_recent and table.over is None and step.table.turn is not None:
            return
        if spectators.advance(step):
            spectators.set_seconds_left(None)


def remaining_delay_seconds(room: Room) -> float:
    """Return the seconds until the held-back state is revealed, 0 if none is."""
    return 0.0 if room.pending_reveal is None else max(0.0, room.pending_reveal[0] - time.monotonic())


def reveal_time(room: Room) -> float:
    """Return the monotonic time at which the newest step becomes visible."""
    return time.monotonic() + remaining_delay_seconds(room)


def seconds_until_answerable(room: Room, min_window_seconds: float) -> float:
    """Return the seconds until an answer may depend on whether all simultaneous answers are in; 0
    if it may now. The result is the same whether they are in or not."""
    if room.pending_reveal is not None and (remaining := remaining_delay_seconds(room)):
        return remaining
    return (
        0.0
        if room.window_opened_at is None
        else max(0.0, room.window_opened_at + min_window_seconds - time.monotonic())
    )


def open_spectator_room(room: Room) -> None:
    """Call before the first entry is applied: create the room that delayed spectators see, if the
    table has a spectator delay."""
    if room.table.setup.late:
        room.spectator_room = room.freeze()
        room.spectator_room.source_room = room
