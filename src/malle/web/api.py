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
from malle.core.mind import Level
from malle.live import frames, hosting, readiness, seating
from malle.live.caller import SPECTATOR, Caller, NotYours
from malle.live.house import House
from malle.live.keys import read_key
from malle.live.room import Room
from malle.live.writing import is_seen, newest
from malle.live.writing import robots_awaited as robots_awaited_at
from malle.store.away import Unavailable
from malle.store.played import seats_of
from malle.store.reports import TABLE
from malle.store.store import read_id, write_id
from malle.table import Table, Tempo
from malle.web.device import bearer, device_cookie, device_of, new_device, old_token, tokens_of, without_old
from malle.web.limits import WrongOrigin, is_own_origin
from malle.web.opening import need_opener
from malle.web.quotas import Quotas
from malle.wire.messages import SEEN, ActMessage, Awaited, Taken

Asked = Request[Any, Any, Any]
Name = Annotated[str, Meta(min_length=1, max_length=200)]
"""A player's name as it was sent. It is cleaned before it is stored."""


class NewTable(Struct, forbid_unknown_fields=True):
    """The body of a request to open a table."""

    game: str
    seats: int
    name: Name = ""
    """Name of the person who opens the table. If empty, their previous name is kept."""
    options: dict[str, bool | int | str] = {}
    robots: int = 0
    pace: Annotated[int, Meta(ge=5, le=30 * 86400)] | None = None
    """Decision time in seconds, or `None` for no limit."""
    bank: Annotated[int, Meta(ge=0, le=60 * 86400)] = 0
    """Time bank of each player in seconds, for the whole game. Above 0, quiet hours do not count as decision time."""
    late: int = 0
    """By how many moves spectators are behind."""
    tempo: Tempo = "usual"
    """Reading time: how long robots let people read."""
    level: Level = "novice"
    """Strength of the robots, for games that have several levels."""
    edition: str = ""
    """Digest of a custom edition of this site. If empty, the usual edition is played."""


class TableOpened(Struct):
    """The answer to a request to open a table.

    `token` is the secret of the caller's device, valid at every table. It is empty if the browser's cookie has it, or
    if the caller has no seat (`seat` is `None`). `invite` lets other people sit down.
    """

    table: str
    seat: int | None
    token: str
    invite: str


class SitDown(Struct, forbid_unknown_fields=True):
    """The body of a request to take a seat. Without `seat`, the first open one is taken."""

    name: Name
    invite: str
    seat: int | None = None


class SatDown(Struct):
    """The answer to a request for a seat: its number, and the device's secret, or "" if the browser's cookie has it."""

    seat: int
    token: str


class Report(Struct, forbid_unknown_fields=True):
    """The body of a report to the operator, about a player's name or the whole table."""

    seat: Annotated[int, Meta(ge=0, le=31)] | None = None
    """Seat of the reported name, or `None` to report the table."""


class RobotSeat(Struct, forbid_unknown_fields=True):
    """The body of a request to give an open seat to a robot."""

    seat: int


def house_of(request: Asked) -> House:
    """Return the table service of this process."""
    house: House = request.app.state.house
    return house


def quotas_of(request: Asked) -> Quotas:
    """Return the rate limits of this process."""
    quotas: Quotas = request.app.state.quotas
    return quotas


def address_of(request: Asked) -> str:
    """Return the client's IP address, as a trusted proxy reports it if there is one, or "" if it is unknown."""
    return request.client.host if request.client else ""


def need_calm(request: Asked) -> None:
    """Count a GET request that costs as much as a change. Raise `TooFast` if its address sends too many."""
    quotas_of(request).requests.need(address_of(request))


def guard(request: Asked) -> None:
    """Check a request before it changes anything; runs before every handler and ignores GET, HEAD and OPTIONS.

    Raise `WrongOrigin` if it comes from a page of another site. Raise `TooFast` if its address sends too many requests
    or opens too many tables.
    """
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    house = house_of(request)
    if is_own_origin(request.headers, house.config.origins) is False:
        raise WrongOrigin()
    quotas, address = quotas_of(request), address_of(request)
    quotas.requests.need(address)
    if request.url.path.rstrip("/") in ("/tables", "/api/tables"):
        quotas.tables.need(address)


