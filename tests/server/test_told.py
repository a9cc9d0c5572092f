"""Notices, feeds and calendars tell whose turn it is, and nothing of what lies on the table."""

from __future__ import annotations

import json
import random
import re
import secrets
import urllib.request
from datetime import timedelta
from uuid import UUID, uuid4
from xml.etree import ElementTree

import asyncpg
import icalendar
import pytest

from malle.config.settings import Config, read_config
from malle.notifications.texts import MAX_BODY_CHARACTERS, MAX_TITLE_CHARACTERS
from malle.storage.people.notices import NotificationPreferences
from malle.storage.store import Store, format_table_id, parse_databases, parse_table_id, person_of_token
from malle.table import Setup
from malle.table.quiet_hours import QuietHours
from tests.server import worlds
from tests.server.clock import Clock
from tests.server.planted_told import TOLD_LEAKS
from tests.server.player import call
from tests.server.test_persons import page
from tests.server.test_wire import parting
from tests.server.told import without_others
from tests.server.town import BANK, DAY, MINUTE, MONDAY, Quiet, Town
from tests.server.worlds import Pair, device_at, name_people

pytestmark = [pytest.mark.services, pytest.mark.usefixtures("no_clock_left_running")]


def fetch(port: int, path: str) -> tuple[str, bytes]:
    """A feed: its kind, and every byte of it."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=30) as answer:
        return answer.headers["content-type"].partition(";")[0], answer.read()


async def feed_of(store: Store, config: Config, token: str) -> str:
    """Somebody's feed, without its ending."""
    target = secrets.token_hex(16)
    await store.notices.add_channel(person_of_token(token), "feed", target)
    return f"/feeds/{config.keyring.feed_token(target)}"


def plain(text: bytes, table: str, ids: dict[str, str]) -> bytes:
    """Without the names of the table, of who sits there and of its notices, which are random."""
    text = text.replace(table.encode(), b"TABLE").replace(person_at(table).hex.encode(), b"PERSON")
    for id_ in sorted(ids):
        text = text.replace(id_.encode(), b"ID").replace(id_.replace("-", "").encode(), b"ID")
    return text


def person_at(table: str) -> UUID:
    """Who sits at a table that nobody opened."""
    return person_of_token(device_at(parse_table_id(table)))


async def ways_to(town: Town, config: Config, person: UUID) -> str:
    """Somebody with two devices and mail: the address of their feed."""
    notices, target = town.store.notices, secrets.token_hex(16)
    await notices.set_preferences(person, NotificationPreferences(QuietHours(0, 0), "fr"))
    for number in range(2):
        browser = town.push.browser(f"{person.hex}-{number}")
        await notices.add_channel(person, "push", json.dumps(browser.subscription(town.key)))
    await notices.add_channel(person, "mail", f"{person.hex}@example.org")
    await notices.add_channel(person, "feed", target)
    return f"/feeds/{config.keyring.feed_token(target)}"


def told_of(town: Town, table: str, feed: str) -> list[bytes]:
    """All that was told of one table: pushes, mails, feed and calendar."""
    pushed = [each for each in town.push.pushed if each.told["url"].endswith(table)]
    mails = [bytes(each) for each in town.post.mails if table in each.get_content()]
    ids = {each.told["id"]: "" for each in pushed}
    atom = ElementTree.fromstring(fetch(town.port, f"{feed}.atom")[1])
    entries = [ElementTree.tostring(each) for each in atom.iter("{http://www.w3.org/2005/Atom}entry")]
    events = icalendar.Calendar.from_ical(fetch(town.port, f"{feed}.ics")[1].decode()).walk("VEVENT")
    feeds = [each for each in (*entries, *(each.to_ical() for each in events)) if table.encode() in each]
    pushes = [repr((each.browser[-1], each.ttl, each.told)).encode() for each in pushed]
    return sorted(plain(each, table, ids) for each in (*pushes, *mails, *feeds))


def pages_of(town: Town, table: str) -> list[bytes]:
    """What else the site shows whoever sits there: home, their games, their page, and the export of what is kept."""
    device = device_at(parse_table_id(table))
    pages = [page(town.port, path, {"malle": device})[1] for path in ("/?lang=en", "/mine?lang=en", "/me?lang=en")]
    kept = call(town.port, "/me/export", headers={"cookie": f"malle={device}"})[1]
    assert table in pages[1]
    assert table in json.dumps(kept["tables"])
    for each in kept["kept"]["channel"]:
        each["id"] = each["target"] = "?"  # addresses and keys of a device, which are random
    names = [*(each["id"] for each in kept["kept"]["notice"]), str(person_at(table)), str(parse_table_id(table))]
    ids = dict.fromkeys(names, "")
    kept["kept"]["notice"].sort(key=lambda each: each["due"])  # else by their ids, which are random
    kept["kept"]["channel"].sort(key=lambda each: each["kind"])
    told = [*map(without_others, pages), json.dumps(kept)]
    return [re.sub(rb"/feeds/[\w-]+", b"/feeds/?", plain(each.encode(), table, ids)) for each in told]


