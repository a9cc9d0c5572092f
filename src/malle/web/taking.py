"""Export of a person's data, erasure, and their own statistics: sections of `/me` and the routes behind them.

The exported file holds no move of a game in progress, since it would remember for a person who plays from
memory. For the export a game is over once its end is shown.
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
    """Return the section with two links: export one's data, or erase it."""
    language = visit.language
    export = f'<a class="btn hollow" href="/me/export" download>{pages.icon("i-export", "0 0 24 24")}{say(language, "leave-export")}</a>'
    erase = (
        f'<a class="btn hollow" href="/me/erase">{pages.icon("i-erase", "0 0 24 24")}{say(language, "leave-erase")}</a>'
    )
    return f'<section class="pane" id="leaving"><h2>{say(language, "leave-title")}</h2><p>{say(language, "leave-lead")}</p><div class="ends">{export}{erase}</div></section>'


async def figures_section(pages: Pages, visit: Visit) -> str:
    """Return the section with the results of a person's own games, game by game, and of the risks they took.
    There is no ranking, and only this person sees it."""
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
    """Return the last 24 results as a drawing with a text. A win is a block above the line, a loss a hollow one
    below, a draw a dash."""
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
    """Return the risks that a person took as one bar, successes and then failures, with both counts in words.
    No percentage is shown, since a few cases prove nothing. Empty if the game counts no risks or none was
    taken."""
    well, ill = sum(each.well or 0 for each in ended), sum(each.ill or 0 for each in ended)
    if sheet.deeds is None or not well + ill:
        return ""
    good, bad = (game_say(sheet, language, f"deeds-{which}") for which in ("good", "bad"))
    said = say(language, "figures-deeds", good=good, well=well, bad=bad, ill=ill)
    part = round(196 * well / (well + ill), 1)
    return f'<svg class="deeds" viewBox="0 0 200 14" aria-hidden="true"><rect x="1" y="1" width="198" height="12" rx="2" class="l"/><rect x="2" y="2" width="{part}" height="10" rx="1" class="g"/></svg><small>{said}</small>'


def _erase_page(pages: Pages, visit: Visit, name: str, *, wrong: bool = False) -> str:
    """Render the page that asks for the person's name before it erases their data. `is_wrong_name` adds that
    another name was typed."""
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
    """Return everything that is stored about a person, as plain values for JSON. Moves are included only for
    games whose end is shown."""
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
    """Erase a person and close all their devices. Rooms in memory where they sat read their seats again."""
    devices = await house.store.devices.of(visit.person)
    for table in await house.store.forget(visit.person):
        room = house.rooms.get(table)
        if room is not None:
            await house.reseat(room)
    for digest in {visit.device, *(each.digest for each in devices)}:
        house.persons.forget(digest)


def handlers(house: House, pages: Pages) -> list[ControllerRouterHandler]:
    """Return the route handlers of export and erasure."""

    @get("/me/export", media_type="application/json")
    async def export(request: Asked) -> Response[str]:
        """Serve everything stored about the person as a JSON file."""
        need_calm(request)
        visit = await need_visit(request, house)
        named = {"content-disposition": 'attachment; filename="malle.json"', "cache-control": "no-store"}
        text = json.dumps(await export_of(visit), ensure_ascii=False, indent=1)
        return Response(text, media_type="application/json", headers=named)

    @get("/me/erase", media_type="text/html")
    async def ask(request: Asked) -> Response[str]:
        """Show the page that asks for confirmation."""
        visit = await need_visit(request, house)
        return pages.answer(request, _erase_page(pages, visit, await called(visit)))

    @post("/me/erase", media_type="text/html", status_code=200)
    async def go(request: Asked, data: Form) -> Response[Any]:
        """Erase the person, clear the browser's cookies and caches, and redirect home. If the typed name is not
        theirs, show the page again with status 400."""
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
        # The copy of the home page that the browser keeps for offline use contains names.
        cleared = {"clear-site-data": '"cache", "storage"'}
        return Redirect("/", status_code=303, cookies=gone, headers=cleared)

    return [export, ask, go]
