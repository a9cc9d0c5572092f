"""One database: a small pool of connections, its availability, and log messages for operators."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Coroutine, Iterator, Mapping
from typing import Any, TypeVar

import asyncpg
import structlog

from malle.core.message import Translate
from malle.i18n.operator_messages import operator_translator
from malle.storage.database_errors import (
    SCHEMA_ERRORS,
    UNAVAILABLE_ERRORS,
    DatabaseUnavailable,
    SchemaOutdated,
    advice_for_operator,
    is_unavailable_error,
    unavailable_error,
    without_password,
)
from malle.storage.failover import PrimaryFinder
from malle.storage.log_writer import STATEMENT_TIMEOUT_SECONDS, LogWriter
from malle.storage.migrate import DatabaseKind
from malle.storage.queries import PEOPLE_QUERIES, TABLE_QUERIES
from malle.storage.schema_check import require_schema

_log = structlog.get_logger()
T = TypeVar("T")
ANSWER_SECONDS = 2.0
"""Seconds in which a database has to answer a query that goes to all databases."""
SERVER_TIMEOUTS = {"statement_timeout": "10s", "idle_in_transaction_session_timeout": "10s"}
"""Limits at which PostgreSQL itself ends work that this process has given up: a statement, or an open
transaction that holds locks."""
CHECK_VALID_SECONDS = 1.0
"""Seconds for which the result of an availability check is reused."""
REMINDER_SECONDS = 60.0
"""Seconds between two log messages about a database that stays unavailable."""
ACQUIRE_SECONDS = 5.0
"""Seconds that a query waits for a free connection. If a database is frozen, those who hold a connection keep
it for long."""


class BoundedPool(asyncpg.Pool):
    """A connection pool whose `acquire` always has a timeout. Each `Database` has one."""

    def acquire(self, *, timeout: float | None = None) -> Any:
        """Acquire a connection. Raise `TimeoutError` if none is free within `timeout` seconds, or within
        `ACQUIRE_SECONDS` if no timeout is given."""
        return super().acquire(timeout=timeout or ACQUIRE_SECONDS)


class Database:
    """One database with a small pool: the people's database, or as a `Shard` one with tables.
    Connections are made when they are needed, so `open` does not wait for the database."""

    def __init__(self, name: str, address: str, pool_size: int, kind: DatabaseKind = "tables") -> None:
        """`name` stands in log messages, and `pool_size` is the most connections. `kind` says which
        schema and queries the database has."""
        self.name = name
        self.address = address
        self.is_available = True
        """Whether the last query found the database usable."""
        self.schema_fits: bool | None = None
        """Whether the schema has everything that this release queries. None until the first check."""
        self.pool: BoundedPool
        self._pool_size = pool_size
        self._kind = kind
        self._last_reminder = -REMINDER_SECONDS
        self._check_task: asyncio.Task[None] | None = None
        self._checked_at = 0.0
        self.primary_finder = PrimaryFinder(address, self._expire_connections)
        self._translate: Translate

    def _expire_connections(self) -> None:
        """Have the pool replace each present connection before its next use. Another host may be
        the primary now, while the former one still runs."""
        self._expiring = asyncio.create_task(self.pool.expire_connections())

    async def open(self) -> None:
        """Create the pool, without waiting for a connection. The operator messages are loaded now, not at the
        first failure, when everybody would wait for it; they take five megabytes."""
        self._translate = operator_translator("en")
        self.pool = BoundedPool(
            self.address,
            connect=self.primary_finder.connect,
            min_size=0,
            max_size=self._pool_size,
            max_queries=50_000,
            max_inactive_connection_lifetime=300.0,
            loop=None,
            connection_class=asyncpg.Connection,
            record_class=asyncpg.Record,
            reset=_no_reset,
            command_timeout=5,
            timeout=5,
            server_settings=SERVER_TIMEOUTS,
        )
        await self.pool

    async def close(self) -> None:
        """Close the pool and all its connections at once."""
        self.pool.terminate()

    async def run(self, query: Awaitable[Any]) -> Any:
        """Await a query and return its result. Raise `DatabaseUnavailable`, or its subclass
        `SchemaOutdated`, if the database cannot be used. Other errors pass through."""
        with self._track_availability():
            return await query

    async def fetch_all(self, query: AsyncIterable[Any], *, writes: bool = False) -> list[Any]:
        """Run a query that returns many rows, and collect them. Errors are those of `run`. Pass
        `writes=True` if the query writes: then its success marks the database as available
        again."""
        with self._track_availability(proves_writable=writes):
            return [row async for row in query]

    async def check(self) -> None:
        """Check that the database can be read and written, that a commit is confirmed, and that the
        schema fits. Raise `DatabaseUnavailable`, or its subclass `SchemaOutdated`, if not.

        A result is shared by all callers and reused for `CHECK_VALID_SECONDS`: anybody may ask for
        a check, and a check that waits for a commit holds a connection."""
        if self._check_task is None or (
            self._check_task.done() and time.monotonic() > self._checked_at + CHECK_VALID_SECONDS
        ):
            self._check_task = asyncio.create_task(self._run_check())
            self._check_task.add_done_callback(self._on_checked)
        await asyncio.shield(self._check_task)

    def _on_checked(self, task: asyncio.Task[None]) -> None:
        """Store when a check ended. The check's exception is read here only so that asyncio does
        not report it; callers of `check` still receive it."""
        self._checked_at = time.monotonic()
        if not task.cancelled():
            task.exception()  # callers that still wait receive it

    async def _require_schema(self) -> None:
        """Check that every query of this release can be prepared in this database. Raise
        PostgreSQL's error for the first query that cannot."""
        async with self.pool.acquire() as connection:
            try:
                await require_schema(connection, self._kind)
            except BaseException:
                connection.terminate()  # else a prepared statement could be left on it
                raise

    async def _run_check(self) -> None:
        """Run one check and update `is_available` and `schema_fits`. Raise `DatabaseUnavailable` or
        `SchemaOutdated` on failure, also for PostgreSQL errors that are not in `UNAVAILABLE_ERRORS`."""
        try:
            with self._track_availability(proves_writable=True):
                if await (PEOPLE_QUERIES if self._kind == "people" else TABLE_QUERIES).is_read_only(self.pool):
                    raise asyncpg.ReadOnlySQLTransactionError
                await TABLE_QUERIES.sure(self.pool)
                if not self.schema_fits:
                    await self._require_schema()
                    self.schema_fits = True
        except SchemaOutdated:
            self.schema_fits = False
            raise
        except asyncpg.PostgresError as error:  # unexpected, but the database cannot be used either
            self.mark_unavailable(error)
            if isinstance(error, SCHEMA_ERRORS):
                self.schema_fits = False
            raise unavailable_error(error) from error

    @contextlib.asynccontextmanager
    async def transaction(self) -> AsyncIterator[asyncpg.pool.PoolConnectionProxy[asyncpg.Record]]:
        """Open a transaction on a pooled connection and yield the connection: all writes take
        effect, or none. After `STATEMENT_TIMEOUT_SECONDS` the connection is closed, so the
        statement under way fails. Errors are asyncpg's; `run` translates them. The COMMIT is never
        cancelled: PostgreSQL could report a cancelled one as done although the standby lacks it."""
        async with self.pool.acquire() as connection:
            limit = asyncio.get_running_loop().call_later(STATEMENT_TIMEOUT_SECONDS, connection.terminate)
            try:
                async with connection.transaction():
                    yield connection
            finally:
                limit.cancel()

    @contextlib.contextmanager
    def _track_availability(self, *, proves_writable: bool = False) -> Iterator[None]:
        """Record in `is_available` whether the query in the block found the database usable. Raise
        `DatabaseUnavailable`, or its subclass `SchemaOutdated`, in place of an unavailability
        error. A success marks the database as available again only with `proves_writable`, because
        a successful read does not prove that writes work."""
        try:
            yield
        except UNAVAILABLE_ERRORS as error:
            if not is_unavailable_error(error):
                raise
            self.mark_unavailable(error)
            raise unavailable_error(error) from error
        if proves_writable and not self.is_available:
            self.is_available = True
            _log.info("database is back", database=self.name)

    def log_error(self, error: BaseException) -> None:
        """Log an unexpected error that the database returned, at most once in `REMINDER_SECONDS`."""
        self._log_at_intervals("database answers with an error", error)

    def mark_unavailable(self, error: BaseException) -> None:
        """Mark the database as unavailable, and log `error`: at once if the database was available,
        otherwise at most once in `REMINDER_SECONDS`. If the address names several hosts, replace
        the present connections."""
        self._log_at_intervals("database cannot be used; the server goes on trying", error, at_once=self.is_available)
        self.is_available = False
        if self.primary_finder.has_several_hosts:
            self._expire_connections()

    def _log_at_intervals(self, event: str, error: BaseException, *, at_once: bool = False) -> None:
        """Log an error with advice for the operator, unless the last such message is younger than
        `REMINDER_SECONDS`. `at_once` skips this limit."""
        now = time.monotonic()
        if at_once or now - self._last_reminder >= REMINDER_SECONDS:
            self._last_reminder = now
            details = {"address": without_password(self.address), "trouble": type(error).__name__}
            _log.error(event, database=self.name, **details, advice=self._translate(advice_for_operator(error)))


