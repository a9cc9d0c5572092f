"""Somebody asks for a robot's seat at a table in play: a row beside the table, so that every process sees it."""

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
    """Somebody asks for a robot's seat at a table in play."""

    id: UUID
    person: UUID
    seat: int
    asked: int
    """The seats of the people who were there then or have come since, as bits: all of them have to agree."""
    yes: int
    """Those who have."""
    seconds: float = 0.0
    """For which it still stands."""


class Askings:
    """What is asked at the tables of all databases, one thing a table at a time."""

    def __init__(self, shard: Callable[[int], Shard]) -> None:
        self._shard = shard
        """The database that a table lies in."""

    async def ask(self, table: int, asked: Asked) -> bool:
        """Asks for a robot's seat, unless somebody else does so already. Again with the same id: the same answer."""
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
        """What the people at a table have said so far; None: nobody asks this any more."""
        shard = self._shard(table)
        row = await shard.ask(QUERIES.answer_asking(shard.pool, tab=table, id=id_, yes=yes, no=no))
        return None if row is None else Asked(id_, row["person"], row["seat"], row["asked"], row["yes"])

    async def ask_also(self, table: int, id_: UUID, seats: int) -> None:
        """The people of these seats are there, too, at a process that the one which asked may not have heard of."""
        shard = self._shard(table)
        await shard.ask(QUERIES.ask_also(shard.pool, tab=table, id=id_, seats=seats))

    async def open(self, tables: Sequence[int]) -> dict[int, Asked]:
        """Who asks for a seat at these tables of one database."""
        if not tables:
            return {}
        shard = self._shard(tables[0])
        rows = await shard.rows(QUERIES.askings(shard.pool, tabs=list(tables)))
        return {row["tab"]: Asked(*[row[name] for name in Asked.__struct_fields__]) for row in rows}

    async def let_in(self, move: Move, asked: Asked, there: int, rest: float) -> Written:
        """Writes a move and who has the seat from now on, if all have agreed who were asked or are there, and it stands
        for no more than `rest` seconds; all of it or nothing. `REPEATED`: this person has a seat already; `REUSED`: it
        is asked no more, or not everybody has agreed."""
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
    """Ends a transaction of which nothing is to stay."""
