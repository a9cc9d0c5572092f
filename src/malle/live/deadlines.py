"""Deadlines: a seat whose time has run out is answered for with the game's default move.

The database's clock decides when. It gives each due table to one process, which has a few seconds to act. A
table that fails is logged and quarantined (`malle.runtime.quarantine`), and the others continue.
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
    """Start one loop per database that plays default moves where a deadline has passed."""
    for database in house.config.databases:
        house.loop("deadlines", partial(_look, house, database), database)


async def _look(house: House, database: int) -> None:
    """One turn of the loop: wait a second, claim the due tables of one database, and play their default moves.
    At a slow table the true deadline is settled first (see `malle.runtime.timing.correspondence`). An
    unavailable database is ignored."""
    await asyncio.sleep(about(1))
    try:
        due = await house.store.claim_due(database)
    except Unavailable:
        return  # the store logs it
    seqs = dict(due)

    async def act(id_: TableId) -> None:
        """Play the default moves of one due table, unless its slow deadline is still to come."""
        reach("claimed")
        if await slow.is_due(house, id_, seqs[id_]):
            await time_out(house, id_, seqs[id_])

    await at_each(house, "deadline", seqs, act)


async def time_out(house: House, id_: TableId, seq: int, seats: tuple[Seat, ...] | None = None) -> None:
    """Write the default move for every awaited seat of a table whose deadline passed at `seq`. `seats` limits
    this to some seats; by default all awaited seats. Returns without effect if the table has moved on from
    `seq`. Stops at a seat that is not awaited, or when another move is written first."""
    room = await house.room(id_)
    async with room.lock:
        if room.table.seq < seq:
            await house.catch_up({id_: room})
        if room.table.seq != seq:
            return  # a move was made: there is a new deadline, or this one is claimed again
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
