"""`make faults`: people and robots at real sockets while everything below them is broken again and again.

Two servers; the first is killed every two seconds and started again, the second lives, so that its memory can be looked
at. PostgreSQL is restarted in immediate mode, which is a crash, and each of two databases is read only, frozen, away or
takes no connection for a while. NATS is killed, frozen, and lies. People come through a proxy that cuts
(`tests.server.people`). The clients keep what they were told, and `history.check` compares it with the log; what the
servers wrote into theirs is judged too.

    python -m tests.server.faults --seconds 120
    python -m tests.server.faults --seconds 12 --tables 12 --plant answer-before-commit
    python -m tests.server.faults --seconds 60 --local 1     # one server, and no NATS
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import secrets
import signal
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, fields, replace
from functools import partial
from pathlib import Path

from malle.config.settings import Config, read_config
from malle.protocol.messages import AwaitedRobots
from malle.robots.robot_worker import RobotWorker
from malle.storage.crash_points import MOVE_POINTS
from malle.testing import dev_services as running
from malle.testing.dev_services import Services
from tests.server import people
from tests.server.bots import LIBRARY, Bot
from tests.server.breaking import Breaker, Proxy
from tests.server.history import ANSWER_MS, History, Log, check, own_answers, percentile, read_logs
from tests.server.judging import grown_share, judge_log, judge_loops, judge_memory
from tests.server.nursery import Nursery, Zygote, free_port, wait_until_ready
from tests.server.player import Player, call
from tests.server.runnable import Waits

PACE = 5
ENDS = 10.0
"""Seconds of its own in which a robots' worker ends that is told to."""
FOLDER = Path("var/faults")


@dataclass
class Plan:
    """How hard a run is."""

    seconds: float = 120
    tables: int = 50
    people: int = 6
    """Tables of people."""
    kill_every: float = 2.0
    in_turn: int = 0
    """1: not always the first server is killed, so that every table is read again and again."""
    postgres: int = 3
    """Restarts of PostgreSQL, spread over the run."""
    nats_away: float = 20.0
    """Seconds that NATS is killed, and then frozen; 0: never."""
    edges: float = 4.0
    """Seconds of each other trouble (`Breaker.troubles`); 0: none of them."""
    window: float = 0.1
    """The shortest time that a window is shown as open."""
    think: float = 0.6
    seed: int = 1
    plant: str = ""
    settle: float = 8.0
    """Seconds without faults at the end."""
    local: int = 0
    """1: one server without NATS, its bus inside it."""
    answer_ms: float = ANSWER_MS
    """Answers slower than this while NATS is away are a fault; 0: their time is told, not judged."""
    least: int = 0
    """Fewer moves than this that were answered are a fault: the run shows too little."""
    grows: float = 0.0
    """A server that grows by a larger share in the last two thirds of the run is a fault; 0: not judged."""


class Employed(RobotWorker):
    """Plays among people; at the other tables robots are clients of the run, and NATS lies about who is asked."""

    tables: Mapping[str, int]
    sat: people.Sittings
    looks: people.Looks

    def _fetch_awaited_seats(self) -> list[AwaitedRobots]:
        began, turn, found = time.time(), self._server_index, super()._fetch_awaited_seats()
        told = frozenset((each.table, seat) for each in found for seat in each.seats)
        answered = self._server_index < turn + len(self._servers)
        self.looks.append(people.Look(began, time.time(), told if answered else None))
        return found

    def _start_playing(self, table: str, seat: int) -> None:
        if table in self.tables:
            super()._start_playing(table, seat)

    async def _play_seat(self, table: str, seat: int) -> None:
        began, asked, moves = time.time(), self.decisions_asked[table], self.moves_sent[table]
        try:
            await super()._play_seat(table, seat)
        finally:
            sitting = people.Sitting(
                table, seat, began, time.time(), self.decisions_asked[table] - asked, self.moves_sent[table] - moves
            )
            self.sat.append(sitting)


