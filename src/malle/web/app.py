"""The ASGI application of one process: HTTP endpoints, sockets, error answers and background loops.

Pages and static files are passed in as `extra_handlers`.
"""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import msgspec
from litestar import Litestar, Request, Response
from litestar.datastructures import MutableScopeHeaders, State
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, InternalServerException, ValidationException, WebSocketException
from litestar.types import ASGIApp, ControllerRouterHandler, Message, Receive, Scope, Send

from malle import games, words
from malle.core import Bug, Malformed, MalleError
from malle.live import deadlines, slow, slow_robots
from malle.live.house import House
from malle.loops import tell
from malle.web import api, opening
from malle.web.hints import hints_socket
from malle.web.host import has_host
from malle.web.limits import TooFast, TooManyTries
from malle.web.metrics import metrics_shown
from malle.web.quotas import Quotas
from malle.web.socket import table_socket
from malle.web.tidy import Tidy, set_collector
from malle.web.trouble import Asked, Show, Trouble, number_of, wants_page
from malle.wire.messages import HINTS

STATUS = {
    "malformed": 400,
    "refused": 400,
    "not-yours": 403,
    "not-invited": 403,
    "old-link": 403,
    "wrong-origin": 403,
    "not-opener": 403,
    "no-such-table": 404,
    "illegal": 409,
    "table-full": 409,
    "not-your-turn": 409,
    "stale": 409,
    "key-reused": 422,
    "too-fast": 429,
    "too-many-tries": 429,
    "bug": 500,
    "no-such-rules": 503,
    "unavailable": 503,
}
"""HTTP status of each error, by the error's slug."""

HTTP_SLUGS = {404: "no-such-page", 405: "wrong-method", 413: "too-large"}
"""Slug of each HTTP status that the framework raises. Any other 4xx status has the slug `http`."""

LARGEST_BODY = 16_384


def make_app(house: House, extra: Sequence[ControllerRouterHandler] = (), show: Show | None = None) -> ASGIApp:
    """Return the ASGI application of one process.

    Litestar answers HTTP requests; sockets of tables and of robot workers are handled beside it. While the application
    runs, the table service is open and its background loops run. With `render_error_page`, browsers get error pages
    instead of JSON.
    """

    quotas = Quotas(house.config)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        """Open the table service, start its background loops and metrics, and close the service at the end."""
        await house.open()
        words.read_beforehand(games.sheet(name).folder for name in games.names())
        set_collector()
        house.loop("tidy", Tidy(house).turn)
        house.loop("look_for_closed", house.persons.look_for_closed)
        house.loop("settled", partial(opening.look, house))
        deadlines.start(house)
        slow_robots.start(house)
        slow.start(house)
        async with metrics_shown(house):
            yield
        await house.close()

    pages = Litestar(
        route_handlers=[
            api.open_table,
            api.show_table,
            api.sit_down,
            api.seat_robot,
            api.act,
            api.go_on,
            api.report,
            api.robots_awaited,
            api.health,
            api.ready,
            *extra,
        ],
        request_class=Sent,
        before_request=api.guard,
        exception_handlers={
            MalleError: _malle_error,
            ValidationException: _bad_request,
            HTTPException: _http_error,
            UnicodeDecodeError: _not_text,
            Exception: _unexpected,
        },
        after_exception=[_note],
        before_send=[_name_kind],
        lifespan=[lifespan],
        state=State({"house": house, "show": show, "quotas": quotas}),
        request_max_body_size=LARGEST_BODY,
        openapi_config=None,
        logging_config=None,
    )

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if not has_host(scope):
            await _refuse_host(scope, send)
        elif scope["type"] == ScopeType.WEBSOCKET and scope["path"] == HINTS:
            await hints_socket(house, scope, receive, send)
        elif scope["type"] == ScopeType.WEBSOCKET:
            await table_socket(house, quotas, scope, receive, send)
        else:
            began = time.monotonic()
            await pages(scope, receive, send)
            house.asked.note(time.monotonic() - began)

    return app


