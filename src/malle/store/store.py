"""The store: everything a table needs kept, in the database that its id names.

A table's id is one number: above, the number of its database in the configuration; below, 48 random bits. Everything
that belongs to one table lies in one database, so that databases can be added at any time and none knows of another.
Names of people lie apart, and tables know them by a random number.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from datetime import date
from typing import Any, NewType, TypeVar
from uuid import UUID, uuid4

import asyncpg
import msgspec
import structlog
from msgspec import Struct

from malle.core import Malformed, MalleError, Refused
from malle.store.queries import PEOPLE, QUERIES
from malle.store.writer import Move, Status, Unavailable, Writer, Written
from malle.table import Entry, Setup

TableId = NewType("TableId", int)
T = TypeVar("T")
_log = structlog.get_logger()
_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
_RANDOM_BITS = 48
_AWAY = (
    OSError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InterfaceError,
)


class NoSuchTable(MalleError):
    """There is no such table."""

    slug = "no-such-table"


class Stored(Struct, frozen=True):
    """A table as the database has it: replay the entries on the snapshot, or from the start if there is none."""

    setup: Setup
    seed: bytes
    snapshot: bytes | None
    entries: list[Entry]
    seconds: float | None
    """To the deadline."""
    age: float = 0.0
    """Seconds since the latest entry."""


class Sitter(Struct, frozen=True):
    """Who sits at a seat."""

    token: bytes
    """The digest of the seat's secret token."""
    person: UUID


class Opening(Struct, frozen=True):
    """A table to be opened with everybody seated."""

    table: TableId
    setup: Setup
    seed: bytes
    """Sealed."""
    moves: tuple[Move, ...]
    sitters: Mapping[int, Sitter]


class News(Struct, frozen=True):
    """What was written to a table since."""

    entries: list[Entry]
    seconds: float | None


class Shard:
    """One database: a writer for moves, a small pool for the rest."""

    def __init__(self, number: int, address: str) -> None:
        self.number = number
        self.address = address
        self.writer = Writer(address)
        self.pool: asyncpg.Pool[asyncpg.Record]

    async def open(self) -> None:
        """Connects."""
        self.pool = await _patient(lambda: _pool(self.address, 4))
        await _patient(self.writer.open)

    async def close(self) -> None:
        """Lets the moves under way end, then disconnects."""
        await self.writer.close()
        await _close_pool(self.pool)


