"""What goes on in the background goes on: whatever one database, one table or one socket does to it."""

from __future__ import annotations

import asyncio
import json
import secrets
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from uuid import uuid4

import asyncpg
import pytest

from malle.messaging.nats_bus import NatsBus
from malle.protocol.messages import TableCommandMessage
from malle.storage.store import parse_table_id
from malle.testing.dev_services import Services
from tests.server.conftest import execute
from tests.server.nursery import Nursery, Zygote, free_port
from tests.server.player import Player, call, metrics

pytestmark = [pytest.mark.services, pytest.mark.usefixtures("no_clock_left_running")]


@asynccontextmanager
async def owner(services: Services, database: str, cluster: int) -> AsyncIterator[asyncpg.Connection[asyncpg.Record]]:
    """A connection that may do everything, closed whatever happens."""
    connection = await asyncpg.connect(services.owner_url(cluster, database))
    try:
        yield connection
    finally:
        connection.terminate()


def open_slow(port: int, **more: object) -> dict[str, str]:
    """A table of two people who let their time run out."""
    body = {"game": "parley", "seats": 2, "name": "Ann", "pace": 5, "options": {"rounds": 1000}, **more}
    status, opened = call(port, "/api/tables", body)
    assert status == 201, opened
    status, sat = call(port, f"/api/tables/{opened['table']}/seats", {"name": "Bob", "invite": opened["invite"]})
    assert status == 201, sat
    return {"table": opened["table"], "ann": opened["token"], "bob": sat["token"]}


def cluster_of(table: str) -> int:
    return (parse_table_id(table) >> 48) - 1


def open_in_each(port: int) -> list[str]:
    """One such table in each database."""
    found: dict[int, str] = {}
    while len(found) < 2:
        table = open_slow(port)["table"]
        found.setdefault(cluster_of(table), table)
    return [found[0], found[1]]


async def seqs(services: Services, database: str, tables: list[str]) -> list[int]:
    """Where the database has these tables."""
    found = []
    for table in tables:
        async with owner(services, database, cluster_of(table)) as connection:
            found.append(await connection.fetchval("select seq from malle.tab where id = $1", parse_table_id(table)))
    return found


async def make_due(services: Services, database: str, tables: list[str], hours: int = 0) -> None:
    """Their time is over now, or was hours ago."""
    for table in tables:
        async with owner(services, database, cluster_of(table)) as connection:
            query = "update malle.tab set deadline = clock_timestamp() - $2 * interval '1 hour' where id = $1"
            await connection.execute(query, parse_table_id(table), hours)


async def all_move(services: Services, database: str, tables: list[str], seconds: float = 90) -> None:
    """Waits until every one of these tables was moved on by its clock."""
    before = await seqs(services, database, tables)
    await make_due(services, database, tables)
    async with asyncio.timeout(seconds):
        while any(now <= then for now, then in zip(await seqs(services, database, tables), before, strict=True)):
            await asyncio.sleep(0.1)


@asynccontextmanager
async def read_only(services: Services, database: str) -> AsyncIterator[None]:
    """As after a failover to a standby."""
    setting = f"alter role malle_app in database {database} set default_transaction_read_only"
    await everywhere(services, database, f"{setting} = on")
    try:
        yield
    finally:
        await everywhere(services, database, f"{setting} = off")


@asynccontextmanager
async def full(services: Services, database: str) -> AsyncIterator[None]:
    """No connection is left."""
    await everywhere(services, database, f"alter database {database} connection limit 0")
    try:
        yield
    finally:
        await everywhere(services, database, f"alter database {database} connection limit -1")


async def everywhere(services: Services, database: str, statement: str) -> None:
    """In both clusters; the server's connections are ended, so that it holds for them."""
    for cluster in range(2):
        await execute(services, cluster, statement)
        ended = f"select pg_terminate_backend(pid) from pg_stat_activity where datname = '{database}'"
        await execute(services, cluster, f"{ended} and usename = 'malle_app'")


@pytest.mark.parametrize("fault", [read_only, full])
async def test_clocks_run_again_when_the_databases_are_back(
    nursery: Nursery, services: Services, database: str, fault: object
) -> None:
    port = free_port()
    nursery.start(port)
    tables = open_in_each(port)
    await all_move(services, database, tables)
    away = {"read_only": read_only, "full": full}[getattr(fault, "__name__", "")]
    async with away(services, database):
        async with asyncio.timeout(90):
            while (answer := await asyncio.to_thread(call, port, "/ready"))[0] == 200:
                await asyncio.sleep(0.05)
        assert (answer[0], answer[1]["slug"]) == (503, "unavailable")
        status, answer = call(port, "/api/tables", {"game": "parley", "seats": 2, "name": "Ann"})
        assert (status, answer["slug"]) == (503, "unavailable")
        # Long enough for every loop to have met it.
        await asyncio.sleep(3)
    await all_move(services, database, tables)
    async with asyncio.timeout(90):  # what was found a second ago, before they were back, is told once more
        while await asyncio.to_thread(call, port, "/ready") != (200, "ok"):
            await asyncio.sleep(0.05)


