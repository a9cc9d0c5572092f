"""Who a device is. Known without asking nearly always: a device is the person that its secret makes, unless the
people's database says that it was led to another one, or closed, or that its person was erased.

A process remembers what it was told for `REMEMBERS` seconds, and looks twice in that time for devices that were closed
and for people who were erased; so they count for nothing after that, at whichever process, and their open pages are
sent away. While the people's database is away what was told last stays true, and whoever is unknown is the person that
their secret makes: tables are played without that database. Once it is back, what was closed meanwhile is found.
One that is there and was not brought up to date is not away: nobody would see to it, and every device that was closed
would open again. Whoever is unknown has to wait then.
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
"""Seconds."""
MOST = 50_000
"""Devices that a process keeps in mind."""
CLOSED = "this device was closed"
"""Why somebody is sent away whose device it is no more."""
_DEVICE = re.compile(r"[\w-]{43}", re.ASCII)


class Persons:
    """What one process knows of devices."""

    def __init__(
        self, devices: Devices, rooms: Mapping[TableId, Room], reseat: Callable[[Room], object] = lambda room: None
    ) -> None:
        """`reseat` begins to learn who sits at a room, and sends away whoever does not any more."""
        self._devices = devices
        self._rooms = rooms
        self._reseat = reseat
        self._looked = time.monotonic()
        """When closed devices were last looked for, and the database answered."""
        self._known: OrderedDict[bytes, tuple[UUID | None, float]] = OrderedDict()
        """The person of each device, None of a closed one, and when that was told."""

    async def of(self, token: str) -> UUID:
        """The person of a device, by its secret. `NotYours` if this is no device's, or one that was closed; `Unfit` if
        the people's database was not brought up to date."""
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
        """Something about this device has changed: asks again, and sends its pages away."""
        self._known.pop(hashed, None)
        for room in tuple(self._rooms.values()):
            for connection in tuple(room.connections):
                if connection.who.device == hashed:
                    connection.drop(CLOSED)

    async def look_for_closed(self) -> None:
        """Forgets what was closed, and who was erased, at another process."""
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
        """Everybody at this process's sockets, and at its tables."""
        rooms = tuple(self._rooms.values())
        sitting = {sitter.person for room in rooms for sitter in (room.sitters or {}).values()}
        looking = {each.who.person for room in rooms for each in room.connections}
        return sitting | {person for person in looking if person is not None}

    def _forget_erased(self, erased: Set[UUID]) -> None:
        """Their seats are somebody's of whom nothing is known, and their pages are sent away."""
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
