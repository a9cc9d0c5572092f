"""Who was erased stays so, whatever another request or another process was about to write."""

from __future__ import annotations

import asyncio
import runpy
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, date, datetime
from pathlib import Path
from uuid import UUID, uuid4

import asyncpg
import pytest
from websockets.asyncio.client import connect

from malle.protocol import messages
from malle.protocol.messages import HelloMessage
from malle.runtime.seats.device_owners import DEVICE_CLOSED_REASON, DeviceOwners
from malle.runtime.seats.identity import NotYours
from malle.storage import migrate
from malle.storage.people.game_history import GameResult
from malle.storage.people.notices import NotificationPreferences
from malle.storage.queries import NOTICE_QUERIES
from malle.storage.store import Store, person_of_token
from malle.testing.dev_services import Services
from malle.web.security.device_cookie import make_device_secret
from tests.server.conftest import opened_store
from tests.server.nursery import Nursery, free_port
from tests.server.player import Player, call
from tests.server.test_device import browse
from tests.server.test_persons import ends

pytestmark = pytest.mark.services


@pytest.fixture
async def other(services: Services, database: str) -> AsyncIterator[Store]:
    """The store of another process."""
    async with opened_store(services, database) as made:
        yield made


async def test_a_name_that_another_process_kept_is_not_written_again(store: Store, other: Store) -> None:
    """The people's database was away when they chose it there."""
    person = uuid4()
    await store.set_name(person, "Ann")
    other._unwritten_names[person] = ("Ann", True)
    await store.erase_person(person)
    await other.retry_names()
    await other.set_name_if_unset(person, "Ann")
    assert await store.names_of([person]) == await other.names_of([person]) == {}


Write = Callable[[Store, UUID], Awaitable[object]]
MAIL = "ann@x.org"
MIGRATION = Path(migrate.__file__).parent / "migrations/people/versions/0011_erased.py"
WRITTEN: dict[str, str] = runpy.run_path(str(MIGRATION))["WRITTEN"]
"""The tables that ask by themselves whether somebody was erased, and the column that says of whom they are."""
ASKED = {"device": "person", "result": "person", "link": "person", "passkey": "person"}
"""Those whose queries do."""
TABLES = {**WRITTEN, **ASKED}
WRITES: dict[str, tuple[Write, str]] = {
    "person": (lambda store, person: store.set_name(person, "Ann"), "(id, name) values ($1, 'x')"),
    "channel": (
        lambda store, person: store.notices.add_channel(person, "mail", MAIL),
        f"(id, person, kind, target) values (gen_random_uuid(), $1, 'mail', '{MAIL}')",
    ),
    "letter": (
        lambda store, person: NOTICE_QUERIES.add_letter(
            store.notices._people.pool, id=person, mail=MAIL, person=person, language="fr"
        ),
        "(id, mail, person, language) values ($1, 'bob@x.org', $1, 'fr')",
    ),
    "hours": (
        lambda store, person: store.notices.set_preferences(person, NotificationPreferences()),
        "values ($1, 0, 0, 'UTC', 'fr')",
    ),
    "device": (
        lambda store, person: store.devices.record_use(person.bytes, person, "firefox computer"),
        "(digest, person) values (uuid_send($1::uuid), $1)",
    ),
    "result": (
        lambda store, person: store.game_history.add_result(person, GameResult(1, "declarer", 1, 4, False, 120), 60.0),
        "(person, tab, game, place, seats, drawn, score, ended) values ($1, 1, 'x', 1, 2, false, 0, now())",
    ),
    "link": (
        lambda store, person: store.logins.replace_link(person.bytes, person, "paper", 60.0, b""),
        "(digest, person, kind) values (uuid_send($1::uuid), $1, 'square')",
    ),
    "passkey": (
        lambda store, person: store.logins.add_passkey(person.bytes, person, b"", 0, "firefox computer"),
        "(id, person, public, count) values (uuid_send($1::uuid), $1, '', 0)",
    ),
}
"""How a process writes there, and the same row in the hands of somebody else."""


@pytest.mark.parametrize("table", TABLES)
async def test_what_is_being_written_is_erased_or_not_written(
    store: Store, other: Store, services: Services, database: str, table: str
) -> None:
    """Somebody holds the row, so that the writer waits in the middle of it while another process erases them."""
    write, same = WRITES[table]
    person = uuid4()
    holder, looker = [await asyncpg.connect(services.owner_url(0, database)) for _ in range(2)]
    waiting = "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    held = holder.transaction()
    await held.start()
    await holder.execute(f"insert into people.{table} {same}", person)
    async with asyncio.timeout(30):
        writer = asyncio.ensure_future(write(store, person))
        while await looker.fetchval(waiting) < 1:
            await asyncio.sleep(0.01)
        eraser = asyncio.create_task(other.erase_person(person))
        while not eraser.done() and await looker.fetchval(waiting) < 2:
            await asyncio.sleep(0.01)
        await held.rollback()
        await asyncio.gather(writer, eraser)
    left = await looker.fetchval(f"select count(*) from people.{table} where {TABLES[table]} = $1", person)
    await looker.execute("delete from people.channel where target = $1", MAIL)
    for each in (holder, looker):
        await each.close()
    assert left == 0


