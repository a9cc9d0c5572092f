"""The socket for robot workers on a site without NATS. It sends the tables at which a robot is awaited."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

from litestar.connection import ASGIConnection
from litestar.types import Receive, Scope, Send

from malle.inside import LocalBus
from malle.live.house import House
from malle.web.device import bearer

_POLICY = 1008


async def hints_socket(house: House, scope: Scope, receive: Receive, send: Send) -> None:
    """Send `table seq seats` lines to a robot worker, as NATS would, until either side disconnects.

    The socket is closed with code 1008 if this process uses NATS or the token is not that of a worker.
    """
    await receive()  # the connection request
    bus = house.bus
    token = bearer(ASGIConnection[Any, Any, Any, Any](scope))
    if not isinstance(bus, LocalBus) or not house.config.keys.is_worker(token):
        await send({"type": "websocket.close", "code": _POLICY, "reason": "not-yours"})
        return
    await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
    with bus.listening() as ear:
        telling = asyncio.create_task(_tell(ear.hear, send))
        leaving = asyncio.create_task(_until_left(receive))
        await asyncio.wait((telling, leaving), return_when=asyncio.FIRST_COMPLETED)
        for task in (telling, leaving):
            task.cancel()
        await asyncio.gather(telling, leaving, return_exceptions=True)
    with contextlib.suppress(RuntimeError, OSError):
        await send({"type": "websocket.close", "code": 1012, "reason": ""})


async def _tell(hear: Callable[[], Awaitable[bytes]], send: Send) -> None:
    """Send every batch of hints from `next_batch` to the socket, until it is closed."""
    with contextlib.suppress(RuntimeError, OSError):  # the worker has disconnected
        while True:
            await send({"type": "websocket.send", "bytes": await hear(), "text": None})


async def _until_left(receive: Receive) -> None:
    """Return when the socket is closed by the worker. Messages from it are ignored."""
    while (await receive())["type"] == "websocket.receive":
        pass  # workers send nothing that matters here
