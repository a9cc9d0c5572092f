"""How soon robots move, with NATS and without: `python -m bench.robots` prints both, from the same run in
turns.

The time runs from *due* (the entry before a robot's is in the log) to *moved* (the robot's own entry is), by
the database's clock. Robots do not think here and do not wait for readers, so only hints, sockets and the
database are measured.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import secrets
import sys
import tempfile
from pathlib import Path

import asyncpg
from tests.server.bots import LIBRARY
from tests.server.conftest import drop_databases, make_databases
from tests.server.history import percentile
from tests.server.nursery import Nursery, Zygote, free_port
from tests.server.player import Player, call

from malle.config.settings import read_config
from malle.robots.robot_worker import RobotWorker
from malle.testing import dev_services as running
from malle.testing.dev_services import Services

FOLDER = Path("var/bench-robots")
APART = 50.0
"""The largest difference allowed between moves with and without NATS, in milliseconds."""
_TOOK = """
select 1000 * extract(epoch from e.at - b.at)::float8 as ms
  from malle.entry e join malle.entry b on b.tab = e.tab and b.seq = e.seq - 1 where e.mover >= 0 and b.mover >= -9
"""
"""A query: the milliseconds of every robot's move from due to moved."""


async def measure(services: Services, zygote: Zygote, *, nats: bool, tables: int, seconds: float) -> list[float]:
    """Play at tables of robots in new databases for `seconds`, and return the milliseconds from due
    to moved of every move. `tables` are watched; `nats` tells whether the server uses NATS."""
    name = f"robots_{secrets.token_hex(4)}"
    await make_databases(services, name)
    environment = services.environment(name) | {"MALLE_WINDOW": "0", "MALLE_PACE": "0", "MALLE_HTTP_RATE": "1000"}
    environment |= {"MALLE_SOCKETS": "10000", "MALLE_TABLES": "100000", "MALLE_RATE": "10000"}
    if not nats:
        del environment["MALLE_NATS"]
    with tempfile.TemporaryDirectory() as folder:
        nursery = Nursery(zygote, environment, Path(folder) / "log")
        port = free_port()
        nursery.start(port)
        worker = RobotWorker(read_config(environment).worker_config(), f"http://127.0.0.1:{port}", 0.0, LIBRARY)
        work = asyncio.create_task(worker.run())
        async with contextlib.AsyncExitStack() as stack:
            for _ in range(tables):
                body = {"game": "declarer", "seats": 4, "robots": 4, "options": {}}
                _, opened = await asyncio.to_thread(call, port, "/api/tables", body)
                await stack.enter_async_context(Player([port], opened["table"], ""))
            await asyncio.sleep(seconds)
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)
        nursery.close()
    took: list[float] = []
    for cluster in range(2):
        connection = await asyncpg.connect(services.owner_url(cluster, name))
        took += [row["ms"] for row in await connection.fetch(_TOOK)]
        await connection.close()
    await drop_databases(services, name)
    return took


def main() -> int:
    """Measure in turns and print. Return 1 if the median or the 95th percentile with NATS and
    without differ by more than `APART`."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--rounds", type=int, default=2)
    options = parser.parse_args()
    services, zygote = running.start_services(FOLDER), Zygote()
    found: dict[bool, list[float]] = {True: [], False: []}
    try:
        for _ in range(options.rounds):
            for nats in found:
                how = {"nats": nats, "tables": options.tables, "seconds": options.seconds}
                found[nats] += asyncio.run(measure(services, zygote, **how))
    finally:
        zygote.close()
        running.stop_services(FOLDER)
    print(f"load {os.getloadavg()[0]:.1f}")
    shares = {percent: [percentile(took, percent) for took in found.values()] for percent in (50, 95)}
    for at, (nats, took) in enumerate(found.items()):
        told = ", ".join(f"p{percent} {values[at]:.0f} ms" for percent, values in shares.items())
        print(f"{'with NATS   ' if nats else 'without NATS'}: from due to moved {told}, {len(took)} moves")
    apart = max(abs(one - two) for one, two in shares.values())
    print(f"{apart:.0f} ms apart at the most, of {APART:.0f}")
    return 1 if apart > APART else 0


if __name__ == "__main__":
    sys.exit(main())
