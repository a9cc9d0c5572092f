"""Bad days: a process that was frozen, a clock that jumps, a disk that is full, and much of what nobody wants."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from pathlib import Path
from uuid import uuid4

import asyncpg
import nats
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from malle.config.settings import read_config
from malle.messaging.nats_bus import SUBJECT_COUNT
from malle.protocol.messages import ActMessage, HelloMessage, RefusedMessage, TakenMessage, encode
from malle.robots.robot_worker import RobotWorker
from malle.storage.migrate import migrate_async
from malle.storage.store import parse_table_id
from malle.testing import dev_services as running
from malle.testing.dev_services import Services
from tests.server.bots import LIBRARY
from tests.server.history import percentile
from tests.server.judging import judge_log
from tests.server.nursery import Nursery, Zygote, free_port, wait_until_ready
from tests.server.player import Player, call
from tests.server.runnable import Waits
from tests.server.test_killed import public, rows
from tests.server.test_loops import cluster_of, open_slow, seqs

pytestmark = [pytest.mark.services, pytest.mark.usefixtures("no_clock_left_running")]


async def test_a_process_that_was_frozen_writes_nothing_old(
    nursery: Nursery, services: Services, database: str
) -> None:
    """Ann's move reaches a process that stands still; she makes another one elsewhere; then it wakes."""
    ports = [free_port(), free_port()]
    frozen, _ = (nursery.start(port) for port in ports)
    body = {"game": "parley", "seats": 2, "name": "Ann", "robots": 1}
    opened = call(ports[0], "/api/tables", body)[1]
    async with Player(ports[:1], opened["table"], opened["token"]) as there:
        state = await there.until(2)
        os.kill(frozen, signal.SIGSTOP)
        old = ActMessage(state.seq, "bid 1", str(uuid4()))
        await there.shout(old)
        async with Player(ports[1:], opened["table"], opened["token"]) as ann:
            await ann.until(2)
            assert isinstance(await ann.act("bid 2", seq=state.seq), TakenMessage)
            os.kill(frozen, signal.SIGCONT)
            await there.wait(lambda: old.key in there.answers)
            assert isinstance(there.answers[old.key], RefusedMessage)
            assert await there.until(3) is not None
    written = [row["lines"].split("\n")[0] for row in await rows(services, database, opened["table"])]
    assert [line for line in written if line.startswith("bid")] == ["bid 2"]


async def test_a_clock_that_jumps_moves_no_deadline(nursery: Nursery, services: Services, database: str) -> None:
    """The process's clock on the wall is hours off, otherwise at every look: the database's decides."""
    port = free_port()
    nursery.start(port, plant="jumping-clock")
    table = open_slow(port)["table"]
    async with asyncio.timeout(120):
        while not await answered_for(services, database, table):
            await asyncio.sleep(0.1)
    for waited in await answered_for(services, database, table):
        assert waited >= 4.75


async def answered_for(services: Services, database: str, table: str) -> list[float]:
    """How long after the deal before it each first answer by the clock came, in seconds of the database."""
    id_ = parse_table_id(table)
    connection = await asyncpg.connect(services.owner_url((id_ >> 48) - 1, database))
    found = await connection.fetch("select mover, lines, at from malle.entry where tab = $1 order by seq", id_)
    await connection.close()
    times, asked = [], None
    for mover, lines, at in found:
        if mover >= 0 and asked is not None:
            times.append((at - asked).total_seconds())
            asked = None
        if "deal" in lines:
            asked = at
    return times


# Larger ones


