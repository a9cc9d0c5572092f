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
from malle.i18n.operator_messages import OperatorError
from malle.storage.connections import Database, Shard, query_available
from malle.storage.crash_points import crash_point
from malle.storage.database_errors import DatabaseUnavailable
from malle.storage.log_writer import LogWrite, WriteResult, WriteStatus
from malle.storage.people.admins import OperatorStore
from malle.storage.people.devices import DeviceStore
from malle.storage.people.game_history import GameHistory
from malle.storage.people.logins import LoginStore
from malle.storage.people.notices import NoticeStore
from malle.storage.people.personal_data import PersonalData
from malle.storage.queries import PEOPLE_QUERIES, TABLE_QUERIES
from malle.storage.tables.correspondence_store import CorrespondenceStore
from malle.storage.tables.join_code_store import JoinCodeStore
from malle.storage.tables.quarantined_tables import QuarantineStore
from malle.storage.tables.reports import ReportStore
from malle.storage.tables.seat_request_store import SeatRequestStore
from malle.storage.tables.vote_store import VoteStore
from malle.table import Entry, Setup
from malle.table import TableId as TableId

_log = structlog.get_logger()
_ID_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
_RANDOM_BITS = 48
MAX_UNWRITTEN_NAMES = 10_000
"""How many names are kept in memory while the people's database is unavailable."""


class NoSuchTable(MalleError):
    """There is no such table."""

    slug = "no-such-table"


class LoadedTable(Struct, frozen=True):
    """A table as its database has it. To get its state, replay the entries on the snapshot, or from
    the start if there is none."""

    setup: Setup
    seed: bytes
    snapshot: bytes | None
    entries: list[Entry]
    seconds_to_deadline: float | None
    """Seconds to the deadline, or None."""
    entry_ages: Sequence[float]
    """Seconds since each of the entries was written."""
    snapshot_age: float = 0.0
    """Seconds since the entry at which the snapshot was made."""
    is_quarantined: bool = False
    """Whether the table is quarantined."""


class SeatOwner(Struct, frozen=True):
    """The owner of a seat: the person who may play it."""

    person: UUID
    token: bytes | None = None
    """Digest of the seat's own token, for seats that were taken before devices stood for persons. None for
    all others."""


class NewTable(Struct, frozen=True):
    """A table to be opened with everybody seated, as the next table of the same people."""

    table_id: TableId
    setup: Setup
    seed: bytes
    """Encrypted."""
    moves: tuple[LogWrite, ...]
    """Its first log entries."""
    seat_owners: Mapping[int, SeatOwner]


class LogUpdate(Struct, frozen=True):
    """Log entries that were written to a table since it was last read, and the seconds to its deadline."""

    entries: list[Entry]
    seconds_to_deadline: float | None


