"""The code of a table: five letters that lead to the invitation, while seats are free, and for a day at the most."""

from __future__ import annotations

import re
import time
import urllib.error
import urllib.request
from urllib.parse import urlencode

import asyncpg
import pytest
from msgspec.structs import replace

from malle.core.record import TABLE_MOVER
from malle.storage import connections as databases
from malle.storage.database_errors import DatabaseUnavailable
from malle.storage.store import Store, database_of
from malle.storage.tables import join_code_store
from malle.storage.tables.join_code_store import CODE_LENGTH, CODE_LETTERS, draw_code, normalize_code
from malle.testing.dev_services import Services
from malle.web.security.device_cookie import make_device_secret
from malle.web.security.rate_limits import AttemptLimiter, TooManyAttempts
from tests.server.nursery import Nursery, free_port
from tests.server.player import call
from tests.server.test_store import move, open_tables

pytestmark = pytest.mark.services


class _Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args: object) -> None:
        return None


def ask(port: int, path: str, form: dict[str, str] | None = None, device: str = "") -> tuple[int, dict[str, str], str]:
    """(status, headers, text) as a browser with this cookie is answered; it is not led on."""
    headers = {"accept": "text/html", "cookie": f"malle={device}" if device else "malle-lang=en"}
    data = None if form is None else urlencode(form).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, headers)
    try:
        answer = urllib.request.build_opener(_Stay).open(request, timeout=60)
    except urllib.error.HTTPError as error:
        answer = error
    with answer:
        return answer.status, {name.lower(): value for name, value in answer.headers.items()}, answer.read().decode()


def open_with_friends(port: int, device: str, **more: str) -> str:
    """A table of the chase that one person has opened: its id."""
    form = {"game": "chasse", "seats": "2", "name": "Ann", "with": "friends", **more}
    return ask(port, "/tables", form, device)[1]["location"].removeprefix("/tables/")


def code_on(page: str) -> str:
    """The code that a page shows; empty: none."""
    return "".join(re.findall(r"<i>(\w)</i>", (re.findall(r'<div class="code".*?</div>', page) or [""])[0]))


def test_an_invitation_that_is_none_says_so_at_once_and_takes_a_code(nursery: Nursery) -> None:
    """Not after a name was typed. And a link with a wrong letter leads to the same field."""
    port = free_port()
    nursery.start(port, pages=True)
    ann = make_device_secret()
    table = open_with_friends(port, ann)
    (good,) = set(re.findall(r"invite=([\w-]+)", ask(port, f"/tables/{table}", device=ann)[2]))
    assert 'name="name"' in ask(port, f"/tables/{table}?invite={good}")[2]
    for path in (f"/tables/{table}?invite={good[:-1]}", f"/tables/{table}", "/tables/0000000000000"):
        page = ask(port, path)[2]
        assert 'name="code"' in page
        assert 'name="name"' not in page


def test_what_was_chosen_stays_when_a_name_is_asked_for(nursery: Nursery) -> None:
    """A table with friends needs one: the number of seats, the level and the options are still there then."""
    port = free_port()
    nursery.start(port, pages=True)
    form = {"game": "declarer", "seats": "5", "level": "wily", "tempo": "calm", "with": "friends"}
    status, headers, _ = ask(port, "/tables", form)
    assert (status, headers["location"]) == (303, "/games/declarer?tempo=calm&level=wily&seats=5&with=friends")
    page = ask(port, headers["location"])[2]
    assert 'name="level" value="wily" checked' in page
    assert 'name="seats" value="5" checked' in page


def test_home_leads_to_ones_games_though_none_is_left_to_go_on_with(nursery: Nursery) -> None:
    """A stranger finds the page by which one comes back, too, and no list of games that they have not got."""
    port = free_port()
    nursery.start(port, pages=True)
    stranger, known = ask(port, "/")[2], ask(port, "/", device=make_device_secret())[2]
    assert ('href="/me"' in stranger, 'href="/mine"' in stranger) == (True, False)
    assert ('href="/me"' in known, 'href="/mine"' in known) == (True, True)
    assert ask(port, "/me")[0] == 200


