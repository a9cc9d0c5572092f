"""Several devices are one person; one that was closed is nobody any more, at whichever process."""

from __future__ import annotations

import contextlib
import http.client
import re
import time
import urllib.parse
from types import SimpleNamespace
from typing import cast
from uuid import UUID

import asyncpg
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from malle.core import Seat
from malle.protocol import messages
from malle.protocol.messages import HelloMessage
from malle.runtime.room import Room
from malle.runtime.seats import device_owners
from malle.runtime.seats.device_owners import DeviceOwners
from malle.runtime.seats.identity import Caller, NotYours
from malle.storage.database_errors import DatabaseUnavailable
from malle.storage.store import Store, TableId, person_of_token, token_digest
from malle.testing.dev_services import Services
from malle.web.security.device_cookie import make_device_secret
from malle.web.security.device_label import make_device_label
from tests.server.nursery import Nursery, free_port
from tests.server.player import call
from tests.server.test_device import browse, viewer

pytestmark = pytest.mark.services

AGENTS = {
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0": "firefox computer",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Mobile/15E148 Safari/604.1": "safari phone",
    "Mozilla/5.0 (Linux; Android 15) Chrome/140.0.0.0 Mobile Safari/537.36": "chrome phone",
    "Mozilla/5.0 (Linux; Android 15; SM-X710) Chrome/140.0.0.0 Safari/537.36": "chrome tablet",
    "Mozilla/5.0 (Windows NT 10.0) Chrome/140.0.0.0 Safari/537.36 Edg/140.0": "edge computer",
    "curl/8": "other other",
}


def page(port: int, path: str, cookies: dict[str, str], agent: str = "") -> tuple[int, str]:
    """A page as a browser gets it."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()), "accept": "text/html"}
    connection.request("GET", path, headers=headers | {"user-agent": agent, "accept-language": "en"})
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text


def post_page(port: int, path: str, cookies: dict[str, str], form: dict[str, str]) -> tuple[int, str]:
    """What a form of ours is answered with."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()), "accept": "text/html"}
    headers |= {"content-type": "application/x-www-form-urlencoded", "origin": f"http://127.0.0.1:{port}"}
    connection.request("POST", path, urllib.parse.urlencode(form), headers | {"accept-language": "en"})
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text


async def add_device(services: Services, database: str, person: UUID) -> dict[str, str]:
    """The cookies of another device that was led to this person."""
    device = make_device_secret()
    connection = await asyncpg.connect(services.owner_url(0, database))
    await connection.execute("insert into people.device (digest, person) values ($1, $2)", token_digest(device), person)
    await connection.close()
    return {"malle": device}


