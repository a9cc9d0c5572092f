"""The routes of the site's pages and of their static files. `malle.web.app` takes them as further
handlers."""

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
from malle.core import GameInfo, Malformed
from malle.core.robots.robot import LEVELS, Level
from malle.runtime.history.my_games import store_result
from malle.runtime.seats import join_codes, lobby_changes, ready_check, seating
from malle.runtime.seats.display_names import clean_name
from malle.runtime.table_service import TableService
from malle.storage.database_errors import DatabaseUnavailable
from malle.storage.store import parse_table_id
from malle.table import ReadingSpeed
from malle.web.account import (
    email_links,
    export_and_erase,
    login_routes,
    my_games_routes,
    notification_settings,
    profile_routes,
    visitor_games,
)
from malle.web.admin import actions
from malle.web.admin.who_may_open import require_may_open
from malle.web.api.tables import (
    get_client_address,
    identify_browser,
    identify_browser_or_spectator,
    replace_legacy_cookie,
    require_under_rate_limit,
)
from malle.web.assets import Assets
from malle.web.error_pages import ErrorPage
from malle.web.layout import (
    CACHE_FOREVER,
    AnyRequest,
    get_language,
    make_asset_response,
    render_language_switch,
    translate,
)
from malle.web.pages import (
    correspondence_page,
    decision_times,
    legal,
    lesson_page,
    play_page,
    replay_page,
    solitaire_page,
)
from malle.web.pages.options import to_form_value
from malle.web.pages.record_file import export_record
from malle.web.pages.table_page import SitePages
from malle.web.pages.usual_settings import DECISION_SECONDS, READING_SPEEDS, get_changed_settings
from malle.web.security.device_cookie import make_device_cookie, make_device_secret
from malle.web.security.rate_limits import AttemptLimiter
from malle.web.security.site_url import require_site_url
from malle.web.security.visitor import device_or_new, find_visitor

Form = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]


class SiteRoutes(NamedTuple):
    """The route handlers of the pages, and the function that renders an error as a page."""

    handlers: list[ControllerRouterHandler]
    error_page: ErrorPage


