"""Robots: workers that know a seat's view and nothing else."""

from __future__ import annotations

import asyncio
import json
import signal

import asyncpg
import pytest

from malle.bots.worker import Worker
from malle.testing.services import Services
from malle.web.config import read_config
from tests.server.faults import LIBRARY
from tests.server.nursery import Nursery, free_port
from tests.server.player import Player, call
from tests.server.test_play import open_robots

pytestmark = pytest.mark.services


@pytest.fixture(autouse=True)
async def no_other_robots(services: Services, database: str) -> None:
    """Tables that other tests left behind do not wait for robots any more."""
    for cluster in range(2):
        connection = await asyncpg.connect(services.owner(cluster, database))
        await connection.execute("update malle.tab set robots = 0")
        await connection.close()


@pytest.mark.parametrize("game", ["parley", "declarer"])
async def test_robots_play_a_whole_game(nursery: Nursery, environment: dict[str, str], game: str) -> None:
    port = free_port()
    nursery.start(port)
    config = read_config(environment)
    options = {"rounds": 2}
    opened = call(port, "/api/tables", {"game": game, "seats": 4, "robots": 4, "options": options})[1]
    worker = Worker(config, f"http://127.0.0.1:{port}", 0.0, LIBRARY)
    work = asyncio.create_task(worker.run())
    async with Player([port], opened["table"], "") as watcher:
        await watcher.wait(lambda: watcher.state is not None and is_over(watcher), 40)
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)


def is_over(player: Player) -> bool:
    state = player.state
    return state is not None and json.loads(bytes(state.table))["over"] is not None


async def test_a_worker_finds_what_no_hint_told(
    nursery: Nursery, environment: dict[str, str], services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    """NATS is frozen: the worker asks the server instead."""
    monkeypatch.setattr("malle.bots.worker.ASK_EVERY", 0.2)
    port = free_port()
    nursery.start(port)
    config = read_config(environment)
    services.signal_nats(signal.SIGSTOP)
    try:
        table, _ = open_robots(port, environment, 2, rounds=1)
        work = asyncio.create_task(Worker(config, f"http://127.0.0.1:{port}", 0.0, LIBRARY).run())
        async with Player([port], table, "") as watcher:
            await watcher.wait(lambda: is_over(watcher), 20)
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)
    finally:
        services.signal_nats(signal.SIGCONT)


def test_only_workers_may_ask(nursery: Nursery, environment: dict[str, str]) -> None:
    port = free_port()
    nursery.start(port)
    assert call(port, "/api/robots")[0] == 403
    assert call(port, "/api/robots", token="x")[0] == 403
    assert call(port, "/api/robots", token=read_config(environment).secret("worker"))[0] == 200
