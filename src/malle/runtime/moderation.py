"""Applies what the operator removed: a table that must not be seen any longer, or a player's name."""

from __future__ import annotations

from collections.abc import MutableMapping

from malle.runtime.room import Room
from malle.runtime.seats.seat_owners import SeatOwners
from malle.storage.store import Store, TableId, database_of
from malle.storage.tables.reports import WHOLE_TABLE


class ModerationWatcher:
    """Applies what the operator removed to all rooms of this process, also to those without
    viewers."""

    def __init__(self, store: Store, rooms: MutableMapping[TableId, Room], seat_owners: SeatOwners) -> None:
        self._store = store
        self._rooms = rooms
        self._seat_owners = seat_owners
        self._applied_removals: set[tuple[int, int, float]] = set()
        """Removals already applied: (table, seat or `WHOLE_TABLE`, when)."""

    async def apply_removals(self, database: int) -> None:
        """Apply the operator's removals in one database. A removed table's room is dropped, and its
        viewers are disconnected. Where a player's name was removed, the names of the table are read
        again, once. Raises `DatabaseUnavailable` if the database does not answer."""
        tables = [removal for removal in self._rooms if database_of(removal) == database]
        removals = set(await self._store.reports.removals(tables))
        self._applied_removals = {
            removal
            for removal in self._applied_removals
            if database_of(TableId(removal[0])) != database or removal in removals
        }
        for table_id, seat, removed_at in removals:
            room = self._rooms.get(TableId(table_id))
            if room is not None and seat == WHOLE_TABLE:
                del self._rooms[room.id]
                for connection in tuple(room.connections):
                    connection.disconnect("this table was taken away")
            elif room is not None and (table_id, seat, removed_at) not in self._applied_removals:
                await self._seat_owners.load_owners(room)
                room.notify_all()
            self._applied_removals.add((table_id, seat, removed_at))
