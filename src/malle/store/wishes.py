"""What the people at a table want together: a robot for somebody who is away, a pause. Rows beside the table, so that
every process sees them, and none counts a voice that it was merely told of.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from malle.store.database import Shard
from malle.store.queries import QUERIES


class Wanted(Struct, frozen=True):
    """Something that some of the people at a table want."""

    what: str
    """`pause`, or `robot` and the number of a seat."""
    seq: int
    """Since when that is the question: voices of an earlier one do not count."""
    yes: int
    """The seats of those who want it, as bits."""
    ago: float | None
    """Seconds since whoever is waited for was given a sign; None: never."""
    nudged: float | None
    """The same as a time, to tell one sign from the next."""


class Wishes:
    """What is wanted at the tables of all databases."""

    def __init__(self, shard: Callable[[int], Shard]) -> None:
        self._shard = shard
        """The database that a table lies in."""

    async def want(self, table: int, what: str, seq: int, seat: int, seconds: float, *, yes: bool) -> int:
        """Somebody wants it, or no more: all who do then, as bits. It stands for so many seconds."""
        shard = self._shard(table)
        bit = 1 << seat
        asked = {"what": what, "seq": seq, "seconds": seconds, "yes": bit if yes else 0, "no": 0 if yes else bit}
        return int(await shard.ask(QUERIES.wish(shard.pool, tab=table, **asked)))

    async def nudge(self, table: int, what: str, seq: int, seconds: float, sign: str = "", shown: int = 0) -> bool:
        """Gives a sign; not if there was one in the last `seconds`. If it has a name, what was shown then is kept."""
        shard = self._shard(table)
        asked = {"what": what, "seq": seq, "seconds": seconds, "sign": sign, "shown": shown}
        return bool(await shard.ask(QUERIES.nudge(shard.pool, tab=table, **asked)))

    async def signed(self, table: int, sign: str) -> int | None:
        """What was shown when this sign was given; None: it never was."""
        shard = self._shard(table)
        found: int | None = await shard.ask(QUERIES.signed(shard.pool, tab=table, sign=sign))
        return found

    async def open(self, tables: Sequence[int]) -> dict[int, list[Wanted]]:
        """What is wanted at these tables of one database."""
        if not tables:
            return {}
        shard = self._shard(tables[0])
        found: dict[int, list[Wanted]] = {}
        for row in await shard.rows(QUERIES.wishes(shard.pool, tabs=list(tables))):
            found.setdefault(row["tab"], []).append(Wanted(*[row[name] for name in Wanted.__struct_fields__]))
        return found
