"""The message bus of a site without NATS, where one process serves all tables.

Such a process already knows what NATS would report. It only sends hints to the robot workers, such as "a
robot is awaited at table 7". Workers receive them at a websocket of the server
(`malle.web.realtime.worker_socket`). No lasting data is lost with a hint: workers also ask the server every
few seconds.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from typing import Protocol

from malle.storage.crash_points import crash_point

MAX_WAITING_HINTS = 1000
"""Hints that may wait for one worker. Further ones are dropped; the worker finds those tables when it asks
the server."""


class Bus(Protocol):
    """Interface of a process's message bus, over which it sends hints that others may miss. The
    implementations are `NatsBus` (`malle.messaging.nats_bus`) and `LocalBus`."""

    sent: int
    """Number of hints sent so far."""
    dropped: int
    """Number of hints that could not be sent."""

    @property
    def is_connected(self) -> bool:
        """Whether hints can be sent now, as far as is known."""

    async def open(self) -> None:
        """Start the bus, without waiting for a connection."""

    async def close(self) -> None:
        """Stop sending and receiving."""

    def send_hint(self, table: int, seq: int, robots: int = 0) -> None:
        """Announce that `table` has reached move `seq`. `robots` are the seats of robots that are
        to act, as bits."""

    def send_presence(self, table: int, foreground_seats: int, background_seats: int, spectators: int) -> None:
        """Report who is connected to this process: seats in the foreground and in the background, as bits,
        and the number of spectators."""

    def send_emote(self, table: int, seat: int, emote: int) -> None:
        """Send an emote, by its number, that the player in `seat` showed."""

    def send_read(self, table: int, seat: int, seq: int) -> None:
        """Report that the player in `seat` has read everything shown up to move `seq`."""

    def watch_table(self, table: int) -> None:
        """Count one more viewer of this table in this process."""

    def unwatch_table(self, table: int) -> None:
        """Count one viewer less of this table in this process."""


class Subscriber:
    """The queue of one robot worker that listens to a `LocalBus`. It holds the latest hint of each
    table that the worker has not taken yet."""

    def __init__(self) -> None:
        self._waiting: dict[int, bytes] = {}
        self._has_waiting = asyncio.Event()

    def put_line(self, table: int, line: bytes) -> bool:
        """Queue a line for a table, replacing an earlier one. Return False if the queue is full and the
        line was dropped."""
        if len(self._waiting) >= MAX_WAITING_HINTS and table not in self._waiting:
            return False
        self._waiting[table] = line
        self._has_waiting.set()
        return True

    async def take_lines(self) -> bytes:
        """Wait until a hint is queued, then remove and return all of them, one line for each table
        (its latest)."""
        await self._has_waiting.wait()
        self._has_waiting.clear()
        lines, self._waiting = self._waiting, {}
        return b"\n".join(lines.values())


class LocalBus:
    """The bus of a site with one process. Only hints for robot workers are delivered; all else is ignored."""

    is_connected = True

    def __init__(self) -> None:
        self.sent = 0
        self.dropped = 0
        self._subscribers: set[Subscriber] = set()

    async def open(self) -> None:
        """Do nothing: no connection is needed."""

    async def close(self) -> None:
        """Do nothing: there is no connection to close."""

    def send_hint(self, table: int, seq: int, robots: int = 0) -> None:
        """Schedule the hint for the listening workers. It is delivered in the next turn of the
        event loop, so that the player who moved is answered first."""
        asyncio.get_running_loop().call_soon(self._deliver_hint, table, seq, robots)

    def _deliver_hint(self, table: int, seq: int, robots: int) -> None:
        """Queue the hint for every listening worker, and count each as sent or dropped. Do nothing
        if no robot is awaited."""
        crash_point("hinting")
        if robots:
            for subscriber in self._subscribers:
                if subscriber.put_line(table, b"%d %d %d" % (table, seq, robots)):
                    self.sent += 1
                else:
                    self.dropped += 1

    @contextlib.contextmanager
    def subscription(self) -> Iterator[Subscriber]:
        """Subscribe a worker for the duration of the context, and yield its queue."""
        subscriber = Subscriber()
        self._subscribers.add(subscriber)
        try:
            yield subscriber
        finally:
            self._subscribers.discard(subscriber)

    def send_presence(self, table: int, foreground_seats: int, background_seats: int, spectators: int) -> None:
        """Do nothing: no other process needs this."""

    def send_emote(self, table: int, seat: int, emote: int) -> None:
        """Do nothing: no other process needs this."""

    def send_read(self, table: int, seat: int, seq: int) -> None:
        """Do nothing: no other process needs this."""

    def watch_table(self, table: int) -> None:
        """Do nothing: no other process sends hints about the table."""

    def unwatch_table(self, table: int) -> None:
        """Do nothing: no other process sends hints about the table."""
