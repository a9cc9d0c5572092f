"""The writer: moves into one database, one statement when one waits, one multi-row statement when several do.

While a commit is under way the moves that arrive gather, and the next free connection takes them all: the busier the
database, the cheaper a move. Where several usually come within a moment, the first waits for the others
(`malle.store.company`). Two connections are enough, kept open with both statements prepared.

`put` answers when the statement has returned in autocommit, that is after COMMIT. If the connection breaks meanwhile
nobody knows whether the moves were written: the writer sends them again with the same keys, and the database says.

A statement that takes too long is never cancelled, its connection is dropped: where PostgreSQL waits for a standby, a
cancelled COMMIT counts as done here, is seen by everybody, and is gone with this server. So a new connection first
asks for a commit of nothing (`sure`), which may be cancelled, and carries moves once that was confirmed.
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
"""Moves in one statement."""
SHARE = 8
"""Fewer moves than this are not shared out."""
WAITING = 4096
"""Moves that may wait; beyond that the writer is busy."""
PATIENCE = 8.0
"""Seconds a move waits for a database that is away."""
STATEMENT = 5.0
"""Seconds that a statement may take."""

_SETTINGS = {
    # Plans made while the log is nearly empty would read it whole, and stay: never offer them that.
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
    """What became of a move."""

    TAKEN = 0
    STALE = 1
    REPEATED = 2
    REUSED = 3


class Move(Struct, frozen=True, gc=False):
    """An entry to be written, if the table is still at `expected`."""

    tab: int
    expected: int
    key: UUID
    hash: bytes
    """Of what was asked for: the same key with another hash is refused."""
    mover: int
    lines: str
    seconds: float | None
    waits: int
    robots: int
    over: bool
    held: float | None = 0.0
    """Seconds until what lies there then is shown; None: those who are awaited were asked before."""


class Written(Struct, frozen=True, gc=False):
    """The answer: the seq of the entry, or of the table if the move was stale."""

    status: Status
    seq: int


class _Away(Exception):
    """The database is not there, or not able to write: what was sent is of unknown fate."""


_Item = tuple[Move, "asyncio.Future[Written]", float]


class _Link:
    """One kept connection."""

    connection: asyncpg.Connection[asyncpg.Record] | None = None
    move: Any
    moves: Any
    look: Any

    @property
    def is_open(self) -> bool:
        """Is it there, as far as we know?"""
        return self.connection is not None and not self.connection.is_closed()

    async def open(self, hosts: Hosts) -> None:
        made = self.connection = await hosts.connect(server_settings=_SETTINGS)
        self.move = await made.prepare(QUERIES.move.sql, timeout=STATEMENT)
        self.moves = await made.prepare(QUERIES.moves.sql, timeout=STATEMENT)
        self.look = await made.prepare(QUERIES.look.sql, timeout=STATEMENT)
        # Preparing leaves a transaction open, with locks, until the next query.
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
        """Does what waits now wait for more than this turn of the loop?"""
        self._company = Company()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False
        self.flushes = 0
        """Statements sent, for the metrics: moves / flushes is the mean batch."""

    async def open(self) -> None:
        """Begins to connect; moves that come before wait as they do when a connection breaks."""
        self._loop = asyncio.get_running_loop()
        for link in self._links:
            self._start(self._flush(link, []))

    async def close(self) -> None:
        """Waits for what is under way, unless the database is away, then disconnects."""
        limit = time.monotonic() + 5
        while (self._waiting or self._flying) and time.monotonic() < limit:
            if not any(link.is_open for link in self._links):
                break
            await asyncio.sleep(0.01)
        self._closed = True
        for link in self._links:
            link.close()  # before its task: a statement is never cancelled
        for task in self._tasks:
            task.cancel()

    @property
    def waiting(self) -> int:
        """Moves that wait for a connection."""
        return len(self._waiting)

    def put(self, move: Move) -> asyncio.Future[Written]:
        """Writes a move. The future holds the database's answer, or `Unavailable`."""
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
        """What else arrives in this turn of the loop joins; and in the next moment, if others usually come."""
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
        self._kicked = None
        while self._idle and (batch := self._take()):
            self._start(self._flush(self._idle.pop(), batch))

    def _take(self) -> list[_Item]:
        """Moves of different tables, none of them on its way already: at most one statement for a table at a time.
        Many are shared out over the free connections, so that PostgreSQL works on a part while we prepare the next."""
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
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _flush(self, link: _Link, batch: list[_Item]) -> None:
        self.flushes += bool(batch)
        left, pause = batch, 0.0
        try:
            if not link.is_open:
                await self._reconnect(link, batch)
            while left and not self._closed:
                try:
                    await self._write(link, left)
                except _Away:  # one that connects may still not write: a full disk, a lock that somebody holds
                    self._tell_late(left)
                    await asyncio.sleep(pause)
                    pause = min(pause * 2 or 0.02, 0.5)
                    await self._reconnect(link, left)
                left = [item for item in left if not item[1].done()]
        finally:
            for item in batch:
                _settle(item, Unavailable())  # whatever happened, nobody is left waiting
            self._flying.difference_update(item[0].tab for item in batch)
            self._idle.append(link)
            self._kick(time.monotonic())

    async def _write(self, link: _Link, batch: list[_Item]) -> None:
        """One statement for all of them; whoever has no answer afterwards is to be written again."""
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
        """What the database says to these moves, unless it takes too long: then the connection is dropped."""
        limit, began = self._loop.call_later(STATEMENT, link.close), time.monotonic()
        try:
            if len(batch) == 1:
                return [(1, *await link.move.fetchrow(*_row(batch[0][0])))]
            return list(await link.moves.fetch(*_columns([item[0] for item in batch])))
        finally:
            limit.cancel()
            self._company.answered(time.monotonic() - began)

    async def _second_look(self, link: _Link, item: _Item) -> None:
        """A statement cannot see what was written while it waited; a new one can. If it finds the way free after
        all, the move stays unanswered and is written again."""
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
        """Whoever has waited too long is told."""
        limit = time.monotonic() - PATIENCE
        for item in [*batch, *self._waiting]:
            if item[2] < limit:
                _settle(item, Unavailable())

    async def _reconnect(self, link: _Link, batch: list[_Item]) -> None:
        """Tries until the database is back; whoever has waited too long is told."""
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
    if item[1].done():
        return
    if isinstance(result, Written):
        item[1].set_result(result)
    else:
        item[1].set_exception(result)


def _row(move: Move) -> list[Any]:
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
    return [[getattr(move, _SINGULAR.get(name, name)) for move in moves] for name in _MOVES]
