"""The page of a game on which a person chooses live play or a decision time for a new table, with
what each choice means.

It works without a script: the panels of all choices are in the page, and style sheets show the
selected one.
"""

from __future__ import annotations

from html import escape

from litestar import Response, get
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler

from malle.core import GameInfo
from malle.runtime.table_service import TableService
from malle.storage.people.notices import NotificationPreferences
from malle.table.quiet_hours import QuietHours
from malle.web.account import visitor_games
from malle.web.layout import AnyRequest, get_language, render_language_switch, translate, translate_for_game
from malle.web.pages.decision_times import DECISION_TIMES, HOURS_PER_DAY, describe_game_length, translate_hour
from malle.web.pages.table_page import SitePages
from malle.web.security.visitor import find_visitor


def handlers(service: TableService, pages: SitePages) -> list[ControllerRouterHandler]:
    """Return a list with the route of this page."""

    @get("/games/{game:str}/pace", media_type="text/html")
    async def show_decision_times(request: AnyRequest, game: FromPath[str]) -> Response[str]:
        """Show the decision times of a game, with the quiet hours of the person, or the usual quiet
        hours if the browser has no person."""
        visitor, habits = (
            await find_visitor(request, service),
            NotificationPreferences(QuietHours(zone=service.config.time_zone)),
        )
        if visitor is not None:
            habits = (await service.store.notices.preferences([visitor.person]))[visitor.person]
        return pages.make_html_response(request, _render_page(pages, request, pages.find_offered_game(game), habits))

    return [show_decision_times]


def _render_page(pages: SitePages, request: AnyRequest, game_info: GameInfo, habits: NotificationPreferences) -> str:
    """Return the page as HTML. The decision time that the query names is selected, else live play.
    `habits` gives the quiet hours that the page mentions."""
    language, selected_name = get_language(request), request.query_params.get("pace", "")
    selected_name = selected_name if selected_name in DECISION_TIMES else "live"
    title = translate_for_game(game_info, language, "title")
    cards, panes = [], []
    for name in ("live", *DECISION_TIMES):
        note = translate(language, "pace-live-note")
        if name != "live":
            note = translate(language, "pace-bank", days=DECISION_TIMES[name][1] // HOURS_PER_DAY)
            panes.append(_render_decision_time_panel(pages, language, game_info, name, habits))
        icon = pages.render_icon("i-players" if name == "live" else "i-hourglass", "0 0 24 24")
        checked = " checked" if name == selected_name else ""
        cards.append(
            f'<label class="opt2"><input type="radio" name="pace" value="{name}"{checked}>'
            f"<span class='t'><b>{translate(language, f'pace-{name}')}</b><small>{note}</small></span>{icon}</label>"
        )
    live = f'<section class="panel exp for-live"><h2>{translate(language, "pace-live")}</h2><p>{translate(language, "pace-live-long")}</p></section>'
    name = visitor_games.read_name_cookie(request)
    field = f'<label class="rowl"><b>{translate(language, "page-your-name")}</b><input name="name" maxlength="30" autocomplete="nickname" required value="{escape(name)}"></label>'
    body = f"""
{pages.render_header(language, render_language_switch(request), f"/games/{game_info.name}")}
<main id="main" class="pacepage"><div class="cv"><img src="{pages.assets.get_url(f"{game_info.name}.box.svg")}" alt="" width="400" height="500"><div><h1>{translate(language, "pace-title")}</h1><p>{title}</p></div></div>
<form method="post" action="/tables"><input type="hidden" name="game" value="{game_info.name}"><input type="hidden" name="zone" data-zone><div class="opts" role="radiogroup" aria-label="{translate(language, "pace-title")}">{"".join(cards)}</div>
<div class="panes">{live}{"".join(panes)}</div>
<div class="panel who">{field}</div><div class="keep"><p>{translate(language, "pace-with")}</p><button class="btn" name="with" value="friends">{pages.render_icon("i-yes", "0 0 24 24")}{translate(language, "pace-open")}</button></div></form></main>"""
    attributes = {"class": "plain", "data-game": game_info.name}
    return pages.render_document(
        language, f"{translate(language, 'pace-title')} · {title}", body, attributes, game=game_info.name
    )


def _render_decision_time_panel(
    pages: SitePages, language: str, game_info: GameInfo, name: str, habits: NotificationPreferences
) -> str:
    """Return the panel of one decision time (a key of `DECISION_TIMES`), as HTML.

    It has three steps: the time for a decision, which stands still in quiet hours; the time bank;
    and the move that the table makes. Then come the quiet hours, pauses, and how long a game takes
    if that is known.
    """
    bank = DECISION_TIMES[name][1]
    begins, ends = (translate_hour(language, each) for each in (habits.hours.begins, habits.hours.ends))
    night = (
        translate(language, "pace-night", begins=begins, ends=ends)
        if habits.hours.hours_per_day
        else translate(language, "pace-no-night")
    )
    steps = [
        ("a", pages.render_icon("i-moon", "0 0 24 24"), translate(language, f"pace-{name}"), night),
        (
            "b",
            translate(language, "pace-days-short", days=bank // HOURS_PER_DAY),
            translate(language, "pace-then-bank"),
            translate(language, "pace-bank-note", days=bank // HOURS_PER_DAY),
        ),
        (
            "r",
            pages.render_icon("i-robot", "0 0 24 24"),
            translate(language, "pace-then-table"),
            translate(language, "pace-table-note"),
        ),
    ]
    steps_html = "".join(
        f'<li><span class="bx {kind}">{mark}</span><span><b>{head}</b><small>{note}</small></span></li>'
        for kind, mark, head, note in steps
    )
    quiet_hours = (
        translate(language, "pace-quiet-own", begins=begins, ends=ends)
        if habits.hours.hours_per_day
        else translate(language, "pace-quiet-none")
    )
    rows = [
        (
            "i-moon",
            f"<b>{translate(language, 'pace-quiet')}</b> {quiet_hours}",
            f'<a href="/me#notices">{translate(language, "pace-change")}</a>',
        )
    ]
    rows.append(("i-pause", f"<b>{translate(language, 'pace-pause')}</b> {translate(language, 'pace-pause-note')}", ""))
    if (decisions := game_info.median_decisions.get(game_info.default_seats)) is not None:
        each = round(decisions / game_info.default_seats)
        rows.append(
            ("i-clock", f"<b>{translate(language, 'pace-long')}</b> {describe_game_length(language, each)}", "")
        )
    rows_html = "".join(
        f'<li>{pages.render_icon(icon, "0 0 24 24")}<span class="t">{text}</span>{link}</li>'
        for icon, text, link in rows
    )
    return f'<section class="panel exp for-{name}"><h2>{translate(language, f"pace-{name}")}</h2><ol class="tl2">{steps_html}</ol><ul class="set">{rows_html}</ul></section>'
