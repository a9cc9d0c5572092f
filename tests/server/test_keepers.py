"""The page of the house: a link lets in once, strangers see no page, no hand is on it, and what is done is written."""

from __future__ import annotations

import asyncio
import re
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import cast
from uuid import uuid4

import asyncpg
import pytest

from malle.runtime.table_service import TableService
from malle.storage.database_errors import DatabaseUnavailable
from malle.storage.store import Store, parse_table_id
from malle.testing.dev_services import Services
from malle.web.admin import who_may_open
from tests.server.nursery import Nursery, Zygote, free_port
from tests.server.player import Player, call
from tests.server.receivers import Post
from tests.server.test_device import browse
from tests.server.test_reports import malle

pytestmark = pytest.mark.services
OPEN = {"game": "parley", "seats": 2, "name": "Ann"}


@pytest.fixture
def port(nursery: Nursery, services: Services, database: str) -> Iterator[int]:
    """A server with pages; what is settled here does not outlive the test."""
    port = free_port()
    nursery.start(port, pages=True)
    yield port
    _ask(services.owner_url(0, database), "delete from people.settled")


def _ask(address: str, statement: str) -> None:
    async def ask() -> None:
        connection = await asyncpg.connect(address)
        try:
            await connection.execute(statement)
        finally:
            await connection.close()

    with ThreadPoolExecutor(1) as apart:  # a test may have a loop of its own
        apart.submit(lambda: asyncio.run(ask())).result()


def come_in(port: int, environment: dict[str, str]) -> dict[str, str]:
    """The cookies of a browser whose person keeps the house."""
    link = malle(environment, "house").strip()
    cookies: dict[str, str] = {}
    secret = link.partition("?secret=")[2]
    assert browse(port, f"/house/enter?secret={secret}", cookies)[0] == 200, "looking at the link uses nothing up"
    status, where, _ = browse(port, "/house/enter", cookies, {"secret": secret})
    assert (status, where) == (303, "/house")
    assert browse(port, "/house/enter", {}, {"secret": secret})[0] == 403, "a link is good once"
    return cookies


def read(port: int, cookies: dict[str, str], path: str = "/house") -> str:
    """The page, without the figures of the machine."""
    shown = "; ".join(f"{name}={value}" for name, value in cookies.items())
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}{path}", headers={"cookie": shown, "accept-language": "en"}
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        page: str = answer.read().decode()
    return re.sub(r'<section class="pane" id="load">.*?</section>', "", page, flags=re.DOTALL)


def test_strangers_see_no_such_page(port: int, environment: dict[str, str]) -> None:
    stranger: dict[str, str] = {}
    call(port, "/api/tables", OPEN)
    for path, form in (
        ("/house", None),
        ("/house/settle", {"name": "name", "value": "Mine"}),
        ("/house/leave", {}),
        ("/house/reports", {"table": "1" * 13, "seat": "-1", "do": "hide"}),
    ):
        assert browse(port, path, stranger, form)[0] == 404, path
    for secret in ("", "x", "a" * 32):
        assert browse(port, "/house/enter", stranger, {"secret": secret})[0] == 403


async def test_the_page_of_the_house_shows_no_hand(port: int, environment: dict[str, str]) -> None:
    """A table in play moves on, in a window and out of it: not a byte of the page changes."""
    keeper = come_in(port, environment)
    opened = call(port, "/api/tables", OPEN | {"options": {"rounds": 1000}})[1]
    sat = call(port, f"/api/tables/{opened['table']}/seats", {"name": "Bob", "invite": opened["invite"]})[1]
    async with (
        Player([port], opened["table"], opened["token"]) as ann,
        Player([port], opened["table"], sat["token"]) as bob,
    ):
        for each in (ann, bob):
            await each.until(2)
        before = read(port, keeper)
        await ann.act("bid 1")
        assert read(port, keeper) == before
        await bob.act("bid 0", seq=2)
        await ann.act("keep")
        assert read(port, keeper) == before
    assert opened["table"] not in before


def test_an_end_is_counted_once_it_is_shown(
    port: int, environment: dict[str, str], services: Services, database: str
) -> None:
    """Whoever keeps the house may sit at the table whose last window still stands."""
    keeper, id_ = come_in(port, environment), parse_table_id(call(port, "/api/tables", OPEN)[1]["table"])
    before, owner = read(port, keeper), services.owner_url((id_ >> 48) - 1, database)
    _ask(owner, f"update malle.tab set over = true, since = malle.now() + interval '1 hour' where id = {id_}")
    assert read(port, keeper) == before
    _ask(owner, f"update malle.tab set since = malle.now() where id = {id_}")
    assert read(port, keeper) != before


def test_who_opens_tables_is_settled_on_the_page(port: int, environment: dict[str, str]) -> None:
    keeper = come_in(port, environment)
    shown = {"cookie": "; ".join(f"{name}={value}" for name, value in keeper.items())}
    assert browse(port, "/house/settle", keeper, {"name": "opens", "value": "keepers"})[0] == 303
    status, said = call(port, "/api/tables", OPEN)
    assert (status, said["slug"]) == (403, "not-opener")
    assert browse(port, "/tables", {}, {"game": "declarer", "with": "robots"})[0] == 403
    assert call(port, "/api/tables", OPEN, headers=shown)[0] == 201
    assert browse(port, "/house/settle", keeper, {"name": "opens", "value": "link"})[0] == 303
    found = re.search(r"/m/([\w-]+)", read(port, keeper))
    assert found
    guest: dict[str, str] = {}
    assert browse(port, "/m/wrong", guest)[0] == 404
    assert browse(port, f"/m/{found[1]}", guest)[:2] == (303, "/")
    assert browse(port, "/tables", guest, {"game": "declarer", "with": "robots"})[0] == 303
    assert browse(port, "/house/settle", keeper, {"name": "link"})[0] == 303
    assert browse(port, "/tables", guest, {"game": "declarer", "with": "robots"})[0] == 403
    assert browse(port, "/house/settle", keeper, {"name": "opens", "value": "nobody"})[0] == 400


