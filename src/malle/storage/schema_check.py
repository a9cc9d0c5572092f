"""Check that a database has everything that this release queries.

The server's role cannot read the schema's revision, and a newer revision may do as well: while a newer
release takes over, the release before still serves. So every query is prepared, which runs none of them. All
are sent in one message, because one by one they would take seconds on a busy machine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from malle.storage.failover import connect
from malle.storage.migrate import DatabaseKind
from malle.storage.queries import (
    CORRESPONDENCE_QUERIES,
    LOGIN_QUERIES,
    NOTICE_QUERIES,
    PEOPLE_QUERIES,
    TABLE_QUERIES,
    query_texts,
)

if TYPE_CHECKING:
    import asyncpg

    Connection = asyncpg.Connection[asyncpg.Record] | asyncpg.pool.PoolConnectionProxy[asyncpg.Record]


def _prepare_script(queries: list[str]) -> str:
    """Return an SQL script that prepares each query, and deallocates it at once so that its name is free
    again."""
    return "\n".join(f"prepare malle_fit as {each}\n;deallocate malle_fit;" for each in queries)


REQUIRED_QUERIES: dict[DatabaseKind, list[str]] = {
    "tables": query_texts(TABLE_QUERIES, CORRESPONDENCE_QUERIES),
    "people": query_texts(PEOPLE_QUERIES, LOGIN_QUERIES, NOTICE_QUERIES),
}
"""Every query of a server, by the kind of database."""
_PREPARE_SCRIPTS = {what: _prepare_script(queries) for what, queries in REQUIRED_QUERIES.items()}


async def require_schema(connection: Connection, kind: DatabaseKind) -> None:
    """Prepare every query of this release in a database. Raise the error of the first one that fails: one of
    `SCHEMA_ERRORS` if the schema is older than this release."""
    await connection.execute(_PREPARE_SCRIPTS[kind])


async def require_schema_at(address: str, kind: DatabaseKind) -> None:
    """Like `require_schema`, for a database address. Raises the same errors, and connection or timeout
    errors; connecting and each query may take five seconds."""
    connection = await connect(address, timeout=5, command_timeout=5)
    try:
        await require_schema(connection, kind)
    finally:
        connection.terminate()
