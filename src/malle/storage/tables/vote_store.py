"""Votes of the people at a table, such as a robot for an absent player, or a pause. They are rows beside the
table, so every process sees them, and no process counts a vote that it only received as a hint.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from malle.storage.connections import Shard
from malle.storage.queries import TABLE_QUERIES


class Vote(Struct, frozen=True):
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


class VoteStore:
    """Reads and writes votes in all table databases. Each `Store` has one instance."""

    def __init__(self, shard_of: Callable[[int], Shard]) -> None:
        self._shard_of = shard_of
        """Returns the database of a table."""

    async def cast(self, table_id: int, question: str, seq: int, seat: int, seconds: float, *, yes: bool) -> int:
        """Cast or withdraw (`yes=False`) the vote of a seat. Return the bits of all seats that have
        voted yes. The question stays open for `seconds` from now. A question with another `seq`, or
        one that had expired, starts without votes."""
        shard = self._shard_of(table_id)
        bit = 1 << seat
        asked = {"what": question, "seq": seq, "seconds": seconds, "yes": bit if yes else 0, "no": 0 if yes else bit}
        return int(await shard.run(TABLE_QUERIES.wish(shard.pool, tab=table_id, **asked)))

    async def record_nudge(
        self, table_id: int, question: str, seq: int, seconds: float, nudge_name: str = "", shown_seq: int = 0
    ) -> bool:
        """Record a nudge to an absent player. Return False, without any change, if the latest nudge
        for the same question and `seq` is younger than `seconds`. If `nudge_name` is not empty,
        `shown_seq` is stored under it for `find_nudge`."""
        shard = self._shard_of(table_id)
        asked = {"what": question, "seq": seq, "seconds": seconds, "sign": nudge_name, "shown": shown_seq}
        return bool(await shard.run(TABLE_QUERIES.nudge(shard.pool, tab=table_id, **asked)))

    async def find_nudge(self, table_id: int, nudge_name: str) -> int | None:
        """Return the seq that was shown when the nudge of this name was recorded, or None if no
        such nudge was."""
        shard = self._shard_of(table_id)
        found: int | None = await shard.run(TABLE_QUERIES.signed(shard.pool, tab=table_id, sign=nudge_name))
        return found

    async def open_votes(self, table_ids: Sequence[int]) -> dict[int, list[Vote]]:
        """Return the votes stored for these tables, by table id; a table without votes has no key.
        Rows about readiness and the host are among them. A question whose time is up has no yes
        votes. All ids must belong to one database."""
        if not table_ids:
            return {}
        shard = self._shard_of(table_ids[0])
        found: dict[int, list[Vote]] = {}
        for row in await shard.fetch_all(TABLE_QUERIES.wishes(shard.pool, tabs=list(table_ids))):
            found.setdefault(row["tab"], []).append(Vote(*[row[name] for name in Vote.__struct_fields__]))
        return found
