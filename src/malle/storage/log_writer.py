"""The log writer: writes moves into one database, with a single-row statement if one move waits, and a
multi-row statement if several do.

While a commit is under way, arriving moves gather, and the next free connection takes them all: the busier
the database, the cheaper a move. If several moves usually come close together, the first one waits for the
others (`malle.storage.batching`). Two connections are enough; they stay open with all statements prepared.

`write` answers when the statement has returned in autocommit, that is after COMMIT. If the connection breaks
before that, it is unknown whether the moves were written. The writer sends them again with the same keys, and
the database says what became of them.

A statement that takes too long is never cancelled; its connection is dropped. Where PostgreSQL waits for a
standby, a cancelled COMMIT counts as done on this server and is visible to everybody, but is lost with this
server. So a new connection first confirms an empty commit (`sure`), which may be cancelled, and carries moves
only after that.
"""

from __future__ import annotations

import asyncio
import enum
import time
from collections import deque
from typing import Any
from uuid import UUID

import asyncpg
from msgspec import Struct

from malle.storage.batching import BatchWindow
from malle.storage.crash_points import crash_point, is_armed
from malle.storage.database_errors import DatabaseUnavailable, is_unavailable_error
from malle.storage.failover import PrimaryFinder
from malle.storage.queries import TABLE_QUERIES, parameter_order

MAX_BATCH = 128
"""The most moves in one statement."""
MIN_SPLIT_BATCH = 8
"""Fewer waiting moves than this are not split between connections."""
MAX_WAITING_MOVES = 4096
"""The most moves that may wait. Beyond this number `write` fails at once."""
MOVE_TIMEOUT_SECONDS = 8.0
"""Seconds that a move waits for an unavailable database."""
STATEMENT_TIMEOUT_SECONDS = 5.0
"""Seconds that a statement may take. After that its connection is closed."""

_SERVER_SETTINGS = {
    # Plans are made while the log may be nearly empty, and are kept. So rule out plans that read it whole.
    "enable_seqscan": "off",
    "enable_hashjoin": "off",
    "enable_mergejoin": "off",
    "enable_bitmapscan": "off",
    "plan_cache_mode": "force_generic_plan",
    "jit": "off",
    "application_name": "malle writer",
    "statement_timeout": "10s",
    "idle_in_transaction_session_timeout": "10s",
}
_DATABASE_ERRORS = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
_CONFIRM_COMMIT_SQL = TABLE_QUERIES.sure.sql
_MOVE_PARAMETERS, _MOVES_PARAMETERS, _LOOK_PARAMETERS = (
    parameter_order("move"),
    parameter_order("moves"),
    parameter_order("look"),
)


class WriteStatus(enum.IntEnum):
    """What became of a move. `TAKEN`: written. `STALE`: not written, because the table is not at
    the expected seq. `REPEATED`: the same request was written before under the same key. `REUSED`:
    not written, because the key was used for another request."""

    TAKEN = 0
    STALE = 1
    REPEATED = 2
    REUSED = 3


class LogWrite(Struct, frozen=True, gc=False):
    """A log entry to be written if the table is still at the seq `expected`. Fields are parameters
    of the SQL query `move`."""

    tab: int
    expected: int
    key: UUID
    hash: bytes
    """Digest of the request. The same key with another digest is refused."""
    mover: int
    """The seat from 0, or a negative number for chance or for the table itself."""
    lines: str
    seconds: float | None
    """Seconds from now to the new deadline. None keeps the deadline, 0 removes it."""
    waits: int
    """Awaited seats after the move, as bits."""
    robots: int
    """Seats of robots after the move, as bits."""
    over: bool
    held: float | None = 0.0
    """Seconds until the new state is shown, or None if all awaited seats were asked before this move."""


class WriteResult(Struct, frozen=True, gc=False):
    """The result of a write: the status, and the seq of the entry. For a stale move `seq` is the
    table's seq, or -1 if there is no such table. Methods that write other rows in the same
    transaction give 0 if they have no seq."""

    status: WriteStatus
    seq: int


