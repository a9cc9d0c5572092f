"""The WebSocket of a table: the client sends hello and then commands, the server sends states.

A state is made when it is sent, not when the table moves. So a connection has at most one state waiting: a slow
client gets fewer and newer states, and no viewer waits for another. The kernel ends a connection whose peer has
taken nothing for fifteen seconds (see `malle.cli.operator.serve`). The client then reconnects and is sent the
log.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from collections.abc import Callable, Coroutine, Generator
from functools import partial
from typing import Any

import msgspec
from litestar.connection import ASGIConnection
from litestar.types import Receive, Scope, Send

from malle.core import Malformed, MalleError
from malle.live import agreeing, asking, frames, seating
from malle.live.caller import SPECTATOR, Caller, NotYours
from malle.live.house import House
from malle.live.keys import read_key
from malle.live.recalling import recall
from malle.live.room import Room
from malle.live.sitters import is_theirs
from malle.live.watcher import CHANGED
from malle.live.writing import robots_asked
from malle.loops import contained
from malle.store.killpoint import reach
from malle.store.store import read_id
from malle.web.device import bearer, tokens_of
from malle.web.limits import Bucket, TooFast, is_own_origin
from malle.web.quotas import Quotas
from malle.web.trouble import new_number
from malle.wire import messages
from malle.wire.messages import (
    ActMessage,
    AskMessage,
    EmoteMessage,
    Hello,
    KnockMessage,
    LetMessage,
    LookMessage,
    NudgeMessage,
    Recalled,
    RecallMessage,
    Refusal,
    SeenMessage,
    StandInMessage,
    Taken,
)

HELLO_SECONDS = 10
"""A connection is closed if its client has not sent hello by then."""
PATIENCE = 30
"""Messages beyond the allowed rate after which a connection is closed."""

POLICY, OUR_FAULT = 1008, 1011
ROUTE = "/tables/{table}/socket"
_PATH = re.compile(ROUTE.replace("{table}", "([^/]+)") + "/?")


class Socket:
    """One WebSocket as the ASGI server hands it over. No framework is in between, since each move is sent to
    every viewer and each layer would cost time for each of them."""

    __slots__ = ("_receive", "_send")

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send

    async def receive(self) -> bytes | None:
        """Wait for the next message. Return `None` if there will be no more."""
        message: Any = await self._receive()
        if message["type"] != "websocket.receive":
            return None
        return message.get("bytes") or (message.get("text") or "").encode()

    async def send(self, data: bytes) -> None:
        """Send one frame, padded. Wait while the peer does not read. Raise `OSError` if the peer has left."""
        try:
            await self._send({"type": "websocket.send", "bytes": messages.padded(data), "text": None})
        except RuntimeError as error:  # uvicorn raises this for a socket that is already closed
            raise ConnectionError from error

    async def close(self, code: int, why: str) -> None:
        """Close the connection with this code and reason. Do nothing if it has ended already."""
        with contextlib.suppress(RuntimeError, OSError):
            await self._send({"type": "websocket.close", "code": code, "reason": why})


class Connection:
    """A viewer of a table who is connected by a WebSocket. Sends the states that this viewer may see."""

    __slots__ = (
        "_dictionary",
        "_dirty",
        "_first",
        "_house",
        "_room",
        "_seen",
        "_sending",
        "_socket",
        "_woken",
        "away",
        "signed",
        "who",
    )

    def __init__(self, house: House, room: Room, who: Caller, socket: Socket, hello: Hello) -> None:
        self.who = who
        self._house = house
        self._room = room
        self._socket = socket
        self._dictionary = house.dictionary(room.sheet) if hello.packed and hello.packed == house.build else b""
        self.away = False
        self.signed = time.monotonic()
        self._seen = -1
        self._first = True
        self._dirty = False
        self._sending = False
        self._woken = False

    def wake(self) -> None:
        """Send the newest state, at once or as soon as the state before is sent."""
        self._dirty = self._woken = True
        if not self._sending:
            self._sending = True
            # An error while drawing for one viewer must not keep the others from seeing the state.
            with contained("show", self._house.failed, table=self._room.text):
                begin(self._send_states(), self._house.start)

    def begin(self) -> None:
        """Send the first state to a viewer who is now admitted. Do nothing if a state is on its way already."""
        if not self._woken:
            self.wake()

    def show(self) -> None:
        """Send the newest state if the table that this viewer may see has changed; even an empty frame would
        reveal a hidden move. Do nothing while the viewer is being admitted, since that ends with a first state."""
        if self._woken and self._room.shown_to(self.who.seat).table.seq != self._seen:
            self.wake()

    def tell(self, data: bytes) -> None:
        """Send a message that is no state, such as an emote. Do nothing while the viewer is being admitted."""
        if self._woken:
            with contained("show", self._house.failed, table=self._room.text):
                begin(self._send(data), self._house.start)

    def may_see(self) -> bool:
        """Tell whether the viewer still has their seat; always True for a spectator. False while the owner of
        the seat is being looked up after a change."""
        return self.who.seat is None or is_theirs(self._room, self.who, self.who.seat)

    async def _send(self, data: bytes) -> None:
        """Send one frame. Ignore that the peer has left."""
        with contextlib.suppress(OSError):
            await self._socket.send(data)

    def drop(self, why: str) -> None:
        """Close this connection and remove it from the room. The client may connect again."""
        self._room.connections.discard(self)
        self._house.start(self._socket.close(POLICY, why))

    async def _send_states(self) -> None:
        """Send states until the newest is sent. Stop if the seat is no longer this viewer's. If the peer has
        left, remove the connection from the room."""
        try:
            while self._dirty:
                self._dirty = False
                # The seat has a new owner: the table service wakes the viewers who stay.
                if not self.may_see():
                    return
                room = self._room.shown_to(self.who.seat)
                frame = frames.frame(
                    room,
                    self.who.seat,
                    self._seen,
                    robot=self.who.robot,
                    first=self._first,
                    build=self._house.build,
                    dictionary=self._dictionary,
                    left=self.who.left if self.who.left in self._room.table.left else None,
                )
                self._seen = room.table.seq
                # The setting comes when there is a game.
                self._first = self._first and room.table.turn is None
                await self._socket.send(frame)
        except OSError:
            self._room.connections.discard(self)
        finally:
            self._sending = False


def begin(work: Coroutine[Any, Any, None], start: Callable[[Any], None]) -> None:
    """Run a coroutine at once up to its first wait, and hand the rest to `start` as a task. Most sends never
    wait, so they cost no task; otherwise four viewers would cost four tasks for each move."""
    try:
        waits_for = work.send(None)
    except StopIteration:
        return
    start(_go_on(work, waits_for))


async def _go_on(work: Coroutine[Any, Any, None], waits_for: Any) -> None:
    """Await the rest of a coroutine that was started by hand. `waits_for` is what it yielded first."""
    await _Rest(work, waits_for)


class _Rest:
    """An awaitable for the rest of a coroutine that was started by hand: first what it waits for, then what follows."""

    def __init__(self, work: Coroutine[Any, Any, None], waits_for: Any) -> None:
        self._work = work
        self._waits_for = waits_for

    def __await__(self) -> Generator[Any, Any, None]:
        """Yield what the coroutine waits for, and pass results and exceptions back into it until it ends."""
        while True:
            try:
                value = yield self._waits_for
            except BaseException as error:  # noqa: BLE001  every exception belongs to the coroutine
                step = partial(self._work.throw, error)
            else:
                step = partial(self._work.send, value)
            try:
                self._waits_for = step()
            except StopIteration:
                return


async def table_socket(house: House, quotas: Quotas, scope: Scope, receive: Receive, send: Send) -> None:
    """Serve one WebSocket of a table from the request to its end. Refuse foreign origins, unknown paths and
    addresses above their limits. Robot workers have no limits. An unexpected error is logged under a number,
    which the client gets as close reason."""
    await receive()  # the connect event
    socket, found = Socket(receive, send), _PATH.fullmatch(scope["path"])
    asked = ASGIConnection[Any, Any, Any, Any](scope)
    own = is_own_origin(asked.headers, house.config.origins)
    if own is False or found is None:
        await socket.close(POLICY, "no-such-page" if found is None else "wrong-origin")
        return
    tokens, browser = tokens_of(asked, found[1], own=own is True), own is True and not bearer(asked)
    address = "" if house.config.keys.is_worker(tokens[0]) else asked.client.host if asked.client else ""
    try:
        if address:
            quotas.connects.need(address)
            quotas.sockets.take(address)
    except TooFast as error:
        await socket.close(POLICY, error.slug)
        return
    house.counts["sockets"] += 1
    number = new_number()
    with contained("request", house.failed, route=ROUTE, id=number):
        try:
            await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
            await _talk(house, quotas, socket, found[1], tokens, browser=browser)
        except MalleError as error:
            await _refuse(socket, "", error)
            await socket.close(POLICY, error.slug)
        except OSError:
            pass
        finally:
            house.counts["sockets"] -= 1
            if address:
                quotas.sockets.leave(address)
    await socket.close(OUR_FAULT, f"bug {number}")  # does nothing if either side has closed it


async def _talk(
    house: House, quotas: Quotas, socket: Socket, table: str, tokens: tuple[str, str], *, browser: bool
) -> None:
    """Wait for hello, admit the viewer to the room, and serve their messages until they leave. Raise
    `Malformed` if hello does not come first and in time. Raise `NotYours` for a token that is not valid."""
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            data = await socket.receive()
    except TimeoutError:
        raise Malformed("say hello first") from None
    if data is None:
        return
    hello = _read(data)
    if not isinstance(hello, Hello):
        raise Malformed("say hello first")
    room = await house.room(read_id(table))
    try:
        who = await seating.caller(house, room, *((hello.token, "") if hello.token else tokens))
    except NotYours:
        if hello.token or not browser:
            raise
        # A device that was signed out watches as a spectator, as its page says.
        who = SPECTATOR
    room = house.hold(room)
    connection = Connection(house, room, who, socket, hello)
    room.connections.add(connection)
    house.bus.watch(room.id)
    try:
        await house.look_again(room)
        if room.sitters is None:
            await house.sitters.learn(room)
        if not connection.may_see():
            # The seat changed hands at another process before this viewer was identified.
            await socket.close(POLICY, CHANGED)
            return
        house.attendance.look_round(room)
        if not who.robot and (robots := robots_asked(room)):
            # Robots that are alone wait until a person watches.
            house.bus.hint(room.id, room.table.seq, robots)
        connection.begin()
        await _listen(house, quotas, socket, room, connection)
    finally:
        house.bus.unwatch(room.id)
        room.connections.discard(connection)
        house.attendance.look_round(room)


async def _listen(house: House, quotas: Quotas, socket: Socket, room: Room, connection: Connection) -> None:
    """Read and answer messages until the client leaves. Each message counts against the rate, and errors are
    answered with a refusal. Close the connection after too many messages beyond the rate."""
    who = connection.who
    bucket = Bucket(house.config.rate)
    angry = 0
    while (data := await socket.receive()) is not None:
        key = ""
        try:
            if not bucket.take():
                angry += 1
                raise TooFast()
            wish = _read(data)
            if isinstance(wish, Hello):
                raise Malformed("hello is said once")
            connection.signed = time.monotonic()
            if isinstance(wish, LookMessage):
                connection.away = wish.away
                house.attendance.look_round(room)
                continue
            if isinstance(wish, SeenMessage):
                if not who.robot:
                    house.attendance.see(room, who.seat, wish.seq)
                continue
            key = wish.key
            if isinstance(wish, RecallMessage):
                await socket.send(messages.encode(Recalled(key, await recall(house, room, who))))
                continue
            if isinstance(wish, AskMessage) and (who.seat is not None or who.left in room.table.left):
                quotas.notes.need(room.text)
            began = time.monotonic()
            seq = await _do(house, room, who, wish)
            house.moved.note(time.monotonic() - began)
        except MalleError as error:
            await _refuse(socket, key, error)
            if angry > PATIENCE:
                await socket.close(POLICY, "too-fast")
                return
        else:
            reach("answering")
            await socket.send(messages.encode(Taken(key, seq)))
            reach("answered")
            house.show(room, connection)


Wish = ActMessage | AskMessage | KnockMessage | LetMessage | NudgeMessage | StandInMessage | EmoteMessage


async def _do(house: House, room: Room, who: Caller, wish: Wish) -> int:
    """Carry out a client's command. Return the seq that the client is answered."""
    key = read_key(wish.key)
    match wish:
        case ActMessage():
            return await house.act(room, who, wish.seq, wish.text, key)
        case AskMessage(what="pause"):
            return await agreeing.pause(house, room, who, wish.seq, key)
        case AskMessage():
            return await house.ask(room, who, wish.seq, wish.what, key)
        case KnockMessage():
            return await asking.knock(house, room, who, wish.seat, wish.name, wish.invite, key)
        case LetMessage():
            return await asking.answer(house, room, who, read_key(wish.asking), yes=wish.yes)
        case NudgeMessage():
            return await agreeing.nudge(house, room, who, wish.seat, key)
        case StandInMessage():
            return await agreeing.want_stand_in(house, room, who, wish.seat, yes=wish.yes)
        case EmoteMessage():
            if room.sitters is None:
                await house.sitters.learn(room)
            return house.emotes.show(room, who, wish.what)


def _read(data: bytes) -> messages.FromClient:
    """Decode a message. Raise `Malformed` if it cannot be read."""
    try:
        return messages.decode_from_client(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Malformed(f"not a message: {error}") from None


async def _refuse(socket: Socket, key: str, error: MalleError) -> None:
    """Send an error as a refusal. `key` is that of the refused message, or empty. Ignore that the peer has left."""
    with contextlib.suppress(OSError):
        await socket.send(messages.encode(Refusal(key, error.slug, str(error))))