@pytest.mark.parametrize("table", TABLES)
async def test_a_process_that_has_not_heard_of_it_writes_nothing_of_who_was_erased(
    store: Store, other: Store, table: str
) -> None:
    """It remembers whose a device is for twenty seconds. Of somebody else it writes."""
    write, _ = WRITES[table]
    erased, stays = uuid4(), uuid4()
    await store.set_name(erased, "Ann")
    await store.erase_person(erased)
    for person in (erased, stays):
        await write(other, person)
    assert [len((await store.personal_data.people_rows(person))[table]) for person in (erased, stays)] == [0, 1]
    assert not any((await store.personal_data.people_rows(erased)).values())
    await store.erase_person(stays)


async def test_of_nobody_no_mark_is_kept(store: Store, services: Services, database: str) -> None:
    """Anybody can make a number up, and erase it."""
    nobody, ann = uuid4(), uuid4()
    await store.set_name(ann, "Ann")
    for person in (nobody, ann):
        await store.erase_person(person)
    looker = await asyncpg.connect(services.owner_url(0, database))
    marked = "select exists (select from people.erased where digest = people.mark($1))"
    found = [await looker.fetchval(marked, person) for person in (nobody, ann)]
    await looker.close()
    assert found == [False, True]


async def test_a_guests_browser_does_not_tell_somebody_who_was_erased(store: Store, other: Store) -> None:
    """The guest came in for them on a device; they were erased at another process meanwhile. For somebody else it
    does."""
    erased, stays, device = uuid4(), uuid4(), make_device_secret().encode()
    await store.set_name(erased, "Ann")
    await store.erase_person(erased)
    for person in (erased, stays):
        guest = uuid4()
        await other.notices.add_channel(guest, "push", f"https://push.example.org/{guest}")
        await other.game_history.transfer_seats(guest, person, device)
    assert [len(await store.notices.list_channels(person)) for person in (erased, stays)] == [0, 1]
    for person in (guest, stays):
        await store.erase_person(person)


async def test_a_notice_does_not_name_who_was_erased_while_it_was_made(store: Store) -> None:
    lea, paul, day = uuid4(), uuid4(), date(2026, 11, 16)
    await store.set_name(paul, "Paul")
    told = {"tab": 1, "seat": 0, "kind": "turn", "until": datetime.now(UTC), "title": "À vous", "body": "Avec Paul."}
    for since, body in ((1, "Avec Paul."), (2, "")):
        assert await store.notices.add_notice(
            uuid4(), lea, day=day, max_per_day=10, mentioned_people=[lea, paul], since=since, **told
        )
        assert (await store.notices.recent_notices(lea))[0].body == body
        await store.erase_person(paul)


async def test_a_device_whose_person_was_erased_is_nobody(store: Store) -> None:
    """The first device of somebody has no row: its secret makes the person, who was erased on another one."""
    device = make_device_secret()
    assert await DeviceOwners(store.devices, {}).person_of_token(device) == person_of_token(device)
    await store.set_name(person_of_token(device), "Ann")
    await store.erase_person(person_of_token(device))
    with pytest.raises(NotYours):
        await DeviceOwners(store.devices, {}).person_of_token(device)


async def test_everybody_can_be_written_at_once(services: Services, database: str) -> None:
    """As a restore does: each asks whether they were erased, and PostgreSQL has room for some thousand locks only."""
    connection = await asyncpg.connect(services.owner_url(0, database))
    held = "select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()"
    try:
        async with connection.transaction():
            people, columns = [(uuid4(), "Ann") for _ in range(1000)], ["id", "name"]
            await connection.copy_records_to_table("person", schema_name="people", columns=columns, records=people)
            assert 0 < await connection.fetchval(held) <= 256
            await connection.execute("delete from people.person where id = any($1)", [each[0] for each in people])
    finally:
        await connection.close()


async def test_who_was_erased_is_sent_away_at_every_process(nursery: Nursery) -> None:
    """Ann plays at one table and looks on at another, on pages that another process shows than the one that erases
    her. Bob, who plays with her, stays."""
    ports = [free_port(), free_port()]
    for port in ports:
        nursery.start(port, pages=True)
    opened = call(ports[0], "/api/tables", {"game": "parley", "seats": 2, "name": "Ann"})[1]
    table, ann = opened["table"], opened["token"]
    bobs = call(ports[0], f"/api/tables/{table}/seats", {"name": "Bob", "invite": opened["invite"]})[1]["token"]
    other = call(ports[0], "/api/tables", {"game": "parley", "seats": 2, "robots": 2})[1]["table"]
    async with (
        Player(ports[1:], table, bobs) as bob,
        connect(f"ws://127.0.0.1:{ports[1]}/tables/{table}/socket") as plays,
        connect(f"ws://127.0.0.1:{ports[1]}/tables/{other}/socket") as looks,
    ):
        for each in (plays, looks):
            await each.send(messages.encode(HelloMessage(ann)))
            await each.recv()
        await bob.until(2)
        assert browse(ports[0], "/me/erase", {"malle": ann}, {"name": "Ann"})[0] == 303
        async with asyncio.timeout(60):
            assert [await ends(plays), await ends(looks)] == [DEVICE_CLOSED_REASON, DEVICE_CLOSED_REASON]
        act = {"type": "act", "seq": 2, "text": "bid 1", "key": str(uuid4())}
        assert call(ports[1], f"/api/tables/{table}/acts", act, token=ann)[0] == 403
        await bob.wait(lambda: bob.state is not None and b'"name":"?"' in bytes(bob.state.table))
        assert bob.connections == 1
