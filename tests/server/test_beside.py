"""A server of the release before goes on while a newer one brings the databases up to date and takes over.

A database is brought to the schema of the newest release and then to the newest schema: all that the release asks can
still be asked, and nothing is refused that it writes. Faults are planted of many kinds that a migration can bring; what
the body of a function does, and another default, are not looked at.
"""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING

import asyncpg
import pytest
from tools.asked import KEPT, Asked, asked, keep, kept

from malle.storage.migrate import DatabaseKind, migrate_async
from malle.storage.schema_check import require_schema
from malle.testing.dev_services import Services
from tests.server.conftest import execute

pytestmark = pytest.mark.services
ROOT = Path(__file__).parents[2]
RELEASES = kept(ROOT)
NEWEST = max(RELEASES, key=lambda version: [int(each) for each in version.split(".")], default="")
"""Servers of the release before go on; what only older ones need may be taken away."""
SCHEMAS: dict[DatabaseKind, str] = {"tables": "malle", "people": "people"}
if TYPE_CHECKING:
    Connection = asyncpg.Connection[asyncpg.Record]

COLUMNS = """
    select c.relname || '.' || a.attname, format_type(a.atttypid, a.atttypmod),
      case when a.attnotnull then case when a.atthasdef then 'never null' else 'to be given' end else '' end
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = $1::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped"""
LIMITS = """
    select c.relname || ': ' || pg_get_constraintdef(k.oid) from pg_constraint k join pg_class c on c.oid = k.conrelid
    where c.relnamespace = $1::regnamespace and contype <> 'n'
    union all
    select c.relname || ': ' || pg_get_indexdef(i.indexrelid) from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = $1::regnamespace and i.indisunique
    union all
    select c.relname || ': ' || pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = $1::regnamespace and not t.tgisinternal"""
RIGHTS = """
    select c.relname || ': ' || p.privilege_type from pg_class c, aclexplode(c.relacl) p
    where c.relnamespace = $1::regnamespace and p.grantee = 'malle_app'::regrole
    union all
    select c.relname || '.' || a.attname || ': ' || p.privilege_type
    from pg_class c join pg_attribute a on a.attrelid = c.oid, aclexplode(a.attacl) p
    where c.relnamespace = $1::regnamespace and p.grantee = 'malle_app'::regrole"""


class Shape:
    """What of a schema a server depends on: columns and their types, those that must be given, what is refused, and
    what the server's role may do."""

    def __init__(self, columns: list[asyncpg.Record], limits: list[asyncpg.Record], rights: list[asyncpg.Record]):
        self.types: dict[str, str] = {name: kind for name, kind, _ in columns}
        self.needs: dict[str, str] = {name: need for name, _, need in columns}
        self.limits: set[str] = {each for (each,) in limits}
        self.rights: set[str] = {each for (each,) in rights}


async def shape_of(connection: Connection, what: DatabaseKind) -> Shape:
    """That of a database now."""
    return Shape(*[await connection.fetch(query, SCHEMAS[what]) for query in (COLUMNS, LIMITS, RIGHTS)])


async def faults(connection: Connection, what: DatabaseKind, then: Shape, release: Asked) -> list[str]:
    """Why a server of a release cannot go on here, whose schema had this shape."""
    now, found = await shape_of(connection, what), []
    tables = {name.partition(".")[0] for name in then.types}
    found += [f"{name} is gone or another" for name, kind in then.types.items() if now.types.get(name) != kind]
    for name, need in now.needs.items():
        if name in then.types and need not in ("", then.needs[name]):
            found.append(f"{name}: {need}")
        if name not in then.types and name.partition(".")[0] in tables and need == "to be given":
            found.append(f"{name}: {need}")
    found += [f"a new limit on {each}" for each in now.limits - then.limits if each.partition(":")[0] in tables]
    found += [f"a limit is gone: {each}" for each in then.limits - now.limits]  # by which conflicts are found, too
    found += [f"malle_app may no longer: {each}" for each in then.rights - now.rights]
    for query in release.queries:
        try:
            async with connection.transaction():
                await connection.execute(f"prepare malle_beside as {query}\n;deallocate malle_beside")
        except asyncpg.PostgresError as error:
            found.append(f"{error}: {query}")
    return found


