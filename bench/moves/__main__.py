"""`make bench-moves`: the cost of a move.

All servers run at once, with their sockets open. They are asked in short slices in turn, in random order. The
processor times of the servers' processes in the same turn are compared. The bare server runs twice: if the
two differ by more than seven percent the run is void. Absolute figures drift with the machine; ratios hold.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import mean, median

import asyncpg
import uvloop

from bench.moves import guards, writer
from bench.moves.load import LIBRARY, BareTable, MalleTable, Seat, Table, saturate, steady
from bench.moves.measure import children, is_void, memory, processor, ratios, spent, spread
from malle.cli.operator.reverse_proxy import nginx_http_lines
from malle.config.keyring import parse_keyring
from malle.protocol.messages import HelloMessage, encode
from malle.storage.migrate import migrate
from malle.testing import dev_services as running
from malle.testing.dev_services import Services
from malle.testing.tcp_proxy import running_nginx

TABLES = 16
SLICE = 192
WARM = 20
"""Turns that are not counted, since a server that has just started has not sent much yet."""
FOLDER = Path("var/bench")


@contextlib.contextmanager
def process(*words: str, env: dict[str, str], feed: str = "") -> Iterator[subprocess.Popen[str]]:
    """Run a Python process during the block, with `feed` on its standard input. It is terminated at the end."""
    child = subprocess.Popen(
        [sys.executable, *words], env={**os.environ, **env}, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert child.stdin is not None
    child.stdin.write(feed)
    child.stdin.close()
    try:
        yield child
    finally:
        child.terminate()
        child.wait(20)


def free_port() -> int:
    """Return a port on which no program listens."""
    with socket.socket() as each:
        each.bind(("127.0.0.1", 0))
        return int(each.getsockname()[1])


async def wait_for(port: int) -> None:
    """Wait until a server listens on the port. `TimeoutError` after about 30 seconds."""
    for _ in range(600):
        with contextlib.suppress(OSError):
            _, sender = await asyncio.open_connection("127.0.0.1", port)
            sender.write(b"GET /health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
            sender.close()
            return
        await asyncio.sleep(0.05)
    raise TimeoutError(f"nothing on port {port}")


class Bench:
    """The servers of a run."""

    def __init__(self, services: Services) -> None:
        """Prepare the settings of Malle's servers: no rate limits, no shortest answer time, and no waiting
        for readers."""
        self.services = services
        self.owner = services.owner_url(0)
        self.keys = parse_keyring(services.key)
        environment = {
            **services.environment(),
            "MALLE_RATE": "100000",
            "MALLE_HTTP_RATE": "100000",
            "MALLE_TABLES": "1000000",
            "MALLE_SOCKETS": "100000",
            "MALLE_WINDOW": "0",
            "MALLE_PACE": "0",
        }
        environment["MALLE_DATABASES"] = f"1={services.app_url(0)}"
        self.environment = environment
        self.luck = random.Random(1)

    @contextlib.contextmanager
    def malle(self, sizes: list[int] | None = None) -> Iterator[tuple[int, subprocess.Popen[str]]]:
        """Run Malle's server and yield its port and process. With `sizes` it sends frames of these sizes
        instead of drawing them."""
        port = free_port()
        words = ("-m", "bench.moves.ours", str(port))
        with process(*words, env=self.environment, feed=json.dumps(sizes) if sizes else "") as child:
            yield port, child

    @contextlib.contextmanager
    def bare(self, sizes: list[int]) -> Iterator[tuple[int, subprocess.Popen[str]]]:
        """Run the bare server and yield its port and process."""
        port = free_port()
        env = {"BENCH_DATABASE": self.services.app_url(0)}
        with process("-m", "bench.moves.bare", str(port), env=env, feed=json.dumps(sizes)) as child:
            yield port, child

    async def malle_tables(self, port: int, count: int, game: str) -> list[Table]:
        """Open tables of a game at Malle's server."""
        return [
            await MalleTable().open(port, game, self.owner, self.keys, LIBRARY, self.luck) for _ in range(count)
        ]  # fmt: skip

    async def bare_tables(self, port: int, count: int, seats: int) -> list[Table]:
        """Open tables at the bare server."""
        base = await writer.new_tables(self.owner, count)
        return [await BareTable(base + number, seats).open(port) for number in range(count)]

    # The cost of a move

    async def cost(self, game: str, turns: int) -> bool:
        """Print the server's processor time a move, with its own frames and with constant ones, against the
        bare server with frames of the same sizes. Return False if the run is void."""
        with self.malle() as (port, malle):
            await wait_for(port)
            tables = await self.malle_tables(port, TABLES, game)
            await saturate(tables, SLICE)
            sizes = [size for table in tables for seat in table.sockets for size in seat.sizes[1:]]
            self.luck.shuffle(sizes)
            seats = len(tables[0].sockets)
            with (
                self.bare(sizes) as (port_a, bare_a),
                self.bare(sizes) as (port_b, bare_b),
                self.malle(sizes) as (port_p, framed),
            ):
                for each in (port_a, port_b, port_p):
                    await wait_for(each)
                ports = {"malle": port, "path": port_p}
                sets = {
                    "bare": (bare_a.pid, await self.bare_tables(port_a, TABLES, seats)),
                    "again": (bare_b.pid, await self.bare_tables(port_b, TABLES, seats)),
                    "malle": (malle.pid, tables),
                    "path": (framed.pid, await self.malle_tables(port_p, TABLES, game)),
                }
                await self.settle_database()
                costs: dict[str, list[float]] = {name: [] for name in sets}
                for turn in range(turns + WARM):
                    for name, each in ports.items():
                        pid, players = sets[name]
                        if min(table.left for table in players) < SLICE // TABLES + 1:
                            for seat in [seat for table in players for seat in table.sockets]:
                                await seat.close()
                            sets[name] = (pid, await self.malle_tables(each, TABLES, game))
                    for name in self.luck.sample(list(sets), len(sets)):
                        pid, players = sets[name]
                        before = processor(pid)
                        await saturate(players, SLICE)
                        await asyncio.sleep(0.02)
                        if turn >= WARM:
                            costs[name].append(1e6 * (processor(pid) - before) / (SLICE // TABLES * TABLES))
        control = ratios(costs["again"], costs["bare"])
        print(f"  {game}: frames of {mean(sizes):.0f} bytes, {TABLES} tables of {seats} watchers, {turns} turns")
        figures = ", ".join(f"{name} {spread(costs[name])}" for name in ("bare", "path", "malle"))
        print(f"  microseconds a move: {figures}")
        whole, path = (spread(ratios(costs[name], costs["bare"])) for name in ("malle", "path"))
        print(f"  bare / bare: {spread(control)}; malle / bare: {whole} (goal 2); without frames: {path} (goal 1.2)")
        print(f"  load average {os.getloadavg()[0]:.1f}")
        return not is_void(control)

    async def settle_database(self) -> None:
        """Vacuum the tables and write a checkpoint, so that neither happens while measuring."""
        connection = await asyncpg.connect(self.owner)
        await connection.execute("vacuum analyze malle.tab")
        await connection.execute("vacuum analyze malle.entry")
        await connection.execute("checkpoint")
        await connection.close()

    # Several processes behind a front

    async def spread(self, game: str, turns: int) -> bool:
        """Print the cost of four processes behind nginx beside that of one, for the servers, PostgreSQL and
        nginx. Return True."""
        front = free_port()
        with contextlib.ExitStack() as stack:
            port, one = stack.enter_context(self.malle())
            four = [stack.enter_context(self.malle()) for _ in range(4)]
            for each in (port, *(each for each, _ in four)):
                await wait_for(each)
            lines = nginx_http_lines(f"127.0.0.1:{front}", [each for each, _ in four])
            proxy = stack.enter_context(running_nginx((FOLDER / "nginx").absolute(), lines, front))
            postmaster = int((Path(self.services.folder) / "postgres-1" / "postmaster.pid").read_text().split()[0])
            sets = {
                "one": ([one.pid], await self.malle_tables(port, TABLES, game)),
                "four": ([child.pid for _, child in four], await self.malle_tables(front, TABLES, game)),
            }
            await self.settle_database()
            costs: dict[str, list[float]] = {f"{name} {what}": [] for name in sets for what in ("servers", "postgres")}
            costs["front"] = []
            for turn in range(turns + WARM):
                for name in self.luck.sample(list(sets), len(sets)):
                    pids, tables = sets[name]
                    if min(table.left for table in tables) < SLICE // TABLES + 1:
                        for seat in [seat for table in tables for seat in table.sockets]:
                            await seat.close()
                        tables = await self.malle_tables(port if name == "one" else front, TABLES, game)
                        sets[name] = (pids, tables)
                    before = ({pid: processor(pid) for pid in (*pids, proxy.pid)}, children(postmaster))
                    await saturate(tables, SLICE)
                    await asyncio.sleep(0.02)
                    after = ({pid: processor(pid) for pid in (*pids, proxy.pid)}, children(postmaster))
                    if turn >= WARM:
                        fronts = after[0].pop(proxy.pid) - before[0].pop(proxy.pid)
                        costs[f"{name} servers"].append(1e6 * spent(before[0], after[0]) / SLICE)
                        costs[f"{name} postgres"].append(1e6 * spent(before[1], after[1]) / SLICE)
                        if name == "four":
                            costs["front"].append(1e6 * fronts / SLICE)
        print(f"  {game}: microseconds a move: " + ", ".join(f"{name} {spread(each)}" for name, each in costs.items()))
        servers, postgres = (ratios(costs[f"four {what}"], costs[f"one {what}"]) for what in ("servers", "postgres"))
        print(f"  four behind the front / one: servers {spread(servers)} (goal 1.05, at most 1.2), "
              f"PostgreSQL {spread(postgres)} (goal 1.1, at most 1.3)")  # fmt: skip
        return True

    # Answers

    async def answers(self, game: str, rate: float, sockets: int, seconds: float, runs: int) -> None:
        """Print how long an answer takes at a steady rate of moves."""
        with self.malle() as (port, malle):
            await wait_for(port)
            tables = await self.malle_tables(port, sockets // 4, game)
            figures = []
            for _ in range(runs):
                before = processor(malle.pid)
                took = sorted(1000 * each for each in await steady(tables, rate, seconds))
                cost = 1e6 * (processor(malle.pid) - before) / len(took)
                figures.append((took[len(took) // 2], took[int(len(took) * 0.99)], cost))
        p50, p99, cost = (median(each) for each in zip(*figures, strict=True))
        every = ", ".join(f"{each[1]:.0f}" for each in figures)
        print(f"  {rate:.0f} moves/s, {sockets} sockets, {runs} runs of {seconds:.0f} s")
        print(f"  p50 {p50:.1f} ms, p99 {p99:.1f} ms (goal 50, at most 100); p99 of each run: {every}")
        print(f"  {cost:.0f} µs of processor a move")
        print(f"  load average {os.getloadavg()[0]:.1f}")

    # Memory

    async def memory(self, game: str, sockets: int) -> None:
        """Print the memory of an idle socket and of a table."""
        with self.malle() as (port, malle):
            await wait_for(port)
            tables = await self.malle_tables(port, 4, game)
            await asyncio.sleep(1)
            before = memory(malle.pid)
            url = f"ws://127.0.0.1:{port}/tables/"
            names = await self.open_tables(port, sockets // 4, game)
            opened = memory(malle.pid)
            seats = [
                await Seat().open(f"{url}{names[n % len(names)]}/socket", encode(HelloMessage()))
                for n in range(sockets)
            ]
            await asyncio.sleep(2)
            after = memory(malle.pid)
            del seats, tables
        each, table = (after - opened) / sockets, (opened - before) / len(names)
        print(f"  {sockets} idle sockets at {len(names)} tables: {each:.1f} kB a socket (goal 25, at most 40)")
        print(f"  a table in memory: {table:.1f} kB")

    async def open_tables(self, port: int, count: int, game: str) -> list[str]:
        """Open tables of robots and return their ids."""
        from bench.moves.load import post

        body = {"game": game, "seats": 4, "robots": 4}
        return [(await asyncio.to_thread(post, port, "/api/tables", body))["table"] for _ in range(count)]


def main() -> int:
    """Run the parts named on the command line; a void run is repeated. Return 1 if a part stayed void."""
    parser = argparse.ArgumentParser()
    parser.add_argument("what", nargs="*", default=["writer", "cost", "spread", "answers", "memory"])
    parser.add_argument("--turns", type=int, default=31)
    parser.add_argument("--game", default="declarer")
    parser.add_argument("--tries", type=int, default=3, help="a void run is repeated, so many times at the most")
    options = parser.parse_args()
    with contextlib.suppress(PermissionError):
        os.setpriority(os.PRIO_PROCESS, 0, -15)
        Path("/proc/self/autogroup").write_text("-15")
    services = running.start_services(FOLDER, 1)
    migrate(services.owner_url(0), "tables")
    migrate(services.owner_url(0), "people")
    bench = Bench(services)
    ok = True
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        for what in options.what:
            print(f"{what}:")
            for _ in range(options.tries):
                good = True
                if what == "writer":
                    good = writer.compare(services, "malle", max(3, options.turns // 6), 5)
                elif what == "guards":
                    good = guards.compare(services, max(3, options.turns // 6), 3)
                elif what == "cost":
                    good = runner.run(bench.cost(options.game, options.turns))
                elif what == "spread":
                    good = runner.run(bench.spread(options.game, options.turns))
                elif what == "answers":
                    runner.run(bench.answers(options.game, 100, 1000, 15, 3))
                else:
                    runner.run(bench.memory(options.game, 1500))
                if good:
                    break
                print("  void: the same thing measured twice differs too much")
            ok = ok and good
    running.stop_services(FOLDER)
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