@contextlib.contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[Path]:
    """A file system of its own, so large and no larger."""
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "malle", folder], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # asyncpg's, of one cut as it is made
@pytest.mark.skipif(os.geteuid() != 0, reason="only root mounts a small disk")
async def test_a_full_disk_loses_nothing_and_goes_on_by_itself(zygote: Zygote, tmp_path: Path) -> None:
    """PostgreSQL on 220 MB, filled up while a game is played: what was answered is there, what was not is refused with
    `unavailable_error`, and when there is space again the same server goes on."""
    with tempfile.TemporaryDirectory(prefix="malle-disk-") as home, small_disk(Path(home) / "disk", 220) as disk:
        Path(home).chmod(0o755)  # PostgreSQL is another user, who has to get there
        made = running.start_services(disk, clusters=1)
        try:
            await migrate_async(made.owner_url(0), "tables")
            await migrate_async(made.owner_url(0), "people")
            fast = {"MALLE_RATE": "10000", "MALLE_WINDOW": "0", "MALLE_PACE": "0"}
            nursery = Nursery(zygote, {**made.environment(), **fast}, tmp_path / "server.log")
            port = free_port()
            nursery.start(port)
            body = {"game": "parley", "seats": 2, "robots": 2, "options": {"rounds": 1000}}
            table = call(port, "/api/tables", body)[1]["table"]
            taken = await fill_up(made, nursery, port, table, disk / "ballast")
            found = await rows(made, "malle", table)
            written = {row["seq"]: row["lines"].split("\n")[0] for row in found}
            assert all(written[seq] == text for seq, text in taken.items())
            assert [row["seq"] for row in found] == list(range(1, len(found) + 1))
            assert not judge_log(tmp_path / "server.log")
            nursery.close()
        finally:
            running.stop_services(disk)


async def fill_up(services: Services, nursery: Nursery, port: int, table: str, ballast: Path) -> dict[int, str]:
    """Plays while the disk is full for a while: what was taken, by seq."""
    key = read_config(nursery.environment).worker_config().robot_key
    taken: dict[int, str] = {}
    async with (
        Player([port], table, key.seat_token(table, 0)) as first,
        Player([port], table, key.seat_token(table, 1)) as second,
    ):
        await play(first, second, taken, 40)
        with contextlib.suppress(OSError), ballast.open("wb") as file:
            while True:
                file.write(bytes(1 << 20))
                file.flush()
        full = asyncio.create_task(play(first, second, taken, 4000))
        connection = asyncio.create_task(eat(services))
        await asyncio.sleep(15)
        ballast.unlink()
        connection.cancel()
        await asyncio.gather(connection, return_exceptions=True)
        if not await asyncio.to_thread(services.is_postgres_up, 0):
            await asyncio.to_thread(services.start_postgres, 0)  # as whoever watches over it does
        await asyncio.to_thread(wait_until_ready, port)
        before = len(taken)
        async with asyncio.timeout(120):
            while len(taken) < before + 20:
                await asyncio.sleep(0.1)
        full.cancel()
        await asyncio.gather(full, return_exceptions=True)
    return taken


async def eat(services: Services) -> None:
    """Writes until there is no space, and again."""
    while True:
        with contextlib.suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            connection = await asyncpg.connect(services.owner_url(0))
            await connection.execute("create table if not exists public.eaten (x text)")
            while True:
                await connection.execute(
                    "insert into public.eaten select repeat('x', 8000) from generate_series(1, 200)"
                )
        await asyncio.sleep(0.5)


async def play(first: Player, second: Player, taken: dict[int, str], moves: int) -> None:
    """Both say the first thing that is taken."""
    for _ in range(moves):
        for each in (first, second):
            await each.wait(lambda each=each: each.state is not None)  # type: ignore[misc]
            for text in ("bid 1", "keep"):
                answer = await each.act(text)
                if isinstance(answer, TakenMessage):
                    taken[answer.seq] = text
                    break
        await asyncio.sleep(0.01)


@pytest.mark.long
@pytest.mark.timeout(900)
async def test_all_come_back_at_once(nursery: Nursery) -> None:
    """A thousand look on; their server dies and comes back; all of them see the table again."""
    port = free_port()
    pid = nursery.start(port)
    table = call(port, "/api/tables", {"game": "parley", "seats": 2, "name": "Ann", "robots": 1})[1]["table"]
    async with contextlib.AsyncExitStack() as stack:
        crowd = [await stack.enter_async_context(Player([port], table, "")) for _ in range(1000)]
        for each in crowd:
            await each.until(2, 300)
            each.state = None
        nursery.end(pid)
        nursery.start(port)
        for each in crowd:
            await each.until(2, 300)
    assert not judge_log(nursery.log)


@contextlib.asynccontextmanager
async def robots(environment: dict[str, str], port: int) -> AsyncIterator[None]:
    """Whoever plays for robots, meanwhile."""
    worker = RobotWorker(read_config(environment).worker_config(), f"http://127.0.0.1:{port}", 0.0, LIBRARY)
    work = asyncio.create_task(worker.run())
    try:
        yield
    finally:
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)


