"""The robot worker: receives hints, opens a socket for each awaited robot's seat, and plays it like any
other client.

It uses no database. A robot knows its seat's view and what that seat heard, over the same socket as a
player's browser. It signs in with a token made with the worker's own key, which opens robots' seats only.
There may be any number of workers, and each may die at any time. Another worker then finds the seat by a
hint, or when it asks the server every few seconds. If two workers answer for one seat, the server refuses
one of them.

All answers at a table come after the same delay, whatever the robot holds, because a quick answer would
reveal something. The delay differs a little between tables. Otherwise tables that once moved together would
do so from then on, and people's moves would wait behind them. Levels that search for long do so in other
processes (`malle.robots.process_pool`), and only until their answer is due. On a busy machine they search
less and are not late.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
import urllib.request
from collections import Counter
from hashlib import sha256
from typing import Any
from uuid import uuid4
from zlib import crc32

import msgspec
import structlog
import websockets
from nats.aio.client import Client
from nats.aio.msg import Msg
from websockets.asyncio.client import ClientConnection, connect

from malle.bots.ears import Ears
from malle.bots.pool import Pool
from malle.bots.thinking import Answer, Question, Terms, Thinker
from malle.bus import ROBOTS, hang_up, read_hints, until_closed
from malle.bus import connect as connect_bus
from malle.core.mind import Level
from malle.loops import contained, for_ever
from malle.store.store import TableId, write_id
from malle.wire import messages
from malle.wire.config import WorkerConfig
from malle.wire.futures import key_with
from malle.wire.library import Library
from malle.wire.messages import HINTS, ActMessage, Awaited, Hello, Recalled, RecallMessage, Refusal, StateMessage

ASK_EVERY = 5.0
"""Seconds between two requests to the server for awaited seats, in case a hint was lost."""
IDLE = 20.0
"""Seconds after which a socket without messages is closed."""

MOST_BUSY, MOST_SEATS = 1000, 16
"""Open sockets of one worker, and seats of one table."""

LISTEN_AGAIN = 0.3
"""Seconds before a worker reconnects to the server's hints."""

UNLIKE = 0.1
"""How much the delay differs between tables: 0.1 means 5 % less to 5 % more."""
THOUGHT = 0.5
"""Seconds that a robot may search even if its answer is due sooner."""

AGAIN = ("unavailable", "too-fast")
"""Refusals after which the same answer is sent again."""
AGAIN_AFTER = 1.0
"""Seconds before an answer is sent again."""

_GONE = (OSError, websockets.WebSocketException, TimeoutError, EOFError)
_log = structlog.get_logger()


class _Facts(msgspec.Struct):
    """The public facts of a table that a robot needs, as the server sends them."""

    game: str
    version: int
    options: dict[str, Any]
    seats: list[Any]
    level: Level = "novice"
    edition: str = ""


_awaited = msgspec.json.Decoder(list[Awaited]).decode
_setting = msgspec.json.Decoder(_Facts).decode


