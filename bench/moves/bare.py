"""The bare server: a socket, one statement, an answer, and frames of the same sizes to the same four
watchers.

It does the least that can keep a move and show it to four people. It has no rules, no views, no seats, and
checks no keys beyond the statement's. Malle is compared with it.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import socket
import sys
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import asyncpg
import msgspec
import uvicorn

from malle.runtime.views.compression import COMPRESSED_MARK
from malle.storage.queries import TABLE_QUERIES, parameter_order

LINES = "declare 2 wine 1 watch\ndraw luggage\ndraw wine"
CONNECTIONS = 8
_ORDER = parameter_order("move")


def constant_frames(sizes: list[int]) -> Iterator[bytes]:
    """Return an endless iterator over frames of these sizes; each begins as a packed frame does."""
    return itertools.cycle([COMPRESSED_MARK.ljust(size, b"x") for size in sizes])


class Wish(msgspec.Struct):
    """A move as the generator sends it, with the fields of Malle's act message."""

    seq: int
    text: str
    key: str


def values(table: int, wish: Wish) -> list[Any]:
    """Return the arguments of the statement for a move, in its order."""
    found = {
        "tab": table,
        "expected": wish.seq,
        "key": UUID(wish.key),
        "hash": b"0123456789abcdef",
        "mover": 0,
        "lines": LINES,
        "seconds": None,
        "waits": 1,
        "robots": 0,
        "over": False,
        "held": 0.0,
    }
    return [found[name] for name in _ORDER]


class Bare:
    """The bare server as an ASGI application."""

    def __init__(self, address: str, sizes: list[int]) -> None:
        self._address = address
        self._frames = constant_frames(sizes)
        self._rooms: dict[str, list[Any]] = {}
        self._free: asyncio.Queue[Any] = asyncio.Queue()
        self._read = msgspec.json.Decoder(Wish).decode
        self._write = msgspec.json.Encoder().encode

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Handle the lifespan, answer every HTTP request with `ok`, and write and show the moves of a socket."""
        if scope["type"] == "lifespan":
            await receive()
            for _ in range(CONNECTIONS):
                connection = await asyncpg.connect(self._address)
                statement = await connection.prepare(TABLE_QUERIES.move.sql)
                await connection.execute("select 1")
                self._free.put_nowait(statement)
            await send({"type": "lifespan.startup.complete"})
            await receive()
            await send({"type": "lifespan.shutdown.complete"})
            return
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b"ok"})
            return
        await receive()
        await send({"type": "websocket.accept"})
        table = scope["path"].split("/")[2]
        room = self._rooms.setdefault(table, [])
        room.append(send)
        while (message := await receive())["type"] == "websocket.receive":
            wish = self._read(message["bytes"])
            statement = await self._free.get()
            row = await statement.fetchrow(*values(int(table), wish))
            self._free.put_nowait(statement)
            await send({"type": "websocket.send", "bytes": self._write({"key": wish.key, "seq": row[1]})})
            for watcher in room:
                await watcher({"type": "websocket.send", "bytes": next(self._frames)})
        room.remove(send)


def main() -> None:
    """Serve: `python -m bench.moves.bare PORT`, with the sizes of frames on the standard input."""
    sizes = json.load(sys.stdin)
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind(("127.0.0.1", int(sys.argv[1])))
    app = Bare(os.environ["BENCH_DATABASE"], sizes)
    settings = uvicorn.Config(
        app, loop="uvloop", ws="websockets-sansio", ws_per_message_deflate=False, log_config=None, access_log=False
    )
    uvicorn.Server(settings).run(sockets=[listening])


if __name__ == "__main__":
    main()
