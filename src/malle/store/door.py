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

from malle.store.away import Unavailable
from malle.store.database import Shard, of_those_that_answer
from malle.store.queries import QUERIES

LETTERS = "BCDFGHJKLMNPRSTVWXZ"
"""No vowels, so that no code is a word. No letters that are confused when dictated or read."""
LENGTH = 5
DAY = 86400.0
"""Seconds for which a code is valid."""
TRIES = 20
"""How many codes are drawn before we give up because all were taken."""


class Doors:
    """Reads and writes join codes in all table databases."""

    def __init__(self, shards: Sequence[Shard], shard: Callable[[int], Shard]) -> None:
        self._shards = tuple(shards)
        self._shard = shard
        """Returns the database of a table."""

    async def code(self, table: int) -> str:
        """Return the valid code of a table. If there is none, delete expired codes, draw a code and store it.
        Raise `DatabaseUnavailable` if no free code is found in `MAX_DRAWS` tries."""
        shard = self._shard(table)
        for _ in range(TRIES):
            found = await shard.ask(QUERIES.code_of(shard.pool, tab=table))
            if found is not None:
                return str(found)
            await shard.ask(QUERIES.close_doors(shard.pool))
            code = draw_code(self._shards.index(shard), len(self._shards))
            with contextlib.suppress(asyncpg.UniqueViolationError):  # another table has this code: draw again
                await shard.ask(QUERIES.open_door(shard.pool, tab=table, code=code, seconds=DAY))
        raise Unavailable("every code is taken")

    async def find(self, code: str) -> int | None:
        """Return the table that a code leads to, or None. Raise `DatabaseUnavailable` if the code may lie in
        a database that does not answer."""

        async def ask(shard: Shard) -> int | None:
            found: int | None = await shard.ask(QUERIES.table_of(shard.pool, code=code))
            return found

        answers = await of_those_that_answer({shard: ask(shard) for shard in self._shards})
        found = next((table for table in answers if table is not None), None)
        if found is None and len(answers) < len(self._shards):
            raise Unavailable()
        return found

    async def set_listed(self, table: int, *, listed: bool) -> None:
        """List or unlist a table publicly for as long as its join code is valid. Draws a code if there is
        none."""
        await self.code(table)
        shard = self._shard(table)
        await shard.ask(QUERIES.list_door(shard.pool, tab=table, listed=listed))

    async def is_listed(self, table: int) -> bool:
        """Return whether the table is listed publicly and its code is still valid."""
        shard = self._shard(table)
        return bool(await shard.ask(QUERIES.is_listed(shard.pool, tab=table)))

    async def listed(self, most: int = 30) -> dict[int, float]:
        """Return the publicly listed tables that have not begun: for each table id, how many seconds ago it
        was listed, most recent first. Databases that do not answer are skipped."""

        async def ask(shard: Shard) -> list[Any]:
            return await shard.rows(QUERIES.listed(shard.pool, most=most))

        answers = await of_those_that_answer({shard: ask(shard) for shard in self._shards})
        # By time, not by age: one database may have answered later than another.
        rows = sorted((row for found in answers for row in found), key=lambda row: row["since"], reverse=True)
        return {row["tab"]: row["seconds"] for row in rows[:most]}


def draw_code(index: int, count: int) -> str:
    """Return a random code from the share of codes that belongs to one database, the one at `database_index`
    of `database_count`."""
    number = secrets.randbelow(len(LETTERS) ** LENGTH // count) * count + index
    letters = []
    for _ in range(LENGTH):
        number, letter = divmod(number, len(LETTERS))
        letters.append(LETTERS[letter])
    return "".join(letters)


def read_code(text: str) -> str:
    """Normalize a typed code: ignore case, blanks and punctuation. Return an empty string if it cannot be a
    code."""
    code = re.sub(r"[\W_]", "", text).upper()
    return code if len(code) == LENGTH and set(code) <= set(LETTERS) else ""
