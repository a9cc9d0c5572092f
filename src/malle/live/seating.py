"""Seats: opening a table, sitting down, and who holds which seat. Above the house, which plays.

A device has one secret token for all tables, and whoever shows it is its person (`malle.live.persons`). A person has
one seat a table.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Mapping
from typing import Any, Literal
from uuid import UUID

from msgspec import Struct

from malle.core import Illegal, NoSuchRules, Refused, Seat, Stale
from malle.core.dealer import new_seed
from malle.core.dealer import seal as seal_of
from malle.core.mind import Level
from malle.live.caller import SPECTATOR, Caller, NotInvited, TableFull
from malle.live.house import TRIES, House
from malle.live.keys import fresh_key
from malle.live.names import need_name
from malle.live.noting import write_note
from malle.live.room import Room
from malle.live.writing import move_of, wish_hash
from malle.store.away import Unavailable
from malle.store.killpoint import reach
from malle.store.store import Sitter, digest, write_id
from malle.store.writer import Status
from malle.table import Kind, Setup, Tempo

MOST_LATE = 30
"""Moves that spectators may be behind; a room keeps more."""
SLOWEST_LIVE = 12 * 3600
"""Seconds for a decision from which on a table may be slow, with a reserve and quiet hours."""


class Opened(Struct, frozen=True):
    """A table was opened."""

    table: str
    seat: int | None
    invite: str


async def open_table(
    house: House,
    device: str,
    game: str,
    seats: int,
    options: Mapping[str, Any],
    name: str,
    robots: int = 0,
    pace: int | None = None,
    late: int = 0,
    tempo: Tempo = "usual",
    usual: str = "?",
    hosted: bool = False,
    level: Level = "novice",
    edition: str = "",
    seat: int = 0,
    bank: int = 0,
) -> Opened:
    """A new table; whoever opens it sits at that `seat`, robots at the last of the others, or at all. Without a name
    they are called as before, or as is `usual`. It begins with the last seat taken; `hosted`, when they say so.
    `edition` is the digest of one of the host's own."""
    if game in house.config.without:
        raise Refused(f"{game} is not offered here")
    try:
        sheet = house.library.sheet(game, edition=edition)
    except NoSuchRules:  # of a table that is to be opened: nobody has to bring it back
        raise Refused(f"there is no such edition of {game} here: the game's page lists those that there are") from None
    settled = sheet.settle_options(seats, options)
    numbers = house.library.game(game, sheet.version, seats, settled, edition).edition
    if not 0 <= late <= MOST_LATE:
        raise Refused(f"spectators look up to {MOST_LATE} moves late, not {late}")
    if bank and (pace is None or pace < SLOWEST_LIVE):
        raise Refused(f"a table with a reserve has {SLOWEST_LIVE // 3600} hours for a decision, or more")
    if not 0 <= robots <= seats:
        raise Refused(f"there are {seats} seats for robots, not {robots}")
    if not 0 <= seat < seats:
        raise Refused(f"this table has seats 1 to {seats}, not {seat + 1}")
    person = await house.persons.of(device)
    if name:
        need_name(name)
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
            edition=edition,
            numbers=numbers,
            pace=pace,
            bank=bank,
            late=late,
            hosted=hosted,
            tempo=tempo,
            level=level,
        )
        try:
            await house.store.add_table(id_, setup, house.sealer.seal(seed, text))
            break
        except Unavailable:
            if not left:
                raise
    room = await house.room(id_)
    free = [each for each in range(seats) if robots == seats or each != seat]
    if robots < seats:
        await _sit(house, room, Seat(seat), person, name, usual)
    for each in free[len(free) - robots :]:
        await seat_robot(house, room, Seat(each))
    return Opened(text, seat if robots < seats else None, invitation(house, room))


async def sit(
    house: House, room: Room, device: str, name: str, invite: str, seat: int | None = None, usual: str = "?"
) -> int:
    """Somebody takes a seat, the first open one if they do not say which. Whoever has one here keeps it. A table that
    is open to strangers needs no invitation until it begins."""
    with contextlib.suppress(Unavailable):  # whoever sits here already is told so
        await house.look_again(room)  # somebody may have been removed at another process: the invitation is another one
    if invite or room.table.turn is not None or not await house.store.doors.is_listed(room.id):
        need_invitation(house, room, invite)
    person = await house.persons.of(device)
    if not invite:
        await _need_strangers(house, room, person)
    who = await caller(house, room, device)
    if who.left is not None:
        raise Illegal("you left a seat at this table: come back to it")
    if who.seat is not None:
        if seat not in (None, who.seat):
            raise Illegal("you sit at this table already")
        return who.seat
    if seat is not None and room.table.state is not None:  # whose it is now, late spectators do not know yet
        raise Illegal("the game has begun: ask those at the table to let you have a robot's seat")
    if seat is not None:
        return await _sit(house, room, Seat(seat), person, name, usual)
    while True:
        if "open" not in room.table.kinds and not await house.catch_up({room.id: room}):
            raise TableFull()
        for each, kind in enumerate(room.table.kinds):
            if kind == "open":
                try:
                    return await _sit(house, room, Seat(each), person, name, usual)
                except Illegal:
                    break  # somebody was faster: look for another one


