"""People's moves beside fifty tables of the strongest robots: `make bench-beside` prints both, in turns of
one run.

People play Rien à déclarer ? with a hundred moves a second, each due at a fixed time. Measured is the time
from then until the move is answered. Beside them robots play all games at the usual reading time, watched,
from a worker as operators run it; where a game ends, another begins. They play at the top level by default.
In every other turn the worker is stopped. The bench fails if people's p99 is more than half as long again.

Other virtual machines on the same hardware can stop this one for a tenth of a second at any time, and one
such moment decides a p99. So a second in which they took more than a hundredth of the processors does not
count, with robots or without.
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
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import asyncpg
import msgspec
from tests.server.conftest import drop_databases, make_databases
from tests.server.history import percentile
from tests.server.nursery import Nursery, Zygote, free_port
from tests.server.player import Packing, Player, call, packing_of
from tests.server.runnable import stolen

from bench.moves.load import LIBRARY, MalleTable, no_collector, steady, timed
from bench.moves.measure import children, spent
from malle.config.settings import read_config
from malle.core.robots.robot import LEVELS, Level
from malle.games import OWN_GAMES, load_game_info
from malle.testing import dev_services as running
from malle.testing.dev_services import Services

FOLDER = Path("var/bench-beside")
RATE, PEOPLE, MOST = 100.0, 30, 1.5
"""Moves a second of people; the number of tables at which they play; and the factor by which their
p99 may grow beside robots."""
WARM = 15.0
"""Seconds of waiting after the robots resume. They all resume at one moment; after this time they
play each table at its own time again."""
CALM, ENOUGH, LIVELY = 0.01, 20, 10
"""The share of the processors that other machines may take in a second that counts. The number of
such seconds that there must be, alone and beside robots each. The moves a second that robots must
make."""


class Second(NamedTuple):
    """One second of people's moves, as measured by `_second`."""

    took: Sequence[float]
    """Milliseconds until each move was answered."""
    neighbours: float
    """The share of the processors that other machines took in this second."""


class Company(NamedTuple):
    """What robots did in a second, on average."""

    moves: float
    processors: float
    """The share of one processor that they used."""


async def measure(
    services: Services, zygote: Zygote, tables: int, turns: int, seconds: int, *, level: Level
) -> tuple[list[Second], list[Second], Company]:
    """Measure in `turns` turns, each `seconds` long without robots and as long beside robots at
    `tables` tables. Return the seconds without robots, the seconds beside robots, and what the
    robots did."""
    name = f"beside_{secrets.token_hex(4)}"
    await make_databases(services, name)
    environment = services.environment(name) | {"MALLE_HTTP_RATE": "1000", "MALLE_RATE": "10000", "MALLE_WINDOW": "0"}
    environment |= {"MALLE_SOCKETS": "10000", "MALLE_TABLES": "100000"}
    environment["MALLE_DATABASES"] = environment["MALLE_DATABASES"].split(",")[0]
    config, port, luck = read_config(environment), free_port(), random.Random(1)
    alone: list[Second] = []
    beside: list[Second] = []
    moves, took = 0, 0.0
    async with contextlib.AsyncExitStack() as stack:
        nursery = Nursery(zygote, environment, Path(stack.enter_context(tempfile.TemporaryDirectory())) / "log")
        stack.callback(nursery.close)
        nursery.start(port, pages=True)
        packings = {game: await asyncio.to_thread(packing_of, port, game) for game in OWN_GAMES}
        owner, build = services.owner_url(0, name), packings[OWN_GAMES[0]].build

        @contextlib.asynccontextmanager
        async def people() -> AsyncIterator[list[MalleTable]]:
            """Yield tables with people, newly opened, since the games at earlier tables would soon
            be over. Their connections are closed at the end."""
            new = [
                await MalleTable().open(port, OWN_GAMES[0], owner, config.keyring, LIBRARY, luck, build=build)
                for _ in range(PEOPLE)
            ]
            yield new
            for seat in (seat for table in new for seat in table.sockets):
                await seat.close()

        playing = await stack.enter_async_context(asyncio.TaskGroup())
        watched = [
            playing.create_task(_watch(port, game, level, packings[game]))
            for number in range(tables)
            for game in [OWN_GAMES[number % len(OWN_GAMES)]]
        ]
        worker = stack.enter_context(_robots(f"http://127.0.0.1:{port}", config.worker_config().environment()))
        async with people() as some:
            await steady(some, RATE, WARM)
        for _ in range(turns):
            os.killpg(worker, signal.SIGSTOP)
            async with people() as some:
                alone += await _seconds(some, seconds)
                os.killpg(worker, signal.SIGCONT)
                await asyncio.sleep(WARM)
                begun, before = await _moves(owner), children(worker)
                lately = await _seconds(some, seconds)
                took += spent(before, children(worker))
                moves += await _moves(owner) - begun - sum(len(each.took) for each in lately)
                beside += lately
        for task in watched:
            task.cancel()
    await drop_databases(services, name)
    return alone, beside, Company(moves / len(beside), took / len(beside))


