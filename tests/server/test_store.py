"""The store against two real clusters."""

from __future__ import annotations

import asyncio
import contextlib
import random
from uuid import uuid4

import asyncpg
import pytest

from malle.core import Bug, Malformed, Refused
from malle.storage.batching import BatchWindow
from malle.storage.database_errors import DatabaseUnavailable
from malle.storage.log_writer import LogWrite, WriteResult, WriteStatus
from malle.storage.migrate import DatabaseKind, migrate_async
from malle.storage.seed_encryption import SeedCipher
from malle.storage.store import (
    NoSuchTable,
    Store,
    TableId,
    database_of,
    format_table_id,
    parse_databases,
    parse_table_id,
)
from malle.table import Setup
from malle.testing.dev_services import Services
from tests.server.conftest import execute

pytestmark = pytest.mark.services


def move(tab: int, expected: int, *, key: object = None, text: str = "bid 1", mover: int = 0) -> LogWrite:
    return LogWrite(tab, expected, key or uuid4(), text.encode().ljust(16), mover, text, None, 1, 0, False)  # type: ignore[arg-type]


async def open_tables(store: Store, count: int) -> list[TableId]:
    tables = [store.new_table_id() for _ in range(count)]
    for table in tables:
        setup = Setup(table=format_table_id(table), game="parley", version=1, seats=2, options={}, seal="")
        await store.add_table(table, setup, b"sealed")
    return tables


async def test_every_answer_of_the_statement(store: Store) -> None:
    (table,) = await open_tables(store, 1)
    first = move(table, 0)
    assert await store.write_move(first) == WriteResult(WriteStatus.TAKEN, 1)
    assert await store.write_move(first) == WriteResult(WriteStatus.REPEATED, 1)
    assert await store.write_move(move(table, 1, key=first.key, text="bid 2")) == WriteResult(WriteStatus.REUSED, 1)
    assert await store.write_move(move(table, 0)) == WriteResult(WriteStatus.STALE, 1)
    assert await store.write_move(move(table, 7)) == WriteResult(WriteStatus.STALE, 1)
    assert await store.write_move(move(store.new_table_id(), 0)) == WriteResult(WriteStatus.STALE, -1)
    with pytest.raises(NoSuchTable):
        await store.write_move(move(99 << 48, 0))
    assert [entry.seq for entry in await store.log_entries(table)] == [1]


