"""All data kept about a person: export and erasure.

Rows of the people's database are exported table by table, with every column except those that give access. A
digest or a key tells its owner nothing new, but would help a thief. A test compares the lists below with the
schema.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

from malle.storage.connections import Database, Shard
from malle.storage.queries import LOGIN_QUERIES, PEOPLE_QUERIES, TABLE_QUERIES

PERSON_COLUMNS = {
    "person": "id", "device": "person", "link": "person", "passkey": "person", "result": "person", "block": "person",
    "guest": "person", "hours": "person", "channel": "person", "notice": "person", "letter": "person",
    "keeper": "person", "register": "person",
}  # fmt: skip
"""Tables of the people's database with personal data, and the column that holds the person."""
WITHHELD_COLUMNS = {
    "device": ("digest",),
    "link": ("digest", "device"),
    "passkey": ("id", "public", "count"),
    "letter": ("id",),
    "block": ("other",),
    "guest": ("host",),
    "channel": ("device",),
}
"""Columns that are not exported, because they give access or concern another person."""
UNEXPORTED_TABLES = {
    "challenge": "a question that stands for five minutes",
    "solved": "by a random number that stands for nobody",
    "sending": "whether a notice was sent: the notice says the rest",
    "way_in": "links to the page of the house, of nobody in particular",
    "settled": "what the host settled",
    "version": "of the schema",
    "erased": "digests of the numbers of those who are gone",
}
"""The other tables of the people's database, and why nothing of them is exported."""


class PersonalData:
    """Exports and erases the data of a person. Each `Store` has one instance."""

    def __init__(self, people: Database, get_shards: Callable[[], Sequence[Shard]]) -> None:
        self._people = people
        self._get_shards = get_shards

    async def people_rows(self, person: UUID) -> dict[str, list[dict[str, Any]]]:
        """Return the rows about a person in the people's database, by SQL table, without the
        columns of `WITHHELD_COLUMNS` and without the column `person`."""
        found: dict[str, list[dict[str, Any]]] = {}
        for table, column in PERSON_COLUMNS.items():
            query = f"select (to_jsonb(t) - $2::text[])::text as row from people.{table} t where {column} = $1"
            hidden = [*WITHHELD_COLUMNS.get(table, ()), "person"]
            rows = await self._people.run(self._people.pool.fetch(query, person, hidden))
            found[table] = [json.loads(row["row"]) for row in rows]
        return found

    async def reports_by(self, person: UUID) -> list[dict[str, Any]]:
        """Return the reports that a person made: table id, seat and time, for each database oldest
        first."""
        answers = [
            await shard.fetch_all(TABLE_QUERIES.reported_by(shard.pool, person=person)) for shard in self._get_shards()
        ]
        rows = [row for found in answers for row in found]
        return [{"table": row["tab"], "seat": row["seat"], "at": row["at"].isoformat()} for row in rows]

    async def moves_of_seat(self, table_id: int, seat: int, shard: Shard) -> list[str]:
        """Return the moves of a seat at a table, in notation, oldest first. The caller has checked
        that the end of the game is shown; `shard` is the table's database."""
        rows = await shard.fetch_all(TABLE_QUERIES.moves_of(shard.pool, tab=table_id, seat=seat))
        return [row["lines"].partition("\n")[0] for row in rows]

    async def erase(self, person: UUID) -> list[int]:
        """Erase the data of a person, except entries of the audit log. Return the ids of the tables
        where the person had seats. Each seat passes to a new random person, so that every game goes
        on and can be verified. Raise `DatabaseUnavailable` if a database does not answer; a
        repeated call does the rest, and returns only the tables that were left."""
        seats = [
            row
            for shard in self._get_shards()
            for row in await shard.fetch_all(TABLE_QUERIES.tables_of(shard.pool, person=person))
        ]
        await self._people.run(LOGIN_QUERIES.forget_named(self._people.pool, tabs=[row["tab"] for row in seats]))
        tables: list[int] = []
        for shard in self._get_shards():
            rows = await shard.fetch_all(TABLE_QUERIES.forget_seats(shard.pool, person=person), writes=True)
            tables += [row["tab"] for row in rows]
            await shard.run(TABLE_QUERIES.follow_seats(shard.pool, person=person))
            await shard.run(TABLE_QUERIES.forget_askings(shard.pool, person=person))
            await shard.run(TABLE_QUERIES.forget_ready(shard.pool, person=person))
            await shard.run(TABLE_QUERIES.forget_reports(shard.pool, person=person))
            await shard.run(TABLE_QUERIES.forget_reporter(shard.pool, person=person))
        await self._people.run(self._erase_in_people_database(person, had_seat=bool(seats or tables)))
        await self._people.run(LOGIN_QUERIES.forget_named(self._people.pool, tabs=tables))  # notices written meanwhile
        return tables

    async def _erase_in_people_database(self, person: UUID, *, had_seat: bool) -> None:
        """Erase a person from the people's database in one transaction, so that the caller can try
        again if it fails. A mark that the person was erased is kept only if `had_seat` is set or
        the database knows the person, because anybody can make up a person's number."""
        async with self._people.transaction() as connection:
            await LOGIN_QUERIES.alone_with(connection, person=person)
            if had_seat or await PEOPLE_QUERIES.is_known(connection, person=person):
                await LOGIN_QUERIES.mark_erased(connection, person=person)
            await LOGIN_QUERIES.forget(connection, person=person)
            await LOGIN_QUERIES.forget_notices(connection, person=person)
