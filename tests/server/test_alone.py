"""One process without NATS: its bus is inside it, and robots' workers listen at the server."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
import websockets
from websockets.asyncio.client import connect

from malle.cli.main import main
from malle.config.settings import read_config
from malle.protocol.messages import HINTS_PATH, ActMessage, TakenMessage
from malle.robots.robot_worker import RobotWorker
from malle.storage.store import parse_table_id
from malle.testing.dev_services import Services
from tests.server.bots import LIBRARY
from tests.server.faults import Plan, run
from tests.server.nursery import Nursery, Zygote, free_port
from tests.server.player import Player, call, metrics
from tests.server.test_play import open_robots
from tests.server.test_robots import forget_robots, is_over

pytestmark = pytest.mark.services


@pytest.fixture
def environment(environment: dict[str, str]) -> dict[str, str]:
    """The settings of a house without NATS."""
    return {name: value for name, value in environment.items() if name != "MALLE_NATS"}


@pytest.fixture(autouse=True)
async def no_other_robots(services: Services, database: str) -> None:
    """Tables that other tests left behind do not wait for robots any more."""
    await forget_robots(services, database)


async def test_robots_play_a_whole_game_by_hints_alone(
    nursery: Nursery, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker asks once, when it comes; the rest it is told."""
    monkeypatch.setattr("malle.robots.robot_worker.POLL_SECONDS", 3600.0)
    monkeypatch.setattr(
        "malle.robots.robot_worker.IDLE_SOCKET_SECONDS", 0.05
    )  # each robot leaves its socket, and has to be called again
    port = free_port()
    nursery.start(port)
    worker = RobotWorker(read_config(environment).worker_config(), f"http://127.0.0.1:{port}", 0.0, LIBRARY)
    work = asyncio.create_task(worker.run())
    table, _ = open_robots(port, environment, 4, rounds=2)
    async with Player([port], table, "") as watcher:
        await watcher.wait(lambda: is_over(watcher))
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)
    assert "malle_bus_connected 1.0" in metrics(port)


async def test_only_workers_listen_and_hear_no_more_than_nats_would_tell(
    nursery: Nursery, environment: dict[str, str]
) -> None:
    """The table, its seq and the seats that are awaited, and nothing of what was played."""
    port = free_port()
    nursery.start(port)
    url = f"ws://127.0.0.1:{port}{HINTS_PATH}"
    key = read_config(environment).worker_config().robot_key
    table, tokens = open_robots(port, environment, 2, rounds=1)
    for shown in ({}, {"authorization": "Bearer x"}, {"authorization": f"Bearer {key.seat_token(table, 0)}"}):
        with pytest.raises(websockets.InvalidStatus):
            await connect(url, additional_headers=shown)
    async with connect(url, additional_headers={"authorization": f"Bearer {key.worker_token()}"}) as worker:
        async with Player([port], table, "") as watcher, Player([port], table, tokens[0]) as robot:
            assert re.fullmatch(rb"%d \d+ \d" % parse_table_id(table), await worker.recv(decode=False))
            await robot.wait(lambda: robot.state is not None and bytes(robot.state.legal) not in (b"null", b"[]"))
            assert robot.state is not None
            answer = await robot.send(ActMessage(robot.state.seq, "bid 1", "0" * 8 + "-0000-4000-8000-" + "0" * 12))
            assert isinstance(answer, TakenMessage)
            await watcher.until(answer.seq, 10)
        assert re.fullmatch(rb"(%d \d+ \d\n?)+" % parse_table_id(table), await worker.recv(decode=False))


async def test_with_nats_nobody_listens_at_the_server(
    zygote: Zygote, environment: dict[str, str], services: Services, tmp_path: Path
) -> None:
    """A worker of such a house is given the address of NATS."""
    nursery = Nursery(zygote, environment | {"MALLE_NATS": services.nats_url}, tmp_path / "log")
    port = free_port()
    nursery.start(port)
    shown = {"authorization": f"Bearer {read_config(environment).worker_config().robot_key.worker_token()}"}
    with pytest.raises(websockets.InvalidStatus):
        await connect(f"ws://127.0.0.1:{port}{HINTS_PATH}", additional_headers=shown)
    nursery.close()


async def test_nats_is_added_later_and_no_database_is_touched(
    nursery: Nursery, zygote: Zygote, environment: dict[str, str], services: Services, tmp_path: Path
) -> None:
    """A game is begun in a house without NATS, and ended by two processes that have it."""
    port = free_port()
    alone = nursery.start(port)
    table, tokens = open_robots(port, environment, 2, rounds=1)
    async with Player([port], table, tokens[0]) as first:
        await first.wait(lambda: first.state is not None and first.state.seq > 0)
        assert first.state is not None
        begun = first.state.seq
    nursery.end(alone)
    with_nats = environment | {"MALLE_NATS": services.nats_url}
    larger = Nursery(zygote, with_nats, tmp_path / "log")
    ports = [free_port(), free_port()]
    for each in ports:
        larger.start(each)
    config = read_config(with_nats).worker_config()
    worker = RobotWorker(config, ",".join(f"http://127.0.0.1:{each}" for each in ports), 0.0, LIBRARY)
    work = asyncio.create_task(worker.run())
    async with Player([ports[1]], table, "") as watcher:
        await watcher.wait(lambda: is_over(watcher))
        assert watcher.state is not None
        assert watcher.state.seq > begun
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)
    assert call(ports[0], f"/api/tables/{table}")[0] == 200
    larger.close()


@pytest.mark.timeout(600)
async def test_nothing_is_lost_without_nats(services: Services, zygote: Zygote, tmp_path: Path) -> None:
    """`python -m tests.server.faults --local 1` for a few seconds: one server, killed and started again."""
    plan = Plan(
        seconds=9, tables=8, people=0, kill_every=1.5, postgres=1, edges=0, window=0, think=0.15, settle=3, local=1
    )
    this, found = await run(plan, services, zygote, tmp_path / "server.log")
    print(this.report())
    assert this.kills
    assert not found, found[:10]


def test_several_processes_need_nats(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("MALLE_NATS", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert main(["serve", "--processes", "2"]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "start nats-server and set it" in told
