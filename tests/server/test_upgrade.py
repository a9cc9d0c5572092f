"""An upgrade in play: tables begun on version 1 are finished on it, while the server that began them gives way."""

from __future__ import annotations

import asyncio
import re
import secrets
import signal
import socket
from collections import defaultdict
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Literal

import asyncpg
import msgspec
import pytest
from websockets.asyncio.client import ClientConnection

from malle.cli.operator.upgrade_check import check_tables, make_baseline
from malle.cli.operator.verify_logs import find_log_fault, read_stored_tables
from malle.config.game_library import GameLibrary
from malle.config.settings import read_config
from malle.protocol import messages
from malle.protocol.messages import ActMessage, StateMessage, TakenMessage
from malle.robots.robot_worker import RobotWorker
from malle.storage.migrate import migrate_async
from malle.storage.store import Store
from malle.table import Setup
from malle.testing.dev_services import Services
from tests.server.command import asked, running, told, wait_for
from tests.server.conftest import execute
from tests.server.nursery import Nursery, free_port
from tests.server.player import Player, call
from tests.server.test_robots import forget_robots, is_over
from tests.versions import FIRST, SECOND

pytestmark = [pytest.mark.services, pytest.mark.timeout(3000)]
OLD, NEW = GameLibrary(lambda name: FIRST), GameLibrary(lambda name: SECOND)


class Noted:
    """A robot's socket, which keeps what the server has acknowledged: seq, seat and text of every move taken."""

    def __init__(self, socket: ClientConnection, taken: set[tuple[int, int, str]]) -> None:
        self._socket, self._taken = socket, taken
        self._sent: dict[str, str] = {}
        self._seat = -1

    async def send(self, data: bytes) -> None:
        """As the worker does."""
        message = messages.decode_from_client(data)
        if isinstance(message, ActMessage):
            self._sent[message.key] = message.text
        await self._socket.send(data)

    async def recv(self, *, decode: Literal[False]) -> bytes:
        """The same."""
        data = await self._socket.recv(decode=decode)
        message = messages.decode_from_server(data)
        if isinstance(message, StateMessage) and isinstance(message.viewer, int):
            self._seat = message.viewer
        elif isinstance(message, TakenMessage):
            self._taken.add((message.seq, self._seat, self._sent[message.key]))
        return data


class Witness(RobotWorker):
    """A worker whose robots keep every answer."""

    taken: defaultdict[str, set[tuple[int, int, str]]]

    async def _play_over_socket(self, socket: ClientConnection, table: str, token: str) -> None:
        noted: Any = Noted(socket, self.taken[table])
        await super()._play_over_socket(noted, table, token)