class _ConnectionLost(Exception):
    """The connection failed, or the database cannot write. It is unknown whether the moves that
    were sent are written; they are sent again."""


_QueuedMove = tuple[LogWrite, "asyncio.Future[WriteResult]", float]
"""A move, the future for its result, and the monotonic time of its arrival."""


class _Connection:
    """One connection of a `LogWriter`, which is kept open, with its prepared statements."""

    connection: asyncpg.Connection[asyncpg.Record] | None = None
    move_statement: Any
    moves_statement: Any
    look_statement: Any

    @property
    def is_open(self) -> bool:
        """Whether the connection is open, as far as this process knows."""
        return self.connection is not None and not self.connection.is_closed()

    async def open(self, primary_finder: PrimaryFinder) -> None:
        """Connect to the primary, prepare the statements `move`, `moves` and `look`, and confirm an
        empty commit. Errors are those of asyncpg."""
        connection = self.connection = await primary_finder.connect(server_settings=_SERVER_SETTINGS)
        self.move_statement = await connection.prepare(TABLE_QUERIES.move.sql, timeout=STATEMENT_TIMEOUT_SECONDS)
        self.moves_statement = await connection.prepare(TABLE_QUERIES.moves.sql, timeout=STATEMENT_TIMEOUT_SECONDS)
        self.look_statement = await connection.prepare(TABLE_QUERIES.look.sql, timeout=STATEMENT_TIMEOUT_SECONDS)
        # Preparing leaves a transaction open, which holds locks until the next query.
        await connection.execute(_CONFIRM_COMMIT_SQL, timeout=STATEMENT_TIMEOUT_SECONDS)

    def close(self) -> None:
        """Close the connection at once, if there is one. A statement under way fails, and is not
        cancelled."""
        if self.connection is not None:
            self.connection.terminate()


