"""Turns at correspondence tables: who is awaited, since when and until when. These are rows beside the table,
so that the notifier and the list of a person's games query the database and no server process.
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
    """A turn of a person at a correspondence table, to be stored."""

    seat: int
    since: int
    """The table's seq since which the person is awaited."""
    person: UUID
    asked: datetime
    until: datetime
    """End of the decision time. After this the time bank is used."""
    ends: datetime
    """End of the time bank: then the table answers for the person."""
    fifth: datetime
    """When a fifth of the decision time is left."""
    hour: datetime
    """When one hour is left before the end."""
    next: datetime | None
    """When the person is to be notified next, or None."""


class Before(Struct, frozen=True):
    """A turn as it was last stored, and when it was answered."""

    seat: int
    since: int
    until: datetime
    person: UUID
    answered: datetime | None
    """When the person acted since then, or None if they have not."""
    seq: int | None
    """The seq of that action, or None."""


class Awaits(Struct, frozen=True):
    """A turn of a person, with its table's setup, for their calendar and summary."""

    tab: int
    seat: int
    since: int
    asked: datetime
    until: datetime
    ends: datetime
    setup: Setup


class SlowTables:
    """Reads and writes the turns of correspondence tables in all table databases."""

    def __init__(self, shard: Callable[[int], Shard], shards: Mapping[int, Shard]) -> None:
        self._shard = shard
        """Returns the database of a table."""
        self._shards = shards
        """The databases by number."""

    async def unsettled(self, database: int, most: int = 50) -> list[int]:
        """Return tables of one database that have moved on since their turns were last settled, in random
        order."""
        shard = self._shards[database]
        return [row["tab"] for row in await shard.rows(SLOW.unsettled(shard.pool, most=most))]

    async def before(self, table: int) -> list[Before]:
        """Return the turns that were stored when the table was last settled."""
        shard = self._shard(table)
        rows = await shard.rows(SLOW.awaited_at(shard.pool, tab=table))
        return [Before(*[row[name] for name in Before.__struct_fields__]) for row in rows]

    async def asked(self, table: int, sinces: Iterable[int], window: float) -> dict[int, datetime]:
        """Return for each seq when the people awaited since then were asked, by the time at which it was
        shown. The time of the log entry would reveal when the last simultaneous answer came; such answers are
        shown after `min_answer_seconds` at the earliest. A pause that ended later counts as asking again."""
        shard = self._shard(table)
        wanted = sorted(set(sinces))
        query = partial(SLOW.asked_at, shard.pool, tab=table, window=window)
        return {since: await shard.ask(query(since=since)) for since in wanted}

    async def spend(self, table: int, spent: Mapping[int, tuple[int, float]]) -> dict[int, float]:
        """Add used seconds to the time banks of seats, and return the total each seat has used. `spent` maps
        a seat to (seq of the decision, seconds); each decision counts once."""
        shard = self._shard(table)
        for seat, (seq, seconds) in spent.items():
            await shard.ask(SLOW.spend(shard.pool, tab=table, seat=seat, seconds=seconds, seq=seq))
        return {row["seat"]: row["spent"] for row in await shard.rows(SLOW.spent(shard.pool, tab=table))}

    async def settle(self, table: int, seq: int, turns: Sequence[Turn], *, over: bool) -> float | None:
        """Store the turns at this seq, replacing all others, in one transaction. Return the seconds to the
        resulting deadline. Return None if there is no deadline, if the table has moved on, or if another
        process settled a later seq. With `is_over` the table is not tracked any more."""
        shard = self._shard(table)

        async def all_of_it() -> float | None:
            async with shard.writing() as connection:
                if not await SLOW.may_settle(connection, tab=table, seq=seq):
                    return None  # another process settled a later seq
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
        """Return the seconds until the last person awaited at this seq runs out of time, or None if the turns
        at this seq are not settled."""
        shard = self._shard(table)
        found: float | None = await shard.ask(SLOW.left_at(shard.pool, tab=table, seq=seq))
        return found

    async def seen(self, database: int, there: Sequence[tuple[int, int]]) -> None:
        """Record that the people at these (table id, seat) of one database have the table open now."""
        shard = self._shards[database]
        if there:
            tabs, seats = [tab for tab, _ in there], [seat for _, seat in there]
            await shard.ask(SLOW.seen(shard.pool, tabs=tabs, seats=seats))

    async def reserve(self, table: int) -> int:
        """Return how many seconds before the table's deadline belong to a time bank, 0 if none."""
        shard = self._shard(table)
        rows = await shard.rows(SLOW.reserves(shard.pool, tabs=[table]))
        return round(rows[0]["seconds"]) if rows else 0

    async def is_awaited(self, table: int, seat: int, since: int) -> bool:
        """Return whether it is still the turn that began at this seq."""
        shard = self._shard(table)
        return bool(await shard.ask(SLOW.is_awaited(shard.pool, tab=table, seat=seat, since=since)))

    async def awaits(self, person: UUID) -> list[Awaits]:
        """Return the turns of a person that are shown, nearest deadline first, from the databases that
        answer."""

        async def ask(shard: Shard) -> list[Awaits]:
            return [_awaits(row) for row in await shard.rows(SLOW.awaits(shard.pool, person=person))]

        answers = await of_those_that_answer({shard: ask(shard) for shard in self._shards.values()})
        return sorted((each for found in answers for each in found), key=lambda each: (each.until, each.tab))


def _awaits(row: Mapping[str, object]) -> Awaits:
    """Build a turn from a row, decoding its setup."""
    found = {name: row[name] for name in Awaits.__struct_fields__ if name != "setup"}
    return Awaits(**found, setup=msgspec.json.decode(str(row["setup"]), type=Setup))  # type: ignore[arg-type]
