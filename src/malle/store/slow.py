"""Slow tables: who is awaited since when and until when, as rows beside the table, so that whoever tells them of it, or
shows their games, asks the database and no process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from uuid import UUID

import msgspec
from msgspec import Struct

from malle.store.database import Shard, of_those_that_answer
from malle.store.queries import SLOW
from malle.table import Setup


class Turn(Struct, frozen=True, kw_only=True):
    """Somebody is awaited at a slow table."""

    seat: int
    since: int
    """The seq since which they are."""
    person: UUID
    asked: datetime
    until: datetime
    """Until then they have time for this decision; then their reserve is used."""
    ends: datetime
    """Then it is used up, and the table answers for them."""
    fifth: datetime
    """Then a fifth of the time for this decision is left."""
    hour: datetime
    """Then one hour is left before the end."""
    next: datetime | None
    """When they are to be told."""


class Before(Struct, frozen=True):
    """Somebody who was awaited when it was settled last."""

    seat: int
    since: int
    until: datetime
    person: UUID
    answered: datetime | None
    seq: int | None


class Awaits(Struct, frozen=True):
    """Where somebody is awaited, for their calendar and their summary."""

    tab: int
    seat: int
    since: int
    asked: datetime
    until: datetime
    ends: datetime
    setup: Setup


class SlowTables:
    """What is kept of the slow tables of all databases."""

    def __init__(self, shard: Callable[[int], Shard], shards: Mapping[int, Shard]) -> None:
        self._shard = shard
        """The database that a table lies in."""
        self._shards = shards
        """The databases by number."""

    async def unsettled(self, database: int, most: int = 50) -> list[int]:
        """Tables of one database where it is to be settled who is awaited until when."""
        shard = self._shards[database]
        return [row["tab"] for row in await shard.rows(SLOW.unsettled(shard.pool, most=most))]

    async def before(self, table: int) -> list[Before]:
        """Who was awaited when it was settled last."""
        shard = self._shard(table)
        rows = await shard.rows(SLOW.awaited_at(shard.pool, tab=table))
        return [Before(*[row[name] for name in Before.__struct_fields__]) for row in rows]

    async def asked(self, table: int, sinces: Iterable[int], window: float) -> dict[int, datetime]:
        """When those were asked who have been awaited since these seqs, as everybody was shown it: that of the entry
        would say when the last answer of a window came, which stays open for `window` seconds at least."""
        shard = self._shard(table)
        wanted = sorted(set(sinces))
        query = partial(SLOW.asked_at, shard.pool, tab=table, window=window)
        return {since: await shard.ask(query(since=since)) for since in wanted}

    async def spend(self, table: int, spent: Mapping[int, tuple[int, float]]) -> dict[int, float]:
        """Takes seconds from the reserves of seats, each for the decision of a seq; then what each seat has used."""
        shard = self._shard(table)
        for seat, (seq, seconds) in spent.items():
            await shard.ask(SLOW.spend(shard.pool, tab=table, seat=seat, seconds=seconds, seq=seq))
        return {row["seat"]: row["spent"] for row in await shard.rows(SLOW.spent(shard.pool, tab=table))}

    async def settle(self, table: int, seq: int, turns: Sequence[Turn], *, over: bool) -> float | None:
        """These are awaited at this seq, and nobody else: all of it or nothing. Seconds to the deadline that follows
        from it; None: there is none, or the table has moved on."""
        shard = self._shard(table)

        async def all_of_it() -> float | None:
            async with shard.writing() as connection:
                if not await SLOW.may_settle(connection, tab=table, seq=seq):
                    return None  # by a process that was quicker, and knew more
                seats, sinces = [each.seat for each in turns], [each.since for each in turns]
                await SLOW.forget_awaited(connection, tab=table, seats=seats, sinces=sinces)
                for each in turns:
                    await SLOW.await_seat(connection, tab=table, **msgspec.structs.asdict(each))
                seconds: float | None = await SLOW.settle(connection, tab=table, seq=seq)
                if over:
                    await SLOW.end_slow(connection, tab=table)
                return seconds

        found: float | None = await shard.ask(all_of_it())
        return found

    async def left(self, table: int, seq: int) -> float | None:
        """Seconds to the end of the time of all who are awaited at this seq; None if that is not settled."""
        shard = self._shard(table)
        found: float | None = await shard.ask(SLOW.left_at(shard.pool, tab=table, seq=seq))
        return found

    async def seen(self, database: int, there: Sequence[tuple[int, int]]) -> None:
        """These (table, seat) of one database have the table before them."""
        shard = self._shards[database]
        if there:
            tabs, seats = [tab for tab, _ in there], [seat for _, seat in there]
            await shard.ask(SLOW.seen(shard.pool, tabs=tabs, seats=seats))

    async def reserve(self, table: int) -> int:
        """Seconds before a table's deadline that are of the reserve."""
        shard = self._shard(table)
        rows = await shard.rows(SLOW.reserves(shard.pool, tabs=[table]))
        return round(rows[0]["seconds"]) if rows else 0

    async def is_awaited(self, table: int, seat: int, since: int) -> bool:
        """Is this still their turn?"""
        shard = self._shard(table)
        return bool(await shard.ask(SLOW.is_awaited(shard.pool, tab=table, seat=seat, since=since)))

    async def awaits(self, person: UUID) -> list[Awaits]:
        """Where somebody is awaited, in the databases that answer, the nearest deadline first."""

        async def ask(shard: Shard) -> list[Awaits]:
            return [_awaits(row) for row in await shard.rows(SLOW.awaits(shard.pool, person=person))]

        answers = await of_those_that_answer({shard: ask(shard) for shard in self._shards.values()})
        return sorted((each for found in answers for each in found), key=lambda each: (each.until, each.tab))


def _awaits(row: Mapping[str, object]) -> Awaits:
    found = {name: row[name] for name in Awaits.__struct_fields__ if name != "setup"}
    return Awaits(**found, setup=msgspec.json.decode(str(row["setup"]), type=Setup))  # type: ignore[arg-type]
