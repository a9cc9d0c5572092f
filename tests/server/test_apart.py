"""What one table, one database or one slow process does late or wrong does nobody else harm."""

from __future__ import annotations

import asyncio
from collections import Counter
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any, cast
from uuid import UUID, uuid4

import asyncpg
import pytest

from malle.config.game_library import GameLibrary
from malle.core import Refused
from malle.runtime import per_table as each_module
from malle.runtime.per_table import MAX_CONCURRENT_TABLES, for_each_table
from malle.runtime.quarantine import Quarantine
from malle.runtime.table_service import TableService
from malle.storage import connections as database_module
from malle.storage.database_errors import DatabaseUnavailable
from malle.storage.log_writer import LogWrite, WriteStatus
from malle.storage.queries import TABLE_QUERIES
from malle.storage.store import SeatOwner, Store, TableId, database_of, format_table_id
from malle.storage.tables.correspondence_store import CorrespondenceTurn
from malle.table import Setup
from malle.testing.dev_services import Services

pytestmark = pytest.mark.services
NOW = datetime.now(UTC)


def house_of(store: Store) -> TableService:
    """As much of one as a look at many tables needs."""
    return cast(TableService, SimpleNamespace(error_counters=Counter[str](), quarantine=Quarantine(store)))


async def open_table(store: Store, **setup: Any) -> TableId:
    table = store.new_table_id()
    made = Setup(table=format_table_id(table), game="parley", version=1, seats=2, options={}, seal="", **setup)
    await store.add_table(table, made, b"sealed")
    return table


