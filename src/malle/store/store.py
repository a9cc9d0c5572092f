"""The store: everything that is kept for a table, in the database that the table's id names.

A table id is one number: the high bits are the number of its database in the configuration, the low 48 bits
are random. All data of one table lies in one database, so databases can be added at any time, and none knows
of another. Names of people are stored in a separate database; tables refer to people by random numbers.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any
from uuid import UUID

import asyncpg
import msgspec
import structlog
from msgspec import Struct

from malle.core import Malformed, MalleError
from malle.store.aside import Asides
from malle.store.asking import Askings
from malle.store.away import Unavailable
from malle.store.database import Database, Shard, of_those_that_answer
from malle.store.devices import Devices
from malle.store.door import Doors
from malle.store.entering import WaysIn
from malle.store.keepers import Keepers
from malle.store.killpoint import reach
from malle.store.notices import Notices
from malle.store.played import Games
from malle.store.queries import PEOPLE, QUERIES
from malle.store.reports import Reports
from malle.store.slow import SlowTables
from malle.store.taking import Belongings
from malle.store.wishes import Wishes
from malle.store.writer import Move, Status, Written
from malle.table import Entry, Setup
from malle.table import TableId as TableId
from malle.voice import Unready

_log = structlog.get_logger()
_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
_RANDOM_BITS = 48
MOST_UNWRITTEN = 10_000
"""How many names are kept in memory while the people's database is unavailable."""


class NoSuchTable(MalleError):
    """There is no such table."""

    slug = "no-such-table"


class Stored(Struct, frozen=True):
    """A table as its database has it. Replay the entries on the snapshot, or from the start if there is none."""

    setup: Setup
    seed: bytes
    snapshot: bytes | None
    entries: list[Entry]
    seconds: float | None
    """Seconds to the deadline, or None."""
    ages: Sequence[float]
    """Seconds since each of the entries."""
    age: float = 0.0
    """Seconds since the entry at which the snapshot was made."""
    aside: bool = False
    """Whether the table is quarantined."""


class Sitter(Struct, frozen=True):
    """The owner of a seat."""

    person: UUID
    token: bytes | None = None
    """Digest of the seat's own token, for seats that were taken before devices stood for persons. None for
    all others."""


class Opening(Struct, frozen=True):
    """A table to be opened with everybody seated."""

    table: TableId
    setup: Setup
    seed: bytes
    """Encrypted."""
    moves: tuple[Move, ...]
    sitters: Mapping[int, Sitter]


class News(Struct, frozen=True):
    """Log entries that were written to a table since it was last read, and the seconds to its deadline."""

    entries: list[Entry]
    seconds: float | None


