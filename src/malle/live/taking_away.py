"""Applies what the operator removed: a table that must not be seen any longer, or a player's name."""

from __future__ import annotations

from collections.abc import MutableMapping

from malle.live.room import Room
from malle.live.sitters import Sitters
from malle.store.reports import TABLE
from malle.store.store import Store, TableId, database_of


class TakingAway:
    """Applies removals to all rooms of this process, also those without viewers."""

    def __init__(self, store: Store, rooms: MutableMapping[TableId, Room], sitters: Sitters) -> None:
        self._store = store
        self._rooms = rooms
        self._sitters = sitters
        self._known: set[tuple[int, int, float]] = set()
        """Removals already applied: (table, seat or `TABLE`, when)."""

    async def look(self, database: int) -> None:
        """Apply the removals in one database: drop removed tables and disconnect their viewers, and read the
        names of a table again where one was removed."""
        tables = [each for each in self._rooms if database_of(each) == database]
        found = set(await self._store.reports.taken_away(tables))
        self._known = {each for each in self._known if database_of(TableId(each[0])) != database or each in found}
        for table, seat, at in found:
            room = self._rooms.get(TableId(table))
            if room is not None and seat == TABLE:
                del self._rooms[room.id]
                for connection in tuple(room.connections):
                    connection.drop("this table was taken away")
            elif room is not None and (table, seat, at) not in self._known:
                await self._sitters.learn(room)
                room.wake()
            self._known.add((table, seat, at))
