"""Whether a database can be asked all that this release asks.

The server's role does not see the number of the schema, and a newer one may do as well: while a newer release takes
over, the one before still serves. So every query is prepared, which runs none of them, in one message: asked one by one
they would take a busy machine seconds.
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
    """All of them, each under a name that is free again after it."""
    return "\n".join(f"prepare malle_fit as {each}\n;deallocate malle_fit;" for each in queries)


ASKED: dict[What, list[str]] = {"tables": texts(QUERIES, SLOW), "people": texts(PEOPLE, ENTERING, NOTICES)}
"""Every query of a server, by the kind of database."""
_PREPARED = {what: _prepared(queries) for what, queries in ASKED.items()}


async def need_fit(connection: Connection, what: What) -> None:
    """The error of the first query that cannot be asked there: one of `away.LACKS`, if the schema is an older one."""
    await connection.execute(_PREPARED[what])


async def need_fit_at(address: str, what: What) -> None:
    """The same by an address, within some seconds."""
    connection = await connect(address, timeout=5, command_timeout=5)
    try:
        await need_fit(connection, what)
    finally:
        connection.terminate()
