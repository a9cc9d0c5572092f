"""The WebSocket of a table: the client sends hello and then commands, the server sends states.

A state is made when it is sent, not when the table moves. So a connection has at most one state
waiting: a slow client gets fewer and newer states, and no viewer waits for another. The kernel ends
a connection whose peer has taken nothing for fifteen seconds (see `malle.cli.operator.serve`). The
client then reconnects and is sent the log.
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

from malle.background.loops import log_and_swallow
from malle.core import Malformed, MalleError
from malle.protocol import messages
from malle.protocol.messages import (
    ActMessage,
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
    TableCommandMessage,
    TakenMessage,
)
from malle.runtime.idempotency import parse_client_key
from malle.runtime.log_writes import robot_bits_to_ask
from malle.runtime.presence import votes
from malle.runtime.room import Room
from malle.runtime.seats import seat_requests, seating
from malle.runtime.seats.identity import UNKNOWN_SPECTATOR, Caller, NotYours
from malle.runtime.seats.seat_owners import owns_seat_so_far
from malle.runtime.table_service import TableService
from malle.runtime.views import frames
from malle.runtime.views.robot_history import load_robot_history
from malle.runtime.views.viewer import SEAT_CHANGED_REASON
from malle.storage.crash_points import crash_point
from malle.storage.store import parse_table_id
from malle.web.error_pages import make_error_number
from malle.web.security.device_cookie import read_bearer_token, read_tokens
from malle.web.security.quotas import Quotas
from malle.web.security.rate_limits import TokenBucket, TooFast, is_same_origin

HELLO_SECONDS = 10
"""A connection is closed if its client has not sent hello by then."""
MAX_MESSAGES_OVER_RATE = 30
"""Messages beyond the allowed rate after which a connection is closed."""

POLICY_VIOLATION, INTERNAL_ERROR = 1008, 1011
ROUTE = "/tables/{table}/socket"
_PATH = re.compile(ROUTE.replace("{table}", "([^/]+)") + "/?")


class RawWebSocket:
    """One WebSocket as the ASGI server hands it over.

    No framework is in between: each move is sent to every viewer, and each layer would cost time
    for each of them.
    """

    __slots__ = ("_receive", "_send")

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send

    async def receive(self) -> bytes | None:
        """Wait for the next message and return its bytes. Return `None` if there will be no
        more."""
        message: Any = await self._receive()
        if message["type"] != "websocket.receive":
            return None
        return message.get("bytes") or (message.get("text") or "").encode()

    async def send(self, data: bytes) -> None:
        """Send one message, padded so that its length reveals little. Wait while the peer does not
        read. Raise `OSError` if the peer has left."""
        try:
            await self._send({"type": "websocket.send", "bytes": messages.pad(data), "text": None})
        except RuntimeError as error:  # uvicorn raises this for a socket that is already closed
            raise ConnectionError from error

    async def close(self, code: int, reason: str) -> None:
        """Close the connection with this code and reason. Do nothing if it has ended already."""
        with contextlib.suppress(RuntimeError, OSError):
            await self._send({"type": "websocket.close", "code": code, "reason": reason})


class Connection:
    """One viewer who is connected to a table by a WebSocket. Sends the states that this viewer may
    see. Made for each socket that has said hello."""

    __slots__ = (
        "_dictionary",
        "_has_news",
        "_house",
        "_is_sending",
        "_last_sent_seq",
        "_needs_setting",
        "_room",
        "_socket",
        "_started",
        "caller",
        "in_background",
        "last_sign_at",
    )

    def __init__(
        self, service: TableService, room: Room, caller: Caller, socket: RawWebSocket, hello: HelloMessage
    ) -> None:
        self.caller = caller
        self._house = service
        self._room = room
        self._socket = socket
        self._dictionary = (
            service.compression_dictionary(room.game_info)
            if hello.packed and hello.packed == service.client_build
            else b""
        )
        self.in_background = False
        """Whether the viewer's page is hidden, as the client reports."""
        self.last_sign_at = time.monotonic()
        """When the client last sent a message, as monotonic time."""
        self._last_sent_seq = -1
        self._needs_setting = True
        self._has_news = False
        self._is_sending = False
        self._started = False

    def notify(self) -> None:
        """Send the newest state, at once or as soon as the state under way is sent."""
        self._has_news = self._started = True
        if not self._is_sending:
            self._is_sending = True
            # An error while drawing for one viewer must not keep the others from seeing the state.
            with log_and_swallow("show", self._house.error_counters, table=self._room.id_text):
                run_to_first_wait(self._send_states(), self._house.start_task)

    def send_first_state(self) -> None:
        """Send the first state to a viewer who is now admitted. Do nothing if a state was sent or
        is on its way already."""
        if not self._started:
            self.notify()

    def notify_if_changed(self) -> None:
        """Send the newest state if the table, as this viewer may see it, has a new seq: even an
        empty frame would reveal a hidden move.

        Do nothing while the viewer is being admitted, since that ends with a first state.
        """
        if self._started and self._room.visible_room(self.caller.seat).table.seq != self._last_sent_seq:
            self.notify()

    def send_message(self, data: bytes) -> None:
        """Send a message other than a state, such as an emote. While the viewer is being admitted,
        it is dropped."""
        if self._started:
            with log_and_swallow("show", self._house.error_counters, table=self._room.id_text):
                run_to_first_wait(self._send_quietly(data), self._house.start_task)

    def has_valid_seat(self) -> bool:
        """Return whether the viewer still has their seat; always True for a spectator. Return False
        while the owner of the seat is being looked up after a change."""
        return self.caller.seat is None or owns_seat_so_far(self._room, self.caller, self.caller.seat)

    async def _send_quietly(self, data: bytes) -> None:
        """Send one message. If the peer has left, do nothing."""
        with contextlib.suppress(OSError):
            await self._socket.send(data)

    def disconnect(self, reason: str) -> None:
        """Remove this connection from the room and close it with this reason. The client may
        connect again."""
        self._room.connections.discard(self)
        self._house.start_task(self._socket.close(POLICY_VIOLATION, reason))

    async def _send_states(self) -> None:
        """Send states until the newest is sent. Stop if the seat is no longer this viewer's. If the
        peer has left, remove the connection from the room."""
        try:
            while self._has_news:
                self._has_news = False
                # The seat has a new owner: the table service wakes the viewers who stay.
                if not self.has_valid_seat():
                    return
                room = self._room.visible_room(self.caller.seat)
                frame = frames.build_frame(
                    room,
                    self.caller.seat,
                    self._last_sent_seq,
                    robot=self.caller.is_robot,
                    first=self._needs_setting,
                    build=self._house.client_build,
                    dictionary=self._dictionary,
                    left=self.caller.left_seat if self.caller.left_seat in self._room.table.vacated_seats else None,
                )
                self._last_sent_seq = room.table.seq
                # The setting comes when there is a game.
                self._needs_setting = self._needs_setting and room.table.turn is None
                await self._socket.send(frame)
        except OSError:
            self._room.connections.discard(self)
        finally:
            self._is_sending = False


