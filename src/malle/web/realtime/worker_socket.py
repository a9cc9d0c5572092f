"""The socket for robot workers on a site without NATS. It sends the tables at which a robot is awaited."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

from litestar.connection import ASGIConnection
from litestar.types import Receive, Scope, Send

from malle.messaging.local_bus import LocalBus
from malle.runtime.table_service import TableService
from malle.web.security.device_cookie import read_bearer_token

_CLOSE_POLICY_VIOLATION = 1008


async def serve_worker_socket(service: TableService, scope: Scope, receive: Receive, send: Send) -> None:
    """Send hints, lines of the form `table seq seats`, to a robot worker, as NATS would, until
    either side disconnects.

    The socket is closed with code 1008 if this process uses NATS or the token is not that of a
    worker.
    """
    await receive()  # the connection request
    bus = service.bus
    token = read_bearer_token(ASGIConnection[Any, Any, Any, Any](scope))
    if not isinstance(bus, LocalBus) or not service.config.keyring.is_worker_token(token):
        await send({"type": "websocket.close", "code": _CLOSE_POLICY_VIOLATION, "reason": "not-yours"})
        return
    await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
    with bus.subscription() as subscriber:
        send_task = asyncio.create_task(_send_hints(subscriber.take_lines, send))
        disconnect_task = asyncio.create_task(_wait_for_disconnect(receive))
        await asyncio.wait((send_task, disconnect_task), return_when=asyncio.FIRST_COMPLETED)
        for task in (send_task, disconnect_task):
            task.cancel()
        await asyncio.gather(send_task, disconnect_task, return_exceptions=True)
    with contextlib.suppress(RuntimeError, OSError):
        await send({"type": "websocket.close", "code": 1012, "reason": ""})


async def _send_hints(next_batch: Callable[[], Awaitable[bytes]], send: Send) -> None:
    """Wait for each batch of hints from `next_batch` and send it, until the socket is closed."""
    with contextlib.suppress(RuntimeError, OSError):  # the worker has disconnected
        while True:
            await send({"type": "websocket.send", "bytes": await next_batch(), "text": None})


async def _wait_for_disconnect(receive: Receive) -> None:
    """Return when the socket is closed by the worker. Messages from it are ignored."""
    while (await receive())["type"] == "websocket.receive":
        pass  # workers send nothing that matters here