@pytest.fixture
async def database(services: Services) -> AsyncIterator[str]:
    """A database of its own, with nothing in it: the owner's address."""
    name = f"beside_{secrets.token_hex(4)}"
    await execute(services, 0, f"create database {name}")
    yield services.owner_url(0, name)
    await execute(services, 0, f"drop database {name} with (force)")


async def test_the_release_before_goes_on_at_the_newest_schema(database: str) -> None:
    for what, release in RELEASES[NEWEST].items():
        await migrate_async(database, what, release.schema)
        connection = await asyncpg.connect(database)
        then = await shape_of(connection, what)
        await migrate_async(database, what)
        assert await faults(connection, what, then, release) == []
        await connection.close()


PLANTED = {
    "alter table malle.awaited drop column told": "awaited.told is gone or another",
    "alter table malle.awaited rename column told to heard": "awaited.told is gone or another",
    "drop table malle.reserve": "reserve.spent is gone or another",
    "alter table malle.reserve alter spent type int": "reserve.spent is gone or another",
    "alter table malle.awaited add column colour text not null": "awaited.colour: to be given",
    "alter table malle.slow alter seq drop default": "slow.seq: to be given",
    "alter table malle.awaited alter next set not null": "awaited.next: to be given",
    "alter table malle.slow add check (seq < 5)": "a new limit on slow",
    "create unique index on malle.awaited (person)": "a new limit on awaited",
    "alter table malle.slow add foreign key (seq) references malle.slow (tab)": "a new limit on slow",
    """create function malle.no() returns trigger language plpgsql as 'begin return null; end';
       create trigger no before insert on malle.slow for each row execute function malle.no()""": "a new limit on slow",
    "alter table malle.reserve drop constraint reserve_pkey": "a limit is gone: reserve",
    "revoke update on malle.awaited from malle_app": "malle_app may no longer: awaited: UPDATE",
}
ADDED = [
    "alter table malle.awaited add column colour text, add column size int not null default 0",
    "create table malle.colour (tab bigint primary key, colour text not null check (colour <> ''))",
    "create index on malle.awaited (told)",
]


async def test_what_it_could_not_do_is_found_and_what_is_only_added_disturbs_nobody(database: str) -> None:
    await migrate_async(database, "tables")
    connection = await asyncpg.connect(database)
    then, release = await shape_of(connection, "tables"), asked()["tables"]
    for statement in [*PLANTED, *ADDED]:
        changing = connection.transaction()
        await changing.start()
        await connection.execute(statement)
        found = await faults(connection, "tables", then, release)
        await changing.rollback()
        if statement in ADDED:
            assert found == [], statement
        else:
            assert any(each.startswith(PLANTED[statement]) for each in found), (statement, found)
    assert await faults(connection, "tables", then, release) == []
    await connection.close()


async def test_a_query_that_can_no_longer_be_asked_is_found(database: str) -> None:
    await migrate_async(database, "tables")
    connection = await asyncpg.connect(database)
    then = await shape_of(connection, "tables")
    release = Asked("0012", ["select told from malle.awaited where tab = $1", "select heard from malle.awaited"])
    (found,) = await faults(connection, "tables", then, release)
    assert found == 'column "heard" does not exist: select heard from malle.awaited'
    await connection.close()


async def test_what_is_kept_is_all_that_a_server_asks(database: str, tmp_path: Path) -> None:
    keep(tmp_path, "9.9.9")
    assert kept(tmp_path) == {"9.9.9": asked()}
    assert (tmp_path / KEPT / "9.9.9.json").read_bytes().endswith(b"}\n")
    for what, release in asked().items():
        await migrate_async(database, what, release.schema)
        connection = await asyncpg.connect(database)
        await require_schema(connection, what)
        await connection.close()