async def _refuse_host(scope: Scope, send: Send) -> None:
    """Answer a request without a valid `Host` header: status 400 with a JSON error, or close code 1008 for a socket.

    No browser sends such a request, so there is no HTML page.
    """
    if scope["type"] == ScopeType.WEBSOCKET:
        await send({"type": "websocket.close", "code": 1008, "reason": ""})
        return
    body = msgspec.json.encode(Trouble("malformed", "the header Host names no machine and port"))
    headers = [(b"content-type", b"application/json"), (b"x-content-type-options", b"nosniff")]
    await send({"type": "http.response.start", "status": 400, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


class Sent(Request[Any, Any, Any]):
    """A request that raises `Malformed` if its body ends too early or is nested too deeply.

    The framework would answer both as errors of the server.
    """

    async def stream(self) -> AsyncGenerator[bytes, None]:
        """Yield the body in chunks, as it arrives. Raise `Malformed` if the client disconnects before the end."""
        try:
            async for piece in super().stream():
                yield piece
        except InternalServerException as error:
            if "disconnected" not in error.detail:
                raise
            raise Malformed("what was sent ends too early") from None

    async def json(self) -> Any:
        """Return the body parsed as JSON. Raise `Malformed` if it is nested too deeply."""
        try:
            return await super().json()
        except RecursionError:
            raise Malformed("what was sent is nested too deeply") from None


async def _name_kind(message: Message, scope: Scope) -> None:
    """Set `x-content-type-options: nosniff` on every answer, so that browsers trust its content type."""
    if message["type"] == "http.response.start":
        MutableScopeHeaders.from_message(message).setdefault("x-content-type-options", "nosniff")


def _note(error: Exception, scope: Scope) -> None:
    """Log and count an error if its status is 500, at a request or a socket. Other errors are ignored.

    The log names the route's pattern and never the path, so that it holds no table id, token or text of the request.
    """
    if isinstance(error, (UnicodeDecodeError, WebSocketException)):
        return
    status = STATUS.get(error.slug, 500) if isinstance(error, MalleError) else getattr(error, "status_code", 500)
    if status == 500:
        house: House = scope["litestar_app"].state.house
        tell("request", error, house.failed, route=str(scope.get("path_template", "")), id=number_of(scope))


def _malle_error(request: Asked, error: MalleError) -> Response[Any]:
    """Answer with the status of the error's slug, and `Retry-After` where trying again can help."""
    headers = {"retry-after": "1"} if error.slug == "unavailable" else {}
    if isinstance(error, TooFast | TooManyTries):
        headers["retry-after"] = str(error.seconds)
    return _answer(request, Trouble(error.slug, str(error)), STATUS.get(error.slug, 500), headers)


def _bad_request(request: Asked, error: ValidationException) -> Response[Any]:
    """Answer 400, and name each wrong field of the request with what is wrong with it."""
    where = error.extra if isinstance(error.extra, list) else []
    wrong = "; ".join(f"{each.get('key', '')}: {each.get('message', '')}" for each in where if isinstance(each, dict))
    return _answer(request, Trouble("malformed", wrong or error.detail), 400, {})


def _http_error(request: Asked, error: HTTPException) -> Response[Any]:
    """Answer an error raised by the framework, with its own status and headers."""
    slug = HTTP_SLUGS.get(error.status_code, "bug" if error.status_code >= 500 else "http")
    return _answer(request, Trouble(slug, error.detail), error.status_code, error.headers or {})


def _not_text(request: Asked, error: UnicodeDecodeError) -> Response[Any]:
    """Answer 400 to text that is not valid UTF-8."""
    return _malle_error(request, Malformed("what was sent is not text in UTF-8"))


def _unexpected(request: Asked, error: Exception) -> Response[Any]:
    """Answer 500 to any other error, without details."""
    return _answer(request, Trouble("bug", str(Bug())), 500, {})


def _answer(request: Asked, trouble: Trouble, status: int, headers: Mapping[str, str]) -> Response[Any]:
    """Return the answer to any error: an HTML page for browsers if there is a renderer, otherwise JSON.

    An answer with status 500 gets the request's error number, by which the operator finds it in the log.
    """
    show: Show | None = request.app.state.show
    page = show is not None and wants_page(request)
    if status == 500:
        trouble = msgspec.structs.replace(trouble, id=number_of(request.scope))
    answer = show(request, trouble.slug, status) if show and page else Response(trouble, status_code=status)
    answer.headers.update(headers)
    return answer
