"""Shows open seat requests at the tables of this process, as read from the database.

Each process adds the people at its own sockets to the request's row. So no player is left out because another
process does not know that they are present.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from uuid import UUID

from malle.runtime.room import Room, SeatRequestShown
from malle.storage.database_errors import DatabaseUnavailable
from malle.storage.store import Store, TableId


class SeatRequestWatcher:
    """Updates which seat requests the rooms of this process show, from the database. A seat request
    is a person's request for a robot's seat."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def refresh(self, rooms: Mapping[TableId, Room]) -> None:
        """Read the open seat requests at these rooms' tables, and update what the rooms show. All
        tables must lie in one database. People who are connected here are added to a request, so
        that they must agree too. A request disappears when its time has run out. Raises
        `DatabaseUnavailable` if the database does not answer."""
        requests = await self._store.seat_requests.open_requests(list(rooms))
        for table_id, room in rooms.items():
            request, shown = requests.get(table_id), room.seat_request
            if request is None:
                _set_request(room, None)
                continue
            if (here_bits := room.local_people_bits()) & ~request.asked:
                await self._store.seat_requests.add_voters(table_id, request.id, here_bits)
            if shown is None or (shown.request.id, shown.request.yes) != (request.id, request.yes):
                _set_request(
                    room,
                    SeatRequestShown(
                        request, await self._requester_name(request.person), time.monotonic() + request.seconds
                    ),
                )
                asyncio.get_running_loop().call_later(request.seconds, _clear_request, room, request.id)

    async def _requester_name(self, person: UUID) -> str:
        """Return the name of the person who asks for a seat; "?" if it is unknown or the people's
        database is unavailable."""
        try:
            return (await self._store.names_of([person])).get(person, "?")
        except DatabaseUnavailable:
            return "?"


def _clear_request(room: Room, request_id: UUID) -> None:
    """Remove the request with this id from the room, if the room still shows it. Called when its
    time has run out."""
    if room.seat_request is not None and room.seat_request.request.id == request_id:
        _set_request(room, None)


def _set_request(room: Room, request: SeatRequestShown | None) -> None:
    """Set the request that a room shows (`None` for no request). Notify viewers if that changes
    anything."""
    if room.seat_request is not request:
        room.set_seat_request(request)
        room.notify_all()