@post("/api/tables", status_code=201)
async def open_table(request: Asked, data: JSONBody[NewTable]) -> Response[TableOpened]:
    """Open a table, and seat the caller at its first seat unless robots take all seats.

    Raise `NotAllowedToOpen` if the caller may not open tables on this site. Raise `Refused` if the game does not allow
    the settings.
    """
    house = house_of(request)
    await need_opener(request, house)
    device, shown, cookies = _device(request)
    opened = await seating.open_table(
        house,
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
        bank=data.bank,
    )
    body = TableOpened(opened.table, opened.seat, "" if opened.seat is None else shown, opened.invite)
    return Response(body, status_code=201, cookies=cookies)


@get("/api/tables/{table:str}", media_type="application/json")
async def show_table(request: Asked, table: FromPath[str]) -> bytes:
    """Return the public state of a table as JSON. Before the game begins this also refreshes who is ready.

    A request of the host counts as presence. If the host has been away too long, the asking player becomes host.
    """
    house = house_of(request)
    room = await house.current(read_id(table))
    if room.table.turn is None:  # the page of a waiting player asks repeatedly
        await readiness.look(house, room, await browser_of(request, room))
    return bytes(frames.public(room.shown_to(None)))


@post("/api/tables/{table:str}/seats", status_code=201)
async def sit_down(request: Asked, table: FromPath[str], data: JSONBody[SitDown]) -> Response[SatDown]:
    """Take a seat and return it. A person who has one at this table gets that seat."""
    room = await _room(request, table)
    device, shown, cookies = _device(request)
    seat = await seating.sit(house_of(request), room, device, data.name, data.invite, data.seat)
    return Response(SatDown(seat, shown), status_code=201, cookies=cookies)


@post("/api/tables/{table:str}/robots", status_code=201)
async def seat_robot(request: Asked, table: FromPath[str], data: JSONBody[RobotSeat]) -> None:
    """Give an open seat to a robot. Raise `NotYours` unless the caller is the table's host."""
    room = await _room(request, table)
    await hosting.fill(house_of(request), room, await _who(request, room), data.seat)


@post("/api/tables/{table:str}/acts", status_code=200)
async def act(request: Asked, table: FromPath[str], data: JSONBody[ActMessage]) -> Taken:
    """Make a move without an open socket, as the socket's `act` message does. Return its key and the new seq."""
    room = await _room(request, table)
    who = await _who(request, room)
    return Taken(data.key, await house_of(request).act(room, who, data.seq, data.text, read_key(data.key)))


def _is_seen(table: Table, seat: int) -> bool:
    """Return whether a person plays this seat or has left it to a robot, at `table` as it is shown."""
    return seat < len(table.kinds) and (table.kinds[seat] == "person" or seat in table.left)


@post("/api/tables/{table:str}/reports", status_code=201)
async def report(request: Asked, table: FromPath[str], data: JSONBody[Report]) -> Response[None]:
    """Report a name or a table to the operator, who sees it in the dashboard and by `malle reports`.

    Raise `Refused` if no person has the reported seat, as far as the caller can see.
    """
    house, room = house_of(request), await _room(request, table)
    sitters, who = await house.sitters.learn(room), await _who(request, room)
    if data.seat is not None and not (data.seat in sitters and _is_seen(room.shown_to(who.seat).table, data.seat)):
        raise Refused("nobody has this seat")
    device, _, cookies = _device(request)
    person = None if data.seat is None else sitters[data.seat].person
    by = await house.persons.of(device)
    await house.store.reports.add(room.id, TABLE if data.seat is None else data.seat, person, by)
    return Response(None, status_code=201, cookies=cookies)


@get("/tables/{table:str}/next")
async def go_on(request: Asked, table: FromPath[str]) -> Response[None]:
    """Redirect to the next table of these players, or back to this one if there is none.

    A browser that still has a legacy cookie of this table gets the device cookie, and keeps its seat at both tables.
    """
    room = await _room(request, table)
    await house_of(request).look_again(room)
    following = room.table.next or table
    device, cookies = await moved_in(request, room)
    if cookies and following != table:
        await seating.take_over(house_of(request), await _room(request, following), old_token(request, table), device)
    headers = {"cache-control": "no-store"}
    return Redirect(f"/tables/{following}", status_code=303, headers=headers, cookies=cookies)


