"""Tables that were put aside, because no process of this server can go on with them: a mark for the operator."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from msgspec import Struct

from malle.store.database import Shard
from malle.store.queries import QUERIES

AGAIN = 60.0
"""Seconds after which a table that was put aside is tried again."""


class PutAside(Struct, frozen=True):
    """A table that could not go on."""

    tab: int
    at: datetime
    """When it was last tried."""
    why: str


class Asides:
    """Those of all databases. A move that is written takes the mark away: somebody can go on after all."""

    def __init__(self, shard: Callable[[int], Shard], shards: Callable[[], Sequence[Shard]]) -> None:
        self._shard = shard
        """The database that a table lies in."""
        self._shards = shards

    async def put(self, table: int, why: str) -> None:
        """A table cannot go on: neither its clock nor its robots are asked for a while."""
        shard = self._shard(table)
        await shard.ask(QUERIES.put_aside(shard.pool, tab=table, why=why, seconds=AGAIN))

    async def take_back(self, table: int) -> None:
        """It can."""
        shard = self._shard(table)
        await shard.ask(QUERIES.take_back(shard.pool, tab=table))

    async def all(self) -> list[PutAside]:
        """What an operator should look at, the latest first."""
        rows = [row for shard in self._shards() for row in await shard.rows(QUERIES.asides(shard.pool))]
        return sorted((PutAside(*row) for row in rows), key=lambda each: each.at, reverse=True)
