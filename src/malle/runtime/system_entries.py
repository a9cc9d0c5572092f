"""Entries that the table itself writes about a seat, such as a robot that takes it. They are computed again
if another entry is written first."""

from __future__ import annotations

from collections.abc import Callable

from malle.core import Seat, Stale
from malle.runtime.idempotency import new_server_key
from malle.runtime.log_writes import request_digest, to_log_write
from malle.runtime.room import Room
from malle.runtime.table_service import MAX_COMMIT_ATTEMPTS, TableService
from malle.runtime.timing import reveal_delay
from malle.storage.log_writer import WriteStatus
from malle.table import Step, Table


async def commit_system_entry(
    service: TableService, room: Room, seat: Seat, request: str, build_step: Callable[[Table], Step]
) -> None:
    """Write an entry that the table itself makes about `seat`. If another process writes first,
    catch up and compute the entry again. `build_step` makes the step at a given table, and raises
    if it is no longer allowed. `request` names the kind of entry, for the digest stored with it.
    Raises `Stale` after `MAX_COMMIT_ATTEMPTS`."""
    key = new_server_key()
    async with room.lock:
        for _ in range(MAX_COMMIT_ATTEMPTS):
            step = build_step(room.table)
            delay_seconds = reveal_delay.seconds_until_reveal(room, step, service.config.min_answer_seconds)
            result = await service.store.write_move(
                to_log_write(room.id, step, key, request_digest(seat, request), delay_seconds)
            )
            if result.status is WriteStatus.TAKEN:
                service.publish_step(room, step)
                return
            await service.catch_up({room.id: room})
    raise Stale()
