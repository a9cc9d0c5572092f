"""The host of a table, until it begins: who sits where, robots for free seats, options, the start.

Whoever sits down first is the host; where they leave, the first person who sits is. Everything they do is a note in the
log, and who sits where is written with it, both or neither. Who the others wait for is `malle.live.readiness`'s affair.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from typing import Any

from malle.core import Illegal, Seat, Stale
from malle.core.record import TABLE
from malle.live.caller import Caller, NotYours
from malle.live.house import TRIES, House
from malle.live.keys import fresh_key
from malle.live.room import Room
from malle.live.seating import seat_robot
from malle.live.sitters import sits
from malle.live.writing import move_of, wish_hash
from malle.store.away import Unavailable
from malle.store.writer import Status
from malle.table import Step, Table, before
from malle.table.filling import Agreed, places_after


async def need_host(house: House, room: Room, who: Caller) -> None:
    """`NotYours` for everybody else."""
    await house.catch_up({room.id: room})
    if room.sitters is None:
        await house.sitters.learn(room)
    _need_host(room, who)


async def leave(house: House, room: Room, who: Caller) -> None:
    """Somebody who sits here goes, before the deal."""
    await _write(house, room, who, lambda table: before.free(table, seat_of(room, who)), own=True)


async def free(house: House, room: Room, who: Caller, seat: int) -> None:
    """A robot goes, or a person is sent away, who cannot come back by the old invitation."""

    def make(table: Table) -> Step:
        if seat == table.host:
            raise Illegal("the host leaves by leaving")
        person = 0 <= seat < table.game.seats and table.kinds[seat] == "person"
        return before.remove(table, Seat(seat)) if person else before.free(table, Seat(seat))

    sitter = (await house.sitters.learn(room)).get(seat)
    await _write(house, room, who, make)
    if sitter is not None:
        with contextlib.suppress(Unavailable):  # it ends by itself within a day
            await house.store.games.end_invitation(sitter.person, room.id)


async def swap(house: House, room: Room, who: Caller, one: int, other: int) -> None:
    """Two seats change places."""
    await _write(house, room, who, lambda table: before.swap(table, Seat(one), Seat(other)))


async def agree(house: House, room: Room, who: Caller, seats: int, options: Mapping[str, Any]) -> None:
    """Other seats and options. `Refused` if the game has them not."""
    agreed = Agreed(seats, room.sheet.settle_options(seats, options))
    await _write(house, room, who, lambda table: before.agree(table, agreed))


async def give_key(house: House, room: Room, who: Caller, seat: int) -> None:
    """Another person is the host from now on."""
    await _write(house, room, who, lambda table: before.give_key(table, Seat(seat)))


async def take_key(house: House, room: Room, who: Caller) -> None:
    """The same for somebody who sits here, once the host is gone; that they are, the caller knows."""
    await _write(house, room, who, lambda table: before.give_key(table, seat_of(room, who)), own=True)


async def fill(house: House, room: Room, who: Caller, seat: int | None = None) -> None:
    """A robot for this seat, or for every open one."""
    await need_host(house, room, who)
    if seat is not None:
        await seat_robot(house, room, Seat(seat))
    while seat is None and "open" in room.table.kinds:
        await seat_robot(house, room, Seat(room.table.kinds.index("open")))


async def start(house: House, room: Room, who: Caller) -> None:
    """The game begins with those who sit: open seats are taken away. A table that has begun stays so."""
    await need_host(house, room, who)
    taken = room.table.game.seats - room.table.kinds.count("open")
    if "open" in room.table.kinds:
        await agree(house, room, who, taken, room.table.setup.options)
    if room.table.turn is None:
        await _write(house, room, who, before.start)


def seat_of(room: Room, who: Caller) -> Seat:
    """Where a person sits now: since they were let in, seats may have changed places."""
    for seat in map(Seat, room.sitters or {}):
        if who.person is not None and sits(room, who, seat):
            return seat
    raise NotYours("only those who sit at the table may")


def _need_host(room: Room, who: Caller) -> None:
    if seat_of(room, who) != room.table.host:
        raise NotYours("only the host of the table may")


async def _write(house: House, room: Room, who: Caller, make: Callable[[Table], Step], *, own: bool = False) -> None:
    """Writes a note and who sits where after it, again and again while others are faster; for the host, or for anybody
    in their `own` seat."""
    key = fresh_key()
    async with room.lock:
        for _ in range(TRIES):
            await house.sitters.learn(room)
            if not own:
                _need_host(room, who)
            step = make(room.table)
            note = step.entry.lines[0]
            places = places_after(room.table.kinds, note)
            move = move_of(room.id, step, key, wish_hash(TABLE, note))
            written = await house.store.reseat(move, places, anew=note.startswith("remove "))
            if written.status is Status.TAKEN:
                house.written(room, step)
                await house.sitters.learn(room)
                return
            await house.catch_up({room.id: room})
    raise Stale()
