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

from malle.background.loops import log_and_swallow, run_forever
from malle.config.game_library import GameLibrary
from malle.config.settings import WorkerConfig
from malle.core.robots.robot import Level
from malle.messaging.nats_bus import ROBOTS_SUBJECT, disconnect, parse_hints, wait_until_closed
from malle.messaging.nats_bus import connect_with_retries as connect_bus
from malle.protocol import messages
from malle.protocol.messages import (
    HINTS_PATH,
    ActMessage,
    AwaitedRobots,
    HelloMessage,
    RecalledMessage,
    RecallMessage,
    RefusedMessage,
    StateMessage,
)
from malle.protocol.search_effort import key_with_effort
from malle.robots.decide import Decider, Decision, DecisionRequest, GameTerms
from malle.robots.heard_log import HeardLog
from malle.robots.process_pool import DecisionPool
from malle.storage.store import TableId, format_table_id

POLL_SECONDS = 5.0
"""Seconds between two requests to the server for awaited seats, in case a hint was lost."""
IDLE_SOCKET_SECONDS = 20.0
"""Seconds after which a socket without messages is closed."""

MAX_OPEN_SOCKETS, MAX_SEATS = 1000, 16
"""Most open sockets of one worker, and most seats of one table."""

RECONNECT_SECONDS = 0.3
"""Seconds before a worker reconnects to the server's hints."""

DELAY_SPREAD = 0.1
"""How much the delay differs between tables: 0.1 means 5 % less to 5 % more."""
MIN_SEARCH_SECONDS = 0.5
"""Seconds that a robot may search even if its answer is due sooner."""

RETRYABLE_REFUSALS = ("unavailable", "too-fast")
"""Refusals after which the same answer is sent again."""
RETRY_SECONDS = 1.0
"""Seconds before an answer is sent again."""

_CONNECTION_ERRORS = (OSError, websockets.WebSocketException, TimeoutError, EOFError)
_log = structlog.get_logger()


class _TableFacts(msgspec.Struct):
    """The public facts of a table that a robot needs, as the server sends them."""

    game: str
    version: int
    options: dict[str, Any]
    seats: list[Any]
    level: Level = "novice"
    edition: str = ""


_decode_awaited = msgspec.json.Decoder(list[AwaitedRobots]).decode
_decode_table_facts = msgspec.json.Decoder(_TableFacts).decode