async def test_a_database_that_is_away_lets_a_look_at_many_tables_end(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each waits for it; they wait side by side, and after a while the rest is left for the next look. A loop that took
    no turn meanwhile would count as one that stands still, and the whole process as not ready."""
    monkeypatch.setattr(each_module, "OUTAGE_BATCH_SECONDS", 0.1)
    tried: list[int] = []

    async def work(id_: TableId) -> None:
        tried.append(id_)
        await asyncio.sleep(0.2)
        raise DatabaseUnavailable()

    await for_each_table(house_of(store), "deadline", map(TableId, range(1000)), work)
    assert len(tried) == MAX_CONCURRENT_TABLES


async def test_one_table_that_waits_holds_up_no_other(store: Store) -> None:
    """The people's database is away, say, and slow tables need it; the others are answered for meanwhile."""
    house, done = house_of(store), asyncio.Event()

    async def work(id_: TableId) -> None:
        if id_ == 1:
            await done.wait()
            raise DatabaseUnavailable()
        if id_ == 2:
            raise KeyError(id_)
        if id_ == 3:
            done.set()

    async with asyncio.timeout(60):
        await for_each_table(house, "deadline", map(TableId, (1, 2, 3)), work)
    assert house.error_counters == {"deadline": 1}, "a database that is away is no error of ours"


async def test_nobody_stands_in_line_for_ever(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a database is frozen, those who have a connection keep it for long, and the line would only grow."""
    shard = store.shards[0]
    held = [await shard.pool.acquire(timeout=60) for _ in range(4)]
    monkeypatch.setattr(database_module, "ACQUIRE_SECONDS", 0.2)
    with pytest.raises(DatabaseUnavailable):
        await shard.fetch_all(TABLE_QUERIES.asides(shard.pool))
    for connection in held:
        await shard.pool.release(connection)
    monkeypatch.undo()
    await shard.fetch_all(TABLE_QUERIES.asides(shard.pool))


async def test_a_database_with_an_error_nobody_foresaw_hides_no_answer_of_the_other(store: Store) -> None:
    """One that is not migrated, say: everybody's page failed with it."""
    first, second = store.shards

    async def broken() -> int:
        raise asyncpg.UndefinedColumnError

    async def whole() -> int:
        return 7

    assert await database_module.query_available({first: broken(), second: whole()}) == [7]
    assert (first.is_available, second.is_available) == (True, True), "it does, and goes on with what it can"

    async def ours() -> int:
        raise KeyError

    with pytest.raises(KeyError):
        await database_module.query_available({first: ours()})


def turn(seat: int, person: UUID) -> CorrespondenceTurn:
    times = {name: NOW + timedelta(days=1) for name in ("until", "ends", "fifth", "hour", "next")}
    return CorrespondenceTurn(seat=seat, since=1, person=person, asked=NOW, **times)


async def test_a_slow_process_does_not_settle_what_a_quicker_one_has(store: Store) -> None:
    """It reckoned who was awaited a move ago; nobody would look again, and whoever is awaited would never be told."""
    table = await open_table(store, pace=86400, bank=86400)
    for number, text in enumerate(("bid 1", "bid 2")):
        move = LogWrite(table, number, uuid4(), text.encode().ljust(16), number, text, 86400.0, 1, 0, False)
        await store.write_move(move)
    ann, bob = uuid4(), uuid4()
    assert await store.correspondence.settle_turns(table, 2, [turn(1, bob)], is_over=False) is not None
    assert await store.correspondence.settle_turns(table, 1, [turn(0, ann)], is_over=False) is None
    assert [each.person for each in await store.correspondence.stored_turns(table)] == [bob]
    assert table not in await store.correspondence.unsettled_tables(database_of(table))


@pytest.mark.parametrize(("seconds", "is_put_off"), [(0.0, True), (3600.0, False)])
async def test_a_table_that_one_process_cannot_serve_keeps_the_time_it_has(
    store: Store, services: Services, database: str, seconds: float, is_put_off: bool
) -> None:
    """Another one may have its rules: its clock came a minute after somebody had looked here."""
    table = await open_table(store)
    await store.write_move(LogWrite(table, 0, uuid4(), b"bid 1".ljust(16), 0, "bid 1", seconds or 0.001, 1, 0, False))
    await store.quarantine.add(table, "no such rules")
    connection = await asyncpg.connect(services.owner_url(database_of(table) - 1, database))
    try:
        left = await connection.fetchval("select deadline - malle.now() from malle.tab where id = $1", table)
    finally:
        await connection.close()
    assert timedelta(seconds=30) < left
    assert (left < timedelta(seconds=90)) == is_put_off


async def test_letters_that_are_asked_for_at_once_are_counted(store: Store, services: Services, database: str) -> None:
    """All counted before any was written: a stranger's mailbox got as many as somebody cared to ask for."""
    mail, person = f"{uuid4()}@example.org", uuid4()
    await store.set_name(person, "Ann")
    letters = [
        store.notices.queue_mailed_link(mail, person, "fr", requester=None, seconds=3600, limit=3) for _ in range(10)
    ]
    await asyncio.gather(*letters)
    connection = await asyncpg.connect(services.owner_url(0, database))
    try:
        assert await connection.fetchval("select count(*) from people.letter where mail = $1", mail) == 3
        await connection.execute("delete from people.letter where mail = $1", mail)
    finally:
        await connection.close()


async def test_a_name_that_was_kept_does_not_take_a_newer_one_away(store: Store) -> None:
    """It could not be written when they chose it; the next one could."""
    person = uuid4()
    store._unwritten_names[person] = ("Ann", True)
    await store.set_name(person, "Anna")
    await store.retry_names()
    assert await store.names_of([person]) == {person: "Anna"}


def test_a_game_that_is_gone_has_no_sheet() -> None:
    """Its package was removed, and there are tables of it: one of them stopped every notice of its database."""
    library = GameLibrary()
    with pytest.raises(Refused):
        library.game_info("a-game-of-yesterday", 1)
    assert library.find_game_info("a-game-of-yesterday", 1) is None


async def test_whoever_came_into_a_seat_meanwhile_keeps_it_when_people_change_places(
    store: Store, services: Services, database: str
) -> None:
    """A mailed link leads somebody in on another device, and no entry of the log says so: the host's swap wrote back
    whom it had read before."""
    table, ann, bob, anna = await open_table(store), uuid4(), uuid4(), uuid4()
    for seat, person in enumerate((ann, bob)):
        sitting = LogWrite(table, seat, uuid4(), b"sit".ljust(16), -2, f"sit {seat}", None, 1, 0, False)
        assert (await store.write_move_and_owner(sitting, seat, SeatOwner(person, None))).status is WriteStatus.TAKEN
    connection = await asyncpg.connect(services.owner_url(database_of(table) - 1, database))
    try:
        await connection.execute("update malle.seat set person = $1 where tab = $2 and seat = 0", anna, table)
    finally:
        await connection.close()
    swap = LogWrite(table, 2, uuid4(), b"swap".ljust(16), -2, "swap 1 2", None, 1, 0, False)
    assert (await store.write_move_and_reseat(swap, (1, 0), drop_join_code=False)).status is WriteStatus.TAKEN
    assert {seat: each.person for seat, each in (await store.seat_owners(table)).items()} == {0: bob, 1: anna}
