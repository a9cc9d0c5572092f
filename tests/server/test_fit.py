"""A people's database that was not brought up to date: no server starts with it, and nobody is taken for who they are
not. The server's role does not see the number of the schema, so that it looks at what it asks for."""

from __future__ import annotations

import asyncio
import contextlib
import re
import secrets
from collections.abc import AsyncIterator
from pathlib import Path

import asyncpg
import pytest
from alembic.config import Config as Alembic
from alembic.script import ScriptDirectory

from malle.i18n.operator_messages import EXIT_RETRY_LATER
from malle.runtime.seats.device_owners import DeviceOwners
from malle.runtime.seats.identity import NotYours
from malle.storage import migrate, schema_check
from malle.storage.connections import CHECK_VALID_SECONDS
from malle.storage.database_errors import SCHEMA_ERRORS, DatabaseUnavailable, SchemaOutdated
from malle.storage.migrate import DatabaseKind, known_revisions, migrate_async
from malle.storage.schema_check import require_schema_at
from malle.storage.store import Store, person_of_token, token_digest
from malle.testing.dev_services import Services
from malle.web.security.device_cookie import make_device_secret
from tests.server.command import told
from tests.server.conftest import execute
from tests.server.nursery import free_port

pytestmark = pytest.mark.services
BEHIND = "0010"
"""Before those who were erased stayed so."""


@pytest.fixture
async def behind(services: Services) -> AsyncIterator[str]:
    """A database whose tables are up to date, and whose people are not."""
    name = f"behind_{secrets.token_hex(4)}"
    await execute(services, 0, f"create database {name}")
    await migrate_async(services.owner_url(0, name), "tables")
    await migrate_async(services.owner_url(0, name), "people", BEHIND)
    yield name
    await execute(services, 0, f"drop database {name} with (force)")


@pytest.mark.parametrize("what", ["tables", "people"])
def test_the_files_say_which_schemas_are_known(what: DatabaseKind) -> None:
    """As the library reads them."""
    folder = Path(migrate.__file__).parent / "migrations"
    alembic = Alembic()
    alembic.set_main_option("script_location", str(folder))
    alembic.set_main_option("version_locations", str(folder / what / "versions"))
    alembic.set_main_option("path_separator", "os")
    read = ScriptDirectory.from_config(alembic)
    assert read.get_current_head() == known_revisions(what)[-1]
    assert {each.revision for each in read.walk_revisions()} == set(known_revisions(what))


async def test_all_that_is_asked_can_be_asked_of_the_newest_schema_and_not_of_older_ones(
    services: Services, behind: str
) -> None:
    """Also where a column alone is missing."""
    app, owner = services.app_url(0, behind), services.owner_url(0, behind)
    await require_schema_at(app, "tables")
    for each in known_revisions("people"):
        if each >= BEHIND:
            await migrate_async(owner, "people", each)
        if BEHIND <= each < known_revisions("people")[-1]:
            with pytest.raises(SCHEMA_ERRORS):
                await require_schema_at(app, "people")
    await require_schema_at(app, "people")


async def test_a_check_that_was_stopped_begins_anew(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it was stopped between one query and the next, the connection still knew the one."""
    people = store.devices._people
    people.schema_fits = False
    with monkeypatch.context() as stopped:
        stopped.setitem(schema_check._PREPARE_SCRIPTS, "people", "prepare malle_fit as select 1; select 1 / 0;")
        with pytest.raises(DatabaseUnavailable):
            await people.check()
    async with asyncio.timeout(30):
        while not people.schema_fits:
            await asyncio.sleep(CHECK_VALID_SECONDS)
            with contextlib.suppress(DatabaseUnavailable):  # a busy machine
                await people.check()


async def test_no_server_starts_and_the_doctor_says_why(services: Services, behind: str, tmp_path: Path) -> None:
    """By the number of the schema, and where nobody may see it by what the server asks for. Once it is migrated, the
    doctor is content; and a database that is away is none that was forgotten."""
    app, owner = services.app_url(0, behind), services.owner_url(0, behind)
    settings = {"MALLE_DATABASES": f"1={app}", "MALLE_KEY": services.key, "MALLE_FOLDER": str(tmp_path)}
    owners = {"MALLE_OWNER_DATABASES": f"1={owner}", "MALLE_OWNER_PEOPLE": owner}
    port = str(free_port())
    code, said = await asyncio.to_thread(told, "serve", "--port", port, "--robots", "0", **settings)
    assert (code, said.count("\n")) == (2, 1), said
    assert re.search(r"cannot be used \(Undefined\w+\): run `malle migrate`", said)
    code, said = await asyncio.to_thread(told, "doctor", "--port", port, **settings, **owners)
    assert code == 2
    wanted = known_revisions("people")[-1]
    assert re.search(f"^FAIL +people .*schema {BEHIND} of {wanted}\n +→ malle migrate$", said, re.MULTILINE), said
    assert re.search("^ok +database ", said, re.MULTILINE), said
    code, said = await asyncio.to_thread(told, "doctor", "--port", port, **settings)
    assert code == 2
    assert re.search(r"cannot be used \(Undefined\w+\)\n      → run `malle migrate`", said)
    code, said = await asyncio.to_thread(told, "migrate", **settings, **owners)
    assert (code, said) == (0, "database 1: up to date\npeople: up to date\n")
    code, said = await asyncio.to_thread(told, "doctor", "--port", port, **settings, **owners)
    assert re.search(f"^ok +people .*schema {wanted} of {wanted}$", said, re.MULTILINE), said
    assert "FAIL" not in said
    away = settings | {
        "MALLE_PEOPLE": f"postgresql://a:b@127.0.0.1:{free_port()}/m",
        "MALLE_OWNER_DATABASES": f"1={owner}",
    }
    assert (await asyncio.to_thread(told, "migrate", **away))[0] == EXIT_RETRY_LATER


async def test_a_device_that_was_closed_does_not_open_again(services: Services, behind: str) -> None:
    """It was nobody's while that database was up to date; where it is not, whoever is unknown waits, and the process is
    not ready. It is as soon as it is migrated."""
    store = Store({1: services.app_url(0, behind)}, services.app_url(0, behind))
    await store.open()
    device = make_device_secret()
    connection = await asyncpg.connect(services.owner_url(0, behind))
    await connection.execute(
        "insert into people.device (digest, person, closed) values ($1, $2, now())",
        token_digest(device),
        person_of_token(device),
    )
    await connection.close()
    persons = DeviceOwners(store.devices, {})
    try:
        with pytest.raises(SchemaOutdated):
            await persons.person_of_token(device)
        with pytest.raises(DatabaseUnavailable):
            await store.check_ready()
        await migrate_async(services.owner_url(0, behind), "people")
        with pytest.raises(NotYours):
            await persons.person_of_token(device)
        async with asyncio.timeout(60):
            while True:
                try:
                    assert await store.check_ready() == []
                    break
                except DatabaseUnavailable:  # its answer is good for a second
                    await asyncio.sleep(0.1)
    finally:
        await store.close()
