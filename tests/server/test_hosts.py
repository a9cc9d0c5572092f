"""Addresses that name several hosts, and a primary whose standby is away."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from uuid import uuid4

import asyncpg
import pytest

from malle.config.settings import read_config
from malle.core import Message
from malle.protocol.messages import ActMessage, TakenMessage
from malle.storage.connections import CHECK_VALID_SECONDS, Database
from malle.storage.database_errors import (
    DatabaseUnavailable,
    OldPrimary,
    advice_for_operator,
    is_unavailable_error,
    without_password,
)
from malle.storage.failover import PrimaryFinder, host_addresses
from malle.storage.migrate import migrate_async
from malle.storage.store import Store, parse_databases, parse_table_id
from malle.testing.dev_services import Services
from tests.server.conftest import execute
from tests.server.nursery import Nursery, free_port
from tests.server.player import Player, call
from tests.server.test_killed import rows
from tests.server.test_loops import cluster_of, owner

BOTH = "postgresql://app:s%40t@db1.example:5432,db2.example:5433/malle?target_session_attrs=read-write"


def test_an_address_of_several_hosts_is_one_database() -> None:
    assert parse_databases(f"1={BOTH},2=postgresql://x/y, 3={BOTH}") == {1: BOTH, 2: "postgresql://x/y", 3: BOTH}
    config = read_config({"MALLE_DATABASES": f"1={BOTH}", "MALLE_KEY": "ab" * 32})
    assert (config.table_databases, config.people_database) == ({1: BOTH}, BOTH)
    assert without_password(BOTH) == "postgresql://db1.example:5432,db2.example:5433/malle"
    end = "/malle?target_session_attrs=read-write"
    first, second = host_addresses(BOTH)
    assert first == f"postgresql://app:s%40t@db1.example:5432{end}"
    assert second == f"postgresql://app:s%40t@db2.example:5433{end}"
    assert host_addresses("postgresql:///malle?host=/run") == ["postgresql:///malle?host=/run"]


def before(address: str, host: str) -> str:
    """An address that names another host first."""
    return address.replace("@", f"@{host},", 1)


@contextmanager
def silent_host() -> Iterator[str]:
    """Something that listens and never says a word, as a frozen machine does."""
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen()
        yield f"127.0.0.1:{deaf.getsockname()[1]}"


async def until_ready(store: Store) -> list[str]:
    """The databases that cannot be used, once one answers in time: on a busy machine it may take some tries."""
    async with asyncio.timeout(30):
        while True:
            try:
                return await store.check_ready()
            except DatabaseUnavailable:
                await asyncio.sleep(CHECK_VALID_SECONDS)


@pytest.mark.services
async def test_hosts_that_are_away_or_silent_are_passed_by(services: Services, database: str) -> None:
    with silent_host() as silent:
        for other in (f"127.0.0.1:{free_port()}", silent):
            address = before(services.app_url(0, database), other)
            store = Store({1: address}, address)
            try:
                await store.open()
                assert await until_ready(store) == []
            finally:
                await store.close()
            await migrate_async(before(services.owner_url(0, database), other), "tables")
        nobody = f"postgresql://a:b@{silent},{silent}/c"
        with pytest.raises(TimeoutError) as told:
            await PrimaryFinder(nobody).connect(timeout=0.5)
        assert is_unavailable_error(told.value)


@pytest.mark.services
async def test_a_host_that_only_reads_or_was_replaced_is_not_taken(services: Services, database: str) -> None:
    address = before(services.app_url(0, database), f"127.0.0.1:{free_port()}")
    way = PrimaryFinder(address)
    await (await way.connect()).close()
    way._highest_timeline += 1  # as if another host had been promoted
    with pytest.raises(OldPrimary) as told:
        await way.connect()
    assert is_unavailable_error(told.value)
    assert advice_for_operator(told.value) == Message("advice-old-primary")
    with pytest.raises(asyncpg.ReadOnlySQLTransactionError):
        await PrimaryFinder(address).connect(server_settings={"default_transaction_read_only": "on"})


async def commits_wait(services: Services, cluster: int) -> bool:
    """Whether a commit of this cluster is still waiting for a standby after a second."""
    try:
        async with asyncio.timeout(1):
            await execute(services, cluster, "select pg_logical_emit_message(true, 'probe', '')")
    except TimeoutError:
        return True
    return False


@asynccontextmanager
async def no_standby(services: Services, cluster: int) -> AsyncIterator[None]:
    """The cluster waits for a standby that never comes. Its checkpointer reads the setting, which may take a while on
    a busy machine: until then commits do not wait."""
    await execute(services, cluster, "alter system set synchronous_standby_names = 'nobody'")
    await execute(services, cluster, "select pg_reload_conf()")
    while not await commits_wait(services, cluster):
        await asyncio.sleep(0.05)
    try:
        yield
    finally:
        await execute(services, cluster, "alter system reset synchronous_standby_names")
        await execute(services, cluster, "select pg_reload_conf()")


@pytest.mark.services
@pytest.mark.timeout(120)
@pytest.mark.usefixtures("no_clock_left_running")
async def test_nothing_is_acknowledged_that_no_standby_has(nursery: Nursery, services: Services, database: str) -> None:
    """Not though it is sent again and again, longer than a statement may take; then it is made once."""
    port = free_port()
    nursery.start(port)
    body = {"game": "parley", "seats": 2, "name": "Ann", "robots": 1}
    opened = call(port, "/api/tables", body)[1]
    table = opened["table"]
    async with Player([port], table, opened["token"]) as ann, Player([port], table, "") as other:
        state = await ann.until(2)
        await other.until(2)
        act = ActMessage(state.seq, "bid 1", str(uuid4()))
        async with no_standby(services, cluster_of(table)):
            asking = asyncio.create_task(ann.send(act, 90))
            limit = time.monotonic() + 9
            while time.monotonic() < limit:
                assert not asking.done(), asking
                await asyncio.sleep(0.1)
            assert (other.state.seq if other.state else 2) == 2  # nor is it shown to anybody
            status, told = await asyncio.to_thread(call, port, "/ready")
            assert (status, told) == (200, f"ok, without {_away(table)}")
        answer = await asking
        assert isinstance(answer, TakenMessage)
        assert await ann.send(act) == answer
    written = [row["lines"].split("\n")[0] for row in await rows(services, database, table)]
    assert written.count("bid 1") == 1


def _away(table: str) -> str:
    """What /ready names: the database of this table, and people if they are there too."""
    return "2" if cluster_of(table) else "1, people"


@pytest.mark.services
async def test_what_was_found_under_a_key_is_said_when_the_standby_has_it(
    nursery: Nursery, services: Services, database: str, store: Store
) -> None:
    port = free_port()
    nursery.start(port)
    opened = call(port, "/api/tables", {"game": "parley", "seats": 2, "name": "Ann", "robots": 1})[1]
    id_ = parse_table_id(opened["table"])
    async with owner(services, database, cluster_of(opened["table"])) as connection:
        first = await connection.fetchrow("select seq, key, hash from malle.entry where tab = $1 and seq = 1", id_)
    assert first is not None
    assert (await store.find_by_key(id_, first["key"], first["hash"])).seq == first["seq"]
    async with no_standby(services, cluster_of(opened["table"])):
        async with asyncio.timeout(60):  # until every process of it has read its settings
            while True:
                try:
                    await store.find_by_key(id_, first["key"], first["hash"])
                except DatabaseUnavailable:
                    break
    assert (await store.find_by_key(id_, first["key"], first["hash"])).seq == first["seq"]


@pytest.mark.services
@pytest.mark.timeout(120)
@pytest.mark.usefixtures("no_clock_left_running")
async def test_nobody_has_a_seat_that_no_standby_knows_of(nursery: Nursery, services: Services, database: str) -> None:
    """A COMMIT that was cancelled would be done here, seen by all, and gone with this server."""
    port = free_port()
    nursery.start(port)
    body = {"game": "parley", "seats": 2, "name": "Ann"}
    opened = next(
        each for each in iter(lambda: call(port, "/api/tables", body)[1], None) if cluster_of(each["table"]) == 1
    )
    table, before_ = opened["table"], len(await rows(services, database, opened["table"]))
    sit = {"name": "Ben", "invite": opened["invite"]}
    async with no_standby(services, 1):
        async with asyncio.timeout(60):
            while await asyncio.to_thread(call, port, "/ready") != (200, "ok, without 2"):  # it has read its settings
                await asyncio.sleep(0.1)
        status, told = await asyncio.to_thread(call, port, f"/api/tables/{table}/seats", sit)
        assert (status, told["slug"]) == (503, "unavailable")
        assert len(await rows(services, database, table)) == before_
    async with asyncio.timeout(60):
        while len(await rows(services, database, table)) == before_:  # it waited for the standby, and is done now
            await asyncio.sleep(0.1)


@pytest.mark.services
async def test_many_who_ask_whether_it_is_ready_hold_one_connection(services: Services, database: str) -> None:
    """Each answer is a commit, which waits for the standby."""
    asked = Database("1", services.app_url(1, database), 4)
    await asked.open()
    waits = "select count(*) from pg_stat_activity where wait_event = 'SyncRep' and usename = 'malle_app'"
    try:
        await asked.check()
        async with no_standby(services, 1), owner(services, database, 1) as connection:
            checks: list[asyncio.Task[None]] = []
            async with asyncio.timeout(60):
                while not await connection.fetchval(waits):
                    await asyncio.sleep(0.2)
                    checks += [asyncio.create_task(asked.check()) for _ in range(5)]
            checks += [asyncio.create_task(asked.check()) for _ in range(30)]
            await asyncio.sleep(1)
            assert await connection.fetchval(waits) == 1
        await asyncio.gather(*checks, return_exceptions=True)
        await asyncio.sleep(CHECK_VALID_SECONDS)
        await asked.check()
    finally:
        await asked.close()


@pytest.mark.services
async def test_after_a_promotion_nobody_asks_the_host_from_before(services: Services, database: str) -> None:
    """Though it still runs, and answers."""
    address = before(services.app_url(0, database), f"127.0.0.1:{free_port()}")
    asked = Database("1", address, 4)
    await asked.open()
    try:
        ours = "select pg_backend_pid()"
        first = await asked.pool.fetchval(ours)
        assert await asked.pool.fetchval(ours) == first
        asked.primary_finder._highest_timeline = -1  # as if another one had been the primary then
        await (await asked.primary_finder.connect()).close()
        await asyncio.sleep(0)
        assert await asked.pool.fetchval(ours) != first
        second = await asked.pool.fetchval(ours)
        asked.mark_unavailable(TimeoutError())
        await asyncio.sleep(0)
        assert await asked.pool.fetchval(ours) != second
    finally:
        await asked.close()
