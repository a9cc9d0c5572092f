"""What is broken under a run, and mended again: PostgreSQL, NATS, and the way between people and servers."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import nats

from malle.testing.dev_services import Services
from tests.server.runnable import descendants

ROLE = "malle_app"
_END = f"select pg_terminate_backend(pid) from pg_stat_activity where usename = '{ROLE}'"
Trouble = tuple[str, Callable[[], None], Callable[[], None]]


class Breaker:
    """Breaks the services of one run. What it does blocks: call it in a thread."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.down: list[tuple[float, float]] = []
        """When a database was of no use: from, until."""
        self.quiet = False
        """Is NATS away?"""
        self.done: list[str] = []
        self._locks = [threading.Lock() for _ in services.postgres]
        self._since = [0.0 for _ in services.postgres]

    def troubles(self) -> list[Trouble]:
        """What lasts for a while: its name, its begin and its end. Each hits one database of two, or NATS."""
        databases: tuple[tuple[str, Callable[[int], None], Callable[[int], None]], ...] = (
            ("read only", self.read_only, self.writable),
            ("frozen", partial(self.signal_postgres, signal.SIGSTOP), partial(self.signal_postgres, signal.SIGCONT)),
            ("no connections", self.no_connections, self.connections),
            ("away", self.stop_postgres, self.start_postgres),
        )
        found: list[Trouble] = [("NATS lies", self.lie, lambda: None)]
        for number, (name, begin, end) in enumerate(databases):
            found.append((name, partial(begin, number % 2), partial(end, number % 2)))
        return found

    # PostgreSQL

    def restart_postgres(self, cluster: int) -> None:
        """A crash."""
        self.stop_postgres(cluster)
        self.start_postgres(cluster)

    def stop_postgres(self, cluster: int) -> None:
        self._gone(cluster)
        self.services.stop_postgres(cluster, "immediate")

    def start_postgres(self, cluster: int) -> None:
        self.services.start_postgres(cluster)
        self._back(cluster)

    def read_only(self, cluster: int) -> None:
        """As after a failover, when the old address leads to a standby."""
        self._gone(cluster)
        self._as_owner(cluster, f"alter role {ROLE} set default_transaction_read_only = on", _END)

    def writable(self, cluster: int) -> None:
        self._as_owner(cluster, f"alter role {ROLE} reset default_transaction_read_only", _END)
        self._back(cluster)

    def no_connections(self, cluster: int) -> None:
        self._gone(cluster)
        self._as_owner(cluster, f"alter role {ROLE} connection limit 0", _END)

    def connections(self, cluster: int) -> None:
        self._as_owner(cluster, f"alter role {ROLE} connection limit -1")
        self._back(cluster)

    def signal_postgres(self, number: signal.Signals, cluster: int) -> None:
        """Freezes a cluster, or lets it go on."""
        if number == signal.SIGSTOP:
            self._gone(cluster)
        for pid in self.pids(cluster):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)
        if number == signal.SIGCONT:
            self._back(cluster)

    def pids(self, cluster: int) -> list[int]:
        """Its processes, the first one first."""
        file = Path(self.services.folder) / f"postgres-{cluster + 1}" / "postmaster.pid"
        try:
            pid = int(file.read_text().split()[0])
        except (OSError, IndexError, ValueError):
            return []
        return [pid, *descendants(pid)]

    def _as_owner(self, cluster: int, *statements: str) -> None:
        from tests.server.conftest import execute

        async def all_of_them() -> None:
            for each in statements:
                await execute(self.services, cluster, each)

        asyncio.run(all_of_them())

    def _gone(self, cluster: int) -> None:
        """One trouble at a time for a cluster."""
        self._locks[cluster].acquire()
        self._since[cluster] = time.monotonic()

    def _back(self, cluster: int) -> None:
        self.down.append((self._since[cluster], time.monotonic()))
        self._locks[cluster].release()

    # NATS

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

    def lie(self, seconds: float = 2.0) -> None:
        """What was said is said again, later, in another order and with other numbers."""
        asyncio.run(self._lie(seconds))

    async def _lie(self, seconds: float) -> None:
        luck, heard = random.Random(7), list[tuple[str, bytes]]()

        async def hear(message: Any) -> None:
            heard.append((message.subject, message.data))

        client = await nats.connect(self.services.nats_url)
        await client.subscribe(">", cb=hear)
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            await asyncio.sleep(0.05)
            for subject, data in luck.sample(heard, min(len(heard), 20)):
                words = data.split()
                luck.shuffle(words)
                await client.publish(subject, luck.choice((data, b" ".join(words), data[::-1], data + b" 99")))
            del heard[:-500]
        await client.close()


class Proxy:
    """Between people and a server: slow at times, and it cuts."""

    def __init__(self, port: int, luck: random.Random) -> None:
        self._to = port
        self._luck = luck
        self.port = 0
        self.cuts = 0
        self._ways: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Listens on a port of its own."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        """Cuts everything."""
        self._server.close()
        for each in self._ways:
            each.cancel()
        await asyncio.gather(*self._ways, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._ways.add(task)
        task.add_done_callback(self._ways.discard)
        with contextlib.suppress(OSError, TimeoutError):
            there, back = await asyncio.open_connection("127.0.0.1", self._to)
            pumps = [asyncio.create_task(self._pump(*way)) for way in ((reader, back), (there, writer))]
            try:
                await asyncio.wait(pumps, timeout=2 + 20 * self._luck.random(), return_when=asyncio.FIRST_COMPLETED)
                self.cuts += not any(each.done() for each in pumps)
            finally:
                for each in pumps:
                    each.cancel()
                back.transport.abort()
        writer.transport.abort()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(4096):
                if self._luck.random() < 0.1:
                    await asyncio.sleep(0.2 * self._luck.random())
                writer.write(data)
                await writer.drain()
