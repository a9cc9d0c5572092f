"""The door of a table that is being filled: five letters that lead to it, for a day, and whether strangers see it.

A row lies in its table's database, and no database knows of another: each draws codes of its own, so that all that are
open at one time differ. A code is looked for in all of them.
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
"""No vowel, so that no code is a word; none that is taken for another when it is dictated or read."""
LENGTH = 5
DAY = 86400.0
"""Seconds for which a code stands."""
TRIES = 20
"""Codes of others that are drawn in a row before we give up."""


class Doors:
    """The doors of the tables of all databases."""

    def __init__(self, shards: Sequence[Shard], shard: Callable[[int], Shard]) -> None:
        self._shards = tuple(shards)
        self._shard = shard
        """The database that a table lies in."""

    async def code(self, table: int) -> str:
        """The code of a table, drawn if it has none that stands."""
        shard = self._shard(table)
        for _ in range(TRIES):
            found = await shard.ask(QUERIES.code_of(shard.pool, tab=table))
            if found is not None:
                return str(found)
            await shard.ask(QUERIES.close_doors(shard.pool))
            code = draw_code(self._shards.index(shard), len(self._shards))
            with contextlib.suppress(asyncpg.UniqueViolationError):  # another table's: draw again
                await shard.ask(QUERIES.open_door(shard.pool, tab=table, code=code, seconds=DAY))
        raise Unavailable("every code is taken")

    async def find(self, code: str) -> int | None:
        """The table that a code leads to. `Unavailable` if it may lie in a database that does not answer."""

        async def ask(shard: Shard) -> int | None:
            found: int | None = await shard.ask(QUERIES.table_of(shard.pool, code=code))
            return found

        answers = await of_those_that_answer({shard: ask(shard) for shard in self._shards})
        found = next((table for table in answers if table is not None), None)
        if found is None and len(answers) < len(self._shards):
            raise Unavailable()
        return found

    async def set_listed(self, table: int, *, listed: bool) -> None:
        """Strangers see it from now on, or no more; for as long as its code stands."""
        await self.code(table)
        shard = self._shard(table)
        await shard.ask(QUERIES.list_door(shard.pool, tab=table, listed=listed))

    async def is_listed(self, table: int) -> bool:
        """Do strangers see it?"""
        shard = self._shard(table)
        return bool(await shard.ask(QUERIES.is_listed(shard.pool, tab=table)))

    async def listed(self, most: int = 30) -> dict[int, float]:
        """The tables that wait for strangers, in the databases that answer, and since how many seconds: the latest
        first."""

        async def ask(shard: Shard) -> list[Any]:
            return await shard.rows(QUERIES.listed(shard.pool, most=most))

        answers = await of_those_that_answer({shard: ask(shard) for shard in self._shards})
        # By when it was, not by how long ago: one database may have answered later than another.
        rows = sorted((row for found in answers for row in found), key=lambda row: row["since"], reverse=True)
        return {row["tab"]: row["seconds"] for row in rows[:most]}


def draw_code(index: int, count: int) -> str:
    """A random code of those that the database at `index` of `count` may give."""
    number = secrets.randbelow(len(LETTERS) ** LENGTH // count) * count + index
    letters = []
    for _ in range(LENGTH):
        number, letter = divmod(number, len(LETTERS))
        letters.append(LETTERS[letter])
    return "".join(letters)


def read_code(text: str) -> str:
    """A code as it was typed, in any case, with blanks or dashes; empty: it is none."""
    code = re.sub(r"[\W_]", "", text).upper()
    return code if len(code) == LENGTH and set(code) <= set(LETTERS) else ""
