"""Taking everything away, being erased, and one's own figures: parts of `/me` and what they answer.

The file that somebody takes away holds no move of a game that goes on: it would remember for whoever plays from memory.
A game is over there when its end is shown, and not before.
"""

from __future__ import annotations

import json
from html import escape
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect
from litestar.types import ControllerRouterHandler

from malle.core import Sheet
from malle.live.house import House
from malle.live.mine import games_of
from malle.live.names import clean_name
from malle.store.played import Ended
from malle.store.store import read_id
from malle.web.api import need_calm
from malle.web.device import PLAIN, SECURE
from malle.web.me import called, people_bar
from malle.web.mine import NAME, OLD
from malle.web.opening import COOKIE
from malle.web.page import Asked, game_say, say
from malle.web.pages import Pages
from malle.web.visit import Visit, need_visit

Form = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]


async def leaving_section(pages: Pages, visit: Visit) -> str:
    """Where one takes everything away, or goes."""
    language = visit.language
    export = f'<a class="btn hollow" href="/me/export" download>{pages.icon("i-export", "0 0 24 24")}{say(language, "leave-export")}</a>'
    erase = (
        f'<a class="btn hollow" href="/me/erase">{pages.icon("i-erase", "0 0 24 24")}{say(language, "leave-erase")}</a>'
    )
    return f'<section class="pane" id="leaving"><h2>{say(language, "leave-title")}</h2><p>{say(language, "leave-lead")}</p><div class="ends">{export}{erase}</div></section>'


async def figures_section(pages: Pages, visit: Visit) -> str:
    """How one's games ended, game by game, and what one dared in them: no ranking, and nobody else's."""
    language, rows = visit.language, ""
    results = list((await visit.house.store.games.results(visit.person)).values())
    for sheet in pages.sheets:
        ended = [each for each in results if each.game == sheet.name]
        if ended:
            cover = f'<img src="{pages.look.address(f"{sheet.name}.box.svg")}" alt="" width="44" height="58">'
            rows += f'<li data-game="{sheet.name}">{cover}<span class="t"><b>{game_say(sheet, language, "title")}</b>{_strip(language, ended)}{_deeds(sheet, language, ended)}</span></li>'
    body = f'<ul class="lines figs">{rows}</ul>' if rows else f"<p>{say(language, 'figures-none')}</p>"
    private = f'<span class="private">{pages.icon("i-eye", "0 0 24 24")}{say(language, "figures-private")}</span>'
    return f'<section class="pane" id="figures"><div class="hl"><h2>{say(language, "figures-title")}</h2>{private}</div>{body}</section>'


def _strip(language: str, ended: list[Ended]) -> str:
    """A block above the line for each game won, a hollow one below for each that was not, a dash for a draw."""
    won = sum(each.place == 1 and not each.drawn for each in ended)
    drawn = sum(each.drawn for each in ended)
    said = say(language, "figures-of", games=say(language, "mine-games", n=len(ended)), won=won, drawn=drawn)
    drawing, at = "", 0
    for each in reversed(ended[:24]):
        x = 1 + 11 * at
        at += 1
        if each.drawn:
            drawing += f'<rect x="{x}" y="15" width="8" height="4" class="w"/>'
        elif each.place == 1:
            drawing += f'<rect x="{x}" y="3" width="8" height="13" rx="1.5" class="w"/>'
        else:
            drawing += f'<rect x="{x + 1}" y="19" width="6" height="10" rx="1.5" class="l"/>'
    wide = 11 * at
    return f'<small>{said}</small><svg class="wl" viewBox="0 0 {wide} 34" role="img" aria-label="{said}"><path d="M0 17H{wide}" class="ax"/>{drawing}</svg>'


def _deeds(sheet: Sheet, language: str, ended: list[Ended]) -> str:
    """What one dared, as one bar: what came off, then hollow what did not, with both counts in words. No share: of a
    few cases it says nothing."""
    well, ill = sum(each.well or 0 for each in ended), sum(each.ill or 0 for each in ended)
    if sheet.deeds is None or not well + ill:
        return ""
    good, bad = (game_say(sheet, language, f"deeds-{which}") for which in ("good", "bad"))
    said = say(language, "figures-deeds", good=good, well=well, bad=bad, ill=ill)
    part = round(196 * well / (well + ill), 1)
    return f'<svg class="deeds" viewBox="0 0 200 14" aria-hidden="true"><rect x="1" y="1" width="198" height="12" rx="2" class="l"/><rect x="2" y="2" width="{part}" height="10" rx="1" class="g"/></svg><small>{said}</small>'