async def ends(socket: ClientConnection) -> str:
    """Why the server ends a connection."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            await socket.recv()
    return str(socket.close_reason)


def test_a_device_is_told_by_two_words() -> None:
    assert {agent: make_device_label(agent) for agent in AGENTS} == AGENTS


async def test_two_devices_are_one_person_until_one_is_closed(
    nursery: Nursery, services: Services, database: str
) -> None:
    port = free_port()
    nursery.start(port, pages=True)
    ann: dict[str, str] = {}
    _, led, _ = browse(port, "/tables", ann, {"game": "declarer", "seats": "3", "with": "friends", "name": "Ann"})
    table = led.removeprefix("/tables/")
    phone = await add_device(services, database, person_of_token(ann["malle"]))
    assert [await viewer(port, table, each) for each in (ann, phone)] == [0, 0]
    agents = list(AGENTS)
    for device, agent in ((phone, agents[1]), (ann, agents[0])):
        status, text = page(port, "/me", device, agent)
        assert (status, 'value="Ann"' in text) == (200, True)
    assert "Firefox, computer" in text
    assert "Safari, phone" in text
    keys = re.findall(r'name="device" value="(\w+)"', text)
    assert len(keys) == 1  # the one that looks is not to be closed by itself
    async with connect(f"ws://127.0.0.1:{port}/tables/{table}/socket") as open_page:
        await open_page.send(messages.encode(HelloMessage(phone["malle"])))
        await open_page.recv()
        # Whoever is somebody else closes nothing of hers.
        assert browse(port, "/me/devices/close", {"malle": make_device_secret()}, {"device": keys[0]})[0] == 303
        assert await viewer(port, table, phone) == 0
        assert browse(port, "/me/devices/close", ann, {"device": keys[0]})[0] == 303
        assert await ends(open_page) == device_owners.DEVICE_CLOSED_REASON
    assert "Safari" not in page(port, "/me", ann, agents[0])[1]
    assert await viewer(port, table, ann) == 0
    # What was closed is nobody: its page is a stranger's, and whoever sits down with it is somebody new.
    assert "You are nobody yet" in page(port, "/me", phone)[1]
    looks = {"cookie": f"malle={phone['malle']}", "origin": f"http://127.0.0.1:{port}"}
    async with connect(f"ws://127.0.0.1:{port}/tables/{table}/socket", additional_headers=looks) as closed_page:
        await closed_page.send(messages.encode(HelloMessage()))
        state = messages.decode_from_server(await closed_page.recv(decode=False))
        assert isinstance(state, messages.StateMessage)
        assert state.viewer is None, "it looks on"
    assert call(port, f"/api/tables/{table}/robots", {"seat": 1}, token=phone["malle"])[0] == 403
    before = phone["malle"]
    assert (
        browse(port, "/tables", phone, {"game": "declarer", "seats": "3", "with": "friends", "name": "Eve"})[0] == 303
    )
    assert phone["malle"] != before


async def test_a_process_forgets_what_was_closed_elsewhere(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device_owners, "CACHE_SECONDS", 1000.0)
    one, other = DeviceOwners(store.devices, {}), DeviceOwners(store.devices, {})
    device = make_device_secret()
    person = await one.person_of_token(device)
    assert person == await other.person_of_token(device) == person_of_token(device)
    await store.devices.record_use(token_digest(device), person, "firefox phone")
    assert await store.devices.close(token_digest(device), person)
    one.invalidate(token_digest(device))
    with pytest.raises(NotYours):
        await one.person_of_token(device)
    assert await other.person_of_token(device) == person  # it remembers, as long as it says it does
    await store.devices.record_use(
        token_digest(device), person, "firefox phone"
    )  # a page that is on its way opens nothing
    monkeypatch.setattr("asyncio.sleep", _at_once)
    await other.wait_and_drop_closed()
    with pytest.raises(NotYours):
        await other.person_of_token(device)


async def _at_once(seconds: float) -> None:
    assert seconds <= device_owners.CACHE_SECONDS / 2


async def test_what_was_closed_while_the_peoples_database_was_away_is_found(
    store: Store, services: Services, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process still reached it. An open page asks for nothing, so only a look finds it."""
    device, now, dropped = make_device_secret(), time.monotonic(), list[str]()
    person = person_of_token(device)
    page_of = SimpleNamespace(
        caller=Caller(Seat(0), person=person, device_digest=token_digest(device)), disconnect=dropped.append
    )
    room = cast(Room, SimpleNamespace(connections=[page_of], seat_owners={}))
    monkeypatch.setattr("asyncio.sleep", _at_once)
    monkeypatch.setattr(device_owners, "time", SimpleNamespace(monotonic=lambda: now))
    process = DeviceOwners(store.devices, {TableId(1): room})
    await process.wait_and_drop_closed()
    await store.devices.record_use(token_digest(device), person, "firefox phone")
    assert await store.devices.close(token_digest(device), person)
    with monkeypatch.context() as away:
        away.setattr(store.devices, "recently_closed", _away)
        await process.wait_and_drop_closed()
    connection = await asyncpg.connect(services.owner_url(0, database))
    statement = "update people.device set closed = closed - interval '10 min' where digest = $1"
    await connection.execute(statement, token_digest(device))
    await connection.close()
    now += 600
    assert dropped == []
    await process.wait_and_drop_closed()
    assert dropped == [device_owners.DEVICE_CLOSED_REASON]


async def _away(*_: object) -> None:
    raise DatabaseUnavailable()


async def test_without_the_peoples_database_devices_are_who_they_were() -> None:
    nowhere = Store({}, "postgresql://nobody@127.0.0.1:1/nothing")
    await nowhere.open()
    device = make_device_secret()
    assert await DeviceOwners(nowhere.devices, {}).person_of_token(device) == person_of_token(device)
    await nowhere.close()


async def test_nothing_is_written_about_whoever_only_looks(nursery: Nursery, store: Store) -> None:
    """Anybody can make up a device for each page they ask for. Whoever has played, is told something or makes a way in
    has their device among theirs."""
    port = free_port()
    nursery.start(port, pages=True)
    stranger, player, told, maker = (make_device_secret() for _ in range(4))
    form = {"game": "declarer", "seats": "3", "with": "friends", "name": "Ann"}
    assert browse(port, "/tables", {"malle": player}, form)[0] == 303
    await store.notices.add_channel(person_of_token(told), "mail", f"{person_of_token(told).hex}@malle.test")
    assert post_page(port, "/me/square", {"malle": maker}, {})[0] == 200
    for device in (stranger, player, told):
        for path in ("/me", "/mine"):
            assert page(port, path, {"malle": device})[0] == 200
    kept = [len(await store.devices.list_open(person_of_token(device))) for device in (stranger, player, told, maker)]
    assert kept == [0, 1, 1, 1]
