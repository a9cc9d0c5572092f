"""Who knocks at the tables of this process: learnt from the database, and shown until it is over.

To the row of it each process adds those who are at its own sockets. So nobody is passed over because one process has
not heard of another.
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
    """What one process knows of those who ask for a seat."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def look(self, rooms: Mapping[TableId, Room]) -> None:
        """Learns who asks at these tables of one database, says who is here to be asked, and shows it."""
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
        try:
            return (await self._store.names([person])).get(person, "?")
        except Unavailable:
            return "?"


def _end(room: Room, id_: UUID) -> None:
    if room.knocker is not None and room.knocker.asked.id == id_:
        _show(room, None)


def _show(room: Room, knocker: Knocker | None) -> None:
    if room.knocker is not knocker:
        room.set_knocker(knocker)
        room.wake()
