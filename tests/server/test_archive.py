"""Back to any second: the lines of docs/host.md are followed as they stand, when a table is dropped or a disk lost."""

from __future__ import annotations

import asyncio
import os
import pwd
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from uuid import uuid4

import asyncpg
import pytest

from malle.storage.migrate import migrate_async
from malle.storage.private_postgres import Cluster, find_tool
from malle.storage.store import parse_table_id
from malle.testing import dev_services as running
from malle.testing.dev_services import Services
from tests.server.nursery import Nursery, Zygote, free_port
from tests.server.player import call
from tests.server.test_play import ROUND, open_robots

pytestmark = [pytest.mark.services, pytest.mark.timeout(900)]
_PAGE = (Path(__file__).parents[2] / "docs" / "host.md").read_text("utf-8")
_SECTION = _PAGE.partition("### Back to any second")[2].partition("\n## ")[0]
SETTINGS, COPY, BACK = re.findall(r"```\w+\n(.*?)```", _SECTION, re.DOTALL)
"""What a cluster is told, how it is copied, and how one goes back."""
MOMENT = re.compile(r"^recovery_target_time = .*\n", re.MULTILINE)


class House:
    """A cluster that is archived, and a server that people play at."""

    def __init__(self, home: Path, services: Services) -> None:
        self.home = home
        self.services = services
        self.cluster = Cluster(Path(services.folder) / "postgres-1")

    def run(self, lines: str) -> None:
        """Lines of the page, with our folders and our role, by the user who runs PostgreSQL."""
        login = f"host=127.0.0.1 port={self.services.postgres[0]} user=malle password={self.services.password}"
        script = self.here(lines).replace("host=db1 user=replicator", login)
        words = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"] if os.geteuid() == 0 else []
        path = f"{Path(find_tool('pg_ctl')).parent}:{os.environ['PATH']}"
        log = self.home / "archive" / "log"
        surroundings = {"PATH": path, "PGDATA": str(self.cluster.data)}
        with log.open("a") as said:  # no pipe: PostgreSQL would keep it open
            done = subprocess.run([*words, "sh", "-euc", script], env=surroundings, cwd="/", stdout=said, stderr=said)
        assert done.returncode == 0, log.read_text()

    def here(self, lines: str) -> str:
        """With our folder for the archive."""
        return lines.replace("/archive", str(self.home / "archive"))

    async def ask(self, statement: str) -> object:
        """One value, as the owner."""
        connection = await asyncpg.connect(self.services.owner_url(0))
        try:
            return await connection.fetchval(statement)
        finally:
            await connection.close()

    def lose(self) -> None:
        """PostgreSQL dies and its disk with it."""
        os.kill(int((self.cluster.data / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)
        while self.cluster.is_running():
            time.sleep(0.1)


@pytest.fixture
async def house() -> AsyncIterator[House]:
    """One that follows the page since its first day."""
    with tempfile.TemporaryDirectory(prefix="malle-archive-") as text:
        home = Path(text)
        home.chmod(0o755)
        services = await asyncio.to_thread(running.start_services, home / "services", 1)
        made = House(home, services)
        (home / "archive" / "wal").mkdir(parents=True)
        if os.geteuid() == 0:
            owner = pwd.getpwnam("postgres")
            for each in (home / "archive", home / "archive" / "wal", made.cluster.data.parent):
                os.chown(each, owner.pw_uid, owner.pw_gid)
        try:
            with (made.cluster.data / "postgresql.conf").open("a") as conf:
                conf.write(made.here(SETTINGS))
            made.cluster.stop()
            made.cluster.start()
            await migrate_async(services.owner_url(0), "tables")
            await migrate_async(services.owner_url(0), "people")
            made.run(COPY)
            yield made
        finally:
            if made.cluster.is_running():
                made.cluster.stop("immediate")
            services.signal_nats(signal.SIGKILL)


class Played:
    """A table at a server of a house."""

    def __init__(self, house: House, zygote: Zygote, log: Path) -> None:
        self.nursery = Nursery(zygote, house.services.environment(), log)
        self.port = free_port()
        self.nursery.start(self.port)
        self.table, self.tokens = open_robots(self.port, house.services.environment(), 2, rounds=100)
        self.seq = 2

    def play(self, moves: int) -> None:
        """So many more, each acknowledged."""
        for _ in range(moves):
            seat, text = ROUND[(self.seq - 2) % 3]
            body = {"type": "act", "seq": self.seq, "text": text, "key": str(uuid4())}
            status, answer = call(self.port, f"/api/tables/{self.table}/acts", body, token=self.tokens[seat])
            assert status == 200, answer
            self.seq += 1

    def end(self) -> None:
        """The server ends."""
        self.nursery.close()

    def go_on(self, seq: int) -> None:
        """A server finds the table so, and plays on."""
        self.nursery.start(self.port)
        self.seq = seq
        self.play(3)


@pytest.fixture
def played(house: House, zygote: Zygote, tmp_path: Path) -> Iterator[Played]:
    """A table at which something was played."""
    made = Played(house, zygote, tmp_path / "server.log")
    made.play(6)
    yield made
    made.end()


def test_the_page_has_three_pieces() -> None:
    """Which the tests follow."""
    assert "archive_command" in SETTINGS
    assert "pg_basebackup" in COPY
    assert MOMENT.search(BACK)
    assert "recovery.signal" in BACK


@pytest.mark.long
async def test_a_table_that_was_dropped_comes_back_as_it_was_a_second_before(house: House, played: Played) -> None:
    seq = played.seq
    moment = await house.ask("select clock_timestamp()")
    await asyncio.sleep(1)
    played.play(3)
    await house.ask("drop table malle.entry cascade")
    played.end()
    await house.ask("select pg_switch_wal()")
    house.cluster.stop()
    house.run(MOMENT.sub(f"recovery_target_time = '{moment}'\n", BACK))
    assert await house.ask(LAST.format(parse_table_id(played.table))) == seq
    played.go_on(seq)


@pytest.mark.long
async def test_a_disk_that_is_lost_takes_a_minute_along_and_no_more(house: House, played: Played) -> None:
    seq, until = played.seq, time.monotonic() + int(SETTINGS.partition("archive_timeout = ")[2].split()[0])
    while time.monotonic() < until + 10:  # and nobody does anything about it
        await asyncio.sleep(1)
        if played.seq < 50:
            played.play(1)
    played.end()
    house.lose()
    house.run(MOMENT.sub("", BACK))
    found = await house.ask(LAST.format(parse_table_id(played.table)))
    print(f"{found} of {played.seq} moves are back; {seq} were made more than a minute before")
    assert isinstance(found, int)
    assert found >= seq
    played.go_on(found)


@pytest.mark.long
async def test_without_the_archive_nothing_comes_back(house: House, played: Played) -> None:
    """So the tests above do show something."""
    played.end()
    await house.ask("select pg_switch_wal()")
    house.cluster.stop()
    shutil.rmtree(house.home / "archive" / "wal")
    house.run(MOMENT.sub("", BACK))
    assert await house.ask(LAST.format(parse_table_id(played.table))) is None


LAST = "select max(seq) from malle.entry where tab = {}"
