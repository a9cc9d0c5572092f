"""The load generator: tables of four sockets each, with prepared moves, and the same way of asking for both
servers."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import random
import time
import urllib.request
from collections.abc import Iterator, Sequence
from typing import Any, Protocol
from uuid import uuid4

import asyncpg
import msgspec
from websockets import ConnectionClosed
from websockets.asyncio.client import ClientConnection, connect

from malle import games
from malle.config.game_library import GameLibrary
from malle.config.keyring import Keyring
from malle.core import GameInfo
from malle.core.dealer import Dealer
from malle.protocol.messages import ActMessage, HelloMessage, encode
from malle.robots.robot_worker import RETRY_SECONDS
from malle.runtime.views.compression import COMPRESSED_MARK
from malle.storage.store import parse_table_id
from malle.table import Setup, open_table
from malle.testing import example_game

SEATS = 4
"""The number of players at a table, if the game can have it."""
PACKED = COMPRESSED_MARK[0]
BUILD = "bench"
"""The name of the dictionary of packed frames for both sides, which a browser asks for."""


def sheet_of(name: str) -> GameInfo:
    """Return the facts about one of Malle's games, or about the example game parley."""
    return example_game.GAME_INFO if name == "parley" else games.load_game_info(name)


LIBRARY = GameLibrary(sheet_of)


class Table(Protocol):
    """A table with four watchers, at which moves can be made."""

    sockets: list[Seat]

    async def move(self) -> None:
        """Make the next move and return once it is answered."""

    @property
    def left(self) -> int:
        """How many prepared moves are left."""


_REFUSED = b'"type":"refused"'


class Seat:
    """One socket. It reads everything, keeps the sizes of frames, and knows when its own move was answered."""

    def __init__(self) -> None:
        self.answered: asyncio.Future[bool] | None = None
        """Whether the move was taken; False means that the server is too busy."""
        self.sizes: list[int] = []

    async def open(self, url: str, hello: bytes = b"") -> Seat:
        """Connect, send `hello` if there is one, and start reading. Return the seat itself."""
        self._socket: ClientConnection = await connect(url, compression=None, max_size=1 << 20, ping_interval=None)
        if hello:
            await self._socket.send(hello)
        self._reader = asyncio.create_task(self._read())
        return self

    async def _read(self) -> None:
        """Read messages until the connection closes: keep the sizes of states, and pass on the answers to moves."""
        with contextlib.suppress(ConnectionClosed):
            async for data in self._socket:
                # An answer is short JSON and a pad; a state is long, or packed.
                refused = isinstance(data, bytes) and _REFUSED in data[:40]
                if not refused and (data[0] == PACKED or len(data.rstrip()) > 120):
                    self.sizes.append(len(data))
                elif self.answered is not None and not self.answered.done():
                    if refused and b'"slug":"unavailable"' not in data:
                        self.answered.set_exception(RuntimeError(data))
                    else:
                        self.answered.set_result(not refused)

    async def ask(self, data: bytes) -> None:
        """Send a move until it is taken; repeat it while the server is too busy, as a client would.
        `TimeoutError` after 30 seconds."""
        async with asyncio.timeout(30):
            while True:
                self.answered = asyncio.get_running_loop().create_future()
                await self._socket.send(data)
                if await self.answered:
                    return
                await asyncio.sleep(RETRY_SECONDS)

    async def close(self) -> None:
        self._reader.cancel()
        await self._socket.close()


