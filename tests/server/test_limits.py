"""What a stranger may not do: come from another site, shout, send too much, read nothing, take another's seat."""

from __future__ import annotations

import asyncio
import http.client
import json
import signal
import socket
import time
from uuid import uuid4

import pytest
import websockets
from websockets.asyncio.client import ClientConnection, connect

from malle.config.settings import read_config
from malle.protocol import messages
from malle.protocol.messages import ActMessage, HelloMessage, RefusedMessage, TakenMessage
from malle.testing.timing import Timing
from tests.server.nursery import Nursery, Zygote, free_port
from tests.server.player import Player, call, metrics
from tests.server.test_play import open_robots

pytestmark = pytest.mark.services


async def test_pages_of_other_sites_are_refused(nursery: Nursery) -> None:
    port = free_port()
    nursery.start(port)
    body = {"game": "parley", "seats": 2, "name": "Ann"}
    evil = {"origin": "https://evil.example"}
    assert call(port, "/api/tables", body, headers=evil)[0] == 403
    for site, status in (("cross-site", 403), ("same-site", 403), ("same-origin", 201), ("none", 201)):
        assert call(port, "/api/tables", body, headers={"sec-fetch-site": site})[0] == status
    status, opened = call(port, "/api/tables", body, headers={"origin": f"http://127.0.0.1:{port}"})
    assert status == 201
    url = f"ws://127.0.0.1:{port}/tables/{opened['table']}/socket"
    with pytest.raises(websockets.InvalidStatus):
        await connect(url, additional_headers=evil)
    # A cookie counts only on our own pages.
    cookie = {"cookie": f"malle={opened['token']}"}
    for headers, viewer in ((cookie, None), ({**cookie, "origin": f"http://127.0.0.1:{port}"}, 0)):
        async with connect(url, additional_headers=headers) as sock:
            await sock.send(messages.encode(HelloMessage()))
            state = messages.decode_from_server(await sock.recv(decode=False))
            assert isinstance(state, messages.StateMessage)
            assert state.viewer == viewer


def test_no_browser_guesses_what_it_is_sent(nursery: Nursery) -> None:
    """Every answer says what it is: pages, files, JSON, and refusals. Pages need nothing of the machine."""
    port = free_port()
    nursery.start(port, pages=True)
    told = {}
    paths = ("/", "/health", "/ready", "/api/tables/nothing", "/no-such-page", "/static/x/malle.css", "/api/tables")
    for path in paths:
        asked = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        asked.request("GET", path)
        answer = asked.getresponse()
        told[path] = (answer.status, answer.headers.get_all("x-content-type-options"))
        if answer.headers["content-type"].startswith("text/html"):
            assert "camera=()" in answer.headers["permissions-policy"]
        asked.close()
    assert {kind for _, kinds in told.values() for kind in kinds or ["none"]} == {"nosniff"}, told
    assert all(len(kinds or []) == 1 for _, kinds in told.values()), told
    assert {status for status, _ in told.values()} == {200, 400, 404, 405}, told


async def test_what_is_too_much_is_refused(zygote: Zygote, environment: dict[str, str], nursery: Nursery) -> None:
    port = free_port()
    slow = Nursery(zygote, {**environment, "MALLE_RATE": "5", "MALLE_HTTP_RATE": "2"}, nursery.log)
    slow.start(port)
    try:
        table, tokens = open_robots(port, environment, 2)
        url = f"ws://127.0.0.1:{port}/tables/{table}/socket"
        async with connect(url) as sock:
            await sock.send(messages.encode(HelloMessage(token=tokens[0])))
            await sock.recv()
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await _shout(sock)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008
        async with connect(url) as sock:
            await sock.send(b"x" * 100_000)
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await sock.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009
        statuses = [call(port, "/api/tables", {"game": "parley", "seats": 2, "robots": 2})[0] for _ in range(20)]
        assert 429 in statuses
        assert call(port, "/api/tables", {"game": "x" * 100_000, "seats": 2})[0] in (413, 429)
    finally:
        slow.close()


async def _shout(sock: ClientConnection) -> None:
    for _ in range(200):
        await sock.send(messages.encode(ActMessage(0, "x", str(uuid4()))))
        await sock.recv()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b"[]",
        b"\xff",
        b'{"type":"hello","token":1e999}',
        b'{"type":"act"}',
        b'{"type":"hello","more":1}',
        b"[" * 4000,
    ],
)
async def test_nonsense_gets_one_shape_of_answer(nursery: Nursery, environment: dict[str, str], data: bytes) -> None:
    port = free_port()
    nursery.start(port)
    table, _ = open_robots(port, environment, 2)
    async with connect(f"ws://127.0.0.1:{port}/tables/{table}/socket") as sock:
        await sock.send(data)
        answer = messages.decode_from_server(await sock.recv(decode=False))
        assert isinstance(answer, RefusedMessage)
        assert answer.slug == "malformed"
    for path, status, slug in (
        ("/api/tables/nope", 400, "malformed"),
        ("/api/tables/0000000000000", 404, "no-such-table"),
        ("/nowhere", 404, "no-such-page"),
    ):
        assert call(port, path)[0] == status
        assert call(port, path)[1]["slug"] == slug


