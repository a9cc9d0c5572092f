"""Reports by people to the operator about names and tables, and what an operator removed: rows beside the
tables.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from uuid import UUID

from msgspec import Struct

from malle.store.database import Shard
from malle.store.queries import QUERIES

TABLE = -1
"""Stands in place of a seat if the report is about the table itself."""
MOST = 20
"""How many open reports about one name or table are stored."""


class Reported(Struct, frozen=True):
    """A name or a table that was reported and not yet handled by an operator."""

    tab: int
    seat: int
    """The seat whose name was reported, or `WHOLE_TABLE`."""
    person: UUID | None
    """The person who had the seat, or None. If several had it, the one who was reported last."""
    count: int
    """How many people reported it."""
    at: datetime
    """When it was first reported."""


class Reports:
    """Reads and writes reports in all table databases."""

    def __init__(self, shard: Callable[[int], Shard], shards: Callable[[], Sequence[Shard]]) -> None:
        self._shard = shard
        """Returns the database of a table."""
        self._shards = shards

    async def add(self, table: int, seat: int, person: UUID | None, by: UUID) -> None:
        """Store a report by the person `reporter` about a name (`seat`, `person`) or about a table. Nothing
        changes if their earlier report is still open, or if `MAX_REPORTS_PER_SUBJECT` reports are open."""
        shard = self._shard(table)
        await shard.ask(QUERIES.report(shard.pool, tab=table, seat=seat, person=person, by=by, most=MOST))

    async def open(self) -> list[Reported]:
        """Return the reports that no operator has handled yet, oldest first."""
        rows = [row for shard in self._shards() for row in await shard.rows(QUERIES.reports(shard.pool))]
        found = [Reported(*[row[name] for name in Reported.__struct_fields__]) for row in rows]
        return sorted(found, key=lambda each: each.at)

    async def close(self, table: int, seat: int, person: UUID | None, by: UUID, *, hide: bool) -> bool:
        """Close the reports about a name or a table. With `hide` it is also removed: other processes notice
        at their next sync. A name can be removed without a report; `operator` is then stored as the reporter.
        Return False only if the table to hide does not exist."""
        shard = self._shard(table)
        found = True
        if hide and seat == TABLE:
            found = bool(await shard.ask(QUERIES.hide_table(shard.pool, tab=table)))
        elif hide:  # a name can be removed without a report
            await self.add(table, seat, person, by)
        await shard.ask(QUERIES.close_reports(shard.pool, tab=table, seat=seat, hide=hide))
        return found

    async def taken_away(self, tables: Sequence[int]) -> list[tuple[int, int, float]]:
        """Return (table id, seat or `WHOLE_TABLE`, Unix time) of what operators removed at these tables. All
        ids must belong to one database."""
        if not tables:
            return []
        shard = self._shard(tables[0])
        return [tuple(row) for row in await shard.rows(QUERIES.taken_away(shard.pool, tabs=list(tables)))]
