"""The application: one house, its endpoints, its socket. Pages and static files plug in as `extra` handlers."""

from __future__ import annotations

import gc
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from litestar import Litestar, Request, Response
from litestar.datastructures import State
from litestar.exceptions import HTTPException, ValidationException
from litestar.types import ControllerRouterHandler

from malle.core import MalleError
from malle.web import api
from malle.web.house import House
from malle.web.socket import table_socket

STATUS = {
    "malformed": 400,
    "refused": 400,
    "not-yours": 403,
    "wrong-origin": 403,
    "no-such-table": 404,
    "illegal": 409,
    "not-your-turn": 409,
    "stale": 409,
    "key-reused": 422,
    "too-fast": 429,
    "bug": 500,
    "no-such-rules": 503,
    "unavailable": 503,
}
"""The HTTP status of each error."""

LARGEST_BODY = 16_384


class Trouble(msgspec.Struct):
    """The one shape of an error: the slug for programs, the sentence for people."""

    slug: str
    sentence: str


def make_app(house: House, extra: Sequence[ControllerRouterHandler] = ()) -> Litestar:
    """The application of one process."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        await house.open()
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 20, 50)
        yield
        await house.close()

    return Litestar(
        route_handlers=[
            api.open_table,
            api.show_table,
            api.sit_down,
            api.seat_robot,
            api.act,
            api.go_on,
            api.robots_awaited,
            api.health,
            api.ready,
            api.metrics,
            table_socket,
            *extra,
        ],
        before_request=api.guard,
        exception_handlers={
            MalleError: _malle_error,
            ValidationException: _bad_request,
            HTTPException: _http_error,
        },
        lifespan=[lifespan],
        state=State({"house": house}),
        request_max_body_size=LARGEST_BODY,
        openapi_config=None,
        logging_config=None,
    )


def _malle_error(request: Request[Any, Any, Any], error: MalleError) -> Response[Trouble]:
    headers = {"retry-after": "1"} if error.slug in ("too-fast", "unavailable") else None
    return Response(Trouble(error.slug, str(error)), status_code=STATUS.get(error.slug, 500), headers=headers)


def _bad_request(request: Request[Any, Any, Any], error: ValidationException) -> Response[Trouble]:
    where = error.extra if isinstance(error.extra, list) else []
    wrong = "; ".join(f"{each.get('key', '')}: {each.get('message', '')}" for each in where if isinstance(each, dict))
    return Response(Trouble("malformed", wrong or error.detail), status_code=400)


def _http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Trouble]:
    slug = {404: "no-such-page", 405: "wrong-method", 413: "too-large"}.get(error.status_code, "http")
    return Response(Trouble(slug, error.detail), status_code=error.status_code, headers=error.headers)