class Store:
    """All databases of the configuration: the table databases and the people's database."""

    def __init__(self, databases: Mapping[int, str], people: str, zone: str = "UTC") -> None:
        self._shards = {number: Shard(number, address) for number, address in databases.items()}
        self._people = Database("people", people, 2, "people")
        self.devices = Devices(self._people)
        self.keepers = Keepers(self._people, lambda: self.shards)
        self.ways_in = WaysIn(self._people)
        self.belongings = Belongings(self._people, lambda: self.shards)
        self.games = Games(self._people, lambda: self.shards)
        self.aside = Asides(lambda table: self._shard(TableId(table)), lambda: self.shards)
        self.askings = Askings(lambda table: self._shard(TableId(table)))
        self.doors = Doors(self.shards, lambda table: self._shard(TableId(table)))
        self.wishes = Wishes(lambda table: self._shard(TableId(table)))
        self.slow = SlowTables(lambda table: self._shard(TableId(table)), self._shards)
        self.notices = Notices(self._people, zone)
        self.reports = Reports(lambda table: self._shard(TableId(table)), lambda: self.shards)
        self._unwritten: dict[UUID, tuple[str, bool]] = {}
        """Names that could not be written yet, and whether the person chose them."""

    async def open(self) -> None:
        """Begin to connect to all databases, without waiting. A database that is unavailable is used as soon
        as it answers."""
        for database in self.databases:
            await database.open()

    async def close(self) -> None:
        """Wait for moves under way, then disconnect from all databases."""
        for database in self.databases:
            await database.close()

    @property
    def databases(self) -> Sequence[Database]:
        """All databases, the people's database last."""
        return (*self.shards, self._people)

    @property
    def shards(self) -> Sequence[Shard]:
        """The table databases."""
        return tuple(self._shards.values())

    def _shard(self, table: TableId) -> Shard:
        """Return the database of a table. Raise `NoSuchTable` if the id names a database that is not
        configured."""
        shard = self._shards.get(database_of(table))
        if shard is None:
            raise NoSuchTable()
        return shard

    # Tables

    def new_id(self) -> TableId:
        """Return a new table id in a random database, chosen among those that are available, or among all if
        none is."""
        answering = [shard.number for shard in self.shards if shard.answers]
        return _random_id(secrets.choice(answering or tuple(self._shards)))

    def id_beside(self, table: TableId) -> TableId:
        """Return a new table id in the same database as this table."""
        return _random_id(database_of(table))

    async def add_table(self, table: TableId, setup: Setup, seed: bytes) -> None:
        """Insert a new table at seq 0. The seed is encrypted already."""
        shard = self._shard(table)
        await shard.ask(QUERIES.add_table(shard.pool, seed=seed, **_opened(table, setup)))

    async def load(self, table: TableId, *, whole: bool = False) -> Stored:
        """Load a table with its snapshot and the entries after it. With `whole_log`, load all entries and no
        snapshot. Raise `NoSuchTable` if there is none, or if it was hidden by an operator."""
        shard = self._shard(table)
        row = await shard.ask(QUERIES.table(shard.pool, tab=table))
        if row is None:
            raise NoSuchTable()
        body = None if whole else row["body"]
        seq = 0 if body is None else _snapshot_seq(body)
        rows = await shard.rows(QUERIES.entries(shard.pool, tab=table, seq=seq))
        setup = msgspec.json.decode(row["setup"], type=Setup)
        entries, ages = [_entry(*each[:3]) for each in rows], [each["age"] for each in rows]
        return Stored(setup, row["seed"], body, entries, row["seconds"], ages, row["age"] or 0.0, row["aside"])

    async def entries(self, table: TableId, since: int = 0) -> list[Entry]:
        """Return the log entries after the seq `since`."""
        shard = self._shard(table)
        rows = await shard.rows(QUERIES.entries(shard.pool, tab=table, seq=since))
        return [_entry(*each[:3]) for each in rows]

    async def age(self, table: TableId) -> float:
        """Return the seconds since the present state of a table was shown. Negative if it is still to be
        shown, and 0 if there is no such table."""
        shard = self._shard(table)
        return float(await shard.ask(QUERIES.age(shard.pool, tab=table)) or 0.0)

    async def write(self, move: Move) -> Written:
        """Write a move. When this returns, the move is committed or refused for good. Raise
        `DatabaseUnavailable` if its fate is unknown: the caller may send it again with the same key."""
        return await self._shard(TableId(move.tab)).writer.put(move)

    async def look(self, move: TableId, key: UUID, digest: bytes) -> Written:
        """Look up whether an entry was written under this key. The result is `REPEATED` with its seq if it
        was, `REUSED` if the key was used for another request, and otherwise `STALE` with the table's seq, or
        -1 if there is no such table."""
        shard = self._shard(move)
        row = await shard.ask(QUERIES.look(shard.pool, tab=move, key=key, hash=digest))
        return Written(Status.STALE, -1) if row is None else Written(Status(row["status"]), row["seq"])

    async def sit(self, move: Move, seat: int, sitter: Sitter) -> Written:
        """Write a move and the owner of a seat, in one transaction. The status is `REPEATED` if this person
        already has a seat at the table; then nothing is written."""
        shard = self._shard(TableId(move.tab))

        async def both() -> Written:
            async with shard.writing() as connection:
                row = await QUERIES.move(connection, **msgspec.structs.asdict(move))
                if row["status"] == Status.TAKEN:
                    await QUERIES.put_seat(
                        connection, tab=move.tab, seat=seat, token=sitter.token, person=sitter.person
                    )
                return Written(Status(row["status"]), row["seq"] or 0)

        try:
            return await shard.ask(both())  # type: ignore[no-any-return]
        except asyncpg.UniqueViolationError:
            return Written(Status.REPEATED, 0)

    async def reseat(self, move: Move, places: Sequence[int], *, anew: bool) -> Written:
        """Write a move and rearrange the seat owners, in one transaction. `places[seat]` is the former seat
        of the owner who sits at `seat` afterwards; owners whose seat is not listed lose it. `drop_join_code`
        also deletes the join code."""
        shard = self._shard(TableId(move.tab))

        async def all_of_it() -> Written:
            async with shard.writing() as connection:
                row = await QUERIES.move(connection, **msgspec.structs.asdict(move))
                if row["status"] == Status.TAKEN:
                    sat = {each["seat"]: each async for each in QUERIES.leave_seats(connection, tab=move.tab)}
                    for seat, place in enumerate(places):
                        if (who := sat.get(place)) is not None:
                            sitting = {"token": who["token"], "person": who["person"]}
                            await QUERIES.put_seat(connection, tab=move.tab, seat=seat, **sitting)
                    if anew:
                        await QUERIES.close_door(connection, tab=move.tab)
                return Written(Status(row["status"]), row["seq"] or 0)

        return await shard.ask(all_of_it())  # type: ignore[no-any-return]

    async def go_on(self, move: Move, opening: Opening) -> Written:
        """Write a move and open the next table, which the move names, in one transaction. Both tables must
        lie in the same database."""
        shard = self._shard(TableId(move.tab))

        async def both() -> Written:
            async with shard.writing() as connection:
                row = await QUERIES.move(connection, **msgspec.structs.asdict(move))
                if row["status"] == Status.TAKEN:
                    opened = _opened(opening.table, opening.setup)
                    await QUERIES.add_table(connection, seed=opening.seed, **opened)
                    for each in opening.moves:
                        await QUERIES.move(connection, **msgspec.structs.asdict(each))
                    for seat, sitter in opening.sitters.items():
                        await QUERIES.put_seat(
                            connection, tab=opening.table, seat=seat, token=sitter.token, person=sitter.person
                        )
                return Written(Status(row["status"]), row["seq"] or 0)

        written: Written = await shard.ask(both())
        reach("gone-on")
        return written

    async def sitters(self, table: TableId) -> dict[int, Sitter]:
        """Return the owner of each seat."""
        shard = self._shard(table)
        rows = await shard.rows(QUERIES.seats(shard.pool, tab=table))
        return {row["seat"]: Sitter(row["person"], row["token"]) for row in rows}

    async def take_over(self, table: TableId, token: bytes, person: UUID) -> None:
        """Give the seat with this token digest to a person, and remove the token. Does nothing if the person
        has another seat at the table."""
        shard = self._shard(table)
        with contextlib.suppress(asyncpg.UniqueViolationError):  # the person has another seat
            await shard.ask(QUERIES.take_over(shard.pool, tab=table, token=token, person=person))

    async def news(self, seen: Mapping[TableId, int]) -> dict[TableId, News]:
        """Return what was written to these tables after the seqs in `seen`, with one query for each database.
        Tables without new entries are left out; at most 200 entries of a table are returned."""
        found: dict[TableId, News] = {}
        for tables in self.by_shard(seen):
            shard = self._shard(tables[0])
            seqs = [seen[each] for each in tables]
            for tab, seq, mover, lines, seconds in await shard.rows(QUERIES.news(shard.pool, tabs=tables, seqs=seqs)):
                found.setdefault(tab, News([], seconds)).entries.append(_entry(seq, mover, lines))
        return found

    async def behind(self, seen: Mapping[TableId, int]) -> list[TableId]:
        """Return which of these tables have moved on beyond the seqs in `seen`."""
        found: list[TableId] = []
        for tables in self.by_shard(seen):
            shard = self._shard(tables[0])
            rows = await shard.rows(QUERIES.behind(shard.pool, tabs=tables, seqs=[seen[each] for each in tables]))
            found += [row["id"] for row in rows]
        return found

    def by_shard(self, tables: Iterable[TableId]) -> list[list[TableId]]:
        """Group table ids by database, so that a database that is unavailable does not delay the others."""
        groups: dict[int, list[TableId]] = {}
        for table in tables:
            groups.setdefault(database_of(table), []).append(table)
        return list(groups.values())

    async def put_snapshot(self, table: TableId, seq: int, body: bytes) -> None:
        """Store a snapshot if it is newer than the stored one."""
        shard = self._shard(table)
        reach("snapping")
        await shard.ask(QUERIES.put_snapshot(shard.pool, tab=table, seq=seq, body=body))
        reach("snapped")

    async def claim_due(self, database: int, most: int = 50) -> list[tuple[TableId, int]]:
        """Claim tables of one database whose deadline has passed, and return (table id, seq) for each. No
        other process gets them for five seconds."""
        shard = self._shards[database]
        rows = await shard.rows(QUERIES.claim_due(shard.pool, most=most), writes=True)
        return [(row["id"], row["seq"]) for row in rows]

    async def robots_awaited(self, most: int = 1000) -> list[tuple[TableId, int, int]]:
        """Return (table id, seq, seat bits) of tables that wait for a robot and where a person has a seat,
        from the databases that answer."""

        async def ask(shard: Shard) -> list[tuple[TableId, int, int]]:
            return [tuple(row) for row in await shard.rows(QUERIES.robots_awaited(shard.pool, most=most))]

        answers = await of_those_that_answer({shard: ask(shard) for shard in self.shards})
        return [each for found in answers for each in found]

    async def check_ready(self) -> list[str]:
        """Check all databases, and return the names of those that are unavailable. Raise
        `DatabaseUnavailable` if no table database is available. Raise it also if the people's database has an
        outdated schema: then no person could be identified."""
        await of_those_that_answer({each: each.check() for each in self.databases})
        if self._people.fits is False or not any(shard.answers for shard in self.shards):
            raise Unavailable()
        return [each.name for each in self.databases if not each.answers]

    # People

    async def name_person(self, person: UUID, name: str) -> None:
        """Set the name of a person. If the database is unavailable, the name is kept in memory and written
        later by `retry_names`. Nobody is turned away for it; if this process ends first, only the name is
        lost."""
        if await self._write_name(person, name, chosen=True):
            self._unwritten.pop(person, None)  # drop an older name that waits
        else:
            self._unwritten[person] = (name, True)

    async def meet_person(self, person: UUID, name: str) -> None:
        """Set the name of a person who has none yet. A name that cannot be written is kept as in `set_name`."""
        if not await self._write_name(person, name, chosen=False):
            self._unwritten.setdefault(person, (name, False))

    async def _write_name(self, person: UUID, name: str, *, chosen: bool) -> bool:
        """Write a name; without `chosen`, only if the person has none. Return False if the database is
        unavailable. Raise `DatabaseUnavailable` in that case if too many names wait already."""
        query = PEOPLE.name_person if chosen else PEOPLE.meet_person
        try:
            await self._people.ask(query(self._people.pool, person=person, name=name))
        except Unavailable:
            if len(self._unwritten) >= MOST_UNWRITTEN:
                raise
            return False
        return True

    async def write_names(self) -> None:
        """Write the names that could not be written before. Raise `DatabaseUnavailable` if the database still
        does not answer."""
        if not self._people.answers:
            await self._people.check()
        for person in tuple(self._unwritten):
            if (kept := self._unwritten.get(person)) is None:
                continue  # written or erased meanwhile
            if not await self._write_name(person, kept[0], chosen=kept[1]):
                raise Unavailable()
            if self._unwritten.get(person) is kept:
                del self._unwritten[person]

    async def forget(self, person: UUID) -> list[TableId]:
        """Erase a person and return the tables where they had seats; see `PersonalData.erase`."""
        self._unwritten.pop(person, None)
        return [TableId(each) for each in await self.belongings.forget(person)]

    async def moves_of(self, table: TableId, seat: int) -> list[str]:
        """Return the moves of a seat, in notation. Only for a table whose end is shown."""
        return await self.belongings.moves(table, seat, self._shard(table))

    async def add_solver(self, game: str, day: date, solver: UUID, *, helped: bool) -> None:
        """Record that a solver solved the puzzle of a day, with hints or without. A repeated call changes
        nothing."""
        await self._people.ask(PEOPLE.add_solver(self._people.pool, game=game, day=day, solver=solver, helped=helped))

    async def count_solvers(self, game: str, day: date) -> tuple[int, int]:
        """Return how many solved the puzzle of a day, and how many of them without hints."""
        rows = await self._people.rows(PEOPLE.count_solvers(self._people.pool, game=game, day=day))
        return int(rows[0]["people"]), int(rows[0]["alone"])

    async def set_language(self, person: UUID, language: str) -> None:
        """Store the language that a person reads. Does nothing for a person without a row."""
        await self._people.ask(PEOPLE.set_language(self._people.pool, person=person, language=language))

    async def names(self, people: Iterable[UUID]) -> dict[UUID, str]:
        """Return the names of people. Unknown and erased people are left out; names that are not written yet
        are included."""
        asked = list(people)
        rows = await self._people.rows(PEOPLE.names(self._people.pool, people=asked))
        return {row["id"]: row["name"] for row in rows} | self.unwritten_names(asked)

    def unwritten_names(self, people: Iterable[UUID]) -> dict[UUID, str]:
        """Return the names of these people that are known in this process only."""
        return {each: self._unwritten[each][0] for each in people if each in self._unwritten}


