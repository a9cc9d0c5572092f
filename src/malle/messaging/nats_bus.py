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

from malle.background.loops import log_and_swallow, run_forever
from malle.storage.crash_points import crash_point

SUBJECT_COUNT = 16
"""Number of NATS subjects over which the tables are spread."""
GATHER_SECONDS = 0.003
"""Seconds for which hints are collected before they are sent. Many tables in one message cost little more
than one."""
ROBOTS_SUBJECT = "malle.robots"
"""The subject for tables that wait for a robot. Each line holds the table, the move number and the awaited
seats as bits."""

MAX_LINES_PER_MESSAGE = 2000
"""Lines of one message that are read. A process sends one line for each table that moved within a few
milliseconds. A message with more lines does not come from a process of this site."""
MAX_LINE_BYTES = 120
"""Longer lines are ignored."""
LOG_REMINDER_SECONDS = 60.0
"""Seconds between two log lines that say that NATS is unreachable."""

OnTableChanged = Callable[[int, int], None]
"""Callback (table, move number): another process has advanced this table to that move."""
OnEmote = Callable[[int, int, int], None]
"""Callback (table, seat, emote): a player showed an emote."""
OnRead = Callable[[int, int, int], None]
"""Callback (table, seat, move number): a player has finished reading what was shown at that move."""
READ_PREFIX = b"seen "
"""Prefix of a line that says that a player has finished reading. Older releases ignore such
lines."""
OnPresence = Callable[[int, int, int, int, int], None]
"""Callback (table, process, foreground seats, background seats, number of spectators). Another process
reports who is connected to it. Seats are given as bits; a background seat has the page open but hidden or
idle."""

_log = structlog.get_logger()


class NatsBus:
    """Publishes hints over NATS, and receives those of other processes. What is to be sent is
    queued at once and sent later, in one batch."""

    def __init__(
        self,
        url: str,
        on_table_changed: OnTableChanged,
        on_presence: OnPresence,
        on_emote: OnEmote,
        on_read: OnRead,
        error_counts: Counter[str],
    ) -> None:
        """`url` may hold several NATS addresses, separated by commas. The callbacks are called for hints of
        other processes; `error_counts` counts unexpected errors by task name."""
        self._url = url
        self._on_table_changed = on_table_changed
        self._on_presence = on_presence
        self._on_emote = on_emote
        self._on_read = on_read
        self._error_counts = error_counts
        self._process_id = secrets.randbits(48)
        self._client = Client()
        self._queued_hints: dict[int, tuple[int, int]] = {}
        self._queued_presence: dict[int, tuple[int, int, int]] = {}
        self._queued_emotes: list[tuple[int, int, int]] = []
        self._queued_reads: dict[tuple[int, int], int] = {}
        self._has_queued = asyncio.Event()
        self._viewers_by_subject: Counter[int] = Counter()
        self._subscriptions: dict[int, Any] = {}
        self._viewers_changed = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self.sent = 0
        self.dropped = 0

    async def open(self) -> None:
        """Start the tasks that connect and send, without waiting for a connection."""
        turns = {"bus connect": self._connect, "bus send": self._send_queued}
        self._tasks = [asyncio.create_task(run_forever(name, turn, self._error_counts)) for name, turn in turns.items()]

    async def close(self) -> None:
        """Stop both tasks and disconnect. What is still queued is lost."""
        for task in self._tasks:
            task.cancel()
        await disconnect(self._client)

    @property
    def is_connected(self) -> bool:
        """Whether the client currently has a connection to NATS, as far as it knows."""
        return self._client.is_connected

    def send_hint(self, table: int, seq: int, robots: int = 0) -> None:
        """Queue a hint that `table` has reached `seq`. `robots` are the seats of robots that are to
        act, as bits. A later hint for the same table replaces it."""
        self._queued_hints[table] = (seq, robots)
        self._has_queued.set()

    def send_presence(self, table: int, foreground_seats: int, background_seats: int, spectators: int) -> None:
        """Queue who is connected to this process: seats in the foreground and in the background, as bits,
        and the number of spectators. A later report for the same table replaces it."""
        self._queued_presence[table] = (foreground_seats, background_seats, spectators)
        self._has_queued.set()

    def send_emote(self, table: int, seat: int, emote: int) -> None:
        """Queue an emote, by its number, that the player in `seat` showed."""
        self._queued_emotes.append((table, seat, emote))
        self._has_queued.set()

    def send_read(self, table: int, seat: int, seq: int) -> None:
        """Queue a report that the player in `seat` has read everything shown up to move `seq`. A
        later report for the same seat replaces it."""
        self._queued_reads[table, seat] = seq
        self._has_queued.set()

    def watch_table(self, table: int) -> None:
        """Count one more viewer of this table in this process, and subscribe to the table's subject
        if needed."""
        self._viewers_by_subject[table % SUBJECT_COUNT] += 1
        self._viewers_changed.set()

    def unwatch_table(self, table: int) -> None:
        """Count one viewer less of this table in this process. Unsubscribe from the table's subject
        if no table of that subject has a viewer here."""
        self._viewers_by_subject[table % SUBJECT_COUNT] -= 1
        self._viewers_changed.set()

    async def _connect(self) -> None:
        """Connect to NATS and wait until NATS closes the connection for good, for example because
        its keys changed. This is one turn of a loop: the next turn makes a new client."""
        self._client = Client()
        await connect_with_retries(self._client, self._url)
        self._viewers_changed.set()
        subscribing = asyncio.create_task(run_forever("bus subscribe", self._update_subscriptions, self._error_counts))
        try:
            await wait_until_closed(self._client)
        finally:
            subscribing.cancel()
            self._subscriptions.clear()

    async def _send_queued(self) -> None:
        """Wait until something is queued, collect more for `GATHER_SECONDS`, and publish all of it
        in a few messages. While NATS is away everything is dropped; `dropped` counts only the hints
        about moves."""
        await self._has_queued.wait()
        await asyncio.sleep(GATHER_SECONDS)
        self._has_queued.clear()
        hints, self._queued_hints = self._queued_hints, {}
        present, self._queued_presence = self._queued_presence, {}
        emotes, self._queued_emotes = self._queued_emotes, []
        readers, self._queued_reads = self._queued_reads, {}
        crash_point("hinting")
        if not self._client.is_connected:
            self.dropped += len(hints)
            return
        groups: dict[int, list[bytes]] = {}
        robots = []
        for table, numbers in present.items():
            groups.setdefault(table % SUBJECT_COUNT, []).append(b"%d %d %d %d %d" % (table, self._process_id, *numbers))
        for table, seat, emote in emotes:
            groups.setdefault(table % SUBJECT_COUNT, []).append(b"%d %d %d" % (table, seat, emote))
        for (table, seat), seq in readers.items():
            groups.setdefault(table % SUBJECT_COUNT, []).append(READ_PREFIX + b"%d %d %d" % (table, seat, seq))
        for table, (seq, bits) in hints.items():
            groups.setdefault(table % SUBJECT_COUNT, []).append(b"%d %d" % (table, seq))
            if bits:
                robots.append(b"%d %d %d" % (table, seq, bits))
        try:
            for number, lines in groups.items():
                await self._client.publish(f"malle.hint.{number}", b"\n".join(lines))
            if robots:
                await self._client.publish(ROBOTS_SUBJECT, b"\n".join(robots))
            self.sent += len(hints)
        except (nats.errors.Error, OSError):
            self.dropped += len(hints)

    async def _update_subscriptions(self) -> None:
        """Wait until the viewed tables change, then subscribe to the subjects of these tables and
        unsubscribe from all others. After an error wait a second; the next turn tries again."""
        await self._viewers_changed.wait()
        self._viewers_changed.clear()
        done = False
        try:
            for number in range(SUBJECT_COUNT):
                if self._viewers_by_subject[number] > 0 and number not in self._subscriptions:
                    subject = f"malle.hint.{number}"
                    self._subscriptions[number] = await self._client.subscribe(subject, cb=self._receive_message)
                elif self._viewers_by_subject[number] <= 0 and number in self._subscriptions:
                    await self._subscriptions.pop(number).unsubscribe()
            done = True
        except (nats.errors.Error, OSError):
            await asyncio.sleep(1)
        finally:
            if not done:
                self._viewers_changed.set()

    async def _receive_message(self, message: Msg) -> None:
        """Handle each line of a message from NATS. An error in one line is logged and does not affect the
        others."""
        for line in message.data.split(b"\n", MAX_LINES_PER_MESSAGE)[:MAX_LINES_PER_MESSAGE]:
            with log_and_swallow(
                "bus hear", self._error_counts
            ):  # the client would treat our error as an error of NATS
                self._handle_line(line)

    def _handle_line(self, line: bytes) -> None:
        """Call the callback for one line. The kind of hint follows from the prefix and from how
        many numbers the line has; other lines are ignored."""
        for numbers in parse_hints(line.removeprefix(READ_PREFIX)):
            if len(numbers) == 2:
                self._on_table_changed(*numbers)
            elif len(numbers) == 3:
                (self._on_read if line.startswith(READ_PREFIX) else self._on_emote)(*numbers)
            elif len(numbers) in (4, 5):  # an older release does not send the number of spectators
                table, process, foreground_seats, background_seats, *spectators = numbers
                self._on_presence(table, process, foreground_seats, background_seats, sum(spectators))


