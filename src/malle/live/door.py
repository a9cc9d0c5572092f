"""Join codes for tables that are being filled, and the list of tables that are open to strangers.

A join code can be dictated, and leads where the invitation link leads.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable
from uuid import UUID

from msgspec import Struct

from malle.core import MalleError
from malle.live.house import House
from malle.live.room import Room
from malle.store.away import Unavailable
from malle.store.door import read_code
from malle.store.store import TableId

MOMENT = 2.0
"""How long the list of open tables is cached."""


async def code_of(house: House, room: Room) -> str:
    """Return the table's join code of five letters; it is valid for at most a day. Show it only to people who
    sit at the table. Empty if the game has begun or the table's database is unavailable."""
    if room.table.turn is not None:
        return ""
    try:
        return await house.store.doors.code(room.id)
    except Unavailable:
        return ""


async def is_open(house: House, room: Room) -> bool:
    """Return whether the table is listed for strangers and has not begun. `False` while its database is
    unavailable."""
    try:
        return room.table.turn is None and await house.store.doors.is_listed(room.id)
    except Unavailable:
        return False


async def find(house: House, text: str) -> Room | None:
    """Return the room of the table that a typed join code leads to, or `None` if the code leads to no open
    table. A person with the code may have the invitation. `Unavailable` if a database that may hold the code is
    down."""
    code = read_code(text)
    table = await house.store.doors.find(code) if code else None
    if table is None:
        return None
    room = await house.current(TableId(table))
    return room if room.table.turn is None else None


class OpenTable(Struct, frozen=True):
    """A table that is listed for strangers: its room, the host's name, free seats, and minutes since it was
    listed."""

    room: Room
    host: str
    free: int
    minutes: int


def without(tables: Iterable[OpenTable], people: Collection[UUID]) -> tuple[OpenTable, ...]:
    """Return the tables at which none of these people sits."""
    return tuple(
        each for each in tables if not any(sitter.person in people for sitter in (each.room.sitters or {}).values())
    )


class Lounge:
    """The tables that are listed for strangers, cached by one process for `LIST_CACHE_SECONDS`."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._until = 0.0
        self._found: tuple[OpenTable, ...] = ()

    async def tables(self) -> tuple[OpenTable, ...]:
        """Return the tables with free seats that are listed, newest first. Databases that do not answer are
        left out."""
        if time.monotonic() >= self._until:
            self._until = time.monotonic() + MOMENT
            self._found = await self._look()
        return self._found

    async def _look(self) -> tuple[OpenTable, ...]:
        """Load the listed tables. Tables that fail to load, have begun, are full, or have no host are left out."""
        found = await self._house.store.doors.listed()
        rooms: dict[TableId, Room] = {}
        for table in map(TableId, found):
            try:
                rooms[table] = await self._house.current(table)
            except MalleError:
                continue
        return tuple(
            OpenTable(room, room.names[room.table.host], room.table.kinds.count("open"), int(found[table] // 60))
            for table, room in rooms.items()
            if room.table.turn is None and room.table.host >= 0 and "open" in room.table.kinds
        )