class Worker:
    """One robot worker: finds awaited seats and plays each in a task of its own."""

    def __init__(
        self,
        config: WorkerConfig,
        server: str,
        think: float = 1.0,
        library: Library | None = None,
        processes: int = 0,
    ) -> None:
        """`server` holds one address or several, separated by commas; if one does not answer, the next is
        used. `processes` is the number of deciding processes; 0 means one less than there are cores."""
        self._config = config
        self._servers = [each.strip().rstrip("/") for each in server.split(",") if each.strip()]
        self._turn = 0
        self._think = think
        self._library = library or Library()
        self._thinker = Thinker(self._library)
        self._pool = Pool(processes or (os.cpu_count() or 2) - 1)
        self._busy: dict[tuple[str, int], asyncio.Task[None]] = {}
        self.asked: Counter[str] = Counter()
        """Number of decisions asked of its robots, by table."""
        self.moves: Counter[str] = Counter()
        """Number of moves sent, by table."""
        self.failed: Counter[str] = Counter()
        """Count of unexpected errors, by task name."""

    @property
    def _server(self) -> str:
        """The server in use: the last one that answered, as far as is known."""
        return self._servers[self._turn % len(self._servers)]

    def _leave(self, server: str) -> None:
        """Use the next server because `server` does not answer. Do nothing if another task changed it
        already."""
        if server == self._server:
            self._turn += 1

    async def run(self) -> None:
        """Run until cancelled. Then stop listening, cancel all games in progress and stop the processes."""
        listening = asyncio.create_task(for_ever("listen", self._listen, self.failed))
        try:
            await for_ever("ask", self._look_for_work, self.failed, pause=ASK_EVERY)
        finally:
            listening.cancel()
            await asyncio.wait([listening], timeout=2)  # no hints from here on, so no new sockets
            tasks = list(self._busy.values())
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._pool.close()

    async def _look_for_work(self) -> None:
        """Start playing all awaited seats, then sleep for `POLL_SECONDS`."""
        await self._look()
        await asyncio.sleep(ASK_EVERY)

    async def _look(self) -> None:
        """Ask the server for awaited robots' seats and start playing each."""
        for awaited in await asyncio.to_thread(self._ask):
            for seat in awaited.seats:
                self._play(awaited.table, seat)

    async def _listen(self) -> None:
        """Receive hints until the connection is closed: over NATS, or from the server if there is no NATS."""
        if not self._config.nats:
            await self._listen_at_server()
            return
        client = Client()
        try:
            await connect_bus(client, self._config.nats)
            await client.subscribe(ROBOTS, cb=self._receive)
            await until_closed(client)
        finally:
            await hang_up(client)

    async def _listen_at_server(self) -> None:
        """Receive hints from the server's socket, for a site without NATS. Return a moment after the
        connection breaks."""
        try:
            async with await self._connect(HINTS) as socket:
                await self._look()  # for hints that were sent before
                async for data in socket:
                    self._hear(data if isinstance(data, bytes) else data.encode())
        except _GONE:
            await asyncio.sleep(LISTEN_AGAIN)

    async def _receive(self, message: Msg) -> None:
        """Handle a message from NATS; errors are logged."""
        with contained("hear", self.failed):  # the client would treat our error as an error of NATS
            self._hear(message.data)

    def _hear(self, hints: bytes) -> None:
        """Start playing each seat that the hints name."""
        for table, _, bits in (numbers for numbers in read_hints(hints) if len(numbers) == 3):
            for seat in range(MOST_SEATS):
                if bits >> seat & 1 and 0 <= table < 1 << 63:
                    self._play(write_id(TableId(table)), seat)

    def _ask(self) -> list[Awaited]:
        """Return the awaited robots' seats from the first server that answers, or an empty list if none
        does. Blocking: run it in a thread."""
        for _ in self._servers:
            server = self._server
            headers = {"authorization": f"Bearer {self._config.key.worker()}"}
            request = urllib.request.Request(f"{server}/api/robots", headers=headers)
            try:
                with urllib.request.urlopen(request, timeout=5) as answer:
                    return _awaited(answer.read())
            except OSError as error:
                _log.info("robots", trouble=type(error).__name__)
                self._leave(server)
        return []

    def _edition(self, digest: str) -> str:
        """Fetch the file of one of the site's own editions from the server, since a worker has no instance
        folder. Blocking."""
        with urllib.request.urlopen(f"{self._server}/editions/{digest}", timeout=5) as answer:
            return str(answer.read(), "utf-8")

    def _play(self, table: str, seat: int) -> None:
        """Start a task that plays this seat, unless one runs or too many sockets are open. A seat that is
        skipped is found again at the next request to the server."""
        key = (table, seat)
        if key not in self._busy and len(self._busy) < MOST_BUSY:  # others are found at the next request
            task = self._busy[key] = asyncio.create_task(self._sit(table, seat))
            task.add_done_callback(lambda _: self._busy.pop(key, None))

    async def _sit(self, table: str, seat: int) -> None:
        """Connect to the table as this seat and play until the socket closes or is idle. Errors of the
        connection are ignored, others are logged."""
        token = self._config.key.token(table, seat)
        with contained("play", self.failed, table=table), contextlib.suppress(*_GONE):
            async with await self._connect(f"/tables/{table}/socket") as socket:
                await socket.send(messages.padded(messages.encode(Hello(token=token))))
                await self._talk(socket, table, token)

    async def _connect(self, path: str) -> ClientConnection:
        """Return a socket to the first server that accepts one. Raise one of `_CONNECTION_ERRORS` if none
        does."""
        for left in reversed(range(len(self._servers))):
            server = self._server
            url = server.replace("http", "ws", 1) + path
            try:
                shown = {"authorization": f"Bearer {self._config.key.worker()}"}  # the server lets a worker open many
                return await connect(
                    url, compression=None, open_timeout=5, close_timeout=1, max_size=1 << 20, additional_headers=shown
                )
            except _GONE:
                self._leave(server)
                if not left:
                    raise
        raise ConnectionError

    async def _talk(self, socket: ClientConnection, table: str, token: str) -> None:
        """Play a seat over its socket; each position is decided once. If the server cannot take a move now,
        the same move is sent again under the same key. Return after any other refusal: the seat is found
        again if it is still awaited."""
        sent: ActMessage | None = None
        robot: _Robot | None = None
        state: StateMessage | None = None
        came = 0.0
        while True:
            async with asyncio.timeout(IDLE):
                data = await socket.recv(decode=False)
            message = messages.decode_from_server(data)
            if isinstance(message, Refusal):
                if sent is None or message.key != sent.key or message.slug not in AGAIN:
                    return
                await asyncio.sleep(AGAIN_AFTER)
                await socket.send(messages.padded(messages.encode(sent)))
                continue
            if isinstance(message, Recalled) and robot is not None:
                robot.ears.recall(message)
            elif isinstance(message, StateMessage):
                state, came = message, time.monotonic()
                robot = await self._robot(table, state, robot)
                if not robot.ears.follow(state) and is_asked(state):
                    await socket.send(messages.padded(messages.encode(RecallMessage(str(uuid4())))))
            if robot is None or state is None or not is_asked(state) or robot.ears.seq < state.seq:
                continue
            if sent is not None and state.seq <= sent.seq:
                continue
            self.asked[table] += 1
            answer = await self._think_of(robot, state, token, came)
            await asyncio.sleep(max(0.0, came + self._think * robot.slowness - time.monotonic()))
            sent = ActMessage(state.seq, answer.text, key_with(answer.futures))
            await socket.send(messages.padded(messages.encode(sent)))
            self.moves[table] += 1

    async def _think_of(self, robot: _Robot, state: StateMessage, token: str, came: float) -> Answer:
        """Return a robot's decision: from a process of the pool if its level searches for long, else from a
        thread."""
        assert isinstance(state.viewer, int)
        until = came + max(self._think * robot.slowness, THOUGHT)
        heard = tuple(robot.ears.heard)
        view, legal = bytes(state.view), bytes(state.legal)
        luck, temper = luck_of(token, state.seq), temper_of(token)
        question = Question(robot.agreed, robot.name, state.viewer, view, legal, heard, 0, luck, temper, until)
        if robot.ponders:
            return await self._pool.ask(question, robot.ears)
        answer = await asyncio.to_thread(self._thinker.answer, question)
        assert answer is not None
        return answer

    async def _robot(self, table: str, state: StateMessage, known: _Robot | None) -> _Robot:
        """Return `known`, or a new robot if the table's settings have changed before the deal. A site's own
        edition is fetched and loaded first."""
        facts, boxes = _setting(bytes(state.table)), self._library.boxes
        file = known.agreed.file if known is not None and known.agreed.edition == facts.edition else ""
        if facts.edition and not file:
            file = await asyncio.to_thread(self._edition, facts.edition)
            boxes.add(file)
        agreed = Terms(facts.game, facts.version, len(facts.seats), facts.options, facts.level, facts.edition, file)
        if known is not None and known.agreed == agreed:
            return known
        sheet = self._library.sheet(facts.game, facts.version)
        ears, ponders = Ears(sheet.mind(facts.level)), facts.level in sheet.ponders
        return _Robot(agreed, str(uuid4()), ears, ponders, slowness_of(table))


