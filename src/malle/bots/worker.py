"""The robots' worker: hears hints, opens a socket to the seat that is awaited, and answers like anybody else.

It uses no database: what a robot knows is its seat's view and what that seat heard, over the same socket as a person's
client, by a token that it makes with a key of its own, which opens robots' seats and nothing else. Workers are many or
few, and may die at any time: whatever one leaves undone another finds, by a hint or by asking the server every few
seconds. Two that answer for the same seat do no harm, for one of them is refused.

Every answer at a table comes the same time after the question, whatever the robot holds: a quick answer would tell.
Tables differ a little: those that once moved together would do so for ever, and people's moves would wait behind them.
Levels that think for long do so in other processes (`malle.bots.pool`), and no longer than until their answer is due:
where the machine is busy they look at less, and are not late.
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
"""Seconds between two questions to the server, for what no hint told."""
IDLE = 20.0
"""Seconds after which a socket without anything to do is closed."""

MOST_BUSY, MOST_SEATS = 1000, 16
"""Sockets of one worker, and seats of a table."""

LISTEN_AGAIN = 0.3
"""Seconds before a worker comes back to a server that it listened to."""

UNLIKE = 0.1
"""By how much tables differ in how long their robots take."""
THOUGHT = 0.5
"""Seconds that a robot may search for, if its answer is due sooner than that."""

AGAIN = ("unavailable", "too-fast")
"""Refusals that mean: later."""
AGAIN_AFTER = 1.0
"""Seconds before an answer is sent again."""

_GONE = (OSError, websockets.WebSocketException, TimeoutError, EOFError)
_log = structlog.get_logger()


class _Facts(msgspec.Struct):
    """What of a table's public part a robot needs to make its game."""

    game: str
    version: int
    options: dict[str, Any]
    seats: list[Any]
    level: Level = "novice"
    edition: str = ""


_awaited = msgspec.json.Decoder(list[Awaited]).decode
_setting = msgspec.json.Decoder(_Facts).decode


