"""Seat requests: a person asks for a robot's seat at a table in play. Each is a database row beside the
table, so that every process sees it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from uuid import UUID

import asyncpg
import msgspec
from msgspec import Struct

from malle.storage.connections import Shard
from malle.storage.log_writer import LogWrite, WriteResult, WriteStatus
from malle.storage.queries import TABLE_QUERIES


class SeatRequest(Struct, frozen=True):
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
    """Seconds for which the request stays open. 0 in the result of
    `SeatRequestStore.record_answer`."""


class SeatRequestStore:
    """Reads and writes seat requests in all table databases. A table has at most one open request.
    Each `Store` has one instance."""

    def __init__(self, shard_of: Callable[[int], Shard]) -> None:
        self._shard_of = shard_of
        """Returns the database of a table."""

    async def add(self, table_id: int, request: SeatRequest) -> bool:
        """Add a request for a robot's seat, and return True. Return False if another request was
        made at this table and its time has not run out, even if it was refused. A repeated call
        with the same request id within that time returns True and changes nothing."""
        shard = self._shard_of(table_id)
        open_id = await shard.run(
            TABLE_QUERIES.ask_for_seat(
                shard.pool,
                tab=table_id,
                id=request.id,
                person=request.person,
                seat=request.seat,
                asked=request.asked,
                seconds=request.seconds,
            )
        )
        return bool(open_id == request.id)

    async def record_answer(self, table_id: int, request_id: UUID, yes: int, *, no: bool) -> SeatRequest | None:
        """Record answers to a request: `yes` holds the bits of seats that agree, and `no` refuses
        the request. Return the request with all answers so far, also if this answer refuses it.
        Return None, without any change, if the request was already closed, expired or refused."""
        shard = self._shard_of(table_id)
        row = await shard.run(TABLE_QUERIES.answer_asking(shard.pool, tab=table_id, id=request_id, yes=yes, no=no))
        return None if row is None else SeatRequest(request_id, row["person"], row["seat"], row["asked"], row["yes"])

    async def add_voters(self, table_id: int, request_id: UUID, seats: int) -> None:
        """Add the people at these seats (bits) to those who have to agree to the request. The
        process that made the request may not know that these people are present."""
        shard = self._shard_of(table_id)
        await shard.run(TABLE_QUERIES.ask_also(shard.pool, tab=table_id, id=request_id, seats=seats))

    async def open_requests(self, table_ids: Sequence[int]) -> dict[int, SeatRequest]:
        """Return the open seat requests at tables of one database, by table id. All ids must belong to the
        same database."""
        if not table_ids:
            return {}
        shard = self._shard_of(table_ids[0])
        rows = await shard.fetch_all(TABLE_QUERIES.askings(shard.pool, tabs=list(table_ids)))
        return {row["tab"]: SeatRequest(*[row[name] for name in SeatRequest.__struct_fields__]) for row in rows}

    async def grant_seat(
        self, move: LogWrite, request: SeatRequest, present_seats: int, max_seconds_left: float
    ) -> WriteResult:
        """Write a move and give the requested seat to the person who asked, in one transaction.

        This succeeds only if all seats in `request.asked` and `present_seats` (bits) have agreed,
        and the request expires within `max_seconds_left`. By then every process has added the
        people whom it serves.

        The status is also `REPEATED` if this person has a seat already, and `REUSED` if the request
        is closed or not everybody agreed, both with the seq 0. Nothing is written unless the status
        is `TAKEN`."""
        shard = self._shard_of(move.tab)

        async def all_of_it() -> WriteResult:
            """Write the move, close the request and change the seat's owner, in one transaction.
            Raise `_RequestClosed` if the request cannot be granted."""
            async with shard.transaction() as connection:
                row = await TABLE_QUERIES.move(connection, **msgspec.structs.asdict(move))
                if row["status"] == WriteStatus.TAKEN:
                    if not await TABLE_QUERIES.end_asking(
                        connection, tab=move.tab, id=request.id, seats=present_seats, rest=max_seconds_left
                    ):
                        raise _RequestClosed
                    await TABLE_QUERIES.put_seat(
                        connection, tab=move.tab, seat=request.seat, token=None, person=request.person
                    )
                return WriteResult(WriteStatus(row["status"]), row["seq"] or 0)

        try:
            return await shard.run(all_of_it())  # type: ignore[no-any-return]
        except asyncpg.UniqueViolationError:
            return WriteResult(WriteStatus.REPEATED, 0)
        except _RequestClosed:
            return WriteResult(WriteStatus.REUSED, 0)


class _RequestClosed(Exception):
    """Raised to roll back the transaction of a seat request that cannot be granted."""