@dataclass
class Run:
    """A run: what happens to whom."""

    plan: Plan
    services: Services
    config: Config
    nursery: Nursery
    ports: list[int]
    owners: dict[int, str]
    history: History = field(default_factory=History)
    acked: dict[str, list[tuple[int, float]]] = field(default_factory=lambda: defaultdict(list))
    servers: dict[int, int] = field(default_factory=dict)
    stopping: bool = False
    kills: int = 0
    converged: float = -1.0
    logs: dict[str, Log] = field(default_factory=dict)
    told: list[str] = field(default_factory=list)
    waits: Waits = field(default_factory=lambda: Waits(tuple))

    def __post_init__(self) -> None:
        self.luck = random.Random(self.plan.seed)
        self.breaker = Breaker(self.services)
        self.history.waits = self.waits = Waits(self._pids)
        self.history.answer_ms = self.plan.answer_ms
        self.proxies = [Proxy(port, self.luck) for port in self.ports]
        self.party = people.Party(
            self, LIBRARY, [], self.config.keyring, random.Random(self.plan.seed), 0.4 + self.plan.think
        )

    def _pids(self) -> list[int]:
        return [*self.servers.values(), *self.breaker.pids(0), *self.breaker.pids(1)]

    @property
    def quiet(self) -> bool:
        """Is NATS away?"""
        return self.breaker.quiet

    @property
    def down(self) -> list[tuple[float, float]]:
        """When a database was away: nobody can be shown anything new meanwhile."""
        return self.breaker.down

    async def play(self) -> list[str]:
        """Everything; what is wrong."""
        for port in self.ports:
            self.servers[port] = self.nursery.start(port, plant=self.plan.plant)
        looking = asyncio.create_task(self.waits.run())
        async with AsyncExitStack() as stack:
            for proxy in self.proxies:
                await proxy.open()
                stack.push_async_callback(proxy.close)
            self.party.ports = [each.port for each in self.proxies]
            try:
                bots = [bot for number in range(self.plan.tables) for bot in await self.open_table(number, stack)]
                for number in range(self.plan.people):
                    await self.party.open(number)
            except (OSError, RuntimeError) as error:
                looking.cancel()
                return [f"stuck: a table could not be opened: {error!r}", *judge_log(self.nursery.log)]
            robots = asyncio.create_task(self._employ())
            self.history.began = time.time()
            work = [asyncio.create_task(each.play()) for each in bots]
            work += [asyncio.create_task(each.live()) for each in self.party.clients]
            await self.break_things()
            now = await self.seqs()
            self.history.tables.update({table: now[table] for table in self.history.tables})
            self.party.tables.update({table: seq for table, seq in now.items() if table in self.party.tables})
            self.party.calm = await self.calm()
            robots.cancel()
            for fault in await asyncio.gather(robots, return_exceptions=True):
                self.history.faults += [f"worker: {fault!r}"] if isinstance(fault, Exception) else []
            await self.converge(bots, work)
            for fault in await asyncio.gather(*work, return_exceptions=True):
                self.history.faults += [f"client: {fault!r}"] if isinstance(fault, Exception) else []
            self.told = await asyncio.to_thread(self._look_at_servers)
            self.nursery.close()
        looking.cancel()
        self.history.down = self.down
        tables = [*self.history.tables, *self.party.tables]
        self.logs = await read_logs(self.owners, tables, self.config.keyring)
        ours = {table: self.logs[table] for table in self.history.tables if table in self.logs}
        return [
            *check(self.history, ours, LIBRARY),
            *people.check(self.party, self.logs, self.history.ends),
            *self.told,
            *judge_log(self.nursery.log),
            *([] if self.answered() >= self.plan.least else [f"few: {self.answered()} moves of {self.plan.least}"]),
        ]

    def _look_at_servers(self) -> list[str]:
        """While they live, and have nothing to do any more."""
        found = [fault for port in self.ports for fault in judge_loops(port)]
        for pid in self.servers.values():
            samples = self.waits.memory.get(pid, [])
            found += judge_memory(samples, self.answered())
            if self.plan.grows and samples:
                share = grown_share(samples)
                tenths = " ".join(str(samples[len(samples) * at // 10 - 1][1] >> 20) for at in range(1, 11))
                print(f"a server grew by {100 * share:.1f} % in the last two thirds; MB by tenths: {tenths}")
                if share > self.plan.grows:
                    found.append(f"memory: a server grew by {100 * share:.1f} % in the last two thirds")
        return found

    def answered(self) -> int:
        """Moves that were answered, of people and of robots."""
        return sum(wish.taken >= 0 for wish in (*self.history.wishes, *self.party.wishes))

    async def _employ(self) -> None:
        """The real worker, for the robots among people; now and then it dies, and another one comes."""
        servers = ",".join(f"http://127.0.0.1:{port}" for port in self.ports)
        while True:
            worker = Employed(self.config.worker_config(), servers, 0.1, LIBRARY)
            worker.tables, worker.sat, worker.looks = self.party.tables, self.party.sat, self.party.looks
            work = asyncio.create_task(worker.run())
            try:
                await asyncio.sleep(7 + 10 * self.luck.random())
            finally:
                work.cancel()
                told = time.time()
                while not work.done() and self.waits.own(told, time.time()) < ENDS:
                    await asyncio.wait([work], timeout=1)
                self.history.faults += [f"worker: {what} failed" for what in worker.error_counts.elements()]
                self.history.faults += [] if work.done() else [f"worker: told to end, it went on for {ENDS:.0f} s"]

    async def open_table(self, number: int, stack: AsyncExitStack) -> list[Bot]:
        """A table with a client at every seat; every tenth has a seat that never answers."""
        silent = number % 10 == 9
        options: dict[str, object] = {} if number % 5 == 0 else {"rounds": 1000}
        game, seats = "declarer" if number % 5 == 0 else "parley", 4
        body: dict[str, object] = {"game": game, "seats": seats, "robots": seats, "options": options}
        if silent:
            body["pace"] = PACE
        status, opened = await asyncio.to_thread(call, self.ports[number % len(self.ports)], "/api/tables", body)
        if status != 201:
            raise RuntimeError(opened)
        table = opened["table"]
        self.history.tables[table] = 0
        if silent:
            self.history.silent[table] = (0, PACE)
        bots = []
        for seat in range(seats):
            token = self.config.worker_config().robot_key.seat_token(table, seat)
            player = await stack.enter_async_context(Player(self.ports, table, token, start=number + seat))
            bots.append(Bot(self, player, table, seat, game, seats, options, silent=silent and seat == 0))
        return bots

    # Faults

    async def break_things(self) -> None:
        """One kill after the other, with PostgreSQL and NATS in between."""
        plan, breaker = self.plan, self.breaker
        began = time.monotonic()
        end = began + plan.seconds - plan.settle
        todo: list[tuple[float, Callable[[], None]]] = []
        span = end - began
        for number in range(plan.postgres):
            at = began + span * (number + 0.5) / plan.postgres
            todo.append((at, partial(breaker.restart_postgres, number % 2)))
        if plan.nats_away:
            for share, away, back in (
                (0.1, breaker.kill_nats, breaker.start_nats),
                (0.55, breaker.freeze_nats, breaker.thaw_nats),
            ):
                todo += [(began + span * share, away), (began + span * share + plan.nats_away, back)]
        troubles = breaker.troubles() if plan.edges else []
        for number, (name, begin, over) in enumerate(troubles):
            at = began + span * (number + 0.1) / len(troubles)
            todo.append((at, partial(self._trouble, name, begin, over)))
        todo.sort(key=lambda each: each[0])
        next_kill = began + plan.kill_every
        others: list[asyncio.Task[None]] = []
        try:
            while (now := time.monotonic()) < end:
                if todo and now >= todo[0][0]:
                    others.append(asyncio.create_task(asyncio.to_thread(todo.pop(0)[1])))
                elif now >= next_kill:
                    next_kill = now + plan.kill_every
                    await asyncio.to_thread(self.kill_server)
                await asyncio.sleep(0.02)
        finally:
            await asyncio.gather(*others)
            for _, undo in todo:
                if undo in (breaker.start_nats, breaker.thaw_nats):
                    await asyncio.to_thread(undo)

    def _trouble(self, name: str, begin: Callable[[], None], over: Callable[[], None]) -> None:
        try:
            begin()
            time.sleep(self.plan.edges)
        finally:
            over()
        self.breaker.done.append(name)

    def kill_server(self) -> None:
        """The first one, or the next, as long as another one can take moves; it comes back at once."""
        at = self.kills % len(self.ports) if self.plan.in_turn else 0
        port, *others = self.ports[at:] + self.ports[:at]
        for other in others:
            wait_until_ready(other)
        self.nursery.end(self.servers[port], signal.SIGKILL)
        self.servers[port] = self.nursery.start(port, plant=self.plan.plant, wait=False)
        self.kills += 1

    # The end

    async def calm(self) -> tuple[float, float]:
        """Nothing is broken any more: every table has `settle` seconds of its own to go on from where it was. When that
        time began and ended. Nothing else is done here meanwhile: the robots' worker is in this process, and reading
        the logs of three quarters of an hour would keep it from answering."""
        began = time.time()
        await asyncio.sleep(self.plan.settle)
        while self.waits.own(began, time.time()) < self.plan.settle and time.time() < began + 60:
            await asyncio.sleep(1)
        return began, time.time()

    async def seqs(self) -> dict[str, int]:
        """Where every table is."""
        logs = await read_logs(self.owners, [*self.history.tables, *self.party.tables], self.config.keyring)
        return {table: log.seq for table, log in logs.items()}

    async def converge(self, bots: list[Bot], work: list[asyncio.Task[None]]) -> None:
        """Everybody stops, and sees the end of the log: in ten seconds of their own at the most.

        A silent table's deadline may move it at any time, also between this look and the end of the last server. So
        both sides are noted here, the log first: what comes later is not compared with what was shown.
        """
        for person in self.party.clients:
            person.lingers = True
        self.stopping = True
        await asyncio.gather(*work[: len(bots)])
        began, wall = time.monotonic(), time.time()
        while self.waits.own(wall, time.time()) < 10 and time.monotonic() < began + 60:
            self.history.ends = await self.seqs()
            for bot in bots:
                bot.seen.last = -1 if bot.player.state is None else bot.player.state.seq
            behind = [bot.table for bot in bots if bot.seen.last < self.history.ends[bot.table]]
            behind += [each.table for each in self.party.clients if each.is_behind(self.history.ends)]
            if not behind:
                self.converged = time.monotonic() - began
                break
            await asyncio.sleep(0.05)
        else:
            self.history.faults.append(f"late: ten seconds after the last move not every client had seen it: {behind}")
        for person in self.party.clients:
            person.lingers = False

    def report(self) -> str:
        """The figures of a run."""
        taken = [wish for wish in self.history.wishes if wish.taken >= 0]
        fast = [1000 * (wish.answered - wish.asked) for wish in taken if not wish.resent]
        quiet, usual = (own_answers(self.history, quiet=each) for each in (True, False))
        lags = [each.lag for each in self.history.seen]
        did = ", ".join(f"{count} {what}" for what, count in sorted(self.party.did.items()))
        later = sum(log.seq - self.history.ends.get(table, log.seq) for table, log in self.logs.items())
        return (
            f"{self.answered()} moves answered at "
            f"{len(self.history.tables)} tables of robots and {len(self.party.tables)} of people ({did}), "
            f"{self.kills} servers killed, {sum(each.cuts for each in self.proxies)} connections cut, "
            f"{sum(wish.resent for wish in taken)} moves sent again; "
            f"troubles: {', '.join(self.breaker.done) or 'none'}; "
            f"answers p50 {percentile(fast, 50):.1f} p99 {percentile(fast, 99):.0f} ms; "
            f"while NATS was away ({len(quiet)}), by their own time, p99 {percentile(quiet, 99):.0f} ms, "
            f"else {percentile(usual, 99):.0f}; "
            f"a database was of no use {len(self.down)} times, {sum(b - a for a, b in self.down):.1f} s in all; "
            f"longest until everybody saw a move {max(lags, default=0):.1f} s of its own; "
            f"converged in {self.converged:.1f} s, then {later} answers until the servers had ended; "
            f"{self.waits.between(0, time.time()):.0f} s spent waiting for a processor"
        )


@dataclass
class KillPoints(Run):
    """A run in which one server is ended at every point of a move, so many times each, and started again."""

    hits: int = 50

    async def break_things(self) -> None:
        """Ends the server at every point in turn."""
        (port,) = self.ports
        self.history.stands = float("inf")  # a life of the only server ends after a few moves, of whichever tables
        await asyncio.to_thread(self.nursery.end, self.servers[port])
        for point in MOVE_POINTS:
            for _ in range(self.hits):
                kill_at = f"{point}:{self.luck.randint(1, 6)}"
                pid = await asyncio.to_thread(self.nursery.start, port, kill_at=kill_at, wait=False)
                await asyncio.to_thread(self.nursery.wait, pid, 30)
                self.kills += 1
        self.servers[port] = await asyncio.to_thread(self.nursery.start, port)


async def run(
    plan: Plan, services: Services, zygote: Zygote, log: Path, *, kind: type[Run] = Run, servers: int = 2
) -> tuple[Run, list[str]]:
    """One run in databases of its own."""
    database = f"faults_{secrets.token_hex(4)}"
    from tests.server.conftest import drop_databases, make_databases

    await make_databases(services, database)
    environment = {
        **services.environment(database),
        "MALLE_RATE": "10000",
        "MALLE_HTTP_RATE": "10000",
        "MALLE_TABLES": "1000000",
        "MALLE_SOCKETS": "100000",
        "MALLE_ROBOT_PATIENCE": "3600",
        "MALLE_WINDOW": str(plan.window),
        "MALLE_PACE": "0",
        "MALLE_SNAPSHOT": "5",
    }
    if plan.grows:
        environment["MALLE_ROOMS"] = str(plan.tables + plan.people)  # those that were left are dropped
    if plan.local:
        plan, servers = replace(plan, nats_away=0), 1
        del environment["MALLE_NATS"]
    nursery = Nursery(zygote, environment, log)
    config = read_config(environment)
    owners = {1: services.owner_url(0, database), 2: services.owner_url(1, database)}
    this = kind(plan, services, config, nursery, [free_port() for _ in range(servers)], owners)
    try:
        found = await this.play()
    finally:
        nursery.close()
        await drop_databases(services, database)
    return this, found


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser()
    for each in fields(Plan):
        parser.add_argument(f"--{each.name.replace('_', '-')}", type=type(each.default), default=each.default)
    plan = Plan(**vars(parser.parse_args()))
    services = running.start_services(FOLDER)  # services of its own, for they are crashed on purpose
    zygote = Zygote()
    log = Path(tempfile.mkstemp(prefix="malle-faults-", suffix=".log")[1])
    try:
        this, found = asyncio.run(run(plan, services, zygote, log))
    finally:
        zygote.close()
        running.stop_services(FOLDER)
    print(f"seed {plan.seed}, load {os.getloadavg()[0]:.1f}; {this.report()}")
    for fault in found[:30]:
        print("  " + fault)
    print(f"{len(found)} faults found" if found else "nothing lost, nothing doubled, nobody stuck")
    if found:
        print(f"server log: {log}")
    else:
        with contextlib.suppress(OSError):
            log.unlink()
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