def test_a_code_is_for_those_who_sit_and_leads_to_the_invitation(nursery: Nursery) -> None:
    """Typed in any case, through any process. Whoever only looks is told none; when the game has begun it leads
    nowhere, as one that was never given."""
    ports = [free_port(), free_port()]
    for port in ports:
        nursery.start(port, pages=True)
    ann, bob = make_device_secret(), make_device_secret()
    table = open_with_friends(ports[0], ann)
    code = code_on(ask(ports[0], f"/tables/{table}", device=ann)[2])
    assert re.fullmatch(f"[{CODE_LETTERS}]{{{CODE_LENGTH}}}", code)
    assert code_on(ask(ports[1], f"/tables/{table}", device=ann)[2]) == code
    for looked in (ask(ports[0], f"/tables/{table}")[2], ask(ports[0], f"/api/tables/{table}")[2]):
        assert code not in looked
        assert code_on(looked) == ""
    typed = f" {code[:2].lower()}-{code[2:]} "
    status, headers, _ = ask(ports[1], "/code", {"code": typed}, bob)
    assert status == 303
    path, _, invite = headers["location"].partition("?invite=")
    assert path == f"/tables/{table}"
    assert code not in ask(ports[1], headers["location"], device=bob)[2]
    assert ask(ports[1], f"{path}/join", {"name": "Bob", "invite": invite}, bob)[0] == 303
    assert ask(ports[0], "/code", {"code": code}, make_device_secret())[0] == 303, "full, and not begun"
    assert ask(ports[1], f"{path}/lobby", {"do": "start"}, ann)[0] == 303
    assert call(ports[0], f"/api/tables/{table}")[1]["begun"]
    for wrong in (code, "BCDFG" if code != "BCDFG" else "BCDFH", "", "aeiou"):
        status, _, page = ask(ports[0], "/code", {"code": wrong}, make_device_secret())
        assert (status, 'id="wrong"' in page) == (404, True), wrong
        assert table not in page


def test_after_ten_wrong_ones_there_is_a_wait(nursery: Nursery) -> None:
    """Right ones do not count; the page says when to try again, and so does the header."""
    port = free_port()
    nursery.start(port, pages=True)
    ann = make_device_secret()
    code = code_on(ask(port, f"/tables/{open_with_friends(port, ann)}", device=ann)[2])
    for _ in range(9):
        assert ask(port, "/code", {"code": "XXXXX"})[0] == 404
    for _ in range(3):
        assert ask(port, "/code", {"code": code})[0] == 303
    assert ask(port, "/code", {"code": "XXXXX"})[0] == 404
    for tried in ("XXXXX", code):
        status, headers, page = ask(port, "/code", {"code": tried})
        assert status == 429
        assert 0 < int(headers["retry-after"]) <= 60
        assert "in a minute" in page


