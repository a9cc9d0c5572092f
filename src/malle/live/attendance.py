"""Presence: which people are at a table, over all processes, and what they have read.

Each process broadcasts which seats are connected to its own sockets. If a proxy sends all viewers of a table to
one process, little is broadcast: the first presence (twice), the last departure, and a rare repetition.
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
"""Interval at which a process repeats which seats are connected to it."""
MOST_PROCESSES, MOST_WATCHING = 64, 10_000
"""Limits for what is accepted from other processes: processes per table, and spectators per process."""
LISTENING = 1.0
"""Time after which a new process receives the messages of the others."""
ALONE = 6
"""Where no other process is known to show the table, presence is repeated in one of this many intervals."""


class Attendance:
    """Broadcasts who is connected to this process, and records what other processes report."""

    def __init__(self, rooms: Mapping[TableId, Room], bus: Callable[[], AnyBus]) -> None:
        self._rooms = rooms
        self._bus = bus
        self._heard: set[TableId] = set()
        """Tables for which another process reported presence that their viewers have not been shown yet."""

    def look_round(self, room: Room) -> None:
        """Call when a person connected, disconnected or became inactive here: update the room, and broadcast
        presence. Nothing is broadcast if it is unchanged, or while viewers are connected here, presence was
        broadcast before, and no other process is known to show the table. That the last viewer left is always
        broadcast. The first broadcast is repeated after `SUBSCRIPTION_READY_SECONDS`."""
        room.look_round()
        if room.told == NOBODY and room.connections:
            asyncio.get_running_loop().call_later(LISTENING, self._tell_again, room.id)
        is_quiet = room.connections and not room.elsewhere and room.told != NOBODY
        if not is_quiet and room.present() != room.told:
            self._tell(room)

    def seen(self, table: int, process: int, here: int, away: int, watching: int) -> None:
        """Record the presence that another process reports for a table; a process not known before is answered.
        `here_bits` and `away_bits` are seats as bits. Ignored if no viewer of the table is connected here, or
        if too many processes report. A report is believed for 30 seconds. Viewers are updated in the next turn
        of the event loop."""
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
        """Refresh each room for which presence was reported since the last call. One refresh serves several
        reports."""
        heard, self._heard = self._heard, set()
        for id_ in heard:
            if id_ in self._rooms:
                self._rooms[id_].look_round()

    def _tell_again(self, table: TableId) -> None:
        """Repeat the first broadcast for a table, if it still has viewers here. A process that started at the
        same moment may not have listened to the first one."""
        room = self._rooms.get(table)
        if room is not None and room.connections:
            self._tell(room)

    async def say_again(self) -> None:
        """One turn of a loop: wait, then repeat presence for the tables shown here, and drop silent processes.
        A table that no other process is known to show is repeated in one of `LONE_REBROADCAST_ONE_IN` turns
        only, in case the first broadcast was lost."""
        await asyncio.sleep(about(AGAIN))
        now = time.monotonic()
        for room in [room for room in self._rooms.values() if room.connections]:
            if room.elsewhere or not secrets.randbelow(ALONE):
                self._tell(room)
            for process in [process for process, (*_, until) in room.elsewhere.items() if until <= now]:
                del room.elsewhere[process]
            room.look_round()

    def _tell(self, room: Room) -> None:
        """Broadcast who is connected here, and remember it as the last broadcast."""
        room.told = room.present()
        self._bus().present(room.id, *room.told)

    def see(self, room: Room, viewer: Viewer, seq: int) -> None:
        """Record that the viewer has read up to `seq`, and tell other processes: robots there may be waiting
        for it."""
        room.see(viewer, seq)
        if viewer is not None and room.pace is not None and "robot" in room.table.kinds:
            self._bus().gone_on(room.id, viewer, seq)

    def gone_on(self, table: int, seat: int, seq: int) -> None:
        """Record that a player has read up to `seq`, as another process reports. Ignored for unknown tables and
        seats."""
        room = self._rooms.get(TableId(table))
        if room is not None and 0 <= seat < len(room.table.kinds):
            room.see(Seat(seat), seq)
