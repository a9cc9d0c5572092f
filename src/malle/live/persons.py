"""Finds the person who owns a device, by the device's secret token.

A device belongs to the person whose id is made from its token. The people's database is asked for exceptions:
a device led to another person, a closed device, an erased person. A process caches the answers for
`CACHE_SECONDS`. Twice in that time it asks for devices closed and people erased since, and disconnects their
pages.

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

from malle.live.caller import NotYours
from malle.live.room import Room
from malle.store.away import Unavailable, Unfit
from malle.store.devices import Devices
from malle.store.store import TableId, digest, person_of

REMEMBERS = 20.0
"""Seconds for which an answer about a device is cached."""
MOST = 50_000
"""Most devices in the cache of a process."""
CLOSED = "this device was closed"
"""Reason sent to a viewer whose device was closed, or whose person was erased."""
_DEVICE = re.compile(r"[\w-]{43}", re.ASCII)


class Persons:
    """A cache of the owners of devices, in one process."""

    def __init__(
        self, devices: Devices, rooms: Mapping[TableId, Room], reseat: Callable[[Room], object] = lambda room: None
    ) -> None:
        """`refresh_seat_owners` is called with each room in which an erased person has a seat. It starts to
        read the room's seat owners again."""
        self._devices = devices
        self._rooms = rooms
        self._reseat = reseat
        self._looked = time.monotonic()
        """When closed devices were last queried with success, by the monotonic clock."""
        self._known: OrderedDict[bytes, tuple[UUID | None, float]] = OrderedDict()
        """By token digest: the person (`None` for a closed device), and when that was read."""

    async def of(self, token: str) -> UUID:
        """Return the person who owns the device with this token. Raises `NotYours` if it is no device token,
        or the device is closed. Raises `Unfit` if the people's database was not migrated and the device is
        not cached."""
        if not _DEVICE.fullmatch(token):
            raise NotYours("this token opens no seat of this table")
        hashed, now = digest(token), time.monotonic()
        person, told = self._known.get(hashed, (None, -REMEMBERS))
        if now - told >= REMEMBERS:
            try:
                person = await self._devices.whose(hashed, person_of(token))
            except Unavailable as error:
                if hashed not in self._known and isinstance(error, Unfit):
                    raise
                if hashed not in self._known:
                    return person_of(token)
            self._known[hashed] = person, now
            while len(self._known) > MOST:
                self._known.popitem(last=False)
        if person is None:
            raise NotYours("this device was closed on another one")
        return person

    def forget(self, hashed: bytes) -> None:
        """Forget what is cached about a device, after it has changed, and disconnect its viewers."""
        self._known.pop(hashed, None)
        for room in tuple(self._rooms.values()):
            for connection in tuple(room.connections):
                if connection.who.device == hashed:
                    connection.drop(CLOSED)

    async def look_for_closed(self) -> None:
        """Wait, then forget the devices closed, and the people erased, at other processes. One iteration of a
        loop."""
        await asyncio.sleep(REMEMBERS / 2)
        now = time.monotonic()
        try:
            closed = await self._devices.closed_lately(now - self._looked + 3 * REMEMBERS)
            erased = await self._devices.erased_of(self._people())
        except Unavailable:
            return
        self._looked = now
        for hashed in closed:
            self.forget(hashed)
        if erased:
            self._forget_erased(erased)

    def _people(self) -> set[UUID]:
        """Return the people who own seats in the rooms of this process, or are connected to them."""
        rooms = tuple(self._rooms.values())
        sitting = {sitter.person for room in rooms for sitter in (room.sitters or {}).values()}
        looking = {each.who.person for room in rooms for each in room.connections}
        return sitting | {person for person in looking if person is not None}

    def _forget_erased(self, erased: Set[UUID]) -> None:
        """Forget these erased people: their devices, their connections, and the owners of rooms in which they
        have a seat."""
        for hashed in [hashed for hashed, (person, _) in self._known.items() if person in erased]:
            del self._known[hashed]
        for room in tuple(self._rooms.values()):
            for connection in tuple(room.connections):
                if connection.who.person in erased:
                    connection.drop(CLOSED)
            if seats := {seat for seat, sitter in (room.sitters or {}).items() if sitter.person in erased}:
                room.unsure |= seats
                room.sitters = None
                self._reseat(room)