@get("/api/robots")
async def robots_awaited(request: Asked) -> list[Awaited]:
    """Return the tables at which robots are awaited, for robot workers that missed a hint.

    Raise `NotYours` without the key of a worker.
    """
    house = house_of(request)
    if not house.config.keys.is_worker(bearer(request)):
        raise NotYours("only for robots' workers")
    here = [(id_, room.table.seq, robots_awaited_at(room.table)) for id_, room in house.rooms.items() if is_seen(room)]
    found = newest(await house.store.robots_awaited(), here)
    return [Awaited(write_id(table), seq, seats_of(bits)) for table, seq, bits in found if bits]


@get("/health")
async def health(request: Asked) -> Response[Literal["ok"]]:
    """Answer that this process runs. A header gives the scheme it was reached by, which `malle doctor` reads."""
    return Response("ok", headers={SEEN: request.url.scheme})


@get("/ready")
async def ready(request: Asked) -> str:
    """Return "ok" if this process can take moves, followed by the databases that do not answer, if any.

    Raise `DatabaseUnavailable` if it is shutting down, if a background loop is stalled, or if no database answers. NATS
    is not needed to take moves.
    """
    house = house_of(request)
    if house.draining:
        raise Unavailable("this process is about to end")
    if standing := house.standing():
        raise Unavailable(f"these loops of this process stand still: {', '.join(standing)}")
    away = await house.store.check_ready()
    return f"ok, without {', '.join(away)}" if away else "ok"


async def seat_of(request: Asked, room: Room, device: str = "") -> Seat | None:
    """Return the seat of the browser's person at a table, or `None` if they have none."""
    return (await browser_of(request, room, device)).seat


async def browser_of(request: Asked, room: Room, device: str = "") -> Caller:
    """Return the identity of the browser's person at a table, or `UNKNOWN_SPECTATOR` if its token is not valid.

    `device` is used in place of the browser's cookie, if it is given.
    """
    try:
        return await caller_of(request, room, device)
    except NotYours:
        return SPECTATOR


async def caller_of(request: Asked, room: Room, device: str = "") -> Caller:
    """Return the identity of the browser's person at a table. Raise `NotYours` if its token is not valid.

    `device` is used in place of the browser's cookie, if it is given.
    """
    cookies = device or device_of(request), old_token(request, room.text)
    return await seating.caller(house_of(request), room, *cookies)


async def moved_in(request: Asked, room: Room) -> tuple[str, list[Cookie]]:
    """Return the browser's device secret ("" if it has none) and the cookies to set.

    A browser with a legacy cookie of this table gets the device cookie instead, and its seat moves to that device's
    person. Without a legacy cookie nothing changes and no cookie is set.
    """
    device, old = device_of(request), old_token(request, room.text)
    if not old:
        return device, []
    device = device or new_device()
    await seating.take_over(house_of(request), room, old, device)
    return device, [device_cookie(request, device), without_old(room.text)]


async def _room(request: Asked, table: str) -> Room:
    """Return the room of a table by its written id. Raise `NoSuchTable` if there is none."""
    return await house_of(request).room(read_id(table))


async def _who(request: Asked, room: Room) -> Caller:
    """Return who asks, by bearer token, or by cookie if the request comes from a page of this site.

    The result is a spectator if there is no token. Raise `NotYours` if the token is not valid.
    """
    own = is_own_origin(request.headers, house_of(request).config.origins) is True
    return await seating.caller(house_of(request), room, *tokens_of(request, room.text, own=own))


def _device(request: Asked) -> tuple[str, str, list[Cookie]]:
    """Return the caller's device secret, the secret to put into the answer, and the cookies to set.

    A bearer token is taken as it is, without a cookie. Otherwise the cookie of a page of this site is used, or else a
    new secret is made. The second value is "" if the browser's cookie has the secret already.
    """
    if device := bearer(request):
        return device, device, []
    cookie = device_of(request) if is_own_origin(request.headers, house_of(request).config.origins) else ""
    device = cookie or new_device()
    return device, "" if cookie else device, [device_cookie(request, device)]