async def test_tokens_open_their_own_seat_only(nursery: Nursery, environment: dict[str, str]) -> None:
    port = free_port()
    nursery.start(port)
    opened = call(port, "/api/tables", {"game": "parley", "seats": 3, "name": "Ann"})[1]
    table = opened["table"]
    other = call(port, "/api/tables", {"game": "parley", "seats": 3, "name": "Eve"})[1]
    seats = f"/api/tables/{table}/seats"
    assert call(port, seats, {"name": "Eve", "invite": other["invite"]})[0] == 403
    assert call(port, seats, {"name": "Eve", "invite": opened["invite"], "seat": 0})[0] == 409
    assert call(port, f"/api/tables/{table}/robots", {"seat": 2})[0] == 403
    assert call(port, f"/api/tables/{table}/robots", {"seat": 2}, token=opened["token"])[0] == 201
    assert call(port, seats, {"name": "Bob", "invite": opened["invite"]})[0] == 201
    assert call(port, seats, {"name": "Bob", "invite": opened["invite"]})[0] == 409
    act = {"type": "act", "seq": 3, "text": "bid 1", "key": str(uuid4())}
    for token, status in (
        (other["token"], 409),
        ("", 409),
        (read_config(environment).worker_config().robot_key.seat_token(table, 0), 403),
    ):
        assert call(port, f"/api/tables/{table}/acts", act, token=token)[0] == status
    assert call(port, f"/api/tables/{table}/acts", act, token=opened["token"])[0] == 200


@pytest.mark.timeout(120)
async def test_whoever_reads_nothing_holds_up_nobody(
    nursery: Nursery, environment: dict[str, str], timing: Timing
) -> None:
    """A watcher that never reads: the others' answers do not wait, and it is sent away; then it can come back."""
    port = free_port()
    nursery.start(port)
    table, tokens = open_robots(port, environment, 2, rounds=1000)
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.connect(("127.0.0.1", port))
    raw.sendall(
        f"GET /tables/{table}/socket HTTP/1.1\r\nhost: 127.0.0.1\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
        "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n".encode()
    )
    await asyncio.sleep(0.3)
    hello = messages.encode(HelloMessage())
    raw.sendall(bytes([0x82, 0x80 | len(hello), 0, 0, 0, 0]) + hello)
    async with Player([port], table, tokens[0]) as one, Player([port], table, tokens[1]) as two:
        longest = 0.0
        gone = 0.0
        began = time.monotonic()
        while time.monotonic() - began < 60 and not gone:
            for player in (one, two):
                state = await player.until(2)
                if bytes(state.legal) not in (b"null", b"[]"):
                    text = "bid 1" if b"Bid" in bytes(state.legal) else "keep"
                    asked = time.monotonic()
                    answer = await player.act(text)
                    longest = max(longest, time.monotonic() - asked)
                    if isinstance(answer, TakenMessage):
                        await player.until(answer.seq)
            text = metrics(port)
            if "malle_sockets 2.0" in text:
                gone = time.monotonic() - began
        assert gone, "the watcher is still there after a minute"
        timing("the longest answer meanwhile", longest, 2)
    raw.close()


async def test_a_server_that_is_told_to_end_ends_well(nursery: Nursery, environment: dict[str, str]) -> None:
    """SIGTERM: what is under way is answered or can be asked again, sockets are closed, others take over."""
    ports = [free_port(), free_port()]
    pids = [nursery.start(port) for port in ports]
    table, tokens = open_robots(ports[0], environment, 2, rounds=1000)
    async with Player(ports, table, tokens[0]) as one, Player(ports, table, tokens[1]) as two:
        for player in (one, two):
            await player.until(2)
        for _ in range(4):
            await _round(one, two)
        assert one.port == two.port == ports[0]
        ending = asyncio.create_task(asyncio.to_thread(nursery.end, pids[0], signal.SIGTERM))
        while not ending.done():
            await _round(one, two)
        await ending
        await _round(one, two)
        assert one.port == two.port == ports[1]
        public = call(ports[1], f"/api/tables/{table}")[1]
        assert public["awaited"] == [0, 1], json.dumps(public)


async def _round(one: Player, two: Player) -> None:
    """A round of parley that all have seen to its end."""
    for player, text in ((one, "bid 1"), (two, "bid 0"), (one, "keep")):
        taken = await player.act(text)
        assert isinstance(taken, TakenMessage)
        for each in (one, two):
            await each.until(taken.seq)
