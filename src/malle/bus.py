"""Hints between processes, over NATS.

There are four kinds: a table has reached a move; which seats of a table are connected to a process; a
player shows an emote; a player has finished reading what was shown. Nothing else is sent over NATS, and no
lasting data is lost if a hint is.

A hint is queued after the move was answered and sent by a task of its own, so no answer ever waits for
NATS. A process subscribes to those of 16 subjects that hold a table with a viewer here. A process that
misses a hint catches up when it next compares move numbers with the database. A NATS server that is down or
frozen therefore costs two seconds.
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
"""Number of NATS subjects over which the tables are spread."""
GATHER = 0.003
"""Seconds for which hints are collected before they are sent. Many tables in one message cost little more
than one."""
ROBOTS = "malle.robots"
"""The subject for tables that wait for a robot. Each line holds the table, the move number and the awaited
seats as bits."""

MOST_LINES = 2000
"""Lines of one message that are read. A process sends one line for each table that moved within a few
milliseconds. A message with more lines does not come from a process of this site."""
LONGEST_LINE = 120
"""Longer lines are ignored."""
REMIND = 60.0
"""Seconds between two log lines that say that NATS is unreachable."""

Heard = Callable[[int, int], None]
"""Callback (table, move number): another process has advanced this table to that move."""
Shown = Callable[[int, int, int], None]
"""Callback (table, seat, emote): a player showed an emote."""
GoneOn = Callable[[int, int, int], None]
"""Callback (table, seat, move number): a player has finished reading what was shown at that move."""
GONE_ON = b"seen "
"""Prefix of a line that says that a player has read on. Older releases ignore such lines."""
Seen = Callable[[int, int, int, int, int], None]
"""Callback (table, process, foreground seats, background seats, number of spectators). Another process
reports who is connected to it. Seats are given as bits; a background seat has the page open but hidden or
idle."""

_log = structlog.get_logger()


class Bus:
    """Publishes and receives hints over NATS. Every message to send is queued at once and sent later, in
    one batch."""

    def __init__(self, url: str, heard: Heard, seen: Seen, shown: Shown, gone_on: GoneOn, failed: Counter[str]) -> None:
        """`url` may hold several NATS addresses, separated by commas. The callbacks are called for hints of
        other processes; `error_counts` counts unexpected errors by task name."""
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
        """Start the tasks that connect and send, without waiting for a connection."""
        turns = {"bus connect": self._connect, "bus send": self._send}
        self._tasks = [asyncio.create_task(for_ever(name, turn, self._failed)) for name, turn in turns.items()]

    async def close(self) -> None:
        """Stop both tasks and disconnect. Hints still in the queue are lost."""
        for task in self._tasks:
            task.cancel()
        await hang_up(self._client)

    @property
    def is_connected(self) -> bool:
        """Whether the client currently has a connection to NATS, as far as it knows."""
        return self._client.is_connected

    def hint(self, table: int, seq: int, robots: int = 0) -> None:
        """Queue a hint that `table` has reached `seq`. `robots` are the awaited robots' seats as bits. A
        later hint for the same table replaces it."""
        self._outbox[table] = (seq, robots)
        self._full.set()

    def present(self, table: int, here: int, away: int, watching: int) -> None:
        """Queue who is connected to this process: seats in the foreground and in the background, as bits,
        and the number of spectators. A later report for the same table replaces it."""
        self._present[table] = (here, away, watching)
        self._full.set()

    def emote(self, table: int, seat: int, what: int) -> None:
        """Queue an emote that a player showed."""
        self._emotes.append((table, seat, what))
        self._full.set()

    def gone_on(self, table: int, seat: int, seq: int) -> None:
        """Queue that the player in `seat` has finished reading what was shown at move `seq`."""
        self._readers[table, seat] = seq
        self._full.set()

    def watch(self, table: int) -> None:
        """Count one more viewer of this table here, and subscribe to its subject if needed."""
        self._interest[table % SUBJECTS] += 1
        self._wanted.set()

    def unwatch(self, table: int) -> None:
        """Count one viewer less of this table here, and unsubscribe from its subject if nobody is left."""
        self._interest[table % SUBJECTS] -= 1
        self._wanted.set()

    async def _connect(self) -> None:
        """Connect to NATS and wait until NATS closes the connection for good, for example because its keys
        changed. One turn of a loop: the next turn makes a new client."""
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
        """Wait until something is queued, collect for `GATHER_SECONDS`, and publish it in a few messages.
        While NATS is away the hints are dropped and counted in `dropped`."""
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
        """Wait until the viewed tables change, then subscribe to their subjects and unsubscribe from all
        others. After an error the next turn tries again."""
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
        """Handle each line of a message from NATS. An error in one line is logged and does not affect the
        others."""
        for line in message.data.split(b"\n", MOST_LINES)[:MOST_LINES]:
            with contained("bus hear", self._failed):  # the client would treat our error as an error of NATS
                self._hear(line)

    def _hear(self, line: bytes) -> None:
        """Call the callback for one line. The kind of hint follows from the prefix and from how many
        numbers there are; other lines are ignored."""
        for numbers in read_hints(line.removeprefix(GONE_ON)):
            if len(numbers) == 2:
                self._heard(*numbers)
            elif len(numbers) == 3:
                (self._gone_on if line.startswith(GONE_ON) else self._shown)(*numbers)
            elif len(numbers) in (4, 5):  # an older release does not send the number of spectators
                table, process, here, away, *watching = numbers
                self._seen(table, process, here, away, sum(watching))


async def connect(client: Client, url: str) -> None:
    """Connect to NATS, trying again until it succeeds. The client then reconnects by itself; its errors are
    logged at most once in `LOG_REMINDER_SECONDS`."""

    told = 0.0

    async def trouble(error: Exception) -> None:
        """Log an error of the client, at most once in `LOG_REMINDER_SECONDS`."""
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
    """Wait until NATS has closed the connection for good. The client itself repairs a connection that only
    broke."""
    while not client.is_closed:
        await asyncio.sleep(1)


async def hang_up(client: Client) -> None:
    """Close the client, whether it is connected or not. Waits at most one second and ignores errors."""
    with contextlib.suppress(nats.errors.Error, TimeoutError, OSError, AssertionError):
        async with asyncio.timeout(1):
            await client.close()


def read_hints(data: bytes) -> list[list[int]]:
    """Return the numbers of each line. Lines that are too long or hold anything but numbers are skipped,
    and so are lines after the first `MAX_LINES_PER_MESSAGE`."""
    found = []
    for line in data.split(b"\n", MOST_LINES)[:MOST_LINES]:
        if len(line) <= LONGEST_LINE:
            with contextlib.suppress(ValueError):
                found.append([int(part) for part in line.split(b" ")])
    return found
