"""What `malle people rebuild` does, for the host of a site: how every game ended is written down again, by the logs."""

from __future__ import annotations

import argparse
import asyncio

from malle.core import MalleError
from malle.replaying import kept_tables
from malle.store.played import Ended
from malle.store.store import Store, read_id
from malle.wire.boxes import Boxes
from malle.wire.config import Config, read_config
from malle.wire.library import Library


def people_word(options: argparse.Namespace) -> int:
    """`malle people rebuild`: says how many results there are then."""
    print(f"{asyncio.run(rebuild(read_config()))} results")
    return 0


async def rebuild(config: Config, library: Library | None = None) -> int:
    """Forgets how each game ended that has a log, and asks that. One whose rules are not here, and one that was pruned,
    stays as it is."""
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
                    table = kept.opened(library, config.keys.sealer()).replay(kept.entries)
                except MalleError:
                    continue
                id_, over = read_id(kept.setup.table), table.over
                await store.games.drop_results(id_)
                for seat, sitter in (await store.sitters(id_)).items():
                    if over is not None and (table.kinds[seat] == "person" or seat in table.left):
                        drawn = over.places[seat] == 1 and over.places.count(1) > 1
                        place, score = over.places[seat], over.scores[seat]
                        ended = Ended(id_, kept.setup.game, place, len(over.places), drawn, score)
                        await store.games.add_result(sitter.person, ended, await store.age(id_))
                        count += 1
    finally:
        await store.close()
    return count
