"""HTTP endpoints for pages and programs: open a table, take a seat, act, report; `/health` and `/ready` for operators.

Helpers that read the device, the seat and the address of a request are here too.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from litestar import Request, Response, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath, JSONBody
from litestar.response import Redirect
from msgspec import Meta, Struct

from malle.core import Refused, Seat
from malle.core.robots.robot import Level
from malle.protocol.messages import SEEN_SCHEME_HEADER, ActMessage, AwaitedRobots, TakenMessage
from malle.runtime.idempotency import parse_client_key
from malle.runtime.log_writes import awaited_robot_bits as robots_awaited_at
from malle.runtime.log_writes import has_people_connected, merge_awaited_robots
from malle.runtime.room import Room
from malle.runtime.seats import lobby_changes, ready_check, seating
from malle.runtime.seats.identity import UNKNOWN_SPECTATOR, Caller, NotYours
from malle.runtime.table_service import TableService
from malle.runtime.views import frames
from malle.storage.database_errors import DatabaseUnavailable
from malle.storage.people.game_history import seats_from_bits
from malle.storage.store import format_table_id, parse_table_id
from malle.storage.tables.reports import WHOLE_TABLE
from malle.table import ReadingSpeed, Table
from malle.web.admin.who_may_open import require_may_open
from malle.web.security.device_cookie import (
    expire_legacy_seat_cookie,
    make_device_cookie,
    make_device_secret,
    read_bearer_token,
    read_device_secret,
    read_legacy_token,
    read_tokens,
)
from malle.web.security.quotas import Quotas
from malle.web.security.rate_limits import WrongOrigin, is_same_origin

AnyRequest = Request[Any, Any, Any]
SubmittedName = Annotated[str, Meta(min_length=1, max_length=200)]
"""A player's name as it was sent. It is cleaned before it is stored."""


class OpenTableBody(Struct, forbid_unknown_fields=True):
    """The body of a request to open a table."""

    game: str
    seats: int
    """Number of seats of the table."""
    name: SubmittedName = ""
    """Name of the person who opens the table. If empty, their previous name is kept."""
    options: dict[str, bool | int | str] = {}
    robots: int = 0
    """How many seats are given to robots."""
    pace: Annotated[int, Meta(ge=5, le=30 * 86400)] | None = None
    """Decision time in seconds, or `None` for no limit."""
    bank: Annotated[int, Meta(ge=0, le=60 * 86400)] = 0
    """Time bank of each player in seconds, for the whole game. Above 0, quiet hours do not count as decision time."""
    late: int = 0
    """By how many moves spectators are behind."""
    tempo: ReadingSpeed = "usual"
    """Reading time: how long robots let people read."""
    level: Level = "novice"
    """Strength of the robots, for games that have several levels."""
    edition: str = ""
    """Digest of a custom edition of this site. If empty, the usual edition is played."""


class OpenedTable(Struct):
    """The answer to a request to open a table.

    `token` is the secret of the caller's device, valid at every table. It is empty if the browser's
    cookie holds the secret, or if the caller has no seat (`seat` is `None`). `invite` lets other
    people sit down.
    """

    table: str
    seat: int | None
    token: str
    invite: str


class TakeSeatBody(Struct, forbid_unknown_fields=True):
    """The body of a request to take a seat. Without `seat`, the first open one is taken."""

    name: SubmittedName
    invite: str
    seat: int | None = None


class TakenSeat(Struct):
    """The answer to a request for a seat: the number of the seat, and the secret of the caller's
    device. The secret is "" if the browser's cookie holds it."""

    seat: int
    token: str


class ReportBody(Struct, forbid_unknown_fields=True):
    """The body of a report to the operator, about a player's name or the whole table."""

    seat: Annotated[int, Meta(ge=0, le=31)] | None = None
    """Seat of the reported name, or `None` to report the table."""


class RobotSeatBody(Struct, forbid_unknown_fields=True):
    """The body of a request to give an open seat to a robot."""

    seat: int


