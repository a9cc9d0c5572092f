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
from malle.core.dealer import seal_of_seed as seal_of
from malle.core.robots.robot import Level
from malle.runtime.idempotency import new_server_key
from malle.runtime.log_writes import request_digest, to_log_write
from malle.runtime.room import Room
from malle.runtime.seats.display_names import require_name
from malle.runtime.seats.identity import UNKNOWN_SPECTATOR, Caller, NotInvited, TableFull
from malle.runtime.system_entries import commit_system_entry
from malle.runtime.table_service import MAX_COMMIT_ATTEMPTS, TableService
from malle.storage.crash_points import crash_point
from malle.storage.database_errors import DatabaseUnavailable
from malle.storage.log_writer import WriteStatus
from malle.storage.store import SeatOwner, format_table_id, token_digest
from malle.table import ReadingSpeed, SeatKind, Setup

MAX_SPECTATOR_DELAY_MOVES = 30
"""Most moves that spectators may be behind. A room keeps more steps than this."""
MIN_CORRESPONDENCE_SECONDS = 12 * 3600
"""Least seconds of decision time with which a table may have a time bank and quiet hours."""


class OpenedTable(Struct, frozen=True):
    """The result of opening a table: its id, the seat of the player who opened it, and the invitation."""

    table: str
    seat: int | None
    """`None` if robots have all seats."""
    invite: str


async def open_table(
    service: TableService,
    device_token: str,
    game: str,
    seats: int,
    options: Mapping[str, Any],
    name: str,
    robots: int = 0,
    seconds_per_decision: int | None = None,
    spectator_delay: int = 0,
    reading_speed: ReadingSpeed = "usual",
    default_name: str = "?",
    host_starts: bool = False,
    level: Level = "novice",
    edition: str = "",
    seat: int = 0,
    time_bank: int = 0,
) -> OpenedTable:
    """Open a table, and return its id, the opener's seat and the invitation. The opener takes
    `seat`, unless robots take all seats; the `robots` robots take the last of the other seats. With
    an empty `name` the person keeps their name, or gets `default_name` if they have none. The game
    begins when the last seat is taken, or with `host_starts` when the host starts it. `edition` is
    the digest of a custom edition, empty for the usual one; `time_bank` is in seconds. Raises
    `Refused` if something chosen is not offered here."""
    if game in service.config.disabled_games:
        raise Refused(f"{game} is not offered here")
    try:
        game_info = service.library.game_info(game, edition_digest=edition)
    except NoSuchRules:  # this is a new table: `Refused` says what to choose instead
        raise Refused(f"there is no such edition of {game} here: the game's page lists those that there are") from None
    settled = game_info.complete_options(seats, options)
    numbers = service.library.game(game, game_info.version, seats, settled, edition).edition
    if not 0 <= spectator_delay <= MAX_SPECTATOR_DELAY_MOVES:
        raise Refused(f"spectators look up to {MAX_SPECTATOR_DELAY_MOVES} moves late, not {spectator_delay}")
    if time_bank and (seconds_per_decision is None or seconds_per_decision < MIN_CORRESPONDENCE_SECONDS):
        raise Refused(f"a table with a reserve has {MIN_CORRESPONDENCE_SECONDS // 3600} hours for a decision, or more")
    if not 0 <= robots <= seats:
        raise Refused(f"there are {seats} seats for robots, not {robots}")
    if not 0 <= seat < seats:
        raise Refused(f"this table has seats 1 to {seats}, not {seat + 1}")
    person = await service.device_owners.person_of_token(device_token)
    if name:
        require_name(name)
    for attempts_left in reversed(
        range(len(service.config.table_databases))
    ):  # a database found unavailable is not chosen again
        table_id = service.store.new_table_id()
        id_text = format_table_id(table_id)
        seed = new_seed()
        setup = Setup(
            table=id_text,
            game=game,
            version=game_info.version,
            seats=seats,
            options=settled,
            seal=seal_of(seed, id_text),
            edition=edition,
            numbers=numbers,
            pace=seconds_per_decision,
            bank=time_bank,
            late=spectator_delay,
            hosted=host_starts,
            tempo=reading_speed,
            level=level,
        )
        try:
            await service.store.add_table(table_id, setup, service.seed_cipher.encrypt(seed, id_text))
            break
        except DatabaseUnavailable:
            if not attempts_left:
                raise
    room = await service.get_room(table_id)
    robot_seats = [robot_seat for robot_seat in range(seats) if robots == seats or robot_seat != seat]
    if robots < seats:
        await _take_seat(service, room, Seat(seat), person, name, default_name)
    for robot_seat in robot_seats[len(robot_seats) - robots :]:
        await seat_robot(service, room, Seat(robot_seat))
    return OpenedTable(id_text, seat if robots < seats else None, make_invitation(service, room))


