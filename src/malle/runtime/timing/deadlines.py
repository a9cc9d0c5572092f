"""Deadlines: a seat whose time has run out is answered for with the game's default move.

The database's clock decides when. It gives each due table to one process, which has a few seconds to act. A
table that fails is logged and quarantined (`malle.runtime.quarantine`), and the others continue.
"""

from __future__ import annotations

import asyncio
from functools import partial

from malle.background.loops import jittered
from malle.core import Seat
from malle.runtime.idempotency import deadline_key
from malle.runtime.log_writes import request_digest, to_log_write
from malle.runtime.per_table import for_each_table
from malle.runtime.table_service import TableService
from malle.runtime.timing import correspondence, reveal_delay
from malle.storage.crash_points import crash_point
from malle.storage.database_errors import DatabaseUnavailable
from malle.storage.log_writer import WriteStatus
from malle.storage.store import TableId


def start_loops(service: TableService) -> None:
    """Start the loops that play default moves where a deadline has passed, one loop for each
    database."""
    for database in service.config.table_databases:
        service.start_loop("deadlines", partial(_play_due_tables, service, database), database)


async def _play_due_tables(service: TableService, database: int) -> None:
    """Wait about a second, claim the tables of one database whose deadline has passed, and play
    their default moves. One iteration of a loop. At a correspondence table the exact deadline is
    settled first (see `malle.runtime.timing.correspondence`). Nothing happens while the database is
    unavailable."""
    await asyncio.sleep(jittered(1))
    try:
        claimed = await service.store.claim_due_tables(database)
    except DatabaseUnavailable:
        return  # the store logs it
    seq_by_table = dict(claimed)

    async def act(table_id: TableId) -> None:
        """Play the default moves of one claimed table, unless the exact deadline of a
        correspondence table is still to come."""
        crash_point("claimed")
        if await correspondence.is_deadline_due(service, table_id, seq_by_table[table_id]):
            await play_default_moves(service, table_id, seq_by_table[table_id])

    await for_each_table(service, "deadline", seq_by_table, act)


async def play_default_moves(
    service: TableService, table_id: TableId, seq: int, seats: tuple[Seat, ...] | None = None
) -> None:
    """Write the default move for each awaited seat of a table, or for each of `seats`, one after
    the other. Call it when their time ran out at `seq`. Nothing happens if the table has moved on
    from `seq`. It stops at a seat that is no longer awaited, or when another entry is written
    first."""
    room = await service.get_room(table_id)
    async with room.lock:
        if room.table.seq < seq:
            await service.catch_up({table_id: room})
        if room.table.seq != seq:
            return  # a move was made: there is a new deadline, or this one is claimed again
        for seat in room.table.awaited if seats is None else seats:
            if seat not in room.table.awaited:
                return
            step = reveal_delay.extend_deadline(room, room.table.play_default(seat), service.config.min_answer_seconds)
            key = deadline_key(service.config.keyring.clock_key(), room.id_text, room.table.seq, seat)
            delay_seconds = reveal_delay.seconds_until_reveal(room, step, service.config.min_answer_seconds)
            written = await service.store.write_move(
                to_log_write(table_id, step, key, request_digest(seat, "deadline"), delay_seconds)
            )
            if written.status is not WriteStatus.TAKEN:
                await service.catch_up({table_id: room})
                return
            service.counters["timeouts"] += 1
            service.publish_step(room, step)