async def told_in_pairs(town: Town, clock: Clock, quiet: Quiet, pairs: int) -> tuple[int, list[str]]:
    """Pairs of worlds that somebody cannot tell apart, each world a slow table, played on so that they hear the same:
    (how often they were told something, where they were not told the same)."""
    owner, config = town.environment["MALLE_OWNER_PEOPLE"], read_config(town.environment)
    await name_people(owner)
    now, luck, told, wrong = MONDAY, random.Random(f"16 {town.plant}"), 0, []
    town.notify()
    for number in range(pairs):
        pair = Pair(("chasse", "declarer", "combinards")[number % 3], luck, "match", most=3)
        while not pair.person or pair.viewer not in pair.one.awaited or not pair.differ:
            pair = Pair(("chasse", "declarer", "combinards")[number % 3], luck, "match", most=3)
        pair.way, token = "plain", secrets.token_urlsafe(32)
        now += timedelta(days=12)
        await clock.stand(now)
        tables = [format_table_id(each) for each in pair.ids]
        feeds = [await ways_to(town, config, person_at(table)) for table in tables]
        await pair.put(owner, config, token)
        await clock.stand(now + 2 * MINUTE)
        await quiet.wait()
        for count, line in enumerate(pair.lines):
            for world, table in enumerate(tables):
                seat, text = pair.made(world, count)
                own = token if seat == pair.viewer else config.keyring.robot_keys()[0].seat_token(table, seat)
                body = {"type": "act", "seq": pair.one.seq + count, "text": text, "key": str(uuid4())}
                assert call(town.port, f"/api/tables/{table}/acts", body, token=own)[0] == 200, line
            await clock.stand(now + (count + 1) * timedelta(hours=7))
            await quiet.wait()
        await clock.stand(now + timedelta(hours=41))  # a reminder, where they are still awaited
        await quiet.wait()
        one, two = (
            [*told_of(town, table, feed), *pages_of(town, table)] for table, feed in zip(tables, feeds, strict=True)
        )
        if one != two:
            wrong.append(f"pair {number}: {parting(one, two)}")
            if town.plant:
                break
        told += len(one)
        await end_tables(owner)
    return told, wrong


@pytest.fixture
def slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables of worlds are slow ones."""
    monkeypatch.setattr(worlds, "Setup", lambda **told: Setup(**{**told, "pace": DAY, "bank": BANK}))


@pytest.mark.usefixtures("slowly")
@pytest.mark.parametrize("pairs", [2, pytest.param(60, marks=[pytest.mark.long, pytest.mark.timeout(3600)])])
async def test_worlds_alike_are_told_alike(town: Town, clock: Clock, quiet: Quiet, pairs: int) -> None:
    """By every way they are told the same, to the byte."""
    told, wrong = await told_in_pairs(town, clock, quiet, pairs)
    print(f"{pairs} pairs of worlds that differ; {told} notices, entries, events and pages of each are the same")
    assert wrong == []
    assert told >= 8 * pairs
    texts = [each.told for each in town.push.pushed]
    assert max(len(each["title"]) for each in texts) <= MAX_TITLE_CHARACTERS
    assert max(len(each["body"]) for each in texts) <= MAX_BODY_CHARACTERS


@pytest.mark.long
@pytest.mark.usefixtures("slowly")
@pytest.mark.parametrize("plant", sorted(TOLD_LEAKS))
async def test_a_leak_in_what_is_told_is_found(town: Town, clock: Clock, quiet: Quiet, plant: str) -> None:
    town.plant = plant
    town.serve()
    _, wrong = await told_in_pairs(town, clock, quiet, 6)
    assert wrong


async def end_tables(owner: str) -> None:
    """Nobody is awaited any more."""
    connection = await asyncpg.connect(owner)
    await connection.execute("update malle.tab set hidden = malle.now() where hidden is null")
    await connection.execute("delete from malle.awaited")
    await connection.close()


async def show_later(town: Town, wait: str) -> None:
    """What lies on every table will be shown then."""
    for owner in parse_databases(town.environment["MALLE_OWNER_DATABASES"]).values():
        connection = await asyncpg.connect(owner)
        await connection.execute(f"update malle.tab set since = malle.now() + interval '{wait}'")
        await connection.close()


async def test_a_feed_is_opened_by_its_address_alone(town: Town, clock: Clock, quiet: Quiet) -> None:
    await clock.stand(MONDAY)
    lea, paul = await town.person(QuietHours(0, 0)), await town.person(QuietHours(0, 0))
    person, config = person_of_token(lea), read_config(town.environment)
    feed = await feed_of(town.store, config, lea)
    table = town.open([lea, paul])
    town.notify()
    await clock.stand(MONDAY + MINUTE)
    await quiet.wait()
    kind, atom = fetch(town.port, f"{feed}.atom")
    assert kind == "application/atom+xml"
    assert atom == fetch(town.port, f"{feed}.atom")[1]
    [entry] = ElementTree.fromstring(atom).iter("{http://www.w3.org/2005/Atom}entry")
    assert entry.findtext("{http://www.w3.org/2005/Atom}title") == "À vous · La chasse aux contrebandiers"
    kind, text = fetch(town.port, f"{feed}.ics")
    assert kind == "text/calendar"
    [event] = icalendar.Calendar.from_ical(text.decode()).walk("VEVENT")
    assert event["summary"] == "Dernier moment · À vous · La chasse aux contrebandiers"
    assert event.decoded("dtstart") == MONDAY + timedelta(days=1)
    assert str(event["url"]).endswith(f"/tables/{table}")
    assert max(len(line) for line in text.split(b"\r\n")) <= 75
    await show_later(town, "1 hour")  # as while a window that has closed is still shown open
    assert b"VEVENT" not in fetch(town.port, f"{feed}.ics")[1]
    await show_later(town, "0 hours")
    assert fetch(town.port, f"{feed}.ics")[1] == text
    wrong = [f"{feed[:-1]}{'0' if feed[-1] != '0' else '1'}.atom", f"{feed}.txt", "/feeds/x.ics", "/feeds/1-a-b.ics"]
    assert [call(town.port, path)[0] for path in wrong] == [404] * 4
    await town.store.notices.remove_channels(person, "feed")
    assert call(town.port, f"{feed}.atom")[0] == 404, "it was closed"
