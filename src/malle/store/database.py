"""One database: a small pool of connections, whether it answers, and who is told when it does not."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterable, Awaitable, Coroutine, Iterator, Mapping
from typing import Any, TypeVar

import asyncpg
import structlog

from malle.store.away import AWAY, Unavailable, advice, is_away, without_password
from malle.store.hosts import Hosts
from malle.store.queries import QUERIES
from malle.store.writer import Writer
from malle.voice import teller

_log = structlog.get_logger()
T = TypeVar("T")
SOON = 2.0
"""Seconds in which a database answers a question to all of them."""
TIMEOUTS = {"statement_timeout": "10s", "idle_in_transaction_session_timeout": "10s"}
"""PostgreSQL ends by itself what we have given up: a statement, and a transaction that was left open with its locks."""
REMIND = 60.0
"""Seconds after which the operator is told again that a database is away."""


class Database:
    """One database, through a small pool, and whether it answered last time. Opening it waits for nothing: a
    connection is made when one is needed."""

    def __init__(self, name: str, address: str, size: int, queries: Any = QUERIES) -> None:
        self.name = name
        self.address = address
        self.answers = True
        """Did it, last time it was asked?"""
        self.pool: asyncpg.Pool[asyncpg.Record]
        self._size = size
        self._queries = queries
        self._reminded = -REMIND

    async def open(self) -> None:
        """Makes the pool."""
        self.pool = await asyncpg.create_pool(
            self.address,
            connect=Hosts(self.address).connect,
            min_size=0,
            max_size=self._size,
            reset=_no_reset,
            command_timeout=5,
            timeout=5,
            server_settings=TIMEOUTS,
        )

    async def close(self) -> None:
        """Disconnects."""
        self.pool.terminate()

    async def ask(self, work: Awaitable[Any]) -> Any:
        """Waits for a query. `Unavailable` if the database cannot be used."""
        with self._noting():
            return await work

    async def rows(self, work: AsyncIterable[Any], *, writes: bool = False) -> list[Any]:
        """The same for a query with many rows; one that writes shows that the database is back."""
        with self._noting(back=writes):
            return [row async for row in work]

    async def check(self) -> None:
        """Asks whether it can be read and written now, and confirms a commit. `Unavailable` if not."""
        with self._noting(back=True):
            if await self._queries.is_read_only(self.pool):
                raise asyncpg.ReadOnlySQLTransactionError
            await QUERIES.sure(self.pool)

    @contextlib.contextmanager
    def _noting(self, *, back: bool = False) -> Iterator[None]:
        """Keeps in mind that it does not answer, or that it is `back`, which a query that only reads does not show."""
        try:
            yield
        except AWAY as error:
            if not is_away(error):
                raise
            self.note_away(error)
            raise Unavailable() from error
        if back and not self.answers:
            self.answers = True
            _log.info("database is back", database=self.name)

    def note_away(self, error: BaseException) -> None:
        """Tells the operator: at once, and as long as it lasts once a minute."""
        now = time.monotonic()
        if self.answers or now - self._reminded >= REMIND:
            self._reminded = now
            told = {"address": without_password(self.address), "trouble": type(error).__name__}
            told["advice"] = teller("en")(advice(error))
            _log.error("database cannot be used; the server goes on trying", database=self.name, **told)
        self.answers = False


class Shard(Database):
    """A database of tables: a writer for moves, the pool for the rest."""

    def __init__(self, number: int, address: str) -> None:
        super().__init__(str(number), address, 4)
        self.number = number
        self.writer = Writer(address)

    async def open(self) -> None:
        """Begins to connect."""
        await super().open()
        await self.writer.open()

    async def close(self) -> None:
        """Lets the moves under way end, then disconnects."""
        await self.writer.close()
        await super().close()


async def _no_reset(connection: asyncpg.Connection[asyncpg.Record]) -> None:
    """Our queries leave nothing behind, so a connection goes back to the pool without a round trip."""


async def of_those_that_answer(questions: Mapping[Any, Coroutine[Any, Any, T]]) -> list[T]:
    """One question to each database: the answers that come soon. Nobody waits for the rest."""
    tasks = {asyncio.create_task(question): database for database, question in questions.items()}
    done, late = await asyncio.wait(tasks, timeout=SOON)
    for task in late:
        tasks[task].note_away(TimeoutError())
        task.add_done_callback(lambda each: each.cancelled() or each.exception())
    return [task.result() for task in tasks if task in done and not isinstance(task.exception(), Unavailable)]