class Store:
    """All databases of the configuration: the table databases and the people's database. Each
    process has one instance."""

    def __init__(self, databases: Mapping[int, str], people_database: str, time_zone: str = "UTC") -> None:
        """`databases` are the addresses of the table databases by number. `time_zone` is that of
        people who have chosen none."""
        self._shards_by_number = {number: Shard(number, address) for number, address in databases.items()}
        self._people = Database("people", people_database, 2, "people")
        self.devices = DeviceStore(self._people)
        self.operators = OperatorStore(self._people, lambda: self.shards)
        self.logins = LoginStore(self._people)
        self.personal_data = PersonalData(self._people, lambda: self.shards)
        self.game_history = GameHistory(self._people, lambda: self.shards)
        self.quarantine = QuarantineStore(lambda table: self._shard_of(TableId(table)), lambda: self.shards)
        self.seat_requests = SeatRequestStore(lambda table: self._shard_of(TableId(table)))
        self.join_codes = JoinCodeStore(self.shards, lambda table: self._shard_of(TableId(table)))
        self.votes = VoteStore(lambda table: self._shard_of(TableId(table)))
        self.correspondence = CorrespondenceStore(lambda table: self._shard_of(TableId(table)), self._shards_by_number)
        self.notices = NoticeStore(self._people, time_zone)
        self.reports = ReportStore(lambda table: self._shard_of(TableId(table)), lambda: self.shards)
        self._unwritten_names: dict[UUID, tuple[str, bool]] = {}
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
        return tuple(self._shards_by_number.values())

    def _shard_of(self, table_id: TableId) -> Shard:
        """Return the database of a table. Raise `NoSuchTable` if the id names a database that is not
        configured."""
        shard = self._shards_by_number.get(database_of(table_id))
        if shard is None:
            raise NoSuchTable()
        return shard

    # Tables

    def new_table_id(self) -> TableId:
        """Return a new random table id. Its database is drawn from those that are available, or
        from all if none is."""
        answering = [shard.number for shard in self.shards if shard.is_available]
        return _random_table_id(secrets.choice(answering or tuple(self._shards_by_number)))

    def new_table_id_beside(self, table_id: TableId) -> TableId:
        """Return a new table id in the same database as this table."""
        return _random_table_id(database_of(table_id))

    async def add_table(self, table_id: TableId, setup: Setup, seed: bytes) -> None:
        """Insert a new table at seq 0. The seed is encrypted already."""
        shard = self._shard_of(table_id)
        await shard.run(TABLE_QUERIES.add_table(shard.pool, seed=seed, **_new_table_columns(table_id, setup)))

    async def load_table(self, table_id: TableId, *, whole_log: bool = False) -> LoadedTable:
        """Load a table with its snapshot and the entries after the snapshot. With `whole_log`, load
        all entries and no snapshot. Raise `NoSuchTable` if there is none, or if an operator has
        hidden it."""
        shard = self._shard_of(table_id)
        row = await shard.run(TABLE_QUERIES.table(shard.pool, tab=table_id))
        if row is None:
            raise NoSuchTable()
        body = None if whole_log else row["body"]
        seq = 0 if body is None else _snapshot_seq(body)
        rows = await shard.fetch_all(TABLE_QUERIES.entries(shard.pool, tab=table_id, seq=seq))
        setup = msgspec.json.decode(row["setup"], type=Setup)
        entries, ages = [_entry(*each[:3]) for each in rows], [each["age"] for each in rows]
        return LoadedTable(setup, row["seed"], body, entries, row["seconds"], ages, row["age"] or 0.0, row["aside"])

    async def log_entries(self, table_id: TableId, since: int = 0) -> list[Entry]:
        """Return the log entries after the seq `since`, oldest first; none if there is no such
        table. A table that an operator has hidden is read too."""
        shard = self._shard_of(table_id)
        rows = await shard.fetch_all(TABLE_QUERIES.entries(shard.pool, tab=table_id, seq=since))
        return [_entry(*each[:3]) for each in rows]

    async def seconds_since_shown(self, table_id: TableId) -> float:
        """Return the seconds since the present state of a table was shown. Negative if it is still to be
        shown, and 0 if there is no such table."""
        shard = self._shard_of(table_id)
        return float(await shard.run(TABLE_QUERIES.age(shard.pool, tab=table_id)) or 0.0)

    async def write_move(self, move: LogWrite) -> WriteResult:
        """Write a move, and return what became of it once that is settled: committed, or not
        written for the reason that the status gives. Raise `DatabaseUnavailable` if the database
        does not answer: the move may be written or not, and the caller may send it again with the
        same key."""
        return await self._shard_of(TableId(move.tab)).writer.write(move)

    async def find_by_key(self, table_id: TableId, key: UUID, request_digest: bytes) -> WriteResult:
        """Look up whether an entry was written under this key. The status is `REPEATED` if the same
        request was, with the seq of its entry, and `REUSED` if another request was. Otherwise it is
        `STALE` with the table's seq, or -1 if there is no such table."""
        shard = self._shard_of(table_id)
        row = await shard.run(TABLE_QUERIES.look(shard.pool, tab=table_id, key=key, hash=request_digest))
        return (
            WriteResult(WriteStatus.STALE, -1) if row is None else WriteResult(WriteStatus(row["status"]), row["seq"])
        )

    async def write_move_and_owner(self, move: LogWrite, seat: int, owner: SeatOwner) -> WriteResult:
        """Write a move and the owner of a seat, in one transaction. The status is also `REPEATED`,
        with the seq 0, if this person has a seat at the table already; then nothing is written. A
        stale move has the seq 0."""
        shard = self._shard_of(TableId(move.tab))

        async def both() -> WriteResult:
            """Write the move, and if it is taken the owner, in one transaction."""
            async with shard.transaction() as connection:
                row = await TABLE_QUERIES.move(connection, **msgspec.structs.asdict(move))
                if row["status"] == WriteStatus.TAKEN:
                    await TABLE_QUERIES.put_seat(
                        connection, tab=move.tab, seat=seat, token=owner.token, person=owner.person
                    )
                return WriteResult(WriteStatus(row["status"]), row["seq"] or 0)

        try:
            return await shard.run(both())  # type: ignore[no-any-return]
        except asyncpg.UniqueViolationError:
            return WriteResult(WriteStatus.REPEATED, 0)

    async def write_move_and_reseat(
        self, move: LogWrite, places: Sequence[int], *, drop_join_code: bool
    ) -> WriteResult:
        """Write a move and rearrange the seat owners, in one transaction. `places[seat]` is the
        former seat of the owner who sits at `seat` afterwards; owners whose former seat is not
        listed lose it. `drop_join_code` also deletes the join code. A stale move changes nothing
        and has the seq 0."""
        shard = self._shard_of(TableId(move.tab))

        async def all_of_it() -> WriteResult:
            """Write the move, and if it is taken rearrange the owners, in one transaction."""
            async with shard.transaction() as connection:
                row = await TABLE_QUERIES.move(connection, **msgspec.structs.asdict(move))
                if row["status"] == WriteStatus.TAKEN:
                    sat = {each["seat"]: each async for each in TABLE_QUERIES.leave_seats(connection, tab=move.tab)}
                    for seat, place in enumerate(places):
                        if (who := sat.get(place)) is not None:
                            sitting = {"token": who["token"], "person": who["person"]}
                            await TABLE_QUERIES.put_seat(connection, tab=move.tab, seat=seat, **sitting)
                    if drop_join_code:
                        await TABLE_QUERIES.close_door(connection, tab=move.tab)
                return WriteResult(WriteStatus(row["status"]), row["seq"] or 0)

        return await shard.run(all_of_it())  # type: ignore[no-any-return]

    async def write_move_and_next_table(self, move: LogWrite, new_table: NewTable) -> WriteResult:
        """Write a move and open the next table, which the move names, in one transaction. Both
        tables must lie in the same database. A stale move changes nothing and has the seq 0."""
        shard = self._shard_of(TableId(move.tab))

        async def both() -> WriteResult:
            """Write the move, and if it is taken the new table with its moves and owners, in one
            transaction."""
            async with shard.transaction() as connection:
                row = await TABLE_QUERIES.move(connection, **msgspec.structs.asdict(move))
                if row["status"] == WriteStatus.TAKEN:
                    opened = _new_table_columns(new_table.table_id, new_table.setup)
                    await TABLE_QUERIES.add_table(connection, seed=new_table.seed, **opened)
                    for each in new_table.moves:
                        await TABLE_QUERIES.move(connection, **msgspec.structs.asdict(each))
                    for seat, sitter in new_table.seat_owners.items():
                        await TABLE_QUERIES.put_seat(
                            connection, tab=new_table.table_id, seat=seat, token=sitter.token, person=sitter.person
                        )
                return WriteResult(WriteStatus(row["status"]), row["seq"] or 0)

        written: WriteResult = await shard.run(both())
        crash_point("gone-on")
        return written

    async def seat_owners(self, table_id: TableId) -> dict[int, SeatOwner]:
        """Return the owner of each seat that has one, by seat."""
        shard = self._shard_of(table_id)
        rows = await shard.fetch_all(TABLE_QUERIES.seats(shard.pool, tab=table_id))
        return {row["seat"]: SeatOwner(row["person"], row["token"]) for row in rows}

    async def claim_token_seat(self, table_id: TableId, digest: bytes, person: UUID) -> None:
        """Give the seat with this token digest to a person, and remove the token. Does nothing if
        no seat has the token, or if the person has another seat at the table."""
        shard = self._shard_of(table_id)
        with contextlib.suppress(asyncpg.UniqueViolationError):  # the person has another seat
            await shard.run(TABLE_QUERIES.take_over(shard.pool, tab=table_id, token=digest, person=person))

    async def log_updates(self, seen: Mapping[TableId, int]) -> dict[TableId, LogUpdate]:
        """Return what was written to these tables after the seqs in `seen`, with one query for each
        database. Tables without new entries are left out. At most 200 entries of a table are
        returned, oldest first."""
        found: dict[TableId, LogUpdate] = {}
        for tables in self.group_by_database(seen):
            shard = self._shard_of(tables[0])
            seqs = [seen[each] for each in tables]
            for tab, seq, mover, lines, seconds in await shard.fetch_all(
                TABLE_QUERIES.news(shard.pool, tabs=tables, seqs=seqs)
            ):
                found.setdefault(tab, LogUpdate([], seconds)).entries.append(_entry(seq, mover, lines))
        return found

    async def tables_behind(self, seen: Mapping[TableId, int]) -> list[TableId]:
        """Return those of these tables whose seq in the database is higher than in `seen`."""
        found: list[TableId] = []
        for tables in self.group_by_database(seen):
            shard = self._shard_of(tables[0])
            rows = await shard.fetch_all(
                TABLE_QUERIES.behind(shard.pool, tabs=tables, seqs=[seen[each] for each in tables])
            )
            found += [row["id"] for row in rows]
        return found

    def group_by_database(self, table_ids: Iterable[TableId]) -> list[list[TableId]]:
        """Group table ids by database, so that callers can handle each database by itself: one that
        is unavailable then does not delay the others."""
        groups: dict[int, list[TableId]] = {}
        for table in table_ids:
            groups.setdefault(database_of(table), []).append(table)
        return list(groups.values())

    async def store_snapshot(self, table_id: TableId, seq: int, body: bytes) -> None:
        """Store a snapshot of a table at this seq, if it is newer than the stored one."""
        shard = self._shard_of(table_id)
        crash_point("snapping")
        await shard.run(TABLE_QUERIES.put_snapshot(shard.pool, tab=table_id, seq=seq, body=body))
        crash_point("snapped")

    async def claim_due_tables(self, database: int, limit: int = 50) -> list[tuple[TableId, int]]:
        """Claim tables of one database whose deadline has passed, and return (table id, seq) for each. No
        other process gets them for five seconds."""
        shard = self._shards_by_number[database]
        rows = await shard.fetch_all(TABLE_QUERIES.claim_due(shard.pool, most=limit), writes=True)
        return [(row["id"], row["seq"]) for row in rows]

    async def robots_awaited(self, limit: int = 1000) -> list[tuple[TableId, int, int]]:
        """Return (table id, seq, bits of the robots' seats that are to act) of tables that wait for
        a robot, from the databases that answer. Only tables where a person has a seat; not hidden
        ones, nor those quarantined in the last minute. `limit` is for each database."""

        async def ask(shard: Shard) -> list[tuple[TableId, int, int]]:
            return [tuple(row) for row in await shard.fetch_all(TABLE_QUERIES.robots_awaited(shard.pool, most=limit))]

        answers = await query_available({shard: ask(shard) for shard in self.shards})
        return [each for found in answers for each in found]

    async def check_ready(self) -> list[str]:
        """Check all databases, and return the names of those that are unavailable: a database's
        number, or `people`. Raise `DatabaseUnavailable` if no table database is available. Raise it
        also if the people's database has an outdated schema: then no person could be identified."""
        await query_available({each: each.check() for each in self.databases})
        if self._people.schema_fits is False or not any(shard.is_available for shard in self.shards):
            raise DatabaseUnavailable()
        return [each.name for each in self.databases if not each.is_available]

    # People

    async def set_name(self, person: UUID, name: str) -> None:
        """Set the name of a person. If the database is unavailable, the name is kept in memory and
        written later by `retry_names`, so that nobody is turned away; it is lost if this process
        ends first. Raise `DatabaseUnavailable` if `MAX_UNWRITTEN_NAMES` names wait already."""
        if await self._write_name(person, name, chosen=True):
            self._unwritten_names.pop(person, None)  # drop an older name that waits
        else:
            self._unwritten_names[person] = (name, True)

    async def set_name_if_unset(self, person: UUID, name: str) -> None:
        """Set the name of a person who has none yet. A name that cannot be written is kept as in
        `set_name`, and the same is raised."""
        if not await self._write_name(person, name, chosen=False):
            self._unwritten_names.setdefault(person, (name, False))

    async def _write_name(self, person: UUID, name: str, *, chosen: bool) -> bool:
        """Write a name; without `chosen`, only if the person has none. Return False if the
        database is unavailable, or raise `DatabaseUnavailable` if `MAX_UNWRITTEN_NAMES` names
        wait already."""
        query = PEOPLE_QUERIES.name_person if chosen else PEOPLE_QUERIES.meet_person
        try:
            await self._people.run(query(self._people.pool, person=person, name=name))
        except DatabaseUnavailable:
            if len(self._unwritten_names) >= MAX_UNWRITTEN_NAMES:
                raise
            return False
        return True

    async def retry_names(self) -> None:
        """Write the names that could not be written before. Raise `DatabaseUnavailable` if the database still
        does not answer."""
        if not self._people.is_available:
            await self._people.check()
        for person in tuple(self._unwritten_names):
            if (kept := self._unwritten_names.get(person)) is None:
                continue  # written or erased meanwhile
            if not await self._write_name(person, kept[0], chosen=kept[1]):
                raise DatabaseUnavailable()
            if self._unwritten_names.get(person) is kept:
                del self._unwritten_names[person]

    async def erase_person(self, person: UUID) -> list[TableId]:
        """Erase a person and return the tables where that person had seats; see
        `PersonalData.erase`."""
        self._unwritten_names.pop(person, None)
        return [TableId(each) for each in await self.personal_data.erase(person)]

    async def moves_of(self, table_id: TableId, seat: int) -> list[str]:
        """Return the moves of a seat, in notation, oldest first. The caller has checked that the
        end of the game is shown."""
        return await self.personal_data.moves_of_seat(table_id, seat, self._shard_of(table_id))

    async def add_solver(self, game: str, day: date, solver: UUID, *, helped: bool) -> None:
        """Record that a solver solved the puzzle of a day, with hints or without. A repeated call changes
        nothing."""
        await self._people.run(
            PEOPLE_QUERIES.add_solver(self._people.pool, game=game, day=day, solver=solver, helped=helped)
        )

    async def count_solvers(self, game: str, day: date) -> tuple[int, int]:
        """Return how many people solved the puzzle of a day, and how many of these people did so
        without hints."""
        rows = await self._people.fetch_all(PEOPLE_QUERIES.count_solvers(self._people.pool, game=game, day=day))
        return int(rows[0]["people"]), int(rows[0]["alone"])

    async def set_language(self, person: UUID, language: str) -> None:
        """Store the language that a person reads. Does nothing for a person without a row."""
        await self._people.run(PEOPLE_QUERIES.set_language(self._people.pool, person=person, language=language))

    async def names_of(self, people: Iterable[UUID]) -> dict[UUID, str]:
        """Return the names of people. Unknown and erased people are left out; names that are not
        written yet are included. Raise `DatabaseUnavailable` if the people's database does not
        answer."""
        asked = list(people)
        rows = await self._people.fetch_all(PEOPLE_QUERIES.names(self._people.pool, people=asked))
        return {row["id"]: row["name"] for row in rows} | self.unwritten_names(asked)

    def unwritten_names(self, people: Iterable[UUID]) -> dict[UUID, str]:
        """Return the names of these people that only this process knows, because they could not be
        written yet."""
        return {each: self._unwritten_names[each][0] for each in people if each in self._unwritten_names}


