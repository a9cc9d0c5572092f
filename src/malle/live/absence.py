"""Tracks awaited players who are away, and what the other players want to do about it.

The clock never replaces a person. After some time the people who wait may vote for a robot (see
`malle.runtime.presence.votes`). Until then, and as long as they like, the table waits. Each process measures
absences by its own clock, from when it noticed them. Votes are in the database.
"""

from __future__ import annotations

import time
from collections.abc import Mapping

from malle.core import Seat
from malle.live.attendance import Attendance
from malle.live.room import Missing, Room
from malle.store.store import Store, TableId
from malle.store.wishes import Wanted

LOOKING_AWAY = 8 / 3
"""A connected but inactive player counts as absent after the room's patience times this factor."""
PAUSE = "pause"
"""Name of the vote for a pause in the vote store."""


class Absences:
    """Finds absent players at the tables of this process, and updates what their rooms show."""

    def __init__(self, store: Store, attendance: Attendance) -> None:
        self._store = store
        self._attendance = attendance

    async def look(self, rooms: Mapping[TableId, Room]) -> None:
        """Update the absent players and the pause votes of these rooms, and notify their viewers of a change.
        All rooms must lie in one database, from which their open votes are read. `Unavailable` if it does not
        answer."""
        found = await self._store.wishes.open(list(rooms))
        now = time.monotonic()
        for id_, room in rooms.items():
            self._attendance.look_round(room)
            _notice(room, now)
            wanted = {each.what: each for each in found.get(id_, ())}
            missing = tuple(
                _missing(room, seat, wanted.get(stand_in_of(seat)), now)
                for seat in room.unseen
                if is_absent(room, seat)
            )
            pause, shown = wanted.get(PAUSE), room.shown_to(Seat(0)).table
            open_ = not room.table.paused and not shown.over
            pausing = pause.yes if pause is not None and open_ and pause.seq == pause_asked(room) else 0
            if (missing, pausing) != (room.missing, room.pausing):
                room.set_missing(missing, pausing)
                room.wake()


def pause_asked(room: Room) -> int:
    """Return the number that identifies the open vote for a pause. At a live table this is always 0. At a slow
    table, where a vote may take days, it is the seq that players see: a move or a change of seats that is shown
    makes earlier votes void."""
    return room.shown_to(Seat(0)).table.seq if room.table.setup.bank else 0


def stand_in_of(seat: int) -> str:
    """Return the name of the vote for a robot to play in place of this seat (0-based)."""
    return f"robot {seat + 1}"


def is_absent(room: Room, seat: int) -> bool:
    """Return whether the awaited person of this seat has been missing for long enough to be replaced. A
    disconnected person is absent after the room's patience in seconds. A person who is connected but inactive
    is absent only after the room's patience times `UNRESPONSIVE_PATIENCE_FACTOR`, counted from when they are
    awaited."""
    now, presence = time.monotonic(), room.presences()[seat]
    if seat not in room.unseen or presence == "here" or now - room.unseen[seat] < room.patience:
        return False
    return presence == "gone" or now - room.asked[seat][1] >= LOOKING_AWAY * room.patience


def _notice(room: Room, now: float) -> None:
    """Update which people the room awaits, since when, and since when each of them is not there. Seats are
    awaited according to the table that players see. `now` is the monotonic time."""
    table, presences = room.shown_to(Seat(0)).table, room.presences()
    waited = {seat for seat in table.awaited if table.kinds[seat] == "person"}
    for seat in [seat for seat in room.asked if seat not in waited or room.asked[seat][0] != table.since[seat]]:
        del room.asked[seat]
        room.unseen.pop(seat, None)
    for seat in waited:
        room.asked.setdefault(seat, (table.since[seat], now))
        if presences[seat] == "here":
            room.unseen.pop(seat, None)
        else:
            room.unseen.setdefault(seat, now)


def _missing(room: Room, seat: int, wanted: Wanted | None, now: float) -> Missing:
    """Return the `Missing` entry of an absent seat, with the votes for a robot and the latest nudge. Votes
    about an earlier absence do not count. If nothing changed, the entry that the room has already is returned:
    its recomputed times would differ slightly, and so look like a change."""
    seq = room.asked[seat][0]
    yes, nudged, ago = 0, None, 0.0
    if wanted is not None and wanted.seq == seq:
        yes, nudged, ago = wanted.yes, wanted.nudged, wanted.ago or 0.0
    known = next((each for each in room.missing if each.seat == seat), None)
    if known is not None and (known.seq, known.yes, known.nudged) == (seq, yes, nudged):
        return known
    return Missing(seat, seq, room.unseen[seat], yes, nudged, now - ago)
