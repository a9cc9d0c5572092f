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

from malle.storage.connections import Shard, query_available
from malle.storage.queries import CORRESPONDENCE_QUERIES
from malle.table import Setup


class CorrespondenceTurn(Struct, frozen=True, kw_only=True):
    """A turn of a person at a correspondence table, to be stored: this person is awaited at this
    seat."""

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
    """When a fifth of the decision time is left, time bank aside."""
    hour: datetime
    """When one hour is left before `ends`."""
    next: datetime | None
    """When the person is to be notified next, or None."""


class StoredTurn(Struct, frozen=True):
    """A turn as it was last stored, and when it was answered."""

    seat: int
    since: int
    until: datetime
    person: UUID
    answered: datetime | None
    """When the person acted since then, or None if they have not."""
    seq: int | None
    """The seq of that action, or None."""


class PersonTurn(Struct, frozen=True):
    """A turn of a person, with its table's setup, for their calendar and summary."""

    tab: int
    seat: int
    since: int
    asked: datetime
    until: datetime
    ends: datetime
    setup: Setup


class CorrespondenceStore:
    """Reads and writes the turns of correspondence tables in all table databases. Each `Store` has
    one instance."""

    def __init__(self, shard_of: Callable[[int], Shard], shards: Mapping[int, Shard]) -> None:
        self._shard_of = shard_of
        """Returns the database of a table."""
        self._shards_by_number = shards
        """The databases by number."""

    async def unsettled_tables(self, database: int, limit: int = 50) -> list[int]:
        """Return at most `limit` tables of one database that have moved on since their turns were
        last stored by `settle_turns`, in random order."""
        shard = self._shards_by_number[database]
        return [row["tab"] for row in await shard.fetch_all(CORRESPONDENCE_QUERIES.unsettled(shard.pool, most=limit))]

    async def stored_turns(self, table_id: int) -> list[StoredTurn]:
        """Return the turns that the last `settle_turns` stored for a table."""
        shard = self._shard_of(table_id)
        rows = await shard.fetch_all(CORRESPONDENCE_QUERIES.awaited_at(shard.pool, tab=table_id))
        return [StoredTurn(*[row[name] for name in StoredTurn.__struct_fields__]) for row in rows]

    async def asked_times(
        self, table_id: int, since_seqs: Iterable[int], min_answer_seconds: float
    ) -> dict[int, datetime]:
        """Return, for each seq in `since_seqs`, when the people awaited since that seq were asked.
        This is when that log entry was shown, at most `min_answer_seconds` after it was written:
        the time of writing would reveal when the last simultaneous answer came. The end of a later
        pause counts as asking again."""
        shard = self._shard_of(table_id)
        wanted = sorted(set(since_seqs))
        query = partial(CORRESPONDENCE_QUERIES.asked_at, shard.pool, tab=table_id, window=min_answer_seconds)
        return {since: await shard.run(query(since=since)) for since in wanted}

    async def spend_time_bank(self, table_id: int, spent: Mapping[int, tuple[int, float]]) -> dict[int, float]:
        """Add used seconds to the time banks of seats. `spent` maps a seat to (seq of the decision,
        seconds); each decision counts once. Return the total that each seat of the table has used,
        by seat."""
        shard = self._shard_of(table_id)
        for seat, (seq, seconds) in spent.items():
            await shard.run(CORRESPONDENCE_QUERIES.spend(shard.pool, tab=table_id, seat=seat, seconds=seconds, seq=seq))
        return {
            row["seat"]: row["spent"]
            for row in await shard.fetch_all(CORRESPONDENCE_QUERIES.spent(shard.pool, tab=table_id))
        }

    async def settle_turns(
        self, table_id: int, seq: int, turns: Sequence[CorrespondenceTurn], *, is_over: bool
    ) -> float | None:
        """Store the turns at this seq in place of all others, in one transaction, and make the
        latest end of a time bank the table's deadline. A turn that is stored already stays
        unchanged, unless a pause or a new person makes it begin again. Return the seconds to the
        deadline.

        Return None if there is no deadline, or if the table has moved on; the turns are stored all
        the same. Also return None if another process has settled a later seq; then nothing is
        stored. With `is_over` the table is not tracked any more."""
        shard = self._shard_of(table_id)

        async def all_of_it() -> float | None:
            """Store the turns in one transaction; see `settle_turns`."""
            async with shard.transaction() as connection:
                if not await CORRESPONDENCE_QUERIES.may_settle(connection, tab=table_id, seq=seq):
                    return None  # another process settled a later seq
                seats, sinces = [each.seat for each in turns], [each.since for each in turns]
                await CORRESPONDENCE_QUERIES.forget_awaited(connection, tab=table_id, seats=seats, sinces=sinces)
                for each in turns:
                    await CORRESPONDENCE_QUERIES.await_seat(connection, tab=table_id, **msgspec.structs.asdict(each))
                seconds: float | None = await CORRESPONDENCE_QUERIES.settle(connection, tab=table_id, seq=seq)
                if is_over:
                    await CORRESPONDENCE_QUERIES.end_slow(connection, tab=table_id)
                return seconds

        found: float | None = await shard.run(all_of_it())
        return found

    async def seconds_left(self, table_id: int, seq: int) -> float | None:
        """Return the seconds until the last person awaited at this seq runs out of time, time bank
        included. Return None if the turns at this seq are not stored, or nobody is awaited."""
        shard = self._shard_of(table_id)
        found: float | None = await shard.run(CORRESPONDENCE_QUERIES.left_at(shard.pool, tab=table_id, seq=seq))
        return found

    async def mark_seen(self, database: int, present_seats: Sequence[tuple[int, int]]) -> None:
        """Record that the people at these (table id, seat) of one database have the table open now."""
        shard = self._shards_by_number[database]
        if present_seats:
            tabs, seats = [tab for tab, _ in present_seats], [seat for _, seat in present_seats]
            await shard.run(CORRESPONDENCE_QUERIES.seen(shard.pool, tabs=tabs, seats=seats))

    async def time_bank_seconds(self, table_id: int) -> int:
        """Return the seconds of the longest time bank that a present turn at the table has left,
        rounded; 0 if there is none."""
        shard = self._shard_of(table_id)
        rows = await shard.fetch_all(CORRESPONDENCE_QUERIES.reserves(shard.pool, tabs=[table_id]))
        return round(rows[0]["seconds"]) if rows else 0

    async def is_awaited(self, table_id: int, seat: int, since: int) -> bool:
        """Return whether the turn of this seat that began at the seq `since` is still stored: the
        player is still awaited, as far as the last `settle_turns` knew."""
        shard = self._shard_of(table_id)
        return bool(
            await shard.run(CORRESPONDENCE_QUERIES.is_awaited(shard.pool, tab=table_id, seat=seat, since=since))
        )

    async def turns_of_person(self, person: UUID) -> list[PersonTurn]:
        """Return the turns of a person that are shown already, the nearest end of decision time
        first, from the databases that answer. Tables that are over or that an operator has hidden
        are left out."""

        async def ask(shard: Shard) -> list[PersonTurn]:
            """Return the person's turns in one database."""
            return [
                _person_turn(row)
                for row in await shard.fetch_all(CORRESPONDENCE_QUERIES.awaits(shard.pool, person=person))
            ]

        answers = await query_available({shard: ask(shard) for shard in self._shards_by_number.values()})
        return sorted((each for found in answers for each in found), key=lambda each: (each.until, each.tab))


def _person_turn(row: Mapping[str, object]) -> PersonTurn:
    """Build a `PersonTurn` from a database row, decoding the table's setup."""
    found = {name: row[name] for name in PersonTurn.__struct_fields__ if name != "setup"}
    return PersonTurn(**found, setup=msgspec.json.decode(str(row["setup"]), type=Setup))  # type: ignore[arg-type]
