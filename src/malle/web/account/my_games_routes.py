"""Routes of the page `/mine`: show one's games, invite a person again, decline an invitation, block a person."""

from __future__ import annotations

import contextlib
from typing import Annotated, Any
from uuid import UUID

from litestar import Response, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect
from litestar.types import ControllerRouterHandler

from malle.core import Malformed, MalleError, Seat
from malle.runtime.history.my_games import MyGame, games_of_person, seconds_until_awake, store_result
from malle.runtime.seats import seating
from malle.runtime.seats.merge_people import has_other_login
from malle.runtime.table_service import TableService
from malle.storage.database_errors import DatabaseUnavailable
from malle.storage.people.game_history import GameResult
from malle.storage.store import TableId, format_table_id, parse_table_id
from malle.web.account import visitor_games
from malle.web.account.my_games_page import MAX_LISTED, SeatInvitation, collect_fellow_players, render_my_games
from malle.web.account.profile_page import load_person_name
from malle.web.admin.who_may_open import require_may_open
from malle.web.api.tables import get_client_address, get_quotas, require_under_rate_limit
from malle.web.layout import AnyRequest
from malle.web.pages.table_page import SitePages
from malle.web.security.device_cookie import read_device_secret
from malle.web.security.visitor import Visitor, find_visitor, record_known_device, require_visitor

Form = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]


def handlers(service: TableService, pages: SitePages) -> list[ControllerRouterHandler]:
    """Return the routes of the page `/mine`."""

    @get("/mine", media_type="text/html")
    async def show_my_games(request: AnyRequest) -> Response[Any]:
        """Show the games of the browser's person. Redirect a browser without a person to the home page."""
        require_under_rate_limit(request)
        visitor = await find_visitor(request, service)
        if visitor is None:
            return Redirect("/", status_code=303)
        await record_known_device(visitor)
        games = await games_of_person(service, visitor.person)
        results = await _load_results(visitor, games)
        fellow_players = collect_fellow_players(games, await service.store.game_history.blocked_people(visitor.person))
        invitations = await _load_invitations(pages, visitor)
        asleep_tables = await seconds_until_awake(service, games)
        page = render_my_games(
            pages,
            visitor,
            games,
            results,
            fellow_players,
            invitations,
            asleep=asleep_tables,
            is_kept=await has_other_login(service, visitor.person),
        )
        return pages.make_html_response(request, page, visitor_games.expire_legacy_tables_cookie(request))

    @post("/mine/invite", status_code=303)
    async def invite_to_new_table(request: AnyRequest, data: Form) -> Response[Any]:
        """Open a table for a game that the caller has played with a person, invite that person, and
        redirect to the table.

        The form names the person and the game by a `FellowPlayer.form_key`. The caller becomes the
        host; options and number of seats are the defaults. Raise `Malformed` if the two never
        played together, `NotAllowedToOpen` if the caller may not open tables, and `TooFast` if the
        address opens too many.
        """
        visitor = await require_visitor(request, service)
        await require_may_open(request, service)
        get_quotas(request).table_rate.take_or_raise(get_client_address(request))
        game, other = await _find_fellow_player(visitor, data.get("who", ""))
        game_info = service.library.game_info(game.game)
        opened = await seating.open_table(
            service,
            read_device_secret(request),
            game_info.name,
            game_info.default_seats,
            {},
            await load_person_name(visitor),
            host_starts=True,
        )
        await service.store.game_history.add_invitation(other, parse_table_id(opened.table), visitor.person)
        return Redirect(f"/tables/{opened.table}", status_code=303)

    @post("/mine/decline", status_code=303)
    async def decline_invitation(request: AnyRequest, data: Form) -> Response[Any]:
        """Delete an invitation of the person to a table. The inviting person is not notified."""
        visitor = await require_visitor(request, service)
        await service.store.game_history.end_invitation(visitor.person, parse_table_id(data.get("table", "")))
        return Redirect("/mine", status_code=303)

    @post("/mine/block", status_code=303)
    async def set_blocked(request: AnyRequest, data: Form) -> Response[Any]:
        """Block or unblock a person. Two people are not seated together by chance while one blocks
        the other.

        Raise `Malformed` if the two never played together.
        """
        visitor = await require_visitor(request, service)
        _, other = await _find_fellow_player(visitor, data.get("who", ""))
        await service.store.game_history.set_block(visitor.person, other, blocked=data.get("on") == "yes")
        return Redirect("/mine#people", status_code=303)

    return [show_my_games, invite_to_new_table, decline_invitation, set_blocked]


async def _find_fellow_player(visitor: Visitor, form_key: str) -> tuple[MyGame, UUID]:
    """Return a common game and the other person that a form key names. The key is a table id, a
    dot, and a seat from 1.

    Raise `Malformed` if the visitor has not played with a person at that seat.
    """
    table, _, number = form_key.partition(".")
    for game in await games_of_person(visitor.service, visitor.person):
        if game.table == table:
            for seat, person in game.people:
                if str(seat + 1) == number and seat != game.seat:
                    return game, person
    raise Malformed("this is nobody you have played with")


async def _load_results(visitor: Visitor, games: list[MyGame]) -> dict[int, GameResult]:
    """Return the results of the person's finished games by table id.

    For the first `MAX_LISTED` finished games, a result that is not stored yet is computed and
    stored. Tables that cannot be loaded are skipped.
    """
    store, known = (
        visitor.service.store.game_history,
        await visitor.service.store.game_history.results_of(visitor.person),
    )
    not_stored = [game for game in games if game.state == "over" and game.sheet is not None][:MAX_LISTED]
    not_stored = [game for game in not_stored if parse_table_id(game.table) not in known]
    for game in not_stored:
        with contextlib.suppress(MalleError):
            room = await visitor.service.get_room(parse_table_id(game.table))
            await visitor.service.sync_with_log(room)
            await store_result(visitor.service, room, Seat(game.seat), visitor.person)
    return await store.results_of(visitor.person) if not_stored else known


async def _load_invitations(pages: SitePages, visitor: Visitor) -> list[SeatInvitation]:
    """Return the visitor's invitations, or an empty list if the people database does not answer.

    An invitation counts only if its table has not begun, the inviting person still has a seat
    there, and the visitor has none. Tables that cannot be loaded are skipped.
    """
    service, invitations = visitor.service, []
    try:
        invited = await service.store.game_history.invitations(visitor.person)
    except DatabaseUnavailable:
        return []
    names = await service.store.names_of({host for _, host in invited})
    for table_id, host in invited:
        try:
            room = await service.get_fresh_room(TableId(table_id))
        except MalleError:
            continue
        sitting = {sitter.person for sitter in (room.seat_owners or {}).values()}
        if room.table.turn is None and host in sitting and visitor.person not in sitting:
            title = pages.get_game_title(visitor.language, room.game_info)
            link = seating.make_invitation(service, room)
            invitations.append(
                SeatInvitation(
                    format_table_id(TableId(table_id)), link, names.get(host, "?"), title, room.game_info.name
                )
            )
    return invitations