def get_table_service(request: AnyRequest) -> TableService:
    """Return the table service of this process."""
    service: TableService = request.app.state.house
    return service


def get_quotas(request: AnyRequest) -> Quotas:
    """Return the rate limits of this process."""
    quotas: Quotas = request.app.state.quotas
    return quotas


def get_client_address(request: AnyRequest) -> str:
    """Return the client's IP address, as a trusted proxy reports it if there is one, or "" if it is unknown."""
    return request.client.host if request.client else ""


def require_under_rate_limit(request: AnyRequest) -> None:
    """Count a GET request whose answer is costly. Raise `TooFast` if its address sends too many
    requests."""
    get_quotas(request).request_rate.take_or_raise(get_client_address(request))


def check_write_request(request: AnyRequest) -> None:
    """Check a request before it changes anything; runs before every handler and ignores GET, HEAD and OPTIONS.

    Raise `WrongOrigin` if it comes from a page of another site. Raise `TooFast` if its address sends too many requests
    or opens too many tables.
    """
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    service = get_table_service(request)
    if is_same_origin(request.headers, service.config.allowed_origins) is False:
        raise WrongOrigin()
    quotas, address = get_quotas(request), get_client_address(request)
    quotas.request_rate.take_or_raise(address)
    if request.url.path.rstrip("/") in ("/tables", "/api/tables"):
        quotas.table_rate.take_or_raise(address)


@post("/api/tables", status_code=201)
async def open_table(request: AnyRequest, data: JSONBody[OpenTableBody]) -> Response[OpenedTable]:
    """Open a table, and seat the caller at its first seat unless robots take all seats.

    A caller without a device gets a new one. Raise `NotAllowedToOpen` if the caller may not open
    tables on this site. Raise `Refused` if the game does not allow the settings.
    """
    service = get_table_service(request)
    await require_may_open(request, service)
    device, answer_token, cookies = _get_or_make_device(request)
    opened = await seating.open_table(
        service,
        device,
        data.game,
        data.seats,
        data.options,
        data.name,
        data.robots,
        data.pace,
        data.late,
        data.tempo,
        level=data.level,
        edition=data.edition,
        time_bank=data.bank,
    )
    body = OpenedTable(opened.table, opened.seat, "" if opened.seat is None else answer_token, opened.invite)
    return Response(body, status_code=201, cookies=cookies)


@get("/api/tables/{table:str}", media_type="application/json")
async def show_table(request: AnyRequest, table: FromPath[str]) -> bytes:
    """Return the public state of a table as JSON. Before the game begins this also refreshes which
    players are ready.

    A request of the host then counts as presence. If the host has been away too long, the asking
    player becomes host.
    """
    service = get_table_service(request)
    room = await service.get_fresh_room(parse_table_id(table))
    if room.table.turn is None:  # the page of a waiting player asks repeatedly
        await ready_check.refresh_readiness(service, room, await identify_browser_or_spectator(request, room))
    return bytes(frames.public_part(room.visible_room(None)))


@post("/api/tables/{table:str}/seats", status_code=201)
async def take_seat(request: AnyRequest, table: FromPath[str], data: JSONBody[TakeSeatBody]) -> Response[TakenSeat]:
    """Take a seat and return it. A person who already has a seat at this table gets that one,
    whatever they ask for."""
    room = await _load_room(request, table)
    device, answer_token, cookies = _get_or_make_device(request)
    seat = await seating.join_table(get_table_service(request), room, device, data.name, data.invite, data.seat)
    return Response(TakenSeat(seat, answer_token), status_code=201, cookies=cookies)


@post("/api/tables/{table:str}/robots", status_code=201)
async def seat_robot(request: AnyRequest, table: FromPath[str], data: JSONBody[RobotSeatBody]) -> None:
    """Give an open seat to a robot. Raise `NotYours` unless the caller is the table's host."""
    room = await _load_room(request, table)
    await lobby_changes.add_robots(get_table_service(request), room, await _identify_caller(request, room), data.seat)


