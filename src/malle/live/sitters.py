"""Who owns the seats of a table, and their names. Names are in a database of their own, which may be
unavailable."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping, Set
from uuid import UUID

from malle.core import Seat
from malle.live.caller import Caller
from malle.live.names import people_first, robot_name, told_apart
from malle.live.room import Room
from malle.loops import about
from malle.store.away import Unavailable
from malle.store.store import Sitter, Store, TableId
from malle.table import Kind, Table

AGAIN = 1.0
"""Seconds until names that could not be read are read again."""
RENEWED = 12.0
"""Seconds between refreshes of all names: a name may have been changed at another process, removed, or erased."""
TABLES = 200
"""Tables whose names are read in one query."""


class Sitters:
    """Reads the seat owners of this process's rooms, and keeps their names up to date."""

    def __init__(self, store: Store, rooms: Mapping[TableId, Room]) -> None:
        self._store = store
        self._rooms = rooms
        self._nameless: set[TableId] = set()
        """Tables whose names could not be read."""

    async def learn(self, room: Room) -> dict[int, Sitter]:
        """Read the seat owners and names of a room, store them in it, and return the owners by seat. Read
        again if a seat changes hands meanwhile. Without the people's database, known names stay. Raises
        `Unavailable` only if the table's own database is."""
        while True:
            kinds = room.table.kinds
            sitters = await self._store.sitters(room.id)
            people = {each.person for each in sitters.values()} | room.names_then().keys()
            try:
                names = await self._names(people)
            except Unavailable:  # a table without names can still be played
                names = room.names_then() | self._known_names(room) | self._store.unwritten_names(people)
                self._nameless.add(room.id)
            if room.table.kinds is kinds:
                break
        room.sitters, room.unsure = sitters, frozenset()
        _call(room, sitters, names)
        return sitters

    async def _names(self, people: Set[UUID]) -> dict[UUID, str]:
        """Return the names of these people; `?` for those without a row."""
        return dict.fromkeys(people, "?") | await self._store.names(people)

    def _known_names(self, room: Room) -> dict[UUID, str]:
        """Return the names that a room has now, by person id."""
        return {who: name for who, name in zip(room.whose, room.called, strict=True) if who is not None}

    async def renamed(self, person: UUID) -> None:
        """Show a person's changed name: read owners and names again in all rooms that show this person, and
        notify viewers."""
        for room in tuple(self._rooms.values()):
            sitting = any(sitter.person == person for sitter in (room.sitters or {}).values())
            if sitting or person in room.names_then():
                await self.learn(room)
                room.wake()

    async def learn_names(self) -> None:
        """Wait, then write the names the people's database missed, and read those this process missed. One
        iteration of a loop; nothing happens while that database is unavailable."""
        await asyncio.sleep(AGAIN)
        with contextlib.suppress(Unavailable):
            await self._store.write_names()
            for id_ in tuple(self._nameless):
                self._nameless.discard(id_)  # added again if the names cannot be read
                if (room := self._rooms.get(id_)) is not None:
                    try:
                        await self.learn(room)
                    except Unavailable:  # the table's own database
                        self._nameless.add(id_)
                        continue
                    room.wake()

    async def renew(self) -> None:
        """Wait, then refresh the names in all rooms of this process. One iteration of a loop."""
        await asyncio.sleep(about(RENEWED))
        tables = list(self._rooms.values())
        with contextlib.suppress(Unavailable):
            for start in range(0, len(tables), TABLES):
                await self._renew([(each, each.sitters, each.names) for each in tables[start : start + TABLES]])

    async def _renew(self, asked: list[tuple[Room, dict[int, Sitter] | None, tuple[str, ...]]]) -> None:
        """Refresh the names in these rooms with one query. Each is given with its owners and names from
        before; a room where these have changed since is skipped."""
        people = {sitter.person for _, sitters, _ in asked for sitter in (sitters or {}).values()}
        names = await self._names(people.union(*(room.names_then() for room, _, _ in asked)))
        for room, sitters, before in asked:
            # If another task has read them meanwhile, its result is newer.
            if sitters and room.sitters is sitters and room.names is before and _call(room, sitters, names):
                room.wake()


def _call(room: Room, sitters: Mapping[int, Sitter], names: Mapping[UUID, str]) -> bool:
    """Set a room's names from its owners and the names of people, also for past seatings. Return whether the
    visible names have changed."""
    kinds = room.table.kinds
    people = tuple(_who(room.table, seat, sitters) for seat in range(len(kinds)))
    called = tuple(_name(room.table, seat, who, names) for seat, who in enumerate(people))
    shown, before = told_apart(called, people_first(kinds)), room.names
    if shown != before or people != room.whose:
        room.set_names(shown, called, people)
    room.call_then(names)
    return shown != before


def doubt(room: Room, before: tuple[Kind, ...]) -> None:
    """Mark seat owners as unknown after seats have changed hands; `before` are the kinds from before. They go
    into `Room.uncertain_seats`. During play only seats whose kind changed are marked, otherwise, or if none
    changed, all."""
    now = room.table.kinds
    changed = {seat for seat, kind in enumerate(now) if before[seat : seat + 1] != (kind,)}
    begun = room.table.turn is not None and len(before) == len(now) and changed
    room.unsure |= frozenset(changed if begun else range(len(now)))
    room.sitters = None


def is_theirs(room: Room, who: Caller, seat: Seat) -> bool:
    """Return whether the caller may act for a seat, also while owners are unknown. Then a person's seat
    counts as the caller's unless it is uncertain."""
    if room.sitters is not None or who.robot:
        return sits(room, who, seat)
    return seat < len(room.table.kinds) and room.table.kinds[seat] == "person" and seat not in room.unsure


def sits(room: Room, who: Caller, seat: Seat) -> bool:
    """Return whether the caller may act for a seat: its person, or the robot that plays it. False if the seat
    is gone or its owners are unknown. The table is exact at the room's seq, so a seat that changed hands is
    noticed."""
    if seat >= len(room.table.kinds):
        return False
    if who.robot:
        return room.table.kinds[seat] == "robot"
    return room.table.kinds[seat] == "person" and holds(room, who, seat)


def holds(room: Room, who: Caller, seat: Seat) -> bool:
    """Return whether this person owns a seat. A seat stays with the last person who had it, also while a
    robot plays for them."""
    sitter = (room.sitters or {}).get(seat)
    return sitter is not None and sitter.person == who.person


def has_seat(room: Room, who: Caller) -> bool:
    """Return whether this caller may act for any seat that has an owner."""
    return any(sits(room, who, Seat(seat)) for seat in room.sitters or {})


def _who(table: Table, seat: int, sitters: Mapping[int, Sitter]) -> UUID | None:
    """Return the person whose name a seat shows, also where a robot keeps the seat for them; `None` for other
    robots and empty seats."""
    theirs = table.kinds[seat] == "person" or (table.kinds[seat] == "robot" and seat in table.left)
    return sitters[seat].person if theirs and seat in sitters else None


def _name(table: Table, seat: int, who: UUID | None, names: Mapping[UUID, str]) -> str:
    """Return a seat's name before duplicates are told apart: the person's (`?` if unknown), the robot's, or
    empty for an open seat."""
    if who is not None:
        return names.get(who, "?")
    return robot_name(table.setup, table.game.seats, seat) if table.kinds[seat] == "robot" else ""
