"""Seat requests: a person asks for a robot's seat at a table in play. Each is a database row beside the
table, so that every process sees it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from uuid import UUID

import asyncpg
import msgspec
from msgspec import Struct

from malle.store.database import Shard
from malle.store.queries import QUERIES
from malle.store.writer import Move, Status, Written


class Asked(Struct, frozen=True):
    """A request for a robot's seat at a table in play."""

    id: UUID
    person: UUID
    seat: int
    asked: int
    """Bits of the seats whose people were at the table when the request was made, or have come since. All of
    them have to agree."""
    yes: int
    """Bits of the seats whose people have agreed."""
    seconds: float = 0.0
    """Seconds for which the request stays open."""


class Askings:
    """Reads and writes seat requests in all table databases. A table has at most one open request."""

    def __init__(self, shard: Callable[[int], Shard]) -> None:
        self._shard = shard
        """Returns the database of a table."""

    async def ask(self, table: int, asked: Asked) -> bool:
        """Add a request for a robot's seat, and return True. Return False if another request is open at this
        table. A repeated call with the same request id returns True and changes nothing."""
        shard = self._shard(table)
        found = await shard.ask(
            QUERIES.ask_for_seat(
                shard.pool,
                tab=table,
                id=asked.id,
                person=asked.person,
                seat=asked.seat,
                asked=asked.asked,
                seconds=asked.seconds,
            )
        )
        return bool(found == asked.id)

    async def answer(self, table: int, id_: UUID, yes: int, *, no: bool) -> Asked | None:
        """Record answers to a request: `yes` holds the bits of seats that agree, and `no` refuses the
        request. Return the request with all answers so far, or None if it is closed, expired or refused."""
        shard = self._shard(table)
        row = await shard.ask(QUERIES.answer_asking(shard.pool, tab=table, id=id_, yes=yes, no=no))
        return None if row is None else Asked(id_, row["person"], row["seat"], row["asked"], row["yes"])

    async def ask_also(self, table: int, id_: UUID, seats: int) -> None:
        """Add the people at these seats (bits) to those who have to agree. The process that made the request
        may not know that they are present."""
        shard = self._shard(table)
        await shard.ask(QUERIES.ask_also(shard.pool, tab=table, id=id_, seats=seats))

    async def open(self, tables: Sequence[int]) -> dict[int, Asked]:
        """Return the open seat requests at tables of one database, by table id. All ids must belong to the
        same database."""
        if not tables:
            return {}
        shard = self._shard(tables[0])
        rows = await shard.rows(QUERIES.askings(shard.pool, tabs=list(tables)))
        return {row["tab"]: Asked(*[row[name] for name in Asked.__struct_fields__]) for row in rows}

    async def let_in(self, move: Move, asked: Asked, there: int, rest: float) -> Written:
        """Write a move and give the requested seat to the person who asked, in one transaction.

        This succeeds only if all seats in `request.asked` and `present_seats` (bits) have agreed, and the
        request expires within `max_seconds_left`. By then every process has added the people it serves.

        The status is `REPEATED` if this person has a seat already, and `REUSED` if the request is closed or
        not everybody agreed. In both cases nothing is written."""
        shard = self._shard(move.tab)

        async def all_of_it() -> Written:
            async with shard.writing() as connection:
                row = await QUERIES.move(connection, **msgspec.structs.asdict(move))
                if row["status"] == Status.TAKEN:
                    if not await QUERIES.end_asking(connection, tab=move.tab, id=asked.id, seats=there, rest=rest):
                        raise _Over
                    await QUERIES.put_seat(connection, tab=move.tab, seat=asked.seat, token=None, person=asked.person)
                return Written(Status(row["status"]), row["seq"] or 0)

        try:
            return await shard.ask(all_of_it())  # type: ignore[no-any-return]
        except asyncpg.UniqueViolationError:
            return Written(Status.REPEATED, 0)
        except _Over:
            return Written(Status.REUSED, 0)


class _Over(Exception):
    """Raised to roll back the transaction of a seat request that cannot be granted."""