async def connect_with_retries(client: Client, url: str) -> None:
    """Connect to NATS, trying again until it succeeds. The client then reconnects by itself; its errors are
    logged at most once in `LOG_REMINDER_SECONDS`."""

    last_logged_at = 0.0

    async def log_trouble(error: Exception) -> None:
        """Log an error of the client, at most once in `LOG_REMINDER_SECONDS`."""
        nonlocal last_logged_at
        if time.monotonic() - last_logged_at >= LOG_REMINDER_SECONDS:
            last_logged_at = time.monotonic()
            _log.info("bus", trouble=type(error).__name__)

    while True:
        try:
            await client.connect(
                url.split(","),
                no_echo=True,
                error_cb=log_trouble,
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


async def wait_until_closed(client: Client) -> None:
    """Wait until NATS has closed the connection for good. The client itself repairs a connection that only
    broke."""
    while not client.is_closed:
        await asyncio.sleep(1)


async def disconnect(client: Client) -> None:
    """Close the client, whether it is connected or not. Waits at most one second and ignores errors."""
    with contextlib.suppress(nats.errors.Error, TimeoutError, OSError, AssertionError):
        async with asyncio.timeout(1):
            await client.close()


def parse_hints(data: bytes) -> list[list[int]]:
    """Return the numbers of each line. Lines that are too long or hold anything but numbers are skipped,
    and so are lines after the first `MAX_LINES_PER_MESSAGE`."""
    hints = []
    for line in data.split(b"\n", MAX_LINES_PER_MESSAGE)[:MAX_LINES_PER_MESSAGE]:
        if len(line) <= MAX_LINE_BYTES:
            with contextlib.suppress(ValueError):
                hints.append([int(part) for part in line.split(b" ")])
    return hints
