"""Who a device is. Known without asking nearly always: a device is the person that its secret makes, unless the
people's database says that it was led to another one, or closed.

A process remembers what it was told for `REMEMBERS` seconds, and looks for closed devices twice in that time; so a
device that was closed counts for nothing after that, at whichever process, and its open pages are sent away. While the
people's database is away what was told last stays true, and whoever is unknown is the person that their secret makes:
tables are played without that database.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import OrderedDict
from collections.abc import Mapping
from uuid import UUID

from malle.live.caller import NotYours
from malle.live.room import Room
from malle.store.away import Unavailable
from malle.store.devices import Devices
from malle.store.store import TableId, digest, person_of

REMEMBERS = 20.0
"""Seconds."""
MOST = 50_000
"""Devices that a process keeps in mind."""
CLOSED = "this device was closed"
"""Why somebody is sent away whose device it is no more."""
_DEVICE = re.compile(r"[\w-]{43}", re.ASCII)


class Persons:
    """What one process knows of devices."""

    def __init__(self, devices: Devices, rooms: Mapping[TableId, Room]) -> None:
        self._devices = devices
        self._rooms = rooms
        self._known: OrderedDict[bytes, tuple[UUID | None, float]] = OrderedDict()
        """The person of each device, None of a closed one, and when that was told."""

    async def of(self, token: str) -> UUID:
        """The person of a device, by its secret. `NotYours` if this is no device's, or one that was closed."""
        if not _DEVICE.fullmatch(token):
            raise NotYours("this token opens no seat of this table")
        hashed, now = digest(token), time.monotonic()
        person, told = self._known.get(hashed, (None, -REMEMBERS))
        if now - told >= REMEMBERS:
            try:
                found = await self._devices.whose(hashed)
                person = person_of(token) if found is None else None if found[1] else found[0]
            except Unavailable:
                if hashed not in self._known:
                    return person_of(token)
            self._known[hashed] = person, now
            while len(self._known) > MOST:
                self._known.popitem(last=False)
        if person is None:
            raise NotYours("this device was closed on another one")
        return person

    def forget(self, hashed: bytes) -> None:
        """Something about this device has changed: asks again, and sends its pages away."""
        self._known.pop(hashed, None)
        for room in tuple(self._rooms.values()):
            for connection in tuple(room.connections):
                if connection.who.device == hashed:
                    connection.drop(CLOSED)

    async def look_for_closed(self) -> None:
        """Forgets what was closed at another process."""
        await asyncio.sleep(REMEMBERS / 2)
        try:
            closed = await self._devices.closed_lately(3 * REMEMBERS)
        except Unavailable:
            return
        for hashed in closed:
            self.forget(hashed)