@post("/api/tables/{table:str}/acts", status_code=200)
async def act(request: AnyRequest, table: FromPath[str], data: JSONBody[ActMessage]) -> TakenMessage:
    """Make a move without an open socket, as the socket's `act` message does. Return the key of the
    request and the seq after the move."""
    room = await _load_room(request, table)
    caller = await _identify_caller(request, room)
    return TakenMessage(
        data.key, await get_table_service(request).act(room, caller, data.seq, data.text, parse_client_key(data.key))
    )


def _has_visible_person(table: Table, seat: int) -> bool:
    """Return whether a person plays this seat or has left it to a robot, at `table` as it is shown."""
    return seat < len(table.seat_kinds) and (table.seat_kinds[seat] == "person" or seat in table.vacated_seats)


@post("/api/tables/{table:str}/reports", status_code=201)
async def add_report(request: AnyRequest, table: FromPath[str], data: JSONBody[ReportBody]) -> Response[None]:
    """Report a name or a table to the operator, who sees it in the dashboard and by `malle
    reports`.

    Raise `Refused` unless, as far as the caller can see, a person has the reported seat or has left
    it to a robot.
    """
    service, room = get_table_service(request), await _load_room(request, table)
    sitters, caller = await service.seat_owners.load_owners(room), await _identify_caller(request, room)
    if data.seat is not None and not (
        data.seat in sitters and _has_visible_person(room.visible_room(caller.seat).table, data.seat)
    ):
        raise Refused("nobody has this seat")
    device, _, cookies = _get_or_make_device(request)
    person = None if data.seat is None else sitters[data.seat].person
    reporter = await service.device_owners.person_of_token(device)
    await service.store.reports.add(room.id, WHOLE_TABLE if data.seat is None else data.seat, person, reporter)
    return Response(None, status_code=201, cookies=cookies)


@get("/tables/{table:str}/next")
async def redirect_to_next_table(request: AnyRequest, table: FromPath[str]) -> Response[None]:
    """Redirect to the table at which these players play again, or back to this table if there is
    none.

    A browser that still has the cookie of this table alone, as in earlier releases, gets the device
    cookie. It keeps its seat at both tables.
    """
    room = await _load_room(request, table)
    await get_table_service(request).sync_with_log(room)
    next_table = room.table.next_table or table
    device, cookies = await replace_legacy_cookie(request, room)
    if cookies and next_table != table:
        await seating.claim_old_seat(
            get_table_service(request), await _load_room(request, next_table), read_legacy_token(request, table), device
        )
    headers = {"cache-control": "no-store"}
    return Redirect(f"/tables/{next_table}", status_code=303, headers=headers, cookies=cookies)


@get("/api/robots")
async def list_awaited_robots(request: AnyRequest) -> list[AwaitedRobots]:
    """Return the tables at which a robot is to act, for robot workers that missed a hint. Only
    tables where a person has a seat or watches: robots alone wait.

    Raise `NotYours` without the key of a worker.
    """
    service = get_table_service(request)
    if not service.config.keyring.is_worker_token(read_bearer_token(request)):
        raise NotYours("only for robots' workers")
    in_memory = [
        (table_id, room.table.seq, robots_awaited_at(room.table))
        for table_id, room in service.rooms.items()
        if has_people_connected(room)
    ]
    newest_rows = merge_awaited_robots(await service.store.robots_awaited(), in_memory)
    return [
        AwaitedRobots(format_table_id(table), seq, seats_from_bits(bits)) for table, seq, bits in newest_rows if bits
    ]


@get("/health")
async def show_health(request: AnyRequest) -> Response[Literal["ok"]]:
    """Answer that this process runs. A header of the answer gives the scheme of the request (`http`
    or `https`), which `malle doctor` reads."""
    return Response("ok", headers={SEEN_SCHEME_HEADER: request.url.scheme})