@pytest.mark.parametrize("tables", [6, pytest.param(200, marks=pytest.mark.long)])
async def test_all_finish_on_their_rules_and_no_move_is_lost(
    tables: int, nursery: Nursery, environment: dict[str, str], services: Services, database: str, store: Store
) -> None:
    """The new server listens beside the old one, which is then told to end; whoever plays goes on at the new one."""
    await forget_robots(services, database)
    config, port = read_config(environment), free_port()
    old = nursery.start(port)
    worker = Witness(config.worker_config(), f"http://127.0.0.1:{port}", 0.05, NEW)
    worker.taken = defaultdict(set)
    work = asyncio.create_task(worker.run())
    opened = []
    for _ in range(tables):
        body = {"game": "parley", "seats": 3, "robots": 3, "options": {"rounds": 10}}
        opened.append((await asyncio.to_thread(call, port, "/api/tables", body))[1]["table"])
    gate = asyncio.Semaphore(24)
    seen: dict[str, int] = {}
    ended = asyncio.Event()

    async def watch(table: str) -> None:
        async with gate, Player([port], table, "") as watcher:
            await watcher.wait(lambda: watcher.state is not None and watcher.state.seq > 3, 300)
            assert watcher.state is not None
            seen[table] = watcher.state.seq
            await ended.wait()
            await watcher.wait(lambda: is_over(watcher), 600)

    watching = [asyncio.create_task(watch(each)) for each in opened]
    while len(seen) < min(tables, 24) - 1:
        await asyncio.sleep(0.02)
    notes = await make_baseline(config, OLD)
    sorts = await check_tables(config, NEW, notes)
    assert {sorts[table][0] for table in opened if table in notes.tables.keys() & sorts.keys()} <= {"same"}
    nursery.start(port, parley="SECOND")
    await asyncio.to_thread(nursery.end, old, signal.SIGTERM)
    before = {table: len(worker.taken[table]) for table in opened}
    ended.set()
    await asyncio.gather(*watching)
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)
    found = {}
    for number in config.table_databases:
        async for kept in read_stored_tables(config.table_databases[number]):
            found[kept.setup.table] = kept
    for table in opened:
        kept = found[table]
        assert (kept.setup.version, kept.is_over) == (1, True)
        assert find_log_fault(kept, OLD, config.keyring.seed_cipher()) == ""
        assert any(line == "keep" for entry in kept.entries for line in entry.lines), "played by the rules of version 2"
        assert kept.seq >= seen[table]
        written = {(entry.seq, entry.mover, entry.lines[0]) for entry in kept.entries}
        assert set() < worker.taken[table] <= written, "lost"
    after = sum(len(taken) for taken in worker.taken.values())
    print(f"{sum(before.values())} moves were acknowledged until the old server ended, {after} in all")
    assert 0 < sum(before.values()) < after
    fresh = call(port, "/api/tables", {"game": "parley", "seats": 2, "robots": 2, "options": {"rounds": 1}})[1]
    assert call(port, f"/api/tables/{fresh['table']}")[1]["version"] == 2


async def test_up_does_not_start_over_tables_it_cannot_serve(
    nursery: Nursery, environment: dict[str, str], services: Services, database: str
) -> None:
    """Their rules are gone, or their key is: it is said before anything starts."""
    from malle.cli.operator.upgrade_check import count_unservable_tables, require_servable_tables
    from malle.core import Refused
    from tests.versions import LOST

    port = free_port()
    nursery.start(port)
    body = {"game": "parley", "seats": 3, "robots": 0, "options": {"rounds": 2}}
    call(port, "/api/tables", body)
    config = read_config(environment)
    lost = GameLibrary(lambda name: LOST)
    whys = [await count_unservable_tables(address, config, lost) for address in config.table_databases.values()]
    assert any("install the older release" in why for found in whys for _, why in found)
    with pytest.raises(Refused, match="could not go on"):  # parley is no game of a house: its rules are not here
        await asyncio.to_thread(require_servable_tables, config, config.table_databases.values())
    other = read_config({**environment, "MALLE_KEY": "11" * 32})
    whys = [await count_unservable_tables(address, other, OLD) for address in config.table_databases.values()]
    assert any("MALLE_KEY" in why for found in whys for _, why in found)


@pytest.fixture
async def older(services: Services) -> AsyncIterator[str]:
    """A database of an older release, with a table in play whose game is gone."""
    name = f"older_{secrets.token_hex(4)}"
    await execute(services, 0, f"create database {name}")
    await migrate_async(services.owner_url(0, name), "tables", "0005")
    setup = Setup(table="t", game="gone", version=1, seats=2, options={}, seal="")
    connection = await asyncpg.connect(services.owner_url(0, name))
    text = msgspec.json.encode(setup).decode()
    await connection.execute("insert into malle.tab (id, setup, seed) values ($1, $2, '')", (1 << 48) + 1, text)
    await connection.close()
    yield name
    await execute(services, 0, f"drop database {name} with (force)")