def _new_table_columns(table_id: TableId, setup: Setup) -> dict[str, Any]:
    """Return the columns of a new table. A table with a time bank is a correspondence table."""
    return {"tab": table_id, "setup": msgspec.json.encode(setup).decode(), "slow": setup.bank > 0}


def _random_table_id(database: int) -> TableId:
    """Return a new table id in the database of this number."""
    return TableId((database << _RANDOM_BITS) | secrets.randbits(_RANDOM_BITS))


def database_of(table_id: TableId) -> int:
    """Return the number of the database that a table lies in."""
    return table_id >> _RANDOM_BITS


def format_table_id(table_id: TableId) -> str:
    """Return a table id as 13 letters and digits, as it stands in addresses."""
    return "".join(_ID_LETTERS[(table_id >> shift) & 31] for shift in range(60, -1, -5))


def parse_table_id(text: str) -> TableId:
    """Parse a table id from the 13 letters and digits in an address. Raise `Malformed` if it is not
    one."""
    if len(text) != 13 or any(letter not in _ID_LETTERS for letter in text):
        raise Malformed("a table's id has 13 letters and digits")
    number = 0
    for letter in text:
        number = number * 32 + _ID_LETTERS.index(letter)
    if number >> 63:
        raise Malformed("a table's id has 13 letters and digits")
    return TableId(number)


