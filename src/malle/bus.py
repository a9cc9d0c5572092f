"""Hints between processes, on NATS: "table 7 is at 42", "seats 1 and 3 of table 7 look on at my sockets", "seat 2 of
table 7 shows emote 5", "seat 2 of table 7 has gone on from 42". Nothing else crosses it, and nothing that lasts is lost
if it does not.

A hint is queued after the move was answered and sent by a task of its own, so that no answer ever waits for NATS. A
process listens to those of 16 subjects that have a table somebody looks at here. Whoever misses a hint is caught up
by the sweep that compares seqs with the database, so a broker that is away, frozen or forgetful costs two seconds.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import nats
import nats.errors
import structlog
from nats.aio.client import Client
from nats.aio.msg import Msg

from malle.loops import contained, for_ever
from malle.store.killpoint import reach

SUBJECTS = 16
GATHER = 0.003
"""Seconds for which hints are gathered: many tables in one message cost little more than one."""
ROBOTS = "malle.robots"
"""The subject of tables at which a robot is awaited: table, seq, seats as bits."""

MOST_LINES = 2000
"""Lines of a message that are read. A process sends a line for each table that moved within a few milliseconds; whoever
sends more is none of ours, and nothing that lasts hangs on a hint."""
LONGEST_LINE = 120
REMIND = 60.0
"""Seconds after which the operator is told again that NATS is away."""

Heard = Callable[[int, int], None]
"""(table, seq): somebody says that this table has got there."""
Shown = Callable[[int, int, int], None]
"""(table, seat, emote): somebody shows something for a moment."""
GoneOn = Callable[[int, int, int], None]
"""(table, seat, seq): somebody has gone on from what they were shown then."""
GONE_ON = b"seen "
"""Begins a line that says so: older processes pass it over."""
Seen = Callable[[int, int, int, int, int], None]
"""(table, process, seats, seats, spectators): another process has these seats at its sockets, and those with the page
in the background, as bits, and so many who only look."""

_log = structlog.get_logger()


class Bus:
    """This process's ear and voice."""

    def __init__(self, url: str, heard: Heard, seen: Seen, shown: Shown, gone_on: GoneOn, failed: Counter[str]) -> None:
        self._url = url
        self._heard = heard
        self._seen = seen
        self._shown = shown
        self._gone_on = gone_on
        self._failed = failed
        self._process = secrets.randbits(48)
        self._client = Client()
        self._outbox: dict[int, tuple[int, int]] = {}
        self._present: dict[int, tuple[int, int, int]] = {}
        self._emotes: list[tuple[int, int, int]] = []
        self._readers: dict[tuple[int, int], int] = {}
        self._full = asyncio.Event()
        self._interest: Counter[int] = Counter()
        self._subscriptions: dict[int, Any] = {}
        self._wanted = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self.sent = 0
        self.dropped = 0

    async def open(self) -> None:
        """Begins to connect; nobody waits until it has."""
        turns = {"bus connect": self._connect, "bus send": self._send}
        self._tasks = [asyncio.create_task(for_ever(name, turn, self._failed)) for name, turn in turns.items()]

    async def close(self) -> None:
        """Says no more."""
        for task in self._tasks:
            task.cancel()
        await hang_up(self._client)

    @property
    def is_connected(self) -> bool:
        """Is NATS there, as far as we know?"""
        return self._client.is_connected

    def hint(self, table: int, seq: int, robots: int = 0) -> None:
        """Queues a hint; a later one for the same table takes its place."""
        self._outbox[table] = (seq, robots)
        self._full.set()

    def present(self, table: int, here: int, away: int, watching: int) -> None:
        """Queues who is at this process's sockets, as bits, and how many only look."""
        self._present[table] = (here, away, watching)
        self._full.set()

    def emote(self, table: int, seat: int, what: int) -> None:
        """Queues what somebody shows."""
        self._emotes.append((table, seat, what))
        self._full.set()

    def gone_on(self, table: int, seat: int, seq: int) -> None:
        """Queues from where somebody has gone on."""
        self._readers[table, seat] = seq
        self._full.set()

    def watch(self, table: int) -> None:
        """Somebody looks at this table here."""
        self._interest[table % SUBJECTS] += 1
        self._wanted.set()

    def unwatch(self, table: int) -> None:
        """Somebody looks no more."""
        self._interest[table % SUBJECTS] -= 1
        self._wanted.set()

    async def _connect(self) -> None:
        """Until NATS has closed the connection for good (other keys, for one); then another one is made."""
        self._client = Client()
        await connect(self._client, self._url)
        self._wanted.set()
        subscribing = asyncio.create_task(for_ever("bus subscribe", self._subscribe, self._failed))
        try:
            await until_closed(self._client)
        finally:
            subscribing.cancel()
            self._subscriptions.clear()

    async def _send(self) -> None:
        """What has gathered, in a few messages."""
        await self._full.wait()
        await asyncio.sleep(GATHER)
        self._full.clear()
        hints, self._outbox = self._outbox, {}
        present, self._present = self._present, {}
        emotes, self._emotes = self._emotes, []
        readers, self._readers = self._readers, {}
        reach("hinting")
        if not self._client.is_connected:
            self.dropped += len(hints)
            return
        groups: dict[int, list[bytes]] = {}
        robots = []
        for table, numbers in present.items():
            groups.setdefault(table % SUBJECTS, []).append(b"%d %d %d %d %d" % (table, self._process, *numbers))
        for table, seat, what in emotes:
            groups.setdefault(table % SUBJECTS, []).append(b"%d %d %d" % (table, seat, what))
        for (table, seat), seq in readers.items():
            groups.setdefault(table % SUBJECTS, []).append(GONE_ON + b"%d %d %d" % (table, seat, seq))
        for table, (seq, bits) in hints.items():
            groups.setdefault(table % SUBJECTS, []).append(b"%d %d" % (table, seq))
            if bits:
                robots.append(b"%d %d %d" % (table, seq, bits))
        try:
            for number, lines in groups.items():
                await self._client.publish(f"malle.hint.{number}", b"\n".join(lines))
            if robots:
                await self._client.publish(ROBOTS, b"\n".join(robots))
            self.sent += len(hints)
        except (nats.errors.Error, OSError):
            self.dropped += len(hints)

    async def _subscribe(self) -> None:
        """Listens to what somebody here looks at, and to nothing else."""
        await self._wanted.wait()
        self._wanted.clear()
        done = False
        try:
            for number in range(SUBJECTS):
                if self._interest[number] > 0 and number not in self._subscriptions:
                    subject = f"malle.hint.{number}"
                    self._subscriptions[number] = await self._client.subscribe(subject, cb=self._receive)
                elif self._interest[number] <= 0 and number in self._subscriptions:
                    await self._subscriptions.pop(number).unsubscribe()
            done = True
        except (nats.errors.Error, OSError):
            await asyncio.sleep(1)
        finally:
            if not done:
                self._wanted.set()

    async def _receive(self, message: Msg) -> None:
        for line in message.data.split(b"\n", MOST_LINES)[:MOST_LINES]:
            with contained("bus hear", self._failed):  # the client would take an error of ours for one of NATS
                self._hear(line)

    def _hear(self, line: bytes) -> None:
        for numbers in read_hints(line.removeprefix(GONE_ON)):
            if len(numbers) == 2:
                self._heard(*numbers)
            elif len(numbers) == 3:
                (self._gone_on if line.startswith(GONE_ON) else self._shown)(*numbers)
            elif len(numbers) in (4, 5):  # an older process says nothing of those who only look
                table, process, here, away, *watching = numbers
                self._seen(table, process, here, away, sum(watching))


