"""Opening a table, taking a seat, and identifying who holds which seat. Built on the table service, which
commits moves.

A device has one secret token for all tables, and acts for its person (`malle.runtime.seats.device_owners`). A
person has at most one seat at a table.
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
"""Most moves that spectators may be behind. A room keeps more steps than this."""
SLOWEST_LIVE = 12 * 3600
"""Least seconds of decision time with which a table may have a time bank and quiet hours."""


class Opened(Struct, frozen=True):
    """The result of opening a table: its id, the seat of the player who opened it, and the invitation."""

    table: str
    seat: int | None
    """`None` if robots have all seats."""
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
    """Open a table, and return its id, the opener's seat and the invitation. The player who opens it takes
    `seat`, unless robots take all. `robots` is the number of robots, which take the last of the other seats.
    An empty `name` keeps the person's earlier name, or gives `default_name`. The game begins when the last
    seat is taken, or with `host_starts` when the host says so. `edition` is the digest of a custom edition,
    empty for the usual one. Raises `Refused` if something chosen is not offered here."""
    if game in house.config.without:
        raise Refused(f"{game} is not offered here")
    try:
        sheet = house.library.sheet(game, edition=edition)
    except NoSuchRules:  # this is a new table: `Refused` says what to choose instead
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
    for left in reversed(range(len(house.config.databases))):  # a database found unavailable is not chosen again
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
    """Give the caller a seat and return it: `seat`, or the first open one. A person who has a seat here keeps
    it. A listed table needs no invitation until the game begins. Raises `NotInvited`, `TableFull`, or
    `Illegal` if that seat cannot be taken."""
    with contextlib.suppress(Unavailable):  # people who have a seat here get it all the same
        await house.look_again(room)  # removals change the invitation
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
    if seat is not None and room.table.state is not None:  # delayed spectators must not learn whose seat it is now
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
                    break  # another player was faster: try the next one


async def _need_strangers(house: House, room: Room, person: UUID) -> None:
    """Raise `NotInvited` if this person has blocked a player of the table, or was blocked by one. Where
    blocks or owners cannot be read, nothing is raised."""
    with contextlib.suppress(Unavailable):
        blocked = await house.store.games.blocked(person)
        if any(sitter.person in blocked for sitter in (await house.sitters.learn(room)).values()):
            raise NotInvited()


async def _sit(house: House, room: Room, seat: Seat, person: UUID, name: str, usual: str) -> int:
    """Write a person's name and the entry that seats them. Return their seat: another one if they took that
    at the same time through another process. Raises `Stale` after too many attempts."""
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
    """Set a person's name. If `name` is empty, their earlier name stays, or they get `default_name`."""
    if name:
        await house.store.name_person(person, need_name(name))
    else:
        await house.store.meet_person(person, usual)


async def seat_robot(house: House, room: Room, seat: Seat) -> None:
    """Write the entry by which a robot takes an open seat."""
    await write_note(house, room, seat, "robot", lambda table: table.sit(seat, "robot"))


async def caller(house: House, room: Room, token: str, old: str = "") -> Caller:
    """Identify who shows this token: a robot of this table, or the person of a device, who may have a seat
    here. No token at all gives a spectator of whom nothing is known. `old_seat_token` is the token of a
    single seat, as older tables had them. Raises `NotYours` if `token` is neither a robot's nor an open
    device's."""
    if not token and not old:
        return SPECTATOR
    robots = house.config.keys.robots()
    for seat in range(room.table.game.seats):
        if any(secrets.compare_digest(token.encode(), key.token(room.text, seat).encode()) for key in robots):
            if _kind(room, seat) != "robot":  # given to a robot at another process
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
                if _kind(room, seat) != "person":  # they sat down at another process
                    await house.catch_up({room.id: room})
                if _kind(room, seat) == "none":  # removed meanwhile: their seat is looked up again
                    continue
                if _kind(room, seat) == "person":
                    return Caller(Seat(seat), person=sitter.person, device=device)
                # they left it to a robot: a spectator who may come back
                return Caller(None, person=sitter.person, left=Seat(seat), device=device)
    return Caller(None, person=person, device=device)


def _kind(room: Room, seat: int) -> Kind | Literal["none"]:
    """Return who plays a seat, as far as this process has followed the log; `none` if there is no such seat now."""
    return room.table.kinds[seat] if seat < len(room.table.kinds) else "none"


async def take_over(house: House, room: Room, old: str, device: str) -> None:
    """Give a seat that was opened by a token of its own, as seats once were, to the person of a device. The
    old token opens nothing from then on. Nothing happens if it opens no seat here."""
    hashed, person = digest(old), await house.persons.of(device)
    for seat, sitter in (await house.sitters.learn(room)).items():
        if sitter.token and secrets.compare_digest(sitter.token, hashed):
            if room.names[seat]:
                await house.store.meet_person(person, room.names[seat])
            await house.store.take_over(room.id, hashed, person)
            await house.reseat(room)
            return


def need_invitation(house: House, room: Room, invite: str) -> None:
    """Raise `NotInvited` if `invite` is not this table's invitation."""
    if not is_invited(house, room, invite):
        raise NotInvited()


def is_invited(house: House, room: Room, invite: str) -> bool:
    """Return whether `invite` is this table's invitation."""
    return house.config.keys.invites(_invited_to(room), invite)


def invitation(house: House, room: Room) -> str:
    """Return the invitation with which anybody may take a seat at this table."""
    return house.config.keys.invitation(_invited_to(room))


def _invited_to(room: Room) -> str:
    """Return the text that an invitation signs. It changes when the host removes a person, so earlier
    invitations become invalid."""
    removed = room.table.removed
    return f"{room.text} {removed}" if removed else room.text
