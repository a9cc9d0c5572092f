"""What the host of a table may change until the game begins: seats, robots, options, the start.

The first person who sits down is the host; if they leave, the first person who still sits. Every change is an
entry of the log, written together with the new seat owners. Who is ready is in
`malle.runtime.seats.ready_check`.
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
    """Check that the caller is the host, after reading the log and the seat owners. `NotYours` if not."""
    await house.catch_up({room.id: room})
    if room.sitters is None:
        await house.sitters.learn(room)
    _need_host(room, who)


async def leave(house: House, room: Room, who: Caller) -> None:
    """Free the caller's own seat before the deal. `NotYours` if they have none."""
    await _write(house, room, who, lambda table: before.free(table, seat_of(room, who)), own=True)


async def free(house: House, room: Room, who: Caller, seat: int) -> None:
    """Remove the robot or the person at a seat. Only the host may. A removed person cannot come back by the old
    invitation. `Illegal` for the host's own seat or an open one."""

    def make(table: Table) -> Step:
        """Return the step that empties the seat. `Illegal` for the host's own seat or an open one."""
        if seat == table.host:
            raise Illegal("the host leaves by leaving")
        person = 0 <= seat < table.game.seats and table.kinds[seat] == "person"
        return before.remove(table, Seat(seat)) if person else before.free(table, Seat(seat))

    sitter = (await house.sitters.learn(room)).get(seat)
    await _write(house, room, who, make)
    if sitter is not None:
        with contextlib.suppress(Unavailable):  # the invitation expires within a day anyway
            await house.store.games.end_invitation(sitter.person, room.id)


async def swap(house: House, room: Room, who: Caller, one: int, other: int) -> None:
    """Exchange two seats and their players. Only the host may."""
    await _write(house, room, who, lambda table: before.swap(table, Seat(one), Seat(other)))


async def agree(house: House, room: Room, who: Caller, seats: int, options: Mapping[str, Any]) -> None:
    """Change the number of seats and the options. Only the host may. `Refused` if the game does not offer them."""
    agreed = Agreed(seats, room.sheet.settle_options(seats, options))
    await _write(house, room, who, lambda table: before.agree(table, agreed))


async def give_key(house: House, room: Room, who: Caller, seat: int) -> None:
    """Make another person the host. Only the host may."""
    await _write(house, room, who, lambda table: before.give_key(table, Seat(seat)))


async def take_key(house: House, room: Room, who: Caller) -> None:
    """Make the caller, who must have a seat, the host. The caller of this function checks that the host is
    gone."""
    await _write(house, room, who, lambda table: before.give_key(table, seat_of(room, who)), own=True)


async def fill(house: House, room: Room, who: Caller, seat: int | None = None) -> None:
    """Put a robot at this seat, or at every open seat if `seat` is `None`. Only the host may."""
    await need_host(house, room, who)
    if seat is not None:
        await seat_robot(house, room, Seat(seat))
    while seat is None and "open" in room.table.kinds:
        await seat_robot(house, room, Seat(room.table.kinds.index("open")))


async def start(house: House, room: Room, who: Caller) -> None:
    """Start the game with those who sit, and drop open seats. Only the host may. No effect if it has begun."""
    await need_host(house, room, who)
    taken = room.table.game.seats - room.table.kinds.count("open")
    if "open" in room.table.kinds:
        await agree(house, room, who, taken, room.table.setup.options)
    if room.table.turn is None:
        await _write(house, room, who, before.start)


def seat_of(room: Room, who: Caller) -> Seat:
    """Return the seat that the caller has now; it may have moved since they joined. `NotYours` if they have
    none."""
    for seat in map(Seat, room.sitters or {}):
        if who.person is not None and sits(room, who, seat):
            return seat
    raise NotYours("only those who sit at the table may")


def _need_host(room: Room, who: Caller) -> None:
    """Like `require_host`, for the seat owners that the room knows. `NotYours` if the caller is not the host."""
    if seat_of(room, who) != room.table.host:
        raise NotYours("only the host of the table may")


async def _write(house: House, room: Room, who: Caller, make: Callable[[Table], Step], *, own: bool = False) -> None:
    """Write a change to the log together with the new seat owners. Retry if another entry was written first.
    Only the host may write, unless `any_player` allows any player a change of their own seat. `Stale` after too
    many lost races."""
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