class _Robot(msgspec.Struct, frozen=True):
    """A robot at one seat. `uses_process_pool` means that its level searches for long and decides in the
    process pool."""

    agreed: Terms
    name: str
    ears: Ears
    ponders: bool
    slowness: float


def slowness_of(table: str) -> float:
    """Return the factor by which robots' delay differs at a table. It depends on the table's id alone, so
    it reveals nothing."""
    return 1 + UNLIKE * (crc32(table.encode()) / 0xFFFFFFFF - 0.5)


def luck_of(token: str, seq: int) -> bytes:
    """Return the seed of a robot's random choices at one decision. Every worker computes the same, and so
    does a later analysis of the game."""
    return sha256(f"{token} {seq}".encode()).digest()


def temper_of(token: str) -> bytes:
    """Return the seed by which a robot's style is drawn. It stays the same while the robot sits there, on
    every worker, unless the robots' key changes."""
    return sha256(f"{token} temper".encode()).digest()


def is_asked(state: StateMessage) -> bool:
    """Return whether the seat has a legal move."""
    return bytes(state.legal) not in (b"null", b"[]")


async def work(config: WorkerConfig, server: str, think: float = 1.0, processes: int = 0) -> None:
    """Run a robot worker until it is cancelled. `answer_delay` is the delay of each answer in seconds."""
    await Worker(config, server, think, processes=processes).run()
