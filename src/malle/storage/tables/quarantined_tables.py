"""Marks on quarantined tables: tables that a process of this site could not go on with. Operators read these
marks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from msgspec import Struct

from malle.storage.connections import Shard
from malle.storage.queries import TABLE_QUERIES

QUARANTINE_RETRY_SECONDS = 60.0
"""Seconds after which a quarantined table is tried again."""


class QuarantinedTable(Struct, frozen=True):
    """A quarantined table: one that a process could not go on with."""

    tab: int
    at: datetime
    """When a process last failed to go on with this table."""
    why: str
    """The reason, in a sentence for operators."""


class QuarantineStore:
    """Reads and writes quarantine marks in all table databases. A move that is written also removes
    the mark of its table. Each `Store` has one instance."""

    def __init__(self, shard_of: Callable[[int], Shard], get_shards: Callable[[], Sequence[Shard]]) -> None:
        self._shard_of = shard_of
        """Returns the database of a table."""
        self._get_shards = get_shards

    async def add(self, table_id: int, reason: str) -> None:
        """Mark a table as quarantined for this reason. A deadline within ten seconds is moved to
        `QUARANTINE_RETRY_SECONDS` from now. A later deadline stays, because another process may
        have the table's rules. Robots are not asked to move at this table for a minute."""
        shard = self._shard_of(table_id)
        await shard.run(TABLE_QUERIES.put_aside(shard.pool, tab=table_id, why=reason, seconds=QUARANTINE_RETRY_SECONDS))

    async def release(self, table_id: int) -> None:
        """Clear the quarantine mark: the table works again."""
        shard = self._shard_of(table_id)
        await shard.run(TABLE_QUERIES.take_back(shard.pool, tab=table_id))

    async def list_tables(self) -> list[QuarantinedTable]:
        """Return the quarantined tables of all databases, most recently tried first. Tables that
        an operator has hidden are left out. Raise `DatabaseUnavailable` if a database does not
        answer."""
        rows = [row for shard in self._get_shards() for row in await shard.fetch_all(TABLE_QUERIES.asides(shard.pool))]
        return sorted((QuarantinedTable(*row) for row in rows), key=lambda each: each.at, reverse=True)
