"""At the edges: bytes that are no text, names that are no names, errors nobody foresaw, sockets that end."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import signal
import urllib.error
import urllib.request
from uuid import uuid4

import asyncpg
import pytest
from bench.moves.load import LIBRARY, MalleTable
from websockets.asyncio.client import ClientConnection, connect

from malle.config.settings import read_config
from malle.games import OWN_GAMES
from malle.protocol import messages
from malle.protocol.messages import HelloMessage, RefusedMessage
from malle.runtime.seats.display_names import clean_name
from malle.testing.dev_services import Services
from malle.web.support.memory_trim import COLLECT_SECONDS
from tests.server.judging import judge_log
from tests.server.nursery import Nursery, free_port
from tests.server.player import Player, call, metrics
from tests.server.test_bad_days import play
from tests.server.test_many import memory
from tests.test_ways import routes

pytestmark = pytest.mark.services

NOT_TEXT = b'{"a\xbb":1}'


def post(port: int, path: str, body: bytes, kind: str = "application/json", token: str = "") -> tuple[int, str]:
    """Any bytes: (status, body)."""
    headers = {"content-type": kind, "authorization": f"Bearer {token}"}
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data=body, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


@pytest.mark.parametrize("path", ["", "/{table}/seats", "/{table}/robots", "/{table}/acts"])
def test_bytes_that_are_no_text_are_refused_with_a_sentence(nursery: Nursery, path: str) -> None:
    port = free_port()
    nursery.start(port)
    opened = call(port, "/api/tables", {"game": "parley", "seats": 2, "name": "Ann"})[1]
    status, body = post(port, "/api/tables" + path.format(**opened), NOT_TEXT, token=opened["token"])
    assert (status, json.loads(body)["slug"]) == (400, "malformed")
    assert "UTF-8" in json.loads(body)["sentence"]


async def test_what_is_nested_too_deeply_is_refused(nursery: Nursery, monkeypatch: pytest.MonkeyPatch) -> None:
    """By every route that is sent something, and at a socket, whatever it says that it is."""
    port = free_port()
    nursery.start(port, pages=True)
    opened = call(port, "/api/tables", {"game": "declarer", "seats": 3, "name": "Ann"})[1]
    paths = [route.removeprefix("POST ") for route in routes(monkeypatch) if route.startswith("POST ")]
    right = {"{table:str}": opened["table"], "{game:str}": "combinus"}
    for path in paths:
        for hole in re.findall(r"{\w+:\w+}", path):
            path = path.replace(hole, right.get(hole, "x"))
        for kind in ("application/json", "application/x-www-form-urlencoded"):
            while (status := post(port, path, b'{"type":"act","x":' + b"[" * 5000, kind, opened["token"])[0]) == 429:
                await asyncio.sleep(0.1)
            assert status < 500, (path, kind)
    async with connect(f"ws://127.0.0.1:{port}/tables/{opened['table']}/socket", compression=None) as socket:
        await socket.send(messages.encode(HelloMessage(opened["token"])))
        await socket.send(b'{"type":"act","seq":' + b"[" * 1500)
        assert (await next_refusal(socket)).slug == "malformed"
    assert not judge_log(nursery.log)


def test_bytes_that_are_no_text_in_pages(nursery: Nursery) -> None:
    """Forms and games for one: refused; who says no name that can be read is led back to the table's page."""
    port = free_port()
    nursery.start(port, pages=True)
    form = "application/x-www-form-urlencoded"
    opened = call(port, "/api/tables", {"game": "declarer", "seats": 3, "name": "Ann"})[1]
    for path, kind in (
        ("/tables", form),
        (f"/tables/{opened['table']}/join", form),
        ("/solo/combinus/ask", "application/json"),
        ("/solo/combinus/solved", "application/json"),
    ):
        for body in (b"game=\xbb\xff&name=%ff%00", b'{"name":"\xbb"}', b"\xff", b"game=declarer\0&name=\0"):
            status, answer = post(port, path, body, kind)
            led_back = status == 200 and path.endswith("/join")
            assert led_back or 400 <= status < 500, (path, body, answer)
    assert [each["name"] for each in call(port, f"/api/tables/{opened['table']}")[1]["seats"]] == ["Ann", "", ""]


