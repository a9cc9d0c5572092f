"""The store: everything a table needs kept, in the database that its id names.

A table's id is one number: above, the number of its database in the configuration; below, 48 random bits. Everything
that belongs to one table lies in one database, so that databases can be added at any time and none knows of another.
Names of people lie apart, and tables know them by a random number.
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
"""Names kept for the people's database while it is away."""


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
    ages: Sequence[float]
    """Seconds since each of the entries."""
    age: float = 0.0
    """Seconds since the snapshot's own entry."""
    aside: bool = False
    """Was it put aside?"""


class Sitter(Struct, frozen=True):
    """Who sits at a seat."""

    person: UUID
    token: bytes | None = None
    """Where a seat was taken before a device was a person: the digest of the seat's own token."""


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


class Store:
    """All databases of the configuration."""

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
        """Names that could not be written, and whether somebody chose them."""

    async def open(self) -> None:
        """Begins to connect to all; whichever is away is used when it is there."""
        for database in self.databases:
            await database.open()

    async def close(self) -> None:
        """Lets the moves under way end, then disconnects."""
        for database in self.databases:
            await database.close()

    @property
    def databases(self) -> Sequence[Database]:
        """All of them, that of people last."""
        return (*self.shards, self._people)

    @property
    def shards(self) -> Sequence[Shard]:
        """The databases of tables."""
        return tuple(self._shards.values())

    def _shard(self, table: TableId) -> Shard:
        shard = self._shards.get(database_of(table))
        if shard is None:
            raise NoSuchTable()
        return shard

    # Tables

    def new_id(self) -> TableId:
        """An id in one of the databases that answer, all equally likely."""
        answering = [shard.number for shard in self.shards if shard.answers]
        return _random_id(secrets.choice(answering or tuple(self._shards)))

    def id_beside(self, table: TableId) -> TableId:
        """An id in the same database as this table's."""
        return _random_id(database_of(table))

    async def add_table(self, table: TableId, setup: Setup, seed: bytes) -> None:
        """A new table at seq 0. The seed comes sealed."""
        shard = self._shard(table)
        await shard.ask(QUERIES.add_table(shard.pool, seed=seed, **_opened(table, setup)))

    async def load(self, table: TableId, *, whole: bool = False) -> Stored:
        """A table with the entries since its snapshot, or with all of them, if it is to be whole."""
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
        """The log after `since`."""
        shard = self._shard(table)
        rows = await shard.rows(QUERIES.entries(shard.pool, tab=table, seq=since))
        return [_entry(*each[:3]) for each in rows]

    async def age(self, table: TableId) -> float:
        """Seconds since what lies on a table was shown."""
        shard = self._shard(table)
        return float(await shard.ask(QUERIES.age(shard.pool, tab=table)) or 0.0)

    async def write(self, move: Move) -> Written:
        """Writes a move: when this returns it is committed, or refused for good."""
        return await self._shard(TableId(move.tab)).writer.put(move)

    async def look(self, move: TableId, key: UUID, digest: bytes) -> Written:
        """Was something written under this key?"""
        shard = self._shard(move)
        row = await shard.ask(QUERIES.look(shard.pool, tab=move, key=key, hash=digest))
        return Written(Status.STALE, -1) if row is None else Written(Status(row["status"]), row["seq"])

    async def sit(self, move: Move, seat: int, sitter: Sitter) -> Written:
        """Writes a move and who sits there from now on, both or neither. `REPEATED`: this person has a seat already."""
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
        """Writes a move, and lets those sit at each seat who sit at its place now, whoever they are, both or neither.
        `anew`: the code of before leads nowhere."""
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
        """Writes a move and opens the table that it names, in the same database, both or neither."""
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
        """Who sits where."""
        shard = self._shard(table)
        rows = await shard.rows(QUERIES.seats(shard.pool, tab=table))
        return {row["seat"]: Sitter(row["person"], row["token"]) for row in rows}

    async def take_over(self, table: TableId, token: bytes, person: UUID) -> None:
        """The seat that has this digest of a token is this person's from now on, and the token opens nothing."""
        shard = self._shard(table)
        with contextlib.suppress(asyncpg.UniqueViolationError):  # they have another one
            await shard.ask(QUERIES.take_over(shard.pool, tab=table, token=token, person=person))

    async def news(self, seen: Mapping[TableId, int]) -> dict[TableId, News]:
        """What was written to these tables since what was seen of them: one query a database."""
        found: dict[TableId, News] = {}
        for tables in self.by_shard(seen):
            shard = self._shard(tables[0])
            seqs = [seen[each] for each in tables]
            for tab, seq, mover, lines, seconds in await shard.rows(QUERIES.news(shard.pool, tabs=tables, seqs=seqs)):
                found.setdefault(tab, News([], seconds)).entries.append(_entry(seq, mover, lines))
        return found

    async def behind(self, seen: Mapping[TableId, int]) -> list[TableId]:
        """Which of these tables have moved on since."""
        found: list[TableId] = []
        for tables in self.by_shard(seen):
            shard = self._shard(tables[0])
            rows = await shard.rows(QUERIES.behind(shard.pool, tabs=tables, seqs=[seen[each] for each in tables]))
            found += [row["id"] for row in rows]
        return found

    def by_shard(self, tables: Iterable[TableId]) -> list[list[TableId]]:
        """The tables of each database together, so that one that is away does not hold up the others."""
        groups: dict[int, list[TableId]] = {}
        for table in tables:
            groups.setdefault(database_of(table), []).append(table)
        return list(groups.values())

    async def put_snapshot(self, table: TableId, seq: int, body: bytes) -> None:
        """Keeps a snapshot, if it is newer than the one there is."""
        shard = self._shard(table)
        reach("snapping")
        await shard.ask(QUERIES.put_snapshot(shard.pool, tab=table, seq=seq, body=body))
        reach("snapped")

    async def claim_due(self, database: int, most: int = 50) -> list[tuple[TableId, int]]:
        """Tables of one database whose deadline has passed at this seq, for this process to act on."""
        shard = self._shards[database]
        rows = await shard.rows(QUERIES.claim_due(shard.pool, most=most), writes=True)
        return [(row["id"], row["seq"]) for row in rows]

    async def robots_awaited(self, most: int = 1000) -> list[tuple[TableId, int, int]]:
        """(table, seq, seats as bits) wherever a robot is awaited, in the databases that answer."""

        async def ask(shard: Shard) -> list[tuple[TableId, int, int]]:
            return [tuple(row) for row in await shard.rows(QUERIES.robots_awaited(shard.pool, most=most))]

        answers = await of_those_that_answer({shard: ask(shard) for shard in self.shards})
        return [each for found in answers for each in found]

    async def check_ready(self) -> list[str]:
        """The names of the databases that cannot be used. `Unavailable` if no database of tables can, or if that of
        people is there and not up to date: nobody would be known then."""
        await of_those_that_answer({each: each.check() for each in self.databases})
        if self._people.fits is False or not any(shard.answers for shard in self.shards):
            raise Unavailable()
        return [each.name for each in self.databases if not each.answers]

    # People

    async def name_person(self, person: UUID, name: str) -> None:
        """A person is called so from now on. A name that cannot be written is kept here until it can be: nobody is
        turned away for it, and if this process ends before, it is lost and nothing else."""
        if await self._write_name(person, name, chosen=True):
            self._unwritten.pop(person, None)  # an older one
        else:
            self._unwritten[person] = (name, True)

    async def meet_person(self, person: UUID, name: str) -> None:
        """A person is called so, unless they have a name."""
        if not await self._write_name(person, name, chosen=False):
            self._unwritten.setdefault(person, (name, False))

    async def _write_name(self, person: UUID, name: str, *, chosen: bool) -> bool:
        """Is it written? `Unavailable` if not, and too many wait for it."""
        query = PEOPLE.name_person if chosen else PEOPLE.meet_person
        try:
            await self._people.ask(query(self._people.pool, person=person, name=name))
        except Unavailable:
            if len(self._unwritten) >= MOST_UNWRITTEN:
                raise
            return False
        return True

    async def write_names(self) -> None:
        """Writes the names that could not be written before. `Unavailable` if they still cannot be."""
        if not self._people.answers:
            await self._people.check()
        for person in tuple(self._unwritten):
            if (kept := self._unwritten.get(person)) is None:
                continue  # written, or forgotten, meanwhile
            if not await self._write_name(person, kept[0], chosen=kept[1]):
                raise Unavailable()
            if self._unwritten.get(person) is kept:
                del self._unwritten[person]

    async def forget(self, person: UUID) -> list[TableId]:
        """Nothing leads to somebody any more. The tables where they sat."""
        self._unwritten.pop(person, None)
        return [TableId(each) for each in await self.belongings.forget(person)]

    async def moves_of(self, table: TableId, seat: int) -> list[str]:
        """What a seat did: only for a table whose end is shown."""
        return await self.belongings.moves(table, seat, self._shard(table))

    async def add_solver(self, game: str, day: date, solver: UUID, *, helped: bool) -> None:
        """Somebody solved the task of a day, with hints or without; a second time changes nothing."""
        await self._people.ask(PEOPLE.add_solver(self._people.pool, game=game, day=day, solver=solver, helped=helped))

    async def count_solvers(self, game: str, day: date) -> tuple[int, int]:
        """How many solved the task of a day, and how many of them without hints."""
        rows = await self._people.rows(PEOPLE.count_solvers(self._people.pool, game=game, day=day))
        return int(rows[0]["people"]), int(rows[0]["alone"])

    async def set_language(self, person: UUID, language: str) -> None:
        """Somebody reads this language."""
        await self._people.ask(PEOPLE.set_language(self._people.pool, person=person, language=language))

    async def names(self, people: Iterable[UUID]) -> dict[UUID, str]:
        """The names of those who are still there."""
        asked = list(people)
        rows = await self._people.rows(PEOPLE.names(self._people.pool, people=asked))
        return {row["id"]: row["name"] for row in rows} | self.unwritten_names(asked)

    def unwritten_names(self, people: Iterable[UUID]) -> dict[UUID, str]:
        """The names that are known here only."""
        return {each: self._unwritten[each][0] for each in people if each in self._unwritten}