def token_digest(token: str) -> bytes:
    """Return the digest under which a secret token is stored."""
    return hashlib.sha256(token.encode()).digest()


def person_of_token(token: str) -> UUID:
    """Return the person whom a device belongs to unless it was linked to another one (see
    `DeviceStore.owner_of`). It is a hash of the secret token, so every process knows it without the
    people's database; the token cannot be computed from it."""
    return UUID(bytes=token_digest(f"malle person\n{token}")[:16])


def parse_databases(text: str) -> dict[int, str]:
    """Parse `1=postgresql://…,2=postgresql://…` into addresses by number, from 1 to 32767. Raise
    `OperatorError` if it is malformed.

    The number is part of every table id: never change it. An address may name several hosts with
    commas; a new database begins where a number and `=` follow a comma."""
    found: dict[int, str] = {}
    for part in re.split(r",(?=\s*\w+=)", text):
        number, equals, address = part.strip().partition("=")
        if not number.isdecimal() or not equals or not 0 < int(number) < 1 << 15:
            raise OperatorError("setting-databases", {"given": repr(part[:20])})
        found[int(number)] = address
    return found


def _entry(seq: int, mover: int, lines: str) -> Entry:
    """Build a log entry from the columns of its row."""
    return Entry(seq, mover, tuple(lines.split("\n")))


class _SnapshotHead(Struct):
    """The part of a stored snapshot that is decoded to learn its seq."""

    seq: int


_decode_snapshot_head = msgspec.json.Decoder(_SnapshotHead).decode


def _snapshot_seq(body: bytes) -> int:
    """Return the seq at which a snapshot was made."""
    return _decode_snapshot_head(body).seq
