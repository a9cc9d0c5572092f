"""Who is waited for and not there, and what those who wait want: noticed by every sweep, and shown to all at the table.

Nobody is replaced by the clock: after a humane delay the people who wait are asked, and they choose (see
`malle.live.agreeing`). Until then, and as long as they like, the table waits. Each process counts for itself, from when
it noticed; what was chosen is in the database.
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
"""Somebody who is connected and gives no sign has so many times the patience."""
PAUSE = "pause"


class Absences:
    """What one process knows of those who are waited for."""

    def __init__(self, store: Store, attendance: Attendance) -> None:
        self._store = store
        self._attendance = attendance

    async def look(self, rooms: Mapping[TableId, Room]) -> None:
        """Notices who is missing at these tables of one database, learns what the others want, and shows it."""
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
    """Which pause is asked for. At a slow table, where that may take days, it is another one as soon as anything is
    shown to have happened: somebody moved, or a seat changed hands."""
    return room.shown_to(Seat(0)).table.seq if room.table.setup.bank else 0


def stand_in_of(seat: int) -> str:
    """What is wanted where a robot is to play for this seat."""
    return f"robot {seat + 1}"


def is_absent(room: Room, seat: int) -> bool:
    """Have the others waited for this seat long enough, though its person is not there?"""
    now, presence = time.monotonic(), room.presences()[seat]
    if seat not in room.unseen or presence == "here" or now - room.unseen[seat] < room.patience:
        return False
    return presence == "gone" or now - room.asked[seat][1] >= LOOKING_AWAY * room.patience


def _notice(room: Room, now: float) -> None:
    """Keeps in mind who is waited for, and who of them is not there, as those at the table see it."""
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
    """The one that is known, if nothing is new: a time that is reckoned anew would be another one."""
    seq = room.asked[seat][0]
    yes, nudged, ago = 0, None, 0.0
    if wanted is not None and wanted.seq == seq:
        yes, nudged, ago = wanted.yes, wanted.nudged, wanted.ago or 0.0
    known = next((each for each in room.missing if each.seat == seat), None)
    if known is not None and (known.seq, known.yes, known.nudged) == (seq, yes, nudged):
        return known
    return Missing(seat, seq, room.unseen[seat], yes, nudged, now - ago)
