"""Runs one task for many tables of a database, several at a time, so that a failing table stops no other."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable

from malle.live.house import House
from malle.loops import contained
from malle.store.away import Unavailable
from malle.store.store import TableId, write_id

SIDE_BY_SIDE = 16
PATIENCE = 20.0
"""After the database failed to answer, no further table is started once the batch has run this long. The loop
then reports a heartbeat in time, and the remaining tables come back in the next batch."""


async def at_each(
    house: House, what: str, tables: Iterable[TableId], work: Callable[[TableId], Awaitable[object]]
) -> None:
    """Run `work` for each table, at most `MAX_CONCURRENT_TABLES` at a time. Never raises an error of `work`. An
    error at one table is logged under `task_name` and counted, and the table is quarantined. After
    `Unavailable` and `OUTAGE_BATCH_SECONDS` the remaining tables are skipped; their work becomes due again."""
    gate = asyncio.Semaphore(SIDE_BY_SIDE)
    until = time.monotonic() + PATIENCE
    away = False

    async def one(id_: TableId) -> None:
        """Run `work` for one table once a place is free, unless the batch is being given up."""
        nonlocal away
        async with gate:
            if away and time.monotonic() > until:
                return
            with contained(what, house.failed, table=write_id(id_)):
                try:
                    async with house.aside.guard(id_):
                        await work(id_)
                except Unavailable:
                    away = True

    await asyncio.gather(*map(one, tables))
