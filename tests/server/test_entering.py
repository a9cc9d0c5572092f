"""Coming in on another device, taking everything away, being erased: what opens opens once, and nothing is left."""

from __future__ import annotations

import json
import re
import subprocess
from base64 import urlsafe_b64encode
from functools import partial
from hashlib import sha256
from pathlib import Path
from secrets import token_bytes
from typing import Any
from uuid import uuid4

import asyncpg
import pytest
from webauthn.helpers import encode_cbor

from malle.core.record import is_verified, verify_record
from malle.games.golden_records import game_of_record
from malle.storage.people.personal_data import PERSON_COLUMNS, UNEXPORTED_TABLES, WITHHELD_COLUMNS
from malle.storage.store import Store, parse_table_id, person_of_token, token_digest
from malle.testing.dev_services import Services
from malle.web.security.device_cookie import make_device_secret
from tests.server.nursery import Nursery, free_port
from tests.server.player import call
from tests.server.test_device import browse, viewer
from tests.server.test_match import open_two, play
from tests.server.test_mine import open_three
from tests.server.test_persons import page, post_page
from tests.versions import FIRST

pytestmark = pytest.mark.services

FORM = {"game": "declarer", "seats": "3", "with": "friends", "name": "Ann"}


def key_of(port: int, path: str, cookies: dict[str, str]) -> str:
    """What a link on paper or a square holds."""
    text = post_page(port, path, cookies, {})[1]
    found = re.search(r'<p class="address">[^<]*#([\w-]+)', text) or re.search(r'<b class="num">([\w-]+)<', text)
    assert found
    return found[1]


@pytest.mark.parametrize("path", ["/me/paper", "/me/square"])
async def test_a_link_leads_another_device_in_once(
    nursery: Nursery, services: Services, database: str, path: str
) -> None:
    port = free_port()
    nursery.start(port, pages=True)
    ann: dict[str, str] = {}
    table = browse(port, "/tables", ann, FORM)[1].removeprefix("/tables/")
    page(port, "/me", ann)
    old, key = key_of(port, path, ann), key_of(port, path, ann)
    phone: dict[str, str] = {}
    own = browse(port, "/tables", phone, FORM | {"name": "Guest"})[1].removeprefix("/tables/")
    guest = phone["malle"]
    assert browse(port, "/enter", phone, {"key": old, "sure": "yes"})[0] == 404  # another one was made since
    asked = post_page(port, "/enter", phone, {"key": f"http://x/enter#{key}"})
    assert (asked[0], "Play here for Ann?" in asked[1], phone["malle"] == guest) == (
        200,
        True,
        True,
    )  # nothing happens yet
    typed = key.upper() if path == "/me/square" else key
    assert browse(port, "/enter", phone, {"key": typed, "sure": "yes"})[:2] == (303, "/mine")
    assert phone["malle"] not in (guest, ann["malle"])
    # Theirs, and what the device had played as a guest.
    assert [await viewer(port, each, phone) for each in (table, own)] == [0, 0]
    assert await viewer(port, own, ann) == 0
    thief: dict[str, str] = {}
    assert browse(port, "/enter", thief, {"key": key, "sure": "yes"})[0] == 404
    assert "malle" not in thief
    # One that nobody used in time.
    key = key_of(port, path, ann)
    connection = await asyncpg.connect(services.owner_url(0, database))
    await connection.execute("update people.link set ends = now() where person = $1", person_of_token(ann["malle"]))
    await connection.close()
    assert browse(port, "/enter", thief, {"key": key, "sure": "yes"})[0] == 404


async def test_a_browser_that_came_in_is_told_until_it_is_closed(nursery: Nursery, store: Store) -> None:
    """It was told as a guest's: it has another secret now, and closing it knows it by that one."""
    port = free_port()
    nursery.start(port, pages=True)
    ann: dict[str, str] = {}
    browse(port, "/tables", ann, FORM)
    phone: dict[str, str] = {}
    browse(port, "/tables", phone, FORM | {"name": "Guest"})
    guest, person, target = phone["malle"], person_of_token(ann["malle"]), uuid4().hex
    await store.notices.add_channel(person_of_token(guest), "push", target, token_digest(guest))
    page(port, "/me", ann)
    assert browse(port, "/enter", phone, {"key": key_of(port, "/me/square", ann), "sure": "yes"})[0] == 303
    assert [each.target for each in await store.notices.list_channels(person)] == [target]
    [key] = re.findall(r'name="device" value="(\w+)"', page(port, "/me", ann)[1])
    assert browse(port, "/me/devices/close", ann, {"device": key})[0] == 303
    assert await store.notices.list_channels(person) == []