def test_who_opens_tables_is_not_guessed(zygote: Zygote, environment: dict[str, str], nursery: Nursery) -> None:
    """The people's database has been away since the process began, and a keeper may have settled that only they do.
    Pages that show something open all the same."""
    own = Nursery(zygote, {**environment, "MALLE_PEOPLE": "postgresql://nobody@127.0.0.1:1/nothing"}, nursery.log)
    own.alive = nursery.alive
    port = free_port()
    own.start(port, pages=True)
    status, said = call(port, "/api/tables", OPEN)
    assert (status, said["slug"]) == (503, "unavailable")
    assert browse(port, "/tables", {}, {"game": "declarer", "with": "robots"})[0] == 503
    for path in ("/", "/games/declarer"):
        assert browse(port, path, {})[0] == 200, path


async def test_what_was_settled_counts_while_the_database_is_away(
    store: Store, services: Services, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also in a process where nobody has opened a table yet: it looks by itself."""
    monkeypatch.setattr(who_may_open, "SETTINGS_REFRESH_SECONDS", 0)
    await store.operators.change_setting(uuid4(), "opens", "keepers")
    try:
        await who_may_open.refresh_settings(cast(TableService, SimpleNamespace(store=store)))
    finally:
        _ask(services.owner_url(0, database), "delete from people.settled")

    async def away(*_: object) -> None:
        raise DatabaseUnavailable()

    monkeypatch.setattr(store._people, "fetch_all", away)
    assert who_may_open.get_opening_rule(await store.operators.site_settings()) == "keepers"


def test_what_is_done_is_written_down_for_good(
    port: int, environment: dict[str, str], services: Services, database: str
) -> None:
    keeper = come_in(port, environment)
    name = f"Rue Haute {uuid4().hex[:6]}"
    assert browse(port, "/house/settle", keeper, {"name": "name", "value": name})[0] == 303
    opened = call(port, "/api/tables", OPEN)[1]
    call(port, f"/api/tables/{opened['table']}/reports", {"seat": 0})
    assert "Ann" in read(port, keeper)
    form = {"table": opened["table"], "seat": "0", "do": "hide"}
    assert browse(port, "/house/reports", keeper, form)[0] == 303
    malle(environment, "hide", opened["table"])
    page = read(port, keeper)
    assert f"<h1>{name}</h1>" in page
    for line in (
        "A command made a link to come in.",
        "You changed the name of the house.",
        f"You took a name away, table {opened['table']}.",
        f"A command took table {opened['table']} away.",
    ):
        assert line in page
    for statement in ("delete from people.register", "update people.register set what = 'x'"):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            _ask(services.app_url(0, database), statement)
    assert browse(port, "/house/leave", keeper, {})[0] == 303
    assert browse(port, "/house", keeper)[0] == 404


def test_the_page_tells_when_the_house_was_backed_up(port: int, environment: dict[str, str], tmp_path: Path) -> None:
    """By any command; and that the key is not in it."""
    cookies = come_in(port, environment)
    call(port, "/api/tables", OPEN)
    malle(environment, "backup", str(tmp_path / "house.malle"))
    page = read(port, cookies)
    [pane] = re.findall(r'<section class="pane" id="backup">(.*?)</section>', page, re.DOTALL)
    assert re.search(r"<b>The latest: today</b><small>\d+ tables?, \d+\.\d\u00a0MB\.</small>", pane), pane
    assert "keep it apart" in pane
    assert "No backup" not in page


def test_a_test_of_mail_says_what_became_of_it(zygote: Zygote, nursery: Nursery, environment: dict[str, str]) -> None:
    post, port = Post(), free_port()
    mail = {"MALLE_MAIL": f"smtp://127.0.0.1:{post.port}", "MALLE_MAIL_FROM": "house@malle.test"}
    known = {**environment, **mail, "MALLE_ADDRESS": f"http://127.0.0.1:{port}"}
    own = Nursery(zygote, known, nursery.log)
    own.alive = nursery.alive
    own.start(port, pages=True)
    keeper = come_in(port, known)
    try:
        for answer, said in (("250 OK", "sent"), ("550 no such", "gone"), ("451 later", "trouble")):
            post.answer = answer
            status, where, _ = browse(port, "/house/mail", keeper, {"to": "ann@malle.test"})
            assert (status, where.partition("-")[0]) == (303, f"/house?mail={said}")
        assert [str(each["To"]) for each in post.mails] == ["ann@malle.test"]
        assert "Accepted in 0.4" in read(port, keeper, "/house?mail=sent-0.4")
        for to in ("nobody", "a@b,c@d", "a@b\nbcc: c@d", "<a@b>"):
            assert browse(port, "/house/mail", keeper, {"to": to})[0] == 400
    finally:
        post.close()