class Shard(Database):
    """A database of tables: a writer for moves, and the pool for all other queries."""

    def __init__(self, number: int, address: str) -> None:
        """`number` is the database's number in the configuration, with which the ids of its tables
        begin."""
        super().__init__(str(number), address, 4)
        self.number = number
        self.writer = LogWriter(self.primary_finder)

    async def open(self) -> None:
        """Create the pool and let the writer begin to connect."""
        await super().open()
        await self.writer.open()

    async def close(self) -> None:
        """Wait for moves under way, for at most five seconds, then close all connections."""
        await self.writer.close()
        await super().close()


_REPORTED_ERRORS = (DatabaseUnavailable, asyncpg.PostgresError)


async def _no_reset(connection: asyncpg.Connection[asyncpg.Record]) -> None:
    """Do nothing when a connection is returned to the pool, in place of asyncpg's reset. Our
    queries leave no session state behind, so this saves a round trip."""


async def query_available(queries: Mapping[Any, Coroutine[Any, Any, T]]) -> list[T]:
    """Send each database its query (`queries`), and return the results that arrive within
    `ANSWER_SECONDS`, in the order of the databases.

    Databases that are late are marked as unavailable, and their queries go on unobserved. A query
    that ends with `DatabaseUnavailable` or a PostgreSQL error has no result; PostgreSQL errors are
    logged. Other exceptions are raised."""
    tasks = {asyncio.create_task(question): database for database, question in queries.items()}
    done, late = await asyncio.wait(tasks, timeout=ANSWER_SECONDS)
    for task in late:
        tasks[task].mark_unavailable(TimeoutError())
        task.add_done_callback(lambda each: each.cancelled() or each.exception())
    for task in done:
        if isinstance(error := task.exception(), asyncpg.PostgresError):
            tasks[task].log_error(error)
    return [task.result() for task in tasks if task in done and not isinstance(task.exception(), _REPORTED_ERRORS)]