async def test_a_table_that_cannot_be_loaded_stops_no_other_clock(
    nursery: Nursery, zygote: Zygote, services: Services, database: str
) -> None:
    """Tables of rules that are not here any more: the others beside them go on, and the log names the broken ones."""
    port = free_port()
    first = nursery.start(port)
    tables = [open_slow(port)["table"] for _ in range(12)]
    broken, others = tables[::3], [table for index, table in enumerate(tables) if index % 3]
    nursery.end(first)
    for table in broken:
        async with owner(services, database, cluster_of(table)) as connection:
            query = "update malle.tab set setup = jsonb_set(setup::jsonb, '{version}', '99')::text where id = $1"
            await connection.execute(query, parse_table_id(table))
    await make_due(services, database, broken, hours=1)
    await make_due(services, database, others)
    nursery.start(port)
    lasting = asyncio.create_task(keep_due(services, database, broken))
    try:
        for _ in range(2):
            await all_move(services, database, others)
    finally:
        lasting.cancel()
        await asyncio.gather(lasting, return_exceptions=True)
    told = [json.loads(line) for line in nursery.log.read_text().splitlines() if '"deadline"' in line]
    assert {line["table"] for line in told} == set(broken)
    assert 'malle_failed_total{where="deadline"}' in metrics(port)


async def keep_due(services: Services, database: str, tables: list[str]) -> None:
    """The broken ones are claimed in every turn."""
    while True:
        await make_due(services, database, tables, hours=1)
        await asyncio.sleep(0.3)


@pytest.mark.parametrize("gone", [0, 1])
async def test_one_database_away_stops_nothing_of_the_other(
    nursery: Nursery, services: Services, database: str, gone: int
) -> None:
    """Database 1 has the names of people, too: without it they are called by a question mark, and learnt later. It has
    who may open tables as well: a process that never read it lets nobody."""
    knows, port = free_port(), free_port()
    nursery.start(knows)
    tables = open_in_each(knows)
    here = tables[1 - gone]
    services.stop_postgres(gone, "immediate")
    try:
        nursery.start(port)
        status, public = call(port, f"/api/tables/{here}")
        assert status == 200
        assert [seat["name"] for seat in public["seats"]] == (["?", "?"] if gone == 0 else ["Ann", "Bob"])
        await all_move(services, database, [here])
        status = call(port, "/api/tables", {"game": "parley", "seats": 2, "name": "Ann"})[0]
        assert status == (503 if gone == 0 else 201)
        opened = [open_slow(knows) for _ in range(6)]
        assert {cluster_of(each["table"]) for each in opened} == {1 - gone}
        assert call(knows, f"/api/tables/{opened[0]['table']}")[1]["seats"][1]["name"] == "Bob"
        assert call(port, f"/api/tables/{tables[gone]}")[0] == 503
        status, told = call(port, "/ready")
        assert (status, told) == (200, "ok, without 1, people" if gone == 0 else "ok, without 2")
        assert f'malle_database_answers{{database="{gone + 1}"}} 0.0' in metrics(port)
        async with Player([port], here, "") as watcher:
            await watcher.wait(lambda: watcher.state is not None)
            await asyncio.to_thread(services.start_postgres, gone)
            await watcher.wait(lambda: names(watcher) == ["Ann", "Bob"])
        await all_move(services, database, tables)
        async with asyncio.timeout(90):
            while await stored_names(services, database, opened[0]["table"]) != ["Ann", "Bob"]:
                await asyncio.sleep(0.1)
    finally:
        if not services.is_postgres_up(gone):
            services.start_postgres(gone)


def names(player: Player) -> list[str]:
    return [] if player.state is None else [seat["name"] for seat in json.loads(bytes(player.state.table))["seats"]]


async def stored_names(services: Services, database: str, table: str) -> list[str]:
    """What the people's database calls those who sit at a table."""
    async with owner(services, database, cluster_of(table)) as connection:
        people = await connection.fetch(
            "select person from malle.seat where tab = $1 order by seat", parse_table_id(table)
        )
    async with owner(services, database, 0) as connection:
        rows = await connection.fetch(
            "select id, name from people.person where id = any($1)", [row[0] for row in people]
        )
    called = {row["id"]: row["name"] for row in rows}
    return [called.get(row[0], "") for row in people]


async def test_a_dead_socket_hides_a_move_from_nobody(
    zygote: Zygote, environment: dict[str, str], nursery: Nursery
) -> None:
    """Three tabs of a player die while a move is shown, and the fourth stays, so that nobody's presence changes."""
    still = Nursery(zygote, {**environment, "MALLE_SWEEP": "3600"}, nursery.log)
    port = free_port()
    still.start(port)
    try:
        _, opened = call(port, "/api/tables", {"game": "parley", "seats": 2, "name": "Ann", "robots": 1})
        table = opened["table"]
        async with AsyncExitStack() as stack:
            viewers = [
                await stack.enter_async_context(Player([port], table, token))
                for token in (opened["token"], opened["token"], *[""] * 8)
            ]
            for viewer in viewers:
                await viewer.until(2)
            for round_ in range(8):
                await lose_three(port, table, opened["token"], viewers, "resume" if round_ % 2 else "pause")
        assert "RuntimeError" not in nursery.log.read_text()
        assert "malle_failed_total{" not in metrics(port)
    finally:
        still.close()


