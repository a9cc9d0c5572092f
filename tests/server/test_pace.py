"""The pace on a real server: robots wait until what came before can have been read."""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack
from uuid import uuid4

import pytest

from malle.config.settings import read_config
from malle.protocol.messages import ActMessage, SeenMessage, StateMessage, TakenMessage
from malle.robots.robot_worker import RobotWorker
from malle.testing.dev_services import Services
from malle.testing.timing import Timing
from tests.server.nursery import Nursery, Zygote, free_port
from tests.server.player import Player, call
from tests.server.test_robots import forget_robots

pytestmark = pytest.mark.services

HELD = 1.5
"""Seconds that a standing sentence of a game without words is read at a quick table."""
CALM = 4.0
"""The same at a calm one."""


GRAIN = 0.25
"""Seconds by which frames may come apart on a machine that has nothing else to do."""


@pytest.fixture
def paced(zygote: Zygote, environment: dict[str, str], nursery: Nursery) -> Nursery:
    """Servers with a pace."""
    made = Nursery(zygote, {**environment, "MALLE_PACE": "1"}, nursery.log)
    made.alive = nursery.alive
    return made


async def test_robots_wait_until_it_can_have_been_read(
    paced: Nursery, environment: dict[str, str], timing: Timing
) -> None:
    """Ann and a robot have bid, the robot higher: it shows its number when the bids can have been read, or as soon as
    Ann has gone on. What others send, or what is made up, changes nothing."""
    port = free_port()
    paced.start(port)
    body = {"game": "parley", "seats": 2, "robots": 1, "name": "Ann", "tempo": "quick", "options": {"rounds": 2}}
    opened = call(port, "/api/tables", body)[1]
    table = opened["table"]
    assert call(port, f"/api/tables/{table}")[1]["tempo"] == "quick"
    robot_key = read_config(environment).worker_config().robot_key.seat_token(table, 1)
    async with (
        Player([port], table, opened["token"]) as ann,
        Player([port], table, robot_key) as robot,
        Player([port], table, "") as eve,
    ):
        for each in (ann, robot, eve):
            await each.until(2)
        for goes_on in (False, True):
            seq = (await robot.until(2)).seq
            await robot.act("bid 3", seq=seq)
            before = time.monotonic()
            await ann.act("bid 1", seq=seq)
            state = await ann.until(seq + 2)
            assert [each.reading for each in state.heard] == [1000 * HELD]
            act = asyncio.create_task(robot.send(ActMessage(seq + 2, "show", str(uuid4()))))
            if goes_on:
                await eve.say(SeenMessage(seq + 2))
                await ann.say(SeenMessage(seq + 1))
                await asyncio.sleep(0.2)
                assert not act.done() or time.monotonic() - before >= HELD
                await ann.say(SeenMessage(seq + 2000))
            assert isinstance(await act, TakenMessage)
            took = time.monotonic() - before
            if goes_on:
                timing("a robot that everybody lets go on", took, 1.2)
            else:
                assert took >= HELD
            await robot.until(seq + 3)


async def test_going_on_lets_a_robot_go_on_at_another_server(
    paced: Nursery, environment: dict[str, str], timing: Timing
) -> None:
    """Ann and Bob play through one server, the robot through another: it is let go on when both have, not when one
    has."""
    here, there = free_port(), free_port()
    for port in (here, there):
        paced.start(port)
    body = {"game": "parley", "seats": 3, "robots": 1, "name": "Ann", "tempo": "calm", "options": {"rounds": 2}}
    opened = call(here, "/api/tables", body)[1]
    table = opened["table"]
    bobs = call(here, f"/api/tables/{table}/seats", {"name": "Bob", "invite": opened["invite"]})[1]["token"]
    robot_key = read_config(environment).worker_config().robot_key.seat_token(table, 2)
    async with (
        Player([here], table, opened["token"]) as ann,
        Player([here], table, bobs) as bob,
        Player([there], table, robot_key) as robot,
    ):
        for each in (ann, bob, robot):
            await each.until(3)
        await robot.wait(lambda: robot.presences() == ["here"] * 3)
        for each, amount in ((robot, 3), (ann, 1), (bob, 1)):
            assert isinstance(await each.act(f"bid {amount}", seq=3), TakenMessage)
        before = time.monotonic()
        for each in (ann, bob, robot):
            await each.until(6)
        act = asyncio.create_task(robot.send(ActMessage(6, "show", str(uuid4()))))
        await ann.say(SeenMessage(6))
        await asyncio.sleep(0.3)
        assert not act.done() or time.monotonic() - before >= CALM
        await bob.say(SeenMessage(6))
        assert isinstance(await act, TakenMessage)
        timing("a robot that everybody lets go on through another server", time.monotonic() - before, CALM - 1)


@pytest.mark.long
@pytest.mark.timeout(300)
async def test_robots_answer_when_it_can_have_been_read_whatever_they_hold(
    paced: Nursery, environment: dict[str, str], services: Services, database: str
) -> None:
    """Three tables of robots with other cards each: every frame comes when the one before it has been read, to the
    clock's grain. What somebody holds, and whether they lie, is not in it."""
    await forget_robots(services, database)
    port = free_port()
    paced.start(port)
    body = {"game": "declarer", "seats": 4, "robots": 4, "tempo": "quick"}
    tables = [call(port, "/api/tables", body)[1]["table"] for _ in range(3)]
    work = asyncio.create_task(
        RobotWorker(read_config(environment).worker_config(), f"http://127.0.0.1:{port}", 0.0).run()
    )
    found: list[float] = []
    async with AsyncExitStack() as stack:
        for table in tables:
            eve = await stack.enter_async_context(Player([port], table, ""))
            eve.on_state = Stopwatch(found)
        async with asyncio.timeout(240):
            while len(found) < 60:
                await asyncio.sleep(0.5)
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)
    assert min(found) >= -0.02
    assert max(found) - min(found) <= GRAIN


class Stopwatch:
    """Notes by how much each frame came later than the one before it can have been read."""

    def __init__(self, found: list[float]) -> None:
        self._found = found
        self._before: tuple[float, float] | None = None

    def __call__(self, state: StateMessage) -> None:
        now = time.monotonic()
        if self._before is not None and state.heard:
            then, reading = self._before
            self._found.append(now - then - reading)
        if state.heard:
            reading = state.heard[-1].reading / 1000
            self._before = (now, reading) if reading else None