class RobotWorker:
    """One robot worker: finds robots' seats that are to act, and plays each seat in an asyncio
    task of its own."""

    def __init__(
        self,
        config: WorkerConfig,
        server: str,
        answer_delay: float = 1.0,
        library: GameLibrary | None = None,
        processes: int = 0,
    ) -> None:
        """`server` holds one address or several, separated by commas; if one does not answer,
        the next is used. `answer_delay` is the delay of each answer in seconds. `processes` is
        the number of deciding processes; 0 means one less than there are cores."""
        self._config = config
        self._servers = [address.strip().rstrip("/") for address in server.split(",") if address.strip()]
        self._server_index = 0
        self._answer_delay = answer_delay
        self._library = library or GameLibrary()
        self._decider = Decider(self._library)
        self._pool = DecisionPool(processes or (os.cpu_count() or 2) - 1)
        self._playing: dict[tuple[str, int], asyncio.Task[None]] = {}
        self.decisions_asked: Counter[str] = Counter()
        """Number of decisions asked of its robots, by table."""
        self.moves_sent: Counter[str] = Counter()
        """Number of moves sent, by table."""
        self.error_counts: Counter[str] = Counter()
        """Count of unexpected errors, by task name."""

    @property
    def _current_server(self) -> str:
        """The address of the server in use: the first one, or the next after one that did not
        answer."""
        return self._servers[self._server_index % len(self._servers)]

    def _leave_server(self, server: str) -> None:
        """Go on to the next server, because `server` does not answer. Do nothing if another task
        did so already."""
        if server == self._current_server:
            self._server_index += 1

    async def run(self) -> None:
        """Find and play seats until cancelled. Then stop listening, cancel all games in progress
        and stop the deciding processes."""
        listening = asyncio.create_task(run_forever("listen", self._listen_for_hints, self.error_counts))
        try:
            await run_forever("ask", self._poll_and_sleep, self.error_counts, pause=POLL_SECONDS)
        finally:
            listening.cancel()
            await asyncio.wait([listening], timeout=2)  # no hints from here on, so no new sockets
            tasks = list(self._playing.values())
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._pool.close()

    async def _poll_and_sleep(self) -> None:
        """Ask the server for robots' seats that are to act, start playing them, then sleep for
        `POLL_SECONDS`."""
        await self._poll_server()
        await asyncio.sleep(POLL_SECONDS)

    async def _poll_server(self) -> None:
        """Ask the server for all robots' seats that are to act, and start playing each."""
        for awaited in await asyncio.to_thread(self._fetch_awaited_seats):
            for seat in awaited.seats:
                self._start_playing(awaited.table, seat)

    async def _listen_for_hints(self) -> None:
        """Receive hints, which name robots' seats that are to act, until the connection is
        closed. They come over NATS, or from the server if there is no NATS."""
        if not self._config.nats_url:
            await self._listen_at_server()
            return
        client = Client()
        try:
            await connect_bus(client, self._config.nats_url)
            await client.subscribe(ROBOTS_SUBJECT, cb=self._receive_message)
            await wait_until_closed(client)
        finally:
            await disconnect(client)

    async def _listen_at_server(self) -> None:
        """Receive hints from the server's socket, for a site without NATS. Return when the
        socket is closed; after an error of the connection wait `RECONNECT_SECONDS` first."""
        try:
            async with await self._open_socket(HINTS_PATH) as socket:
                await self._poll_server()  # for hints that were sent before
                async for data in socket:
                    self._play_hinted_seats(data if isinstance(data, bytes) else data.encode())
        except _CONNECTION_ERRORS:
            await asyncio.sleep(RECONNECT_SECONDS)

    async def _receive_message(self, message: Msg) -> None:
        """Handle a message with hints from NATS. Errors are logged and counted, not raised."""
        with log_and_swallow("hear", self.error_counts):  # the client would treat our error as an error of NATS
            self._play_hinted_seats(message.data)

    def _play_hinted_seats(self, hints: bytes) -> None:
        """Start playing each seat that the hints name. A hint is a line of three numbers: table
        id, seq, and a bit for each seat that is to act. Other lines are ignored."""
        for table, _, bits in (numbers for numbers in parse_hints(hints) if len(numbers) == 3):
            for seat in range(MAX_SEATS):
                if bits >> seat & 1 and 0 <= table < 1 << 63:
                    self._start_playing(format_table_id(TableId(table)), seat)

    def _fetch_awaited_seats(self) -> list[AwaitedRobots]:
        """Return, by table, the robots' seats that are to act, from the first server that
        answers. Return an empty list if none does. Blocking: run it in a thread."""
        for _ in self._servers:
            server = self._current_server
            headers = {"authorization": f"Bearer {self._config.robot_key.worker_token()}"}
            request = urllib.request.Request(f"{server}/api/robots", headers=headers)
            try:
                with urllib.request.urlopen(request, timeout=5) as answer:
                    return _decode_awaited(answer.read())
            except OSError as error:
                _log.info("robots", trouble=type(error).__name__)
                self._leave_server(server)
        return []

    def _fetch_edition(self, digest: str) -> str:
        """Return the file of a site's own edition from the server, by its digest: a worker has
        no instance folder. Raise `OSError` if the server does not answer. Blocking: run it in a
        thread."""
        with urllib.request.urlopen(f"{self._current_server}/editions/{digest}", timeout=5) as answer:
            return str(answer.read(), "utf-8")

    def _start_playing(self, table: str, seat: int) -> None:
        """Start a task that plays this seat, unless one runs already or `MAX_OPEN_SOCKETS` seats
        are being played. A skipped seat is found again at the next request to the server."""
        key = (table, seat)
        if key not in self._playing and len(self._playing) < MAX_OPEN_SOCKETS:  # others are found at the next request
            task = self._playing[key] = asyncio.create_task(self._play_seat(table, seat))
            task.add_done_callback(lambda _: self._playing.pop(key, None))

    async def _play_seat(self, table: str, seat: int) -> None:
        """Connect to the table as this seat's robot, and play until the socket closes or is
        idle. Errors of the connection are ignored, others are logged and counted."""
        token = self._config.robot_key.seat_token(table, seat)
        with log_and_swallow("play", self.error_counts, table=table), contextlib.suppress(*_CONNECTION_ERRORS):
            async with await self._open_socket(f"/tables/{table}/socket") as socket:
                await socket.send(messages.pad(messages.encode(HelloMessage(token=token))))
                await self._play_over_socket(socket, table, token)

    async def _open_socket(self, path: str) -> ClientConnection:
        """Return a websocket to the path at the first server that accepts it. Raise the last of
        the `_CONNECTION_ERRORS` if none does."""
        for servers_left in reversed(range(len(self._servers))):
            server = self._current_server
            url = server.replace("http", "ws", 1) + path
            try:
                headers = {
                    "authorization": f"Bearer {self._config.robot_key.worker_token()}"
                }  # the server lets a worker open many
                return await connect(
                    url, compression=None, open_timeout=5, close_timeout=1, max_size=1 << 20, additional_headers=headers
                )
            except _CONNECTION_ERRORS:
                self._leave_server(server)
                if not servers_left:
                    raise
        raise ConnectionError

    async def _play_over_socket(self, socket: ClientConnection, table: str, token: str) -> None:
        """Play a seat over its socket; each position is decided once. If the server cannot take
        a move now, the same move is sent again after `RETRY_SECONDS`, under the same key. Return
        after any other refusal: the seat is found again if it is still to act. Raise one of
        `_CONNECTION_ERRORS` if the socket closes or is idle for `IDLE_SOCKET_SECONDS`."""
        sent_move: ActMessage | None = None
        robot: _SeatedRobot | None = None
        state: StateMessage | None = None
        received_at = 0.0
        while True:
            async with asyncio.timeout(IDLE_SOCKET_SECONDS):
                data = await socket.recv(decode=False)
            message = messages.decode_from_server(data)
            if isinstance(message, RefusedMessage):
                if sent_move is None or message.key != sent_move.key or message.slug not in RETRYABLE_REFUSALS:
                    return
                await asyncio.sleep(RETRY_SECONDS)
                await socket.send(messages.pad(messages.encode(sent_move)))
                continue
            if isinstance(message, RecalledMessage) and robot is not None:
                robot.heard_log.add_history(message)
            elif isinstance(message, StateMessage):
                state, received_at = message, time.monotonic()
                robot = await self._robot_for(table, state, robot)
                if not robot.heard_log.add_state(state) and has_legal_move(state):
                    await socket.send(messages.pad(messages.encode(RecallMessage(str(uuid4())))))
            if robot is None or state is None or not has_legal_move(state) or robot.heard_log.seq < state.seq:
                continue
            if sent_move is not None and state.seq <= sent_move.seq:
                continue
            self.decisions_asked[table] += 1
            decision = await self._decide(robot, state, token, received_at)
            await asyncio.sleep(max(0.0, received_at + self._answer_delay * robot.delay_factor - time.monotonic()))
            sent_move = ActMessage(state.seq, decision.move_text, key_with_effort(decision.futures))
            await socket.send(messages.pad(messages.encode(sent_move)))
            self.moves_sent[table] += 1

    async def _decide(self, robot: _SeatedRobot, state: StateMessage, token: str, received_at: float) -> Decision:
        """Return a robot's decision for this state, which came at `received_at`. A robot whose
        level searches for long decides in a process of the pool, another in a thread."""
        assert isinstance(state.viewer, int)
        deadline = received_at + max(self._answer_delay * robot.delay_factor, MIN_SEARCH_SECONDS)
        heard = tuple(robot.heard_log.heard)
        view, legal = bytes(state.view), bytes(state.legal)
        seed, style = decision_seed(token, state.seq), style_seed(token)
        request = DecisionRequest(
            robot.terms, robot.robot_id, state.viewer, view, legal, heard, 0, seed, style, deadline
        )
        if robot.uses_process_pool:
            return await self._pool.decide(request, robot.heard_log)
        decision = await asyncio.to_thread(self._decider.decide_request, request)
        assert decision is not None
        return decision

    async def _robot_for(self, table: str, state: StateMessage, known: _SeatedRobot | None) -> _SeatedRobot:
        """Return `known` if the table's settings are those it was built for, else a new robot
        for the table's game and level. A site's own edition is fetched and loaded first."""
        facts, custom_editions = _decode_table_facts(bytes(state.table)), self._library.custom_editions
        file = known.terms.edition_file if known is not None and known.terms.edition == facts.edition else ""
        if facts.edition and not file:
            file = await asyncio.to_thread(self._fetch_edition, facts.edition)
            custom_editions.add_text(file)
        terms = GameTerms(facts.game, facts.version, len(facts.seats), facts.options, facts.level, facts.edition, file)
        if known is not None and known.terms == terms:
            return known
        game_info = self._library.game_info(facts.game, facts.version)
        heard_log, uses_process_pool = (
            HeardLog(game_info.robot_of_level(facts.level)),
            facts.level in game_info.slow_levels,
        )
        return _SeatedRobot(terms, str(uuid4()), heard_log, uses_process_pool, delay_factor_of(table))


