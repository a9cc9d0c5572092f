"""`malle migrate`: brings every database of the configuration to the newest schema.

It needs the role that owns the databases; the server's own role, `malle_app`, may add to the log and never change it.
Where `malle_app` does not exist it is made without a password: give it one. Its libraries are imported when it
is asked: they are a quarter of a start, and a server that runs needs none of them.
"""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import asyncpg

from malle.store.hosts import connect

if TYPE_CHECKING:
    from sqlalchemy import Connection

_HERE = Path(__file__).parent / "migrations"
_APP = """do $$ begin
  if not exists (select from pg_roles where rolname = 'malle_app') then create role malle_app login; end if;
end $$"""

What = Literal["tables", "people"]
_SCHEMAS: dict[What, str] = {"tables": "malle", "people": "people"}


def revisions(what: What) -> tuple[str, ...]:
    """The numbers of the schemas that this release knows, the newest last: the names of the files begin with them."""
    files = (_HERE / what / "versions").glob("[0-9]*_*.py")
    return tuple(sorted(file.name.partition("_")[0] for file in files))


async def revision_of(connection: asyncpg.Connection[asyncpg.Record], what: What) -> str | None:
    """The number of the schema that a database has: empty, if it has none yet; None, if this role may not see it."""
    try:
        return str(await connection.fetchval(f"select version_num from {_SCHEMAS[what]}.version") or "")
    except (asyncpg.UndefinedTableError, asyncpg.InvalidSchemaNameError):
        return ""
    except asyncpg.InsufficientPrivilegeError:
        return None


async def is_newer(address: str, what: What) -> bool:
    """Has a database a schema that this release does not know? Errors are those of asyncpg."""
    connection = await connect(address, timeout=10)
    try:
        revision = await revision_of(connection, what)
    finally:
        await connection.close()
    return bool(revision) and revision not in revisions(what)


def migrate(address: str, what: What, revision: str = "head") -> None:
    """Brings one database to a revision."""
    asyncio.run(migrate_async(address, what, revision))


async def migrate_async(address: str, what: What, revision: str = "head") -> None:
    """The same inside a running loop."""
    from sqlalchemy.ext.asyncio import create_async_engine
    from sqlalchemy.pool import NullPool

    # It reads no address that names several hosts; we do.
    engine = create_async_engine(
        "postgresql+asyncpg://", async_creator=partial(connect, address, timeout=60), poolclass=NullPool
    )
    try:
        async with engine.connect() as connection:
            await connection.run_sync(_run, what, revision)
            await connection.commit()
    finally:
        await engine.dispose()


def _run(connection: Connection, what: What, revision: str) -> None:
    from alembic import command
    from alembic.config import Config as Alembic
    from sqlalchemy import text

    schema = _SCHEMAS[what]
    connection.execute(text("select pg_advisory_xact_lock(6279)"))  # two migrations at once wait for each other
    connection.execute(text(f"create schema if not exists {schema}"))
    connection.execute(text(_APP))
    config = Alembic()
    config.set_main_option("script_location", str(_HERE))
    config.set_main_option("version_locations", str(_HERE / what / "versions"))
    config.set_main_option("path_separator", "os")
    config.attributes.update(connection=connection, schema=schema)
    if revision == "base":
        command.downgrade(config, revision)
    else:
        command.upgrade(config, revision)