NAMES = [
    ("a\0b", "ab"),
    ("  Ann \t of\r\nCork ", "Ann of Cork"),
    ("\u202eevil\u2066", "evil"),
    ("A\u034fn\ufe0fn\u3164\u2800\U000e0100", "Ann"),
    ("1\ufe0f\u20e3 ❤\ufe0f", "1\ufe0f\u20e3 ❤\ufe0f"),
    ("x" * 90, "x" * 30),
    ("Zoé 🦊", "Zoé 🦊"),
    ("les 👨\u200d👩\u200d👧", "les 👨\u200d👩\u200d👧"),
    ("A\u200dnn\u200d 🏳️\u200d🌈\u200d", "Ann 🏳️\u200d🌈"),
    ("Wilhelmine la très très très longue", "Wilhelmine la très très très"),
    ("e\u0301" * 31, "é" * 30),
    ("🇫🇷" * 31, "🇫🇷" * 20),
    ("Z" + "\u0337" * 50 + "oé", "Z" + "\u0337" * 4 + "oé"),
]


@pytest.mark.parametrize(("sent", "kept"), NAMES)
def test_a_name_is_cleaned_whichever_way_it_comes(nursery: Nursery, sent: str, kept: str) -> None:
    port = free_port()
    nursery.start(port)
    status, opened = call(port, "/api/tables", {"game": "parley", "seats": 2, "name": sent})
    assert status == 201, opened
    status, sat = call(port, f"/api/tables/{opened['table']}/seats", {"name": sent, "invite": opened["invite"]})
    assert status == 201, sat
    names = [seat["name"] for seat in call(port, f"/api/tables/{opened['table']}")[1]["seats"]]
    assert names == [kept, f"{kept} 2"]
    assert clean_name(sent) == kept


async def test_a_refused_name_leaves_no_table_behind(nursery: Nursery, services: Services, database: str) -> None:
    port = free_port()
    nursery.start(port)
    opened = call(port, "/api/tables", {"game": "parley", "seats": 2, "name": "Ann"})[1]
    before = await count_tables(services, database)
    for name in ("\0", "\u200b \n", " "):
        assert call(port, "/api/tables", {"game": "parley", "seats": 2, "name": name})[0] == 400
        seats = f"/api/tables/{opened['table']}/seats"
        assert call(port, seats, {"name": name, "invite": opened["invite"]})[0] == 400
    assert await count_tables(services, database) == before
    assert call(port, f"/api/tables/{opened['table']}")[1]["seats"][1]["kind"] == "open"


async def count_tables(services: Services, database: str) -> int:
    found = 0
    for cluster in range(2):
        connection = await asyncpg.connect(services.owner_url(cluster, database))
        found += await connection.fetchval("select count(*) from malle.tab")
        await connection.close()
    return found


async def test_what_is_no_text_on_a_socket(nursery: Nursery) -> None:
    port = free_port()
    nursery.start(port)
    opened = call(port, "/api/tables", {"game": "parley", "seats": 2, "name": "Ann"})[1]
    acts = (NOT_TEXT, b'{"type":"act","seq":1,"text":"\xbb","key":"%s"}' % str(uuid4()).encode(), b"\0")
    async with connect(f"ws://127.0.0.1:{port}/tables/{opened['table']}/socket") as socket:
        await socket.send(messages.encode(HelloMessage(token=opened["token"])))
        await socket.recv()
        for data in acts:
            await socket.send(data)
            answer = await next_refusal(socket)
            assert answer.slug == "malformed"
    assert "malle_failed_total{" not in metrics(port)


async def next_refusal(socket: ClientConnection) -> RefusedMessage:
    while True:
        answer = messages.decode_from_server(await socket.recv(decode=False))
        if isinstance(answer, RefusedMessage):
            return answer


async def test_no_error_of_ours_without_a_line_in_the_log(nursery: Nursery) -> None:
    """By request and by socket: one shape for the reader; the kind and the place for the operator, and no secret."""
    port = free_port()
    nursery.start(port, plant="breaks-down")
    opened = call(port, "/api/tables", {"game": "parley", "seats": 2, "name": "Ann"})[1]
    status, answer = call(port, f"/api/tables/{opened['table']}", token=opened["token"])
    assert (status, answer["slug"]) == (500, "bug")
    async with connect(f"ws://127.0.0.1:{port}/tables/{opened['table']}/socket") as socket:
        await socket.send(messages.encode(HelloMessage()))
        while 'where="show"' not in metrics(port):
            await asyncio.sleep(0.05)
    log = nursery.log.read_text()
    told = [json.loads(line) for line in log.splitlines() if '"request"' in line]
    assert [(line["route"], line["trouble"]) for line in told] == [("/api/tables/{table}", "KeyError")]
    assert "planted.py" in told[0]["at"]
    assert told[0]["id"] == answer["id"]
    for secret in ("ace of spades", opened["token"], opened["invite"]):
        assert secret not in log
    assert 'malle_failed_total{where="request"} 1.0' in metrics(port)


