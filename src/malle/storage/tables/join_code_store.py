"""Join codes: five letters that lead to a table for a day while its seats are being filled, and whether the
table is listed publicly.

A row lies in its table's database, and no database knows of another. Each database draws from codes of its
own, so all codes that are valid at one time differ. A code is looked up in all databases.
"""

from __future__ import annotations

import contextlib
import re
import secrets
from collections.abc import Callable, Sequence
from typing import Any

import asyncpg

from malle.storage.connections import Shard, query_available
from malle.storage.database_errors import DatabaseUnavailable
from malle.storage.queries import TABLE_QUERIES

CODE_LETTERS = "BCDFGHJKLMNPRSTVWXZ"
"""No vowels, so that no code is a word. No letters that are confused when dictated or read."""
CODE_LENGTH = 5
CODE_SECONDS = 86400.0
"""Seconds for which a code is valid."""
MAX_DRAWS = 20
"""How many codes are drawn before we give up because all were taken."""


class JoinCodeStore:
    """Reads and writes join codes in all table databases. Each `Store` has one instance."""

    def __init__(self, shards: Sequence[Shard], shard_of: Callable[[int], Shard]) -> None:
        self._shards = tuple(shards)
        self._shard_of = shard_of
        """Returns the database of a table."""

    async def get_or_create(self, table_id: int) -> str:
        """Return the valid code of a table. If there is none, delete expired codes, draw a code and store it.
        Raise `DatabaseUnavailable` if no free code is found in `MAX_DRAWS` tries."""
        shard = self._shard_of(table_id)
        for _ in range(MAX_DRAWS):
            stored_code = await shard.run(TABLE_QUERIES.code_of(shard.pool, tab=table_id))
            if stored_code is not None:
                return str(stored_code)
            await shard.run(TABLE_QUERIES.close_doors(shard.pool))
            code = draw_code(self._shards.index(shard), len(self._shards))
            with contextlib.suppress(asyncpg.UniqueViolationError):  # another table has this code: draw again
                await shard.run(TABLE_QUERIES.open_door(shard.pool, tab=table_id, code=code, seconds=CODE_SECONDS))
        raise DatabaseUnavailable("every code is taken")

    async def find_table(self, code: str) -> int | None:
        """Return the table that a code leads to, or None. Raise `DatabaseUnavailable` if the code may lie in
        a database that does not answer."""

        async def ask(shard: Shard) -> int | None:
            """Return the table to which the code leads in one database, or None."""
            found: int | None = await shard.run(TABLE_QUERIES.table_of(shard.pool, code=code))
            return found

        answers = await query_available({shard: ask(shard) for shard in self._shards})
        found = next((table for table in answers if table is not None), None)
        if found is None and len(answers) < len(self._shards):
            raise DatabaseUnavailable()
        return found

    async def set_listed(self, table_id: int, *, listed: bool) -> None:
        """List a table publicly, or end that. It is listed for as long as its join code is valid.
        Draws a code if there is none."""
        await self.get_or_create(table_id)
        shard = self._shard_of(table_id)
        await shard.run(TABLE_QUERIES.list_door(shard.pool, tab=table_id, listed=listed))

    async def is_listed(self, table_id: int) -> bool:
        """Return whether the table is listed publicly and its code is still valid."""
        shard = self._shard_of(table_id)
        return bool(await shard.run(TABLE_QUERIES.is_listed(shard.pool, tab=table_id)))

    async def listed_tables(self, limit: int = 30) -> dict[int, float]:
        """Return at most `limit` publicly listed tables that have not begun, most recently listed
        first: seconds since the table was listed, by table id. Databases that do not answer are
        skipped."""

        async def ask(shard: Shard) -> list[Any]:
            return await shard.fetch_all(TABLE_QUERIES.listed(shard.pool, most=limit))

        answers = await query_available({shard: ask(shard) for shard in self._shards})
        # By time, not by age: one database may have answered later than another.
        rows = sorted((row for found in answers for row in found), key=lambda row: row["since"], reverse=True)
        return {row["tab"]: row["seconds"] for row in rows[:limit]}


def draw_code(database_index: int, database_count: int) -> str:
    """Return a random join code from the share of codes that belongs to one database: the one at
    `database_index`, from 0, of `database_count`."""
    number = secrets.randbelow(len(CODE_LETTERS) ** CODE_LENGTH // database_count) * database_count + database_index
    letters = []
    for _ in range(CODE_LENGTH):
        number, letter = divmod(number, len(CODE_LETTERS))
        letters.append(CODE_LETTERS[letter])
    return "".join(letters)


def normalize_code(text: str) -> str:
    """Return a typed join code in capitals, without blanks and punctuation. Return an empty string
    if it cannot be a code."""
    code = re.sub(r"[\W_]", "", text).upper()
    return code if len(code) == CODE_LENGTH and set(code) <= set(CODE_LETTERS) else ""