@contextlib.asynccontextmanager
async def looked_at(pid: int) -> AsyncIterator[Waits]:
    """What the machine takes from a server, meanwhile."""
    waits = Waits(lambda: [pid])
    looking = asyncio.create_task(waits.run())
    try:
        yield waits
    finally:
        looking.cancel()


async def move_often(ann: Player, waits: Waits, took: list[float], *, moves: int = 100, seconds: float = 0.0) -> None:
    """Ann plays with a robot: how long each of her moves took until it was answered, of the server's own."""
    until = time.monotonic() + seconds
    while moves > 0 or time.monotonic() < until:
        await ann.wait(lambda: 0 in public(ann).get("awaited", ()))
        for text in ("bid 1", "keep"):
            began = time.time()
            answer = await ann.act(text)
            if isinstance(answer, TakenMessage):
                took.append(waits.own(began, time.time()))
                moves -= 1
                await ann.until(answer.seq)
                break
        await asyncio.sleep(0.05)  # a minute of it is no whole game


def open_one(port: int, *, robots: int = 1) -> dict[str, str]:
    """Ann and a robot, or robots alone, for long."""
    name = {} if robots == 2 else {"name": "Ann"}
    body = {"game": "parley", "seats": 2, "robots": robots, "options": {"rounds": 1000}, **name}
    status, opened = call(port, "/api/tables", body)
    assert status == 201, opened
    return {"table": opened["table"], "ann": opened.get("token", "")}


def told(took: Mapping[str, list[float]]) -> dict[str, float]:
    """The 99th percentiles in milliseconds, printed too."""
    p99 = {name: 1000 * percentile(each, 99) for name, each in took.items()}
    print({name: f"p99 {p99[name]:.1f} ms of {len(each)} moves" for name, each in took.items()})
    return p99


@pytest.mark.long
@pytest.mark.timeout(900)
async def test_much_that_nobody_wants_slows_nobody(nursery: Nursery, environment: dict[str, str]) -> None:
    """40,000 forged lines: no move is answered after more than 200 ms of the server's own. 1,500 silent connections:
    gone in 20 s, and moves meanwhile are as quick."""
    port = free_port()
    took: dict[str, list[float]] = {"before": [], "forged": [], "silent": []}
    async with looked_at(nursery.start(port)) as waits, robots(environment, port):
        opened = open_one(port)
        id_ = parse_table_id(opened["table"])
        async with Player([port], opened["table"], opened["ann"]) as ann:
            await move_often(ann, waits, took["before"])
            liar = await nats.connect(environment["MALLE_NATS"])
            playing = asyncio.create_task(move_often(ann, waits, took["forged"]))
            for start in range(0, 40_000, 1000):
                lines = (b"%d %d %d 0 999999999" % (id_, process, 0xFFFF) for process in range(start + 1, start + 1001))
                await liar.publish(f"malle.hint.{id_ % SUBJECT_COUNT}", b"\n".join(lines))
            await liar.flush()
            await playing
            await liar.close()
            began = time.time()
            silent = [socket.create_connection(("127.0.0.1", port)) for _ in range(1500)]
            await move_often(ann, waits, took["silent"])
            for each in silent:
                each.settimeout(60)
                with each, contextlib.suppress(ConnectionResetError):
                    assert await asyncio.to_thread(each.recv, 10) == b""
            assert waits.own(began, time.time()) < 20
    p99 = told(took)
    assert max(took["forged"]) < 0.2
    assert p99["silent"] < max(50.0, 1.5 * p99["before"])


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("gone", [0, 1])
async def test_one_database_is_away_for_a_minute(
    nursery: Nursery, services: Services, environment: dict[str, str], database: str, gone: int
) -> None:
    """At the other's tables moves are written as quickly as before, by the server's own time, and robots answer them;
    a table that is opened meanwhile is played, and one whose time is over goes on."""
    port = free_port()
    took: dict[str, list[float]] = {"before": [], "away": []}
    async with looked_at(nursery.start(port)) as waits, robots(environment, port):
        opened = next(each for each in iter(lambda: open_one(port), None) if cluster_of(each["table"]) != gone)
        async with Player([port], opened["table"], opened["ann"]) as ann:
            await move_often(ann, waits, took["before"], moves=200)
            await asyncio.to_thread(services.stop_postgres, gone, "immediate")
            try:
                new = [open_one(port, robots=2)["table"], open_slow(port)["table"]]
                begun = await seqs(services, database, new)
                async with Player([port], new[0], ""):  # robots alone wait while nobody looks
                    await move_often(ann, waits, took["away"], seconds=60)
                for was, now in zip(begun, await seqs(services, database, new), strict=True):
                    assert now > was + 2
                assert call(port, "/ready") == (200, ("ok, without 1, people", "ok, without 2")[gone])
            finally:
                await asyncio.to_thread(services.start_postgres, gone)
    p99 = told(took)
    assert p99["away"] < max(20.0, 1.5 * p99["before"])


