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

from malle import games
from malle.background.loops import log_error
from malle.core import Bug, Malformed, MalleError
from malle.i18n import translations
from malle.protocol.messages import HINTS_PATH
from malle.runtime.table_service import TableService
from malle.runtime.timing import correspondence, deadlines, stuck_robots
from malle.web.admin import who_may_open
from malle.web.api import tables
from malle.web.api.metrics import serve_metrics
from malle.web.error_pages import AnyRequest, ErrorBody, ErrorPage, get_error_number, wants_html
from malle.web.realtime.table_socket import serve_table_socket
from malle.web.realtime.worker_socket import serve_worker_socket
from malle.web.security.host_header import has_valid_host
from malle.web.security.quotas import Quotas
from malle.web.security.rate_limits import TooFast, TooManyAttempts
from malle.web.support.memory_trim import MemoryTrimmer, configure_collector

HTTP_STATUS_BY_SLUG = {
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

SLUG_BY_HTTP_STATUS = {404: "no-such-page", 405: "wrong-method", 413: "too-large"}
"""Slug of each HTTP status that the framework raises. Any other 4xx status has the slug `http`."""

MAX_BODY_BYTES = 16_384
"""The longest body of an HTTP request. A longer one gets status 413."""


def make_app(
    service: TableService,
    extra_handlers: Sequence[ControllerRouterHandler] = (),
    render_error_page: ErrorPage | None = None,
) -> ASGIApp:
    """Return the ASGI application of one process.

    Litestar answers HTTP requests; sockets of tables and of robot workers are handled beside it.
    While the application runs, the table service is open and its background loops run.
    `extra_handlers` are routes besides those of `malle.web.api.tables`. With `render_error_page`,
    browsers get error pages instead of JSON.
    """

    quotas = Quotas(service.config)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        """Open the table service, start its background loops and the metrics server, and close the
        service at the end. Also load the games' translations and set up the garbage collector."""
        await service.open()
        translations.preload_messages(games.load_game_info(name).folder for name in games.game_names())
        configure_collector()
        service.start_loop("tidy", MemoryTrimmer(service).run_turn)
        service.start_loop("look_for_closed", service.device_owners.wait_and_drop_closed)
        service.start_loop("settled", partial(who_may_open.refresh_settings, service))
        deadlines.start_loops(service)
        stuck_robots.start_loops(service)
        correspondence.start_loops(service)
        async with serve_metrics(service):
            yield
        await service.close()

    pages = Litestar(
        route_handlers=[
            tables.open_table,
            tables.show_table,
            tables.take_seat,
            tables.seat_robot,
            tables.act,
            tables.redirect_to_next_table,
            tables.add_report,
            tables.list_awaited_robots,
            tables.show_health,
            tables.show_readiness,
            *extra_handlers,
        ],
        request_class=BodyCheckedRequest,
        before_request=tables.check_write_request,
        exception_handlers={
            MalleError: _handle_malle_error,
            ValidationException: _handle_validation_error,
            HTTPException: _handle_http_error,
            UnicodeDecodeError: _handle_invalid_utf8,
            Exception: _handle_unexpected_error,
        },
        after_exception=[_log_server_error],
        before_send=[_forbid_content_sniffing],
        lifespan=[lifespan],
        state=State({"house": service, "show": render_error_page, "quotas": quotas}),
        request_max_body_size=MAX_BODY_BYTES,
        openapi_config=None,
        logging_config=None,
    )

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one HTTP request, serve one socket, or pass on the server's start and end. The
        time of each HTTP answer is recorded."""
        if not has_valid_host(scope):
            await _reject_host(scope, send)
        elif scope["type"] == ScopeType.WEBSOCKET and scope["path"] == HINTS_PATH:
            await serve_worker_socket(service, scope, receive, send)
        elif scope["type"] == ScopeType.WEBSOCKET:
            await serve_table_socket(service, quotas, scope, receive, send)
        else:
            started = time.monotonic()
            await pages(scope, receive, send)
            service.request_latency.record(time.monotonic() - started)

    return app


async def _reject_host(scope: Scope, send: Send) -> None:
    """Answer a request without a valid `Host` header: status 400 with a JSON error, or close code 1008 for a socket.

    No browser sends such a request, so there is no HTML page.
    """
    if scope["type"] == ScopeType.WEBSOCKET:
        await send({"type": "websocket.close", "code": 1008, "reason": ""})
        return
    body = msgspec.json.encode(ErrorBody("malformed", "the header Host names no machine and port"))
    headers = [(b"content-type", b"application/json"), (b"x-content-type-options", b"nosniff")]
    await send({"type": "http.response.start", "status": 400, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


class BodyCheckedRequest(Request[Any, Any, Any]):
    """A request that raises `Malformed` if its body ends too early or is nested too deeply.

    The framework would answer both as errors of the server.
    """

    async def stream(self) -> AsyncGenerator[bytes, None]:
        """Yield the body in chunks, as it arrives. Raise `Malformed` if the client disconnects before the end."""
        try:
            async for chunk in super().stream():
                yield chunk
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


async def _forbid_content_sniffing(message: Message, scope: Scope) -> None:
    """Set `x-content-type-options: nosniff` on every answer, so that browsers trust its content type."""
    if message["type"] == "http.response.start":
        MutableScopeHeaders.from_message(message).setdefault("x-content-type-options", "nosniff")


def _log_server_error(error: Exception, scope: Scope) -> None:
    """Log and count an error if its status is 500, at a request or a socket. Other errors are
    ignored.

    The log names the pattern of the route and never the requested path. So it holds no table id,
    token or text of the request.
    """
    if isinstance(error, (UnicodeDecodeError, WebSocketException)):
        return
    status = (
        HTTP_STATUS_BY_SLUG.get(error.slug, 500)
        if isinstance(error, MalleError)
        else getattr(error, "status_code", 500)
    )
    if status == 500:
        service: TableService = scope["litestar_app"].state.house
        log_error(
            "request",
            error,
            service.error_counters,
            route=str(scope.get("path_template", "")),
            id=get_error_number(scope),
        )


def _handle_malle_error(request: AnyRequest, error: MalleError) -> Response[Any]:
    """Answer with the status of the error's slug (500 for an unknown slug), and `Retry-After` where
    trying again can help."""
    headers = {"retry-after": "1"} if error.slug == "unavailable" else {}
    if isinstance(error, TooFast | TooManyAttempts):
        headers["retry-after"] = str(error.retry_after_seconds)
    return _make_error_response(
        request, ErrorBody(error.slug, str(error)), HTTP_STATUS_BY_SLUG.get(error.slug, 500), headers
    )


def _handle_validation_error(request: AnyRequest, error: ValidationException) -> Response[Any]:
    """Answer 400 to a request whose fields are not valid. The sentence names each wrong field and
    what is wrong with it."""
    problems = error.extra if isinstance(error.extra, list) else []
    sentence = "; ".join(
        f"{problem.get('key', '')}: {problem.get('message', '')}" for problem in problems if isinstance(problem, dict)
    )
    return _make_error_response(request, ErrorBody("malformed", sentence or error.detail), 400, {})


def _handle_http_error(request: AnyRequest, error: HTTPException) -> Response[Any]:
    """Answer an error raised by the framework, with its own status and headers."""
    slug = SLUG_BY_HTTP_STATUS.get(error.status_code, "bug" if error.status_code >= 500 else "http")
    return _make_error_response(request, ErrorBody(slug, error.detail), error.status_code, error.headers or {})


def _handle_invalid_utf8(request: AnyRequest, error: UnicodeDecodeError) -> Response[Any]:
    """Answer 400 to text that is not valid UTF-8."""
    return _handle_malle_error(request, Malformed("what was sent is not text in UTF-8"))


def _handle_unexpected_error(request: AnyRequest, error: Exception) -> Response[Any]:
    """Answer 500 to an error for which there is no other handler, without details."""
    return _make_error_response(request, ErrorBody("bug", str(Bug())), 500, {})


def _make_error_response(
    request: AnyRequest, body: ErrorBody, status: int, headers: Mapping[str, str]
) -> Response[Any]:
    """Return the answer to an error: an HTML page for browsers if there is a renderer, otherwise
    JSON.

    An answer with status 500 gets the error number of the request, by which the operator finds the
    error in the log.
    """
    render_page: ErrorPage | None = request.app.state.show
    as_page = render_page is not None and wants_html(request)
    if status == 500:
        body = msgspec.structs.replace(body, id=get_error_number(request.scope))
    response = (
        render_page(request, body.slug, status) if render_page and as_page else Response(body, status_code=status)
    )
    response.headers.update(headers)
    return response
