"""Deadlines: whoever let their time run out is answered for, by whichever process looks first.

The database's clock decides, and it gives each due table to one process, which has a few seconds to act. One table that
cannot go on is told and put aside (`malle.live.aside`), and the others go on.
"""

from __future__ import annotations

import asyncio
from functools import partial

from malle.core import Seat
from malle.live import lag, slow
from malle.live.each import at_each
from malle.live.house import House
from malle.live.keys import clock_key
from malle.live.writing import move_of, wish_hash
from malle.loops import about
from malle.store.away import Unavailable
from malle.store.killpoint import reach
from malle.store.store import TableId
from malle.store.writer import Status


def start(house: House) -> None:
    """Begins to look, in each database on its own."""
    for database in house.config.databases:
        house.loop("deadlines", partial(_look, house, database), database)


async def _look(house: House, database: int) -> None:
    """Makes the harmless moves of one database."""
    await asyncio.sleep(about(1))
    try:
        due = await house.store.claim_due(database)
    except Unavailable:
        return  # the store tells it
    seqs = dict(due)

    async def act(id_: TableId) -> None:
        reach("claimed")
        if await slow.is_due(house, id_, seqs[id_]):
            await time_out(house, id_, seqs[id_])

    await at_each(house, "deadline", seqs, act)


async def time_out(house: House, id_: TableId, seq: int, seats: tuple[Seat, ...] | None = None) -> None:
    """The harmless answer for every seat that let its time run out at this seq: all that are awaited, or these."""
    room = await house.room(id_)
    async with room.lock:
        if room.table.seq < seq:
            await house.catch_up({id_: room})
        if room.table.seq != seq:
            return  # somebody moved: the deadline is another one now, or comes back to us
        for seat in room.table.awaited if seats is None else seats:
            if seat not in room.table.awaited:
                return
            step = lag.timed(room, room.table.time_out(seat), house.config.window)
            key = clock_key(house.config.keys.clock(), room.text, room.table.seq, seat)
            held = lag.held(room, step, house.config.window)
            written = await house.store.write(move_of(id_, step, key, wish_hash(seat, "deadline"), held))
            if written.status is not Status.TAKEN:
                await house.catch_up({id_: room})
                return
            house.counts["timeouts"] += 1
            house.written(room, step)