@pytest.mark.long
@pytest.mark.timeout(900)
async def test_whoever_takes_all_they_may_slows_nobody(
    zygote: Zygote, services: Services, environment: dict[str, str], database: str, tmp_path: Path
) -> None:
    """One address opens as many tables and sockets as the usual settings let it, and asks as often as it can: moves of
    somebody at another address are answered as quickly as before, by the server's own time."""
    usual = {**services.environment(database), "MALLE_WINDOW": "0", "MALLE_PACE": "0", "MALLE_ROBOT_PATIENCE": "3600"}
    usual |= {"MALLE_RATE": environment["MALLE_RATE"]}  # moves a second of one socket: ours is a program
    nursery, port = Nursery(zygote, usual, tmp_path / "server.log"), free_port()
    took: dict[str, list[float]] = {"before": [], "beside": []}
    try:
        async with looked_at(nursery.start(port, pages=True)) as waits, robots(usual, port):
            opened = open_one(port)
            async with Player([port], opened["table"], opened["ann"]) as ann, contextlib.AsyncExitStack() as stack:
                await move_often(ann, waits, took["before"], moves=300)
                tables = await asyncio.to_thread(greedy_tables, port)
                sockets = 0
                with contextlib.suppress(InvalidStatus, ConnectionClosed):
                    while sockets < 2000:
                        url = f"ws://127.0.0.1:{port}/tables/{tables[sockets % len(tables)]}/socket"
                        made = await stack.enter_async_context(connect(url, local_addr=(GREEDY, 0)))
                        await made.send(encode(HelloMessage()))
                        await made.recv()
                        sockets += 1
                asking = asyncio.create_task(asyncio.to_thread(greedy_requests, port, 20.0))
                await move_often(ann, waits, took["beside"], moves=300)
                refused = await asking
            print(f"{len(tables)} tables, {sockets} sockets, {refused} requests refused")
            assert len(tables) >= 20
            assert 100 <= sockets < 2000
            assert refused
    finally:
        nursery.close()
    p99 = told(took)
    assert p99["beside"] < max(20.0, 1.5 * p99["before"])


GREEDY = "127.0.0.2"


def greedy(port: int, method: str, path: str, body: object = None) -> tuple[int, bytes]:
    """A request of another address."""
    asked = http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=(GREEDY, 0))
    data = None if body is None else json.dumps(body)
    asked.request(method, path, data, {"content-type": "application/json"})
    answer = asked.getresponse()
    read = answer.read()
    asked.close()
    return answer.status, read


def greedy_tables(port: int) -> list[str]:
    """Opens tables, until it may not for a while."""
    found: list[str] = []
    refused = 0
    while refused < 60:
        status, answer = greedy(port, "POST", "/api/tables", {"game": "chasse", "seats": 2, "name": "Eve", "robots": 1})
        if status == 201:
            found.append(json.loads(answer)["table"])
            refused = 0
        else:
            assert status == 429
            refused += 1
            time.sleep(0.05)
    return found


def greedy_requests(port: int, seconds: float) -> int:
    """Asks for what costs most, as fast as it can: how often it was refused."""
    refused, until = 0, time.monotonic() + seconds
    while time.monotonic() < until:
        for path in ("/", "/me", "/mine", "/rules/declarer"):
            refused += greedy(port, "GET", path)[0] == 429
        refused += greedy(port, "POST", "/api/tables", {"game": "chasse", "seats": 2, "name": "Eve"})[0] == 429
    return refused