def make_site_routes(service: TableService, game_infos: Sequence[GameInfo] | None = None) -> SiteRoutes:
    """Build the routes of the site, and read all static files. `game_infos` are the known games;
    `None` means all installed ones.

    Pages of disabled games are not offered. This also sets the build id and the compression
    dictionaries of the table service. Raise `Refused` if the client is not built.
    """
    known_games = (
        tuple(game_infos)
        if game_infos is not None
        else tuple(games.load_game_info(name) for name in games.game_names())
    )
    offered_games = tuple(sheet for sheet in known_games if sheet.name not in service.config.disabled_games)
    # Tables of a game that is no longer offered go on, so they need its assets.
    assets = Assets(lambda: known_games)
    service.client_build = assets.build_digest
    service.compression_dictionaries = {
        sheet.name: assets.by_name[f"{sheet.name}.frames"].data for sheet in known_games
    }
    config = service.config
    pages = SitePages(
        assets, offered_games, service.library.custom_editions, contact=config.contact, publisher=config.publisher
    )
    code_attempts, open_table_list = AttemptLimiter(), join_codes.ListedTables(service)

    async def visible_open_tables(request: AnyRequest) -> Sequence[join_codes.ListedTable]:
        """Return the tables open to strangers that this visitor may see.

        Tables with a player who blocked the visitor, or whom the visitor blocked, are left out. If
        blocks cannot be read, all tables are returned.
        """
        tables, visitor = await open_table_list.tables(), await find_visitor(request, service)
        if not tables or visitor is None:
            return tables
        try:
            return join_codes.exclude_people(tables, await service.store.game_history.blocked_people(visitor.person))
        except DatabaseUnavailable:
            return tables

    @get("/", media_type="text/html")
    async def home(request: AnyRequest) -> Response[str]:
        """Show the home page with the visitor's resumable games and the tables open to
        strangers."""
        page = pages.render_home(
            request,
            await visitor_games.load_resumable_games_for_request(request, service),
            await visible_open_tables(request),
        )
        return pages.make_html_response(request, page, visitor_games.expire_legacy_tables_cookie(request))

    @post("/code", media_type="text/html", status_code=200)
    async def enter_code(request: AnyRequest, data: Form) -> Response[Any]:
        """Redirect to the table of a join code, with an invitation to it.

        A code of no table shows the home page with an error (404) and counts as a failed attempt.
        Raise `TooManyAttempts` after too many failed attempts.
        """
        code, address = data.get("code", "")[:40], get_client_address(request)
        code_attempts.count_attempt(address)
        room = await join_codes.find_by_code(service, code)
        if room is None:
            page = pages.make_html_response(
                request,
                pages.render_home(
                    request, await visitor_games.load_resumable_games_for_request(request, service), wrong_code=code
                ),
            )
            page.status_code = 404
            return page
        code_attempts.forgive_last_attempt(address)
        return Redirect(f"/tables/{room.id_text}?invite={seating.make_invitation(service, room)}", status_code=303)

    @get("/games/{game:str}", media_type="text/html")
    async def game_page(request: AnyRequest, game: FromPath[str]) -> Response[str]:
        """Show the page of a game with its tables that are open to strangers."""
        game_info = pages.find_offered_game(game)
        waiting = [each for each in await visible_open_tables(request) if each.room.game_info.name == game_info.name]
        return pages.make_html_response(request, pages.render_game(request, game_info, waiting))

    @get("/games/{game:str}/options", media_type="text/html")
    async def game_options(request: AnyRequest, game: FromPath[str]) -> Response[str]:
        return pages.make_html_response(request, pages.render_options(request, pages.find_offered_game(game)))

    @get("/games/{game:str}/edition", media_type="text/html")
    async def edition(request: AnyRequest, game: FromPath[str]) -> Response[str]:
        return pages.make_html_response(request, pages.render_edition_page(request, pages.find_offered_game(game)))

    @get("/editions/{digest:str}", media_type="text/plain")
    async def edition_file(digest: FromPath[str]) -> Response[str]:
        """Serve the file of one of the operator's own editions, for robots and for people who
        verify a record. Answer 404 for an unknown digest."""
        if digest not in service.library.custom_editions:
            raise NotFoundException
        custom_edition = service.library.custom_editions[digest]
        named = {"content-disposition": f'attachment; filename="{custom_edition.game}-{digest[:12]}.toml"'}
        return Response(custom_edition.edition.text, media_type="text/plain", headers=named)

    @get("/about", media_type="text/html")
    async def about(request: AnyRequest) -> Response[str]:
        return pages.make_html_response(request, pages.render_about(request))

    @get("/rules", media_type="text/html")
    async def rulebooks(request: AnyRequest) -> Response[str]:
        return pages.make_html_response(request, pages.render_rulebooks(request))

    @get("/robots.txt", media_type="text/plain")
    async def robots() -> str:
        """Allow search engines the public pages, but no table and no API."""
        return "User-agent: *\nDisallow: /tables/\nDisallow: /api/\n"

    @post("/tables", status_code=303)
    async def open_table(request: AnyRequest, data: Form) -> Response[None]:
        """Open a table from a form: with robots, with friends, or open to strangers. Redirect to
        the table.

        A host who plays with friends or strangers needs a name, from the form or a cookie. Without
        one, they are sent back to the game page. Raise `NotAllowedToOpen` if the browser may not
        open tables.
        """
        await require_may_open(request, service)
        game_info = service.library.game_info(data.get("game", ""))
        seats = _parse_number(data.get("seats", ""), game_info.default_seats)
        play_with = data.get("with", "")
        robots = seats - 1 if play_with == "robots" else 0
        name, default_name = clean_name(data.get("name", "")), translate(get_language(request), "page-default-name")
        # Players who are invited want to know by whom.
        if play_with in ("friends", "open") and not (name or visitor_games.read_name_cookie(request)):
            kept = dict(get_changed_settings(game_info, data, pages.custom_editions.editions_of(game_info.name)))
            kept |= {} if seats == game_info.default_seats else {"seats": str(seats)}
            return Redirect(f"/games/{game_info.name}?{urlencode({**kept, 'with': play_with})}", status_code=303)
        options = _parse_options(data, game_info)
        spectator_delay = _parse_number(data.get("late", ""), 0)
        reading_speed: ReadingSpeed = _parse_choice(data, "tempo", READING_SPEEDS, "usual")
        level: Level = _parse_choice(data, "level", LEVELS, LEVELS[0])
        clock = _parse_number(data.get("clock", ""), 0)
        live = (clock if clock in DECISION_SECONDS and clock else None, 0)
        seconds_per_decision, time_bank = decision_times.get_decision_and_bank_seconds(data.get("pace", "")) or live
        device, cookies = await device_or_new(request, service)
        if time_bank:
            await decision_times.store_time_zone(service, device, data.get("zone", ""), get_language(request))
        opened = await seating.open_table(
            service,
            device,
            game_info.name,
            seats,
            options,
            name,
            robots,
            seconds_per_decision=seconds_per_decision,
            time_bank=time_bank,
            spectator_delay=spectator_delay,
            reading_speed=reading_speed,
            default_name=default_name,
            host_starts=robots == 0,
            level=level,
            edition=data.get("edition", ""),
            seat=_parse_number(data.get("side", ""), 1) - 1,
        )
        if play_with == "open":
            await service.store.join_codes.set_listed(parse_table_id(opened.table), listed=True)
        cookies += visitor_games.make_name_cookies(name)
        return Redirect(f"/tables/{opened.table}", status_code=303, cookies=cookies)

    @get("/tables/{table:str}", media_type="text/html")
    async def show_table(request: AnyRequest, table: FromPath[str]) -> Response[str]:
        """Show a table. Before the start this is the lobby for its players, and the page to join
        for everybody else.

        If the game is over and the end is shown, the viewer's result is stored. A browser without a
        device may come with an invitation to a game under way. It gets a device, so that it can ask
        for a seat.
        """
        room = await service.get_fresh_room(parse_table_id(table))
        device, cookies = await replace_legacy_cookie(request, room)
        caller = await identify_browser_or_spectator(request, room, device)
        seat = caller.seat
        if room.table.turn is not None:
            page = pages.render_table(request, room)
            # Only a known device can ask for a seat, so make it known.
            if seat is None and not device and "invite" in request.query_params:
                cookies.append(make_device_cookie(request, make_device_secret()))
        elif seat is not None:
            await ready_check.refresh_readiness(service, room)
            site = require_site_url(request, service.config)
            address = f"{site}/tables/{table}?invite={seating.make_invitation(service, room)}"
            code, listed = (
                await join_codes.join_code(service, room),
                await join_codes.is_open_to_strangers(service, room),
            )
            page = pages.render_lobby(request, room, seat, address, code, is_listed=listed)
        else:
            invited = seating.is_valid_invitation(service, room, request.query_params.get("invite", ""))
            page = pages.render_join_page(
                request, room, is_invited=invited, is_listed=await join_codes.is_open_to_strangers(service, room)
            )
        answer = pages.make_html_response(request, page)
        answer.cookies.extend([*cookies, *visitor_games.expire_legacy_tables_cookie(request)])
        if seat is not None and caller.person is not None:
            with contextlib.suppress(DatabaseUnavailable):
                await store_result(service, room, seat, caller.person)
        return answer

    @post("/tables/{table:str}/join", status_code=303)
    async def join(request: AnyRequest, table: FromPath[str], data: Form) -> Response[None]:
        """Take a seat at a table and redirect to it. A person with neither a name (in the form or a
        cookie) nor an invitation gets no seat and is only redirected."""
        room = await service.get_room(parse_table_id(table))
        name, default_name = clean_name(data.get("name", "")), translate(get_language(request), "page-default-name")
        known_name = name or visitor_games.read_name_cookie(request)
        # They came from the list of open tables and have not given a name.
        if not (known_name or data.get("invite")):
            return Redirect(f"/tables/{table}", status_code=303)
        device, cookies = await device_or_new(request, service)
        if room.table.setup.bank:
            await decision_times.store_time_zone(service, device, data.get("zone", ""), get_language(request))
        await seating.join_table(service, room, device, known_name, data.get("invite", ""), default_name=default_name)
        return Redirect(f"/tables/{table}", status_code=303, cookies=[*cookies, *visitor_games.make_name_cookies(name)])

    @post("/tables/{table:str}/lobby", status_code=303)
    async def apply_lobby_button(request: AnyRequest, table: FromPath[str], data: Form) -> Response[None]:
        """Apply a button of the lobby, and redirect to the table.

        The host starts the game or changes the seats; another player says that they are ready, or
        leaves and goes to the home page. Seats in `data` are counted from 1. Raise `Malformed` for
        any other button.
        """
        room = await service.get_room(parse_table_id(table))
        caller = await identify_browser(request, room)
        button, _, argument = data.get("do", "").partition(" ")
        seat = _parse_number(argument, 0) - 1
        match button:
            case "start":
                await lobby_changes.start_game(service, room, caller)
            case "fill":
                await lobby_changes.add_robots(service, room, caller)
                await lobby_changes.start_game(service, room, caller)
            case "robot":
                await lobby_changes.add_robots(service, room, caller, seat)
            case "free":
                await lobby_changes.remove_player(service, room, caller, seat)
            case "up" | "down":
                await lobby_changes.swap_seats(service, room, caller, seat, seat + (1 if button == "down" else -1))
            case "key":
                await lobby_changes.transfer_host(service, room, caller, seat)
            case "ready":
                await ready_check.mark_ready(service, room, caller)
            case "list" | "unlist":
                await lobby_changes.require_host(service, room, caller)
                await service.store.join_codes.set_listed(room.id, listed=button == "list")
            case "leave":
                await lobby_changes.leave_seat(service, room, caller)
                return Redirect("/", status_code=303)
            case _:
                raise Malformed("this is none of the buttons of the page")
        return Redirect(f"/tables/{table}", status_code=303)

    @get("/tables/{table:str}/options", media_type="text/html")
    async def show_options(request: AnyRequest, table: FromPath[str]) -> Response[Any]:
        """Show the options of a table to its host before the start. After the start redirect to the
        table. Raise `NotYours` unless the caller is the host."""
        room = await service.get_room(parse_table_id(table))
        await lobby_changes.require_host(service, room, await identify_browser(request, room))
        if room.table.turn is not None:
            return Redirect(f"/tables/{table}", status_code=303)
        return pages.make_html_response(request, pages.render_lobby_options(request, room))

    @post("/tables/{table:str}/options", status_code=303)
    async def change_options(request: AnyRequest, table: FromPath[str], data: Form) -> Response[None]:
        """Change the seats and options of a table before its start. Only its host may. An option
        that the form leaves out gets its default."""
        room = await service.get_room(parse_table_id(table))
        options = _parse_options(data, room.game_info)
        seats = _parse_number(data.get("seats", ""), room.table.setup.seats)
        await lobby_changes.change_options(service, room, await identify_browser(request, room), seats, options)
        return Redirect(f"/tables/{table}", status_code=303)

    @get("/tables/{table:str}/record", media_type="text/plain")
    async def record(request: AnyRequest, table: FromPath[str]) -> Response[str]:
        """Serve the record of a finished table as a file. Raise `Illegal` before the end is shown.
        The rate is limited, because the whole game is replayed for a record."""
        require_under_rate_limit(request)
        room = await service.get_fresh_room(parse_table_id(table))
        named = {"content-disposition": f'attachment; filename="{room.game_info.name}-{table}.txt"'}
        return Response(await export_record(service, room), media_type="text/plain", headers=named)

    @get("/rules/{game:str}", media_type="text/html")
    async def rules(request: AnyRequest, game: FromPath[str]) -> Response[str]:
        """Show the rulebook of a game, with the numbers of the edition that the query names."""
        game_info = pages.find_offered_game(game)
        book = pages.render_rulebook_page(
            get_language(request),
            game_info,
            render_language_switch(request),
            pages.find_requested_edition(request, game_info),
        )
        return pages.make_html_response(request, book)

    played = play_page.handlers(service.config.play_page_folder)
    alone = solitaire_page.handlers(service, assets, pages, offered_games)
    front = [home, enter_code, game_page, game_options, edition, edition_file, about, rulebooks, robots]
    tables = [open_table, show_table, join, apply_lobby_button, show_options, change_options, record, rules]
    before = [*lesson_page.handlers(pages), *legal.handlers(pages), *correspondence_page.handlers(service, pages)]
    after = [
        *replay_page.handlers(service, pages),
        *profile_routes.handlers(service, pages),
        *actions.handlers(service, pages),
    ]
    after += [
        *my_games_routes.handlers(service, pages),
        *login_routes.handlers(service, pages),
        *export_and_erase.handlers(service, pages),
    ]
    told = [*notification_settings.handlers(service), *email_links.handlers(service, pages)]
    return SiteRoutes(
        [*front, *before, *tables, *after, *told, make_static_handler(assets), *alone, *played],
        pages.make_error_response,
    )


