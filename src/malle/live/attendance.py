"""Who is at a table, over all processes, and what they have read: each tells the others which seats are at its sockets.

Where a front sends all of a table to one process nobody else looks at it, and nothing is said but a first word, twice,
and a last one.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Mapping

from malle.core import Seat, Viewer
from malle.inside import AnyBus
from malle.live.room import NOBODY, Room
from malle.loops import about
from malle.store.store import TableId

AGAIN = 10.0
"""Seconds after which a process says again who is at its sockets."""
MOST_PROCESSES, MOST_WATCHING = 64, 10_000
"""Other processes that are believed at one table, and how many spectators of each."""
LISTENING = 1.0
"""Seconds after which a process that has begun hears the others."""
ALONE = 6
"""How many times less often where no other process is known to look at the table."""


class Attendance:
    """What this process tells the others, and hears of them."""

    def __init__(self, rooms: Mapping[TableId, Room], bus: Callable[[], AnyBus]) -> None:
        self._rooms = rooms
        self._bus = bus
        self._heard: set[TableId] = set()
        """The tables of which another process has told something that is not shown yet."""

    def look_round(self, room: Room) -> None:
        """Somebody came, went or looked away at our sockets: shows it here, and tells the other processes, unless none
        of them is known to look at this table. That the last one went is told to all: whoever heard that they came may
        not have answered yet."""
        room.look_round()
        if room.told == NOBODY and room.connections:
            asyncio.get_running_loop().call_later(LISTENING, self._tell_again, room.id)
        is_quiet = room.connections and not room.elsewhere and room.told != NOBODY
        if not is_quiet and room.present() != room.told:
            self._tell(room)

    def seen(self, table: int, process: int, here: int, away: int, watching: int) -> None:
        """Another process tells who is at its sockets; one that we had not heard of is told of ours."""
        room = self._rooms.get(TableId(table))
        if room is None or not room.connections:
            return
        if process not in room.elsewhere:
            if len(room.elsewhere) >= MOST_PROCESSES:
                return
            self._tell(room)
        seats = (1 << len(room.table.kinds)) - 1
        until = time.monotonic() + 3 * AGAIN
        room.elsewhere[process] = (here & seats, away & seats, min(max(0, watching), MOST_WATCHING), until)
        if not self._heard:
            asyncio.get_running_loop().call_soon(self._show_heard)
        self._heard.add(room.id)

    def _show_heard(self) -> None:
        """Once for all that came together: a look at a table costs more than a line about it."""
        heard, self._heard = self._heard, set()
        for id_ in heard:
            if id_ in self._rooms:
                self._rooms[id_].look_round()

    def _tell_again(self, table: TableId) -> None:
        """The first word, for a process that was not listening yet: two that begin together would miss each other's."""
        room = self._rooms.get(table)
        if room is not None and room.connections:
            self._tell(room)

    async def say_again(self) -> None:
        """For those who missed it; and forgets processes that say nothing any more. Where nobody else is known to look
        it is said now and then only, in case the first word was lost."""
        await asyncio.sleep(about(AGAIN))
        now = time.monotonic()
        for room in [room for room in self._rooms.values() if room.connections]:
            if room.elsewhere or not secrets.randbelow(ALONE):
                self._tell(room)
            for process in [process for process, (*_, until) in room.elsewhere.items() if until <= now]:
                del room.elsewhere[process]
            room.look_round()

    def _tell(self, room: Room) -> None:
        room.told = room.present()
        self._bus().present(room.id, *room.told)

    def see(self, room: Room, viewer: Viewer, seq: int) -> None:
        """A person has gone on from what they were shown: robots that are held learn it, wherever they are."""
        room.see(viewer, seq)
        if viewer is not None and room.pace is not None and "robot" in room.table.kinds:
            self._bus().gone_on(room.id, viewer, seq)

    def gone_on(self, table: int, seat: int, seq: int) -> None:
        """Another process tells it."""
        room = self._rooms.get(TableId(table))
        if room is not None and 0 <= seat < len(room.table.kinds):
            room.see(Seat(seat), seq)