def _opened(table: TableId, setup: Setup) -> dict[str, Any]:
    """Return the columns of a new table. A table with a time bank is a correspondence table."""
    return {"tab": table, "setup": msgspec.json.encode(setup).decode(), "slow": setup.bank > 0}


def _random_id(database: int) -> TableId:
    """Return a new table id in the database of this number."""
    return TableId((database << _RANDOM_BITS) | secrets.randbits(_RANDOM_BITS))


def database_of(table: TableId) -> int:
    """Return the number of the database that a table lies in."""
    return table >> _RANDOM_BITS


def write_id(table: TableId) -> str:
    """Return a table id as 13 letters and digits, as it stands in addresses."""
    return "".join(_LETTERS[(table >> shift) & 31] for shift in range(60, -1, -5))


def read_id(text: str) -> TableId:
    """Parse a table id from an address. Raise `Malformed` if it is not one."""
    if len(text) != 13 or any(letter not in _LETTERS for letter in text):
        raise Malformed("a table's id has 13 letters and digits")
    number = 0
    for letter in text:
        number = number * 32 + _LETTERS.index(letter)
    if number >> 63:
        raise Malformed("a table's id has 13 letters and digits")
    return TableId(number)


def digest(token: str) -> bytes:
    """Return the digest under which a secret token is stored."""
    return hashlib.sha256(token.encode()).digest()