async def join_table(
    service: TableService,
    room: Room,
    device_token: str,
    name: str,
    invite: str,
    seat: int | None = None,
    default_name: str = "?",
) -> int:
    """Give the person of a device a seat, and return the seat: `seat`, or the first open one. A
    person who has a seat here keeps it. A table listed for strangers needs no invitation until its
    game begins. Raises `NotInvited`, also for strangers of whom one has blocked the other, and
    `TableFull`. Raises `Illegal` if the person left a seat here or has another one, or if `seat`
    cannot be taken."""
    with contextlib.suppress(DatabaseUnavailable):  # people who have a seat here get it all the same
        await service.sync_with_log(room)  # removals change the invitation
    if invite or room.table.turn is not None or not await service.store.join_codes.is_listed(room.id):
        require_invitation(service, room, invite)
    person = await service.device_owners.person_of_token(device_token)
    if not invite:
        await _require_not_blocked(service, room, person)
    caller = await identify_caller(service, room, device_token)
    if caller.left_seat is not None:
        raise Illegal("you left a seat at this table: come back to it")
    if caller.seat is not None:
        if seat not in (None, caller.seat):
            raise Illegal("you sit at this table already")
        return caller.seat
    if seat is not None and room.table.state is not None:  # delayed spectators must not learn whose seat it is now
        raise Illegal("the game has begun: ask those at the table to let you have a robot's seat")
    if seat is not None:
        return await _take_seat(service, room, Seat(seat), person, name, default_name)
    while True:
        if "open" not in room.table.seat_kinds and not await service.catch_up({room.id: room}):
            raise TableFull()
        for open_seat, kind in enumerate(room.table.seat_kinds):
            if kind == "open":
                try:
                    return await _take_seat(service, room, Seat(open_seat), person, name, default_name)
                except Illegal:
                    break  # another player was faster: try the next one


async def _require_not_blocked(service: TableService, room: Room, person: UUID) -> None:
    """Raise `NotInvited` if this person has blocked a player of the table, or was blocked by one.
    If blocks or seat owners cannot be read, nothing is raised."""
    with contextlib.suppress(DatabaseUnavailable):
        blocked = await service.store.game_history.blocked_people(person)
        if any(owner.person in blocked for owner in (await service.seat_owners.load_owners(room)).values()):
            raise NotInvited()


async def _take_seat(service: TableService, room: Room, seat: Seat, person: UUID, name: str, default_name: str) -> int:
    """Set a person's name, and write the entry by which they take a seat. Return their seat, which
    differs from `seat` if they took another one through another process at the same time. `Illegal`
    if the seat is taken, `Stale` after `MAX_COMMIT_ATTEMPTS`."""
    await name_person(service, person, name, default_name)
    owner = SeatOwner(person)
    key = new_server_key()
    async with room.lock:
        for _ in range(MAX_COMMIT_ATTEMPTS):
            step = room.table.sit(seat, "person")
            move = to_log_write(room.id, step, key, request_digest(seat, "sit"))
            result = await service.store.write_move_and_owner(move, seat, owner)
            crash_point("sat")
            if result.status is WriteStatus.TAKEN:
                service.publish_step(room, step)
                await service.seat_owners.load_owners(room)
                return seat
            await service.catch_up({room.id: room})
            if result.status is WriteStatus.REPEATED:
                return next(
                    owned_seat
                    for owned_seat, seat_owner in (await service.seat_owners.load_owners(room)).items()
                    if seat_owner.person == person
                )
    raise Stale()


async def name_person(service: TableService, person: UUID, name: str, default_name: str) -> None:
    """Set a person's name. An empty `name` keeps the name that the person has, or sets
    `default_name` if there is none. `Refused` if `name` is not empty and has no visible letter."""
    if name:
        await service.store.set_name(person, require_name(name))
    else:
        await service.store.set_name_if_unset(person, default_name)


