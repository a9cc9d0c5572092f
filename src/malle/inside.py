"""The bus inside one process, for a house without NATS: there is nobody else to tell but the robots' workers.

Where one process serves all tables it knows by itself what NATS would tell it. What is left are hints to workers, "a
robot is awaited at table 7", and they listen at a socket of the server (`malle.web.hints`). As on NATS, nothing that
lasts is lost with a hint: workers ask every few seconds, too.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from typing import Protocol

from malle.store.killpoint import reach

MOST_WAITING = 1000
"""Hints that wait for one worker to take them; what is more is asked for."""


class AnyBus(Protocol):
    """A process's ear and voice: NATS (`malle.bus`), or the one inside."""

    sent: int
    dropped: int

    @property
    def is_connected(self) -> bool:
        """Can hints be sent, as far as we know?"""

    async def open(self) -> None:
        """Begins."""

    async def close(self) -> None:
        """Says no more."""

    def hint(self, table: int, seq: int, robots: int = 0) -> None:
        """A table has got there, and these robots are awaited, as bits."""

    def present(self, table: int, here: int, away: int, watching: int) -> None:
        """Who is at this process's sockets."""

    def emote(self, table: int, seat: int, what: int) -> None:
        """What somebody shows."""

    def gone_on(self, table: int, seat: int, seq: int) -> None:
        """From where somebody has gone on."""

    def watch(self, table: int) -> None:
        """Somebody looks at this table here."""

    def unwatch(self, table: int) -> None:
        """Somebody looks no more."""


class Ear:
    """A worker that listens: what it has not taken yet, the latest of each table."""

    def __init__(self) -> None:
        self._waiting: dict[int, bytes] = {}
        self._full = asyncio.Event()

    def tell(self, table: int, line: bytes) -> bool:
        """Was there room for it?"""
        if len(self._waiting) >= MOST_WAITING and table not in self._waiting:
            return False
        self._waiting[table] = line
        self._full.set()
        return True

    async def hear(self) -> bytes:
        """What has been told since, one line a table; waits until there is something."""
        await self._full.wait()
        self._full.clear()
        lines, self._waiting = self._waiting, {}
        return b"\n".join(lines.values())


class LocalBus:
    """The bus of a process that is alone."""

    is_connected = True

    def __init__(self) -> None:
        self.sent = 0
        self.dropped = 0
        self._ears: set[Ear] = set()

    async def open(self) -> None:
        """There is nothing to connect to."""

    async def close(self) -> None:
        """There is nothing to leave."""

    def hint(self, table: int, seq: int, robots: int = 0) -> None:
        """Tells the workers, after whoever moved was answered."""
        asyncio.get_running_loop().call_soon(self._say, table, seq, robots)

    def _say(self, table: int, seq: int, robots: int) -> None:
        reach("hinting")
        if robots:
            for ear in self._ears:
                if ear.tell(table, b"%d %d %d" % (table, seq, robots)):
                    self.sent += 1
                else:
                    self.dropped += 1

    @contextlib.contextmanager
    def listening(self) -> Iterator[Ear]:
        """A worker listens as long as this lasts."""
        ear = Ear()
        self._ears.add(ear)
        try:
            yield ear
        finally:
            self._ears.discard(ear)

    def present(self, table: int, here: int, away: int, watching: int) -> None:
        """No other process has to know."""

    def emote(self, table: int, seat: int, what: int) -> None:
        """No other process has to know."""

    def gone_on(self, table: int, seat: int, seq: int) -> None:
        """No other process has to know."""

    def watch(self, table: int) -> None:
        """No other process would tell of it."""

    def unwatch(self, table: int) -> None:
        """No other process would tell of it."""
