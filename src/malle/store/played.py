"""A person's games: their seats, from the table databases, and the results, from the people's database.

Seats are read from the tables themselves, so no copy has to be kept in step. A result needs the rules of its
game: it is written down once, and `malle people rebuild` makes it again from the logs.
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
"""The most tables of one person that are read from each database, latest first."""
FILLING = 50
"""The most of these that have not begun, or where a robot plays the person's seat. Each of them has to be
loaded as a room."""
STALE = 86_400.0
"""Seconds after which a table that was never filled is not shown any more, unless it has a decision time."""


class SatAt(Struct, frozen=True):
    """A table where a person has a seat, as its database row says. It may say more than that person may be
    shown; see `malle.runtime.history.my_games`."""

    tab: int
    seat: int
    setup: Setup
    waits: tuple[int, ...]
    """Seats that may act now."""
    robots: tuple[int, ...]
    """Seats that robots play."""
    over: bool
    age: float
    """Seconds since the present state was shown. Negative if it is still to be shown."""
    seconds: float | None
    """Seconds to the deadline, or None if there is none."""
    people: dict[int, UUID]
    """The person at each seat."""
    until: float | None = None
    """Correspondence tables only: seconds to the end of the decision time, the person's own if they are
    awaited, else the latest of the others. None if the table is not a correspondence table, or not settled
    yet."""
    ends: float | None = None
    """Like `decision_seconds_left`, with the time bank added."""
    spent: float = 0.0
    """Seconds of the person's time bank that earlier decisions used."""


class Ended(Struct, frozen=True):
    """The result of one person in one game."""

    tab: int
    game: str
    place: int
    seats: int
    drawn: bool
    """Whether the person shares the first place with others."""
    score: int
    """The person's final score, as everybody reads it."""
    against: int | None = None
    """The opponent's final score in a game of two. None in other games, or if it was not recorded."""
    well: int | None = None
    """How many of the person's bold moves succeeded (`deeds` in the game's facts), or None if not counted
    yet."""
    ill: int | None = None
    """How many of the person's bold moves failed, or None if not counted yet."""
    ended: datetime | None = None
    """When the game ended, or None if the result is not stored yet."""


class Games:
    """Reads and writes seats, results, blocks and invitations of people."""

    def __init__(self, people: Database, shards: Callable[[], Sequence[Shard]]) -> None:
        self._people = people
        self._shards = shards

    async def of(self, person: UUID) -> list[SatAt]:
        """Return the tables where a person has a seat, from the databases that answer. Tables that have not
        begun, or where a robot plays the person's seat, are limited to the latest `MAX_ROOM_TABLES` of each
        database."""

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
        """Give all seats of a person to `new_person`, except at tables where that one has a seat. Return the
        ids of these tables.

        Also moves blocks, invitations and reports about the person, and their push channels, which belong to
        `device` from now on. Results are not moved."""
        found: list[int] = []
        for shard in self._shards():
            rows = await shard.rows(QUERIES.hand_over(shard.pool, person=person, other=other), writes=True)
            found += [row["tab"] for row in rows]
            await shard.ask(QUERIES.follow_seats(shard.pool, person=person))
            await shard.ask(QUERIES.hand_over_reports(shard.pool, person=person, other=other))
        await self._people.ask(PEOPLE.hand_over(self._people.pool, person=person, other=other, device=device))
        return found

    async def results(self, person: UUID) -> dict[int, Ended]:
        """Return the stored results of a person by table id, latest first."""
        rows = await self._people.rows(PEOPLE.results(self._people.pool, person=person))
        return {row["tab"]: Ended(*[row[name] for name in Ended.__struct_fields__]) for row in rows}

    async def add_result(self, person: UUID, result: Ended, age: float) -> None:
        """Store how a game ended for a person, `seconds_ago`. If a result exists, only missing counts of bold
        moves are added."""
        body = {name: getattr(result, name) for name in Ended.__struct_fields__ if name != "ended"}
        await self._people.ask(PEOPLE.add_result(self._people.pool, person=person, age=age, **body))

    async def drop_results(self, table: int) -> None:
        """Delete all results of a table, so that they can be made again from its log."""
        await self._people.ask(PEOPLE.drop_results(self._people.pool, tab=table))

    async def block(self, person: UUID, other: UUID, *, on: bool) -> None:
        """Add or remove a block: people who are blocked are not matched by chance."""
        query = PEOPLE.block if on else PEOPLE.unblock
        await self._people.ask(query(self._people.pool, person=person, other=other))

    async def blocked(self, person: UUID) -> dict[UUID, bool]:
        """Return the people whom a person is not matched with. The value is True if this person blocked them,
        False if only they blocked this person."""
        rows = await self._people.rows(PEOPLE.blocked(self._people.pool, person=person))
        found: dict[UUID, bool] = {}
        for row in rows:
            found[row["other"]] = found.get(row["other"], False) or row["mine"]
        return found

    async def invite(self, person: UUID, table: int, host: UUID) -> None:
        """Invite a person to a table, on behalf of `host`. A repeated invitation changes nothing."""
        await self._people.ask(PEOPLE.invite(self._people.pool, person=person, tab=table, host=host))

    async def invitations(self, person: UUID) -> list[tuple[int, UUID]]:
        """Return (table id, inviting person) of the last day's invitations, latest first, without blocked
        people. At most 20."""
        rows = await self._people.rows(PEOPLE.invitations(self._people.pool, person=person))
        return [(row["tab"], row["host"]) for row in rows]

    async def end_invitation(self, person: UUID, table: int) -> None:
        """Delete an invitation that was accepted or declined."""
        await self._people.ask(PEOPLE.end_invitation(self._people.pool, person=person, tab=table))


def seats_of(bits: int) -> tuple[int, ...]:
    """Return the seats that are set in a bit field. This is the only place where such a number is read."""
    return tuple(seat for seat in range(16) if bits >> seat & 1)
