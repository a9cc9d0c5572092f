"""The routes of the site's pages and of their static files. They plug into the application."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple
from urllib.parse import urlencode

from litestar import Response, get, post
from litestar.enums import RequestEncodingType
from litestar.exceptions import NotFoundException
from litestar.params import Body, FromPath
from litestar.response import Redirect
from litestar.types import ControllerRouterHandler

from malle import games
from malle.core import Malformed, Sheet
from malle.core.mind import LEVELS, Level
from malle.live import door, hosting, readiness, seating
from malle.live.house import House
from malle.live.mine import note_result
from malle.live.names import clean_name
from malle.store.away import Unavailable
from malle.store.store import read_id
from malle.table import Tempo
from malle.web import (
    entering,
    keeping,
    lesson,
    letters,
    mine,
    my_games,
    paces,
    people,
    playing,
    replay,
    slow,
    solitaire,
    statements,
    taking,
    telling,
)
from malle.web.address import need_address
from malle.web.api import address_of, browser_of, caller_of, moved_in, need_calm
from malle.web.assets import Assets
from malle.web.device import device_cookie, new_device
from malle.web.limits import Tries
from malle.web.opening import need_opener
from malle.web.options import written
from malle.web.page import FOREVER, Asked, language_of, say, send_asset, switch
from malle.web.pages import Pages
from malle.web.record import record_of
from malle.web.trouble import Show
from malle.web.usual_settings import CLOCKS, TEMPI, changed_options
from malle.web.visit import device_or_new, visit_of

Form = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]


class Site(NamedTuple):
    """The route handlers of the pages, and the function that renders an error as a page."""

    handlers: list[ControllerRouterHandler]
    show: Show


def make_site(house: House, sheets: Sequence[Sheet] | None = None) -> Site:
    """Build the routes of the site. `game_infos` are the known games; `None` means all installed ones. Also
    sets the build id and the compression dictionaries of the table service."""
    known = tuple(sheets) if sheets is not None else tuple(games.sheet(name) for name in games.names())
    offered = tuple(sheet for sheet in known if sheet.name not in house.config.without)
    # Tables of a game that is no longer offered go on, so they need its assets.
    look = Assets(lambda: known)
    house.build = look.build
    house.dictionaries = {sheet.name: look.assets[f"{sheet.name}.frames"].data for sheet in known}
    config = house.config
    pages = Pages(look, offered, house.library.boxes, contact=config.contact, responsible=config.responsible)
    tries, lounge = Tries(), door.Lounge(house)

    async def open_to(request: Asked) -> Sequence[door.OpenTable]:
        """Return the open tables that this visitor may see. Tables with a player whom they blocked, or who
        blocked them, are left out while the database answers."""
        tables, visit = await lounge.tables(), await visit_of(request, house)
        if not tables or visit is None:
            return tables
        try:
            return door.without(tables, await house.store.games.blocked(visit.person))
        except Unavailable:
            return tables

    @get("/", media_type="text/html")
    async def home(request: Asked) -> Response[str]:
        """Show the home page with the visitor's resumable games and the open tables."""
        page = pages.home(request, await mine.tickets(request, house), await open_to(request))
        return pages.answer(request, page, mine.without_old(request))

    @post("/code", media_type="text/html", status_code=200)
    async def enter_code(request: Asked, data: Form) -> Response[Any]:
        """Redirect to the table of a join code, with its invitation. A code that leads nowhere shows the home
        page with an error (404). Raise `TooManyTries` after too many wrong codes."""
        code, address = data.get("code", "")[:40], address_of(request)
        tries.take(address)
        room = await door.find(house, code)
        if room is None:
            page = pages.answer(request, pages.home(request, await mine.tickets(request, house), wrong=code))
            page.status_code = 404
            return page
        tries.was_right(address)
        return Redirect(f"/tables/{room.text}?invite={seating.invitation(house, room)}", status_code=303)

    @get("/games/{game:str}", media_type="text/html")
    async def game_page(request: Asked, game: FromPath[str]) -> Response[str]:
        """Show the page of a game with its open tables."""
        sheet = pages.sheet(game)
        waiting = [each for each in await open_to(request) if each.room.sheet.name == sheet.name]
        return pages.answer(request, pages.game(request, sheet, waiting))

    @get("/games/{game:str}/options", media_type="text/html")
    async def game_options(request: Asked, game: FromPath[str]) -> Response[str]:
        return pages.answer(request, pages.options(request, pages.sheet(game)))

    @get("/games/{game:str}/edition", media_type="text/html")
    async def edition(request: Asked, game: FromPath[str]) -> Response[str]:
        return pages.answer(request, pages.edition(request, pages.sheet(game)))

    @get("/editions/{digest:str}", media_type="text/plain")
    async def edition_file(digest: FromPath[str]) -> Response[str]:
        """Serve the file of one of the operator's own editions, for robots and for people who verify a record."""
        if digest not in house.library.boxes:
            raise NotFoundException
        box = house.library.boxes[digest]
        named = {"content-disposition": f'attachment; filename="{box.game}-{digest[:12]}.toml"'}
        return Response(box.edition.text, media_type="text/plain", headers=named)

    @get("/about", media_type="text/html")
    async def about(request: Asked) -> Response[str]:
        return pages.answer(request, pages.about(request))

    @get("/rules", media_type="text/html")
    async def rulebooks(request: Asked) -> Response[str]:
        return pages.answer(request, pages.rulebooks(request))

    @get("/robots.txt", media_type="text/plain")
    async def robots() -> str:
        """Allow search engines the public pages, but no table and no API."""
        return "User-agent: *\nDisallow: /tables/\nDisallow: /api/\n"

    @post("/tables", status_code=303)
    async def open_table(request: Asked, data: Form) -> Response[None]:
        """Open a table from a form: with robots, with friends, or open to strangers. Raise `NotAllowedToOpen`
        if the browser may not. The host must give a name unless they play with robots, else they are sent back
        to the game page."""
        await need_opener(request, house)
        sheet = house.library.sheet(data.get("game", ""))
        seats = _number(data.get("seats", ""), sheet.usual_seats)
        way = data.get("with", "")
        robots = seats - 1 if way == "robots" else 0
        name, usual = clean_name(data.get("name", "")), say(language_of(request), "page-default-name")
        # Players who are invited want to know by whom.
        if way in ("friends", "open") and not (name or mine.name_of(request)):
            kept = dict(changed_options(sheet, data, pages.boxes.of(sheet.name)))
            kept |= {} if seats == sheet.usual_seats else {"seats": str(seats)}
            return Redirect(f"/games/{sheet.name}?{urlencode({**kept, 'with': way})}", status_code=303)
        options = _options(data, sheet)
        late = _number(data.get("late", ""), 0)
        tempo: Tempo = _choice(data, "tempo", TEMPI, "usual")
        level: Level = _choice(data, "level", LEVELS, LEVELS[0])
        clock = _number(data.get("clock", ""), 0)
        live = (clock if clock in CLOCKS and clock else None, 0)
        pace, bank = paces.seconds_of(data.get("pace", "")) or live
        device, cookies = await device_or_new(request, house)
        if bank:
            await paces.note_zone(house, device, data.get("zone", ""), language_of(request))
        opened = await seating.open_table(
            house,
            device,
            sheet.name,
            seats,
            options,
            name,
            robots,
            pace=pace,
            bank=bank,
            late=late,
            tempo=tempo,
            usual=usual,
            hosted=robots == 0,
            level=level,
            edition=data.get("edition", ""),
            seat=_number(data.get("side", ""), 1) - 1,
        )
        if way == "open":
            await house.store.doors.set_listed(read_id(opened.table), listed=True)
        cookies += mine.keep_name(name)
        return Redirect(f"/tables/{opened.table}", status_code=303, cookies=cookies)

    @get("/tables/{table:str}", media_type="text/html")
    async def show_table(request: Asked, table: FromPath[str]) -> Response[str]:
        """Show the table. Before the start this is the lobby for its players, and the page to join for others.
        Also store the result of a viewer whose finished game is shown."""
        room = await house.current(read_id(table))
        device, cookies = await moved_in(request, room)
        who = await browser_of(request, room, device)
        seat = who.seat
        if room.table.turn is not None:
            page = pages.table(request, room)
            # Only a known device can ask for a seat, so make it known.
            if seat is None and not device and "invite" in request.query_params:
                cookies.append(device_cookie(request, new_device()))
        elif seat is not None:
            await readiness.look(house, room)
            site = need_address(request, house.config)
            address = f"{site}/tables/{table}?invite={seating.invitation(house, room)}"
            code, listed = await door.code_of(house, room), await door.is_open(house, room)
            page = pages.lobby(request, room, seat, address, code, listed=listed)
        else:
            invited = seating.is_invited(house, room, request.query_params.get("invite", ""))
            page = pages.join(request, room, invited=invited, listed=await door.is_open(house, room))
        answer = pages.answer(request, page)
        answer.cookies.extend([*cookies, *mine.without_old(request)])
        if seat is not None and who.person is not None:
            with contextlib.suppress(Unavailable):
                await note_result(house, room, seat, who.person)
        return answer

    @post("/tables/{table:str}/join", status_code=303)
    async def join(request: Asked, table: FromPath[str], data: Form) -> Response[None]:
        """Take a seat at a table and redirect to it. A person with neither a name nor an invitation is only
        redirected."""
        room = await house.room(read_id(table))
        name, usual = clean_name(data.get("name", "")), say(language_of(request), "page-default-name")
        called = name or mine.name_of(request)
        # They came from the list of open tables and have not given a name.
        if not (called or data.get("invite")):
            return Redirect(f"/tables/{table}", status_code=303)
        device, cookies = await device_or_new(request, house)
        if room.table.setup.bank:
            await paces.note_zone(house, device, data.get("zone", ""), language_of(request))
        await seating.sit(house, room, device, called, data.get("invite", ""), usual=usual)
        return Redirect(f"/tables/{table}", status_code=303, cookies=[*cookies, *mine.keep_name(name)])

    @post("/tables/{table:str}/lobby", status_code=303)
    async def change(request: Asked, table: FromPath[str], data: Form) -> Response[None]:
        """Apply a button of the lobby: what the host may do before the start, or a player who is ready or
        leaves. Raise `Malformed` for any other button."""
        room = await house.room(read_id(table))
        who = await caller_of(request, room)
        what, _, about = data.get("do", "").partition(" ")
        seat = _number(about, 0) - 1
        match what:
            case "start":
                await hosting.start(house, room, who)
            case "fill":
                await hosting.fill(house, room, who)
                await hosting.start(house, room, who)
            case "robot":
                await hosting.fill(house, room, who, seat)
            case "free":
                await hosting.free(house, room, who, seat)
            case "up" | "down":
                await hosting.swap(house, room, who, seat, seat + (1 if what == "down" else -1))
            case "key":
                await hosting.give_key(house, room, who, seat)
            case "ready":
                await readiness.say_ready(house, room, who)
            case "list" | "unlist":
                await hosting.need_host(house, room, who)
                await house.store.doors.set_listed(room.id, listed=what == "list")
            case "leave":
                await hosting.leave(house, room, who)
                return Redirect("/", status_code=303)
            case _:
                raise Malformed("this is none of the buttons of the page")
        return Redirect(f"/tables/{table}", status_code=303)

    @get("/tables/{table:str}/options", media_type="text/html")
    async def show_options(request: Asked, table: FromPath[str]) -> Response[Any]:
        """Show the options of a table to its host before the start. After the start redirect to the table."""
        room = await house.room(read_id(table))
        await hosting.need_host(house, room, await caller_of(request, room))
        if room.table.turn is not None:
            return Redirect(f"/tables/{table}", status_code=303)
        return pages.answer(request, pages.agreement(request, room))

    @post("/tables/{table:str}/options", status_code=303)
    async def change_options(request: Asked, table: FromPath[str], data: Form) -> Response[None]:
        """Change the seats and options of a table before its start. Only its host may."""
        room = await house.room(read_id(table))
        options = _options(data, room.sheet)
        seats = _number(data.get("seats", ""), room.table.setup.seats)
        await hosting.agree(house, room, await caller_of(request, room), seats, options)
        return Redirect(f"/tables/{table}", status_code=303)

    @get("/tables/{table:str}/record", media_type="text/plain")
    async def record(request: Asked, table: FromPath[str]) -> Response[str]:
        """Serve the record of a finished table as a file. Its rate is limited, because the whole game is
        replayed for it."""
        need_calm(request)
        room = await house.current(read_id(table))
        named = {"content-disposition": f'attachment; filename="{room.sheet.name}-{table}.txt"'}
        return Response(await record_of(house, room), media_type="text/plain", headers=named)

    @get("/rules/{game:str}", media_type="text/html")
    async def rules(request: Asked, game: FromPath[str]) -> Response[str]:
        """Show the rulebook of a game, with the numbers of the edition in the query."""
        sheet = pages.sheet(game)
        book = pages.rules(language_of(request), sheet, switch(request), pages.box(request, sheet))
        return pages.answer(request, book)

    played = playing.handlers(house.config.play)
    alone = solitaire.handlers(house, look, pages, offered)
    front = [home, enter_code, game_page, game_options, edition, edition_file, about, rulebooks, robots]
    tables = [open_table, show_table, join, change, show_options, change_options, record, rules]
    before = [*lesson.handlers(pages), *statements.handlers(pages), *slow.handlers(house, pages)]
    after = [*replay.handlers(house, pages), *people.handlers(house, pages), *keeping.handlers(house, pages)]
    after += [*my_games.handlers(house, pages), *entering.handlers(house, pages), *taking.handlers(house, pages)]
    told = [*telling.handlers(house), *letters.handlers(house, pages)]
    return Site([*front, *before, *tables, *after, *told, static_handler(look), *alone, *played], pages.show)


def static_handler(look: Assets) -> ControllerRouterHandler:
    """Return the handler of static files. A file under the current build is cached for good; under any other
    build it is not cached."""

    @get("/static/{build:str}/{name:str}")
    async def static(request: Asked, build: FromPath[str], name: FromPath[str]) -> Response[bytes]:
        """Serve a static file, or answer 404 for an unknown name."""
        found = look.assets.get(name)
        if found is None:
            raise NotFoundException
        return send_asset(request, found, FOREVER if build == look.build else "no-store")

    return static


def _number(text: str, default: int) -> int:
    """Return the number that a form names, or the default if it is not a number of at most three digits."""
    return int(text) if text.isdecimal() and len(text) < 4 else default


def _options(data: Mapping[str, str], sheet: Sheet) -> dict[str, Any]:
    """Return the options of a game as a form names them, with defaults for the others."""
    return {each.name: _choice(data, each.name, each.choices, each.default) for each in sheet.options}


def _choice(data: Mapping[str, str], name: str, choices: Sequence[Any], default: Any) -> Any:
    """Return the choice that a form names, or the default."""
    return next((each for each in choices if written(each) == data.get(name)), default)
