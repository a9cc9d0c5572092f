"""A cheat's programs: each plays against a real server, twice in a *try*, and what it may not know differs between the
two: what a seat holds, whether a window has closed, whether a move was the clock's, who is there.

A program that sees the same both times has learnt nothing. One that only measures times sees a little difference
always, and may guess: it has learnt something if it guesses better than a coin. `bound` says what the best cheat with
this program can gain, at the most, after so many tries: the *advantage*, by how much more often than a coin they are
right (0: never, 1: always), with a confidence of 99 in 100.

The programs know the server's sources and the games' rules, and none of its secrets.
"""

from __future__ import annotations

import asyncio
import http.client
import math
import random
import re
import secrets
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from typing import Any
from uuid import UUID, uuid4

import msgspec
from msgspec import Struct
from websockets.asyncio.client import connect

from malle.config.settings import Config
from malle.core import Seat
from malle.protocol import messages
from malle.protocol.messages import ActMessage, HelloMessage, RecallMessage, TableCommandMessage
from malle.storage.store import format_table_id
from malle.web.security.device_cookie import make_device_secret
from tests.server.player import GONE, Packing, Player, call
from tests.server.told import fetch, made_alike, taken, without_others
from tests.server.worlds import GAMES, HOST, Pair

CONFIDENCE = 0.99
MANY = 8
"""Requests that change something, more than anybody has at once where a program counts them."""


class TooBusy(Exception):
    """The machine had too much to do for what the program looks at: this try does not count."""


class Ground(Struct, frozen=True):
    """Where a program plays."""

    ports: Sequence[int]
    """Of the processes of one site."""
    config: Config
    owners: dict[int, str]
    """The databases by number, where tables can be put that nobody opened; a program does not look there."""
    window: float
    """Seconds that a window is shown open at least."""
    luck: random.Random
    packings: dict[str, Packing] = {}


Seen = tuple[object, object]
"""What a program saw the first time, and the second."""
Program = Callable[[Ground], Awaitable[Seen]]
PROGRAMS: dict[str, Program] = {}
TIMERS: dict[str, Callable[[Ground], Awaitable[tuple[float, float]]]] = {}
"""Those that measure times: seconds, the first time and the second."""


def program(function: Program) -> Program:
    """Adds a program to the list, under its name."""
    PROGRAMS[function.__name__] = function
    return function


def timer(
    function: Callable[[Ground], Awaitable[tuple[float, float]]],
) -> Callable[[Ground], Awaitable[tuple[float, float]]]:
    """The same for one that measures times."""
    TIMERS[function.__name__] = function
    return function


# What a try is worth


def at_most(count: int, tries: int, doubt: float = 1 - CONFIDENCE) -> float:
    """How often something happens, at the most, that happened so often in so many tries."""
    low, high = count / tries, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        chance = sum(math.comb(tries, k) * middle**k * (1 - middle) ** (tries - k) for k in range(count + 1))
        low, high = (middle, high) if chance > doubt else (low, middle)
    return high


def bound(differ: int, tries: int) -> float:
    """The advantage of whoever knows both worlds: as often as they look different, at the most."""
    return at_most(differ, tries)


def guessed(right: int, tries: int, doubt: float = 1 - CONFIDENCE) -> tuple[float, float]:
    """The advantage of a guess that was right so often: at least, and at the most."""
    most, least = at_most(right, tries, doubt), 1 - at_most(tries - right, tries, doubt)
    return max(0.0, 2 * least - 1, 1 - 2 * most), max(abs(2 * most - 1), abs(2 * least - 1))


# Tables that hide something


@program
async def doors(ground: Ground) -> Seen:
    """Every address of a table, asked in every manner, by a seat, by a stranger and with the invitation: in two worlds
    that this seat cannot tell apart."""
    pair = Pair(ground.luck.choice(sorted(GAMES)), ground.luck, "let", ground.luck.choice([None, Seat(0)]), most=0)
    token = secrets.token_urlsafe(32)
    await pair.put(ground.owners[1], ground.config, token)
    one, two = [await asyncio.to_thread(_try_doors, ground, format_table_id(id_), token) for id_ in pair.ids]
    return one, two


