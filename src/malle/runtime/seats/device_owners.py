"""Finds the person who owns a device, by the device's secret token.

A device belongs to the person whose id is made from its token. The people's database is asked for
exceptions: a device that was linked to another person, a closed device, an erased person. A process
caches the answers for `CACHE_SECONDS`. Twice in that time it asks which devices were closed and
which people were erased since, and disconnects their pages.

While the people's database is unavailable, cached answers stay valid. An unknown device then belongs to the
person made from its token, so tables can be played without that database. Devices closed meanwhile are found
when it is back.

A database that answers but was not migrated is another case. The problem could go unnoticed, and every closed
device would open again. So unknown devices are refused then.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Set
from uuid import UUID

from malle.runtime.room import Room
from malle.runtime.seats.identity import NotYours
from malle.storage.database_errors import DatabaseUnavailable, SchemaOutdated
from malle.storage.people.devices import DeviceStore
from malle.storage.store import TableId, person_of_token, token_digest

CACHE_SECONDS = 20.0
"""Seconds for which an answer about a device is cached."""
MAX_CACHED_DEVICES = 50_000
"""Most devices in the cache of a process."""
DEVICE_CLOSED_REASON = "this device was closed"
"""Reason sent to a viewer whose device was closed, or whose person was erased."""
_DEVICE_TOKEN = re.compile(r"[\w-]{43}", re.ASCII)


class DeviceOwners:
    """Finds the owners of devices, and caches them. Each process has one, made by its
    `TableService`."""

    def __init__(
        self,
        devices: DeviceStore,
        rooms: Mapping[TableId, Room],
        refresh_seat_owners: Callable[[Room], object] = lambda room: None,
    ) -> None:
        """`rooms` are the rooms of this process. `refresh_seat_owners` is called with each room in
        which an erased person has a seat; it starts to read the room's seat owners again."""
        self._devices = devices
        self._rooms = rooms
        self._refresh_seat_owners = refresh_seat_owners
        self._checked_at = time.monotonic()
        """When closed devices were last queried with success, by the monotonic clock."""
        self._cache: OrderedDict[bytes, tuple[UUID | None, float]] = OrderedDict()
        """By token digest: the person (`None` for a closed device), and when that was read."""

    async def person_of_token(self, token: str) -> UUID:
        """Return the person who owns the device with this token. While the people's database is
        unavailable, a cached answer is used, and a device that is not cached belongs to the person
        made from its token. Raises `NotYours` if the text is no device token, or if the device is
        closed. Raises `SchemaOutdated` if that database was not migrated and the device is not
        cached."""
        if not _DEVICE_TOKEN.fullmatch(token):
            raise NotYours("this token opens no seat of this table")
        hashed, now = token_digest(token), time.monotonic()
        person, read_at = self._cache.get(hashed, (None, -CACHE_SECONDS))
        if now - read_at >= CACHE_SECONDS:
            try:
                person = await self._devices.owner_of(hashed, person_of_token(token))
            except DatabaseUnavailable as error:
                if hashed not in self._cache and isinstance(error, SchemaOutdated):
                    raise
                if hashed not in self._cache:
                    return person_of_token(token)
            self._cache[hashed] = person, now
            while len(self._cache) > MAX_CACHED_DEVICES:
                self._cache.popitem(last=False)
        if person is None:
            raise NotYours("this device was closed on another one")
        return person

    def invalidate(self, token_digest: bytes) -> None:
        """Forget what is cached about the device with this digest, and disconnect its viewers here.
        Call it when the device was closed or given to another person."""
        self._cache.pop(token_digest, None)
        for room in tuple(self._rooms.values()):
            for connection in tuple(room.connections):
                if connection.caller.device_digest == token_digest:
                    connection.disconnect(DEVICE_CLOSED_REASON)

    async def wait_and_drop_closed(self) -> None:
        """Wait, then forget the devices that were closed lately, and the people of this process's
        rooms who were erased, and disconnect their viewers. One iteration of a loop. Nothing
        happens while the people's database is unavailable."""
        await asyncio.sleep(CACHE_SECONDS / 2)
        now = time.monotonic()
        try:
            closed = await self._devices.recently_closed(now - self._checked_at + 3 * CACHE_SECONDS)
            erased = await self._devices.find_erased(self._local_people())
        except DatabaseUnavailable:
            return
        self._checked_at = now
        for digest in closed:
            self.invalidate(digest)
        if erased:
            self._drop_erased(erased)

    def _local_people(self) -> set[UUID]:
        """Return the people who own seats in the rooms of this process, or are connected to them
        here."""
        rooms = tuple(self._rooms.values())
        owners = {owner.person for room in rooms for owner in (room.seat_owners or {}).values()}
        viewers = {connection.caller.person for room in rooms for connection in room.connections}
        return owners | {person for person in viewers if person is not None}

    def _drop_erased(self, erased: Set[UUID]) -> None:
        """Forget the cached devices of these erased people, and disconnect their viewers. In rooms
        where they have a seat, the seat owners become unknown and are read again."""
        for digest in [digest for digest, (person, _) in self._cache.items() if person in erased]:
            del self._cache[digest]
        for room in tuple(self._rooms.values()):
            for connection in tuple(room.connections):
                if connection.caller.person in erased:
                    connection.disconnect(DEVICE_CLOSED_REASON)
            if seats := {seat for seat, owner in (room.seat_owners or {}).items() if owner.person in erased}:
                room.uncertain_seats |= seats
                room.seat_owners = None
                self._refresh_seat_owners(room)
