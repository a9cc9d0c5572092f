"""Who owns the seats of a table, and their names. Names are in a database of their own, which may be
unavailable."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping, Set
from uuid import UUID

from malle.background.loops import jittered
from malle.core import Seat
from malle.runtime.room import Room
from malle.runtime.seats.display_names import disambiguate_names, robot_name, seats_people_first
from malle.runtime.seats.identity import Caller
from malle.storage.database_errors import DatabaseUnavailable
from malle.storage.store import SeatOwner, Store, TableId
from malle.table import SeatKind, Table

NAME_RETRY_SECONDS = 1.0
"""Seconds until names that could not be read are read again."""
NAME_REFRESH_SECONDS = 12.0
"""Seconds between refreshes of all names: a name may have been changed at another process, removed, or erased."""
TABLES_PER_NAME_QUERY = 200
"""Tables whose names are read in one query."""


class SeatOwners:
    """Reads the seat owners of this process's rooms, and keeps the names shown there up to date.
    Each process has one, made by its `TableService`."""

    def __init__(self, store: Store, rooms: Mapping[TableId, Room]) -> None:
        self._store = store
        self._rooms = rooms
        self._tables_without_names: set[TableId] = set()
        """Tables whose names could not be read."""

    async def load_owners(self, room: Room) -> dict[int, SeatOwner]:
        """Read the seat owners and names of a room, store them in the room, and return the owners
        by seat. Both are read again if a seat changes hands meanwhile. While the people's database
        is unavailable, names that are known stay. Raises `DatabaseUnavailable` only if the table's
        own database is unavailable."""
        while True:
            kinds = room.table.seat_kinds
            owners = await self._store.seat_owners(room.id)
            people = {owner.person for owner in owners.values()} | room.past_names().keys()
            try:
                names = await self._load_names(people)
            except DatabaseUnavailable:  # a table without names can still be played
                names = room.past_names() | self._known_names(room) | self._store.unwritten_names(people)
                self._tables_without_names.add(room.id)
            if room.table.seat_kinds is kinds:
                break
        room.seat_owners, room.uncertain_seats = owners, frozenset()
        _set_room_names(room, owners, names)
        return owners

    async def _load_names(self, people: Set[UUID]) -> dict[UUID, str]:
        """Return the names of these people, by person id; `?` for people without a name."""
        return dict.fromkeys(people, "?") | await self._store.names_of(people)

    def _known_names(self, room: Room) -> dict[UUID, str]:
        """Return the names that a room shows for its people now, by person id."""
        return {person: name for person, name in zip(room.owner_ids, room.raw_names, strict=True) if person is not None}

    async def show_new_name(self, person: UUID) -> None:
        """Show a person's changed name at once. In all rooms of this process that show this person,
        read owners and names again, and notify the viewers."""
        for room in tuple(self._rooms.values()):
            is_owner = any(owner.person == person for owner in (room.seat_owners or {}).values())
            if is_owner or person in room.past_names():
                await self.load_owners(room)
                room.notify_all()

    async def learn_names(self) -> None:
        """Wait, then write the names that could not be written to the people's database, and read
        those that this process could not read. One iteration of a loop. Nothing happens while that
        database is unavailable."""
        await asyncio.sleep(NAME_RETRY_SECONDS)
        with contextlib.suppress(DatabaseUnavailable):
            await self._store.retry_names()
            for table_id in tuple(self._tables_without_names):
                self._tables_without_names.discard(table_id)  # added again if the names cannot be read
                if (room := self._rooms.get(table_id)) is not None:
                    try:
                        await self.load_owners(room)
                    except DatabaseUnavailable:  # the table's own database
                        self._tables_without_names.add(table_id)
                        continue
                    room.notify_all()

    async def renew(self) -> None:
        """Wait about `NAME_REFRESH_SECONDS`, then refresh the names in all rooms of this process.
        One iteration of a loop. It ends early if the people's database is unavailable."""
        await asyncio.sleep(jittered(NAME_REFRESH_SECONDS))
        tables = list(self._rooms.values())
        with contextlib.suppress(DatabaseUnavailable):
            for start in range(0, len(tables), TABLES_PER_NAME_QUERY):
                await self._refresh_names(
                    [(room, room.seat_owners, room.names) for room in tables[start : start + TABLES_PER_NAME_QUERY]]
                )

    async def _refresh_names(self, rooms: list[tuple[Room, dict[int, SeatOwner] | None, tuple[str, ...]]]) -> None:
        """Refresh the names in these rooms with one query. Each room comes with the owners and
        names that it had before. A room whose owners or names were replaced during the query is
        skipped."""
        people = {owner.person for _, owners, _ in rooms for owner in (owners or {}).values()}
        names = await self._load_names(people.union(*(room.past_names() for room, _, _ in rooms)))
        for room, owners, names_before in rooms:
            # If another task has read them meanwhile, its result is newer.
            if (
                owners
                and room.seat_owners is owners
                and room.names is names_before
                and _set_room_names(room, owners, names)
            ):
                room.notify_all()