class LogWriter:
    """Writes moves to one table database, over `connections` connections that it keeps open. Each
    `Shard` has one instance."""

    def __init__(self, primary_finder: PrimaryFinder, connections: int = 2) -> None:
        self._primary_finder = primary_finder
        self._connections = [_Connection() for _ in range(connections)]
        self._idle: list[_Connection] = []
        self._waiting: deque[_QueuedMove] = deque()
        self._tables_in_flight: set[int] = set()
        self._scheduled_send: asyncio.Handle | None = None
        self._send_waits = False
        """Whether the scheduled send waits longer than this turn of the event loop."""
        self._batch_window = BatchWindow()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False
        self.statements_sent = 0
        """Number of statements sent. For the metrics: moves / statements is the mean batch."""

    async def open(self) -> None:
        """Begin to connect. Moves that come earlier wait, as they do when a connection breaks."""
        self._loop = asyncio.get_running_loop()
        for link in self._connections:
            self._start_task(self._write_until_answered(link, []))

    async def close(self) -> None:
        """Wait up to five seconds for moves under way, unless no connection is open. Then
        disconnect. Moves that are left fail with `DatabaseUnavailable`."""
        limit = time.monotonic() + 5
        while (self._waiting or self._tables_in_flight) and time.monotonic() < limit:
            if not any(link.is_open for link in self._connections):
                break
            await asyncio.sleep(0.01)
        self._closed = True
        for link in self._connections:
            link.close()  # before its task is cancelled, so that no statement is
        for task in self._tasks:
            task.cancel()

    @property
    def waiting(self) -> int:
        """Number of moves that wait for a connection."""
        return len(self._waiting)

    def write(self, move: LogWrite) -> asyncio.Future[WriteResult]:
        """Queue a move. The returned future receives the database's answer. It fails with
        `DatabaseUnavailable` if the writer is closed, if too many moves wait, or if the database
        stays away too long. It fails with another error if PostgreSQL refuses the move."""
        future = self._loop.create_future()
        if self._closed:
            future.set_exception(DatabaseUnavailable())
            return future
        if len(self._waiting) >= MAX_WAITING_MOVES:
            future.set_exception(DatabaseUnavailable("too many moves wait for the database; send it again"))
            return future
        now = time.monotonic()
        self._batch_window.record_arrival(move.tab, now)
        self._waiting.append((move, future, now))
        self._schedule_send(now)
        return future

    def _schedule_send(self, now: float) -> None:
        """Schedule the next send if a connection is idle and moves wait. Moves that arrive in this
        turn of the event loop join the batch. If moves usually come together, the send waits a
        little longer for them."""
        waiting = len(self._waiting)
        if not self._idle or not waiting:
            return
        wait_seconds = (
            self._batch_window.wait_seconds(self._waiting[0][2], now, waiting) if waiting < MIN_SPLIT_BATCH else 0.0
        )
        if self._scheduled_send is not None:
            if wait_seconds or not self._send_waits:
                return
            self._scheduled_send.cancel()
        self._send_waits = wait_seconds > 0
        self._scheduled_send = (
            self._loop.call_later(wait_seconds, self._send_waiting)
            if wait_seconds
            else self._loop.call_soon(self._send_waiting)
        )

    def _send_waiting(self) -> None:
        """Start one batch on each idle connection while moves are waiting."""
        self._scheduled_send = None
        while self._idle and (batch := self._take_batch()):
            self._start_task(self._write_until_answered(self._idle.pop(), batch))

    def _take_batch(self) -> list[_QueuedMove]:
        """Take moves from the queue for one statement, sorted by table id: at most one move of a
        table, and none while another move of its table is under way. If many moves wait, take only
        one idle connection's share, so that PostgreSQL works on one part while the next is
        prepared. Moves that have failed already are dropped."""
        batch: list[_QueuedMove] = []
        later: list[_QueuedMove] = []
        limit = min(MAX_BATCH, max(MIN_SPLIT_BATCH, -(-len(self._waiting) // len(self._idle))))
        while self._waiting and len(batch) < limit:
            item = self._waiting.popleft()
            if item[0].tab in self._tables_in_flight:
                later.append(item)
            elif not item[1].done():
                self._tables_in_flight.add(item[0].tab)
                batch.append(item)
        self._waiting.extendleft(reversed(later))
        batch.sort(key=_table_of)  # two statements lock their tables in the same order
        return batch

    def _start_task(self, work: Any) -> None:
        """Run the coroutine `work` as a task, and keep a reference to the task until it is done."""
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _write_until_answered(self, link: _Connection, batch: list[_QueuedMove]) -> None:
        """Write a batch, reconnecting and retrying until every move has an answer or has timed out,
        or the writer is closed. With an empty batch, only connect. Afterwards the connection is
        idle again."""
        self.statements_sent += bool(batch)
        unanswered, pause = batch, 0.0
        try:
            if not link.is_open:
                await self._reconnect(link, batch)
            while unanswered and not self._closed:
                try:
                    await self._write_once(link, unanswered)
                except _ConnectionLost:  # a connection alone does not help: a full disk, a lock
                    self._fail_expired(unanswered)
                    await asyncio.sleep(pause)
                    pause = min(pause * 2 or 0.02, 0.5)
                    await self._reconnect(link, unanswered)
                unanswered = [item for item in unanswered if not item[1].done()]
        finally:
            for item in batch:
                _resolve(item, DatabaseUnavailable())  # whatever happened, every caller gets an answer
            self._tables_in_flight.difference_update(item[0].tab for item in batch)
            self._idle.append(link)
            self._schedule_send(time.monotonic())

    async def _write_once(self, link: _Connection, batch: list[_QueuedMove]) -> None:
        """Send a batch in one statement and resolve the moves that have an answer; the caller sends
        the others again. If PostgreSQL refuses a batch, its moves are sent one by one, and one
        refused alone fails with that error. Raise `_ConnectionLost` if the connection failed."""
        if is_armed("writing"):
            self._loop.call_soon(crash_point, "writing")  # runs once the statement has been sent
        try:
            rows = await self._execute(link, batch)
        except _DATABASE_ERRORS as error:
            if is_unavailable_error(error) or not link.is_open:
                raise _ConnectionLost from error
            if len(batch) == 1:
                _resolve(batch[0], error)
            for item in batch if len(batch) > 1 else ():  # one bad move must not fail the others
                await self._write_once(link, [item])
            return
        crash_point("committed")
        for index, status, seq in rows:
            if status != WriteStatus.STALE:
                _resolve(batch[index - 1], WriteResult(WriteStatus(status), seq))
        for item in batch:
            if not item[1].done():
                await self._look_up(link, item)

    async def _execute(self, link: _Connection, batch: list[_QueuedMove]) -> list[Any]:
        """Execute the statement for a batch and return (index from 1, status, seq) of each move
        that has an answer. After `STATEMENT_TIMEOUT_SECONDS` the connection is closed, so the
        statement fails."""
        limit, began = self._loop.call_later(STATEMENT_TIMEOUT_SECONDS, link.close), time.monotonic()
        try:
            if len(batch) == 1:
                return [(1, *await link.move_statement.fetchrow(*_move_parameters(batch[0][0])))]
            return list(await link.moves_statement.fetch(*_moves_parameters([item[0] for item in batch])))
        finally:
            limit.cancel()
            self._batch_window.record_statement(time.monotonic() - began)

    async def _look_up(self, link: _Connection, item: _QueuedMove) -> None:
        """Ask again what became of a move that the statement did not take. A statement cannot
        see what was written while it waited; a new one can. If the table is still at the
        expected seq, the move stays unanswered and is written again. Raise `_ConnectionLost` if
        the query fails."""
        move = item[0]
        values = {"tab": move.tab, "key": move.key, "hash": move.hash}
        try:
            row = await link.look_statement.fetchrow(
                *(values[name] for name in _LOOK_PARAMETERS), timeout=STATEMENT_TIMEOUT_SECONDS
            )
        except _DATABASE_ERRORS as error:
            raise _ConnectionLost from error
        if row is None:
            _resolve(item, WriteResult(WriteStatus.STALE, -1))
        elif row[0] != WriteStatus.STALE or row[1] != move.expected:
            _resolve(item, WriteResult(WriteStatus(row[0]), row[1]))

    def _fail_expired(self, batch: list[_QueuedMove]) -> None:
        """Fail with `DatabaseUnavailable` the moves that have waited longer than
        `MOVE_TIMEOUT_SECONDS`, both in `batch` and in the queue."""
        limit = time.monotonic() - MOVE_TIMEOUT_SECONDS
        for item in [*batch, *self._waiting]:
            if item[2] < limit:
                _resolve(item, DatabaseUnavailable())

    async def _reconnect(self, link: _Connection, batch: list[_QueuedMove]) -> None:
        """Try to connect until it succeeds or the writer is closed. Meanwhile moves that have
        waited too long fail."""
        pause = 0.02
        while not self._closed:
            link.close()
            try:
                await link.open(self._primary_finder)
            except _DATABASE_ERRORS:
                self._fail_expired(batch)
                await asyncio.sleep(pause)
                pause = min(pause * 2, 0.5)
            else:
                return


def _table_of(item: _QueuedMove) -> int:
    return item[0].tab


def _resolve(item: _QueuedMove, result: WriteResult | BaseException) -> None:
    """Set the result or exception of a queued move, unless it is done already."""
    if item[1].done():
        return
    if isinstance(result, WriteResult):
        item[1].set_result(result)
    else:
        item[1].set_exception(result)


def _move_parameters(move: LogWrite) -> list[Any]:
    """Return the parameters of the query `move` in their order."""
    return [getattr(move, name) for name in _MOVE_PARAMETERS]


_SINGULAR = {
    "tabs": "tab",
    "expecteds": "expected",
    "keys": "key",
    "hashes": "hash",
    "movers": "mover",
    "overs": "over",
    "helds": "held",
}


def _moves_parameters(moves: list[LogWrite]) -> list[list[Any]]:
    """Return the array parameters of the query `moves` in their order."""
    return [[getattr(move, _SINGULAR.get(name, name)) for move in moves] for name in _MOVES_PARAMETERS]