def _opened(table: TableId, setup: Setup) -> dict[str, Any]:
    return {"tab": table, "setup": msgspec.json.encode(setup).decode(), "slow": setup.bank > 0}


def _random_id(database: int) -> TableId:
    return TableId((database << _RANDOM_BITS) | secrets.randbits(_RANDOM_BITS))


def database_of(table: TableId) -> int:
    """The number of the database that a table lies in."""
    return table >> _RANDOM_BITS


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


def person_of(token: str) -> UUID:
    """The person of a device, by its secret token: a number from which nobody finds the token. So a person is known
    wherever they come to, though no database of people answers."""
    return UUID(bytes=digest(f"malle person\n{token}")[:16])


def read_databases(text: str) -> dict[int, str]:
    """`1=postgresql://…,2=postgresql://…`: the databases by number. It is in every table's id: never change it. An
    address may name several hosts with commas: a new database begins where a number and `=` follow one."""
    found: dict[int, str] = {}
    for part in re.split(r",(?=\s*\w+=)", text):
        number, equals, address = part.strip().partition("=")
        if not number.isdecimal() or not equals or not 0 < int(number) < 1 << 15:
            raise Unready("setting-databases", {"given": repr(part[:20])})
        found[int(number)] = address
    return found


def _entry(seq: int, mover: int, lines: str) -> Entry:
    return Entry(seq, mover, tuple(lines.split("\n")))


class _Head(Struct):
    seq: int


_snapshot_head = msgspec.json.Decoder(_Head).decode


def _snapshot_seq(body: bytes) -> int:
    return _snapshot_head(body).seq