def run_to_first_wait(coroutine: Coroutine[Any, Any, None], start: Callable[[Any], None]) -> None:
    """Run a coroutine at once up to its first wait, and hand the rest to `start` as a task.

    Most sends never wait, so they cost no task; otherwise four viewers would cost four tasks for
    each move.
    """
    try:
        waits_for = coroutine.send(None)
    except StopIteration:
        return
    start(_finish_coroutine(coroutine, waits_for))


async def _finish_coroutine(coroutine: Coroutine[Any, Any, None], waits_for: Any) -> None:
    """Await the rest of a coroutine that was started by hand. `waits_for` is what it yielded first."""
    await _StartedCoroutine(coroutine, waits_for)


class _StartedCoroutine:
    """An awaitable for the rest of a coroutine that was started by hand: first what it waits for, then what follows."""

    def __init__(self, coroutine: Coroutine[Any, Any, None], waits_for: Any) -> None:
        self._coroutine = coroutine
        self._waits_for = waits_for

    def __await__(self) -> Generator[Any, Any, None]:
        """Yield what the coroutine waits for, and pass results and exceptions back into it until it ends."""
        while True:
            try:
                value = yield self._waits_for
            except BaseException as error:  # noqa: BLE001  every exception belongs to the coroutine
                step = partial(self._coroutine.throw, error)
            else:
                step = partial(self._coroutine.send, value)
            try:
                self._waits_for = step()
            except StopIteration:
                return


