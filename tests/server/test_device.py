"""A device is a person: one cookie for all tables, one seat at each; what a table's own cookie opened stays theirs."""

from __future__ import annotations

import http.client
import re
import urllib.parse
from collections.abc import Iterable
from uuid import uuid4

import asyncpg
import pytest
from websockets.asyncio.client import connect

from malle.protocol import messages
from malle.protocol.messages import HelloMessage, StateMessage, TableCommandMessage
from malle.storage.store import parse_table_id, person_of_token, token_digest
from malle.testing.dev_services import Services
from tests.server.nursery import Nursery, free_port
from tests.server.player import Player, call
from tests.server.test_match import open_two, play

pytestmark = pytest.mark.services


def keys(cookies: Iterable[str]) -> list[str]:
    """The cookies that open something; the others remember a language, a name, and which tables there were."""
    return [name for name in cookies if name not in ("malle-lang", "malle-name", "malle-tables")]


def browse(
    port: int, path: str, cookies: dict[str, str], form: dict[str, str] | None = None, *, tls: bool = False
) -> tuple[int, str, dict[str, str]]:
    """What a browser does: the status, where it is led, what is set; and its cookies are changed."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()), "accept": "text/html"}
    body = None
    if form is not None:
        body = urllib.parse.urlencode(form)
        headers |= {"content-type": "application/x-www-form-urlencoded", "origin": f"http://127.0.0.1:{port}"}
    if tls:
        headers["x-forwarded-proto"] = "https"
    connection.request("GET" if body is None else "POST", path, body, headers)
    answer = connection.getresponse()
    answer.read()
    given = {}
    for line in answer.headers.get_all("set-cookie") or []:
        name, _, rest = line.partition("=")
        value, _, given[name] = rest.partition("; ")
        if "max-age=0" in rest.lower():
            cookies.pop(name, None)
        else:
            cookies[name] = value.strip('"')
    connection.close()
    return answer.status, answer.getheader("location", ""), given


async def viewer(port: int, table: str, cookies: dict[str, str]) -> int | None:
    """The seat that a page of ours has with these cookies."""
    headers = {
        "cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()),
        "origin": f"http://127.0.0.1:{port}",
    }
    async with connect(f"ws://127.0.0.1:{port}/tables/{table}/socket", additional_headers=headers) as socket:
        await socket.send(messages.encode(HelloMessage()))
        state = messages.decode_from_server(await socket.recv(decode=False))
        assert isinstance(state, StateMessage)
        assert state.viewer is None or isinstance(state.viewer, int)
        return state.viewer


async def test_one_cookie_opens_every_seat_of_a_browser(nursery: Nursery) -> None:
    port = free_port()
    nursery.start(port, pages=True)
    ann: dict[str, str] = {}
    form = {"game": "declarer", "seats": "3", "with": "friends", "name": "Ann"}
    tables = []
    for _ in range(3):
        status, led, given = browse(port, "/tables", ann, form)
        assert (status, keys(given)) == (303, ["malle"])
        assert "httponly" in given["malle"].lower()
        tables.append(led.removeprefix("/tables/"))
    assert keys(ann) == ["malle"]
    assert [await viewer(port, table, ann) for table in tables] == [0, 0, 0]
    assert await viewer(port, tables[0], {}) is None
    assert await viewer(port, tables[0], {"malle": "x" * 43}) is None


async def test_a_name_is_kept_by_whoever_types_none(nursery: Nursery) -> None:
    port = free_port()
    nursery.start(port, pages=True)
    ann: dict[str, str] = {}
    form = {"game": "declarer", "seats": "3", "with": "friends"}
    browse(port, "/tables", ann, {**form, "name": "Ann"})
    _, led, _ = browse(port, "/tables", ann, form)
    assert call(port, f"/api{led}")[1]["seats"][0]["name"] == "Ann"


async def test_under_tls_the_cookie_is_this_hosts_alone(nursery: Nursery) -> None:
    port = free_port()
    nursery.start(port, pages=True)
    ann: dict[str, str] = {}
    form = {"game": "declarer", "seats": "3", "with": "friends", "name": "Ann"}
    _, _, given = browse(port, "/tables", ann, form, tls=True)
    assert keys(given) == ["__Host-malle"]
    flags = {each.strip().lower() for each in given["__Host-malle"].split(";")}
    assert {"secure", "httponly", "path=/", "samesite=lax"} <= flags
    assert not any(flag.startswith("domain") for flag in flags)
    # One that another site under the domain could have set counts for nothing.
    planted = {"malle": "x" * 43}
    _, _, given = browse(port, "/tables", planted, form, tls=True)
    assert planted["__Host-malle"] != "x" * 43


async def test_a_person_has_one_seat_a_table(nursery: Nursery, services: Services, database: str) -> None:
    """Over two processes, and though both ask at once."""
    ports = [free_port(), free_port()]
    for port in ports:
        nursery.start(port)
    opened = call(ports[0], "/api/tables", {"game": "parley", "seats": 4, "name": "Ann"})[1]
    table, token = opened["table"], opened["token"]
    seats, body = f"/api/tables/{table}/seats", {"name": "Ann", "invite": opened["invite"]}
    for port in ports:
        assert call(port, seats, body, token=token) == (201, {"seat": 0, "token": token})
        assert call(port, seats, {**body, "seat": 2}, token=token)[0] == 409
    connection = await asyncpg.connect(services.owner_url((parse_table_id(table) >> 48) - 1, database))
    with pytest.raises(asyncpg.UniqueViolationError):
        await connection.execute(
            "insert into malle.seat (tab, seat, person) values ($1, 1, $2)",
            parse_table_id(table),
            person_of_token(token),
        )
    await connection.close()


async def test_the_cookie_of_one_table_is_taken_over_once(nursery: Nursery, services: Services, database: str) -> None:
    """Ann sat down before a device was a person: her browser has a cookie of the table alone, and so has her old page,
    which stays open. It opens her seat until a page of the table is asked for, then the one cookie does."""
    port = free_port()
    nursery.start(port, pages=True)
    opened = call(port, "/api/tables", {"game": "declarer", "seats": 3, "name": "Ann"})[1]
    table, old = opened["table"], "o" * 43
    connection = await asyncpg.connect(services.owner_url((parse_table_id(table) >> 48) - 1, database))
    await connection.execute(
        "update malle.seat set token = $2, person = $3 where tab = $1",
        parse_table_id(table),
        token_digest(old),
        uuid4(),
    )
    await connection.close()
    ann = {f"malle-{table}": old, "malle-lang": "fr"}
    assert await viewer(port, table, ann) == 0
    async with Player([port], table, old) as page:
        await page.until(1)
        assert page.state is not None
        assert page.state.viewer == 0
        status, _, given = browse(port, f"/tables/{table}", ann)
        assert (status, sorted(keys(given)), keys(ann)) == (200, ["malle", f"malle-{table}"], ["malle"])
        assert re.fullmatch(r"[\w-]{43}", ann["malle"])
        assert await viewer(port, table, ann) == 0
        # The old token opens nothing any more, whoever has it: the open page comes back as a spectator.
        await page.wait(lambda: page.state is not None and page.state.viewer is None)
    assert await viewer(port, table, {f"malle-{table}": old}) is None
    eve = {f"malle-{table}": old}
    browse(port, f"/tables/{table}", eve)
    assert await viewer(port, table, eve) is None
    assert await viewer(port, table, ann) == 0


async def test_the_way_on_takes_the_old_cookie_over_too(nursery: Nursery, services: Services, database: str) -> None:
    """Two tables in a row were opened before a device was a person: whoever goes from one to the other has both seats
    by the one cookie then."""
    port = free_port()
    nursery.start(port, pages=True)
    table, tokens = open_two(port)
    play(port, table, tokens)
    async with Player([port], table, tokens[0]) as ann:
        await ann.until(5)
        await ann.send(TableCommandMessage(5, "next", str(uuid4())))
    following = call(port, f"/api/tables/{table}")[1]["next"]
    old = "o" * 43
    connection = await asyncpg.connect(services.owner_url((parse_table_id(table) >> 48) - 1, database))
    for each in (table, following):
        await connection.execute(
            "update malle.seat set token = $2, person = $3 where tab = $1 and person = $4",
            parse_table_id(each), token_digest(old), uuid4(), person_of_token(tokens[0]),
        )  # fmt: skip
    await connection.close()
    cookies = {f"malle-{table}": old}
    status, led, _ = browse(port, f"/tables/{table}/next", cookies)
    assert (status, led, keys(cookies)) == (303, f"/tables/{following}", ["malle"])
    assert [await viewer(port, each, cookies) for each in (table, following)] == [0, 1]
