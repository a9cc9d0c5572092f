"""A client for tests: a socket that comes back, sends again what was not answered, and keeps what it was told."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
import time
import traceback
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Self
from uuid import uuid4

import msgspec
import websockets
from websockets.asyncio.client import ClientConnection, connect

from malle.protocol import messages
from malle.protocol.messages import (
    ActMessage,
    EmotedMessage,
    EmoteMessage,
    HelloMessage,
    NudgeMessage,
    PageVisibilityMessage,
    RecalledMessage,
    RecallMessage,
    RefusedMessage,
    SeatAnswerMessage,
    SeatRequestMessage,
    SeenMessage,
    StandInMessage,
    StateMessage,
    TableCommandMessage,
    TakenMessage,
)
from malle.runtime.views.compression import decompress_frame
from tests.server.nursery import METRICS

Wish = (
    ActMessage
    | TableCommandMessage
    | SeatRequestMessage
    | SeatAnswerMessage
    | NudgeMessage
    | StandInMessage
    | EmoteMessage
)
GONE = (OSError, websockets.WebSocketException, TimeoutError, EOFError)


def call(port: int, path: str, body: object = None, *, token: str = "", headers: dict[str, str] | None = None) -> Any:
    """One HTTP request: (status, decoded JSON)."""
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}{path}",
        data=None if body is None else json.dumps(body).encode(),
        headers={"content-type": "application/json", **(headers or {})},
    )
    if token:
        request.add_header("authorization", f"Bearer {token}")
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, _decode(answer.read())
    except urllib.error.HTTPError as error:
        with error:
            return error.code, _decode(error.read())


class Packing(NamedTuple):
    """What a page needs to read packed frames."""

    build: str
    dictionary: bytes


def packing_of(port: int, game: str) -> Packing:
    """As a page of this server has it; a game that the site does not offer has an empty dictionary."""
    found = re.search(r"/static/(\w+)/", call(port, "/")[1])
    assert found
    build = found[1]
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/static/{build}/{game}.frames", timeout=60) as answer:
            return Packing(build, answer.read())
    except urllib.error.HTTPError as error:
        error.close()
        return Packing(build, b"")


def metrics(port: int) -> str:
    """The counts of the server on a port."""
    with urllib.request.urlopen(f"http://{METRICS}:{port}/metrics", timeout=15) as answer:
        return str(answer.read().decode())


def _decode(data: bytes) -> Any:
    try:
        return json.loads(data)
    except ValueError:
        return data.decode()


def _tell_why(task: asyncio.Task[None]) -> None:
    """A reader ends only when it is cancelled."""
    if not task.cancelled() and task.exception() is not None:
        traceback.print_exception(task.exception())


class Player:
    """Somebody at a table. `ports` are tried in turn, so that they find the server that lives. With `packing` they ask
    for packed frames, as browsers do."""

    def __init__(
        self, ports: Sequence[int], table: str, token: str, *, start: int = 0, packing: Packing | None = None
    ) -> None:
        self.table = table
        self.token = token
        self.state: StateMessage | None = None
        self.states = 0
        self.answers: dict[str, TakenMessage | RefusedMessage] = {}
        self.recalled: dict[str, RecalledMessage] = {}
        self.emoted: list[EmotedMessage] = []
        self.refusals: list[RefusedMessage] = []
        """About the connection itself."""
        self.raw: list[bytes] | None = None
        """Set it to a list to keep every byte received."""
        self._packing = packing or Packing("", b"")
        self._ports = ports
        self._turn = start
        self._changed = asyncio.Event()
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self.on_state: Callable[[StateMessage], None] = lambda state: None
        self.on_taken: Callable[[TakenMessage], None] = lambda taken: None
        self.port = 0
        self.connections = 0

    async def __aenter__(self) -> Self:
        self._reader = asyncio.create_task(self._read_for_ever())
        self._reader.add_done_callback(_tell_why)
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._reader is not None:
            self._reader.cancel()
            await asyncio.gather(self._reader, return_exceptions=True)
        if self._socket is not None:
            await self._socket.close()

    async def _read_for_ever(self) -> None:
        pause = 0.2
        while True:
            self.port = self._ports[self._turn % len(self._ports)]
            self._turn += 1
            try:
                url = f"ws://127.0.0.1:{self.port}/tables/{self.table}/socket"
                async with connect(url, compression=None, open_timeout=3, close_timeout=0.2, ping_interval=5) as socket:
                    await socket.send(messages.encode(HelloMessage(self.token, self._packing.build)))
                    self._socket = socket
                    self.connections += 1
                    self._change()
                    pause = 0.2
                    async for data in socket:
                        self._receive(data if isinstance(data, bytes) else data.encode())
            except GONE:
                pass
            self._socket = None
            self._change()
            await asyncio.sleep(pause * 2 * random.random())  # as browsers do: never all at once
            pause = min(pause * 2, 0.5)

    def _receive(self, data: bytes) -> None:
        if self.raw is not None:
            self.raw.append(data)
        message = messages.decode_from_server(decompress_frame(data, self._packing.dictionary))
        if isinstance(message, StateMessage):
            if message.viewer is msgspec.UNSET and self.state is not None:  # said once, after hello
                message = msgspec.structs.replace(message, viewer=self.state.viewer, left=self.state.left)
            self.state = message
            self.states += 1
            self.on_state(message)
        elif isinstance(message, RecalledMessage):
            self.recalled[message.key] = message
        elif isinstance(message, EmotedMessage):
            self.emoted.append(message)
        else:
            self.answers[message.key] = message
            if isinstance(message, RefusedMessage) and not message.key:
                self.refusals.append(message)
            if isinstance(message, TakenMessage):
                self.on_taken(message)
        self._change()

    def _change(self) -> None:
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def wait(self, done: Callable[[], bool], seconds: float = 90) -> None:
        """Waits until something is so."""
        limit = time.monotonic() + seconds
        while not done():
            changed = self._changed
            left = limit - time.monotonic()
            if left <= 0:
                raise TimeoutError
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(min(left, 1)):
                    await changed.wait()

    async def until(self, seq: int, seconds: float = 90) -> StateMessage:
        """The state at a seq, or later."""
        await self.wait(lambda: self.state is not None and self.state.seq >= seq, seconds)
        assert self.state is not None
        return self.state

    async def act(
        self, text: str, *, seq: int | None = None, key: str = "", seconds: float = 90
    ) -> TakenMessage | RefusedMessage:
        """Acts, and sends it again over every new socket until there is an answer."""
        at = seq if seq is not None else self.state.seq if self.state is not None else 0
        return await self.send(ActMessage(at, text, key or str(uuid4())), seconds)

    async def send(self, wish: Wish, seconds: float = 90) -> TakenMessage | RefusedMessage:
        """The same for anything with a key."""
        limit = time.monotonic() + seconds
        self.answers.pop(wish.key, None)
        sent_on: ClientConnection | None = None
        while True:
            answer = self.answers.get(wish.key)
            if isinstance(answer, TakenMessage) or (
                answer is not None and answer.slug not in ("unavailable", "too-fast")
            ):
                return answer
            if answer is not None:
                del self.answers[wish.key]
                sent_on = None
                await asyncio.sleep(0.1)
            if time.monotonic() > limit:
                raise TimeoutError(f"no answer to {wish}")
            socket = self._socket
            if socket is not None and socket is not sent_on:
                try:
                    await socket.send(messages.encode(wish))
                    sent_on = socket
                except GONE:
                    await asyncio.sleep(0.02)
            changed = self._changed
            if wish.key not in self.answers and (self._socket is None or self._socket is sent_on):
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(1):
                        await changed.wait()

    async def shout(self, wish: Wish) -> None:
        """Sends something and waits for nothing."""
        assert self._socket is not None
        await self._socket.send(messages.encode(wish))

    async def recall(self) -> RecalledMessage | RefusedMessage:
        """All that this seat has heard, if it is a robot's."""
        key = str(uuid4())
        assert self._socket is not None
        await self._socket.send(messages.encode(RecallMessage(key)))
        await self.wait(lambda: key in self.recalled or isinstance(self.answers.get(key), RefusedMessage))
        refused = self.answers.get(key)
        return refused if isinstance(refused, RefusedMessage) else self.recalled[key]

    async def say(self, message: SeenMessage) -> None:
        """Sends something that is not answered."""
        assert self._socket is not None
        await self._socket.send(messages.encode(message))

    async def look(self, *, away: bool) -> None:
        """Turns to the page or from it."""
        assert self._socket is not None
        await self._socket.send(messages.encode(PageVisibilityMessage(away)))

    def presences(self) -> list[str]:
        """Who is there, by seat."""
        return [] if self.state is None else [each["presence"] for each in json.loads(bytes(self.state.table))["seats"]]

    @property
    def is_connected(self) -> bool:
        """Have they a socket now?"""
        return self._socket is not None

    async def cut(self) -> None:
        """Loses the connection without a word."""
        if self._socket is not None:
            self._socket.transport.abort()