async def serve_table_socket(service: TableService, quotas: Quotas, scope: Scope, receive: Receive, send: Send) -> None:
    """Serve one WebSocket of a table from the request to its end.

    Refuse pages of other sites, unknown paths, and addresses that open too many sockets. Sockets of
    robot workers are not counted. An unexpected error is logged under a number, which the client
    gets as close reason.
    """
    await receive()  # the connect event
    socket, path_match = RawWebSocket(receive, send), _PATH.fullmatch(scope["path"])
    connection = ASGIConnection[Any, Any, Any, Any](scope)
    is_own_page = is_same_origin(connection.headers, service.config.allowed_origins)
    if is_own_page is False or path_match is None:
        await socket.close(POLICY_VIOLATION, "no-such-page" if path_match is None else "wrong-origin")
        return
    tokens, is_browser = (
        read_tokens(connection, path_match[1], same_origin=is_own_page is True),
        is_own_page is True and not read_bearer_token(connection),
    )
    address = (
        "" if service.config.keyring.is_worker_token(tokens[0]) else connection.client.host if connection.client else ""
    )
    try:
        if address:
            quotas.connect_rate.take_or_raise(address)
            quotas.open_sockets.acquire(address)
    except TooFast as error:
        await socket.close(POLICY_VIOLATION, error.slug)
        return
    service.counters["sockets"] += 1
    number = make_error_number()
    with log_and_swallow("request", service.error_counters, route=ROUTE, id=number):
        try:
            await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
            await _serve_connection(service, quotas, socket, path_match[1], tokens, is_browser=is_browser)
        except MalleError as error:
            await _send_refusal(socket, "", error)
            await socket.close(POLICY_VIOLATION, error.slug)
        except OSError:
            pass
        finally:
            service.counters["sockets"] -= 1
            if address:
                quotas.open_sockets.release(address)
    await socket.close(INTERNAL_ERROR, f"bug {number}")  # does nothing if either side has closed it


async def _serve_connection(
    service: TableService,
    quotas: Quotas,
    socket: RawWebSocket,
    table: str,
    tokens: tuple[str, str],
    *,
    is_browser: bool,
) -> None:
    """Wait for hello, admit the viewer to the room, and serve their messages until they leave.

    Raise `Malformed` if hello does not come first and in time. Raise `NotYours` for a token that is
    not valid; but a browser whose device was signed out watches as a spectator.
    """
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            data = await socket.receive()
    except TimeoutError:
        raise Malformed("say hello first") from None
    if data is None:
        return
    hello = _decode_message(data)
    if not isinstance(hello, HelloMessage):
        raise Malformed("say hello first")
    room = await service.get_room(parse_table_id(table))
    try:
        caller = await seating.identify_caller(service, room, *((hello.token, "") if hello.token else tokens))
    except NotYours:
        if hello.token or not is_browser:
            raise
        # A device that was signed out watches as a spectator, as its page says.
        caller = UNKNOWN_SPECTATOR
    room = service.ensure_cached(room)
    connection = Connection(service, room, caller, socket, hello)
    room.connections.add(connection)
    service.bus.watch_table(room.id)
    try:
        await service.sync_with_log(room)
        if room.seat_owners is None:
            await service.seat_owners.load_owners(room)
        if not connection.has_valid_seat():
            # The seat changed hands at another process before this viewer was identified.
            await socket.close(POLICY_VIOLATION, SEAT_CHANGED_REASON)
            return
        service.presence.refresh(room)
        if not caller.is_robot and (robots := robot_bits_to_ask(room)):
            # Robots that are alone wait until a person watches.
            service.bus.send_hint(room.id, room.table.seq, robots)
        connection.send_first_state()
        await _answer_messages(service, quotas, socket, room, connection)
    finally:
        service.bus.unwatch_table(room.id)
        room.connections.discard(connection)
        service.presence.refresh(room)


