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

from malle.core import Refused
from malle.store.away import AWAY, database_away, is_away
from malle.store.hosts import connect
from malle.store.store import read_databases
from malle.wire.config import read_config

_DAY = 86_400

_OLD = """
select t.id from malle.tab t left join malle.entry e on e.tab = t.id and e.seq = t.seq
 where (t.over or t.aside is null) and coalesce(e.at, t.opened) < malle.now() - case
         when t.over then $1::float8
         when coalesce((t.setup::jsonb ->> 'pace')::int, 0) >= $4 then $3::float8
         else $2::float8
       end * interval '1 day'
 order by t.id limit $5
"""
"""Ids of the tables untouched for longer than the limit: $1 days if finished, $3 if correspondence play,
else $2."""
_BESIDE = ("snapshot", "seat", "asking", "door", "wish", "report", "entry")
"""SQL tables with rows of a table, in the order in which they are deleted."""
BATCH = 500
"""Tables deleted in one transaction, so that locks are held only briefly."""


def prune_word(options: argparse.Namespace) -> int:
    """Run `malle prune`: print how many tables of each database are old, and delete them with `--really`.
    Raise `Refused` if a limit is less than a day. Return the exit code."""
    days = (options.finished, options.live, options.slow)
    if min(days) < 1:
        raise Refused("tables are kept for a day at least")
    owners = os.environ.get("MALLE_OWNER_DATABASES")
    databases = read_databases(owners) if owners else read_config().databases
    for number, address in databases.items():
        count = asyncio.run(_prune(address, days, really=options.really))
        print(
            f"database {number}: {count} tables {'deleted' if options.really else 'would be deleted; --really does it'}"
        )
    return 0


async def _prune(address: str, days: tuple[int, int, int], *, really: bool) -> int:
    """Count the old tables of one database and delete them if `delete`. `days` are the limits for finished
    tables, live play and correspondence play. Raise `OperatorError` if the database does not answer."""
    try:
        connection = await connect(address, timeout=60)
    except AWAY as error:
        if not is_away(error):
            raise
        raise database_away(address, error) from error
    try:
        if not really:
            return len(await connection.fetch(_OLD, *days, _DAY, None))
        count = 0
        while found := [row["id"] for row in await connection.fetch(_OLD, *days, _DAY, BATCH)]:
            async with connection.transaction():
                for beside in _BESIDE:
                    await connection.execute(f"delete from malle.{beside} where tab = any($1)", found)
                await connection.execute("delete from malle.tab where id = any($1)", found)
            count += len(found)
        return count
    finally:
        await connection.close()
