"""The games of a person: where they sit, from the databases of tables, and how those ended, from that of people.

Where somebody sits is asked of the tables themselves, so that nothing has to be kept in step. How a game ended needs
its rules: it is written down once, and `malle people rebuild` makes it again from the logs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from uuid import UUID

import msgspec
from msgspec import Struct

from malle.store.database import Database, Shard, of_those_that_answer
from malle.store.queries import PEOPLE, QUERIES
from malle.table import Setup

MOST = 1000
"""Tables of one person in each database that are looked at, the latest."""
FILLING = 50
"""Those among them that have not begun, or where a robot has their seat: each is looked at in its room."""
STALE = 86_400.0
"""Seconds after which a table that was never filled is not shown any more, unless it has a clock."""


class SatAt(Struct, frozen=True):
    """A table where somebody sits, as its database has it: more than may be shown (`malle.live.mine`)."""

    tab: int
    seat: int
    setup: Setup
    waits: tuple[int, ...]
    """The seats that are awaited."""
    robots: tuple[int, ...]
    over: bool
    age: float
    """Seconds since what lies there was shown; less than 0: it will be."""
    seconds: float | None
    """To the deadline."""
    people: dict[int, UUID]
    """Who sits where."""
    until: float | None = None
    """At a slow table: seconds to the end of the time for this decision, one's own, or that of the last of the others.
    None: it is a live one, or not settled yet."""
    ends: float | None = None
    """The same with the reserve."""
    spent: float = 0.0
    """Seconds of one's own reserve that were used in earlier decisions."""


class Ended(Struct, frozen=True):
    """How a game of somebody's ended."""

    tab: int
    game: str
    place: int
    seats: int
    drawn: bool
    """Do several share the first place, and they are among them?"""
    score: int
    """What they ended with, as everybody reads it."""
    against: int | None = None
    """What the other one ended with, in a game of two; None: it was not one, or nobody has written it down."""
    well: int | None = None
    """How often what they dared came off (`Sheet.deeds`); None: nobody has counted."""
    ill: int | None = None
    """How often it did not."""
    ended: datetime | None = None
    """When; None: it is about to be written down."""


class Games:
    """Those of everybody."""

    def __init__(self, people: Database, shards: Callable[[], Sequence[Shard]]) -> None:
        self._people = people
        self._shards = shards

    async def of(self, person: UUID) -> list[SatAt]:
        """The tables where somebody sits, in the databases that answer; of those that have not begun, or where a
        robot has their seat, the latest."""

        async def ask(shard: Shard) -> list[SatAt]:
            asked = QUERIES.games_of(shard.pool, person=person, most=MOST, stale=STALE, filling=FILLING)
            rows = await shard.rows(asked)
            return [
                SatAt(
                    row["id"], row["seat"], msgspec.json.decode(row["setup"], type=Setup), seats_of(row["waits"]),
                    seats_of(row["robots"]), row["over"], row["age"], row["seconds"],
                    dict(zip(row["seats"], row["people"], strict=True)), row["until"], row["ends"], row["spent"],
                )
                for row in rows
            ]  # fmt: skip

        answers = await of_those_that_answer({shard: ask(shard) for shard in self._shards()})
        return [each for found in answers for each in found]

    async def hand_over(self, person: UUID, other: UUID, device: bytes) -> list[int]:
        """The seats of somebody are another's from now on, where that one has none: at which tables. So are whom
        they blocked, what they were invited to, the browser that tells them, which is this device now, and the
        reports about them."""
        found: list[int] = []
        for shard in self._shards():
            rows = await shard.rows(QUERIES.hand_over(shard.pool, person=person, other=other), writes=True)
            found += [row["tab"] for row in rows]
            await shard.ask(QUERIES.follow_seats(shard.pool, person=person))
            await shard.ask(QUERIES.hand_over_reports(shard.pool, person=person, other=other))
        await self._people.ask(PEOPLE.hand_over(self._people.pool, person=person, other=other, device=device))
        return found

    async def results(self, person: UUID) -> dict[int, Ended]:
        """How their games ended, as far as it is written down, the latest first."""
        rows = await self._people.rows(PEOPLE.results(self._people.pool, person=person))
        return {row["tab"]: Ended(*[row[name] for name in Ended.__struct_fields__]) for row in rows}

    async def add_result(self, person: UUID, result: Ended, age: float) -> None:
        """Writes down how a game ended, `age` seconds ago; a second time adds what they dared, and changes nothing."""
        body = {name: getattr(result, name) for name in Ended.__struct_fields__ if name != "ended"}
        await self._people.ask(PEOPLE.add_result(self._people.pool, person=person, age=age, **body))

    async def drop_results(self, table: int) -> None:
        """Forgets how a game ended: to be made again from its log."""
        await self._people.ask(PEOPLE.drop_results(self._people.pool, tab=table))

    async def block(self, person: UUID, other: UUID, *, on: bool) -> None:
        """They will not be brought together by chance, or may be again."""
        query = PEOPLE.block if on else PEOPLE.unblock
        await self._people.ask(query(self._people.pool, person=person, other=other))

    async def blocked(self, person: UUID) -> dict[UUID, bool]:
        """Whom somebody is not to meet by chance; True where it is their own wish."""
        rows = await self._people.rows(PEOPLE.blocked(self._people.pool, person=person))
        found: dict[UUID, bool] = {}
        for row in rows:
            found[row["other"]] = found.get(row["other"], False) or row["mine"]
        return found

    async def invite(self, person: UUID, table: int, host: UUID) -> None:
        """Somebody is asked to a table by somebody they know."""
        await self._people.ask(PEOPLE.invite(self._people.pool, person=person, tab=table, host=host))

    async def invitations(self, person: UUID) -> list[tuple[int, UUID]]:
        """(table, who asks) of the last day, the latest first."""
        rows = await self._people.rows(PEOPLE.invitations(self._people.pool, person=person))
        return [(row["tab"], row["host"]) for row in rows]

    async def end_invitation(self, person: UUID, table: int) -> None:
        """It was taken, or turned down."""
        await self._people.ask(PEOPLE.end_invitation(self._people.pool, person=person, tab=table))


def seats_of(bits: int) -> tuple[int, ...]:
    """The seats that a number stands for, one bit each: the one place where such a number is read."""
    return tuple(seat for seat in range(16) if bits >> seat & 1)
