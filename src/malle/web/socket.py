"""The table socket: hello, then states down and acts up.

A state is made when it is sent, not when the table moves: a connection never has more than one waiting, whoever reads
slowly gets fewer and newer ones, and nobody waits for anybody else. The kernel ends a connection whose peer has not
taken anything for fifteen seconds (see `malle.commands`); the client comes back and is sent the log.
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
"""Whoever does not say hello by then is sent away."""
PATIENCE = 30
"""Messages beyond the allowed rate before a connection is closed."""

POLICY, OUR_FAULT = 1008, 1011
ROUTE = "/tables/{table}/socket"
_PATH = re.compile(ROUTE.replace("{table}", "([^/]+)") + "/?")


class Socket:
    """One connection as the server hands it over, with no framework in between: each move is sent to everybody who
    looks, and each layer would be passed as often."""

    __slots__ = ("_receive", "_send")

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send

    async def receive(self) -> bytes | None:
        """The next message; None: there will be no more."""
        message: Any = await self._receive()
        if message["type"] != "websocket.receive":
            return None
        return message.get("bytes") or (message.get("text") or "").encode()

    async def send(self, data: bytes) -> None:
        """One frame, padded; waits while the peer does not read. `OSError` if they have left."""
        try:
            await self._send({"type": "websocket.send", "bytes": messages.padded(data), "text": None})
        except RuntimeError as error:  # what uvicorn says of a socket that is closed already
            raise ConnectionError from error

    async def close(self, code: int, why: str) -> None:
        """Ends it, if it has not ended."""
        with contextlib.suppress(RuntimeError, OSError):
            await self._send({"type": "websocket.close", "code": code, "reason": why})


class Connection:
    """Somebody who looks at a table."""

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
        """There is something new to see."""
        self._dirty = self._woken = True
        if not self._sending:
            self._sending = True
            # What cannot be drawn for one viewer must not keep the rest from seeing it.
            with contained("show", self._house.failed, table=self._room.text):
                begin(self._send_states(), self._house.start)

    def begin(self) -> None:
        """The viewer is let in: sends the first state, unless everybody was just shown that they came."""
        if not self._woken:
            self.wake()

    def show(self) -> None:
        """The table has moved on: wakes, if this viewer may see it; even an empty frame would tell that it has. Not
        while the viewer is still being let in: that ends with a wake."""
        if self._woken and self._room.shown_to(self.who.seat).table.seq != self._seen:
            self.wake()

    def tell(self, data: bytes) -> None:
        """Something for a moment, which is no state: not while the viewer is still being let in."""
        if self._woken:
            with contained("show", self._house.failed, table=self._room.text):
                begin(self._send(data), self._house.start)

    def may_see(self) -> bool:
        """Is the seat still theirs, as far as the log was followed? While nobody knows, it is not."""
        return self.who.seat is None or is_theirs(self._room, self.who, self.who.seat)

    async def _send(self, data: bytes) -> None:
        with contextlib.suppress(OSError):
            await self._socket.send(data)

    def drop(self, why: str) -> None:
        """Sends this connection away; it may come back."""
        self._room.connections.discard(self)
        self._house.start(self._socket.close(POLICY, why))

    async def _send_states(self) -> None:
        try:
            while self._dirty:
                self._dirty = False
                if not self.may_see():  # a seat has changed hands: `House.reseat` wakes those who stay
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
                self._first = self._first and room.table.turn is None  # the setting comes when there is a game
                await self._socket.send(frame)
        except OSError:
            self._room.connections.discard(self)
        finally:
            self._sending = False


def begin(work: Coroutine[Any, Any, None], start: Callable[[Any], None]) -> None:
    """Runs a coroutine at once as far as it goes without waiting, which for a send is nearly always to its end; only
    what waits becomes a task. Four watchers of a move cost four tasks otherwise."""
    try:
        waits_for = work.send(None)
    except StopIteration:
        return
    start(_go_on(work, waits_for))


async def _go_on(work: Coroutine[Any, Any, None], waits_for: Any) -> None:
    await _Rest(work, waits_for)


class _Rest:
    """The rest of a coroutine that has begun, to be awaited: first what it waits for, then what follows."""

    def __init__(self, work: Coroutine[Any, Any, None], waits_for: Any) -> None:
        self._work = work
        self._waits_for = waits_for

    def __await__(self) -> Generator[Any, Any, None]:
        while True:
            try:
                value = yield self._waits_for
            except BaseException as error:  # noqa: BLE001  whatever it is, it is the coroutine's
                step = partial(self._work.throw, error)
            else:
                step = partial(self._work.send, value)
            try:
                self._waits_for = step()
            except StopIteration:
                return


async def table_socket(house: House, quotas: Quotas, scope: Scope, receive: Receive, send: Send) -> None:
    """One connection, from hello to the end. Robots' workers open as many as they need."""
    await receive()  # the wish to connect
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
    await socket.close(OUR_FAULT, f"bug {number}")  # unless one of us has ended it


async def _talk(
    house: House, quotas: Quotas, socket: Socket, table: str, tokens: tuple[str, str], *, browser: bool
) -> None:
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
        who = SPECTATOR  # a device that was closed looks on, as its page says
    room = house.hold(room)
    connection = Connection(house, room, who, socket, hello)
    room.connections.add(connection)
    house.bus.watch(room.id)
    try:
        await house.look_again(room)
        if room.sitters is None:
            await house.sitters.learn(room)
        if not connection.may_see():
            await socket.close(POLICY, CHANGED)  # at another process, before we were asked who this is
            return
        house.attendance.look_round(room)
        if not who.robot and (robots := robots_asked(room)):
            house.bus.hint(room.id, room.table.seq, robots)  # robots alone have waited for somebody to look
        connection.begin()
        await _listen(house, quotas, socket, room, connection)
    finally:
        house.bus.unwatch(room.id)
        room.connections.discard(connection)
        house.attendance.look_round(room)


async def _listen(house: House, quotas: Quotas, socket: Socket, room: Room, connection: Connection) -> None:
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
    """What somebody wants, done: the seq that they are answered."""
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
    try:
        return messages.decode_from_client(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Malformed(f"not a message: {error}") from None


async def _refuse(socket: Socket, key: str, error: MalleError) -> None:
    with contextlib.suppress(OSError):
        await socket.send(messages.encode(Refusal(key, error.slug, str(error))))
