"""How much one address, and one table, may have: and everybody else goes on."""

from __future__ import annotations

import asyncio
import json
import socket
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from uuid import uuid4

import pytest
import websockets
from websockets.asyncio.client import connect

from malle.config.settings import read_config
from malle.protocol import messages
from malle.protocol.messages import HelloMessage, RefusedMessage, TableCommandMessage, TakenMessage
from malle.robots.robot_worker import RobotWorker
from malle.storage.store import Store, parse_table_id
from malle.testing.dev_services import Services
from malle.web.security.quotas import MAX_QUESTIONS, MAX_QUESTIONS_PER_ADDRESS, MAX_STORIES_PER_ADDRESS, Quotas
from malle.web.security.rate_limits import TooFast
from malle.web.security.site_url import is_local_host
from tests.server.bots import LIBRARY
from tests.server.nursery import Nursery, Zygote, free_port
from tests.server.player import Player, call
from tests.server.test_match import open_two, play
from tests.server.test_robots import forget_robots, is_over

pytestmark = pytest.mark.services
Start = Callable[..., int]


@pytest.fixture
def strict(zygote: Zygote, environment: dict[str, str], nursery: Nursery) -> Iterator[Start]:
    """Starts a server with other settings: its port."""
    made: list[Nursery] = []

    def start(*, plant: str = "", pages: bool = False, **settings: str) -> int:
        port = free_port()
        made.append(Nursery(zygote, {**environment, **settings}, nursery.log))
        made[-1].start(port, plant=plant, pages=pages)
        return port

    yield start
    for each in made:
        each.close()


def open_from(port: int, address: str, **headers: str) -> tuple[int, int, str]:
    """A table opened from an address, as a proxy tells it: (status, seconds to wait, the cookie)."""
    body = json.dumps({"game": "parley", "seats": 2, "name": "Ann"}).encode()
    told = {"content-type": "application/json", "x-forwarded-for": address, **headers}
    request = urllib.request.Request(f"http://127.0.0.1:{port}/api/tables", data=body, headers=told)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, 0, answer.headers["set-cookie"]
    except urllib.error.HTTPError as error:
        with error:
            return error.code, int(error.headers["retry-after"]), ""


def test_an_address_opens_so_many_tables_an_hour_and_is_told_when(strict: Start) -> None:
    port = strict(MALLE_TABLES="8")
    assert [open_from(port, "203.0.113.7")[0] for _ in range(3)] == [201, 201, 429]
    _, seconds, _ = open_from(port, "203.0.113.7")
    assert 1 < seconds <= 3600 / 8
    assert open_from(port, "203.0.113.8")[0] == 201
    network = "2001:db8:1:2:"
    assert [open_from(port, f"{network}:{each}")[0] for each in range(1, 4)] == [201, 201, 429]


def test_only_a_trusted_proxy_says_who_asks_and_whether_under_tls(strict: Start) -> None:
    trusting, strange = strict(MALLE_TABLES="8"), strict(MALLE_TABLES="8", MALLE_PROXIES="192.0.2.1")
    tls = {"x-forwarded-proto": "https"}
    assert "Secure" in open_from(trusting, "203.0.113.7", **tls)[2]
    assert "Secure" not in open_from(strange, "203.0.113.7", **tls)[2]
    assert [open_from(strange, f"203.0.113.{each}")[0] for each in (1, 2)] == [201, 429]


async def test_an_address_has_so_many_sockets_and_a_worker_as_many_as_it_needs(
    strict: Start, environment: dict[str, str]
) -> None:
    port = strict(MALLE_SOCKETS="5")
    opened = call(port, "/api/tables", {"game": "parley", "seats": 2, "name": "Ann"})[1]
    url = f"ws://127.0.0.1:{port}/tables/{opened['table']}/socket"
    worker = {"authorization": f"Bearer {read_config(environment).worker_config().robot_key.worker_token()}"}
    async with AsyncExitStack() as stack:
        for _ in range(5):
            await stack.enter_async_context(connect(url))
        with pytest.raises(websockets.InvalidStatus):
            await connect(url)
        for _ in range(20):
            await stack.enter_async_context(connect(url, additional_headers=worker))
        elsewhere = {"x-forwarded-for": "203.0.113.7"}
        await stack.enter_async_context(connect(url, additional_headers=elsewhere))
    async with asyncio.timeout(60):
        while True:  # the server has yet to notice that they left
            try:
                await (await connect(url)).close()
                break
            except websockets.InvalidStatus:
                await asyncio.sleep(0.2)