async def test_a_code_stands_for_a_day(
    store: Store, services: Services, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(databases, "ANSWER_SECONDS", 60)  # whatever else the machine does
    (table,) = await open_tables(store, 1)
    code = await store.join_codes.get_or_create(table)
    assert await store.join_codes.get_or_create(table) == code
    assert await store.join_codes.find_table(code) == table
    connection = await asyncpg.connect(services.owner_url(database_of(table) - 1, database))
    left = await connection.fetchval(
        "update malle.door set until = until - interval '24 h' where tab = $1 "
        "returning extract(epoch from until - clock_timestamp())::float8",
        table,
    )
    assert -60 <= left <= 0
    assert await store.join_codes.find_table(code) is None
    assert await store.join_codes.get_or_create(table) != code
    assert await connection.fetchval("select count(*) from malle.door where code = $1", code) == 0
    await connection.close()


async def test_no_two_tables_have_one_code(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is drawn: a code of another table is drawn again. No two databases draw the same."""
    first, second = store.group_by_database(await open_tables(store, 40))[0][:2]
    drawn = ["XZXZX", "XZXZX", "ZXZXZ"]
    monkeypatch.setattr(join_code_store, "draw_code", lambda index, count: drawn.pop(0))
    assert [await store.join_codes.get_or_create(first), await store.join_codes.get_or_create(second)] == [
        "XZXZX",
        "ZXZXZ",
    ]
    space = len(CODE_LETTERS) ** CODE_LENGTH
    for index in range(3):
        number = 0
        for letter in reversed(draw_code(index, 3)):
            number = number * len(CODE_LETTERS) + CODE_LETTERS.index(letter)
        assert number % 3 == index
        assert number < space


async def test_a_code_that_may_lie_in_a_database_that_is_away_is_not_called_wrong(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    (table,) = await open_tables(store, 1)
    code = await store.join_codes.get_or_create(table)
    away = next(shard for shard in store.shards if shard.number != database_of(table))

    async def fail(work: object) -> None:
        work.close()  # type: ignore[attr-defined]
        raise DatabaseUnavailable

    monkeypatch.setattr(away, "run", fail)
    assert await store.join_codes.find_table(code) == table
    with pytest.raises(DatabaseUnavailable):
        await store.join_codes.find_table("XXXXX" if code != "XXXXX" else "ZZZZZ")


def test_a_network_of_ipv6_is_one_address() -> None:
    tries = AttemptLimiter(max_attempts=2)
    for host in (1, 2):
        tries.count_attempt(f"2001:db8::{host}")
    with pytest.raises(TooManyAttempts):
        tries.count_attempt("2001:db8::3")
    for other in ("2001:db8:0:1::1", "192.0.2.1", "192.0.2.1", "192.0.2.2", "unix"):
        tries.count_attempt(other)
    with pytest.raises(TooManyAttempts):
        tries.count_attempt("192.0.2.1")
    tries.forgive_last_attempt("192.0.2.2")
    for mapped in ("::ffff:192.0.2.7", "192.0.2.7", "::ffff:192.0.2.8"):  # of IPv4, met at a socket for both
        tries.count_attempt(mapped)
    with pytest.raises(TooManyAttempts):
        tries.count_attempt("::ffff:192.0.2.7")


@pytest.mark.parametrize(
    ("typed", "code"),
    [("KVRTM", "KVRTM"), (" k v-r.t_m\n", "KVRTM"), ("KVRT", ""), ("KVRTMM", ""), ("KVRTA", ""), ("ＫＶＲＴＭ", "")],
)
def test_a_code_is_read_as_people_type_it(typed: str, code: str) -> None:
    assert normalize_code(typed) == code


async def test_tables_that_have_begun_push_none_off_the_list(store: Store) -> None:
    """Those that wait for a seat, are over, or are paused; a door stands for a day."""
    waiting, asked, over, paused = await open_tables(store, 4)
    for table in (waiting, asked, over, paused):
        await store.join_codes.set_listed(table, listed=True)
    assert [*await store.join_codes.listed_tables(4)] == [paused, over, asked, waiting]
    await store.write_move(move(asked, 0))
    await store.write_move(replace(move(over, 0), waits=0, over=True))
    await store.write_move(replace(move(paused, 0, text="pause", mover=TABLE_MOVER), waits=0))
    await store.write_move(replace(move(waiting, 0, text="person 1", mover=TABLE_MOVER), waits=0))
    assert [*await store.join_codes.listed_tables(1)] == [waiting]
    await store.join_codes.set_listed(
        waiting, listed=False
    )  # its log is made up: no server of another test is to open it


def listed_on(port: int, path: str) -> list[str]:
    """The tables that a page offers to sit down at. A list is good for a moment, so it may come late."""
    return re.findall(r'action="/tables/(\w+)/join"', ask(port, path)[2])


def until_listed(port: int, path: str, table: str, *, so: bool) -> str:
    """Looks at a page until it shows a table, or no more: what it says."""
    limit = time.monotonic() + 30
    while (table in listed_on(port, path)) != so:
        assert time.monotonic() < limit
        time.sleep(0.2)
    return ask(port, path)[2]


def test_open_tables_are_listed_until_they_begin(nursery: Nursery) -> None:
    """Through every process: game, host, free seats; one tap and no invitation. Private ones are nowhere, and without
    the invitation nobody sits down there; one that has begun is gone, and so is one whose host has thought better."""
    ports = [free_port(), free_port()]
    for port in ports:
        nursery.start(port, pages=True)
    ann, bob, eve = make_device_secret(), make_device_secret(), make_device_secret()
    private = open_with_friends(ports[0], ann)
    table = open_with_friends(ports[0], ann, **{"with": "open", "game": "declarer", "seats": "3"})
    for path in ("/", "/games/declarer"):
        page = until_listed(ports[1], path, table, so=True)
        assert "Ann is waiting, 2 free seats of 3" in page
        assert private not in page
    assert table not in listed_on(ports[1], "/games/chasse")
    sit = {"name": "Bob"}
    assert ask(ports[0], f"/tables/{private}/join", sit, bob)[0] == 403
    assert ask(ports[1], f"/tables/{table}/lobby", {"do": "unlist"}, bob)[0] == 403
    assert ask(ports[1], f"/tables/{table}/join", sit, bob)[0] == 303
    assert [each["name"] for each in call(ports[0], f"/api/tables/{table}")[1]["seats"]] == ["Ann", "Bob", ""]
    assert ask(ports[0], f"/tables/{table}/join", {}, eve)[1]["location"] == f"/tables/{table}", "who are they?"
    assert "Take a seat" in ask(ports[0], f"/tables/{table}")[2]
    assert ask(ports[0], f"/tables/{table}/lobby", {"do": "unlist"}, ann)[0] == 303
    until_listed(ports[1], "/", table, so=False)
    assert ask(ports[1], f"/tables/{table}/join", {"name": "Eve"}, eve)[0] == 403
    assert ask(ports[0], f"/tables/{table}/lobby", {"do": "list"}, ann)[0] == 303
    until_listed(ports[1], "/", table, so=True)
    assert ask(ports[0], f"/tables/{table}/lobby", {"do": "fill"}, ann)[0] == 303
    until_listed(ports[1], "/", table, so=False)
    assert ask(ports[1], f"/tables/{table}/join", {"name": "Eve"}, eve)[0] in (403, 409)
