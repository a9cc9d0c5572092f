"""The cost of guarding that no entry is written for a missing table: PostgreSQL's time under each guard."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import asyncpg
import uvloop

from bench.moves.measure import ended, is_void, ratios, spread
from bench.moves.writer import MOVERS, new_tables, run_pgbench, run_writer
from malle.storage.migrate import migrate
from malle.testing.dev_services import Services

NONE = "drop trigger if exists entries_have_tables on malle.entry"
KEY = f"{NONE}; alter table malle.entry add constraint entry_tab foreign key (tab) references malle.tab"
GUARDS = {"none": NONE, "again": NONE, "a foreign key": KEY, "a trigger a statement": "select"}
"""The SQL that turns a migrated database into one with each guard. A migrated database has the last guard."""


async def _prepared(services: Services, database: str, guard: str) -> None:
    """Create the database anew, migrate it and give it the guard."""
    admin = await asyncpg.connect(services.owner_url(0, "postgres"))
    await admin.execute(f"drop database if exists {database} with (force)")
    await admin.execute(f"create database {database}")
    await admin.close()
    await asyncio.to_thread(migrate, services.owner_url(0, database), "tables")
    owner = await asyncpg.connect(services.owner_url(0, database))
    await owner.execute(guard)
    await owner.close()


def compare(services: Services, turns: int, seconds: float) -> bool:
    """Print PostgreSQL's processor time a move under each guard and without one. Return False if the run is
    void."""
    singly: dict[str, list[float]] = {name: [] for name in GUARDS}
    together: dict[str, list[float]] = {name: [] for name in GUARDS}
    databases = {name: f"guard_{number}" for number, name in enumerate(GUARDS)}
    postmaster = int((Path(services.folder) / "postgres-1" / "postmaster.pid").read_text().split()[0])
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:

        def tables(database: str) -> int:
            """Create tables for all movers and return the first number."""
            return runner.run(new_tables(services.owner_url(0, database), MOVERS))

        def writing(address: str, base: int) -> float:
            """Run the writer and return its moves a second."""
            return runner.run(run_writer(address, base, seconds))[0]

        def cost(rate: Callable[[], float]) -> float:
            """Run `rate` and return PostgreSQL's microseconds of processor time a move."""
            before = ended(postmaster)
            moves = rate() * seconds
            time.sleep(0.5)  # until the last connection is gone: its time counts when it has ended
            return 1e6 * (ended(postmaster) - before) / moves

        for name, database in databases.items():
            runner.run(_prepared(services, database, GUARDS[name]))
        for _ in range(turns):
            for name, database in databases.items():
                owner, app, bases = (
                    services.owner_url(0, database),
                    services.app_url(0, database),
                    (tables(database), tables(database)),
                )
                singly[name].append(cost(partial(run_pgbench, owner, bases[0], seconds)))
                together[name].append(cost(partial(writing, app, bases[1])))
    for name in GUARDS:
        print(f"  {name}: microseconds of PostgreSQL a move:")
        for way, costs in {"one a statement": singly, "in batches": together}.items():
            print(f"    {way} {spread(costs[name])}, of none {spread(ratios(costs[name], costs['none']))}")
    return not is_void(ratios(singly["again"], singly["none"]))