async def _watch(port: int, game: str, level: Level, packing: Packing) -> None:
    """Open tables where only robots play, one after the other, and watch each as a spectator until
    its game is over. Never returns."""
    seats = load_game_info(game).default_seats
    body = {"game": game, "seats": seats, "robots": seats, "level": level, "options": {}}
    while True:
        _, opened = await asyncio.to_thread(call, port, "/api/tables", body)
        async with Player([port], opened["table"], "", packing=packing) as watcher:
            await watcher.wait(partial(_is_over, watcher), float("inf"))


class _End(msgspec.Struct):
    """The part of a state message that tells whether the game is over."""

    over: msgspec.Raw = msgspec.Raw(b"null")


_end = msgspec.json.Decoder(_End).decode


def _is_over(watcher: Player) -> bool:
    """Return whether the last state that the watcher received is that of a finished game."""
    state = watcher.state
    return state is not None and bytes(_end(bytes(state.table)).over) != b"null"


async def _seconds(people: Sequence[MalleTable], many: int) -> list[Second]:
    """Measure `many` seconds, one after the other, without garbage collection."""
    with no_collector():
        return [await _second(people) for _ in range(many)]


async def _second(people: Sequence[MalleTable]) -> Second:
    """Make people's moves for one second and measure them."""
    began, before = time.monotonic(), stolen()
    took = await timed(people, RATE, 1.0)
    neighbours = (stolen() - before) / (time.monotonic() - began) / (os.cpu_count() or 1)
    return Second([1000 * each for each in took], neighbours)


@contextlib.contextmanager
def _robots(server: str, settings: Mapping[str, str]) -> Iterator[int]:
    """Run a robot worker for `server` in a process group of its own, and yield its process id. The
    group is killed at the end."""
    command = [sys.executable, "-m", "malle", "robots", "--server", server]
    process = subprocess.Popen(command, env={**os.environ, **settings}, process_group=0)
    try:
        yield process.pid
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


async def _moves(owner: str) -> int:
    """Return the number of moves by seats in the log of the database at `owner`, an address with
    the owner's rights."""
    connection = await asyncpg.connect(owner)
    found: int = await connection.fetchval("select count(*) from malle.entry where mover >= 0")
    await connection.close()
    return found


def main() -> int:
    """Measure, print, and return 1 if robots slow people down too much. Exit with an error if
    robots hardly played or too few seconds count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=15)
    parser.add_argument("--level", choices=LEVELS, default=LEVELS[-1])
    args = parser.parse_args()
    services, zygote = running.start_services(FOLDER), Zygote()
    try:
        work = measure(services, zygote, args.tables, args.turns, args.seconds, level=args.level)
        alone, beside, robots = asyncio.run(work)
    finally:
        zygote.close()
        running.stop_services(FOLDER)
    print(f"robots make {robots.moves:.0f} moves a second, with {robots.processors:.2f} of a processor")
    assert robots.moves >= LIVELY, "they hardly play"
    usual, slower = _told("alone", alone), _told("beside", beside)
    print(f"p99 {slower / usual:.2f} times as long")
    return 0 if slower <= MOST * usual else 1


def _told(name: str, seconds: Sequence[Second]) -> float:
    """Print the times of people's moves, and return the p99 over the seconds that count. Exit if
    there are too few of them. `name` says which seconds they are."""
    calm = [each for each in seconds if each.neighbours < CALM]
    if len(calm) < ENOUGH:
        sys.exit(f"{name}: only {len(calm)} of {len(seconds)} seconds were this machine's own; run it at another time")
    counted, every = ([took for second in some for took in second.took] for some in (calm, seconds))
    assert len(counted) > 0.8 * RATE * len(calm), f"{name}: people made {len(counted)} moves in {len(calm)} s"
    print(
        f"{name}: p50 {percentile(counted, 50):.1f} p99 {percentile(counted, 99):.1f} ms, {len(calm)} seconds; "
        f"with all {len(seconds)} p99 {percentile(every, 99):.1f} ms"
    )
    return percentile(counted, 99)


if __name__ == "__main__":
    sys.exit(main())