async def test_a_table_has_so_many_notes_whoever_shouts(strict: Start) -> None:
    """Four tabs of a player: each may say as much as a socket may, and the log does not grow by all of it."""
    port = strict(MALLE_RATE="20")
    opened = call(port, "/api/tables", {"game": "parley", "seats": 2, "name": "Ann", "robots": 1})[1]
    async with AsyncExitStack() as stack:
        tabs = [await stack.enter_async_context(Player([port], opened["table"], opened["token"])) for _ in range(4)]
        for tab in tabs:
            await tab.until(2)
            for _ in range(15):
                await tab.shout(TableCommandMessage(2, "resume", str(uuid4())))
        for tab in tabs:
            await tab.wait(lambda tab=tab: len(tab.answers) == 15)  # type: ignore[misc]
        slugs = [each.slug for tab in tabs for each in tab.answers.values() if isinstance(each, RefusedMessage)]
    assert slugs.count("too-fast") >= 30


@contextmanager
def raw(port: int, data: bytes) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", port), timeout=60) as made:
        made.sendall(data)
        yield made


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"GET / HT",
        b"GET /health HTTP/1.1\r\nhost: x\r\n",
        b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{",
    ],
    ids=["nothing", "half a word", "half a head", "half a body"],
)
def test_whoever_does_not_say_what_they_want_is_sent_away(strict: Start, said: bytes) -> None:
    port = strict(plant="in-a-hurry")
    with raw(port, said) as silent:
        assert silent.recv(100) == b""
    with raw(port, b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n") as known:
        assert b"200 OK" in known.recv(1000)
        known.sendall(b"GET /hea")
        while known.recv(1000):
            pass


async def test_a_socket_may_be_silent_for_longer_than_a_request_may_take(strict: Start) -> None:
    port = strict(plant="in-a-hurry")
    table = call(port, "/api/tables", {"game": "parley", "seats": 2, "name": "Ann"})[1]["table"]
    async with connect(f"ws://127.0.0.1:{port}/tables/{table}/socket", ping_interval=None) as silent:
        await silent.send(messages.encode(HelloMessage("")))
        await silent.recv()
        with raw(port, b"") as later:  # whose time begins after the socket's and ends with it
            assert await asyncio.to_thread(later.recv, 100) == b""
        async with asyncio.timeout(60):
            await (await silent.ping())


def test_questions_to_a_solver_stand_in_a_line_that_ends(environment: dict[str, str]) -> None:
    quotas = Quotas(read_config(environment))
    for _ in range(MAX_QUESTIONS_PER_ADDRESS):
        quotas.take_question_place("203.0.113.1")
    with pytest.raises(TooFast):
        quotas.take_question_place("203.0.113.1")
    for each in range(MAX_QUESTIONS - MAX_QUESTIONS_PER_ADDRESS):
        quotas.take_question_place(f"198.51.100.{each}")
    with pytest.raises(TooFast) as told:
        quotas.take_question_place("203.0.113.2")
    assert told.value.retry_after_seconds > 10
    quotas.open_questions.release("203.0.113.1")
    quotas.take_question_place("203.0.113.1")


def test_what_is_made_anew_for_whoever_asks_is_made_so_often_for_an_address(strict: Start) -> None:
    """A record is a whole game played again, a page about oneself a dozen queries; neither changes anything."""
    port = strict(pages=True, MALLE_HTTP_RATE="0.001")
    table, tokens = open_two(port)
    play(port, table, tokens)  # the five requests that are free
    paths = [f"/tables/{table}/record", f"/tables/{table}/moments", "/me", "/mine", "/me/export"]
    for number, path in enumerate(paths):
        headers = {"x-forwarded-for": f"203.0.113.{number}", "cookie": f"malle={tokens[0]}"}
        assert [call(port, path, headers=headers)[0] for _ in range(7)] == [200] * 5 + [429] * 2, path


def test_stories_stand_in_a_line_that_ends(environment: dict[str, str]) -> None:
    quotas = Quotas(read_config(environment))
    for line in range(MAX_STORIES_PER_ADDRESS):
        quotas.take_story_place("203.0.113.1", line)
    with pytest.raises(TooFast):
        quotas.take_story_place("203.0.113.1", MAX_STORIES_PER_ADDRESS)
    quotas.take_story_place("203.0.113.2", MAX_QUESTIONS - 1)
    with pytest.raises(TooFast) as told:
        quotas.take_story_place("203.0.113.3", MAX_QUESTIONS)
    assert told.value.retry_after_seconds > 10


def test_where_the_site_is_no_header_says(strict: Start) -> None:
    body = {"game": "declarer", "seats": 3, "name": "Ann"}
    unset, known = strict(pages=True), strict(pages=True, MALLE_ADDRESS="https://games.example/")
    for port, host, link in (
        (unset, "", f"http://127.0.0.1:{unset}/tables/"),
        (unset, "evil.example", ""),
        (known, "evil.example", "https://games.example/tables/"),
    ):
        opened = call(port, "/api/tables", body)[1]
        headers = {"cookie": f"malle={opened['token']}", "accept": "text/html", **({"host": host} if host else {})}
        status, page = call(port, f"/tables/{opened['table']}", headers=headers)
        assert status == (200 if link else 400)
        assert link in page
        assert "//evil.example" not in page


@pytest.mark.parametrize("host", ["localhost:8000", "192.168.1.5:8000", "[::1]:8000", "nas", "nas.local:80"])
def test_a_machine_of_ones_own_network_needs_no_setting(host: str) -> None:
    assert is_local_host(host)
    assert not is_local_host("games.example")
    assert not is_local_host("8.8.8.8")


async def test_robots_alone_wait_until_somebody_looks(
    nursery: Nursery, environment: dict[str, str], services: Services, database: str
) -> None:
    await forget_robots(services, database)
    port = free_port()
    nursery.start(port)
    body = {"game": "parley", "seats": 2, "robots": 2, "options": {"rounds": 2}}
    unseen, seen = (call(port, "/api/tables", body)[1]["table"] for _ in range(2))
    worker = RobotWorker(read_config(environment).worker_config(), f"http://127.0.0.1:{port}", 0.0, LIBRARY)
    work = asyncio.create_task(worker.run())
    async with Player([port], seen, "") as watcher:
        await watcher.wait(lambda: is_over(watcher))
    assert worker.moves_sent[unseen] == 0
    async with Player([port], unseen, "") as watcher:
        await watcher.wait(lambda: is_over(watcher))
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)


