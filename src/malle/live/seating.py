"""Seats: opening a table, sitting down, and whose token opens which seat. Above the house, which plays."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from malle.core import Illegal, Refused, Seat, Stale
from malle.core.dealer import new_seed
from malle.core.dealer import seal as seal_of
from malle.live.caller import SPECTATOR, Caller, NotInvited, NotYours, TableFull
from malle.live.house import TRIES, House
from malle.live.keys import fresh_key
from malle.live.names import need_name
from malle.live.room import Room
from malle.live.writing import move_of, wish_hash
from malle.store.away import Unavailable
from malle.store.store import Sitter, digest, write_id
from malle.store.writer import Status
from malle.table import Setup

MOST_LATE = 30
"""Moves that spectators may be behind; a room keeps more."""


class Opened(Struct, frozen=True):
    """A table was opened."""

    table: str
    seat: int | None
    token: str
    invite: str


async def open_table(
    house: House,
    game: str,
    seats: int,
    options: Mapping[str, Any],
    name: str,
    robots: int = 0,
    pace: int | None = None,
    late: int = 0,
) -> Opened:
    """A new table; whoever opens it sits at the first seat, robots at the last ones, or at all of them."""
    sheet = house.library.sheet(game)
    settled = sheet.settle_options(seats, options)
    if not 0 <= late <= MOST_LATE:
        raise Refused(f"spectators look up to {MOST_LATE} moves late, not {late}")
    if not 0 <= robots <= seats:
        raise Refused(f"there are {seats} seats for robots, not {robots}")
    name = need_name(name)
    for left in reversed(range(len(house.config.databases))):  # one that is found away is not chosen again
        id_ = house.store.new_id()
        text = write_id(id_)
        seed = new_seed()
        setup = Setup(
            table=text,
            game=game,
            version=sheet.version,
            seats=seats,
            options=settled,
            seal=seal_of(seed, text),
            pace=pace,
            late=late,
        )
        try:
            await house.store.add_table(id_, setup, house.sealer.seal(seed, text))
            break
        except Unavailable:
            if not left:
                raise
    room = await house.room(id_)
    token = await _sit(house, room, Seat(0), name) if robots < seats else ""
    for seat in range(seats - robots, seats):
        await seat_robot(house, room, Seat(seat))
    return Opened(text, 0 if token else None, token, invitation(house, text))


async def sit(house: House, room: Room, name: str, invite: str, seat: int | None = None) -> tuple[int, str]:
    """Somebody takes a seat, the first open one if they do not say which: (seat, secret token)."""
    if not secrets.compare_digest(invite.encode(), invitation(house, room.text).encode()):
        raise NotInvited()
    if seat is not None:
        return seat, await _sit(house, room, Seat(seat), name)
    while True:
        if "open" not in room.table.kinds and not await house.catch_up({room.id: room}):
            raise TableFull()
        for each, kind in enumerate(room.table.kinds):
            if kind == "open":
                try:
                    return each, await _sit(house, room, Seat(each), name)
                except Illegal:
                    break  # somebody was faster: look for another one


async def _sit(house: House, room: Room, seat: Seat, name: str) -> str:
    person = await house.store.add_person(need_name(name))
    token = secrets.token_urlsafe(32)
    sitter = Sitter(digest(token), person)
    key = fresh_key()
    async with room.lock:
        for _ in range(TRIES):
            step = room.table.sit(seat, "person")
            move = move_of(room.id, step, key, wish_hash(seat, "sit"))
            written = await house.store.sit(move, seat, sitter)
            if written.status is Status.TAKEN:
                house.written(room, step)
                await house.sitters.learn(room)
                return token
            await house.catch_up({room.id: room})
    raise Stale()


async def seat_robot(house: House, room: Room, seat: Seat) -> None:
    """A robot takes an open seat."""
    key = fresh_key()
    async with room.lock:
        for _ in range(TRIES):
            step = room.table.sit(seat, "robot")
            written = await house.store.write(move_of(room.id, step, key, wish_hash(seat, "robot")))
            if written.status is Status.TAKEN:
                house.written(room, step)
                return
            await house.catch_up({room.id: room})
    raise Stale()


async def caller(house: House, room: Room, token: str) -> Caller:
    """Whose token this is. No token: a spectator. `NotYours` if it is nobody's."""
    if not token:
        return SPECTATOR
    hashed = digest(token)
    for seat in range(room.table.game.seats):
        if secrets.compare_digest(token.encode(), robot_token(house, room.text, seat).encode()):
            if room.table.kinds[seat] != "robot" and not await house.catch_up({room.id: room}):
                break
            return Caller(Seat(seat), robot=True)
    for look_again in (False, True):
        sitters = room.sitters
        if sitters is None or look_again:
            sitters = await house.sitters.learn(room)
        for seat, sitter in sitters.items():
            if secrets.compare_digest(sitter.token, hashed):
                if room.table.kinds[seat] != "person":  # they sat down at another process, and we have not heard of it
                    await house.catch_up({room.id: room})
                if room.table.kinds[seat] == "person":
                    return Caller(Seat(seat), token=hashed)
                return Caller(None, token=hashed, left=Seat(seat))  # resigned: looks on, and may come back
    raise NotYours("this token opens no seat of this table")


def robot_token(house: House, table: str, seat: int) -> str:
    """The token with which a robot plays a seat; workers know the key and make it themselves."""
    return house.config.secret("robot", table, str(seat))


def invitation(house: House, table: str) -> str:
    """What lets somebody sit down at a table."""
    return house.config.secret("invite", table)[:32]
