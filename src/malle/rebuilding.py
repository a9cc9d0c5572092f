"""`malle people rebuild`: compute the results of all finished games from the logs again."""

from __future__ import annotations

import argparse
import asyncio

from malle.core import MalleError
from malle.live.ending import ended_for
from malle.live.replay import Winder, heard_with
from malle.replaying import kept_tables
from malle.store.store import Store, read_id
from malle.wire.boxes import Boxes
from malle.wire.config import Config, read_config
from malle.wire.library import Library


def people_word(options: argparse.Namespace) -> int:
    """Run `malle people rebuild`: print how many results were written. Return the exit code."""
    print(f"{asyncio.run(rebuild(read_config()))} results")
    return 0


async def rebuild(config: Config, library: Library | None = None) -> int:
    """For every finished game with a log, delete its stored results and compute them again. Return how many
    were written. Games whose rules are missing, and games that were pruned, keep their results."""
    store = Store(config.databases, config.people)
    library = library or Library(boxes=Boxes(folder=config.editions))
    await store.open()
    count = 0
    try:
        for address in config.databases.values():
            async for kept in kept_tables(address):
                if not kept.over:
                    continue
                try:
                    winder = Winder(kept.opened(library, config.keys.sealer()))
                    for entry in kept.entries:
                        winder.add(entry)
                except MalleError:
                    continue
                id_, setup = read_id(kept.setup.table), kept.setup
                sheet, table = library.sheet(setup.game, setup.version, setup.edition), winder.table
                await store.games.drop_results(id_)
                for seat, sitter in (await store.sitters(id_)).items():
                    heard = heard_with(seat, winder.steps, winder.lent)
                    ended = ended_for(sheet, table, id_, seat, heard)
                    if ended is not None and (table.kinds[seat] == "person" or seat in table.left):
                        await store.games.add_result(sitter.person, ended, await store.age(id_))
                        count += 1
    finally:
        await store.close()
    return count
