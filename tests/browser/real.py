"""The real server beside a browser: `malle serve` with a database of its own, and a robots' worker."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from typing import Any
from uuid import uuid4

import asyncpg

from malle.config.settings import read_config
from malle.storage.store import parse_table_id
from malle.testing import dev_services as running
from malle.testing.dev_services import Services
from tests.server.conftest import drop_databases, make_databases
from tests.server.nursery import free_port, wait_until_ready
from tests.server.player import call


class Real:
    """A running server."""

    def __init__(self, services: Services, database: str, port: int) -> None:
        self.services, self.database, self.port = services, database, port
        self.address = f"http://127.0.0.1:{port}"

    def set_up(self, game: str, names: Sequence[str], **more: Any) -> tuple[str, list[str]]:
        """A table with these people: its id, and the tokens of their seats."""
        status, opened = call(self.port, "/api/tables", {"game": game, "seats": len(names), "name": names[0], **more})
        assert status == 201, opened
        table, tokens = opened["table"], [opened["token"]]
        for name in names[1:]:
            body = {"name": name, "invite": opened["invite"]}
            tokens.append(call(self.port, f"/api/tables/{table}/seats", body)[1]["token"])
        return table, tokens

    def awaited(self, table: str) -> list[int]:
        """The seats that may act."""
        found: list[int] = call(self.port, f"/api/tables/{table}")[1]["awaited"]
        return found

    def act(self, table: str, token: str, text: str) -> None:
        """Somebody acts without a browser."""
        body = {"type": "act", "seq": len(self.log(table)), "text": text, "key": str(uuid4())}
        status, answer = call(self.port, f"/api/tables/{table}/acts", body, token=token)
        assert status == 200, answer

    def log(self, table: str) -> list[tuple[int, str]]:
        """What PostgreSQL has: the mover of each entry, and what they did."""
        id_ = parse_table_id(table)

        async def read() -> list[tuple[int, str]]:
            connection = await asyncpg.connect(self.services.owner_url((id_ >> 48) - 1, self.database))
            rows = await connection.fetch("select mover, lines from malle.entry where tab = $1 order by seq", id_)
            await connection.close()
            return [(row["mover"], row["lines"].split("\n")[0]) for row in rows]

        found: list[tuple[int, str]] = _apart(read)
        return found


@contextmanager
def real_server(name: str = "browser", *, port: int = 0, notices: bool = False, **more: str) -> Iterator[Real]:
    """A server while the block runs, with databases of this name and with these settings; and a notifier, if wanted."""
    services = running.start_services()
    name = f"{name}_{os.getpid()}"
    real = Real(services, name, port or free_port())
    settings = {"MALLE_RATE": "1000", "MALLE_HTTP_RATE": "1000", "MALLE_WINDOW": "0", "MALLE_PACE": "0"}
    settings |= {"MALLE_TABLES": "1000000", "MALLE_SOCKETS": "100000"}
    environment = {**os.environ, **services.environment(name), **settings, **more}
    with ExitStack() as stack:
        stack.callback(lambda: _apart(lambda: drop_databases(services, name)))
        _apart(lambda: make_databases(services, name))
        stack.enter_context(_running(["serve", "--port", str(real.port), "--robots", "0"], environment))
        wait_until_ready(real.port)
        alone = {**os.environ, **read_config(environment).worker_config().environment()}
        stack.enter_context(_running(["robots", "--server", real.address, "--think", "0.1"], alone))
        if notices:
            stack.enter_context(_running(["notices"], environment))
        yield real


@contextmanager
def _running(words: list[str], environment: dict[str, str]) -> Iterator[None]:
    """A command of ours while the block runs; it ends with this process, however that ends."""
    command = ["setpriv", "--pdeathsig", "KILL", sys.executable, "-m", "malle", *words]
    process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait(60)


def _apart(work: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    """In a thread of its own: Playwright keeps the main one's loop."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(work())).result()
