"""Find the primary of a database whose address names several hosts: a primary and its standbys, in any order.

    postgresql://malle_app:…@db1.example:5432,db2.example:5432/malle

All hosts are asked at once. Of those that accept writes, the one on the highest timeline is taken. A
promotion begins a new timeline, so a former primary that was started again by mistake is ignored.

A former primary is refused even if it is the only host that accepts writes. This is the case if its commits
wait in vain for a standby, because it would show moves that were never acknowledged. It is also the case if
this process has seen it replaced. A host that does not answer is not waited for long.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

import asyncpg

from malle.storage.database_errors import OldPrimary
from malle.storage.queries import TABLE_QUERIES

if TYPE_CHECKING:
    Connection = asyncpg.Connection[asyncpg.Record]

GRACE_SECONDS = 1.0
"""Seconds that the other hosts have to answer once one host can be used."""
_HOST_STATUS_SQL = """
select not pg_is_in_recovery() and not current_setting('transaction_read_only')::bool as writes,
       case when not pg_is_in_recovery()
            then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline"""


class _Candidate(NamedTuple):
    """An open connection to a host that accepts writes, and the timeline of this host."""

    timeline: int
    connection: Connection


def host_addresses(address: str) -> list[str]:
    """Return one address for each host that an address names, in their order. An address with one
    host is returned unchanged."""
    parts = urlsplit(address)
    credentials, at, hosts = parts.netloc.rpartition("@")
    if "," not in hosts:
        return [address]
    return [parts._replace(netloc=f"{credentials}{at}{each}").geturl() for each in hosts.split(",")]


async def connect(address: str, *, timeout: float = 10, **options: Any) -> Connection:
    """Open a connection to the primary for one piece of work. The caller closes it. Errors are
    those of `PrimaryFinder.connect`."""
    return await PrimaryFinder(address).connect(timeout=timeout, **options)


class PrimaryFinder:
    """Connects to the primary of one database, and remembers the highest timeline that it has met.
    A timeline is a number that each promotion of a standby raises."""

    def __init__(self, address: str, on_new_primary: Callable[[], None] = lambda: None) -> None:
        """`on_new_primary` is called when another host has become the primary."""
        self._addresses = host_addresses(address)
        self._highest_timeline = 0
        self._on_new_primary = on_new_primary
        """Called when another host has become the primary."""

    @property
    def has_several_hosts(self) -> bool:
        """Whether the address names more than one host."""
        return len(self._addresses) > 1

    async def connect(self, *_: object, timeout: float = 5, **options: Any) -> Connection:
        """Open a connection to the primary. Errors are those of asyncpg; if no host accepts writes, the most
        informative error of a host is raised. `OldPrimary` means that the only writable host was replaced
        earlier. Positional arguments are ignored: an asyncpg pool passes its address."""
        if len(self._addresses) == 1:
            return await asyncpg.connect(self._addresses[0], timeout=timeout, **options)
        tasks = [asyncio.create_task(_probe_host(each, timeout, options)) for each in self._addresses]
        try:
            await _wait_for_candidates(tasks, timeout)
            found = max((each.result() for each in tasks if _is_usable(each)), default=None, key=lambda each: each[0])
            if found is None:
                raise _most_informative_error([each.exception() for each in tasks if each.done()])
            if found.timeline < self._highest_timeline:
                raise OldPrimary("it was replaced by another host, which does not answer")
        except BaseException:
            _close_others(tasks, None)
            raise
        _close_others(tasks, found)
        before, self._highest_timeline = self._highest_timeline, found.timeline
        if before not in (0, found.timeline):
            self._on_new_primary()
        return found.connection


async def _probe_host(address: str, timeout: float, options: dict[str, Any]) -> _Candidate:
    """Connect to one host and check that it accepts writes and confirms a commit. Close the connection and
    raise if it does not."""
    connection = await asyncpg.connect(address, timeout=timeout, **options)
    try:
        row = await connection.fetchrow(_HOST_STATUS_SQL, timeout=timeout)
        if row is None or not row["writes"]:
            raise asyncpg.ReadOnlySQLTransactionError("a standby")
        await connection.fetchval(TABLE_QUERIES.sure.sql, timeout=timeout)
    except BaseException:
        connection.terminate()
        raise
    return _Candidate(row["timeline"], connection)


async def _wait_for_candidates(tasks: list[asyncio.Task[_Candidate]], seconds: float) -> None:
    """Wait until all hosts have answered, for at most `seconds`. Once one host can be used, wait at
    most `GRACE_SECONDS` more. Nothing is raised or cancelled."""
    loop = asyncio.get_running_loop()
    limit, left = loop.time() + seconds, set(tasks)
    while left and loop.time() < limit:
        done, left = await asyncio.wait(left, timeout=limit - loop.time(), return_when=asyncio.FIRST_COMPLETED)
        if any(_is_usable(each) for each in done):
            limit = min(limit, loop.time() + GRACE_SECONDS)


def _most_informative_error(errors: list[BaseException | None]) -> BaseException:
    """Choose the error to report: one that PostgreSQL sent, else the first error, else a `TimeoutError`."""
    told = [each for each in errors if each is not None]
    return next((each for each in told if isinstance(each, asyncpg.PostgresError)), told[0] if told else TimeoutError())


def _is_usable(task: asyncio.Task[_Candidate]) -> bool:
    return task.done() and not task.cancelled() and task.exception() is None


def _close_others(tasks: list[asyncio.Task[_Candidate]], chosen: _Candidate | None) -> None:
    """Cancel all attempts that still run, and close every connection except the chosen one."""

    def end(task: asyncio.Task[_Candidate]) -> None:
        """Close the connection that an attempt made, unless it is the chosen one."""
        if _is_usable(task) and task.result() is not chosen:
            task.result().connection.terminate()

    for each in tasks:
        each.cancel()
        each.add_done_callback(end)