class _SeatedRobot(msgspec.Struct, frozen=True):
    """A robot at one seat, as the worker knows it while it plays the seat."""

    terms: GameTerms
    robot_id: str
    """Id under which deciding processes keep its memory."""
    heard_log: HeardLog
    uses_process_pool: bool
    """Whether its level searches for long, so that it decides in the process pool."""
    delay_factor: float
    """Factor of the delay of its answers (see `delay_factor_of`)."""


def delay_factor_of(table: str) -> float:
    """Return the factor by which the delay of robots' answers at a table is multiplied. It
    depends on the table's id alone, so it reveals nothing."""
    return 1 + DELAY_SPREAD * (crc32(table.encode()) / 0xFFFFFFFF - 0.5)


def decision_seed(token: str, seq: int) -> bytes:
    """Return the seed of a robot's random choices at one decision, from the token of its seat.
    Every worker computes the same one, and so does a later analysis of the game."""
    return sha256(f"{token} {seq}".encode()).digest()


def style_seed(token: str) -> bytes:
    """Return the seed by which a robot's style is drawn, from the token of its seat. It is the
    same as long as the robot has its seat, on every worker, unless the robots' key changes."""
    return sha256(f"{token} temper".encode()).digest()


def has_legal_move(state: StateMessage) -> bool:
    """Return whether the seat that got this state has a legal move."""
    return bytes(state.legal) not in (b"null", b"[]")


async def run_robot_worker(config: WorkerConfig, server: str, answer_delay: float = 1.0, processes: int = 0) -> None:
    """Run a robot worker until it is cancelled. `server`, `answer_delay` and `processes`: see
    `RobotWorker.__init__`."""
    await RobotWorker(config, server, answer_delay, processes=processes).run()