class MalleTable:
    """A table of Malle with people at every seat. Its moves are prepared from the seed, which a bench may read."""

    def __init__(self) -> None:
        self.sockets: list[Seat] = []
        self._script: list[tuple[int, str]] = []
        self._seq = 0

    async def open(
        self,
        port: int,
        game: str,
        owner: str,
        keys: Keyring,
        library: GameLibrary,
        luck: random.Random,
        *,
        build: str = BUILD,
    ) -> MalleTable:
        """Open a table, seat everybody and connect their sockets, as a client of this build. Return the table
        itself."""
        seats = SEATS if SEATS in library.game_info(game).seats else library.game_info(game).seats[0]
        opened = await asyncio.to_thread(post, port, "/api/tables", {"game": game, "seats": seats, "name": "Ann"})
        table, tokens = opened["table"], [opened["token"]]
        for _ in range(seats - 1):
            body = {"name": "Bob", "invite": opened["invite"]}
            tokens.append((await asyncio.to_thread(post, port, f"/api/tables/{table}/seats", body))["token"])
        await self._prepare(table, owner, keys, library, luck)
        url = f"ws://127.0.0.1:{port}/tables/{table}/socket"
        self.sockets = [await Seat().open(url, encode(HelloMessage(token=token, packed=build))) for token in tokens]
        return self

    async def _prepare(self, text: str, owner: str, keys: Keyring, library: GameLibrary, luck: random.Random) -> None:
        """Play the game from its seed with random moves, and keep up to 400 moves as the script."""
        connection = await asyncpg.connect(owner)
        row = await connection.fetchrow("select setup, seed from malle.tab where id = $1", parse_table_id(text))
        await connection.close()
        assert row is not None
        setup = msgspec.json.decode(row["setup"], type=Setup)
        game = library.game(setup.game, setup.version, setup.seats, setup.options)
        table = open_table(setup, game, Dealer(keys.seed_cipher().decrypt(row["seed"], text), text))
        for seat in range(setup.seats):
            table = table.sit(seat, "person").table  # type: ignore[arg-type]
        self._seq = table.seq
        while table.awaited and len(self._script) < 400:
            seat = table.awaited[0]
            action = game.write(luck.choice(table.legal(seat)))
            self._script.append((seat, action))
            table = table.act(seat, action, table.seq).table
        self._script.reverse()

    @property
    def left(self) -> int:
        return len(self._script)

    async def move(self) -> None:
        seat, text = self._script.pop()
        await self.sockets[seat].ask(encode(ActMessage(self._seq, text, str(uuid4()))))
        self._seq += 1


class BareTable:
    """A table of the bare server."""

    def __init__(self, number: int, seats: int = SEATS) -> None:
        self.sockets: list[Seat] = []
        self._number = number
        self._seats = seats
        self._seq = 0

    async def open(self, port: int) -> BareTable:
        """Connect the sockets. Return the table itself."""
        url = f"ws://127.0.0.1:{port}/tables/{self._number}"
        self.sockets = [await Seat().open(url) for _ in range(self._seats)]
        return self

    @property
    def left(self) -> int:
        return 1 << 30

    async def move(self) -> None:
        wish = {"seq": self._seq, "text": "declare 2 wine 1 watch", "key": str(uuid4())}
        await self.sockets[self._seq % self._seats].ask(msgspec.json.encode(wish))
        self._seq += 1


def post(port: int, path: str, body: object) -> Any:
    """Send one request and return the decoded answer."""
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}{path}", json.dumps(body).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.loads(answer.read())


async def saturate(tables: Sequence[Table], moves: int) -> None:
    """Make `moves` moves in all; every table makes one after the other as fast as it can."""
    each = moves // len(tables)

    async def play(table: Table) -> None:
        for _ in range(each):
            await table.move()

    await asyncio.gather(*map(play, tables))


async def steady(tables: Sequence[Table], rate: float, seconds: float) -> list[float]:
    """Like `timed`, but without garbage collection."""
    with no_collector():
        return await timed(tables, rate, seconds)


async def timed(tables: Sequence[Table], rate: float, seconds: float) -> list[float]:
    """Make moves at fixed times, whether or not earlier ones are answered. Return for each move the seconds
    from its due time to its answer. A table whose move is still under way skips its turn."""
    took: list[float] = []
    tasks: list[asyncio.Task[None]] = []
    busy: set[int] = set()

    async def one(index: int, due: float) -> None:
        """Make one move and note the seconds since `due`."""
        busy.add(index)
        await tables[index].move()
        took.append(time.monotonic() - due)
        busy.discard(index)

    began = time.monotonic()
    for number in range(int(rate * seconds)):
        due = began + number / rate
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        index = number % len(tables)
        if index not in busy and tables[index].left:
            tasks.append(asyncio.create_task(one(index, due)))
    await asyncio.gather(*tasks)
    return took


@contextlib.contextmanager
def no_collector() -> Iterator[None]:
    """Switch garbage collection off during the block, since a pause of the generator would be measured as a
    slow server."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
