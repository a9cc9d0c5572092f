"""The ready check before a table begins, and whether its host is still there. Both are rows beside the table,
for people to read.

A player stays ready until seats or options are agreed again. The check binds no one: the host starts when
they like. A host who has not looked at the page for two minutes loses that role to the next player who looks,
so that the others need not wait. The delay is that long because a phone stops a page in the background while
its owner sends the invitation.
"""

from __future__ import annotations

import contextlib
from zlib import crc32

from malle.core import MalleError
from malle.runtime.room import Room
from malle.runtime.seats import lobby_changes
from malle.runtime.seats.identity import Caller
from malle.runtime.table_service import TableService
from malle.storage.database_errors import DatabaseUnavailable

READY_SECONDS = 86400.0
"""Seconds for which a player stays ready."""
HOST_GONE_SECONDS = 120.0
"""Seconds without a sign after which a host counts as gone."""
HOST_SIGN_INTERVAL_SECONDS = 20.0
"""Least seconds between two written signs of a host."""
_HOST_SIGN, _READY_PREFIX = "host", "ready "


async def mark_ready(service: TableService, room: Room, caller: Caller) -> None:
    """Record that the caller is ready to begin, for the seats and options agreed at present. Raises
    `NotYours` if they have no seat at this table."""
    await service.seat_owners.load_owners(room)
    seat = lobby_changes.current_seat(room, caller)
    await service.store.votes.cast(
        room.id, f"{_READY_PREFIX}{caller.person}", _agreement_number(room), seat, READY_SECONDS, yes=True
    )
    await refresh_readiness(service, room)


async def refresh_readiness(service: TableService, room: Room, caller: Caller | None = None) -> None:
    """Update `Room.ready_bits`, the seats that are ready, before a table begins that its host
    starts. Do nothing at any other table. If the caller is the host, record that the host is there.
    If another player calls while the host is gone, that player becomes the host. An unavailable
    database changes nothing."""
    if room.table.turn is not None or not room.table.setup.hosted:
        return
    with contextlib.suppress(DatabaseUnavailable):  # the page opens without it
        if room.seat_owners is None:
            await service.seat_owners.load_owners(room)
        votes = {vote.what: vote for vote in (await service.store.votes.open_votes([room.id])).get(room.id, ())}
        ready_keys = {what for what, vote in votes.items() if vote.seq == _agreement_number(room) and vote.yes}
        ready = sum(
            1 << seat
            for seat, vote in (room.seat_owners or {}).items()
            if f"{_READY_PREFIX}{vote.person}" in ready_keys
        )
        if ready != room.ready_bits:
            room.ready_bits = ready
            room.view_cache.clear()
        if caller is None or caller.seat is None:
            return
        if caller.seat == room.table.host:
            await service.store.votes.record_nudge(room.id, _HOST_SIGN, 0, HOST_SIGN_INTERVAL_SECONDS)
        elif _HOST_SIGN in votes and (votes[_HOST_SIGN].ago or 0.0) > HOST_GONE_SECONDS:
            with contextlib.suppress(MalleError):  # another player was faster, or the game has begun
                await lobby_changes.claim_host(service, room, caller)
                await service.store.votes.record_nudge(room.id, _HOST_SIGN, 0, 0.0)


def _agreement_number(room: Room) -> int:
    """Return a number that identifies the seats and options agreed at present. A player who was
    ready for other seats or options does not count as ready."""
    return crc32(room.table.agreed_json.encode()) & 0x7FFFFFFF
