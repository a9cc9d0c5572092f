"""Reports by people to the operator about names and tables, and what an operator removed: rows beside the
tables.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from uuid import UUID

from msgspec import Struct

from malle.storage.connections import Shard
from malle.storage.queries import TABLE_QUERIES

WHOLE_TABLE = -1
"""Stands in place of a seat if the report is about the table itself."""
MAX_REPORTS_PER_SUBJECT = 20
"""How many open reports about one name or table are stored."""


class OpenReport(Struct, frozen=True):
    """A name or a table that people reported and no operator has handled yet. It stands for all
    open reports about it."""

    tab: int
    seat: int
    """The seat whose name was reported, or `WHOLE_TABLE`."""
    person: UUID | None
    """The person who had the seat, or None. If different people were reported at this seat, the one
    who was reported last."""
    count: int
    """How many people reported it."""
    at: datetime
    """When it was first reported."""


class ReportStore:
    """Reads and writes reports in all table databases. Each `Store` has one instance."""

    def __init__(self, shard_of: Callable[[int], Shard], get_shards: Callable[[], Sequence[Shard]]) -> None:
        self._shard_of = shard_of
        """Returns the database of a table."""
        self._get_shards = get_shards

    async def add(self, table_id: int, seat: int, person: UUID | None, reporter: UUID) -> None:
        """Store a report by the person `reporter` about the name of `person` at `seat`, or about
        the table itself (`WHOLE_TABLE`). Nothing changes if the reporter's earlier report about it
        is still open, or if `MAX_REPORTS_PER_SUBJECT` reports about it are open."""
        shard = self._shard_of(table_id)
        await shard.run(
            TABLE_QUERIES.report(
                shard.pool, tab=table_id, seat=seat, person=person, by=reporter, most=MAX_REPORTS_PER_SUBJECT
            )
        )

    async def open_reports(self) -> list[OpenReport]:
        """Return the names and tables with reports that no operator has handled yet, the longest
        reported first. Raise `DatabaseUnavailable` if a database does not answer."""
        rows = [row for shard in self._get_shards() for row in await shard.fetch_all(TABLE_QUERIES.reports(shard.pool))]
        found = [OpenReport(*[row[name] for name in OpenReport.__struct_fields__]) for row in rows]
        return sorted(found, key=lambda each: each.at)

    async def close(self, table_id: int, seat: int, person: UUID | None, operator: UUID, *, hide: bool) -> bool:
        """Close the reports about a name or a table (`WHOLE_TABLE`). With `hide`, also hide the
        name or the table; other processes notice at their next sync. A name can be hidden without a
        report; `operator` is then stored as the reporter. Return False only if the table to hide
        does not exist."""
        shard = self._shard_of(table_id)
        existed = True
        if hide and seat == WHOLE_TABLE:
            existed = bool(await shard.run(TABLE_QUERIES.hide_table(shard.pool, tab=table_id)))
        elif hide:  # a name can be removed without a report
            await self.add(table_id, seat, person, operator)
        await shard.run(TABLE_QUERIES.close_reports(shard.pool, tab=table_id, seat=seat, hide=hide))
        return existed

    async def removals(self, table_ids: Sequence[int]) -> list[tuple[int, int, float]]:
        """Return (table id, seat or `WHOLE_TABLE`, Unix time) of the names and tables among
        `table_ids` that operators have hidden. All ids must belong to one database."""
        if not table_ids:
            return []
        shard = self._shard_of(table_ids[0])
        return [tuple(row) for row in await shard.fetch_all(TABLE_QUERIES.taken_away(shard.pool, tabs=list(table_ids)))]
