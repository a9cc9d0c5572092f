"""The record of a finished table, as a file that anybody can verify with `malle record verify <file>`."""

from __future__ import annotations

import asyncio

from malle.core.record import format_record
from malle.runtime.history.log_record import RecordBuilder
from malle.runtime.history.replay import ITEMS_PER_TURN, require_end_shown
from malle.runtime.room import Room
from malle.runtime.table_service import TableService


async def export_record(service: TableService, room: Room) -> str:
    """Return the record of a finished table as text: the whole log and the revealed seed. Long logs
    yield to the event loop.

    Raise `Illegal` before the end is shown, since the record would reveal hidden information.
    """
    require_end_shown(room)
    stored = await service.store.load_table(room.id, whole_log=True)
    scribe = RecordBuilder(service.build_initial_table(stored))
    for number, entry in enumerate(stored.entries):
        scribe.add_entry(entry)
        if number % ITEMS_PER_TURN == 0:
            await asyncio.sleep(0)
    return format_record(
        scribe.build_record(service.decrypt_seed(stored), service.library.edition_name(stored.setup.edition))
    )
