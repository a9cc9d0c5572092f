"""What a page or a program asks for by HTTP: open a table, sit down, act, look; and what an operator asks for."""

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
"""As it is sent; `malle.live.names` makes of it what is kept."""


class NewTable(Struct, forbid_unknown_fields=True):
    """A table to be opened."""

    game: str
    seats: int
    name: Name = ""
    """Of the person who opens it; as they were called before, if it is not said."""
    options: dict[str, bool | int | str] = {}
    robots: int = 0
    pace: Annotated[int, Meta(ge=5, le=30 * 86400)] | None = None
    """Seconds for each decision."""
    bank: Annotated[int, Meta(ge=0, le=60 * 86400)] = 0
    """Seconds that each has besides for the whole game: such a table is slow, and quiet hours do not count."""
    late: int = 0
    """Moves that spectators are behind."""
    tempo: Tempo = "usual"
    """How much time robots leave to read."""
    level: Level = "novice"
    """How hard the robots are to beat, where the game has several."""
    edition: str = ""
    """The digest of an edition of the host's own; empty: the usual one."""


class TableOpened(Struct):
    """It is open. The token is secret: it is you, here and at any table where you show it. It is empty where your
    browser's cookie has it. The invitation is for your friends."""

    table: str
    seat: int | None
    token: str
    invite: str


class SitDown(Struct, forbid_unknown_fields=True):
    """A seat to be taken."""

    name: Name
    invite: str
    seat: int | None = None


class SatDown(Struct):
    """You sit there."""

    seat: int
    token: str


class Report(Struct, forbid_unknown_fields=True):
    """Something that the host of the site should look at."""

    seat: Annotated[int, Meta(ge=0, le=31)] | None = None
    """Whose name; None: the table."""


class RobotSeat(Struct, forbid_unknown_fields=True):
    """A seat to be given to a robot."""

    seat: int


def house_of(request: Asked) -> House:
    """The house of this process."""
    house: House = request.app.state.house
    return house


def quotas_of(request: Asked) -> Quotas:
    """What this process lets everybody have."""
    quotas: Quotas = request.app.state.quotas
    return quotas


def address_of(request: Asked) -> str:
    """Where a request comes from; behind a proxy that is trusted, what that says."""
    return request.client.host if request.client else ""


def need_calm(request: Asked) -> None:
    """Before anything that changes nothing and costs as much: not too often from one address. `TooFast` if it is."""
    quotas_of(request).requests.need(address_of(request))


def guard(request: Asked) -> None:
    """Before anything that changes something: from our own pages or from programs, and not too often."""
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
    """Opens a table."""
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
    """What everybody may know about a table."""
    house = house_of(request)
    room = await house.current(read_id(table))
    if room.table.turn is None:  # whoever waits looks again and again
        await readiness.look(house, room, await browser_of(request, room))
    return bytes(frames.public(room.shown_to(None)))


@post("/api/tables/{table:str}/seats", status_code=201)
async def sit_down(request: Asked, table: FromPath[str], data: JSONBody[SitDown]) -> Response[SatDown]:
    """Takes a seat; whoever has one here is told which."""
    room = await _room(request, table)
    device, shown, cookies = _device(request)
    seat = await seating.sit(house_of(request), room, device, data.name, data.invite, data.seat)
    return Response(SatDown(seat, shown), status_code=201, cookies=cookies)


@post("/api/tables/{table:str}/robots", status_code=201)
async def seat_robot(request: Asked, table: FromPath[str], data: JSONBody[RobotSeat]) -> None:
    """Gives an open seat to a robot; the host of the table may."""
    room = await _room(request, table)
    await hosting.fill(house_of(request), room, await _who(request, room), data.seat)


@post("/api/tables/{table:str}/acts", status_code=200)
async def act(request: Asked, table: FromPath[str], data: JSONBody[ActMessage]) -> Taken:
    """An action, for those who keep no socket open: the same as `act` there."""
    room = await _room(request, table)
    who = await _who(request, room)
    return Taken(data.key, await house_of(request).act(room, who, data.seq, data.text, read_key(data.key)))


def _is_seen(table: Table, seat: int) -> bool:
    """Has somebody this seat, at the table as it is shown?"""
    return seat < len(table.kinds) and (table.kinds[seat] == "person" or seat in table.left)


@post("/api/tables/{table:str}/reports", status_code=201)
async def report(request: Asked, table: FromPath[str], data: JSONBody[Report]) -> Response[None]:
    """Reports a name or a table to the host of the site, who sees it by `malle reports`."""
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
    """To the table where these people went on: whoever sits here sits there."""
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
    """Where robots are awaited: for workers that missed a hint."""
    house = house_of(request)
    if not house.config.keys.is_worker(bearer(request)):
        raise NotYours("only for robots' workers")
    here = [(id_, room.table.seq, robots_awaited_at(room.table)) for id_, room in house.rooms.items() if is_seen(room)]
    found = newest(await house.store.robots_awaited(), here)
    return [Awaited(write_id(table), seq, seats_of(bits)) for table, seq, bits in found if bits]


@get("/health")
async def health(request: Asked) -> Response[Literal["ok"]]:
    """This process runs; and it was asked over TLS, or not, as far as it knows: `malle doctor` looks at that."""
    return Response("ok", headers={SEEN: request.url.scheme})


@get("/ready")
async def ready(request: Asked) -> str:
    """This process can take moves: at least one database answers, and the answer names those that do not; and none of
    its loops stands still. NATS is not needed for that."""
    house = house_of(request)
    if house.draining:
        raise Unavailable("this process is about to end")
    if standing := house.standing():
        raise Unavailable(f"these loops of this process stand still: {', '.join(standing)}")
    away = await house.store.check_ready()
    return f"ok, without {', '.join(away)}" if away else "ok"


async def seat_of(request: Asked, room: Room, device: str = "") -> Seat | None:
    """The seat that the person of a browser has, if any."""
    return (await browser_of(request, room, device)).seat


async def browser_of(request: Asked, room: Room, device: str = "") -> Caller:
    """Who the person of a browser is at a table."""
    try:
        return await caller_of(request, room, device)
    except NotYours:
        return SPECTATOR


async def caller_of(request: Asked, room: Room, device: str = "") -> Caller:
    """Who the person of a browser is at a table."""
    cookies = device or device_of(request), old_token(request, room.text)
    return await seating.caller(house_of(request), room, *cookies)


async def moved_in(request: Asked, room: Room) -> tuple[str, list[Cookie]]:
    """Who a browser is. One that has still the cookie of this table alone keeps its seat, and gets the one cookie."""
    device, old = device_of(request), old_token(request, room.text)
    if not old:
        return device, []
    device = device or new_device()
    await seating.take_over(house_of(request), room, old, device)
    return device, [device_cookie(request, device), without_old(room.text)]


async def _room(request: Asked, table: str) -> Room:
    return await house_of(request).room(read_id(table))


async def _who(request: Asked, room: Room) -> Caller:
    own = is_own_origin(request.headers, house_of(request).config.origins) is True
    return await seating.caller(house_of(request), room, *tokens_of(request, room.text, own=own))


def _device(request: Asked) -> tuple[str, str, list[Cookie]]:
    """Who asks, by their device's token, new if it had none; that again, empty for a page; and cookies to keep it."""
    if device := bearer(request):
        return device, device, []
    cookie = device_of(request) if is_own_origin(request.headers, house_of(request).config.origins) else ""
    device = cookie or new_device()
    return device, "" if cookie else device, [device_cookie(request, device)]
