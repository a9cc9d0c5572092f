"""`malle prune`: delete old tables.

Nothing is deleted unless the operator runs this command with the role that owns the databases: the server's
role cannot delete from the log. Finished and unfinished tables have limits of their own. The page of a
deleted table says that there is no such table. A quarantined table in play, which waits for rules or an
edition, is kept.
"""

from __future__ import annotations

import argparse
import asyncio
import os

from malle.config.settings import read_config
from malle.core import Refused
from malle.storage.database_errors import UNAVAILABLE_ERRORS, database_not_ready, is_unavailable_error
from malle.storage.failover import connect
from malle.storage.store import parse_databases

_DAY_SECONDS = 86_400

_OLD_TABLES_SQL = """
select t.id from malle.tab t left join malle.entry e on e.tab = t.id and e.seq = t.seq
 where (t.over or t.aside is null) and coalesce(e.at, t.opened) < malle.now() - case
         when t.over then $1::float8
         when coalesce((t.setup::jsonb ->> 'pace')::int, 0) >= $4 then $3::float8
         else $2::float8
       end * interval '1 day'
 order by t.id limit $5
"""
"""Ids of the tables untouched for longer than their limit: $1 days if finished, $3 if decisions
may take $4 seconds or more (correspondence play), else $2. At most $5 ids; quarantined tables in
play are left out."""
_DEPENDENT_SQL_TABLES = ("snapshot", "seat", "asking", "door", "wish", "report", "entry")
"""SQL tables with rows that refer to a game table, in the order in which the rows are deleted."""
TABLES_PER_TRANSACTION = 500
"""Tables deleted in one transaction, so that locks are held only briefly."""


def prune_command(options: argparse.Namespace) -> int:
    """Run `malle prune`: print how many tables of each database are old, and delete them with
    `--really`. Return 0. Raise `Refused` if a limit is less than a day, `OperatorError` if a
    database does not answer."""
    days = (options.finished, options.live, options.slow)
    if min(days) < 1:
        raise Refused("tables are kept for a day at least")
    owners = os.environ.get("MALLE_OWNER_DATABASES")
    databases = parse_databases(owners) if owners else read_config().table_databases
    for number, address in databases.items():
        count = asyncio.run(_prune_database(address, days, delete=options.really))
        print(
            f"database {number}: {count} tables {'deleted' if options.really else 'would be deleted; --really does it'}"
        )
    return 0


async def _prune_database(address: str, days: tuple[int, int, int], *, delete: bool) -> int:
    """Return how many tables of one database are old, and delete them if `delete`. `days` are
    the limits for finished tables, live play and correspondence play. Raise `OperatorError` if
    the database does not answer."""
    try:
        connection = await connect(address, timeout=60)
    except UNAVAILABLE_ERRORS as error:
        if not is_unavailable_error(error):
            raise
        raise database_not_ready(address, error) from error
    try:
        if not delete:
            return len(await connection.fetch(_OLD_TABLES_SQL, *days, _DAY_SECONDS, None))
        count = 0
        while table_ids := [
            row["id"] for row in await connection.fetch(_OLD_TABLES_SQL, *days, _DAY_SECONDS, TABLES_PER_TRANSACTION)
        ]:
            async with connection.transaction():
                for sql_table in _DEPENDENT_SQL_TABLES:
                    await connection.execute(f"delete from malle.{sql_table} where tab = any($1)", table_ids)
                await connection.execute("delete from malle.tab where id = any($1)", table_ids)
            count += len(table_ids)
        return count
    finally:
        await connection.close()