async def lose_three(port: int, table: str, token: str, viewers: list[Player], what: str) -> None:
    async with AsyncExitStack() as stack:
        tabs = [await stack.enter_async_context(Player([port], table, token)) for _ in range(3)]
        seq = max(viewer.state.seq for viewer in viewers if viewer.state is not None)
        for tab in tabs:
            await tab.until(seq)
        asked = TableCommandMessage(seq, what, str(uuid4()))  # type: ignore[arg-type]
        answer = asyncio.create_task(viewers[1].send(asked))
        for tab in tabs:
            await tab.shout(TableCommandMessage(seq, what, str(uuid4())))  # type: ignore[arg-type]
            await tab.cut()
        await answer  # taken, or refused because a tab was faster
        for viewer in viewers:
            await viewer.until(seq + 1, 10)


async def test_the_sweep_shows_what_a_viewer_missed(nursery: Nursery) -> None:
    """A process that forgets to show a move: the sweep finds those who are behind their own table."""
    port = free_port()
    nursery.start(port, plant="shows-nobody")
    _, opened = call(port, "/api/tables", {"game": "parley", "seats": 2, "name": "Ann"})
    async with Player([port], opened["table"], "") as watcher:
        await watcher.until(1)
        call(port, f"/api/tables/{opened['table']}/seats", {"name": "Bob", "invite": opened["invite"]})
        await watcher.until(2)


async def test_a_move_that_cannot_be_written_is_told_so(nursery: Nursery, services: Services, database: str) -> None:
    """The database lets everybody in and writes nothing of one table, as with a lock that somebody holds or a full
    disk. Whoever moves is told so, and moves when it is over."""
    port = free_port()
    nursery.start(port)
    sat = open_slow(port, pace=300)
    table = sat["table"]
    async with owner(services, database, cluster_of(table)) as held:
        [(seq,)] = await held.fetch("select seq from malle.tab where id = $1", parse_table_id(table))
        body = {"type": "act", "seq": seq, "text": "bid 0", "key": str(uuid4())}
        transaction = held.transaction()
        await transaction.start()
        await held.execute("select from malle.tab where id = $1 for update", parse_table_id(table))
        way = f"/api/tables/{table}/acts"
        status, told = await asyncio.to_thread(call, port, way, body, token=sat["ann"])
        assert (status, told.get("slug", told)) == (503, "unavailable")
        await transaction.rollback()
    async with asyncio.timeout(60):
        while (await asyncio.to_thread(call, port, way, body, token=sat["ann"]))[0] != 200:
            await asyncio.sleep(0.2)


async def test_nothing_gathers_while_the_bus_is_away() -> None:
    """It was never there: what is said meanwhile is dropped, and not said hours later."""
    bus = make_bus(f"nats://127.0.0.1:{free_port()}")
    await bus.open()
    bus.send_hint(1, 1)
    try:
        async with asyncio.timeout(30):
            while not bus.dropped:
                await asyncio.sleep(0.01)
    finally:
        await bus.close()


async def test_a_bus_that_was_closed_for_good_is_opened_again(environment: dict[str, str]) -> None:
    """As NATS does to whom it does not let in any more; what is looked at is listened to again."""
    heard: list[int] = []
    bus = make_bus(environment["MALLE_NATS"], heard)
    other = make_bus(environment["MALLE_NATS"])
    await bus.open()
    await other.open()
    table = secrets.randbits(40)
    bus.watch_table(table)
    try:
        for _ in range(2):
            heard.clear()
            async with asyncio.timeout(60):
                while table not in heard:
                    other.send_hint(table, 1)
                    await asyncio.sleep(0.05)
            await bus._client.close()
    finally:
        await bus.close()
        await other.close()


def make_bus(url: str, heard: list[int] | None = None) -> NatsBus:
    """A bus of a process that only notes of which tables it heard."""

    def nothing(*told: object) -> None: ...

    def note(table: int, *told: object) -> None:
        if heard is not None:
            heard.append(table)

    return NatsBus(url, note, nothing, nothing, nothing, Counter())


def test_what_somebody_else_began_does_not_end_the_house() -> None:
    """A browser that was opened, or a process whose parent died where ours is the first: whoever ends is not ours."""
    program = """if True:
        import os, sys
        from malle.cli.operator import serve
        if os.fork() == 0:
            os._exit(0)
        print("begins", flush=True)
        sys.exit(serve._supervise_children([(["--version"], dict(os.environ))]))
    """
    house = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert house.stdout is not None
    with house.stdout:
        found = [house.stdout.readline() for _ in range(3)]  # it is started again whenever it ends
        house.terminate()
        house.stdout.read()
    assert house.wait(60) == 0
    assert found[0] == "begins\n"
    assert found[1] == found[2] != ""