async def test_moves_that_come_together_are_written_together(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Four tables of one database whose moves come in one turn of the loop after the other: once that is usual, the
    first waits for the others, and all four are one statement. A lone one again waits no longer than before."""
    monkeypatch.setattr(BatchWindow, "window_seconds", 0.5)  # so that a busy machine does not part them
    (tables, *_) = store.group_by_database(await open_tables(store, 40))
    writer = next(shard for shard in store.shards if shard.number == database_of(tables[0])).writer
    for round_ in range(4):
        flushes = writer.statements_sent
        moves = []
        for table in tables[:4]:
            moves.append(asyncio.create_task(store.write_move(move(table, round_))))
            for _ in range(3):
                await asyncio.sleep(0)
        for each in moves:
            assert await each == WriteResult(WriteStatus.TAKEN, round_ + 1)
        await asyncio.sleep(0.6)  # the next ones are another group
    assert writer.statements_sent == flushes + 1


@pytest.mark.parametrize("same_key", [False, True])
async def test_racing_writers_have_one_winner(store: Store, same_key: bool) -> None:
    """Six copies at once, through the batch and through other connections: one entry a round, no gap."""
    tables = await open_tables(store, 4)
    for round_ in range(50):
        key = uuid4()
        racers = [move(table, round_, key=key if same_key else None) for table in tables for _ in range(6)]
        random.shuffle(racers)
        answers = await asyncio.gather(*map(store.write_move, racers))
        taken = [each for each in answers if each.status is WriteStatus.TAKEN]
        assert len(taken) == len(tables)
        lost = WriteStatus.REPEATED if same_key else WriteStatus.STALE
        assert {each.status for each in answers} == {WriteStatus.TAKEN, lost}
        assert {each.seq for each in answers} == {round_ + 1}
    for table in tables:
        assert [entry.seq for entry in await store.log_entries(table)] == list(range(1, 51))


async def test_a_bad_move_does_not_fail_its_batch(store: Store) -> None:
    tables = await open_tables(store, 8)
    moves = [move(table, 0) for table in tables]
    moves[3] = move(tables[3], 0, text="no \0 in a text")
    answers = await asyncio.gather(*map(store.write_move, moves), return_exceptions=True)
    assert isinstance(answers[3], asyncpg.PostgresError)
    assert all(each == WriteResult(WriteStatus.TAKEN, 1) for index, each in enumerate(answers) if index != 3)


async def test_the_log_cannot_be_changed(services: Services, database: str, store: Store) -> None:
    (table,) = await open_tables(store, 1)
    await store.write_move(move(table, 0))
    connection = await asyncpg.connect(services.app_url(int(table >> 48) - 1, database))
    forbidden = [
        "update malle.entry set lines = ''",
        "delete from malle.entry",
        "truncate malle.entry",
        "update malle.tab set seed = ''",
        "update malle.tab set setup = ''",
        "delete from malle.tab",
        "create table malle.mine ()",
        "drop table malle.entry",
        "alter table malle.entry add column mine int",
    ]
    for statement in forbidden:
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await connection.execute(statement)
    entry = "insert into malle.entry (tab, seq, mover, lines, key, hash) values"
    for statement in (
        f"update malle.tab set seq = 0 where id = {table}",
        f"update malle.tab set seq = seq + 2 where id = {table}",
        f"{entry} ({table}, -5, 0, 'bid 1', gen_random_uuid(), '')",
        f"{entry} ({table + 1}, 1, 0, 'bid 1', gen_random_uuid(), '')",
    ):
        with pytest.raises((asyncpg.CheckViolationError, asyncpg.ForeignKeyViolationError)):
            await connection.execute(statement)
    await connection.close()


async def test_tables_live_in_the_database_their_id_names(services: Services, database: str, store: Store) -> None:
    tables = await open_tables(store, 20)
    await asyncio.gather(*(store.write_move(move(table, 0)) for table in tables))
    for cluster in range(2):
        connection = await asyncpg.connect(services.app_url(cluster, database))
        found = {row["id"] for row in await connection.fetch("select id from malle.tab where id = any($1)", tables)}
        assert found == {table for table in tables if table >> 48 == cluster + 1} != set()
        await connection.close()
    news = await store.log_updates(dict.fromkeys(tables, 0))
    assert {table: [entry.seq for entry in each.entries] for table, each in news.items()} == {t: [1] for t in tables}
    assert set(await store.tables_behind({table: index % 2 for index, table in enumerate(tables)})) == set(tables[::2])


async def test_a_deadline_is_claimed_once(store: Store) -> None:
    (table, other) = await open_tables(store, 2)
    for tab, seconds in ((table, 0.01), (other, 60.0)):
        due = LogWrite(tab, 0, uuid4(), b"", 0, "bid 1", seconds, 1, 0, False)
        assert (await store.write_move(due)).status is WriteStatus.TAKEN
    await asyncio.sleep(0.02)
    claims = await asyncio.gather(*(store.claim_due_tables(database) for database in (1, 2) for _ in range(4)))
    # Others of this database may have left one behind.
    assert [each for claim in claims for each in claim if each[0] in (table, other)] == [(table, 1)]


async def test_snapshots_only_grow_newer(store: Store) -> None:
    (table,) = await open_tables(store, 1)
    for seq in (5, 9, 7):
        await store.store_snapshot(table, seq, b'{"seq":%d}' % seq)
    assert (await store.load_table(table)).snapshot == b'{"seq":9}'


async def test_migrations_go_down_and_up(services: Services) -> None:
    name = f"test_{uuid4().hex[:8]}"
    await execute(services, 0, f"create database {name}")
    whats: tuple[DatabaseKind, ...] = ("tables", "people")
    for what in whats:
        for revision in ("head", "base", "head", "head"):
            await migrate_async(services.owner_url(0, name), what, revision)
    await execute(services, 0, f"drop database {name} with (force)")


def test_ids_there_and_back() -> None:
    for number in (1 << 48, (1 << 48) + 12345, (0x7FFF << 48) | 0xFFFFFFFFFFFF):
        assert parse_table_id(format_table_id(TableId(number))) == number
    for text in ("", "x", "i" * 13, "z" * 13, "0" * 14):
        with pytest.raises(Malformed):
            parse_table_id(text)


def test_databases_are_numbered() -> None:
    assert parse_databases("1=a, 3=b=c") == {1: "a", 3: "b=c"}
    for text in ("", "a", "0=a", "x=a", "40000=a"):
        with pytest.raises(Refused):
            parse_databases(text)


def test_seeds_are_sealed_to_their_table() -> None:
    sealer = SeedCipher({1: bytes(32)})
    sealed = sealer.encrypt(b"seed" * 8, "a")
    assert sealer.decrypt(sealed, "a") == b"seed" * 8
    assert b"seed" not in sealed
    for wrong, table in ((SeedCipher({1: b"k" * 32}), "a"), (sealer, "b")):
        with pytest.raises(Bug):
            wrong.decrypt(sealed, table)


async def test_a_name_that_nobody_chose_takes_no_name_away(store: Store, services: Services) -> None:
    """Somebody with a name plays on without typing it while the people's database is away: they keep it."""
    ann, bob = uuid4(), uuid4()
    await store.set_name(ann, "Ann")
    services.stop_postgres(0, "immediate")
    try:
        for person in (ann, bob):
            await store.set_name_if_unset(person, "?")
    finally:
        services.start_postgres(0)
    async with asyncio.timeout(90):
        while store.unwritten_names([ann, bob]):
            with contextlib.suppress(DatabaseUnavailable):
                await store.retry_names()
            await asyncio.sleep(0.1)
    assert await store.names_of([ann, bob]) == {ann: "Ann", bob: "?"}
