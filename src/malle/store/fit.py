"""Check that a database has everything that this release queries.

The server's role cannot read the schema's revision, and a newer revision may do as well: while a newer
release takes over, the release before still serves. So every query is prepared, which runs none of them. All
are sent in one message, because one by one they would take seconds on a busy machine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from malle.store.hosts import connect
from malle.store.migrate import What
from malle.store.queries import ENTERING, NOTICES, PEOPLE, QUERIES, SLOW, texts

if TYPE_CHECKING:
    import asyncpg

    Connection = asyncpg.Connection[asyncpg.Record] | asyncpg.pool.PoolConnectionProxy[asyncpg.Record]


def _prepared(queries: list[str]) -> str:
    """Return an SQL script that prepares each query, and deallocates it at once so that its name is free
    again."""
    return "\n".join(f"prepare malle_fit as {each}\n;deallocate malle_fit;" for each in queries)


ASKED: dict[What, list[str]] = {"tables": texts(QUERIES, SLOW), "people": texts(PEOPLE, ENTERING, NOTICES)}
"""Every query of a server, by the kind of database."""
_PREPARED = {what: _prepared(queries) for what, queries in ASKED.items()}


async def need_fit(connection: Connection, what: What) -> None:
    """Prepare every query of this release in a database. Raise the error of the first one that fails: one of
    `SCHEMA_ERRORS` if the schema is older than this release."""
    await connection.execute(_PREPARED[what])


async def need_fit_at(address: str, what: What) -> None:
    """Like `require_schema`, for a database address. Raises the same errors, and connection or timeout
    errors; connecting and each query may take five seconds."""
    connection = await connect(address, timeout=5, command_timeout=5)
    try:
        await need_fit(connection, what)
    finally:
        connection.terminate()
