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

from malle.storage.connections import Database, Shard, query_available
from malle.storage.queries import PEOPLE_QUERIES, TABLE_QUERIES
from malle.table import Setup

MAX_TABLES_PER_DATABASE = 1000
"""The most tables of one person that are read from each database, latest first."""
MAX_ROOM_TABLES = 50
"""The most tables of one person, from each database, that have not begun or where a robot plays the
person's seat. Each of these tables has to be loaded as a room."""
UNFILLED_TABLE_SECONDS = 86_400.0
"""Seconds after which a table that was never filled is no longer listed, unless it has a decision
time."""


class SeatedTable(Struct, frozen=True):
    """A table where a person has a seat, as its database row says. It may say more than that person may be
    shown; see `malle.runtime.history.my_games`."""

    tab: int
    seat: int
    setup: Setup
    awaited_seats: tuple[int, ...]
    """Seats that may act now."""
    robot_seats: tuple[int, ...]
    """Seats that robots play."""
    over: bool
    age: float
    """Seconds since the present state was shown. Negative if it is still to be shown."""
    seconds_to_deadline: float | None
    """Seconds to the deadline, or None if there is none."""
    person_by_seat: dict[int, UUID]
    """The person at each seat."""
    decision_seconds_left: float | None = None
    """Correspondence tables only: seconds to the end of the decision time, the person's own if they are
    awaited, else the latest of the others. None if the table is not a correspondence table, or not settled
    yet."""
    total_seconds_left: float | None = None
    """Like `decision_seconds_left`, with the time bank added."""
    time_bank_spent: float = 0.0
    """Seconds of the person's time bank that earlier decisions used."""


class GameResult(Struct, frozen=True):
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


class GameHistory:
    """Reads and writes the seats, results, blocks and invitations of people. Each `Store` has one
    instance."""

    def __init__(self, people: Database, get_shards: Callable[[], Sequence[Shard]]) -> None:
        self._people = people
        self._get_shards = get_shards

    async def tables_of(self, person: UUID) -> list[SeatedTable]:
        """Return the tables where a person has a seat, from the databases that answer: for each
        database games that are not over first, then the latest first. Tables that have not begun,
        or where a robot plays the person's seat, are limited to the latest `MAX_ROOM_TABLES` of
        each database. Tables that an operator has hidden, or that were never filled within
        `UNFILLED_TABLE_SECONDS`, are left out."""

        async def ask(shard: Shard) -> list[SeatedTable]:
            """Return the person's tables in one database."""
            asked = TABLE_QUERIES.games_of(
                shard.pool,
                person=person,
                most=MAX_TABLES_PER_DATABASE,
                stale=UNFILLED_TABLE_SECONDS,
                filling=MAX_ROOM_TABLES,
            )
            rows = await shard.fetch_all(asked)
            return [
                SeatedTable(
                    row["id"],
                    row["seat"],
                    msgspec.json.decode(row["setup"], type=Setup),
                    seats_from_bits(row["waits"]),
                    seats_from_bits(row["robots"]),
                    row["over"],
                    row["age"],
                    row["seconds"],
                    dict(zip(row["seats"], row["people"], strict=True)),
                    row["until"],
                    row["ends"],
                    row["spent"],
                )
                for row in rows
            ]

        answers = await query_available({shard: ask(shard) for shard in self._get_shards()})
        return [each for found in answers for each in found]

    async def transfer_seats(self, person: UUID, new_person: UUID, device: bytes) -> list[int]:
        """Give all seats of a person to `new_person`, except at tables where `new_person` has a
        seat already. Return the ids of the tables where a seat was given.

        `new_person` also gets the person's blocks and invitations, the reports about the person,
        and the person's push channels. These channels belong to the device with the digest `device`
        from now on. Results are not moved. Raise `DatabaseUnavailable` if a database does not
        answer; a repeated call does the rest."""
        found: list[int] = []
        for shard in self._get_shards():
            rows = await shard.fetch_all(
                TABLE_QUERIES.hand_over(shard.pool, person=person, other=new_person), writes=True
            )
            found += [row["tab"] for row in rows]
            await shard.run(TABLE_QUERIES.follow_seats(shard.pool, person=person))
            await shard.run(TABLE_QUERIES.hand_over_reports(shard.pool, person=person, other=new_person))
        await self._people.run(
            PEOPLE_QUERIES.hand_over(self._people.pool, person=person, other=new_person, device=device)
        )
        return found

    async def results_of(self, person: UUID) -> dict[int, GameResult]:
        """Return the stored results of a person by table id, latest end first."""
        rows = await self._people.fetch_all(PEOPLE_QUERIES.results(self._people.pool, person=person))
        return {row["tab"]: GameResult(*[row[name] for name in GameResult.__struct_fields__]) for row in rows}

    async def add_result(self, person: UUID, result: GameResult, seconds_ago: float) -> None:
        """Store how a game ended for a person, `seconds_ago`. If a result of this table exists,
        only its missing counts of bold moves are added. Nothing is stored for an erased person."""
        body = {name: getattr(result, name) for name in GameResult.__struct_fields__ if name != "ended"}
        await self._people.run(PEOPLE_QUERIES.add_result(self._people.pool, person=person, age=seconds_ago, **body))

    async def delete_results(self, table_id: int) -> None:
        """Delete all results of a table, so that they can be made again from its log."""
        await self._people.run(PEOPLE_QUERIES.drop_results(self._people.pool, tab=table_id))

    async def set_block(self, person: UUID, other: UUID, *, blocked: bool) -> None:
        """Let `person` block `other`, or end the block. Two people of whom one has blocked the
        other are not matched by chance."""
        query = PEOPLE_QUERIES.block if blocked else PEOPLE_QUERIES.unblock
        await self._people.run(query(self._people.pool, person=person, other=other))

    async def blocked_people(self, person: UUID) -> dict[UUID, bool]:
        """Return the people whom `person` is not matched with. The value is True if `person`
        blocked them, False if only they blocked `person`."""
        rows = await self._people.fetch_all(PEOPLE_QUERIES.blocked(self._people.pool, person=person))
        found: dict[UUID, bool] = {}
        for row in rows:
            found[row["other"]] = found.get(row["other"], False) or row["mine"]
        return found

    async def add_invitation(self, person: UUID, table_id: int, host: UUID) -> None:
        """Invite a person to a table, on behalf of `host`. A repeated invitation changes nothing."""
        await self._people.run(PEOPLE_QUERIES.invite(self._people.pool, person=person, tab=table_id, host=host))

    async def invitations(self, person: UUID) -> list[tuple[int, UUID]]:
        """Return (table id, inviting person) of the invitations to `person` in the last day: at
        most 20, latest first. Those from people whom `person` blocked are left out."""
        rows = await self._people.fetch_all(PEOPLE_QUERIES.invitations(self._people.pool, person=person))
        return [(row["tab"], row["host"]) for row in rows]

    async def end_invitation(self, person: UUID, table_id: int) -> None:
        """Delete an invitation that was accepted or declined."""
        await self._people.run(PEOPLE_QUERIES.end_invitation(self._people.pool, person=person, tab=table_id))


def seats_from_bits(bits: int) -> tuple[int, ...]:
    """Return the seats whose bits are set, lowest first: bit 0 is seat 0. Bits from 16 on are
    ignored."""
    return tuple(seat for seat in range(16) if bits >> seat & 1)
