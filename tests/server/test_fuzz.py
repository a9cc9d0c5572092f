"""Nonsense breaks nothing: no answer is 500, nothing hangs, and the log has no error."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import random
from uuid import uuid4

import pytest
import websockets
from websockets.asyncio.client import ClientConnection, connect

from malle.protocol import messages
from malle.protocol.messages import ActMessage, HelloMessage, TakenMessage
from tests.server import fuzz
from tests.server.judging import judge_log
from tests.server.nursery import Nursery, free_port
from tests.server.player import Player, call

pytestmark = pytest.mark.services
SIZES = [1, pytest.param(10, marks=[pytest.mark.long, pytest.mark.timeout(3600)])]
"""A tenth every day."""


async def shout(port: int, table: str, token: str, luck: random.Random, count: int) -> int:
    """So many messages over sockets that come back when they are sent away: how many were answered or taken in."""
    said = 0
    while said < count:
        try:
            async with connect(f"ws://127.0.0.1:{port}/tables/{table}/socket", compression=None) as socket:
                await socket.send(messages.encode(HelloMessage(token)))
                reading = asyncio.create_task(drain(socket))  # to its end: nobody closes what is not read
                for _ in range(min(count - said, 500)):
                    data = fuzz.message(luck)
                    await socket.send(data if luck.random() < 0.5 else data.decode("utf-8", "replace"))
                    said += 1
                async with asyncio.timeout(60):
                    await (await socket.ping())
            await reading
        except websockets.ConnectionClosed:
            continue
    return said


async def drain(socket: ClientConnection) -> None:
    """Reads and forgets."""
    with contextlib.suppress(websockets.ConnectionClosed):
        async for _ in socket:
            pass


@pytest.mark.parametrize("times", SIZES)
async def test_nonsense_at_sockets(nursery: Nursery, times: int) -> None:
    port, luck = free_port(), random.Random(3)
    nursery.start(port)
    opened = call(port, "/api/tables", {"game": "parley", "seats": 2, "name": "Ann", "options": {"rounds": 1000}})[1]
    invite = {"name": "Bob", "invite": opened["invite"]}
    bobs = call(port, f"/api/tables/{opened['table']}/seats", invite)[1]["token"]
    tokens = (opened["token"], bobs, "", "x")
    said = await asyncio.gather(
        *(shout(port, opened["table"], token, random.Random(luck.random()), 2500 * times) for token in tokens)
    )
    assert sum(said) >= 10_000 * times
    other = call(port, "/api/tables", {"game": "parley", "seats": 2, "name": "Zoe", "robots": 1})[1]
    async with Player([port], other["table"], other["token"]) as zoe:  # everybody else plays on
        await zoe.until(2)
        assert isinstance(await zoe.send(ActMessage(2, "bid 1", str(uuid4()))), TakenMessage)
    assert not judge_log(nursery.log)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("times", SIZES)
def test_nonsense_by_http(nursery: Nursery, times: int) -> None:
    port, luck = free_port(), random.Random(4)
    nursery.start(port, pages=True)
    table = call(port, "/api/tables", {"game": "declarer", "seats": 3, "name": "Ann"})[1]["table"]
    paths = [
        "/", "/api/tables", f"/api/tables/{table}", f"/api/tables/{table}/seats", f"/api/tables/{table}/robots",
        f"/api/tables/{table}/acts", f"/api/tables/{table}/record", f"/api/tables/{table}/reports", "/api/robots",
        f"/tables/{table}", f"/tables/{table}/next", f"/tables/{table}/record", f"/tables/{table}/replay", "/tables/x",
        "/games/declarer", "/games/declarer/rules", "/solo/combinus", "/solo/combinus/solved", "/solo/combinus/hint",
        "/play", "/join", "/static/x/table.js", "/editions/x", "/health", "/ready", "/favicon.ico", "/lessons/declarer",
    ]  # fmt: skip
    statuses: dict[int, int] = {}
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    for _ in range(2000 * times):
        method, path, headers, body = fuzz.request(luck, paths)
        try:
            connection.putrequest(method, path.replace(" ", ""), skip_host="host" in headers, skip_accept_encoding=True)
            for name, value in {**headers, "content-length": str(len(body or b""))}.items():
                connection.putheader(name, value.encode("latin-1"))
            connection.endheaders(body)
            with connection.getresponse() as answer:
                answer.read()
            statuses[answer.status] = statuses.get(answer.status, 0) + 1
            assert answer.status < 500, (method, path, headers, body)
            if answer.will_close:
                connection.close()
        except (http.client.HTTPException, ConnectionError):
            connection.close()
    connection.close()
    print(statuses)
    assert sum(statuses.values()) > 1900 * times
    assert statuses[200] > 30 * times
    assert not judge_log(nursery.log)