class Worker:
    """One process of robots."""

    def __init__(
        self,
        config: WorkerConfig,
        server: str,
        think: float = 1.0,
        library: Library | None = None,
        processes: int = 0,
    ) -> None:
        """`server` is its address, or several with commas: one that does not answer is left for the next. `processes`
        think for it; 0: one less than there are cores."""
        self._config = config
        self._servers = [each.strip().rstrip("/") for each in server.split(",") if each.strip()]
        self._turn = 0
        self._think = think
        self._library = library or Library()
        self._thinker = Thinker(self._library)
        self._pool = Pool(processes or (os.cpu_count() or 2) - 1)
        self._busy: dict[tuple[str, int], asyncio.Task[None]] = {}
        self.asked: Counter[str] = Counter()
        """Questions that were put to its robots, by table."""
        self.moves: Counter[str] = Counter()
        """Answers sent."""
        self.failed: Counter[str] = Counter()
        """Errors that nobody foresaw, by where they were met."""

    @property
    def _server(self) -> str:
        """The server that answered last, as far as is known."""
        return self._servers[self._turn % len(self._servers)]

    def _leave(self, server: str) -> None:
        """It does not answer: the next one, unless somebody went there already."""
        if server == self._server:
            self._turn += 1

    async def run(self) -> None:
        """For ever."""
        listening = asyncio.create_task(for_ever("listen", self._listen, self.failed))
        try:
            await for_ever("ask", self._look_for_work, self.failed, pause=ASK_EVERY)
        finally:
            listening.cancel()
            await asyncio.wait([listening], timeout=2)  # no hint from here on, so no new socket
            tasks = list(self._busy.values())
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._pool.close()

    async def _look_for_work(self) -> None:
        await self._look()
        await asyncio.sleep(ASK_EVERY)

    async def _look(self) -> None:
        for awaited in await asyncio.to_thread(self._ask):
            for seat in awaited.seats:
                self._play(awaited.table, seat)

    async def _listen(self) -> None:
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
        """Where there is no NATS: one process serves all tables, and says itself where robots are awaited."""
        try:
            async with await self._connect(HINTS) as socket:
                await self._look()  # for what was told before we listened
                async for data in socket:
                    self._hear(data if isinstance(data, bytes) else data.encode())
        except _GONE:
            await asyncio.sleep(LISTEN_AGAIN)

    async def _receive(self, message: Msg) -> None:
        with contained("hear", self.failed):  # the client would take an error of ours for one of NATS
            self._hear(message.data)

    def _hear(self, hints: bytes) -> None:
        for table, _, bits in (numbers for numbers in read_hints(hints) if len(numbers) == 3):
            for seat in range(MOST_SEATS):
                if bits >> seat & 1 and 0 <= table < 1 << 63:
                    self._play(write_id(TableId(table)), seat)

    def _ask(self) -> list[Awaited]:
        """What the first server says that answers, or nothing if none does."""
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
        """The file of an edition of the host's own. A worker has no folder: the server has it."""
        with urllib.request.urlopen(f"{self._server}/editions/{digest}", timeout=5) as answer:
            return str(answer.read(), "utf-8")

    def _play(self, table: str, seat: int) -> None:
        key = (table, seat)
        if key not in self._busy and len(self._busy) < MOST_BUSY:  # what is left over is asked for again
            task = self._busy[key] = asyncio.create_task(self._sit(table, seat))
            task.add_done_callback(lambda _: self._busy.pop(key, None))

    async def _sit(self, table: str, seat: int) -> None:
        """Plays a seat as long as there is something to do."""
        token = self._config.key.token(table, seat)
        with contained("play", self.failed, table=table), contextlib.suppress(*_GONE):
            async with await self._connect(f"/tables/{table}/socket") as socket:
                await socket.send(messages.padded(messages.encode(Hello(token=token))))
                await self._talk(socket, table, token)

    async def _connect(self, path: str) -> ClientConnection:
        """A socket to the first server that opens one. One of `_GONE` if none does."""
        for left in reversed(range(len(self._servers))):
            server = self._server
            url = server.replace("http", "ws", 1) + path
            try:
                shown = {"authorization": f"Bearer {self._config.key.worker()}"}  # a worker may open many
                return await connect(
                    url, compression=None, open_timeout=5, close_timeout=1, max_size=1 << 20, additional_headers=shown
                )
            except _GONE:
                self._leave(server)
                if not left:
                    raise
        raise ConnectionError

    async def _talk(self, socket: ClientConnection, table: str, token: str) -> None:
        """Answers what is asked, each question once. If the server cannot take an answer now, the same one again under
        the same key; whatever else is refused ends this, and the seat is found again if it is still awaited."""
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
        """What a robot answers: in a process of its own if it thinks for long, else at once."""
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
        """The one that is known, unless something else was agreed before the deal."""
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
    """A mind at a seat."""

    agreed: Terms
    name: str
    ears: Ears
    ponders: bool
    slowness: float


def slowness_of(table: str) -> float:
    """How many times as long as usual robots take at a table. It follows from its address, so it tells nothing."""
    return 1 + UNLIKE * (crc32(table.encode()) / 0xFFFFFFFF - 0.5)


def luck_of(token: str, seq: int) -> bytes:
    """A robot's luck at a decision: any worker draws alike, and so does whoever thinks it again after the end."""
    return sha256(f"{token} {seq}".encode()).digest()


def temper_of(token: str) -> bytes:
    """The luck by which a robot draws its temper: the same as long as it sits there, whoever thinks for it, unless the
    robots' key is changed."""
    return sha256(f"{token} temper".encode()).digest()


def is_asked(state: StateMessage) -> bool:
    """Has the seat something to do?"""
    return bytes(state.legal) not in (b"null", b"[]")


async def work(config: WorkerConfig, server: str, think: float = 1.0, processes: int = 0) -> None:
    """Runs a worker."""
    await Worker(config, server, think, processes=processes).run()
