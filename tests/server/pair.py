"""A PostgreSQL primary and its synchronous standby, as docs/host.md makes them, and what befalls them.

Both are real clusters of one machine. The standby follows through `Wire`, a proxy that can be cut: without that a kill
loses nothing though nobody waits for the standby, since what the primary sent is in the kernel's hands already.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import pwd
import shutil
import signal
import socket
import threading
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import asyncpg

from malle.storage.private_postgres import Cluster, find_tool, run_tool
from malle.testing import dev_services as running
from malle.testing.dev_services import Services
from tests.server.nursery import free_port
from tests.server.runnable import descendants

NAMES = ("db1", "db2")
WAITS = "alter system set synchronous_standby_names = 'db1, db2'"
"""Of the primary: a commit is answered when one of the two has it, and that is the standby."""
SHARED = "wal_keep_size = '512MB'\nwal_retrieve_retry_interval = '500ms'\n"
"""Of both hosts."""
RECEIVED = "select received_tli from pg_stat_wal_receiver"
"""Of the standby: the timeline that it follows."""
ALONE = "alter system set synchronous_standby_names = ''"
"""Of a primary that has no standby: the promise is kept by its disk alone."""


class Wire:
    """The way from the standby to its primary, in threads of its own: whoever waits in the test must not stop it."""

    def __init__(self) -> None:
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._server.getsockname()[1])
        self.target = 0
        self._whole = threading.Event()
        self._whole.set()
        self._ends: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Nothing passes any more, and neither end is told."""
        self._whole.clear()

    def mend(self, target: int) -> None:
        """What was under way is gone; from now on it leads there."""
        ends, self._ends = self._ends, []
        for each in ends:
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()
        self.target = target
        self._whole.set()

    def close(self) -> None:
        """Away with it."""
        with contextlib.suppress(OSError):
            self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()
        self.mend(0)

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                here, _ = self._server.accept()
                try:
                    there = socket.create_connection(("127.0.0.1", self.target))
                except OSError:
                    here.close()
                    continue
                self._ends += [here, there]
                for way in ((here, there), (there, here)):
                    threading.Thread(target=self._pump, args=way, daemon=True).start()

    def _pump(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 16):
                self._whole.wait()
                target.sendall(data)
        for each in (source, target):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)


