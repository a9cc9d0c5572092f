"""The tables in memory: those that somebody looks at, and those that were looked at lately.

A table whose game is over is some hundred kilobytes of states and steps that hardly anybody comes back to, and dropped
after a few minutes. One that is still played stays until there are too many. Whatever is dropped is in the database,
and loaded again when somebody comes.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict

from malle.live.room import Room
from malle.loops import about
from malle.store.store import TableId

UNSEEN, OFTEN = 300.0, 15.0
"""Seconds after which a table is dropped that is over and nobody looks at, and between two looks for such tables."""


class Rooms(OrderedDict[TableId, Room]):
    """Rooms by table; the one that was asked for last is the last one."""

    def __init__(self) -> None:
        super().__init__()
        self._unseen: dict[TableId, float] = {}
        """Since when nobody looks at a table, as far as was noticed."""

    def ask(self, table: TableId) -> Room | None:
        """The room of a table, if it is here: whoever asks for it is somebody who looks."""
        self._unseen.pop(table, None)
        room = self.get(table)
        if room is not None:
            self.move_to_end(table)
        return room

    def keep(self, most: int) -> None:
        """Drops the rooms that were not asked for for longest, until there are no more than that."""
        for table in list(self):
            if len(self) <= most:
                return
            if _may_go(self[table]):
                del self[table]

    async def look(self) -> None:
        """A turn of the loop that drops what is over."""
        await asyncio.sleep(about(OFTEN))
        self.drop_ended(time.monotonic())

    def drop_ended(self, now: float) -> None:
        """Drops the rooms of games that are over and that nobody has looked at for `UNSEEN` seconds."""
        ended = [table for table, room in self.items() if room.table.over is not None and _may_go(room)]
        self._unseen = {table: self._unseen.get(table, now) for table in ended}
        for table in [table for table, since in self._unseen.items() if now - since >= UNSEEN]:
            del self[table], self._unseen[table]


def _may_go(room: Room) -> bool:
    """Nobody looks at it, and nobody is about to move there."""
    return not room.connections and not room.lock.locked()
