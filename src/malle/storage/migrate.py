"""`malle migrate`: bring every database of the configuration to the newest schema.

This needs the role that owns the databases. The server's own role, `malle_app`, may add to the log and never
change it. If `malle_app` does not exist, it is created without a password: the operator sets one. The
migration libraries are imported on first use, because they take a quarter of a start, and a running server
needs none of them.
"""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import asyncpg

from malle.storage.failover import connect

if TYPE_CHECKING:
    from sqlalchemy import Connection

_MIGRATIONS_FOLDER = Path(__file__).parent / "migrations"
_CREATE_APP_ROLE_SQL = """do $$ begin
  if not exists (select from pg_roles where rolname = 'malle_app') then create role malle_app login; end if;
end $$"""

DatabaseKind = Literal["tables", "people"]
_SCHEMAS: dict[DatabaseKind, str] = {"tables": "malle", "people": "people"}


def known_revisions(kind: DatabaseKind) -> tuple[str, ...]:
    """Return the schema revisions that this release knows, oldest first. Migration file names begin with
    them."""
    files = (_MIGRATIONS_FOLDER / kind / "versions").glob("[0-9]*_*.py")
    return tuple(sorted(file.name.partition("_")[0] for file in files))


async def installed_revision(connection: asyncpg.Connection[asyncpg.Record], kind: DatabaseKind) -> str | None:
    """Return the schema revision of a database: an empty string if it has none yet, None if this role may not
    read it."""
    try:
        return str(await connection.fetchval(f"select version_num from {_SCHEMAS[kind]}.version") or "")
    except (asyncpg.UndefinedTableError, asyncpg.InvalidSchemaNameError):
        return ""
    except asyncpg.InsufficientPrivilegeError:
        return None


async def has_newer_schema(address: str, kind: DatabaseKind) -> bool:
    """Return whether a database has a schema revision that this release does not know. It is also
    False if this role may not read the revision. Raise asyncpg's errors if the database cannot be
    asked."""
    connection = await connect(address, timeout=10)
    try:
        revision = await installed_revision(connection, kind)
    finally:
        await connection.close()
    return bool(revision) and revision not in known_revisions(kind)


def migrate(address: str, kind: DatabaseKind, revision: str = "head") -> None:
    """Upgrade one database to a revision, by default the newest. The revision `base` removes
    everything instead. Starts an event loop of its own."""
    asyncio.run(migrate_async(address, kind, revision))


async def migrate_async(address: str, kind: DatabaseKind, revision: str = "head") -> None:
    """Like `migrate`, inside a running event loop."""
    from sqlalchemy.ext.asyncio import create_async_engine
    from sqlalchemy.pool import NullPool

    # SQLAlchemy cannot read an address that names several hosts, so we connect ourselves.
    engine = create_async_engine(
        "postgresql+asyncpg://", async_creator=partial(connect, address, timeout=60), poolclass=NullPool
    )
    try:
        async with engine.connect() as connection:
            await connection.run_sync(_run_alembic, kind, revision)
            await connection.commit()
    finally:
        await engine.dispose()


def _run_alembic(connection: Connection, kind: DatabaseKind, revision: str) -> None:
    """Run Alembic, the migration library, on an open connection. Of two migrations of one database
    at the same time, one waits for the other. The schema and the role `malle_app` are created if
    they are missing. The caller commits."""
    from alembic import command
    from alembic.config import Config as Alembic
    from sqlalchemy import text

    schema = _SCHEMAS[kind]
    connection.execute(text("select pg_advisory_xact_lock(6279)"))  # serializes concurrent migrations
    connection.execute(text(f"create schema if not exists {schema}"))
    connection.execute(text(_CREATE_APP_ROLE_SQL))
    config = Alembic()
    config.set_main_option("script_location", str(_MIGRATIONS_FOLDER))
    config.set_main_option("version_locations", str(_MIGRATIONS_FOLDER / kind / "versions"))
    config.set_main_option("path_separator", "os")
    config.attributes.update(connection=connection, schema=schema)
    if revision == "base":
        command.downgrade(config, revision)
    else:
        command.upgrade(config, revision)