class Store:
    """All databases of the configuration."""

    def __init__(self, databases: Mapping[int, str], people: str) -> None:
        self._shards = {number: Shard(number, address) for number, address in databases.items()}
        self._people_address = people

    async def open(self) -> None:
        """Connects to all, however long it takes until they are there."""
        for shard in self._shards.values():
            await shard.open()
        self._people = await _patient(lambda: _pool(self._people_address, 2))

    async def close(self) -> None:
        """Lets the moves under way end, then disconnects."""
        for shard in self._shards.values():
            await shard.close()
        await _close_pool(self._people)

    @property
    def shards(self) -> Sequence[Shard]:
        """The databases."""
        return tuple(self._shards.values())

    def _shard(self, table: TableId) -> Shard:
        shard = self._shards.get(table >> _RANDOM_BITS)
        if shard is None:
            raise NoSuchTable()
        return shard

    # Tables

    def new_id(self) -> TableId:
        """An id in one of the databases, all equally likely."""
        return _random_id(secrets.choice(tuple(self._shards)))

    def id_beside(self, table: TableId) -> TableId:
        """An id in the same database as this table's."""
        return _random_id(table >> _RANDOM_BITS)

    async def add_table(self, table: TableId, setup: Setup, seed: bytes) -> None:
        """A new table at seq 0. The seed comes sealed."""
        pool = self._shard(table).pool
        body = msgspec.json.encode(setup).decode()
        await _calm(QUERIES.add_table(pool, tab=table, setup=body, seed=seed))

    async def load(self, table: TableId) -> Stored:
        """A table with the entries since its snapshot."""
        pool = self._shard(table).pool
        row = await _calm(QUERIES.table(pool, tab=table))
        if row is None:
            raise NoSuchTable()
        seq = 0 if row["body"] is None else _snapshot_seq(row["body"])
        rows = await _rows(QUERIES.entries(pool, tab=table, seq=seq))
        setup = msgspec.json.decode(row["setup"], type=Setup)
        return Stored(
            setup, row["seed"], row["body"], [_entry(*each) for each in rows], row["seconds"], row["age"] or 0.0
        )

    async def entries(self, table: TableId, since: int = 0) -> list[Entry]:
        """The log after `since`."""
        rows = await _rows(QUERIES.entries(self._shard(table).pool, tab=table, seq=since))
        return [_entry(*each) for each in rows]

    async def write(self, move: Move) -> Written:
        """Writes a move: when this returns it is committed, or refused for good."""
        return await self._shard(TableId(move.tab)).writer.put(move)

    async def look(self, move: TableId, key: UUID, digest: bytes) -> Written:
        """Was something written under this key?"""
        row = await _calm(QUERIES.look(self._shard(move).pool, tab=move, key=key, hash=digest))
        return Written(Status.STALE, -1) if row is None else Written(Status(row["status"]), row["seq"])

    async def sit(self, move: Move, seat: int, sitter: Sitter) -> Written:
        """Writes a move and who sits there from now on, both or neither."""
        pool = self._shard(TableId(move.tab)).pool

        async def both() -> Written:
            async with pool.acquire() as connection, connection.transaction():
                row = await QUERIES.move(connection, **msgspec.structs.asdict(move))
                if row["status"] == Status.TAKEN:
                    await QUERIES.put_seat(
                        connection, tab=move.tab, seat=seat, token=sitter.token, person=sitter.person
                    )
                return Written(Status(row["status"]), row["seq"] or 0)

        return await _calm(both())  # type: ignore[no-any-return]

    async def go_on(self, move: Move, opening: Opening) -> Written:
        """Writes a move and opens the table that it names, in the same database, both or neither."""
        pool = self._shard(TableId(move.tab)).pool

        async def both() -> Written:
            async with pool.acquire() as connection, connection.transaction():
                row = await QUERIES.move(connection, **msgspec.structs.asdict(move))
                if row["status"] == Status.TAKEN:
                    setup = msgspec.json.encode(opening.setup).decode()
                    await QUERIES.add_table(connection, tab=opening.table, setup=setup, seed=opening.seed)
                    for each in opening.moves:
                        await QUERIES.move(connection, **msgspec.structs.asdict(each))
                    for seat, sitter in opening.sitters.items():
                        await QUERIES.put_seat(
                            connection, tab=opening.table, seat=seat, token=sitter.token, person=sitter.person
                        )
                return Written(Status(row["status"]), row["seq"] or 0)

        return await _calm(both())  # type: ignore[no-any-return]

    async def sitters(self, table: TableId) -> dict[int, Sitter]:
        """Who sits where."""
        rows = await _rows(QUERIES.seats(self._shard(table).pool, tab=table))
        return {row["seat"]: Sitter(row["token"], row["person"]) for row in rows}

    async def news(self, seen: Mapping[TableId, int]) -> dict[TableId, News]:
        """What was written to these tables since what was seen of them: one query a database."""
        found: dict[TableId, News] = {}
        for tables in self.by_shard(seen):
            shard = self._shard(tables[0])
            seqs = [seen[each] for each in tables]
            for tab, seq, mover, lines, seconds in await _rows(QUERIES.news(shard.pool, tabs=tables, seqs=seqs)):
                found.setdefault(tab, News([], seconds)).entries.append(_entry(seq, mover, lines))
        return found

    async def behind(self, seen: Mapping[TableId, int]) -> list[TableId]:
        """Which of these tables have moved on since."""
        found: list[TableId] = []
        for tables in self.by_shard(seen):
            shard = self._shard(tables[0])
            rows = await _rows(QUERIES.behind(shard.pool, tabs=tables, seqs=[seen[each] for each in tables]))
            found += [row["id"] for row in rows]
        return found

    def by_shard(self, tables: Iterable[TableId]) -> list[list[TableId]]:
        """The tables of each database together, so that one that is away does not hold up the others."""
        groups: dict[int, list[TableId]] = {}
        for table in tables:
            groups.setdefault(table >> _RANDOM_BITS, []).append(table)
        return list(groups.values())

    async def put_snapshot(self, table: TableId, seq: int, body: bytes) -> None:
        """Keeps a snapshot, if it is newer than the one there is."""
        await _calm(QUERIES.put_snapshot(self._shard(table).pool, tab=table, seq=seq, body=body))

    async def claim_due(self, most: int = 50) -> list[tuple[TableId, int]]:
        """Tables whose deadline has passed at this seq, for this process to act on."""
        found: list[tuple[TableId, int]] = []
        for shard in self.shards:
            found += [(row["id"], row["seq"]) for row in await _rows(QUERIES.claim_due(shard.pool, most=most))]
        return found

    async def robots_awaited(self, most: int = 1000) -> list[tuple[TableId, int, int]]:
        """(table, seq, seats as bits) wherever a robot is awaited."""
        found: list[tuple[TableId, int, int]] = []
        for shard in self.shards:
            found += [tuple(row) for row in await _rows(QUERIES.robots_awaited(shard.pool, most=most))]
        return found

    async def check_ready(self) -> None:
        """Does every database answer? `Unavailable` if not."""
        for shard in self.shards:
            await _calm(QUERIES.ready(shard.pool))

    # People

    async def add_person(self, name: str) -> UUID:
        """A person, known from now on by a random number."""
        person = uuid4()
        await _calm(PEOPLE.add_person(self._people, person=person, name=name))
        return person

    async def add_solver(self, game: str, day: date, solver: UUID) -> None:
        """Somebody solved the task of a day; a second time changes nothing."""
        await _calm(PEOPLE.add_solver(self._people, game=game, day=day, solver=solver))

    async def count_solvers(self, game: str, day: date) -> int:
        """How many solved the task of a day."""
        rows = await _rows(PEOPLE.count_solvers(self._people, game=game, day=day))
        return int(rows[0]["people"])

    async def names(self, people: Iterable[UUID]) -> dict[UUID, str]:
        """The names of those who are still there."""
        rows = await _rows(PEOPLE.names(self._people, people=list(people)))
        return {row["id"]: row["name"] for row in rows}


