"""The rooms in memory: tables with viewers, and tables that were used lately.

A table whose game is over takes some hundred kilobytes, and hardly anybody comes back to it. Its room is
dropped after a few minutes without viewers. Rooms of games in play stay until there are too many. A dropped
room is loaded from the database when it is needed again.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict

from malle.background.loops import jittered
from malle.runtime.room import Room
from malle.storage.store import TableId

UNWATCHED_SECONDS, DROP_INTERVAL_SECONDS = 300.0, 15.0
"""Seconds without viewers before the room of a finished game is dropped, and seconds between two checks."""


class RoomCache(OrderedDict[TableId, Room]):
    """The rooms of one process by table id, the least recently used first."""

    def __init__(self) -> None:
        super().__init__()
        self._unwatched_since: dict[TableId, float] = {}
        """For finished tables: when a check first found no viewer, by the monotonic clock."""

    def get_and_touch(self, table_id: TableId) -> Room | None:
        """Return the room of a table and mark it as used now. Return `None` if it is not in
        memory."""
        self._unwatched_since.pop(table_id, None)
        room = self.get(table_id)
        if room is not None:
            self.move_to_end(table_id)
        return room

    def drop_oldest(self, max_rooms: int) -> None:
        """Drop the least recently used rooms until at most `max_rooms` are left. Rooms with
        viewers, or with a move under way, stay, so more may be left."""
        for table_id in list(self):
            if len(self) <= max_rooms:
                return
            if _can_drop(self[table_id]):
                del self[table_id]

    async def wait_and_drop_ended(self) -> None:
        """Wait for about `DROP_INTERVAL_SECONDS`, then call `drop_ended`. One iteration of a
        loop."""
        await asyncio.sleep(jittered(DROP_INTERVAL_SECONDS))
        self.drop_ended(time.monotonic())

    def drop_ended(self, now: float) -> None:
        """Drop the rooms of finished games that have had no viewer for `UNWATCHED_SECONDS`, counted
        from the call that first found none. A use of the room starts the time again. `now` is a
        time of the monotonic clock."""
        ended = [table_id for table_id, room in self.items() if room.table.over is not None and _can_drop(room)]
        self._unwatched_since = {table_id: self._unwatched_since.get(table_id, now) for table_id in ended}
        for table_id in [
            table_id for table_id, since in self._unwatched_since.items() if now - since >= UNWATCHED_SECONDS
        ]:
            del self[table_id], self._unwatched_since[table_id]


def _can_drop(room: Room) -> bool:
    """Return whether a room can be dropped: no viewer is connected here and no move is under
    way."""
    return not room.connections and not room.lock.locked()
