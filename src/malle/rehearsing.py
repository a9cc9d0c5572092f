"""Whether this release can go on with the tables that are being played: asked before it serves any of them."""

from __future__ import annotations

import asyncio

import asyncpg
import msgspec

from malle.core import MalleError, Refused
from malle.live.opening import opened
from malle.store.store import Stored
from malle.table import Setup
from malle.wire.boxes import Boxes
from malle.wire.config import Config
from malle.wire.library import Library

_KINDS = """
select count(*) as count, min(id) as id from malle.tab
 where not over and hidden is null
 group by (setup::jsonb) -> 'game', (setup::jsonb) -> 'version', (setup::jsonb) -> 'edition',
          (setup::jsonb) -> 'numbers', (setup::jsonb) -> 'seats', (setup::jsonb) -> 'options'
"""


def need_servable(config: Config) -> None:
    """`Refused` if there are tables in play that this release has no rules, no numbers or no key for: one of each
    kind is looked at. `malle rehearse` plays every one."""
    library, sealer = Library(boxes=Boxes(folder=config.editions)), config.keys.sealer()
    for address in config.databases.values():
        for count, stored in asyncio.run(_one_of_each(address)):
            try:
                opened(stored, library, sealer)
            except MalleError as error:
                raise Refused(
                    f"{count} tables of {stored.setup.game} could not go on: {error}. "
                    "`malle up --anyway` starts without them, and loses nothing"
                ) from error


async def _one_of_each(address: str) -> list[tuple[int, Stored]]:
    connection = await asyncpg.connect(address, timeout=10)
    try:
        kinds = {row["id"]: row["count"] for row in await connection.fetch(_KINDS)}
        rows = await connection.fetch("select id, setup, seed from malle.tab where id = any($1)", list(kinds))
    finally:
        await connection.close()
    read = msgspec.json.Decoder(Setup).decode
    return [(kinds[row["id"]], Stored(read(row["setup"]), row["seed"], None, [], None, [])) for row in rows]
