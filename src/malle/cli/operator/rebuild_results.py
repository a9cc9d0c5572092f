"""`malle people rebuild`: compute the results of all finished games from the logs again."""

from __future__ import annotations

import argparse
import asyncio

from malle.cli.operator.verify_logs import read_stored_tables
from malle.config.edition_folder import CustomEditions
from malle.config.game_library import GameLibrary
from malle.config.settings import Config, read_config
from malle.core import MalleError
from malle.runtime.history.replay import ReplayBuilder, events_of_person
from malle.runtime.history.results import result_for_seat
from malle.storage.store import Store, parse_table_id


def rebuild_results_command(options: argparse.Namespace) -> int:
    """Run `malle people rebuild`: compute the results of all finished games again, and print how
    many were written. Return 0."""
    print(f"{asyncio.run(rebuild_results(read_config()))} results")
    return 0


async def rebuild_results(config: Config, library: GameLibrary | None = None) -> int:
    """For every finished game with a log, delete the stored results and compute them again. Each
    person who sat there to the end or gave up the seat gets one. Return how many were written.
    Games that cannot be replayed, for example because their rules are missing, and games that
    were pruned keep their results."""
    store = Store(config.table_databases, config.people_database)
    library = library or GameLibrary(custom_editions=CustomEditions(folder=config.editions_folder))
    await store.open()
    count = 0
    try:
        for address in config.table_databases.values():
            async for stored in read_stored_tables(address):
                if not stored.is_over:
                    continue
                try:
                    winder = ReplayBuilder(stored.initial_table(library, config.keyring.seed_cipher()))
                    for entry in stored.entries:
                        winder.add_entry(entry)
                except MalleError:
                    continue
                table_id, setup = parse_table_id(stored.setup.table), stored.setup
                sheet, table = library.game_info(setup.game, setup.version, setup.edition), winder.table
                await store.game_history.delete_results(table_id)
                for seat, sitter in (await store.seat_owners(table_id)).items():
                    heard = events_of_person(seat, winder.steps, winder.robot_seats)
                    ended = result_for_seat(sheet, table, table_id, seat, heard)
                    if ended is not None and (table.seat_kinds[seat] == "person" or seat in table.vacated_seats):
                        await store.game_history.add_result(
                            sitter.person, ended, await store.seconds_since_shown(table_id)
                        )
                        count += 1
    finally:
        await store.close()
    return count