def _erase_page(pages: Pages, visit: Visit, name: str, *, wrong: bool = False) -> str:
    language = visit.language
    told = f'<p id="wrong" role="alert">{say(language, "erase-wrong")}</p>' if wrong else ""
    said = ' aria-invalid="true" aria-describedby="wrong"' if wrong else ""
    parts = "".join(
        f"<section class='panel'><h2>{say(language, f'erase-{part}')}</h2><p>{say(language, f'erase-{part}-what')}</p></section>"
        for part in ("goes", "stays")
    )
    body = f"""
{people_bar(pages, visit, "/me")}
<main id="main" class="aboutpage"><h1>{say(language, "erase-title")}</h1>{parts}
<section class="panel"><form class="opts" method="post" action="/me/erase"><label for="name">{say(language, "erase-field", name=escape(name))}</label><input id="name" name="name" required maxlength="40" autocomplete="off"{said}>{told}<div class="ends"><button class="btn hollow">{say(language, "erase-go")}</button><a class="btn" href="/me">{say(language, "ui-cancel")}</a></div></form></section></main>"""
    return pages.page(language, f"{say(language, 'erase-title')} · Malle", body, {"class": "plain"}, script="people")


async def export_of(visit: Visit) -> dict[str, Any]:
    """All that is kept of somebody."""
    store = visit.house.store
    tables = []
    for game in await games_of(visit.house, visit.person):
        told: dict[str, Any] = {"table": game.table, "game": game.game, "seat": game.seat + 1, "state": game.state}
        if game.state == "over":
            told["moves"] = await store.moves_of(read_id(game.table), game.seat)
            told["record"] = f"/tables/{game.table}/record"
        tables.append(told)
    reports = await store.belongings.reported(visit.person)
    return {"kept": await store.belongings.of(visit.person), "tables": tables, "reports": reports}


async def erase(house: House, visit: Visit) -> None:
    """Whoever looks is forgotten."""
    devices = await house.store.devices.of(visit.person)
    for table in await house.store.forget(visit.person):
        room = house.rooms.get(table)
        if room is not None:
            await house.reseat(room)
    for digest in {visit.device, *(each.digest for each in devices)}:
        house.persons.forget(digest)


def handlers(house: House, pages: Pages) -> list[ControllerRouterHandler]:
    """Taking away, and erasing."""

    @get("/me/export", media_type="application/json")
    async def export(request: Asked) -> Response[str]:
        need_calm(request)
        visit = await need_visit(request, house)
        named = {"content-disposition": 'attachment; filename="malle.json"', "cache-control": "no-store"}
        text = json.dumps(await export_of(visit), ensure_ascii=False, indent=1)
        return Response(text, media_type="application/json", headers=named)

    @get("/me/erase", media_type="text/html")
    async def ask(request: Asked) -> Response[str]:
        visit = await need_visit(request, house)
        return pages.answer(request, _erase_page(pages, visit, await called(visit)))

    @post("/me/erase", media_type="text/html", status_code=200)
    async def go(request: Asked, data: Form) -> Response[Any]:
        """With the name typed: everything goes, and the browser is nobody."""
        visit = await need_visit(request, house)
        name = await called(visit)
        if clean_name(data.get("name", "")) != clean_name(name):
            page = pages.answer(request, _erase_page(pages, visit, name, wrong=True))
            page.status_code = 400
            return page
        await erase(house, visit)
        secure = request.url.scheme == "https"
        kept = (PLAIN, SECURE, NAME, OLD, COOKIE)
        gone = [Cookie(each, value="", max_age=0, secure=secure, httponly=True) for each in kept]
        # What the browser keeps of home, for when there is no network, has names in it.
        cleared = {"clear-site-data": '"cache", "storage"'}
        return Redirect("/", status_code=303, cookies=gone, headers=cleared)

    return [export, ask, go]