def person_of(token: str) -> UUID:
    """Return the person of a device, derived from its secret token. The token cannot be computed from the
    result. So a person is known at every process, even while the people's database is unavailable."""
    return UUID(bytes=digest(f"malle person\n{token}")[:16])


def read_databases(text: str) -> dict[int, str]:
    """Parse `1=postgresql://…,2=postgresql://…` into databases by number. Raise `Unready` if it is malformed.

    The number is part of every table id: never change it. An address may name several hosts with commas; a
    new database begins where a number and `=` follow a comma."""
    found: dict[int, str] = {}
    for part in re.split(r",(?=\s*\w+=)", text):
        number, equals, address = part.strip().partition("=")
        if not number.isdecimal() or not equals or not 0 < int(number) < 1 << 15:
            raise Unready("setting-databases", {"given": repr(part[:20])})
        found[int(number)] = address
    return found


def _entry(seq: int, mover: int, lines: str) -> Entry:
    """Build a log entry from the columns of its row."""
    return Entry(seq, mover, tuple(lines.split("\n")))


class _Head(Struct):
    """The part of a stored snapshot that is decoded to learn its seq."""

    seq: int


_snapshot_head = msgspec.json.Decoder(_Head).decode


def _snapshot_seq(body: bytes) -> int:
    """Return the seq at which a snapshot was made."""
    return _snapshot_head(body).seq