def _try_doors(ground: Ground, table: str, token: str) -> list[object]:
    port = ground.ports[0]
    invite = ground.config.keyring.invitation_token(table)
    paths = ["", "/record", "/next", "/socket", "/hand", "/join", f"?invite={invite}", "?lang=en&seat=1"]
    paths += ["/replay", "/moments?eyes=all", "/moments?eyes=1", "/final", "/story", "/lobby", "/options"]
    addresses = [f"/tables/{table}{each}" for each in paths]
    addresses += [f"/api/tables/{table}", f"/api/tables/{table}/acts", f"/api/tables/{table}?seat=1"]
    addresses += ["/", "/api/robots", "/metrics", "/ready", f"/static/x/{table}"]
    manners: list[dict[str, str]] = [
        {},
        {"accept": "text/html", "cookie": f"malle-{table}={token}; malle-tables={table}"},
        {
            "authorization": f"Bearer {token}",
            "if-none-match": "*",
            "if-modified-since": "Sun, 01 Nov 2026 00:00:00 GMT",
        },
        {
            "cookie": f"malle={make_device_secret()}; malle-tables={table}",
            "range": "bytes=0-9",
            "accept-encoding": "gzip",
        },
    ]
    found: list[object] = []
    for method in ("GET", "HEAD", "OPTIONS"):
        for address in addresses:
            for manner in manners if method == "GET" else manners[1:2]:
                status, headers, body = fetch(port, address, manner, method)
                if address == "/ready" and status == 503:  # the machine is, whatever lies on the table
                    raise TooBusy
                kept = [each for each in headers if each[0] not in ("date", "set-cookie")]
                found.append(
                    (
                        method,
                        address.replace(table, "?").replace(invite, "!"),
                        status,
                        _plain(repr(kept), table, invite),
                    )
                )
                found.append(_plain(without_others(body.decode(errors="replace")), table, invite))
    for seat in (None, 0, 1, 7):
        for name in ("Eve", ""):
            wish: dict[str, object] = {"name": name, "invite": invite, "seat": seat}
            found.append(_plain(repr(call(port, f"/api/tables/{table}/seats", wish)), table, invite))
    key = str(UUID(int=7, version=4))
    for seq in (0, 1, 10**6):
        wish = {"type": "act", "seq": seq, "text": "show me", "key": key}
        found += [repr(call(port, f"/api/tables/{table}/acts", wish, token=each)) for each in (token, "", "x" * 43)]
    return found


def _plain(text: str, table: str, invite: str) -> str:
    """Without the table's id and its invitation; the picture of a link to it; and the number of an error, which is
    drawn by lot."""
    text = text.replace(table, "?" * 13).replace(invite, "!")
    drawn = r"nonce-\w+|(?<=\"id\":\")[A-Z]{8}|(?<=number, )[A-Z]{8}|(?<=numéro, )[A-Z]{8}"
    return re.sub(rf"<svg[^>]*class=\"segno\".*?</svg>|{drawn}", "", text, flags=re.DOTALL)


@program
async def tokens(ground: Ground) -> Seen:
    """What used to open a seat, or opens another: the token of somebody who left, one made up, one of another table, a
    worker's own: in two worlds that a spectator cannot tell apart."""
    pair = Pair(ground.luck.choice(sorted(GAMES)), ground.luck, "leave", None, most=0)
    await pair.put(ground.owners[1], ground.config, "")
    one, two = [await _try_tokens(ground, format_table_id(id_), pair) for id_ in pair.ids]
    return one, two


async def _try_tokens(ground: Ground, table: str, pair: Pair) -> list[bytes]:
    port = ground.ports[0]
    async with Player([port], table, HOST) as left:
        await left.until(pair.one.seq)
        await taken(left, TableCommandMessage(pair.one.seq, "resign", str(uuid4())))
        await left.wait(lambda: left.connections > 1)  # sent away, and back
    worker = ground.config.worker_config().robot_key
    found = []
    for token in (
        HOST,
        "x" * 43,
        "",
        worker.seat_token("0" * 13, 0),
        worker.worker_token(),
        worker.seat_token(table, 99),
    ):
        for packed in ("", "x"):
            found += await _hello(port, table, HelloMessage(token, packed))
    # How many look on is shown to everybody, and the program's last socket may not be gone yet.
    return [re.sub(rb'"watching":\d+', b"", made_alike(each, [table])).rstrip() for each in found]


async def _hello(port: int, table: str, hello: HelloMessage) -> list[bytes]:
    """What is said to whoever comes so, and asks what the seat has heard."""
    try:
        async with connect(f"ws://127.0.0.1:{port}/tables/{table}/socket", compression=None) as socket:
            await socket.send(messages.encode(hello))
            await socket.send(messages.encode(RecallMessage(str(UUID(int=7, version=4)))))
            shown = answer = await socket.recv(decode=False)
            while answer.startswith(b'{"type":"state"'):
                answer = await socket.recv(decode=False)
            return [shown, answer]
    except GONE as error:
        return [type(error).__name__.encode()]


@program
async def lengths(ground: Ground) -> Seen:
    """Sees how much is sent to the player who is awaited, encrypted, and sits at the same table: two worlds that they
    cannot tell apart from their own seat."""
    game = ground.luck.choice([each for each in sorted(GAMES) if each != "combinus"])
    return await lengths_of(ground, game)


async def lengths_of(ground: Ground, game: str) -> Seen:
    """The same at one game, from any seat: some know all that there is, and have nothing to find out."""
    while True:
        pair = Pair(game, ground.luck, "leave", Seat(ground.luck.randrange(GAMES[game][0])), most=0)
        if pair.host in pair.one.awaited and pair.differ:
            break
    await pair.put(ground.owners[1], ground.config, "")
    found = []
    for id_ in pair.ids:
        async with Player(ground.ports[:1], format_table_id(id_), HOST, packing=ground.packings[game]) as player:
            player.raw = []
            await player.until(pair.one.seq)
            await player.act("nonsense")
            found.append([len(each) for each in player.raw])
    return found[0], found[1]


