"""Join codes for tables that are being filled, and the list of tables that are open to strangers.

A join code can be dictated, and leads where the invitation link leads.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable
from uuid import UUID

from msgspec import Struct

from malle.core import MalleError
from malle.runtime.room import Room
from malle.runtime.table_service import TableService
from malle.storage.database_errors import DatabaseUnavailable
from malle.storage.store import TableId
from malle.storage.tables.join_code_store import normalize_code

LIST_CACHE_SECONDS = 2.0
"""How long the list of open tables is cached."""


async def join_code(service: TableService, room: Room) -> str:
    """Return the table's join code of five letters, which is valid for at most a day; a code is
    made if there is none. Show it only to people who sit at the table. The result is empty if the
    game has begun, or if the table's database is unavailable."""
    if room.table.turn is not None:
        return ""
    try:
        return await service.store.join_codes.get_or_create(room.id)
    except DatabaseUnavailable:
        return ""


async def is_open_to_strangers(service: TableService, room: Room) -> bool:
    """Return whether the table is listed for strangers and its game has not begun. `False` while
    its database is unavailable."""
    try:
        return room.table.turn is None and await service.store.join_codes.is_listed(room.id)
    except DatabaseUnavailable:
        return False


async def find_by_code(service: TableService, typed_code: str) -> Room | None:
    """Return the room of the table that a typed join code leads to. `None` if the code is unknown,
    expired or malformed, or if the table's game has begun. A person who has the code may be given
    the invitation. Raises `DatabaseUnavailable` if a database that may hold the code does not
    answer."""
    code = normalize_code(typed_code)
    table = await service.store.join_codes.find_table(code) if code else None
    if table is None:
        return None
    room = await service.get_fresh_room(TableId(table))
    return room if room.table.turn is None else None


class ListedTable(Struct, frozen=True):
    """A table that is listed for strangers. Strangers may join it without an invitation until its
    game begins."""

    room: Room
    host_name: str
    free_seats: int
    minutes_listed: int


def exclude_people(tables: Iterable[ListedTable], people: Collection[UUID]) -> tuple[ListedTable, ...]:
    """Return the tables at which none of these people has a seat."""
    return tuple(
        listed
        for listed in tables
        if not any(sitter.person in people for sitter in (listed.room.seat_owners or {}).values())
    )


class ListedTables:
    """The tables that are listed for strangers, cached by one process for `LIST_CACHE_SECONDS`."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._cached_until = 0.0
        self._cached: tuple[ListedTable, ...] = ()

    async def tables(self) -> tuple[ListedTable, ...]:
        """Return the listed tables with free seats, newest first, at most `LIST_CACHE_SECONDS` old.
        Tables of databases that do not answer are left out."""
        if time.monotonic() >= self._cached_until:
            self._cached_until = time.monotonic() + LIST_CACHE_SECONDS
            self._cached = await self._load()
        return self._cached

    async def _load(self) -> tuple[ListedTable, ...]:
        """Load the listed tables. Left out are tables that fail to load, whose game has begun, that
        have no free seat, or that have no host."""
        listed_seconds = await self._service.store.join_codes.listed_tables()
        rooms: dict[TableId, Room] = {}
        for table in map(TableId, listed_seconds):
            try:
                rooms[table] = await self._service.get_fresh_room(table)
            except MalleError:
                continue
        return tuple(
            ListedTable(
                room, room.names[room.table.host], room.table.seat_kinds.count("open"), int(listed_seconds[table] // 60)
            )
            for table, room in rooms.items()
            if room.table.turn is None and room.table.host >= 0 and "open" in room.table.seat_kinds
        )