async def seat_robot(service: TableService, room: Room, seat: Seat) -> None:
    """Write the entry by which a robot takes an open seat. `Illegal` if the seat is taken."""
    await commit_system_entry(service, room, seat, "robot", lambda table: table.sit(seat, "robot"))


async def identify_caller(service: TableService, room: Room, token: str, old_seat_token: str = "") -> Caller:
    """Return who shows this token: a robot of this table, or the person of a device, with that
    person's seat here if they have one. Without any token it is `UNKNOWN_SPECTATOR`.
    `old_seat_token` is a token for a single seat, which tables of old releases gave out. Raises
    `NotYours` if `token` is neither that of a seat a robot plays now nor an open device's."""
    if not token and not old_seat_token:
        return UNKNOWN_SPECTATOR
    robots = service.config.keyring.robot_keys()
    for seat in range(room.table.game.seats):
        if any(secrets.compare_digest(token.encode(), key.seat_token(room.id_text, seat).encode()) for key in robots):
            if _seat_kind(room, seat) != "robot":  # given to a robot at another process
                await service.catch_up({room.id: room})
            if _seat_kind(room, seat) != "robot":
                break
            return Caller(Seat(seat), is_robot=True)
    person, seat_token_digest = (
        await service.device_owners.person_of_token(token) if token else None,
        token_digest(old_seat_token or token),
    )
    device_digest = token_digest(token) if token else b""
    for read_again in (False, True):
        owners = room.seat_owners
        if owners is None or read_again:
            owners = await service.seat_owners.load_owners(room)
        for seat, owner in owners.items():
            if owner.person == person or (owner.token and secrets.compare_digest(owner.token, seat_token_digest)):
                if _seat_kind(room, seat) != "person":  # they sat down at another process
                    await service.catch_up({room.id: room})
                if _seat_kind(room, seat) == "none":  # removed meanwhile: their seat is looked up again
                    continue
                if _seat_kind(room, seat) == "person":
                    return Caller(Seat(seat), person=owner.person, device_digest=device_digest)
                # they left it to a robot: a spectator who may come back
                return Caller(None, person=owner.person, left_seat=Seat(seat), device_digest=device_digest)
    return Caller(None, person=person, device_digest=device_digest)


def _seat_kind(room: Room, seat: int) -> SeatKind | Literal["none"]:
    """Return who plays a seat, as far as this process has followed the log; `none` if the table has
    no such seat now."""
    return room.table.seat_kinds[seat] if seat < len(room.table.seat_kinds) else "none"


async def claim_old_seat(service: TableService, room: Room, old_seat_token: str, device_token: str) -> None:
    """Give a seat that was opened with a token of its own, as in old releases, to the person of a
    device. The seat's token is then void. Nothing happens if the token opens no seat here."""
    seat_token_digest, person = token_digest(old_seat_token), await service.device_owners.person_of_token(device_token)
    for seat, owner in (await service.seat_owners.load_owners(room)).items():
        if owner.token and secrets.compare_digest(owner.token, seat_token_digest):
            if room.names[seat]:
                await service.store.set_name_if_unset(person, room.names[seat])
            await service.store.claim_token_seat(room.id, seat_token_digest, person)
            await service.refresh_seat_owners(room)
            return


def require_invitation(service: TableService, room: Room, invite: str) -> None:
    """Raise `NotInvited` if `invite` is not this table's invitation."""
    if not is_valid_invitation(service, room, invite):
        raise NotInvited()


def is_valid_invitation(service: TableService, room: Room, invite: str) -> bool:
    """Return whether `invite` is this table's invitation, as it is valid now."""
    return service.config.keyring.is_invitation(_invitation_subject(room), invite)


def make_invitation(service: TableService, room: Room) -> str:
    """Return the invitation with which anybody may take a seat at this table, until the host
    removes a person."""
    return service.config.keyring.invitation_token(_invitation_subject(room))


def _invitation_subject(room: Room) -> str:
    """Return the text that an invitation of this table signs. It contains how many people the host
    has removed, so each removal makes earlier invitations invalid."""
    removed = room.table.removed_count
    return f"{room.id_text} {removed}" if removed else room.id_text