class Pair:
    """Two hosts, 0 and 1: `primary` is the one that people write to."""

    def __init__(self, services: Services, wire: Wire) -> None:
        self.services = services
        self.wire = wire
        self.ports = (services.postgres[0], free_port())
        self.primary = 0
        wire.target = self.ports[0]

    @property
    def standby(self) -> int:
        """The other one."""
        return 1 - self.primary

    def host(self, which: int) -> Cluster:
        """One of both."""
        return Cluster(Path(self.services.folder) / f"postgres-{which + 1}")

    def address(self, *hosts: int, owner: bool = False) -> str:
        """For a server, or the owner of the databases; the hosts in this order."""
        given = self.services.owner_url(0) if owner else self.services.app_url(0)
        both = ",".join(f"127.0.0.1:{self.ports[each]}" for each in hosts)
        return given.replace(f"127.0.0.1:{self.ports[0]}", both) + "?target_session_attrs=read-write"

    def environment(self, *hosts: int) -> dict[str, str]:
        """The settings of a server."""
        app, owner = self.address(*hosts), self.address(*hosts, owner=True)
        named = {"MALLE_DATABASES": f"1={app}", "MALLE_PEOPLE": app}
        return {
            **self.services.environment(),
            **named,
            "MALLE_OWNER_DATABASES": f"1={owner}",
            "MALLE_OWNER_PEOPLE": owner,
        }

    async def ask(self, which: int, statement: str) -> Any:
        """One value from one host, as its owner, who waits for no standby."""
        connection = await asyncpg.connect(self.address(which, owner=True).partition("?")[0])
        try:
            await connection.execute("set synchronous_commit = local")
            return await connection.fetchval(statement)
        finally:
            await connection.close()

    async def make_standby(self) -> None:
        """`pg_basebackup` of the primary, which then waits for it."""
        data = self.host(self.standby).data
        shutil.rmtree(data, ignore_errors=True)
        data.mkdir(mode=0o700)
        if os.geteuid() == 0:
            owner = pwd.getpwnam("postgres")
            os.chown(data, owner.pw_uid, owner.pw_gid)
        words = ["-D", str(data), "-d", self._source(self.ports[self.primary]), "--checkpoint=fast"]
        await asyncio.to_thread(run_tool, [find_tool("pg_basebackup"), *words], as_postgres=True)
        await self._follow()

    async def rejoin(self) -> None:
        """`pg_rewind` of the one that was the primary: what it alone has is thrown away, and it follows."""
        source = self._source(self.ports[self.primary]) + " dbname=malle"
        words = ["--target-pgdata", str(self.host(self.standby).data), "--source-server", source]
        await asyncio.to_thread(run_tool, [find_tool("pg_rewind"), *words], as_postgres=True)
        await self._follow()

    async def _follow(self) -> None:
        """As `--write-recovery-conf` does, but through the wire; then the primary waits for it."""
        host = self.host(self.standby)
        self._name(self.standby)
        with (host.data / "postgresql.auto.conf").open("a") as conf:
            conf.write(f"primary_conninfo = '{self._source(self.wire.port)}'\n")
        (host.data / "standby.signal").touch()
        self.wire.mend(self.ports[self.primary])
        await asyncio.to_thread(host.start)
        await self.ask(self.primary, WAITS)
        await self.ask(self.primary, "select pg_reload_conf()")
        async with asyncio.timeout(60):
            while await self.ask(self.primary, "select sync_state from pg_stat_replication") != "sync":
                await asyncio.sleep(0.05)
            # One that is ahead on the old timeline counts as in step, and has nothing of what is written now.
            timeline = await self.ask(self.primary, "select left(pg_walfile_name(pg_current_wal_lsn()), 8)")
            while await self.ask(self.standby, RECEIVED) != int(timeline, 16):
                await asyncio.sleep(0.05)

    def _name(self, which: int) -> None:
        """What the two do not share, after the settings that were copied along."""
        with (self.host(which).data / "postgresql.conf").open("a") as conf:
            conf.write(f"port = {self.ports[which]}\ncluster_name = '{NAMES[which]}'\n{SHARED}")

    def _source(self, port: int) -> str:
        return f"host=127.0.0.1 port={port} user=malle password={self.services.password}"

    async def forget_standby(self) -> None:
        """The primary waits for nobody: for a plant, and after a promotion until the other one is back."""
        await self.ask(self.primary, ALONE)
        await self.ask(self.primary, "select pg_reload_conf()")
        async with asyncio.timeout(30):
            while await self.ask(self.primary, "select current_setting('synchronous_standby_names')"):
                await asyncio.sleep(0.02)

    def kill_primary(self) -> None:
        """The postmaster and its children at once, as when the power fails."""
        file = self.host(self.primary).data / "postmaster.pid"
        pid = int(file.read_text().split()[0])
        all_of_them = (pid, *descendants(pid))
        for each in all_of_them:
            with contextlib.suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        while any(Path(f"/proc/{each}").exists() for each in all_of_them):
            time.sleep(0.01)

    async def promote(self) -> None:
        """The standby is the primary from now on, alone."""
        self.wire.mend(0)
        self.primary = self.standby
        words = ["-D", str(self.host(self.primary).data), "-w", "promote"]
        await asyncio.to_thread(run_tool, [find_tool("pg_ctl"), *words], as_postgres=True)
        await self.forget_standby()
        await self.ask(self.primary, "checkpoint")  # until then pg_rewind takes it for one on the old timeline

    def close(self) -> None:
        """Ends both."""
        for which in range(2):
            if self.host(which).is_running():
                self.host(which).stop("immediate")


@contextlib.asynccontextmanager
async def pair_in(folder: Path) -> AsyncIterator[Pair]:
    """A pair with an empty database `malle`, and NATS, in a folder that PostgreSQL can reach."""
    services = await asyncio.to_thread(running.start_services, folder, 1)
    wire = Wire()
    pair = Pair(services, wire)
    try:
        pair._name(0)
        pair.host(0).stop()
        pair.host(0).start()
        await pair.make_standby()
        yield pair
    finally:
        wire.close()
        pair.close()
        services.signal_nats(signal.SIGKILL)