async def connect(client: Client, url: str) -> None:
    """Connects and stays connected, however often NATS goes away."""

    told = 0.0

    async def trouble(error: Exception) -> None:
        nonlocal told
        if time.monotonic() - told >= REMIND:
            told = time.monotonic()
            _log.info("bus", trouble=type(error).__name__)

    while True:
        try:
            await client.connect(
                url.split(","),
                no_echo=True,
                error_cb=trouble,
                max_reconnect_attempts=-1,
                reconnect_time_wait=1,
                connect_timeout=2,
                ping_interval=3,
                max_outstanding_pings=2,
                pending_size=1 << 20,
            )
        except (nats.errors.Error, OSError, TimeoutError):
            await asyncio.sleep(0.5)
        else:
            return


async def until_closed(client: Client) -> None:
    """Until NATS has closed a connection for good; one that only broke is made again by the client itself."""
    while not client.is_closed:
        await asyncio.sleep(1)


async def hang_up(client: Client) -> None:
    """Disconnects, whether it was connected or not."""
    with contextlib.suppress(nats.errors.Error, TimeoutError, OSError, AssertionError):
        async with asyncio.timeout(1):
            await client.close()


def read_hints(data: bytes) -> list[list[int]]:
    """The numbers of each line; a line that is not ours is passed over, and so is what is far too much."""
    found = []
    for line in data.split(b"\n", MOST_LINES)[:MOST_LINES]:
        if len(line) <= LONGEST_LINE:
            with contextlib.suppress(ValueError):
                found.append([int(part) for part in line.split(b" ")])
    return found
