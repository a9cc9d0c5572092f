"""The door of a table that is being filled: a code to be dictated, which leads where the invitation leads; and the list
of those that are open to strangers."""

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
"""Seconds for which a list is good."""


async def code_of(house: House, room: Room) -> str:
    """For those who sit there: five letters, which stand for a day at the most. Empty where there is none: the table
    has begun, or its database is away."""
    if room.table.turn is not None:
        return ""
    try:
        return await house.store.doors.code(room.id)
    except Unavailable:
        return ""


async def is_open(house: House, room: Room) -> bool:
    """May strangers sit down there? Not while nobody can say."""
    try:
        return room.table.turn is None and await house.store.doors.is_listed(room.id)
    except Unavailable:
        return False


async def find(house: House, text: str) -> Room | None:
    """The table that a code leads to, while it is being filled; whoever has it may have the invitation. None: to no
    table, or to none any more."""
    code = read_code(text)
    table = await house.store.doors.find(code) if code else None
    if table is None:
        return None
    room = await house.current(TableId(table))
    return room if room.table.turn is None else None


class OpenTable(Struct, frozen=True):
    """A table that waits for strangers."""

    room: Room
    host: str
    free: int
    minutes: int


def without(tables: Iterable[OpenTable], people: Collection[UUID]) -> tuple[OpenTable, ...]:
    """Those where none of these people sits."""
    return tuple(
        each for each in tables if not any(sitter.person in people for sitter in (each.room.sitters or {}).values())
    )


class Lounge:
    """The tables that wait for strangers, as one process knows them: asked for when somebody looks, and not again for a
    moment."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._until = 0.0
        self._found: tuple[OpenTable, ...] = ()

    async def tables(self) -> tuple[OpenTable, ...]:
        """Those that wait now, the latest first. None where no database answers: the page opens all the same."""
        if time.monotonic() >= self._until:
            self._until = time.monotonic() + MOMENT
            self._found = await self._look()
        return self._found

    async def _look(self) -> tuple[OpenTable, ...]:
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
