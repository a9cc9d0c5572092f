"""Who sits where, and what they are called. Names lie in a database of their own, which may be away."""

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
"""Seconds after which names that were away are asked for again."""
RENEWED = 12.0
"""Seconds after which people are called as they are now: a name was changed at another process, taken away, erased."""
TABLES = 200
"""Tables whose names are asked for at once."""


class Sitters:
    """What one process knows of the people at its tables."""

    def __init__(self, store: Store, rooms: Mapping[TableId, Room]) -> None:
        self._store = store
        self._rooms = rooms
        self._nameless: set[TableId] = set()

    async def learn(self, room: Room) -> dict[int, Sitter]:
        """Who sits where, and what they are called. If a seat changes hands while we ask, we ask again."""
        while True:
            kinds = room.table.kinds
            sitters = await self._store.sitters(room.id)
            people = {each.person for each in sitters.values()} | room.names_then().keys()
            try:
                names = await self._names(people)
            except Unavailable:  # a table is played without names rather than not at all
                names = room.names_then() | self._known_names(room) | self._store.unwritten_names(people)
                self._nameless.add(room.id)
            if room.table.kinds is kinds:
                break
        room.sitters, room.unsure = sitters, frozenset()
        _call(room, sitters, names)
        return sitters

    async def _names(self, people: Set[UUID]) -> dict[UUID, str]:
        """What each of them is called; who is not there any more has no name."""
        return dict.fromkeys(people, "?") | await self._store.names(people)

    def _known_names(self, room: Room) -> dict[UUID, str]:
        """What those who sit here were called before."""
        return {who: name for who, name in zip(room.whose, room.called, strict=True) if who is not None}

    async def renamed(self, person: UUID) -> None:
        """Somebody is called otherwise: the tables in memory where they sit say so."""
        for room in tuple(self._rooms.values()):
            sitting = any(sitter.person == person for sitter in (room.sitters or {}).values())
            if sitting or person in room.names_then():
                await self.learn(room)
                room.wake()

    async def learn_names(self) -> None:
        """When the people's database is back: writes the names it missed, and learns those we missed."""
        await asyncio.sleep(AGAIN)
        with contextlib.suppress(Unavailable):
            await self._store.write_names()
            for id_ in tuple(self._nameless):
                self._nameless.discard(id_)  # comes back if the names are away again
                if (room := self._rooms.get(id_)) is not None:
                    try:
                        await self.learn(room)
                    except Unavailable:  # the table's own database
                        self._nameless.add(id_)
                        continue
                    room.wake()

    async def renew(self) -> None:
        """At all tables in memory people are called as they are called now."""
        await asyncio.sleep(about(RENEWED))
        tables = list(self._rooms.values())
        with contextlib.suppress(Unavailable):
            for start in range(0, len(tables), TABLES):
                await self._renew([(each, each.sitters, each.names) for each in tables[start : start + TABLES]])

    async def _renew(self, asked: list[tuple[Room, dict[int, Sitter] | None, tuple[str, ...]]]) -> None:
        people = {sitter.person for _, sitters, _ in asked for sitter in (sitters or {}).values()}
        names = await self._names(people.union(*(room.names_then() for room, _, _ in asked)))
        for room, sitters, before in asked:
            # Whoever learnt it meanwhile knows better.
            if sitters and room.sitters is sitters and room.names is before and _call(room, sitters, names):
                room.wake()


def _call(room: Room, sitters: Mapping[int, Sitter], names: Mapping[UUID, str]) -> bool:
    """Lets those who sit here be called so. Is that new?"""
    kinds = room.table.kinds
    people = tuple(_who(room.table, seat, sitters) for seat in range(len(kinds)))
    called = tuple(_name(room.table, seat, who, names) for seat, who in enumerate(people))
    shown, before = told_apart(called, people_first(kinds)), room.names
    if shown != before or people != room.whose:
        room.set_names(shown, called, people)
    room.call_then(names)
    return shown != before


def doubt(room: Room, before: tuple[Kind, ...]) -> None:
    """Seats have changed hands, and who sits where is to be learnt. In play a step changes those alone whose kind it
    changes; before, all may have moved."""
    now = room.table.kinds
    changed = {seat for seat, kind in enumerate(now) if before[seat : seat + 1] != (kind,)}
    begun = room.table.turn is not None and len(before) == len(now) and changed
    room.unsure |= frozenset(changed if begun else range(len(now)))
    room.sitters = None


def is_theirs(room: Room, who: Caller, seat: Seat) -> bool:
    """The same as `sits`, also while it is being learnt."""
    if room.sitters is not None or who.robot:
        return sits(room, who, seat)
    return seat < len(room.table.kinds) and room.table.kinds[seat] == "person" and seat not in room.unsure


def sits(room: Room, who: Caller, seat: Seat) -> bool:
    """The table is exact at the seq we write on, so a seat that changed hands, or is gone, is known here."""
    if seat >= len(room.table.kinds):
        return False
    if who.robot:
        return room.table.kinds[seat] == "robot"
    return room.table.kinds[seat] == "person" and holds(room, who, seat)


def holds(room: Room, who: Caller, seat: Seat) -> bool:
    """A seat stays with the person who sat there last, also where a robot plays on for them."""
    sitter = (room.sitters or {}).get(seat)
    return sitter is not None and sitter.person == who.person


def has_seat(room: Room, who: Caller) -> bool:
    """Does this person play a seat here?"""
    return any(sits(room, who, Seat(seat)) for seat in room.sitters or {})


def _who(table: Table, seat: int, sitters: Mapping[int, Sitter]) -> UUID | None:
    """Whose name a seat has: a robot that keeps it for somebody has theirs."""
    theirs = table.kinds[seat] == "person" or (table.kinds[seat] == "robot" and seat in table.left)
    return sitters[seat].person if theirs and seat in sitters else None


def _name(table: Table, seat: int, who: UUID | None, names: Mapping[UUID, str]) -> str:
    if who is not None:
        return names.get(who, "?")
    return robot_name(table.setup, table.game.seats, seat) if table.kinds[seat] == "robot" else ""
