"""Marks on quarantined tables: tables that a process of this site could not go on with. Operators read these
marks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from msgspec import Struct

from malle.store.database import Shard
from malle.store.queries import QUERIES

AGAIN = 60.0
"""Seconds after which a quarantined table is tried again."""


class PutAside(Struct, frozen=True):
    """A quarantined table."""

    tab: int
    at: datetime
    """When a process last failed to go on with this table."""
    why: str
    """The reason, in a sentence for operators."""


class Asides:
    """Reads and writes quarantine marks in all table databases. A move that is written also removes the mark
    of its table."""

    def __init__(self, shard: Callable[[int], Shard], shards: Callable[[], Sequence[Shard]]) -> None:
        self._shard = shard
        """Returns the database of a table."""
        self._shards = shards

    async def put(self, table: int, why: str) -> None:
        """Mark a table as quarantined, for the reason `reason`. A deadline within ten seconds is moved to
        `QUARANTINE_RETRY_SECONDS` from now; a later one stays, for another process may have the table's
        rules. Robots are not asked to move at this table for a minute."""
        shard = self._shard(table)
        await shard.ask(QUERIES.put_aside(shard.pool, tab=table, why=why, seconds=AGAIN))

    async def take_back(self, table: int) -> None:
        """Clear the quarantine mark: the table works again."""
        shard = self._shard(table)
        await shard.ask(QUERIES.take_back(shard.pool, tab=table))

    async def all(self) -> list[PutAside]:
        """Return the quarantined tables of all databases, most recently tried first. Tables that were hidden
        by an operator are left out."""
        rows = [row for shard in self._shards() for row in await shard.rows(QUERIES.asides(shard.pool))]
        return sorted((PutAside(*row) for row in rows), key=lambda each: each.at, reverse=True)