async def test_nobody_guesses_a_square(nursery: Nursery) -> None:
    port = free_port()
    nursery.start(port, pages=True)
    found = [browse(port, "/enter", {}, {"key": "abcd-efgh-jkmn"})[0] for _ in range(12)]
    assert found[:10] == [404] * 10
    assert 429 in found


async def test_a_passkey_answers_a_question_that_was_asked(nursery: Nursery) -> None:
    """Without a browser: what is no answer is refused, and so is a question of somebody else. With one, see
    tests/browser/test_people.py."""
    port = free_port()
    nursery.start(port, pages=True)
    own = {"origin": f"http://127.0.0.1:{port}"}
    assert call(port, "/enter/passkey/begin", {}, headers=own)[0] == 200
    for answer in ({}, {"response": {"clientDataJSON": "e30"}}, {"response": 3}, {"rawId": "x", "response": {}}):
        assert call(port, "/enter/passkey/end", answer, headers=own)[0] == 403
        assert call(port, "/me/passkey/end", answer, headers=own)[0] == 403
    assert call(port, "/enter/passkey/begin", {}, headers={"origin": "https://other.example"})[0] == 403


async def test_nothing_that_a_stranger_sends_to_the_passkey_door_breaks_it(nursery: Nursery) -> None:
    """The question was asked; what names the key is no base64, or what answers is boxes in boxes in boxes."""
    port = free_port()
    nursery.start(port, pages=True)
    own = {"origin": f"http://127.0.0.1:{port}"}
    for raw in ("a", "é", "", 3, None):
        asked = call(port, "/enter/passkey/begin", {}, headers=own)[1]["challenge"]
        told = {"type": "webauthn.get", "challenge": asked, "origin": own["origin"]}
        answer = {"rawId": raw, "response": {"clientDataJSON": _base64(json.dumps(told).encode())}}
        assert call(port, "/enter/passkey/end", answer, headers=own)[0] == 403, raw
    deep = {"rawId": "eA", "response": {"clientDataJSON": _base64(b"[" * 11_000)}}
    assert call(port, "/enter/passkey/end", deep, headers=own)[0] == 403


async def test_a_key_that_no_browser_made_is_refused_and_so_is_one_that_is_there(nursery: Nursery) -> None:
    """The question was asked; the key has no parts, is a list, has a certificate that is a number, or an id that no
    index takes. The same id a second time, by whomever: the first stays whose it is."""
    port = free_port()
    nursery.start(port, pages=True)
    own = {"origin": f"http://localhost:{port}", "host": f"localhost:{port}"}
    right = {1: 2, 3: -7, -1: 1, -2: b"x" * 32, -3: b"y" * 32}
    long = token_bytes(3000)
    wrong: list[tuple[Any, str, Any, bytes]] = [
        ({}, "none", {}, b"id"),
        ([], "none", {}, b"id"),
        (right, "none", {}, long),
    ]
    wrong.append((right, "packed", {"sig": b"", "alg": -7, "x5c": [3]}, b"id"))
    ways = [*((each, 403) for each in wrong), ((right, "none", {}, b"id"), 200), ((right, "none", {}, b"id"), 403)]
    for (key, form, said, id_), expected in ways:
        headers = {**own, "cookie": f"malle={make_device_secret()}"}
        asked = call(port, "/me/passkey/begin", {}, headers=headers)[1]["challenge"]
        told = {"type": "webauthn.create", "challenge": asked, "origin": own["origin"]}
        inside = sha256(b"localhost").digest() + b"\x41" + bytes(4 + 16) + len(id_).to_bytes(2) + id_ + encode_cbor(key)
        box = encode_cbor({"fmt": form, "attStmt": said, "authData": inside})
        response = {"clientDataJSON": _base64(json.dumps(told).encode()), "attestationObject": _base64(box)}
        answer = {"id": _base64(id_), "rawId": _base64(id_), "type": "public-key", "response": response}
        assert call(port, "/me/passkey/end", answer, headers=headers)[0] == expected, (key, form, id_)