async def test_a_table_with_late_spectators_is_loaded_from_a_snapshot(
    strict: Start, environment: dict[str, str], store: Store
) -> None:
    """And they see no more than before: the snapshot is of what they see."""
    ports = [strict(MALLE_SNAPSHOT="5") for _ in range(2)]
    body = {"game": "parley", "seats": 2, "robots": 2, "options": {"rounds": 10}, "late": 4}
    table = call(ports[0], "/api/tables", body)[1]["table"]
    tokens = [read_config(environment).worker_config().robot_key.seat_token(table, seat) for seat in range(2)]
    async with Player(ports[:1], table, tokens[0]) as one, Player(ports[:1], table, tokens[1]) as other:
        for seq in range(2, 16):
            state = await one.until(seq)
            await other.until(seq)
            mover = (one, other)[json.loads(bytes(state.table))["awaited"][0]]
            if not isinstance(await mover.act("bid 1"), TakenMessage):
                assert isinstance(await mover.act("keep"), TakenMessage)
        await one.until(16)
        found = await store.load_table(parse_table_id(table))
        while found.snapshot is None:
            await asyncio.sleep(0.05)
            found = await store.load_table(parse_table_id(table))
        assert 4 <= len(found.entries) < 16
        async with connect(f"ws://127.0.0.1:{ports[1]}/tables/{table}/socket") as eve:
            await eve.send(messages.encode(HelloMessage()))
            seen = messages.decode_from_server(await eve.recv(decode=False))
            assert isinstance(seen, messages.StateMessage)
            assert seen.seq == 16 - 4