def _set_room_names(room: Room, owners: Mapping[int, SeatOwner], names: Mapping[UUID, str]) -> bool:
    """Set a room's names, and those in its past seatings, from its seat owners and the people's
    names. Return whether the visible names have changed."""
    kinds = room.table.seat_kinds
    people = tuple(_name_owner(room.table, seat, owners) for seat in range(len(kinds)))
    raw_names = tuple(_raw_name(room.table, seat, person, names) for seat, person in enumerate(people))
    visible_names, names_before = disambiguate_names(raw_names, seats_people_first(kinds)), room.names
    if visible_names != names_before or people != room.owner_ids:
        room.set_names(visible_names, raw_names, people)
    room.update_past_names(names)
    return visible_names != names_before


def mark_uncertain(room: Room, kinds_before: tuple[SeatKind, ...]) -> None:
    """Mark the seat owners of a room as unknown after seats have changed hands: `Room.seat_owners`
    becomes `None`. The seats in question are added to `Room.uncertain_seats`. During play these are
    the seats whose kind (open, person, robot) differs from `kinds_before`. Before the deal, or if
    no kind differs, they are all seats."""
    kinds = room.table.seat_kinds
    changed = {seat for seat, kind in enumerate(kinds) if kinds_before[seat : seat + 1] != (kind,)}
    begun = room.table.turn is not None and len(kinds_before) == len(kinds) and changed
    room.uncertain_seats |= frozenset(changed if begun else range(len(kinds)))
    room.seat_owners = None


def owns_seat_so_far(room: Room, caller: Caller, seat: Seat) -> bool:
    """Return whether the caller may act for a seat, as far as the room knows. While the seat owners
    are unknown, a person's claim to a seat that a person has counts, unless the seat is
    uncertain."""
    if room.seat_owners is not None or caller.is_robot:
        return may_act_for(room, caller, seat)
    return (
        seat < len(room.table.seat_kinds)
        and room.table.seat_kinds[seat] == "person"
        and seat not in room.uncertain_seats
    )


def may_act_for(room: Room, caller: Caller, seat: Seat) -> bool:
    """Return whether the caller may act for a seat: as its person, or as a robot if a robot plays
    it. False if the table has no such seat any more, and for people while the owners are unknown.
    Which robot seat a robot's token is for is not compared here."""
    if seat >= len(room.table.seat_kinds):
        return False
    if caller.is_robot:
        return room.table.seat_kinds[seat] == "robot"
    return room.table.seat_kinds[seat] == "person" and may_reclaim(room, caller, seat)


def may_reclaim(room: Room, caller: Caller, seat: Seat) -> bool:
    """Return whether the caller's person owns a seat. The owner is the last person who had the
    seat, even while a robot plays it. False while the owners are unknown."""
    owner = (room.seat_owners or {}).get(seat)
    return owner is not None and owner.person == caller.person


def has_seat(room: Room, caller: Caller) -> bool:
    """Return whether the caller may act for any seat of the table that has an owner."""
    return any(may_act_for(room, caller, Seat(seat)) for seat in room.seat_owners or {})


def _name_owner(table: Table, seat: int, owners: Mapping[int, SeatOwner]) -> UUID | None:
    """Return the person whose name is shown at a seat: its person, or the one for whom a robot
    keeps it. `None` for other robots, open seats, and seats without an owner."""
    shows_person = table.seat_kinds[seat] == "person" or (
        table.seat_kinds[seat] == "robot" and seat in table.vacated_seats
    )
    return owners[seat].person if shows_person and seat in owners else None


def _raw_name(table: Table, seat: int, person: UUID | None, names: Mapping[UUID, str]) -> str:
    """Return the name for a seat before equal names are told apart. It is the name of `person` (`?`
    if unknown), otherwise the robot's, or empty for an open seat."""
    if person is not None:
        return names.get(person, "?")
    return robot_name(table.setup, table.game.seats, seat) if table.seat_kinds[seat] == "robot" else ""
