"""One database: a small pool of connections, whether it answers, and who is told when it does not."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Coroutine, Iterator, Mapping
from typing import Any, TypeVar

import asyncpg
import structlog

from malle.core.say import Tell
from malle.store.away import AWAY, LACKS, Unavailable, Unfit, advice, is_away, unavailable, without_password
from malle.store.fit import need_fit
from malle.store.hosts import Hosts
from malle.store.migrate import What
from malle.store.queries import PEOPLE, QUERIES
from malle.store.writer import STATEMENT, Writer
from malle.voice import teller

_log = structlog.get_logger()
T = TypeVar("T")
SOON = 2.0
"""Seconds in which a database answers a question to all of them."""
TIMEOUTS = {"statement_timeout": "10s", "idle_in_transaction_session_timeout": "10s"}
"""PostgreSQL ends by itself what we have given up: a statement, and a transaction that was left open with its locks."""
FRESH = 1.0
"""Seconds for which the answer of a check is good."""
REMIND = 60.0
"""Seconds after which the operator is told again that a database is away."""
IN_LINE = 5.0
"""Seconds for which a connection is waited for: where a database is frozen, those who have one keep it for long."""


class PatientPool(asyncpg.Pool):
    """A pool at which nobody stands in line for ever."""

    def acquire(self, *, timeout: float | None = None) -> Any:
        """A connection, or `TimeoutError`."""
        return super().acquire(timeout=timeout or IN_LINE)


class Database:
    """One database, through a small pool, and whether it answered last time. Opening it waits for nothing: a
    connection is made when one is needed."""

    def __init__(self, name: str, address: str, size: int, what: What = "tables") -> None:
        self.name = name
        self.address = address
        self.answers = True
        """Did it, last time it was asked?"""
        self.fits: bool | None = None
        """Can it be asked all that this release asks? None: not known yet."""
        self.pool: PatientPool
        self._size = size
        self._what = what
        self._reminded = -REMIND
        self._checking: asyncio.Task[None] | None = None
        self._checked = 0.0
        self.hosts = Hosts(address, self._promoted)
        self._say: Tell

    def _promoted(self) -> None:
        """Another host is the primary now: connections to the one before are used no more, though it may still run."""
        self._beside = asyncio.create_task(self.pool.expire_connections())

    async def open(self) -> None:
        """Makes the pool. The words for a day on which it is away are loaded now: not just then, with everybody
        waiting, and five megabytes more for good."""
        self._say = teller("en")
        self.pool = PatientPool(
            self.address,
            connect=self.hosts.connect,
            min_size=0,
            max_size=self._size,
            max_queries=50_000,
            max_inactive_connection_lifetime=300.0,
            loop=None,
            connection_class=asyncpg.Connection,
            record_class=asyncpg.Record,
            reset=_no_reset,
            command_timeout=5,
            timeout=5,
            server_settings=TIMEOUTS,
        )
        await self.pool

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
        """Asks whether it can be read and written now, and confirms a commit. `Unavailable` if not. Whoever asks
        within a second gets the same answer: anybody may, and a commit that waits holds a connection."""
        if self._checking is None or (self._checking.done() and time.monotonic() > self._checked + FRESH):
            self._checking = asyncio.create_task(self._check())
            self._checking.add_done_callback(self._note_checked)
        await asyncio.shield(self._checking)

    def _note_checked(self, task: asyncio.Task[None]) -> None:
        self._checked = time.monotonic()
        if not task.cancelled():
            task.exception()  # whoever still waits is told

    async def _need_fit(self) -> None:
        async with self.pool.acquire() as connection:
            try:
                await need_fit(connection, self._what)
            except BaseException:
                connection.terminate()  # a statement that it had prepared when it was stopped would be there still
                raise

    async def _check(self) -> None:
        try:
            with self._noting(back=True):
                if await (PEOPLE if self._what == "people" else QUERIES).is_read_only(self.pool):
                    raise asyncpg.ReadOnlySQLTransactionError
                await QUERIES.sure(self.pool)
                if not self.fits:
                    await self._need_fit()
                    self.fits = True
        except Unfit:
            self.fits = False
            raise
        except asyncpg.PostgresError as error:  # nobody foresaw it, and it is of no use all the same
            self.note_away(error)
            if isinstance(error, LACKS):
                self.fits = False
            raise unavailable(error) from error

    @contextlib.asynccontextmanager
    async def writing(self) -> AsyncIterator[asyncpg.pool.PoolConnectionProxy[asyncpg.Record]]:
        """A transaction: all that is written in it, or nothing. As for the writer, a COMMIT that takes too long is not
        cancelled, its connection is dropped: where a standby is waited for, it would count as done."""
        async with self.pool.acquire() as connection:
            limit = asyncio.get_running_loop().call_later(STATEMENT, connection.terminate)
            try:
                async with connection.transaction():
                    yield connection
            finally:
                limit.cancel()

    @contextlib.contextmanager
    def _noting(self, *, back: bool = False) -> Iterator[None]:
        """Keeps in mind that it does not answer, or that it is `back`, which a query that only reads does not show."""
        try:
            yield
        except AWAY as error:
            if not is_away(error):
                raise
            self.note_away(error)
            raise unavailable(error) from error
        if back and not self.answers:
            self.answers = True
            _log.info("database is back", database=self.name)

    def note_error(self, error: BaseException) -> None:
        """It answers, with an error that nobody foresaw: the operator is told, once a minute."""
        self._remind("database answers with an error", error)

    def note_away(self, error: BaseException) -> None:
        """Tells the operator: at once, and as long as it lasts once a minute."""
        self._remind("database cannot be used; the server goes on trying", error, at_once=self.answers)
        self.answers = False
        if self.hosts.are_several:
            self._promoted()

    def _remind(self, what: str, error: BaseException, *, at_once: bool = False) -> None:
        now = time.monotonic()
        if at_once or now - self._reminded >= REMIND:
            self._reminded = now
            told = {"address": without_password(self.address), "trouble": type(error).__name__}
            _log.error(what, database=self.name, **told, advice=self._say(advice(error)))


class Shard(Database):
    """A database of tables: a writer for moves, the pool for the rest."""

    def __init__(self, number: int, address: str) -> None:
        super().__init__(str(number), address, 4)
        self.number = number
        self.writer = Writer(self.hosts)

    async def open(self) -> None:
        """Begins to connect."""
        await super().open()
        await self.writer.open()

    async def close(self) -> None:
        """Lets the moves under way end, then disconnects."""
        await self.writer.close()
        await super().close()


_TOLD = (Unavailable, asyncpg.PostgresError)


async def _no_reset(connection: asyncpg.Connection[asyncpg.Record]) -> None:
    """Our queries leave nothing behind, so a connection goes back to the pool without a round trip."""


async def of_those_that_answer(questions: Mapping[Any, Coroutine[Any, Any, T]]) -> list[T]:
    """One question to each database: the answers that come soon. Nobody waits for the rest, and one that answers with
    an error nobody foresaw (not migrated, a broken page) is told, and the others are heard."""
    tasks = {asyncio.create_task(question): database for database, question in questions.items()}
    done, late = await asyncio.wait(tasks, timeout=SOON)
    for task in late:
        tasks[task].note_away(TimeoutError())
        task.add_done_callback(lambda each: each.cancelled() or each.exception())
    for task in done:
        if isinstance(error := task.exception(), asyncpg.PostgresError):
            tasks[task].note_error(error)
    return [task.result() for task in tasks if task in done and not isinstance(task.exception(), _TOLD)]