async def test_what_is_refused_is_refused_before_the_databases_are_changed(
    services: Services, older: str, tmp_path: Path
) -> None:
    """Tables in play without rules, a port of one of two processes that is taken: the schema stays the older one, so
    that the release before can still serve it. With `--anyway` it is brought up to date."""
    app, owner, folder = services.app_url(0, older), services.owner_url(0, older), tmp_path / "house"
    settings = {"MALLE_DATABASES": f"1={app}", "MALLE_OWNER_DATABASES": f"1={owner}", "MALLE_OWNER_PEOPLE": owner}
    settings |= {"MALLE_KEY": services.key, "MALLE_NATS": services.nats_url}
    words = ("up", "--folder", str(folder), "--no-browser", "--robots", "0", "--port")
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        for more, sentence in (
            ((str(free_port()),), "could not go on"),
            ((str(taken - 1), "--processes", "2", "--anyway"), f"port {taken} cannot be listened on"),
        ):
            code, said = await asyncio.to_thread(told, *words, *more, **settings)
            assert (code, sentence in said) == (2, True), said
            assert await _revision(owner) == "0005"
    port, log = free_port(), tmp_path / "log"
    with running(log, *words, str(port), "--anyway", **settings) as process:
        await asyncio.to_thread(wait_for, lambda: asked(port) == 200)
        process.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(process.wait, 60) == 0, log.read_text()
    assert await _revision(owner) > "0005"


async def _newer(services: Services, database: str, schema: str) -> dict[str, str]:
    """The settings of a house, one schema of whose database a newer release has brought up to date."""
    app, owner = services.app_url(0, database), services.owner_url(0, database)
    connection = await asyncpg.connect(owner)
    await connection.execute(f"update {schema}.version set version_num = '9999'")
    await connection.close()
    settings = {"MALLE_DATABASES": f"1={app}", "MALLE_OWNER_DATABASES": f"1={owner}", "MALLE_OWNER_PEOPLE": owner}
    return settings | {"MALLE_KEY": services.key}


async def test_a_database_of_a_newer_release_is_told_in_a_sentence(
    services: Services, older: str, tmp_path: Path
) -> None:
    """Whoever went back to the release before: `malle up` and `migrate` do nothing, and the doctor says what to do."""
    owner = services.owner_url(0, older)
    settings = await _newer(services, older, "malle")
    port = str(free_port())
    for words in (("migrate",), ("up", "--folder", str(tmp_path), "--port", port, "--no-browser", "--anyway")):
        code, said = await asyncio.to_thread(told, *words, **settings)
        assert (code, said.splitlines()[-1].startswith("malle: postgresql://127.0.0.1")) == (2, True), said
        assert "was brought up to date by a newer release" in said
        assert "Traceback" not in said
    code, said = await asyncio.to_thread(told, "doctor", "--port", port, **settings)
    assert code == 2
    assert "→ install the newer release that brought it up to date" in said
    assert await _revision(owner) == "9999"


async def test_no_database_is_changed_if_the_last_is_of_a_newer_release(
    services: Services, older: str, tmp_path: Path
) -> None:
    """That of people comes last: those of tables had been brought up to date when it was told."""
    owner = services.owner_url(0, older)
    await migrate_async(owner, "people")
    settings = await _newer(services, older, "people")
    port = str(free_port())
    for words in (("migrate",), ("up", "--folder", str(tmp_path), "--port", port, "--no-browser", "--anyway")):
        code, said = await asyncio.to_thread(told, *words, **settings)
        assert (code, "was brought up to date by a newer release" in said) == (2, True), said
        assert await _revision(owner) == "0005"
    code, said = await asyncio.to_thread(told, "doctor", "--port", port, **settings)
    assert code == 2
    assert re.search("^FAIL +people .*schema 9999 of .*\n +→ install the newer release", said, re.MULTILINE), said


async def _revision(owner: str) -> str:
    connection = await asyncpg.connect(owner)
    try:
        return str(await connection.fetchval("select version_num from malle.version"))
    finally:
        await connection.close()
