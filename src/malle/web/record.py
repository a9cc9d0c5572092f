"""The record of a finished table, as a file that anybody can verify with `malle record verify <file>`."""

from __future__ import annotations

import asyncio

from malle.core.record import write_record
from malle.live.house import House
from malle.live.replay import BREATH, need_end
from malle.live.room import Room
from malle.live.scribe import Scribe


async def record_of(house: House, room: Room) -> str:
    """Return the record of a finished table as text: the whole log and the revealed seed. Raise `Illegal`
    before the end is shown, since it would reveal hidden information. Long logs yield to the event loop."""
    need_end(room)
    stored = await house.store.load(room.id, whole=True)
    scribe = Scribe(house.opened(stored))
    for number, entry in enumerate(stored.entries):
        scribe.add(entry)
        if number % BREATH == 0:
            await asyncio.sleep(0)
    return write_record(scribe.record(house.seed_of(stored), house.library.edition_name(stored.setup.edition)))
