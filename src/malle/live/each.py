"""A piece of work at each of many tables of one database, some side by side: one that cannot go on holds up no
other."""

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
"""Seconds after which, where a database did not answer, the rest is left for the next look: a loop that takes no turn
for long counts as one that stands still."""


async def at_each(
    house: House, what: str, tables: Iterable[TableId], work: Callable[[TableId], Awaitable[object]]
) -> None:
    """Does it. What breaks at a table is told, and the table put aside; a database that is away is told by the store,
    and whatever was due there comes back to somebody."""
    gate = asyncio.Semaphore(SIDE_BY_SIDE)
    until = time.monotonic() + PATIENCE
    away = False

    async def one(id_: TableId) -> None:
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
