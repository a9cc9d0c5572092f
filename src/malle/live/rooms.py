"""The rooms in memory: tables with viewers, and tables that were used lately.

A table whose game is over takes some hundred kilobytes, and hardly anybody comes back to it. Its room is
dropped after a few minutes without viewers. Rooms of games in play stay until there are too many. A dropped
room is loaded from the database when it is needed again.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict

from malle.live.room import Room
from malle.loops import about
from malle.store.store import TableId

UNSEEN, OFTEN = 300.0, 15.0
"""Seconds without viewers before the room of a finished game is dropped, and seconds between two checks."""


class Rooms(OrderedDict[TableId, Room]):
    """Rooms by table id, the least recently used first."""

    def __init__(self) -> None:
        super().__init__()
        self._unseen: dict[TableId, float] = {}
        """For finished tables: when a check first found no viewer, by the monotonic clock."""

    def ask(self, table: TableId) -> Room | None:
        """Return the room of a table and mark it as used now, or `None` if it is not in memory."""
        self._unseen.pop(table, None)
        room = self.get(table)
        if room is not None:
            self.move_to_end(table)
        return room

    def keep(self, most: int) -> None:
        """Drop the least recently used rooms until at most `max_rooms` are left. Rooms with viewers, or with
        a move under way, stay."""
        for table in list(self):
            if len(self) <= most:
                return
            if _may_go(self[table]):
                del self[table]

    async def look(self) -> None:
        """Wait for about `DROP_INTERVAL_SECONDS`, then drop the finished tables without viewers. One
        iteration of a loop."""
        await asyncio.sleep(about(OFTEN))
        self.drop_ended(time.monotonic())

    def drop_ended(self, now: float) -> None:
        """Drop the rooms of finished games that have had no viewer for `UNWATCHED_SECONDS`. `now` is a time
        of the monotonic clock."""
        ended = [table for table, room in self.items() if room.table.over is not None and _may_go(room)]
        self._unseen = {table: self._unseen.get(table, now) for table in ended}
        for table in [table for table, since in self._unseen.items() if now - since >= UNSEEN]:
            del self[table], self._unseen[table]


def _may_go(room: Room) -> bool:
    """Return whether a room can be dropped: it has no viewer here and no move under way."""
    return not room.connections and not room.lock.locked()
