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

from malle.core import GameInfo
from malle.runtime.history.my_games import games_of_person
from malle.runtime.seats.display_names import clean_name
from malle.runtime.table_service import TableService
from malle.storage.people.game_history import GameResult
from malle.storage.store import parse_table_id
from malle.web.account.profile_page import load_person_name, render_account_bar
from malle.web.account.visitor_games import LEGACY_TABLES_COOKIE, NAME_COOKIE
from malle.web.admin.who_may_open import SITE_LINK_COOKIE
from malle.web.api.tables import require_under_rate_limit
from malle.web.layout import AnyRequest, translate, translate_for_game
from malle.web.pages.table_page import SitePages
from malle.web.security.device_cookie import PLAIN_COOKIE, SECURE_COOKIE
from malle.web.security.visitor import Visitor, require_visitor

Form = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]


async def render_export_and_erase_section(pages: SitePages, visitor: Visitor) -> str:
    """Return the section with two links: export one's data, or erase it."""
    language = visitor.language
    export = f'<a class="btn hollow" href="/me/export" download>{pages.render_icon("i-export", "0 0 24 24")}{translate(language, "leave-export")}</a>'
    erase = f'<a class="btn hollow" href="/me/erase">{pages.render_icon("i-erase", "0 0 24 24")}{translate(language, "leave-erase")}</a>'
    return f'<section class="pane" id="leaving"><h2>{translate(language, "leave-title")}</h2><p>{translate(language, "leave-lead")}</p><div class="ends">{export}{erase}</div></section>'


async def render_statistics_section(pages: SitePages, visitor: Visitor) -> str:
    """Return the section with a person's own results and the risks they took, game by game. There
    is no ranking, and only this person sees it."""
    language, rows = visitor.language, ""
    results = list((await visitor.service.store.game_history.results_of(visitor.person)).values())
    for game_info in pages.games:
        ended = [each for each in results if each.game == game_info.name]
        if ended:
            cover = f'<img src="{pages.assets.get_url(f"{game_info.name}.box.svg")}" alt="" width="44" height="58">'
            rows += f'<li data-game="{game_info.name}">{cover}<span class="t"><b>{translate_for_game(game_info, language, "title")}</b>{_render_results_chart(language, ended)}{_render_risks_chart(game_info, language, ended)}</span></li>'
    body = f'<ul class="lines figs">{rows}</ul>' if rows else f"<p>{translate(language, 'figures-none')}</p>"
    private = f'<span class="private">{pages.render_icon("i-eye", "0 0 24 24")}{translate(language, "figures-private")}</span>'
    return f'<section class="pane" id="figures"><div class="hl"><h2>{translate(language, "figures-title")}</h2>{private}</div>{body}</section>'


def _render_results_chart(language: str, results: list[GameResult]) -> str:
    """Return a text that counts all results, and a drawing of the latest 24, oldest on the left.
    `results` has the latest first.

    A win is a block above the line, a loss a hollow block below, a draw a dash.
    """
    won = sum(each.place == 1 and not each.drawn for each in results)
    drawn = sum(each.drawn for each in results)
    description = translate(
        language, "figures-of", games=translate(language, "mine-games", n=len(results)), won=won, drawn=drawn
    )
    shapes, at = "", 0
    for each in reversed(results[:24]):
        x = 1 + 11 * at
        at += 1
        if each.drawn:
            shapes += f'<rect x="{x}" y="15" width="8" height="4" class="w"/>'
        elif each.place == 1:
            shapes += f'<rect x="{x}" y="3" width="8" height="13" rx="1.5" class="w"/>'
        else:
            shapes += f'<rect x="{x + 1}" y="19" width="6" height="10" rx="1.5" class="l"/>'
    wide = 11 * at
    return f'<small>{description}</small><svg class="wl" viewBox="0 0 {wide} 34" role="img" aria-label="{description}"><path d="M0 17H{wide}" class="ax"/>{shapes}</svg>'


def _render_risks_chart(game_info: GameInfo, language: str, results: list[GameResult]) -> str:
    """Return the risks that a person took as one bar, filled by the share that succeeded, with both
    counts in words.

    No percentage is shown, since a few cases prove nothing. Return "" if the game counts no risks
    or the person took none.
    """
    succeeded, failed = sum(each.well or 0 for each in results), sum(each.ill or 0 for each in results)
    if game_info.risk_statistics is None or not succeeded + failed:
        return ""
    good, bad = (translate_for_game(game_info, language, f"deeds-{which}") for which in ("good", "bad"))
    description = translate(language, "figures-deeds", good=good, well=succeeded, bad=bad, ill=failed)
    bar_width = round(196 * succeeded / (succeeded + failed), 1)
    return f'<svg class="deeds" viewBox="0 0 200 14" aria-hidden="true"><rect x="1" y="1" width="198" height="12" rx="2" class="l"/><rect x="2" y="2" width="{bar_width}" height="10" rx="1" class="g"/></svg><small>{description}</small>'


