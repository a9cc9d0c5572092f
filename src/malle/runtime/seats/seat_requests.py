"""Seat requests: asking for a robot's seat during play, and admitting the person who asks.

Taking over a robot's seat reveals its hand. So every person who is present at the table has to agree. A person
cannot have two seats, and a seat that a robot keeps for an absent person cannot be requested. One person with
two devices and two names cannot be detected; the log shows everybody who was admitted.

Presence that other processes report is not enough here: a process may have started a moment ago, or NATS may be
down. So in its sweep each process adds the people at its own sockets to the request's row. Nobody is admitted
before all processes had time for that.
"""

from __future__ import annotations

import asyncio
import contextlib
from uuid import UUID

from malle.core import Illegal, MalleError, Seat
from malle.runtime.idempotency import new_server_key
from malle.runtime.log_writes import request_digest, to_log_write
from malle.runtime.room import Room
from malle.runtime.seats.display_names import require_name
from malle.runtime.seats.identity import Caller, NotYours
from malle.runtime.seats.seat_owners import may_act_for
from malle.runtime.seats.seating import require_invitation
from malle.runtime.table_service import MAX_COMMIT_ATTEMPTS, TableService
from malle.runtime.timing import reveal_delay
from malle.storage.log_writer import WriteStatus
from malle.storage.tables.seat_request_store import SeatRequest

REQUEST_SECONDS = 20.0
"""How long the people at the table have to answer a seat request."""
PRESENCE_SWEEPS, PRESENCE_SLACK_SECONDS = 2, 1.0
"""After this many sweeps and this many more seconds, every process has reported who is at its sockets."""


async def request_seat(
    service: TableService, room: Room, caller: Caller, seat: int, name: str, invitation: str, key: UUID
) -> int:
    """Ask for a robot's seat during play, under the name `name`, and open a seat request. Return
    the seq that spectators see. A repeated call with the same `key`, which becomes the request's
    id, succeeds until the request's time has run out, even if it was refused. Raises
    `NotInvited` without a valid invitation, `NotYours` without a device token, and `Refused` for
    an empty name. Raises `Illegal` if the caller has or left a seat here, if the seat cannot be
    given, or if no person is present. Raises it too if another request's time has not run out."""
    require_invitation(service, room, invitation)
    if caller.person is None:
        raise NotYours("whoever asks for a seat needs a token")
    if caller.seat is not None or caller.left_seat is not None:
        raise Illegal("you have a seat at this table")
    # The public table: the answer must not tell delayed spectators who left since, or that the game is over.
    shown = room.visible_room(None)
    shown.table.give_robot_seat(Seat(seat))
    if not any(player.kind == "person" and player.presence != "gone" for player in shown.players()):
        raise Illegal("nobody is there who could let you in")
    await service.store.set_name(caller.person, require_name(name))
    if not await service.store.seat_requests.add(
        room.id, SeatRequest(key, caller.person, seat, room.present_people_bits(), 0, REQUEST_SECONDS)
    ):
        raise Illegal("somebody was asking a moment ago: wait a little")
    await service.seat_request_watcher.refresh({room.id: room})
    return shown.table.seq


async def answer_seat_request(service: TableService, room: Room, caller: Caller, request_id: UUID, *, yes: bool) -> int:
    """Record that a player agrees to a seat request, or refuses it; one refusal ends it. Return the
    seq that the caller sees. When all have agreed, the requester gets the seat in the background,
    after every process had time to report who is present. Raises `NotYours` if the caller is no
    person at the table, and `Illegal` if the request is over."""
    seat = caller.seat
    if room.seat_owners is None:
        await service.seat_owners.load_owners(room)
    if seat is None or caller.is_robot or not may_act_for(room, caller, seat):
        raise NotYours("only the people at the table are asked")
    request = await service.store.seat_requests.record_answer(room.id, request_id, 1 << seat if yes else 0, no=not yes)
    if request is None:
        raise Illegal("nobody asks this any more")
    if yes:
        service.start_task(_admit_when_all_agree(service, room, request_id))
    await service.seat_request_watcher.refresh({room.id: room})
    return room.visible_room(seat).table.seq


async def _admit_when_all_agree(service: TableService, room: Room, request_id: UUID) -> None:
    """Give the requester the seat if everybody who was asked or is present has agreed; otherwise do
    nothing. Runs in the background after each yes. It first waits until all processes had time to
    report who is present. A `MalleError` is ignored: the requester sees that the request has
    ended."""
    max_seconds_left = REQUEST_SECONDS - PRESENCE_SWEEPS * service.config.sync_seconds - PRESENCE_SLACK_SECONDS
    with contextlib.suppress(MalleError):  # no caller waits for this; the requester sees that the request ended
        while True:
            request = (await service.store.seat_requests.open_requests([room.id])).get(room.id)
            if (
                request is None
                or request.id != request_id
                or (request.asked | room.present_people_bits()) & ~request.yes
            ):
                return
            if request.seconds <= max_seconds_left:
                break
            await asyncio.sleep(request.seconds - max_seconds_left)
        await service.wait_until_answerable(room)  # the log entry has the table's real seq
        await _admit(service, room, request, max_seconds_left)


async def _admit(service: TableService, room: Room, request: SeatRequest, max_seconds_left: float) -> None:
    """Write to the log that the requester has the seat. If another entry was written first, catch
    up and try again, at most `MAX_COMMIT_ATTEMPTS` times. Give up without an error if the requester
    has a seat already, or if the request has expired, was refused, or lacks a yes. The request is
    granted only if it has at most `max_seconds_left` left. `Illegal` if the seat can no longer be
    given."""
    key = new_server_key()
    async with room.lock:
        for _ in range(MAX_COMMIT_ATTEMPTS):
            step = room.table.give_robot_seat(Seat(request.seat))
            delay_seconds = reveal_delay.seconds_until_reveal(room, step, service.config.min_answer_seconds)
            move = to_log_write(room.id, step, key, request_digest(request.seat, "let"), delay_seconds)
            written = await service.store.seat_requests.grant_seat(
                move, request, room.present_people_bits(), max_seconds_left
            )
            if written.status is WriteStatus.TAKEN:
                service.publish_step(room, step)
                return
            await service.catch_up({room.id: room})
            if written.status is not WriteStatus.STALE:  # the requester has a seat now, or the request is over
                return
