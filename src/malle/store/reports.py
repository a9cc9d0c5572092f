"""What people reported to the host of the site, and what the host took away: rows beside the tables they are about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from uuid import UUID

from msgspec import Struct

from malle.store.database import Shard
from malle.store.queries import QUERIES

TABLE = -1
"""In place of a seat: the table itself is meant."""
MOST = 20
"""Reports of one thing that are kept."""


class Reported(Struct, frozen=True):
    """A name or a table that somebody reported, and nobody has looked at yet."""

    tab: int
    seat: int
    """Whose name; `TABLE`: the table."""
    person: UUID | None
    """Who sat there then."""
    count: int
    """How many reported it."""
    at: datetime
    """When the first did."""


class Reports:
    """Those of all databases."""

    def __init__(self, shard: Callable[[int], Shard], shards: Callable[[], Sequence[Shard]]) -> None:
        self._shard = shard
        """The database that a table lies in."""
        self._shards = shards

    async def add(self, table: int, seat: int, person: UUID | None, by: UUID) -> None:
        """Somebody reports a name or a table; a second time changes nothing."""
        shard = self._shard(table)
        await shard.ask(QUERIES.report(shard.pool, tab=table, seat=seat, person=person, by=by, most=MOST))

    async def open(self) -> list[Reported]:
        """Those that nobody has looked at yet, the oldest first."""
        rows = [row for shard in self._shards() for row in await shard.rows(QUERIES.reports(shard.pool))]
        found = [Reported(*[row[name] for name in Reported.__struct_fields__]) for row in rows]
        return sorted(found, key=lambda each: each.at)

    async def close(self, table: int, seat: int, person: UUID | None, by: UUID, *, hide: bool) -> bool:
        """The host has looked at it: with `hide` it is taken away, which every process notices in its sweep. Was there
        anything?"""
        shard = self._shard(table)
        found = True
        if hide and seat == TABLE:
            found = bool(await shard.ask(QUERIES.hide_table(shard.pool, tab=table)))
        elif hide:  # also what nobody reported
            await self.add(table, seat, person, by)
        await shard.ask(QUERIES.close_reports(shard.pool, tab=table, seat=seat, hide=hide))
        return found

    async def taken_away(self, tables: Sequence[int]) -> list[tuple[int, int, float]]:
        """(table, seat or `TABLE`, when) of what was taken away at these tables of one database."""
        if not tables:
            return []
        shard = self._shard(tables[0])
        return [tuple(row) for row in await shard.rows(QUERIES.taken_away(shard.pool, tabs=list(tables)))]
