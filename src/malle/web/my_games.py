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
from malle.live import seating
from malle.live.house import House
from malle.live.joining import is_kept
from malle.live.mine import MyGame, asleep, games_of, note_result
from malle.store.away import Unavailable
from malle.store.played import Ended
from malle.store.store import TableId, read_id, write_id
from malle.web import mine
from malle.web.api import address_of, need_calm, quotas_of
from malle.web.device import device_of
from malle.web.me import called
from malle.web.mine_page import SHOWN, SeatKept, met_in, mine_page
from malle.web.opening import need_opener
from malle.web.page import Asked
from malle.web.pages import Pages
from malle.web.visit import Visit, need_visit, note_device, visit_of

Form = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]


def handlers(house: House, pages: Pages) -> list[ControllerRouterHandler]:
    """Return the routes of the page `/mine`."""

    @get("/mine", media_type="text/html")
    async def my_games(request: Asked) -> Response[Any]:
        """Show the games of the browser's person. Redirect a browser without a person to the home page."""
        need_calm(request)
        visit = await visit_of(request, house)
        if visit is None:
            return Redirect("/", status_code=303)
        await note_device(visit)
        games = await games_of(house, visit.person)
        results = await _results(visit, games)
        met = met_in(games, await house.store.games.blocked(visit.person))
        asked = await _asked(pages, visit)
        sleep = await asleep(house, games)
        page = mine_page(
            pages, visit, games, results, met, asked, asleep=sleep, kept=await is_kept(house, visit.person)
        )
        return pages.answer(request, page, mine.without_old(request))

    @post("/mine/invite", status_code=303)
    async def invite(request: Asked, data: Form) -> Response[Any]:
        """Open a table for the game last played with a person, invite them to it, and redirect there.

        The caller becomes its host. Raise `Malformed` if they have never played together, `NotAllowedToOpen` if the
        caller may not open tables, and `TooFast` if too many are opened.
        """
        visit = await need_visit(request, house)
        await need_opener(request, house)
        quotas_of(request).tables.need(address_of(request))
        game, other = await _whom(visit, data.get("who", ""))
        sheet = house.library.sheet(game.game)
        opened = await seating.open_table(
            house, device_of(request), sheet.name, sheet.usual_seats, {}, await called(visit), hosted=True
        )
        await house.store.games.invite(other, read_id(opened.table), visit.person)
        return Redirect(f"/tables/{opened.table}", status_code=303)

    @post("/mine/decline", status_code=303)
    async def decline(request: Asked, data: Form) -> Response[Any]:
        """Decline an invitation. The inviting person is not notified."""
        visit = await need_visit(request, house)
        await house.store.games.end_invitation(visit.person, read_id(data.get("table", "")))
        return Redirect("/mine", status_code=303)

    @post("/mine/block", status_code=303)
    async def block(request: Asked, data: Form) -> Response[Any]:
        """Block or unblock a person. Two people are not seated together by chance while one blocks the other.

        Raise `Malformed` if they have never played together.
        """
        visit = await need_visit(request, house)
        _, other = await _whom(visit, data.get("who", ""))
        await house.store.games.block(visit.person, other, on=data.get("on") == "yes")
        return Redirect("/mine#people", status_code=303)

    return [my_games, invite, decline, block]


async def _whom(visit: Visit, key: str) -> tuple[MyGame, UUID]:
    """Return the person that a form key names, and the common game. The key is a table id, a dot, and a seat from 1.

    Raise `Malformed` if the visitor has not played with a person at that seat.
    """
    table, _, number = key.partition(".")
    for game in await games_of(visit.house, visit.person):
        if game.table == table:
            for seat, person in game.people:
                if str(seat + 1) == number and seat != game.seat:
                    return game, person
    raise Malformed("this is nobody you have played with")


async def _results(visit: Visit, games: list[MyGame]) -> dict[int, Ended]:
    """Return the results of the person's finished games by table id.

    Results of listed games that are not stored yet are computed and stored first. Tables that cannot be loaded are
    skipped.
    """
    store, known = visit.house.store.games, await visit.house.store.games.results(visit.person)
    new = [game for game in games if game.state == "over" and game.sheet is not None][:SHOWN]
    new = [game for game in new if read_id(game.table) not in known]
    for game in new:
        with contextlib.suppress(MalleError):
            room = await visit.house.room(read_id(game.table))
            await visit.house.look_again(room)
            await note_result(visit.house, room, Seat(game.seat), visit.person)
    return await store.results(visit.person) if new else known


async def _asked(pages: Pages, visit: Visit) -> list[SeatKept]:
    """Return the visitor's invitations, or an empty list if the people database does not answer.

    Only tables count that have not begun, where the inviting person still has a seat and the visitor has none. Tables
    that cannot be loaded are skipped.
    """
    house, found = visit.house, []
    try:
        invited = await house.store.games.invitations(visit.person)
    except Unavailable:
        return []
    names = await house.store.names({host for _, host in invited})
    for tab, host in invited:
        try:
            room = await house.current(TableId(tab))
        except MalleError:
            continue
        sitting = {sitter.person for sitter in (room.sitters or {}).values()}
        if room.table.turn is None and host in sitting and visit.person not in sitting:
            title = pages.title_of(visit.language, room.sheet)
            link = seating.invitation(house, room)
            found.append(SeatKept(write_id(TableId(tab)), link, names.get(host, "?"), title, room.sheet.name))
    return found