def _base64(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


async def test_an_export_holds_all_that_is_kept(nursery: Nursery, services: Services, database: str) -> None:
    connection = await asyncpg.connect(services.owner_url(0, database))
    columns_of = "select table_name::text as t, column_name::text as c from information_schema.columns"
    rows = await connection.fetch(f"{columns_of} where table_schema = 'people'")
    await connection.close()
    assert {row["t"] for row in rows} == {*PERSON_COLUMNS, *UNEXPORTED_TABLES}
    port = free_port()
    nursery.start(port, pages=True)
    running, tokens = open_three(port)
    finished, both = open_two(port)
    play(port, finished, both)
    ann = {"malle": both[0]}
    page(port, "/mine", ann)
    status, text = page(port, "/me/export", ann)
    told = json.loads(text)
    assert status == 200
    (game,) = told["tables"]
    assert (game["state"], game["moves"]) == ("over", ["bid 1", "keep"])
    columns = {table: {row["c"] for row in rows if row["t"] == table} for table in PERSON_COLUMNS}
    for table in ("person", "device", "result"):
        hidden = {*WITHHELD_COLUMNS.get(table, ()), "person"}
        assert [set(row) for row in told["kept"][table]] == [columns[table] - hidden]
    # Nothing of what is remembered at a table that goes on.
    told = json.loads(page(port, "/me/export", {"malle": tokens[0]})[1])
    assert [game.keys() & {"moves", "record"} for game in told["tables"]] == [set()]
    assert running in page(port, "/mine", {"malle": tokens[0]})[1]


@pytest.mark.parametrize("games", [3, pytest.param(100, marks=pytest.mark.long)])
async def test_somebody_erased_is_found_nowhere(
    nursery: Nursery, services: Services, database: str, environment: dict[str, str], tmp_path: Path, games: int
) -> None:
    port = free_port()
    nursery.start(port, pages=True)
    name, device = f"Zéphyrine{uuid4().hex[:6]}", make_device_secret()
    tables = []
    for _ in range(games):
        body = {"game": "parley", "seats": 2, "name": name, "options": {"rounds": 1}}
        opened = call(port, "/api/tables", body, token=device)[1]
        bob = call(port, f"/api/tables/{opened['table']}/seats", {"name": "Bob", "invite": opened["invite"]})[1][
            "token"
        ]
        play(port, opened["table"], [device, bob])
        tables.append(opened["table"])
    ann = {"malle": device, "malle-house": "that they came by the link of the house"}
    page(port, "/mine", ann)
    key_of(port, "/me/paper", ann)
    person = str(person_of_token(device))
    mail, push = f"{uuid4().hex}@example.org", f"https://push.example.org/{uuid4().hex}"
    connection = await asyncpg.connect(services.owner_url(0, database))
    for kind, target in (("mail", mail), ("push", push)):
        channel = "insert into people.channel (id, person, kind, target) values (gen_random_uuid(), $1::uuid, $2, $3)"
        await connection.execute(channel, person, kind, target)
    # Of a letter that was asked for before anybody knew who asked.
    letter = "insert into people.letter (id, mail, language) values (gen_random_uuid(), $1, 'fr')"
    await connection.execute(letter, mail)
    # What another one was told: with whom they play.
    notice = """insert into people.notice (id, person, tab, seat, since, kind, day, due, made, title, body)
                values (gen_random_uuid(), $1, $2, 1, 1, 'turn', now()::date, now(), now(), 'Your move', $3)"""
    await connection.execute(notice, person_of_token(bob), parse_table_id(tables[0]), f"With {name}.")
    await connection.close()
    ready = "insert into malle.wish (tab, what, seq, until) values ($1, 'ready ' || $2::text, 0, now())"
    connection = await asyncpg.connect(services.owner_url((parse_table_id(tables[0]) >> 48) - 1, database))
    await connection.execute(ready, parse_table_id(tables[0]), person)
    await connection.close()
    before = dumped(services, database)
    assert [each for each in (name, person, mail, push) if each not in before] == []
    assert browse(port, "/me/erase", ann, {"name": "somebody else"})[0] == 400
    assert browse(port, "/me/erase", ann, {"name": name})[0] == 303
    assert not ann.keys() & {"malle", "malle-house"}
    everything = dumped(services, database) + Path(nursery.log).read_text()
    assert [each for each in (name, person, device, mail, push) if each in everything] == []
    assert "You are nobody yet" not in page(port, "/me", {"malle": bob})[1]
    for table in tables:
        status, record = page(port, f"/tables/{table}/record", {})
        assert status == 200
        assert name not in record
        assert is_verified(verify_record(record, partial(game_of_record, find_info=lambda name: FIRST)))
        assert call(port, f"/api/tables/{table}")[1]["over"]["scores"]


def dumped(services: Services, database: str) -> str:
    """Both databases as `pg_dump` writes them, rows as text."""
    return "".join(
        subprocess.run(
            ["pg_dump", "--inserts", services.owner_url(each, database)], check=True, capture_output=True, text=True
        ).stdout
        for each in range(2)
    )