# Who is there, and what was asked


@program
async def limiter(ground: Ground) -> Seen:
    """Uses up what it may ask for, from its own address and over its own socket, and counts how much that was, while
    somebody else at the table is busy or not."""
    found = []
    for busy in (False, True):
        pair = Pair("parley", ground.luck, most=0)
        await pair.put(ground.owners[1], ground.config, make_device_secret())
        table, place = format_table_id(pair.ids[0]), f"127.{ground.luck.randint(1, 250)}.{ground.luck.randint(1, 250)}"
        if busy:
            await asyncio.to_thread(_post, ground.ports[0], table, f"{place}.1", MANY)
            await _shout(ground.ports[0], table)
        counted = await asyncio.to_thread(_post, ground.ports[0], table, f"{place}.2", MANY)
        found.append((counted, await _shout(ground.ports[0], table)))
    return found[0], found[1]


def _post(port: int, table: str, address: str, times: int) -> list[int]:
    """Asks so often from an address of this machine: what it is answered."""
    found = []
    for _ in range(times):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=(address, 0))
        wish = msgspec.json.encode(ActMessage(0, "nothing", str(uuid4())))
        connection.request("POST", f"/api/tables/{table}/acts", wish, {"content-type": "application/json"})
        found.append(connection.getresponse().status)
        connection.close()
    return found


async def _shout(port: int, table: str) -> list[str]:
    """The same over a socket of its own."""
    async with connect(f"ws://127.0.0.1:{port}/tables/{table}/socket", compression=None) as socket:
        await socket.send(messages.encode(HelloMessage()))
        for _ in range(MANY):
            await socket.send(messages.encode(ActMessage(0, "nothing", str(uuid4()))))
        slugs: list[str] = []
        while len(slugs) < MANY:
            answer = messages.decode_from_server(await socket.recv(decode=False))
            slugs += [answer.slug] if isinstance(answer, messages.RefusedMessage) else []
    return slugs


@program
async def presence(ground: Ground) -> Seen:
    """Looks at a table some moves behind, while a player there looks away or does not."""
    found = []
    for away in (False, True):
        opened, players = await asyncio.to_thread(open_two, ground.ports[0], {"late": 2})
        table = opened["table"]
        async with AsyncExitStack() as stack:
            pages = [await stack.enter_async_context(Player(ground.ports[:1], table, token)) for token in players]
            for each in pages:
                await each.until(2)
            await pages[0].wait(lambda: pages[0].presences() == ["here", "here"])  # noqa: B023
            await taken(pages[0], ActMessage(2, "bid 1", str(uuid4())))
            for each in pages:  # a pause needs both
                await taken(each, TableCommandMessage(3, "pause", str(uuid4())))
            await taken(pages[0], TableCommandMessage(4, "resume", str(uuid4())))
            spy = await stack.enter_async_context(Player(ground.ports[:1], table, ""))
            await spy.until(3)
            if away:
                await pages[1].look(away=True)
                await pages[0].wait(lambda: pages[0].presences() == ["here", "away"])  # noqa: B023
            await spy.act("bid 1")  # whatever was sent before is here then
            shown = await asyncio.to_thread(call, ground.ports[0], f"/api/tables/{table}")
            found.append((spy.states, spy.presences(), shown[1]["seats"]))
    return found[0], found[1]


def open_two(port: int, more: dict[str, object]) -> tuple[dict[str, Any], list[str]]:
    """Ann and Bob at a table: what opening it answered, and their tokens."""
    body = {"game": "parley", "seats": 2, "name": "Ann", "options": {"rounds": 2}, **more}
    opened = call(port, "/api/tables", body)[1]
    sat = call(port, f"/api/tables/{opened['table']}/seats", {"name": "Bob", "invite": opened["invite"]})[1]
    return opened, [opened["token"], sat["token"]]


@program
async def cache(ground: Ground) -> Seen:
    """Another browser behind the same cache, which keeps whatever it is not told not to keep: does Ann play here?"""
    one, two = [await asyncio.to_thread(_look_after_ann, ground.ports[0], plays) for plays in (False, True)]
    return one, two


def _look_after_ann(port: int, plays: bool) -> list[bytes]:
    body = {"game": "declarer", "seats": 3, "robots": 2, "name": "Ann"}
    opened = call(port, "/api/tables", body)[1]
    table = opened["table"]
    cookie = f"malle={opened['token']}; malle-tables={table}" if plays else f"malle={make_device_secret()}"
    kept: dict[str, bytes] = {}
    seen = []
    for path in ("/", f"/tables/{table}", f"/tables/{table}/next", f"/api/tables/{table}", "/about"):
        for own in (cookie, "malle-lang=en"):
            if path not in kept or own == cookie:
                status, headers, page = fetch(port, path, {"cookie": own, "accept-language": "en"})
                if status == 200 and not re.search("no-store|private", dict(headers).get("cache-control", "")):
                    kept[path] = page
            else:
                page = kept[path]
        seen.append(made_alike(re.sub(rb'"seal":"\w+"|"awaited":\[.*?\]', b"", page), [table]))
    return seen
