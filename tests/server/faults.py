"""`make faults`: tables of robots over real sockets while everything below them is broken again and again.

Two servers; one of them is killed every two seconds and started again. PostgreSQL is restarted in immediate mode,
which is a crash. NATS is killed for a while, then frozen for a while. The clients keep what they were told, and
`history.check` compares it with the log.

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
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from uuid import uuid4

import msgspec

from malle import games
from malle.core import Sheet
from malle.core.codec import encode
from malle.store.killpoint import POINTS
from malle.testing import parley
from malle.testing import services as running
from malle.testing.services import Services
from malle.wire.config import Config, read_config
from malle.wire.library import Library
from malle.wire.messages import ActMessage, StateMessage, Taken
from tests.server.history import History, Log, Seen, Wish, check, digest, percentile, quiet_answers, read_logs
from tests.server.nursery import Nursery, Zygote, free_port, wait_until_ready
from tests.server.player import Player, call

PACE = 5
CALM_MS = 60
"""p99 of answers without faults, beyond which times are not judged."""
FOLDER = Path("var/faults")


def sheet_of(name: str) -> Sheet:
    """The games of a run: those of the house, and parley for its windows."""
    return parley.SHEET if name == "parley" else games.sheet(name)


LIBRARY = Library(sheet_of)


@dataclass
class Plan:
    """How hard a run is."""

    seconds: float = 120
    tables: int = 50
    kill_every: float = 2.0
    postgres: int = 3
    """Restarts of PostgreSQL, spread over the run."""
    nats_away: float = 20.0
    """Seconds that NATS is killed, and then frozen; 0: never."""
    think: float = 0.6
    seed: int = 1
    plant: str = ""
    calm: float = 0.0
    """Seconds without faults at the beginning, to judge the machine; 0: times are judged in any case."""
    tell_times: int = 0
    """1: times are told and not judged, for machines that are shared with others."""
    settle: float = 8.0
    """Seconds without faults at the end."""
    local: int = 0
    """1: one server without NATS, its bus inside it."""


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
    quiet: bool = False
    stopping: bool = False
    kills: int = 0
    converged: float = -1.0
    calm: float = 0.0
    down: list[tuple[float, float]] = field(default_factory=list)
    """When PostgreSQL was away: nobody can be shown anything new meanwhile."""
    logs: dict[str, Log] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.luck = random.Random(self.plan.seed)

    async def play(self) -> list[str]:
        """Everything; what is wrong."""
        for port in self.ports:
            self.servers[port] = self.nursery.start(port, plant=self.plan.plant)
        async with AsyncExitStack() as stack:
            bots = [bot for number in range(self.plan.tables) for bot in await self.open_table(number, stack)]
            work = [asyncio.create_task(bot.play()) for bot in bots]
            await self.judge_machine()
            await self.break_things()
            now = await self.seqs()
            self.history.tables.update(now)
            await asyncio.sleep(self.plan.settle)
            self.stopping = True
            await asyncio.gather(*work)
            await self.converge(bots)
            self.nursery.close()
        self.history.down = self.down
        tables = list(self.history.tables)
        self.logs = await read_logs(self.owners, tables, self.config.keys)
        return check(self.history, self.logs, LIBRARY)

    async def judge_machine(self) -> None:
        """Plays without faults for a while. A machine that cannot answer in time even then is too busy for times to
        mean anything: they are not judged, and the report says so. What is lost or doubled is always judged."""
        await asyncio.sleep(self.plan.calm)
        took = [1000 * (wish.answered - wish.asked) for wish in self.history.wishes if wish.taken >= 0]
        self.calm = percentile(took, 99)
        self.history.timed = not self.plan.tell_times and (not self.plan.calm or self.calm <= CALM_MS)

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
            token = self.config.worker().key.token(table, seat)
            player = await stack.enter_async_context(Player(self.ports, table, token, start=number + seat))
            bots.append(Bot(self, player, table, seat, game, seats, options, silent=silent and seat == 0))
        return bots

    # Faults

    async def break_things(self) -> None:
        """One kill after the other, with PostgreSQL and NATS in between."""
        plan = self.plan
        began = time.monotonic()
        end = began + plan.seconds - plan.settle
        todo: list[tuple[float, Callable[[], None]]] = []
        span = end - began
        for number in range(plan.postgres):
            at = began + span * (number + 0.5) / plan.postgres
            todo.append((at, lambda cluster=number % 2: self.restart_postgres(cluster)))  # type: ignore[misc]
        if plan.nats_away:
            for at, away, back in (
                (0.1, self.kill_nats, self.start_nats),
                (0.55, self.freeze_nats, self.thaw_nats),
            ):
                todo += [(began + span * at, away), (began + span * at + plan.nats_away, back)]
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
                if undo in (self.start_nats, self.thaw_nats):
                    await asyncio.to_thread(undo)

    def kill_server(self) -> None:
        port = self.luck.choice(self.ports)
        for other in self.ports:
            if other != port:
                wait_until_ready(other)  # one of two at a time, however slow the machine
        self.nursery.end(self.servers[port], signal.SIGKILL)
        self.servers[port] = self.nursery.start(port, plant=self.plan.plant, wait=False)
        self.kills += 1

    def restart_postgres(self, cluster: int) -> None:
        self.down.append((time.monotonic(), float("inf")))
        self.services.stop_postgres(cluster, "immediate")
        self.services.start_postgres(cluster)
        self.down[-1] = (self.down[-1][0], time.monotonic())

    def kill_nats(self) -> None:
        self.services.signal_nats(signal.SIGKILL)
        self.quiet = True

    def start_nats(self) -> None:
        self.services.start_nats()
        self.quiet = False

    def freeze_nats(self) -> None:
        self.services.signal_nats(signal.SIGSTOP)
        self.quiet = True

    def thaw_nats(self) -> None:
        self.services.signal_nats(signal.SIGCONT)
        self.quiet = False

    # The end

    async def seqs(self) -> dict[str, int]:
        """Where every table is."""
        logs = await read_logs(self.owners, self.history.tables, self.config.keys)
        return {table: log.seq for table, log in logs.items()}

    async def converge(self, bots: list[Bot]) -> None:
        """Waits until every client has seen the end of the log, ten seconds at the most.

        A silent table's deadline may move it at any time, also between this look and the end of the last server. So
        both sides are noted here, the log first: what comes later is not compared with what was shown.
        """
        began = time.monotonic()
        while time.monotonic() < began + 10:
            self.history.ends = await self.seqs()
            for bot in bots:
                bot.seen.last = -1 if bot.player.state is None else bot.player.state.seq
            if all(bot.seen.last == self.history.ends[bot.table] for bot in bots):
                self.converged = time.monotonic() - began
                return
            await asyncio.sleep(0.05)
        self.history.faults.append("late: ten seconds after the last move not every client had seen it")

    def report(self) -> str:
        """The figures of a run."""
        taken = [wish for wish in self.history.wishes if wish.taken >= 0]
        fast = [1000 * (wish.answered - wish.asked) for wish in taken if not wish.resent]
        quiet = quiet_answers(self.history)
        lags = [each.lag for each in self.history.seen]
        later = sum(log.seq - self.history.ends[table] for table, log in self.logs.items())
        judged = "" if self.history.timed else "TIMES NOT JUDGED, the machine was too busy; "
        return (
            f"{judged}before any fault p99 {self.calm:.0f} ms; {len(taken)} moves answered at "
            f"{len(self.history.tables)} tables, {self.kills} servers killed, "
            f"{sum(wish.resent for wish in taken)} moves sent again; "
            f"answers p50 {percentile(fast, 50):.1f} p99 {percentile(fast, 99):.0f} ms; "
            f"while NATS was away ({len(quiet)}) p50 {percentile(quiet, 50):.1f} p99 {percentile(quiet, 99):.0f} ms; "
            f"PostgreSQL crashed {len(self.down)} times, away for {sum(b - a for a, b in self.down):.1f} s in all; "
            f"longest until everybody saw a move {max(lags, default=0):.1f} s; converged in {self.converged:.1f} s, "
            f"then {later} answers by the clock until the servers had ended"
        )


@dataclass
class KillPoints(Run):
    """A run in which one server is ended at every point of a move, so many times each, and started again."""

    hits: int = 50

    async def break_things(self) -> None:
        """Ends the server at every point in turn."""
        (port,) = self.ports
        await asyncio.to_thread(self.nursery.end, self.servers[port])
        for point in POINTS:
            for _ in range(self.hits):
                kill_at = f"{point}:{self.luck.randint(1, 6)}"
                pid = await asyncio.to_thread(self.nursery.start, port, kill_at=kill_at, wait=False)
                await asyncio.to_thread(self.nursery.wait, pid, 30)
                self.kills += 1
        self.servers[port] = await asyncio.to_thread(self.nursery.start, port)


class Bot:
    """A client at one seat, which plays anything legal and notes everything."""

    def __init__(
        self,
        run: Run,
        player: Player,
        table: str,
        seat: int,
        game: str,
        seats: int,
        options: dict[str, object],
        *,
        silent: bool,
    ) -> None:
        self.run, self.player, self.table, self.seat, self.silent = run, player, table, seat, silent
        self.game = LIBRARY.game(game, 1, seats, sheet_of(game).settle_options(seats, options))
        self.seen = Seen(table, seat)
        self.unseen = 0
        self.top = -1
        run.history.seen.append(self.seen)
        player.on_state = self.look
        player.on_taken = self.note
        self.luck = random.Random(f"{run.plan.seed} {table} {seat}")

    def look(self, state: StateMessage) -> None:
        """Notes what is shown, and how long after its answer."""
        self.seen.digests[state.seq].add(digest(bytes(state.view)))
        now = time.monotonic()
        acked = self.run.acked[self.table]
        while self.unseen < len(acked) and acked[self.unseen][0] <= state.seq:
            seq, since = acked[self.unseen]
            self.unseen += 1
            if seq <= self.top:
                continue  # seen before its answer came
            down = sum(max(0.0, min(now, end) - max(since, began)) for began, end in self.run.down)
            self.seen.lag = max(self.seen.lag, now - since - down)
        self.top = max(self.top, state.seq)

    def note(self, taken: Taken) -> None:
        """From now on everybody should see it soon."""
        acked = self.run.acked[self.table]
        if not acked or acked[-1][0] < taken.seq:
            acked.append((taken.seq, time.monotonic()))

    def choices(self) -> list[object]:
        state = self.player.state
        return (_list(bytes(state.legal)) or []) if state is not None else []

    async def play(self) -> None:
        """Until the run stops or the game is over."""
        run, player = self.run, self.player
        while not run.stopping and not self.silent:
            with contextlib.suppress(TimeoutError):
                await player.wait(lambda: run.stopping or bool(self.choices()), 1)
            choices = self.choices()
            if not choices or run.stopping:
                continue
            await asyncio.sleep(self.luck.random() * run.plan.think)
            state = player.state
            choices = self.choices()
            if state is None or not choices or run.stopping:
                continue
            action = self.game.codec.action(encode(self.luck.choice(choices)))
            await self.act(state.seq, self.game.write(action))

    async def act(self, seq: int, text: str) -> None:
        run, player = self.run, self.player
        wish = Wish(self.table, self.seat, str(uuid4()), text, seq, time.monotonic())
        run.history.wishes.append(wish)
        port_before, quiet = player.connections, run.quiet
        act = ActMessage(seq, text, wish.key)
        try:
            answer = await player.send(act, 40)
        except TimeoutError:
            run.history.faults.append(f"stuck: no answer for 40 s to {wish}")
            return
        wish.answered = time.monotonic()
        wish.resent = player.connections != port_before
        wish.quiet = quiet and run.quiet
        if not isinstance(answer, Taken):
            wish.refused = answer.slug
            return
        wish.taken = answer.seq
        if self.luck.random() < 0.03:
            await self.again(act, answer)
        while not run.stopping and (player.state is None or player.state.seq < answer.seq):
            with contextlib.suppress(TimeoutError):
                await player.until(answer.seq, 1)

    async def again(self, act: ActMessage, answer: Taken) -> None:
        """Sends a move that was taken once more, and its key with something else: neither may change anything."""
        repeat = await self.player.send(act, 40)
        if repeat != answer:
            self.run.history.faults.append(f"answers: {answer} became {repeat}")
        other = await self.player.send(ActMessage(act.seq, act.text + " ", act.key), 40)
        if isinstance(other, Taken):
            self.run.history.faults.append(f"answers: a key was taken for something else: {other}")


_list: Callable[[bytes], list[object] | None] = msgspec.json.Decoder(list[object] | None).decode


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
        "MALLE_WINDOW": "0",
        "MALLE_PACE": "0",
    }
    environment["MALLE_SNAPSHOT"] = "10"
    if plan.local:
        plan, servers = replace(plan, nats_away=0), 1
        del environment["MALLE_NATS"]
    nursery = Nursery(zygote, environment, log)
    config = read_config(environment)
    owners = {1: services.owner(0, database), 2: services.owner(1, database)}
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
    usual = Plan()
    for name in (
        "seconds",
        "tables",
        "kill_every",
        "postgres",
        "nats_away",
        "think",
        "seed",
        "plant",
        "settle",
        "calm",
        "tell_times",
        "local",
    ):
        value = getattr(usual, name)
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(value), default=value)
    plan = Plan(**vars(parser.parse_args()))
    services = running.start(FOLDER)  # services of its own, for they are crashed on purpose
    zygote = Zygote()
    log = Path(tempfile.mkstemp(prefix="malle-faults-", suffix=".log")[1])
    try:
        this, found = asyncio.run(run(plan, services, zygote, log))
    finally:
        zygote.close()
        running.stop(FOLDER)
    print(f"seed {plan.seed}, load {os.getloadavg()[0]:.1f}; {this.report()}")
    for each in found[:20]:
        print("  " + each)
    print(f"{len(found)} faults found" if found else "nothing lost, nothing doubled, nobody stuck")
    if found:
        print(f"server log: {log}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
