"""Everything that is kept of a person, to be taken away or to be forgotten.

What the people's database has is read table by table, every column but those that open something: a digest or a key is
no news to its owner, and of use to a thief. A test compares these lists with the schema.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

from malle.store.database import Database, Shard
from malle.store.queries import ENTERING, PEOPLE, QUERIES

OF_PERSON = {
    "person": "id", "device": "person", "link": "person", "passkey": "person", "result": "person", "block": "person",
    "guest": "person", "hours": "person", "channel": "person", "notice": "person", "letter": "person",
    "keeper": "person", "register": "person",
}  # fmt: skip
"""The tables of the people's database that say something of a person, and the column that says of whom."""
WITHHELD = {
    "device": ("digest",),
    "link": ("digest", "device"),
    "passkey": ("id", "public", "count"),
    "letter": ("id",),
    "block": ("other",),
    "guest": ("host",),
    "channel": ("device",),
}
"""Columns that open something, or that are somebody else's."""
NOT_OURS = {
    "challenge": "a question that stands for five minutes",
    "solved": "by a random number that stands for nobody",
    "sending": "whether a notice was sent: the notice says the rest",
    "way_in": "links to the page of the house, of nobody in particular",
    "settled": "what the host settled",
    "version": "of the schema",
    "erased": "digests of the numbers of those who are gone",
}
"""The other tables of that database, and why nothing of them is taken away."""


class Belongings:
    """What is kept of people."""

    def __init__(self, people: Database, shards: Callable[[], Sequence[Shard]]) -> None:
        self._people = people
        self._shards = shards

    async def of(self, person: UUID) -> dict[str, list[dict[str, Any]]]:
        """What the people's database has of somebody, by table."""
        found: dict[str, list[dict[str, Any]]] = {}
        for table, column in OF_PERSON.items():
            query = f"select (to_jsonb(t) - $2::text[])::text as row from people.{table} t where {column} = $1"
            hidden = [*WITHHELD.get(table, ()), "person"]
            rows = await self._people.ask(self._people.pool.fetch(query, person, hidden))
            found[table] = [json.loads(row["row"]) for row in rows]
        return found

    async def reported(self, person: UUID) -> list[dict[str, Any]]:
        """What somebody reported to the host."""
        answers = [await shard.rows(QUERIES.reported_by(shard.pool, person=person)) for shard in self._shards()]
        rows = [row for found in answers for row in found]
        return [{"table": row["tab"], "seat": row["seat"], "at": row["at"].isoformat()} for row in rows]

    async def moves(self, table: int, seat: int, shard: Shard) -> list[str]:
        """What a seat did at a table: for one whose end is shown."""
        rows = await shard.rows(QUERIES.moves_of(shard.pool, tab=table, seat=seat))
        return [row["lines"].partition("\n")[0] for row in rows]

    async def forget(self, person: UUID) -> list[int]:
        """Nothing is left that leads to somebody: seats stay taken by somebody of whom nothing is known, so that every
        game still goes on and verifies. The tables where they sat."""
        seats = [
            row for shard in self._shards() for row in await shard.rows(QUERIES.tables_of(shard.pool, person=person))
        ]
        await self._people.ask(ENTERING.forget_named(self._people.pool, tabs=[row["tab"] for row in seats]))
        tables: list[int] = []
        for shard in self._shards():
            rows = await shard.rows(QUERIES.forget_seats(shard.pool, person=person), writes=True)
            tables += [row["tab"] for row in rows]
            await shard.ask(QUERIES.follow_seats(shard.pool, person=person))
            await shard.ask(QUERIES.forget_askings(shard.pool, person=person))
            await shard.ask(QUERIES.forget_ready(shard.pool, person=person))
            await shard.ask(QUERIES.forget_reports(shard.pool, person=person))
            await shard.ask(QUERIES.forget_reporter(shard.pool, person=person))
        await self._people.ask(self._erase(person, sat=bool(seats or tables)))
        await self._people.ask(ENTERING.forget_named(self._people.pool, tabs=tables))  # what was written meanwhile
        return tables

    async def _erase(self, person: UUID, *, sat: bool) -> None:
        """In one transaction: where it fails, whoever asked can still ask again. No mark is kept of those who never sat
        anywhere and of whom nothing is known: anybody can make a number up."""
        async with self._people.writing() as connection:
            await ENTERING.alone_with(connection, person=person)
            if sat or await PEOPLE.is_known(connection, person=person):
                await ENTERING.mark_erased(connection, person=person)
            await ENTERING.forget(connection, person=person)
            await ENTERING.forget_notices(connection, person=person)
