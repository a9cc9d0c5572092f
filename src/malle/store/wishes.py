"""Votes of the people at a table, such as a robot for an absent player, or a pause. They are rows beside the
table, so every process sees them, and no process counts a vote that it only received as a hint.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from malle.store.database import Shard
from malle.store.queries import QUERIES


class Wanted(Struct, frozen=True):
    """A question at a table, and who has voted for it."""

    what: str
    """The question: `pause`, or `robot` and the number of a seat, counted from 1. Other keys store who is
    ready and when the host was last there."""
    seq: int
    """The seq at which the question arose. Votes on an earlier question of this name do not count."""
    yes: int
    """Seats that voted yes, as bits."""
    ago: float | None
    """Seconds since the absent player was nudged, or None if they never were."""
    nudged: float | None
    """When the absent player was last nudged, as Unix time: tells one nudge from the next."""


class Wishes:
    """Reads and writes votes in all table databases."""

    def __init__(self, shard: Callable[[int], Shard]) -> None:
        self._shard = shard
        """Returns the database of a table."""

    async def want(self, table: int, what: str, seq: int, seat: int, seconds: float, *, yes: bool) -> int:
        """Cast or withdraw the vote of a seat. Return the bits of all seats that have voted yes. The question
        stays open for `seconds` from now. A question with another `seq` starts without votes."""
        shard = self._shard(table)
        bit = 1 << seat
        asked = {"what": what, "seq": seq, "seconds": seconds, "yes": bit if yes else 0, "no": 0 if yes else bit}
        return int(await shard.ask(QUERIES.wish(shard.pool, tab=table, **asked)))

    async def nudge(self, table: int, what: str, seq: int, seconds: float, sign: str = "", shown: int = 0) -> bool:
        """Record a nudge to an absent player. Return False if one was recorded for the same question in the
        last `seconds`. If `nudge_name` is not empty, `shown_seq` is stored under it for `find_nudge`."""
        shard = self._shard(table)
        asked = {"what": what, "seq": seq, "seconds": seconds, "sign": sign, "shown": shown}
        return bool(await shard.ask(QUERIES.nudge(shard.pool, tab=table, **asked)))

    async def signed(self, table: int, sign: str) -> int | None:
        """Return the seq that was shown when this named nudge was recorded, or None if it never was."""
        shard = self._shard(table)
        found: int | None = await shard.ask(QUERIES.signed(shard.pool, tab=table, sign=sign))
        return found

    async def open(self, tables: Sequence[int]) -> dict[int, list[Wanted]]:
        """Return the votes at these tables, by table id. All ids must belong to one database."""
        if not tables:
            return {}
        shard = self._shard(tables[0])
        found: dict[int, list[Wanted]] = {}
        for row in await shard.rows(QUERIES.wishes(shard.pool, tabs=list(tables))):
            found.setdefault(row["tab"], []).append(Wanted(*[row[name] for name in Wanted.__struct_fields__]))
        return found