def make_static_handler(assets: Assets) -> ControllerRouterHandler:
    """Return the handler of static files. A file is cached for good if its URL has the digest of
    the current build, and else not cached."""

    @get("/static/{build:str}/{name:str}")
    async def static(request: AnyRequest, build: FromPath[str], name: FromPath[str]) -> Response[bytes]:
        """Serve a static file, or answer 404 for an unknown name."""
        found = assets.by_name.get(name)
        if found is None:
            raise NotFoundException
        return make_asset_response(request, found, CACHE_FOREVER if build == assets.build_digest else "no-store")

    return static


def _parse_number(text: str, default: int) -> int:
    """Return the whole number that a form field names, or the default unless the text is one to
    three digits."""
    return int(text) if text.isdecimal() and len(text) < 4 else default


def _parse_options(data: Mapping[str, str], game_info: GameInfo) -> dict[str, Any]:
    """Return the options of a game as a form names them. An option that is missing or has an
    unknown value gets its default."""
    return {each.name: _parse_choice(data, each.name, each.choices, each.default) for each in game_info.options}


def _parse_choice(data: Mapping[str, str], name: str, choices: Sequence[Any], default: Any) -> Any:
    """Return which of `choices` the field `name` of a form names, or the default if it names none
    of them."""
    return next((each for each in choices if to_form_value(each) == data.get(name)), default)
