"""Shows open seat requests at the tables of this process, as read from the database.

Each process adds the people at its own sockets to the request's row. So no player is left out because another
process does not know that they are present.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from uuid import UUID

from malle.live.room import Knocker, Room
from malle.store.away import Unavailable
from malle.store.store import Store, TableId


class Knocking:
    """Keeps the seat requests that rooms of this process show in line with the database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def look(self, rooms: Mapping[TableId, Room]) -> None:
        """Read the open seat requests of these rooms, and update what the rooms show. All rooms must lie in one
        database. People who are connected here are added to the request, so that they must agree too. A request
        is taken down when its time has run out. `Unavailable` if the database does not answer."""
        found = await self._store.askings.open(list(rooms))
        for id_, room in rooms.items():
            asked, known = found.get(id_), room.knocker
            if asked is None:
                _show(room, None)
                continue
            if (here := room.attending_here()) & ~asked.asked:
                await self._store.askings.ask_also(id_, asked.id, here)
            if known is None or (known.asked.id, known.asked.yes) != (asked.id, asked.yes):
                _show(room, Knocker(asked, await self._name(asked.person), time.monotonic() + asked.seconds))
                asyncio.get_running_loop().call_later(asked.seconds, _end, room, asked.id)

    async def _name(self, person: UUID) -> str:
        """Return the requester's name, "?" if it is unknown or the people database is unavailable."""
        try:
            return (await self._store.names([person])).get(person, "?")
        except Unavailable:
            return "?"


def _end(room: Room, id_: UUID) -> None:
    """Take down a request whose time has run out, if the room still shows it."""
    if room.knocker is not None and room.knocker.asked.id == id_:
        _show(room, None)


def _show(room: Room, knocker: Knocker | None) -> None:
    """Set the request that a room shows, `None` for none, and notify viewers if it is another one."""
    if room.knocker is not knocker:
        room.set_knocker(knocker)
        room.wake()
