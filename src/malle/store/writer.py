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

from malle.store.away import Unavailable, is_away
from malle.store.company import Company
from malle.store.hosts import Hosts
from malle.store.killpoint import armed, reach
from malle.store.queries import QUERIES, order

BATCH = 128
"""The most moves in one statement."""
SHARE = 8
"""Fewer waiting moves than this are not split between connections."""
WAITING = 4096
"""The most moves that may wait. Beyond this number `write` fails at once."""
PATIENCE = 8.0
"""Seconds that a move waits for an unavailable database."""
STATEMENT = 5.0
"""Seconds that a statement may take."""

_SETTINGS = {
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
_TROUBLE = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
_SURE = QUERIES.sure.sql
_MOVE, _MOVES, _LOOK = order("move"), order("moves"), order("look")


class Status(enum.IntEnum):
    """What became of a move. `TAKEN`: written. `STALE`: the table is not at the expected seq. `REPEATED`:
    written before under the same key. `REUSED`: the key was used for another request."""

    TAKEN = 0
    STALE = 1
    REPEATED = 2
    REUSED = 3


class Move(Struct, frozen=True, gc=False):
    """A log entry to be written, if the table is still at the seq `expected`. Fields are parameters of the
    SQL query `move`."""

    tab: int
    expected: int
    key: UUID
    hash: bytes
    """Digest of the request. The same key with another digest is refused."""
    mover: int
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


class Written(Struct, frozen=True, gc=False):
    """The result of a write: its status, and the seq of the entry. For a stale move it is the table's seq, or
    -1 if there is no such table."""

    status: Status
    seq: int


class _Away(Exception):
    """The connection failed, or the database cannot write. It is unknown whether the moves that were sent are
    written."""


_Item = tuple[Move, "asyncio.Future[Written]", float]
"""A move, the future for its result, and the monotonic time of its arrival."""


class _Link:
    """One connection that is kept open, with its prepared statements."""

    connection: asyncpg.Connection[asyncpg.Record] | None = None
    move: Any
    moves: Any
    look: Any

    @property
    def is_open(self) -> bool:
        """Whether the connection is open, as far as this process knows."""
        return self.connection is not None and not self.connection.is_closed()

    async def open(self, hosts: Hosts) -> None:
        """Connect to the primary, prepare the statements `move`, `moves` and `look`, and confirm an empty
        commit."""
        made = self.connection = await hosts.connect(server_settings=_SETTINGS)
        self.move = await made.prepare(QUERIES.move.sql, timeout=STATEMENT)
        self.moves = await made.prepare(QUERIES.moves.sql, timeout=STATEMENT)
        self.look = await made.prepare(QUERIES.look.sql, timeout=STATEMENT)
        # Preparing leaves a transaction open, which holds locks until the next query.
        await made.execute(_SURE, timeout=STATEMENT)

    def close(self) -> None:
        if self.connection is not None:
            self.connection.terminate()


class Writer:
    """Writes moves to one database."""

    def __init__(self, hosts: Hosts, connections: int = 2) -> None:
        self._hosts = hosts
        self._links = [_Link() for _ in range(connections)]
        self._idle: list[_Link] = []
        self._waiting: deque[_Item] = deque()
        self._flying: set[int] = set()
        self._kicked: asyncio.Handle | None = None
        self._patient = False
        """Whether the scheduled send waits longer than this turn of the event loop."""
        self._company = Company()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False
        self.flushes = 0
        """Number of statements sent. For the metrics: moves / statements is the mean batch."""

    async def open(self) -> None:
        """Begin to connect. Moves that come earlier wait, as they do when a connection breaks."""
        self._loop = asyncio.get_running_loop()
        for link in self._links:
            self._start(self._flush(link, []))

    async def close(self) -> None:
        """Wait up to five seconds for moves under way, unless no connection is open. Then disconnect; moves
        that are left fail with `DatabaseUnavailable`."""
        limit = time.monotonic() + 5
        while (self._waiting or self._flying) and time.monotonic() < limit:
            if not any(link.is_open for link in self._links):
                break
            await asyncio.sleep(0.01)
        self._closed = True
        for link in self._links:
            link.close()  # before its task is cancelled, so that no statement is
        for task in self._tasks:
            task.cancel()

    @property
    def waiting(self) -> int:
        """Number of moves that wait for a connection."""
        return len(self._waiting)

    def put(self, move: Move) -> asyncio.Future[Written]:
        """Queue a move. The future receives the database's answer. It fails with `DatabaseUnavailable` if the
        writer is closed, if too many moves wait, or if the database stays away too long. It fails with
        another error if PostgreSQL refuses the move."""
        future = self._loop.create_future()
        if self._closed:
            future.set_exception(Unavailable())
            return future
        if len(self._waiting) >= WAITING:
            future.set_exception(Unavailable("too many moves wait for the database; send it again"))
            return future
        now = time.monotonic()
        self._company.note(move.tab, now)
        self._waiting.append((move, future, now))
        self._kick(now)
        return future

    def _kick(self, now: float) -> None:
        """Schedule the next send if a connection is idle. Moves that arrive in this turn of the loop join the
        batch. If moves usually come together, the send waits a little longer for them."""
        here = len(self._waiting)
        if not self._idle or not here:
            return
        wait = self._company.wait(self._waiting[0][2], now, here) if here < SHARE else 0.0
        if self._kicked is not None:
            if wait or not self._patient:
                return
            self._kicked.cancel()
        self._patient = wait > 0
        self._kicked = self._loop.call_later(wait, self._send) if wait else self._loop.call_soon(self._send)

    def _send(self) -> None:
        """Start one batch on each idle connection while moves are waiting."""
        self._kicked = None
        while self._idle and (batch := self._take()):
            self._start(self._flush(self._idle.pop(), batch))

    def _take(self) -> list[_Item]:
        """Take a batch of waiting moves of different tables, at most one statement for a table at a time.
        Many moves are split between the idle connections, so that PostgreSQL works on one part while the next
        is prepared."""
        batch: list[_Item] = []
        later: list[_Item] = []
        most = min(BATCH, max(SHARE, -(-len(self._waiting) // len(self._idle))))
        while self._waiting and len(batch) < most:
            item = self._waiting.popleft()
            if item[0].tab in self._flying:
                later.append(item)
            elif not item[1].done():
                self._flying.add(item[0].tab)
                batch.append(item)
        self._waiting.extendleft(reversed(later))
        batch.sort(key=_tab)  # two statements lock their tables in the same order
        return batch

    def _start(self, work: Any) -> None:
        """Run a coroutine as a task, and keep a reference to it until it is done."""
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _flush(self, link: _Link, batch: list[_Item]) -> None:
        """Write a batch, reconnecting and retrying until every move has an answer or has timed out. With an
        empty batch, only connect. Afterwards the connection is idle again."""
        self.flushes += bool(batch)
        left, pause = batch, 0.0
        try:
            if not link.is_open:
                await self._reconnect(link, batch)
            while left and not self._closed:
                try:
                    await self._write(link, left)
                except _Away:  # a connection alone does not help: a full disk, a lock
                    self._tell_late(left)
                    await asyncio.sleep(pause)
                    pause = min(pause * 2 or 0.02, 0.5)
                    await self._reconnect(link, left)
                left = [item for item in left if not item[1].done()]
        finally:
            for item in batch:
                _settle(item, Unavailable())  # whatever happened, every caller gets an answer
            self._flying.difference_update(item[0].tab for item in batch)
            self._idle.append(link)
            self._kick(time.monotonic())

    async def _write(self, link: _Link, batch: list[_Item]) -> None:
        """Send a batch in one statement and resolve the moves that have an answer. Moves without an answer
        are to be written again. If PostgreSQL refuses a batch, its moves are sent one by one. Raise
        `_ConnectionLost` if the connection failed."""
        if armed("writing"):
            self._loop.call_soon(reach, "writing")  # runs once the statement has been sent
        try:
            rows = await self._ask(link, batch)
        except _TROUBLE as error:
            if is_away(error) or not link.is_open:
                raise _Away from error
            if len(batch) == 1:
                _settle(batch[0], error)
            for item in batch if len(batch) > 1 else ():  # one bad move must not fail the others
                await self._write(link, [item])
            return
        reach("committed")
        for index, status, seq in rows:
            if status != Status.STALE:
                _settle(batch[index - 1], Written(Status(status), seq))
        for item in batch:
            if not item[1].done():
                await self._second_look(link, item)

    async def _ask(self, link: _Link, batch: list[_Item]) -> list[Any]:
        """Execute the statement for a batch and return (index from 1, status, seq) of each move that has an
        answer. After `STATEMENT_TIMEOUT_SECONDS` the connection is dropped."""
        limit, began = self._loop.call_later(STATEMENT, link.close), time.monotonic()
        try:
            if len(batch) == 1:
                return [(1, *await link.move.fetchrow(*_row(batch[0][0])))]
            return list(await link.moves.fetch(*_columns([item[0] for item in batch])))
        finally:
            limit.cancel()
            self._company.answered(time.monotonic() - began)

    async def _second_look(self, link: _Link, item: _Item) -> None:
        """Ask again what became of a move that the statement did not take. A statement cannot see what was
        written while it waited; a new one can. If the table is still at the expected seq, the move stays
        unanswered and is written again."""
        move = item[0]
        values = {"tab": move.tab, "key": move.key, "hash": move.hash}
        try:
            row = await link.look.fetchrow(*(values[name] for name in _LOOK), timeout=STATEMENT)
        except _TROUBLE as error:
            raise _Away from error
        if row is None:
            _settle(item, Written(Status.STALE, -1))
        elif row[0] != Status.STALE or row[1] != move.expected:
            _settle(item, Written(Status(row[0]), row[1]))

    def _tell_late(self, batch: list[_Item]) -> None:
        """Fail the moves that have waited longer than `MOVE_TIMEOUT_SECONDS`, both in `batch` and in the
        queue."""
        limit = time.monotonic() - PATIENCE
        for item in [*batch, *self._waiting]:
            if item[2] < limit:
                _settle(item, Unavailable())

    async def _reconnect(self, link: _Link, batch: list[_Item]) -> None:
        """Try to connect until the database is back. Meanwhile moves that have waited too long fail."""
        pause = 0.02
        while not self._closed:
            link.close()
            try:
                await link.open(self._hosts)
            except _TROUBLE:
                self._tell_late(batch)
                await asyncio.sleep(pause)
                pause = min(pause * 2, 0.5)
            else:
                return


def _tab(item: _Item) -> int:
    return item[0].tab


def _settle(item: _Item, result: Written | BaseException) -> None:
    """Set the result or exception of a queued move, unless it is done already."""
    if item[1].done():
        return
    if isinstance(result, Written):
        item[1].set_result(result)
    else:
        item[1].set_exception(result)


def _row(move: Move) -> list[Any]:
    """Return the parameters of the query `move` in their order."""
    return [getattr(move, name) for name in _MOVE]


_SINGULAR = {
    "tabs": "tab",
    "expecteds": "expected",
    "keys": "key",
    "hashes": "hash",
    "movers": "mover",
    "overs": "over",
    "helds": "held",
}


def _columns(moves: list[Move]) -> list[list[Any]]:
    """Return the array parameters of the query `moves` in their order."""
    return [[getattr(move, _SINGULAR.get(name, name)) for move in moves] for name in _MOVES]
