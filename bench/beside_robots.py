"""People's moves beside fifty tables of the strongest robots: `make bench-beside` prints both, in turns of one run.

A hundred moves a second of people who play Rien à déclarer ?, each due at a fixed time: from then until it is answered.
Beside them robots of the top level play all games at the usual pace, watched, from a worker as hosts run it; in every
other turn the worker stands still. Fails where people's p99 is more than half as long again.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import secrets
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median

import asyncpg
from tests.server.conftest import drop_databases, make_databases
from tests.server.history import percentile
from tests.server.nursery import Nursery, Zygote, free_port
from tests.server.player import Player, call

from bench.moves.load import LIBRARY, MalleTable, steady
from malle.core.mind import LEVELS
from malle.games import GAMES, sheet
from malle.testing import services as running
from malle.testing.services import Services
from malle.wire.config import read_config

FOLDER = Path("var/bench-beside")
RATE, PEOPLE, MOST = 100.0, 30, 1.5
"""Moves a second, at so many tables; and by how much their p99 may grow."""
WARM = 6.0
"""Seconds until all robots have been asked, and the server has seen people's moves."""


async def measure(
    services: Services, zygote: Zygote, tables: int, turns: int, seconds: float
) -> list[tuple[float, ...]]:
    """For each turn: p50 and p99 of people's moves without robots and beside them, in milliseconds, and robots' moves
    a second."""
    name = f"beside_{secrets.token_hex(4)}"
    await make_databases(services, name)
    environment = services.environment(name) | {"MALLE_HTTP_RATE": "1000", "MALLE_RATE": "10000", "MALLE_WINDOW": "0"}
    environment |= {"MALLE_SOCKETS": "10000", "MALLE_TABLES": "100000"}
    environment["MALLE_DATABASES"] = environment["MALLE_DATABASES"].split(",")[0]
    config, port, luck = read_config(environment), free_port(), random.Random(1)
    found = []
    async with contextlib.AsyncExitStack() as stack:
        nursery = Nursery(zygote, environment, Path(stack.enter_context(tempfile.TemporaryDirectory())) / "log")
        stack.callback(nursery.close)
        nursery.start(port)
        owner = services.owner(0, name)

        async def come() -> list[MalleTable]:
            """People at new tables: those of before would be at the end of their games."""
            return [await MalleTable().open(port, GAMES[0], owner, config.keys, LIBRARY, luck) for _ in range(PEOPLE)]

        async def moves(people: Sequence[MalleTable]) -> list[float]:
            """How long each of their moves took, in milliseconds."""
            took = [1000 * each for each in await steady(people, RATE, seconds)]
            assert len(took) > 0.8 * RATE * seconds, f"people made {len(took)} moves in {seconds} s"
            return took

        for number in range(tables):
            game = GAMES[number % len(GAMES)]
            seats = sheet(game).usual_seats
            body = {"game": game, "seats": seats, "robots": seats, "level": LEVELS[-1], "options": {}}
            _, opened = await asyncio.to_thread(call, port, "/api/tables", body)
            await stack.enter_async_context(Player([port], opened["table"], ""))
        worker = stack.enter_context(_robots(f"http://127.0.0.1:{port}", config.worker().environment()))
        await steady(await come(), RATE, WARM)
        for _ in range(turns):
            os.killpg(worker, signal.SIGSTOP)
            people = await come()
            alone = await moves(people)
            os.killpg(worker, signal.SIGCONT)
            await asyncio.sleep(WARM)
            before = await _moves(owner)
            beside = await moves(people)
            robots = (await _moves(owner) - before - len(beside)) / seconds
            found.append((*(percentile(some, share) for some in (alone, beside) for share in (50, 99)), robots))
    await drop_databases(services, name)
    return found


@contextlib.contextmanager
def _robots(server: str, settings: Mapping[str, str]) -> Iterator[int]:
    """A worker in a group of its own, with its processes."""
    command = [sys.executable, "-m", "malle", "robots", "--server", server]
    process = subprocess.Popen(command, env={**os.environ, **settings}, start_new_session=True)
    try:
        yield process.pid
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


async def _moves(owner: str) -> int:
    connection = await asyncpg.connect(owner)
    found: int = await connection.fetchval("select count(*) from malle.entry where mover >= 0")
    await connection.close()
    return found


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=15.0)
    args = parser.parse_args()
    services, zygote = running.start(FOLDER), Zygote()
    try:
        found = asyncio.run(measure(services, zygote, args.tables, args.turns, args.seconds))
    finally:
        zygote.close()
        running.stop(FOLDER)
    for alone, slow, beside, slower, robots in found:
        print(
            f"alone p50 {alone:.1f} p99 {slow:.1f} ms; "
            f"beside {robots:.0f} robots' moves a second {beside:.1f} and {slower:.1f}"
        )
    ratio = median(each[3] / each[1] for each in found)
    print(f"p99 {ratio:.2f} times as long")
    return 0 if ratio <= MOST else 1


if __name__ == "__main__":
    sys.exit(main())