def _render_erase_page(pages: SitePages, visitor: Visitor, name: str, *, is_wrong_name: bool = False) -> str:
    """Return the page that asks a person to type their name before their data is erased. With
    `is_wrong_name`, it says that another name was typed."""
    language = visitor.language
    error_html = f'<p id="wrong" role="alert">{translate(language, "erase-wrong")}</p>' if is_wrong_name else ""
    said = ' aria-invalid="true" aria-describedby="wrong"' if is_wrong_name else ""
    parts = "".join(
        f"<section class='panel'><h2>{translate(language, f'erase-{part}')}</h2><p>{translate(language, f'erase-{part}-what')}</p></section>"
        for part in ("goes", "stays")
    )
    body = f"""
{render_account_bar(pages, visitor, "/me")}
<main id="main" class="aboutpage"><h1>{translate(language, "erase-title")}</h1>{parts}
<section class="panel"><form class="opts" method="post" action="/me/erase"><label for="name">{translate(language, "erase-field", name=escape(name))}</label><input id="name" name="name" required maxlength="40" autocomplete="off"{said}>{error_html}<div class="ends"><button class="btn hollow">{translate(language, "erase-go")}</button><a class="btn" href="/me">{translate(language, "ui-cancel")}</a></div></form></section></main>"""
    return pages.render_document(
        language, f"{translate(language, 'erase-title')} · Malle", body, {"class": "plain"}, script="people"
    )


async def collect_export(visitor: Visitor) -> dict[str, Any]:
    """Return everything that is stored about a person, as plain values for JSON. Moves are included
    only for games whose end is shown."""
    store = visitor.service.store
    tables = []
    for game in await games_of_person(visitor.service, visitor.person):
        exported_table: dict[str, Any] = {
            "table": game.table,
            "game": game.game,
            "seat": game.seat + 1,
            "state": game.state,
        }
        if game.state == "over":
            exported_table["moves"] = await store.moves_of(parse_table_id(game.table), game.seat)
            exported_table["record"] = f"/tables/{game.table}/record"
        tables.append(exported_table)
    reports = await store.personal_data.reports_by(visitor.person)
    return {"kept": await store.personal_data.people_rows(visitor.person), "tables": tables, "reports": reports}


async def erase_person(service: TableService, visitor: Visitor) -> None:
    """Erase the data of the visitor's person and sign out all their devices. The rooms of this
    process in which the person sat read their seat owners again."""
    devices = await service.store.devices.list_open(visitor.person)
    for table in await service.store.erase_person(visitor.person):
        room = service.rooms.get(table)
        if room is not None:
            await service.refresh_seat_owners(room)
    for digest in {visitor.device, *(each.digest for each in devices)}:
        service.device_owners.invalidate(digest)


def handlers(service: TableService, pages: SitePages) -> list[ControllerRouterHandler]:
    """Return the route handlers of export and erasure."""

    @get("/me/export", media_type="application/json")
    async def export(request: AnyRequest) -> Response[str]:
        """Serve everything stored about the person as a JSON file."""
        require_under_rate_limit(request)
        visitor = await require_visitor(request, service)
        named = {"content-disposition": 'attachment; filename="malle.json"', "cache-control": "no-store"}
        text = json.dumps(await collect_export(visitor), ensure_ascii=False, indent=1)
        return Response(text, media_type="application/json", headers=named)

    @get("/me/erase", media_type="text/html")
    async def show_erase_page(request: AnyRequest) -> Response[str]:
        """Show the page that asks the person to type their name before the erasure."""
        visitor = await require_visitor(request, service)
        return pages.make_html_response(request, _render_erase_page(pages, visitor, await load_person_name(visitor)))

    @post("/me/erase", media_type="text/html", status_code=200)
    async def confirm_erase(request: AnyRequest, data: Form) -> Response[Any]:
        """Erase the person, clear the browser's cookies and caches, and redirect to the home page.
        If the typed name is not the person's, show the page again with status 400."""
        visitor = await require_visitor(request, service)
        name = await load_person_name(visitor)
        if clean_name(data.get("name", "")) != clean_name(name):
            page = pages.make_html_response(request, _render_erase_page(pages, visitor, name, is_wrong_name=True))
            page.status_code = 400
            return page
        await erase_person(service, visitor)
        secure = request.url.scheme == "https"
        cookie_names = (PLAIN_COOKIE, SECURE_COOKIE, NAME_COOKIE, LEGACY_TABLES_COOKIE, SITE_LINK_COOKIE)
        expired_cookies = [Cookie(each, value="", max_age=0, secure=secure, httponly=True) for each in cookie_names]
        # The copy of the home page that the browser keeps for offline use contains names.
        cleared = {"clear-site-data": '"cache", "storage"'}
        return Redirect("/", status_code=303, cookies=expired_cookies, headers=cleared)

    return [export, show_erase_page, confirm_erase]
