"""The server is ended beside moves: at a claimed deadline, a seat, the next table, a snapshot. Nobody notices after."""

from __future__ import annotations

import asyncio
import http.client
import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import asyncpg
import pytest
from websockets.asyncio.client import connect

from malle.core.message import Message
from malle.protocol.messages import (
    HelloMessage,
    StateMessage,
    TableCommandMessage,
    TakenMessage,
    decode_from_server,
    encode,
)
from malle.storage.store import parse_table_id
from malle.testing.dev_services import Services
from malle.web.security.device_cookie import make_device_secret
from tests.server.nursery import Nursery, Zygote, free_port
from tests.server.player import Player, call
from tests.server.test_loops import open_slow
from tests.server.test_robots import is_over

pytestmark = [pytest.mark.services, pytest.mark.usefixtures("no_clock_left_running")]


@pytest.fixture
def often(zygote: Zygote, environment: dict[str, str], nursery: Nursery) -> Nursery:
    """Servers that keep a snapshot every few moves."""
    made = Nursery(zygote, {**environment, "MALLE_SNAPSHOT": "4"}, nursery.log)
    made.alive = nursery.alive
    return made


async def rows(services: Services, database: str, table: str) -> list[asyncpg.Record]:
    """The log of a table."""
    id_ = parse_table_id(table)
    connection = await asyncpg.connect(services.owner_url((id_ >> 48) - 1, database))
    found = await connection.fetch("select seq, mover, lines from malle.entry where tab = $1 order by seq", id_)
    await connection.close()
    return found


async def test_a_claimed_deadline_is_another_s(often: Nursery, services: Services, database: str) -> None:
    """Whoever claimed it is gone: after five seconds it is claimed again, and each seat is answered for once."""
    port = free_port()
    pid = often.start(port, kill_at="claimed:1")
    table = open_slow(port)["table"]
    begun = len(await rows(services, database, table))
    await asyncio.to_thread(often.wait, pid, 90)
    assert len(await rows(services, database, table)) == begun
    often.start(port)
    async with asyncio.timeout(90):
        while len(found := await rows(services, database, table)) < begun + 2:
            await asyncio.sleep(0.1)
    assert sorted(row["mover"] for row in found[begun : begun + 2]) == [0, 1]
    assert [row["seq"] for row in found] == list(range(1, len(found) + 1))


async def test_whoever_sat_down_sits(often: Nursery, services: Services, database: str) -> None:
    """Their seat is written and they do not know it: when they ask again they have it, and no second one."""
    port, device = free_port(), make_device_secret()
    pid = often.start(port)
    opened = call(port, "/api/tables", {"game": "parley", "seats": 3, "name": "Ann"})[1]
    often.end(pid)
    pid = often.start(port, kill_at="sat:1")
    wish, path = {"name": "Bob", "invite": opened["invite"]}, f"/api/tables/{opened['table']}/seats"
    with pytest.raises((OSError, http.client.HTTPException)):
        call(port, path, wish, token=device)
    often.wait(pid)
    often.start(port)
    assert call(port, path, wish, token=device)[0] == 201
    kinds = [each["kind"] for each in call(port, f"/api/tables/{opened['table']}")[1]["seats"]]
    assert kinds == ["person", "person", "open"]
    assert len(await rows(services, database, opened["table"])) == 2
    async with Player([port], opened["table"], device) as bob:
        await bob.wait(lambda: bob.state is not None)
        assert bob.state is not None
        assert bob.state.viewer == 1


async def test_everybody_goes_on_at_one_table(often: Nursery, services: Services, database: str) -> None:
    port = free_port()
    pid = often.start(port)
    opened = open_slow(port, pace=None, options={"rounds": 1})
    async with (
        Player([port], opened["table"], opened["ann"]) as ann,
        Player([port], opened["table"], opened["bob"]) as bob,
    ):
        await play_on([ann, bob], lambda: is_over(ann))
        often.end(pid)
        pid = often.start(port, kill_at="gone-on:1")
        asked = [
            asyncio.create_task(each.send(TableCommandMessage(_seq(ann), "next", str(uuid4())))) for each in (ann, bob)
        ]
        await asyncio.to_thread(often.wait, pid, 90)
        often.start(port)
        for answer in asked:
            assert isinstance(await answer, TakenMessage)
        for each in (ann, bob):
            await each.wait(lambda each=each: bool(public(each)["next"]))  # type: ignore[misc]
        assert public(ann)["next"] == public(bob)["next"]
        written = [row["lines"] for row in await rows(services, database, opened["table"])]
        assert sum(line.startswith("next ") for line in written) == 1
        async with Player([port], public(ann)["next"], opened["bob"]) as again:
            await again.until(2)
            assert again.state is not None
            assert again.state.viewer == 0  # everybody moved on by one


@pytest.mark.parametrize("point", ["snapping", "snapped"])
async def test_a_snapshot_is_kept_or_not(point: str, often: Nursery, services: Services, database: str) -> None:
    port = free_port()
    pid = often.start(port, kill_at=f"{point}:2")
    opened = open_slow(port, pace=None, options={"rounds": 10})
    async with (
        Player([port], opened["table"], opened["ann"]) as ann,
        Player([port], opened["table"], opened["bob"]) as bob,
    ):
        playing = asyncio.create_task(play_on([ann, bob], lambda: is_over(ann)))
        await asyncio.to_thread(often.wait, pid, 90)
        often.start(port)
        await playing
        found = await rows(services, database, opened["table"])
        assert [row["seq"] for row in found] == list(range(1, _seq(ann) + 1))


async def test_whoever_comes_after_a_restart_reads_what_happened(often: Nursery) -> None:
    """A snapshot is as old as the moves that are to be told: the log does not begin where the latest one was taken."""
    port = free_port()
    pid = often.start(port)
    opened = open_slow(port, pace=None, options={"rounds": 1000})

    async def lines() -> list[tuple[Message, ...]]:
        async with connect(f"ws://127.0.0.1:{port}/tables/{opened['table']}/socket") as eve:
            await eve.send(encode(HelloMessage()))
            first = decode_from_server(await eve.recv(decode=False))
            assert isinstance(first, StateMessage)
            return [told.said for told in first.log][-2:]  # of four moves at least one half is told

    async with (
        Player([port], opened["table"], opened["ann"]) as ann,
        Player([port], opened["table"], opened["bob"]) as bob,
    ):
        for stop in range(14, 19):
            await play_on([ann, bob], lambda stop=stop: _seq(ann) >= stop)  # type: ignore[misc]
            before = await lines()
            await asyncio.sleep(0.2)  # a snapshot may be under way
            often.end(pid)
            pid = often.start(port)
            assert await lines() == before
            assert len(before) == 2


async def play_on(players: list[Player], done: Callable[[], bool]) -> None:
    """Everybody says the first thing that is taken, until something is so."""
    while not done():
        for seat, each in enumerate(players):
            await each.wait(lambda each=each: each.state is not None)  # type: ignore[misc]
            if seat in public(each)["awaited"] and not isinstance(await each.act("bid 1"), TakenMessage):
                await each.act("keep")
        await asyncio.sleep(0.02)


def public(player: Player) -> dict[str, Any]:
    """What everybody knows."""
    found: dict[str, Any] = {} if player.state is None else json.loads(bytes(player.state.table))
    return found


def _seq(player: Player) -> int:
    return 0 if player.state is None else player.state.seq
