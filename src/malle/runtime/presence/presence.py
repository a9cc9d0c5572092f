"""Presence: which people are at a table, over all processes, and what they have read.

Each process broadcasts which seats are connected to its own sockets. If a proxy sends all viewers of a table to
one process, little is broadcast: the first presence (twice), the last departure, and a rare repetition.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Mapping

from malle.background.loops import jittered
from malle.core import Seat, Viewer
from malle.messaging.local_bus import Bus
from malle.runtime.room import NO_PRESENCE, Room
from malle.storage.store import TableId

REBROADCAST_SECONDS = 10.0
"""Interval at which a process repeats which seats are connected to it."""
MAX_PROCESSES_PER_TABLE, MAX_SPECTATORS_PER_PROCESS = 64, 10_000
"""Limits for what is accepted from other processes: processes per table, and spectators per process."""
SUBSCRIPTION_READY_SECONDS = 1.0
"""Time after which a new process receives the messages of the others."""
LONE_REBROADCAST_ONE_IN = 6
"""Where no other process is known to show the table, presence is repeated in one of this many intervals."""


class PresenceTracker:
    """Tells the other processes who is connected to this one, and records in the rooms what they
    report."""

    def __init__(self, rooms: Mapping[TableId, Room], bus: Callable[[], Bus]) -> None:
        self._rooms = rooms
        self._bus = bus
        self._tables_to_refresh: set[TableId] = set()
        """Tables for which another process reported presence that their viewers have not been shown yet."""

    def refresh(self, room: Room) -> None:
        """Call when a person connected, disconnected or became inactive here: update the room, and
        broadcast its local presence if that has changed. While viewers are connected here and no
        other process is known to show the table, only the first presence is broadcast. It is
        repeated after `SUBSCRIPTION_READY_SECONDS`. That the last viewer left is always
        broadcast."""
        room.refresh_presence()
        if room.last_broadcast == NO_PRESENCE and room.connections:
            asyncio.get_running_loop().call_later(SUBSCRIPTION_READY_SECONDS, self._repeat_broadcast, room.id)
        is_quiet = room.connections and not room.remote_presence and room.last_broadcast != NO_PRESENCE
        if not is_quiet and room.local_presence() != room.last_broadcast:
            self._broadcast(room)

    def on_remote_presence(self, table: int, process_id: int, here_bits: int, away_bits: int, spectators: int) -> None:
        """Record the presence that another process reports for a table. A process that is new to
        the room is sent the presence here. `here_bits` and `away_bits` are seats, one bit each. A
        report is ignored if no viewer of the table is connected here, or if too many processes
        report. It counts for three times `REBROADCAST_SECONDS`. Viewers are updated in the next
        turn of the event loop."""
        room = self._rooms.get(TableId(table))
        if room is None or not room.connections:
            return
        if process_id not in room.remote_presence:
            if len(room.remote_presence) >= MAX_PROCESSES_PER_TABLE:
                return
            self._broadcast(room)
        seats = (1 << len(room.table.seat_kinds)) - 1
        until = time.monotonic() + 3 * REBROADCAST_SECONDS
        room.remote_presence[process_id] = (
            here_bits & seats,
            away_bits & seats,
            min(max(0, spectators), MAX_SPECTATORS_PER_PROCESS),
            until,
        )
        if not self._tables_to_refresh:
            asyncio.get_running_loop().call_soon(self._refresh_reported_tables)
        self._tables_to_refresh.add(room.id)

    def _refresh_reported_tables(self) -> None:
        """Refresh the presence of each room for which another process reported it since the last
        call. One refresh serves several reports."""
        tables, self._tables_to_refresh = self._tables_to_refresh, set()
        for table_id in tables:
            if table_id in self._rooms:
                self._rooms[table_id].refresh_presence()

    def _repeat_broadcast(self, table: TableId) -> None:
        """Repeat the broadcast for a table, if it still has viewers here. A process that started at
        the same moment may have missed the first one."""
        room = self._rooms.get(table)
        if room is not None and room.connections:
            self._broadcast(room)

    async def rebroadcast(self) -> None:
        """Wait, then repeat the presence of the tables with viewers here, and drop processes that
        are silent. One iteration of a loop. A table that no other process is known to show is
        repeated in one of `LONE_REBROADCAST_ONE_IN` iterations only, in case the first broadcast
        was lost."""
        await asyncio.sleep(jittered(REBROADCAST_SECONDS))
        now = time.monotonic()
        for room in [room for room in self._rooms.values() if room.connections]:
            if room.remote_presence or not secrets.randbelow(LONE_REBROADCAST_ONE_IN):
                self._broadcast(room)
            for process in [process for process, (*_, until) in room.remote_presence.items() if until <= now]:
                del room.remote_presence[process]
            room.refresh_presence()

    def _broadcast(self, room: Room) -> None:
        """Broadcast who is connected here to a table, and remember it as the room's last
        broadcast."""
        room.last_broadcast = room.local_presence()
        self._bus().send_presence(room.id, *room.last_broadcast)

    def mark_read(self, room: Room, viewer: Viewer, seq: int) -> None:
        """Record that the viewer has read what was shown up to `seq`. Other processes are told if
        robots wait for readers at this table: their robots may be waiting for this person."""
        room.mark_read(viewer, seq)
        if viewer is not None and room.reading_timer is not None and "robot" in room.table.seat_kinds:
            self._bus().send_read(room.id, viewer, seq)

    def on_remote_read(self, table: int, seat: int, seq: int) -> None:
        """Record that a player has read what was shown up to `seq`, as another process reports. An
        unknown seat is ignored, and so is a table that this process has no room of."""
        room = self._rooms.get(TableId(table))
        if room is not None and 0 <= seat < len(room.table.seat_kinds):
            room.mark_read(Seat(seat), seq)
