"""What the page of one's games answers: the page itself, inviting somebody again, not meeting somebody by chance."""

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
    """My games."""

    @get("/mine", media_type="text/html")
    async def my_games(request: Asked) -> Response[Any]:
        """The games of whoever looks; somebody who is nobody yet begins at home."""
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
        """Opens a table of the game that we played last, and keeps a seat there for somebody."""
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
        """No, thanks: nobody is told."""
        visit = await need_visit(request, house)
        await house.store.games.end_invitation(visit.person, read_id(data.get("table", "")))
        return Redirect("/mine", status_code=303)

    @post("/mine/block", status_code=303)
    async def block(request: Asked, data: Form) -> Response[Any]:
        """Chance does not seat us together any more, or may again."""
        visit = await need_visit(request, house)
        _, other = await _whom(visit, data.get("who", ""))
        await house.store.games.block(visit.person, other, on=data.get("on") == "yes")
        return Redirect("/mine#people", status_code=303)

    return [my_games, invite, decline, block]


async def _whom(visit: Visit, key: str) -> tuple[MyGame, UUID]:
    """Somebody I have played with, by a table where both sat and their seat there. `Malformed` if it is nobody."""
    table, _, number = key.partition(".")
    for game in await games_of(visit.house, visit.person):
        if game.table == table:
            for seat, person in game.people:
                if str(seat + 1) == number and seat != game.seat:
                    return game, person
    raise Malformed("this is nobody you have played with")


async def _results(visit: Visit, games: list[MyGame]) -> dict[int, Ended]:
    """How the games ended that are listed; those that nobody has written down yet are."""
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
    """The tables where somebody keeps a seat for me: while they are being filled, and I do not sit there."""
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