async def test_a_closed_socket_leaves_nothing_behind(nursery: Nursery) -> None:
    """Without the collector of cycles: 300 connections come and go, and none of them is in memory afterwards."""
    port = free_port()
    pid = nursery.start(port, plant="no-collector")
    opened = call(port, "/api/tables", {"game": "parley", "seats": 2, "name": "Ann"})[1]
    for _ in range(6):
        await asyncio.gather(*(come_and_go(port, opened["table"]) for _ in range(50)))
    while "malle_sockets 0.0" not in metrics(port):
        await asyncio.sleep(0.05)
    found = await alive(nursery, pid)
    assert (found["connections"], found["sockets"]) == (0, 0)


async def test_a_dropped_table_leaves_nothing_behind(nursery: Nursery) -> None:
    """Without the collector of cycles: of thirty tables that were played and left, five are in memory, as many as may
    be. A server that is never quiet would else keep them for an hour."""
    nursery.environment |= {"MALLE_ROOMS": "5"}
    port = free_port()
    pid = nursery.start(port, plant="no-collector")
    for _ in range(30):
        await play_a_little(port)
    assert (await alive(nursery, pid))["rooms"] == 5


async def test_words_are_read_before_anybody_comes(nursery: Nursery, services: Services, database: str) -> None:
    """The first claim at a table took everybody a third of a second: how long it is read was reckoned from words that
    nobody had read yet."""
    nursery.environment |= {"MALLE_PACE": "1", "MALLE_DATABASES": f"1={services.app_url(0, database)}"}
    keys, port = read_config(nursery.environment).keyring, free_port()
    pid = nursery.start(port, plant="no-collector")
    read = (await alive(nursery, pid))["read"]
    for game in OWN_GAMES:
        table = await MalleTable().open(port, game, services.owner_url(0, database), keys, LIBRARY, random.Random(1))
        for _ in range(20):
            await table.move()
        for each in table.sockets:
            await each.close()
    assert (await alive(nursery, pid))["read"] == read


@pytest.mark.long
@pytest.mark.timeout(1200)
async def test_the_memory_of_five_thousand_sockets_comes_back(nursery: Nursery) -> None:
    """Fifty at a time: 5,000 first, for whatever stays, once, and what the allocator keeps (after the first thousand
    the process is 3 to 6 percent smaller, after ten and fifteen thousand it is as large); then 5,000."""
    port = free_port()
    pid = nursery.start(port)
    opened = call(port, "/api/tables", {"game": "parley", "seats": 2, "name": "Ann"})[1]
    sizes = []
    for count in (5000, 5000):
        for _ in range(count // 50):
            await asyncio.gather(*(come_and_go(port, opened["table"]) for _ in range(50)))
        await asyncio.sleep(COLLECT_SECONDS + 5)
        sizes.append(memory(pid))
    print(f"{sizes[0]} kB after 5,000 sockets, {sizes[1]} kB after 5,000 more")
    assert sizes[1] <= 1.05 * sizes[0]


async def alive(nursery: Nursery, pid: int) -> dict[str, object]:
    """What a server that was planted so says of its memory."""

    def told() -> list[str]:
        return [line for line in nursery.log.read_text().splitlines() if '"alive"' in line]

    before = len(told())
    os.kill(pid, signal.SIGUSR1)
    while len(told()) == before:
        await asyncio.sleep(0.05)
    return dict(json.loads(told()[-1]))


async def play_a_little(port: int) -> None:
    """Two people sit down, make two moves each, and go."""
    opened = call(port, "/api/tables", {"game": "parley", "seats": 2, "name": "Ann"})[1]
    table, body = opened["table"], {"name": "Bob", "invite": opened["invite"]}
    other = call(port, f"/api/tables/{table}/seats", body)[1]["token"]
    async with Player([port], table, opened["token"]) as ann, Player([port], table, other) as bob:
        await play(ann, bob, {}, 2)


async def come_and_go(port: int, table: str) -> None:
    async with connect(f"ws://127.0.0.1:{port}/tables/{table}/socket", close_timeout=5) as socket:
        await socket.send(messages.encode(HelloMessage()))
        await socket.recv()
