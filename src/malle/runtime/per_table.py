"""Runs one task for many tables of a database, several at a time, so that a failing table stops no other."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable

from malle.background.loops import log_and_swallow
from malle.runtime.table_service import TableService
from malle.storage.database_errors import DatabaseUnavailable
from malle.storage.store import TableId, format_table_id

MAX_CONCURRENT_TABLES = 16
"""How many tables are worked at together."""
OUTAGE_BATCH_SECONDS = 20.0
"""After the database failed to answer, no further table is started once the batch has run this long. The loop
then reports a heartbeat in time, and the remaining tables come back in the next batch."""


async def for_each_table(
    service: TableService, task_name: str, tables: Iterable[TableId], work: Callable[[TableId], Awaitable[object]]
) -> None:
    """Run `work` for each table of a database, at most `MAX_CONCURRENT_TABLES` at a time, and wait
    for all. An error of `work` is never raised: it is logged under `task_name` and counted, and the
    table is quarantined. Once the database was unavailable and `OUTAGE_BATCH_SECONDS` are over, the
    remaining tables are skipped; their work becomes due again."""
    semaphore = asyncio.Semaphore(MAX_CONCURRENT_TABLES)
    give_up_at = time.monotonic() + OUTAGE_BATCH_SECONDS
    is_unavailable = False

    async def one(table_id: TableId) -> None:
        """Run `work` for one table once it may start, unless the rest of the tables is being
        skipped."""
        nonlocal is_unavailable
        async with semaphore:
            if is_unavailable and time.monotonic() > give_up_at:
                return
            with log_and_swallow(task_name, service.error_counters, table=format_table_id(table_id)):
                try:
                    async with service.quarantine.guard(table_id):
                        await work(table_id)
                except DatabaseUnavailable:
                    is_unavailable = True

    await asyncio.gather(*map(one, tables))