def _random_id(database: int) -> TableId:
    return TableId((database << _RANDOM_BITS) | secrets.randbits(_RANDOM_BITS))


def write_id(table: TableId) -> str:
    """The id as it stands in addresses: 13 letters and digits."""
    return "".join(_LETTERS[(table >> shift) & 31] for shift in range(60, -1, -5))


def read_id(text: str) -> TableId:
    """The id again."""
    if len(text) != 13 or any(letter not in _LETTERS for letter in text):
        raise Malformed("a table's id has 13 letters and digits")
    number = 0
    for letter in text:
        number = number * 32 + _LETTERS.index(letter)
    if number >> 63:
        raise Malformed("a table's id has 13 letters and digits")
    return TableId(number)


def digest(token: str) -> bytes:
    """A secret token as it is stored."""
    return hashlib.sha256(token.encode()).digest()


def read_databases(text: str) -> dict[int, str]:
    """`1=postgresql://…,2=postgresql://…`: the databases by number. It is in every table's id: never change it."""
    found: dict[int, str] = {}
    for part in text.split(","):
        number, equals, address = part.strip().partition("=")
        if not number.isdecimal() or not equals or not 0 < int(number) < 1 << 15:
            raise Refused(f"databases are written 1=postgresql://…,2=postgresql://…, not {part[:20]!r}")
        found[int(number)] = address
    return found


def _entry(seq: int, mover: int, lines: str) -> Entry:
    return Entry(seq, mover, tuple(lines.split("\n")))


class _Head(Struct):
    seq: int


_snapshot_head = msgspec.json.Decoder(_Head).decode


def _snapshot_seq(body: bytes) -> int:
    return _snapshot_head(body).seq


async def _calm(work: Any) -> Any:
    """Waits for a query; what means that the database is away becomes `Unavailable`."""
    try:
        return await work
    except _AWAY as error:
        raise Unavailable() from error


async def _rows(work: Any) -> list[Any]:
    """The same for a query with many rows."""
    try:
        return [row async for row in work]
    except _AWAY as error:
        raise Unavailable() from error


async def _no_reset(connection: asyncpg.Connection[asyncpg.Record]) -> None:
    """Our queries leave nothing behind, so a connection goes back to the pool without a round trip."""


async def _patient(work: Callable[[], Awaitable[T]]) -> T:
    """Tries until the database is there: a server that starts before it waits."""
    while True:
        try:
            return await work()
        except _AWAY as error:
            _log.info("store", trouble=type(error).__name__)
            await asyncio.sleep(0.2)


async def _pool(address: str, size: int) -> asyncpg.Pool[asyncpg.Record]:
    return await asyncpg.create_pool(address, min_size=0, max_size=size, reset=_no_reset, command_timeout=5, timeout=5)


async def _close_pool(pool: asyncpg.Pool[asyncpg.Record]) -> None:
    pool.terminate()
