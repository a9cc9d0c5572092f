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
from malle.core.record import TABLE_MOVER
from malle.runtime.idempotency import new_server_key
from malle.runtime.log_writes import request_digest, to_log_write
from malle.runtime.room import Room
from malle.runtime.seats.identity import Caller, NotYours
from malle.runtime.seats.seat_owners import may_act_for
from malle.runtime.seats.seating import seat_robot
from malle.runtime.table_service import MAX_COMMIT_ATTEMPTS, TableService
from malle.storage.database_errors import DatabaseUnavailable
from malle.storage.log_writer import WriteStatus
from malle.table import Step, Table, setup_phase
from malle.table.seat_changes import AgreedOptions, previous_seats


async def require_host(service: TableService, room: Room, caller: Caller) -> None:
    """Read the log and, if they are unknown, the seat owners; then raise `NotYours` unless the
    caller is the host."""
    await service.catch_up({room.id: room})
    if room.seat_owners is None:
        await service.seat_owners.load_owners(room)
    _require_host_now(room, caller)


async def leave_seat(service: TableService, room: Room, caller: Caller) -> None:
    """Free the caller's own seat before the deal. `NotYours` if they have none, `Illegal` if the
    game has begun."""
    await _commit_change(
        service, room, caller, lambda table: setup_phase.free_seat(table, current_seat(room, caller)), any_player=True
    )


async def remove_player(service: TableService, room: Room, caller: Caller, seat: int) -> None:
    """Empty the seat of a robot or a person. Only the host may. After a person is removed, earlier
    invitations and the join code are void. `Illegal` for the host's own seat or an open one, or if
    the game has begun."""

    def make(table: Table) -> Step:
        """Return the step that empties the seat. `Illegal` for the host's own seat or an open
        one."""
        if seat == table.host:
            raise Illegal("the host leaves by leaving")
        person = 0 <= seat < table.game.seats and table.seat_kinds[seat] == "person"
        return setup_phase.remove_person(table, Seat(seat)) if person else setup_phase.free_seat(table, Seat(seat))

    sitter = (await service.seat_owners.load_owners(room)).get(seat)
    await _commit_change(service, room, caller, make)
    if sitter is not None:
        with contextlib.suppress(DatabaseUnavailable):  # the invitation expires within a day anyway
            await service.store.game_history.end_invitation(sitter.person, room.id)


async def swap_seats(service: TableService, room: Room, caller: Caller, first_seat: int, second_seat: int) -> None:
    """Exchange two seats with their players before the deal. Only the host may. `Illegal` unless
    they are two different seats of this table."""
    await _commit_change(
        service, room, caller, lambda table: setup_phase.swap_seats(table, Seat(first_seat), Seat(second_seat))
    )


async def change_options(
    service: TableService, room: Room, caller: Caller, seats: int, options: Mapping[str, Any]
) -> None:
    """Change the number of seats and the options before the deal. Only the host may. `Refused` if
    the game does not offer them, `Illegal` if more seats are taken."""
    agreed = AgreedOptions(seats, room.game_info.complete_options(seats, options))
    await _commit_change(service, room, caller, lambda table: setup_phase.change_options(table, agreed))


async def transfer_host(service: TableService, room: Room, caller: Caller, seat: int) -> None:
    """Make the person at `seat` the host, before the deal. Only the host may. `Illegal` unless a
    person other than the host sits there."""
    await _commit_change(service, room, caller, lambda table: setup_phase.transfer_host(table, Seat(seat)))


async def claim_host(service: TableService, room: Room, caller: Caller) -> None:
    """Make the caller the host, before the deal. The caller must have a seat. Whether the former
    host is gone is not checked here."""
    await _commit_change(
        service,
        room,
        caller,
        lambda table: setup_phase.transfer_host(table, current_seat(room, caller)),
        any_player=True,
    )


async def add_robots(service: TableService, room: Room, caller: Caller, seat: int | None = None) -> None:
    """Put a robot at this seat, or at every open seat if `seat` is `None`. Only the host may.
    `Illegal` if the seat is taken."""
    await require_host(service, room, caller)
    if seat is not None:
        await seat_robot(service, room, Seat(seat))
    while seat is None and "open" in room.table.seat_kinds:
        await seat_robot(service, room, Seat(room.table.seat_kinds.index("open")))


async def start_game(service: TableService, room: Room, caller: Caller) -> None:
    """Start the game with the players who have seats, and drop open seats. Only the host may. No
    effect if the game has begun. `Refused` if it cannot be played by so few."""
    await require_host(service, room, caller)
    taken = room.table.game.seats - room.table.seat_kinds.count("open")
    if "open" in room.table.seat_kinds:
        await change_options(service, room, caller, taken, room.table.setup.options)
    if room.table.turn is None:
        await _commit_change(service, room, caller, setup_phase.start_game)


def current_seat(room: Room, caller: Caller) -> Seat:
    """Return the seat that the caller's person has now, which may be another one than when they
    joined. `NotYours` if they have none, or if the room's seat owners are unknown."""
    for seat in map(Seat, room.seat_owners or {}):
        if caller.person is not None and may_act_for(room, caller, seat):
            return seat
    raise NotYours("only those who sit at the table may")


def _require_host_now(room: Room, caller: Caller) -> None:
    """Raise `NotYours` unless the caller is the host, by the seat owners that the room knows.
    Nothing is read."""
    if current_seat(room, caller) != room.table.host:
        raise NotYours("only the host of the table may")


async def _commit_change(
    service: TableService, room: Room, caller: Caller, make_step: Callable[[Table], Step], *, any_player: bool = False
) -> None:
    """Write a change made before the deal to the log, together with the new seat owners. If another
    entry was written first, catch up and compute the change again. Only the host may write, unless
    `any_player` is set, for a change of the caller's own seat. Raises what `make_step` raises, and
    `Stale` after `MAX_COMMIT_ATTEMPTS`."""
    key = new_server_key()
    async with room.lock:
        for _ in range(MAX_COMMIT_ATTEMPTS):
            await service.seat_owners.load_owners(room)
            if not any_player:
                _require_host_now(room, caller)
            step = make_step(room.table)
            note = step.entry.lines[0]
            previous = previous_seats(room.table.seat_kinds, note)
            move = to_log_write(room.id, step, key, request_digest(TABLE_MOVER, note))
            written = await service.store.write_move_and_reseat(
                move, previous, drop_join_code=note.startswith("remove ")
            )
            if written.status is WriteStatus.TAKEN:
                service.publish_step(room, step)
                await service.seat_owners.load_owners(room)
                return
            await service.catch_up({room.id: room})
    raise Stale()