async def _answer_messages(
    service: TableService, quotas: Quotas, socket: RawWebSocket, room: Room, connection: Connection
) -> None:
    """Read and answer messages until the client leaves. Each message counts against the rate of
    this socket; a refused message is answered with its error.

    Close the connection after `MAX_MESSAGES_OVER_RATE` messages beyond the rate.
    """
    caller = connection.caller
    bucket = TokenBucket(service.config.socket_messages_per_second)
    over_rate = 0
    while (data := await socket.receive()) is not None:
        key = ""
        try:
            if not bucket.try_take():
                over_rate += 1
                raise TooFast()
            message = _decode_message(data)
            if isinstance(message, HelloMessage):
                raise Malformed("hello is said once")
            connection.last_sign_at = time.monotonic()
            if isinstance(message, PageVisibilityMessage):
                connection.in_background = message.away
                service.presence.refresh(room)
                continue
            if isinstance(message, SeenMessage):
                if not caller.is_robot:
                    service.presence.mark_read(room, caller.seat, message.seq)
                continue
            key = message.key
            if isinstance(message, RecallMessage):
                await socket.send(
                    messages.encode(RecalledMessage(key, await load_robot_history(service, room, caller)))
                )
                continue
            if isinstance(message, TableCommandMessage) and (
                caller.seat is not None or caller.left_seat in room.table.vacated_seats
            ):
                quotas.system_entry_rate.take_or_raise(room.id_text)
            began = time.monotonic()
            seq = await _execute(service, room, caller, message)
            service.move_latency.record(time.monotonic() - began)
        except MalleError as error:
            await _send_refusal(socket, key, error)
            if over_rate > MAX_MESSAGES_OVER_RATE:
                await socket.close(POLICY_VIOLATION, "too-fast")
                return
        else:
            crash_point("answering")
            await socket.send(messages.encode(TakenMessage(key, seq)))
            crash_point("answered")
            service.notify_now(room, connection)


Command = (
    ActMessage
    | TableCommandMessage
    | SeatRequestMessage
    | SeatAnswerMessage
    | NudgeMessage
    | StandInMessage
    | EmoteMessage
)
"""The messages that ask for something to be done. The answer is a seq."""


async def _execute(service: TableService, room: Room, caller: Caller, command: Command) -> int:
    """Carry out a client's command. Return the seq for the answer: after the move, or the one that
    the caller sees if nothing was written to the log.

    Raise a `MalleError` if the command is refused.
    """
    key = parse_client_key(command.key)
    match command:
        case ActMessage():
            return await service.act(room, caller, command.seq, command.text, key)
        case TableCommandMessage(what="pause"):
            return await votes.vote_for_pause(service, room, caller, command.seq, key)
        case TableCommandMessage():
            return await service.perform_request(room, caller, command.seq, command.what, key)
        case SeatRequestMessage():
            return await seat_requests.request_seat(
                service, room, caller, command.seat, command.name, command.invite, key
            )
        case SeatAnswerMessage():
            return await seat_requests.answer_seat_request(
                service, room, caller, parse_client_key(command.asking), yes=command.yes
            )
        case NudgeMessage():
            return await votes.nudge_player(service, room, caller, command.seat, key)
        case StandInMessage():
            return await votes.vote_for_stand_in(service, room, caller, command.seat, yes=command.yes)
        case EmoteMessage():
            if room.seat_owners is None:
                await service.seat_owners.load_owners(room)
            return service.emotes.show(room, caller, command.what)


def _decode_message(data: bytes) -> messages.FromClient:
    """Decode a message. Raise `Malformed` if it cannot be read."""
    try:
        return messages.decode_from_client(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Malformed(f"not a message: {error}") from None


async def _send_refusal(socket: RawWebSocket, key: str, error: MalleError) -> None:
    """Send an error as the answer to a message. `key` is the key of the refused message, or "" if
    it has none. If the peer has left, do nothing."""
    with contextlib.suppress(OSError):
        await socket.send(messages.encode(RefusedMessage(key, error.slug, str(error))))