async def _need_strangers(house: House, room: Room, person: UUID) -> None:
    """`NotInvited` where chance would bring people together of whom one does not want it, as at a closed table."""
    with contextlib.suppress(Unavailable):
        blocked = await house.store.games.blocked(person)
        if any(sitter.person in blocked for sitter in (await house.sitters.learn(room)).values()):
            raise NotInvited()


async def _sit(house: House, room: Room, seat: Seat, person: UUID, name: str, usual: str) -> int:
    """The seat they have then: another one, if they took that at the same time through another process."""
    await name_person(house, person, name, usual)
    sitter = Sitter(person)
    key = fresh_key()
    async with room.lock:
        for _ in range(TRIES):
            step = room.table.sit(seat, "person")
            move = move_of(room.id, step, key, wish_hash(seat, "sit"))
            written = await house.store.sit(move, seat, sitter)
            reach("sat")
            if written.status is Status.TAKEN:
                house.written(room, step)
                await house.sitters.learn(room)
                return seat
            await house.catch_up({room.id: room})
            if written.status is Status.REPEATED:
                return next(at for at, each in (await house.sitters.learn(room)).items() if each.person == person)
    raise Stale()


async def name_person(house: House, person: UUID, name: str, usual: str) -> None:
    """They are called as they say, else as before, else as is usual."""
    if name:
        await house.store.name_person(person, need_name(name))
    else:
        await house.store.meet_person(person, usual)


async def seat_robot(house: House, room: Room, seat: Seat) -> None:
    """A robot takes an open seat."""
    await write_note(house, room, seat, "robot", lambda table: table.sit(seat, "robot"))


async def caller(house: House, room: Room, token: str, old: str = "") -> Caller:
    """Whose token this is: a robot's, or a device's, whose person may have a seat here. No token: a spectator of whom
    nothing is known. `NotYours` if it is neither. `old` is the token of a seat that had one of its own."""
    if not token and not old:
        return SPECTATOR
    robots = house.config.keys.robots()
    for seat in range(room.table.game.seats):
        if any(secrets.compare_digest(token.encode(), key.token(room.text, seat).encode()) for key in robots):
            if _kind(room, seat) != "robot":  # left to a robot at another process, and we have not heard of it
                await house.catch_up({room.id: room})
            if _kind(room, seat) != "robot":
                break
            return Caller(Seat(seat), robot=True)
    person, hashed = await house.persons.of(token) if token else None, digest(old or token)
    device = digest(token) if token else b""
    for look_again in (False, True):
        sitters = room.sitters
        if sitters is None or look_again:
            sitters = await house.sitters.learn(room)
        for seat, sitter in sitters.items():
            if sitter.person == person or (sitter.token and secrets.compare_digest(sitter.token, hashed)):
                if _kind(room, seat) != "person":  # they sat down at another process, and we have not heard of it
                    await house.catch_up({room.id: room})
                if _kind(room, seat) == "none":  # taken away meanwhile: where they sit now is looked up
                    continue
                if _kind(room, seat) == "person":
                    return Caller(Seat(seat), person=sitter.person, device=device)
                # resigned: looks on, and may come back
                return Caller(None, person=sitter.person, left=Seat(seat), device=device)
    return Caller(None, person=person, device=device)


def _kind(room: Room, seat: int) -> Kind | Literal["none"]:
    """Who plays a seat, as far as this process has followed the log: seats may have been added since, or taken away."""
    return room.table.kinds[seat] if seat < len(room.table.kinds) else "none"


async def take_over(house: House, room: Room, old: str, device: str) -> None:
    """The seat that a token of its own opened, as each had one before, is from now on the seat of a device's person."""
    hashed, person = digest(old), await house.persons.of(device)
    for seat, sitter in (await house.sitters.learn(room)).items():
        if sitter.token and secrets.compare_digest(sitter.token, hashed):
            if room.names[seat]:
                await house.store.meet_person(person, room.names[seat])
            await house.store.take_over(room.id, hashed, person)
            await house.reseat(room)
            return


def need_invitation(house: House, room: Room, invite: str) -> None:
    """`NotInvited` if this is not the table's."""
    if not is_invited(house, room, invite):
        raise NotInvited()


def is_invited(house: House, room: Room, invite: str) -> bool:
    """Is this the table's invitation?"""
    return house.config.keys.invites(_invited_to(room), invite)


def invitation(house: House, room: Room) -> str:
    """What lets somebody sit down at a table."""
    return house.config.keys.invitation(_invited_to(room))


def _invited_to(room: Room) -> str:
    """What an invitation is for: once the host has sent somebody away, it is another one."""
    removed = room.table.removed
    return f"{room.text} {removed}" if removed else room.text