@get("/ready")
async def show_readiness(request: AnyRequest) -> str:
    """Return "ok" if this process can take moves, followed by the databases that do not answer, if any.

    Raise `DatabaseUnavailable` if it is shutting down, if a background loop is stalled, or if no database answers. NATS
    is not needed to take moves.
    """
    service = get_table_service(request)
    if service.draining:
        raise DatabaseUnavailable("this process is about to end")
    if stalled := service.stalled_loops():
        raise DatabaseUnavailable(f"these loops of this process stand still: {', '.join(stalled)}")
    not_answering = await service.store.check_ready()
    return f"ok, without {', '.join(not_answering)}" if not_answering else "ok"


async def get_browser_seat(request: AnyRequest, room: Room, device: str = "") -> Seat | None:
    """Return the seat of the browser's person at a table, or `None` if they have none or the
    browser's token is not valid.

    `device` is used in place of the device secret in the browser's cookie, if it is given.
    """
    return (await identify_browser_or_spectator(request, room, device)).seat


async def identify_browser_or_spectator(request: AnyRequest, room: Room, device: str = "") -> Caller:
    """Return the identity of the browser's person at a table, or `UNKNOWN_SPECTATOR` if the
    browser's token is not valid.

    `device` is used in place of the device secret in the browser's cookie, if it is given.
    """
    try:
        return await identify_browser(request, room, device)
    except NotYours:
        return UNKNOWN_SPECTATOR


async def identify_browser(request: AnyRequest, room: Room, device: str = "") -> Caller:
    """Return the identity of the browser's person at a table. Raise `NotYours` if the browser's
    token is not valid.

    `device` is used in place of the device secret in the browser's cookie, if it is given.
    """
    cookies = device or read_device_secret(request), read_legacy_token(request, room.id_text)
    return await seating.identify_caller(get_table_service(request), room, *cookies)


async def replace_legacy_cookie(request: AnyRequest, room: Room) -> tuple[str, list[Cookie]]:
    """Return the browser's device secret ("" if it has none) and the cookies to set.

    A legacy cookie is one for this table alone, from an earlier release. A browser that has it gets
    the device cookie instead, and its seat moves to that device's person. Without a legacy cookie
    nothing changes and no cookie is set.
    """
    device, legacy_token = read_device_secret(request), read_legacy_token(request, room.id_text)
    if not legacy_token:
        return device, []
    device = device or make_device_secret()
    await seating.claim_old_seat(get_table_service(request), room, legacy_token, device)
    return device, [make_device_cookie(request, device), expire_legacy_seat_cookie(room.id_text)]


async def _load_room(request: AnyRequest, table: str) -> Room:
    """Return the room of a table by its written id. Raise `NoSuchTable` if there is none."""
    return await get_table_service(request).get_room(parse_table_id(table))


async def _identify_caller(request: AnyRequest, room: Room) -> Caller:
    """Return who asks, by bearer token, or by cookie if the request comes from a page of this site.

    The result is a spectator if there is no token, or if the person has no seat. Raise `NotYours`
    if the token is not valid.
    """
    own = is_same_origin(request.headers, get_table_service(request).config.allowed_origins) is True
    return await seating.identify_caller(
        get_table_service(request), room, *read_tokens(request, room.id_text, same_origin=own)
    )


def _get_or_make_device(request: AnyRequest) -> tuple[str, str, list[Cookie]]:
    """Return the caller's device secret, the secret to put into the answer, and the cookies to set.

    A bearer token is taken as the secret, and no cookie is set. Otherwise the cookie counts if the
    request comes from a page of this site; without it a new secret is made. The second value is ""
    if the browser's cookie holds the secret already.
    """
    if device := read_bearer_token(request):
        return device, device, []
    cookie = (
        read_device_secret(request)
        if is_same_origin(request.headers, get_table_service(request).config.allowed_origins)
        else ""
    )
    device = cookie or make_device_secret()
    return device, "" if cookie else device, [make_device_cookie(request, device)]
