"""The way to a database whose address names several hosts: a primary and its standbys, whichever is which today.

    postgresql://malle_app:…@db1.example:5432,db2.example:5432/malle

All hosts are asked at once. Of those that may write the one on the highest timeline is taken: a promotion begins a new
one, so a primary from before, started again by mistake, is left alone. Though it be the only one: it is not taken if it
waits in vain for a standby, since it would show what was never acknowledged, nor if this process has seen it replaced.
A host that says nothing is not waited for long.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

import asyncpg

from malle.store.away import OldPrimary
from malle.store.queries import QUERIES

if TYPE_CHECKING:
    Connection = asyncpg.Connection[asyncpg.Record]

GRACE = 1.0
"""Seconds that the other hosts have once one has answered."""
_ASK = """
select not pg_is_in_recovery() and not current_setting('transaction_read_only')::bool as writes,
       case when not pg_is_in_recovery()
            then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline"""


class _Found(NamedTuple):
    timeline: int
    connection: Connection


def addresses_of(address: str) -> list[str]:
    """One address for each host that an address names."""
    parts = urlsplit(address)
    who, at, hosts = parts.netloc.rpartition("@")
    if "," not in hosts:
        return [address]
    return [parts._replace(netloc=f"{who}{at}{each}").geturl() for each in hosts.split(",")]


async def connect(address: str, *, timeout: float = 10, **options: Any) -> Connection:
    """A connection for one piece of work."""
    return await Hosts(address).connect(timeout=timeout, **options)


class Hosts:
    """The way to one database, and the highest timeline that was met on it."""

    def __init__(self, address: str, promoted: Callable[[], None] = lambda: None) -> None:
        self._each = addresses_of(address)
        self._timeline = 0
        self._promoted = promoted
        """Called when another host turns out to be the primary."""

    @property
    def are_several(self) -> bool:
        """Does the address name more than one?"""
        return len(self._each) > 1

    async def connect(self, *_: object, timeout: float = 5, **options: Any) -> Connection:
        """A connection to the primary. Errors are those of asyncpg; where no host may write, that of one of them. A
        pool gives its address too, which is known here."""
        if len(self._each) == 1:
            return await asyncpg.connect(self._each[0], timeout=timeout, **options)
        tasks = [asyncio.create_task(_ask(each, timeout, options)) for each in self._each]
        try:
            await _wait(tasks, timeout)
            found = max((each.result() for each in tasks if _is_good(each)), default=None, key=lambda each: each[0])
            if found is None:
                raise _most_telling([each.exception() for each in tasks if each.done()])
            if found.timeline < self._timeline:
                raise OldPrimary("it was replaced by another host, which does not answer")
        except BaseException:
            _leave(tasks, None)
            raise
        _leave(tasks, found)
        before, self._timeline = self._timeline, found.timeline
        if before not in (0, found.timeline):
            self._promoted()
        return found.connection


async def _ask(address: str, timeout: float, options: dict[str, Any]) -> _Found:
    """One host, if it may write, and a commit is confirmed there."""
    connection = await asyncpg.connect(address, timeout=timeout, **options)
    try:
        row = await connection.fetchrow(_ASK, timeout=timeout)
        if row is None or not row["writes"]:
            raise asyncpg.ReadOnlySQLTransactionError("a standby")
        await connection.fetchval(QUERIES.sure.sql, timeout=timeout)
    except BaseException:
        connection.terminate()
        raise
    return _Found(row["timeline"], connection)


async def _wait(tasks: list[asyncio.Task[_Found]], seconds: float) -> None:
    """Until all have answered, or one may write and the others have had their grace."""
    loop = asyncio.get_running_loop()
    limit, left = loop.time() + seconds, set(tasks)
    while left and loop.time() < limit:
        done, left = await asyncio.wait(left, timeout=limit - loop.time(), return_when=asyncio.FIRST_COMPLETED)
        if any(_is_good(each) for each in done):
            limit = min(limit, loop.time() + GRACE)


def _most_telling(errors: list[BaseException | None]) -> BaseException:
    """What a host said comes before that another one said nothing."""
    told = [each for each in errors if each is not None]
    return next((each for each in told if isinstance(each, asyncpg.PostgresError)), told[0] if told else TimeoutError())


def _is_good(task: asyncio.Task[_Found]) -> bool:
    return task.done() and not task.cancelled() and task.exception() is None


def _leave(tasks: list[asyncio.Task[_Found]], chosen: _Found | None) -> None:
    """Nothing stays open but what was chosen."""

    def end(task: asyncio.Task[_Found]) -> None:
        if _is_good(task) and task.result() is not chosen:
            task.result().connection.terminate()

    for each in tasks:
        each.cancel()
        each.add_done_callback(end)
