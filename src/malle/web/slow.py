"""The page on which a person chooses live play or a decision time, one for each game, with what each choice
means.

It works without a script: the panels of all choices are in the page, and style sheets show the selected one.
"""

from __future__ import annotations

from html import escape

from litestar import Response, get
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler

from malle.core import Sheet
from malle.live.house import House
from malle.store.notices import Habits
from malle.table.hours import Hours
from malle.web import mine
from malle.web.paces import DAY, PACES, hour_of, long_of
from malle.web.page import Asked, game_say, language_of, say, switch
from malle.web.pages import Pages
from malle.web.visit import visit_of


def handlers(house: House, pages: Pages) -> list[ControllerRouterHandler]:
    """Return the route handler of this page."""

    @get("/games/{game:str}/pace", media_type="text/html")
    async def game_pace(request: Asked, game: FromPath[str]) -> Response[str]:
        """Show the decision times of a game, with the quiet hours of the person if they are known."""
        visit, habits = await visit_of(request, house), Habits(Hours(zone=house.config.zone))
        if visit is not None:
            habits = (await house.store.notices.habits([visit.person]))[visit.person]
        return pages.answer(request, _page(pages, request, pages.sheet(game), habits))

    return [game_pace]


def _page(pages: Pages, request: Asked, sheet: Sheet, habits: Habits) -> str:
    """Render the page. The decision time named in the query is selected, else live play."""
    language, chosen = language_of(request), request.query_params.get("pace", "")
    chosen = chosen if chosen in PACES else "live"
    title = game_say(sheet, language, "title")
    cards, panes = [], []
    for name in ("live", *PACES):
        note = say(language, "pace-live-note")
        if name != "live":
            note = say(language, "pace-bank", days=PACES[name][1] // DAY)
            panes.append(_pane(pages, language, sheet, name, habits))
        icon = pages.icon("i-players" if name == "live" else "i-hourglass", "0 0 24 24")
        checked = " checked" if name == chosen else ""
        cards.append(
            f'<label class="opt2"><input type="radio" name="pace" value="{name}"{checked}>'
            f"<span class='t'><b>{say(language, f'pace-{name}')}</b><small>{note}</small></span>{icon}</label>"
        )
    live = f'<section class="panel exp for-live"><h2>{say(language, "pace-live")}</h2><p>{say(language, "pace-live-long")}</p></section>'
    name = mine.name_of(request)
    field = f'<label class="rowl"><b>{say(language, "page-your-name")}</b><input name="name" maxlength="30" autocomplete="nickname" required value="{escape(name)}"></label>'
    body = f"""
{pages.bar(language, switch(request), f"/games/{sheet.name}")}
<main id="main" class="pacepage"><div class="cv"><img src="{pages.look.address(f"{sheet.name}.box.svg")}" alt="" width="400" height="500"><div><h1>{say(language, "pace-title")}</h1><p>{title}</p></div></div>
<form method="post" action="/tables"><input type="hidden" name="game" value="{sheet.name}"><input type="hidden" name="zone" data-zone><div class="opts" role="radiogroup" aria-label="{say(language, "pace-title")}">{"".join(cards)}</div>
<div class="panes">{live}{"".join(panes)}</div>
<div class="panel who">{field}</div><div class="keep"><p>{say(language, "pace-with")}</p><button class="btn" name="with" value="friends">{pages.icon("i-yes", "0 0 24 24")}{say(language, "pace-open")}</button></div></form></main>"""
    attributes = {"class": "plain", "data-game": sheet.name}
    return pages.page(language, f"{say(language, 'pace-title')} · {title}", body, attributes, game=sheet.name)


def _pane(pages: Pages, language: str, sheet: Sheet, name: str, habits: Habits) -> str:
    """Return the panel of a decision time, in three steps. They are the time for a decision without the quiet
    hours, the time bank, then the move that the table makes. The length of a game follows, if known."""
    bank = PACES[name][1]
    begins, ends = (hour_of(language, each) for each in (habits.hours.begins, habits.hours.ends))
    night = (
        say(language, "pace-night", begins=begins, ends=ends) if habits.hours.long else say(language, "pace-no-night")
    )
    steps = [
        ("a", pages.icon("i-moon", "0 0 24 24"), say(language, f"pace-{name}"), night),
        (
            "b",
            say(language, "pace-days-short", days=bank // DAY),
            say(language, "pace-then-bank"),
            say(language, "pace-bank-note", days=bank // DAY),
        ),
        ("r", pages.icon("i-robot", "0 0 24 24"), say(language, "pace-then-table"), say(language, "pace-table-note")),
    ]
    told = "".join(
        f'<li><span class="bx {kind}">{mark}</span><span><b>{head}</b><small>{note}</small></span></li>'
        for kind, mark, head, note in steps
    )
    own = (
        say(language, "pace-quiet-own", begins=begins, ends=ends)
        if habits.hours.long
        else say(language, "pace-quiet-none")
    )
    rows = [
        (
            "i-moon",
            f"<b>{say(language, 'pace-quiet')}</b> {own}",
            f'<a href="/me#notices">{say(language, "pace-change")}</a>',
        )
    ]
    rows.append(("i-pause", f"<b>{say(language, 'pace-pause')}</b> {say(language, 'pace-pause-note')}", ""))
    if (decisions := sheet.decisions.get(sheet.usual_seats)) is not None:
        each = round(decisions / sheet.usual_seats)
        rows.append(("i-clock", f"<b>{say(language, 'pace-long')}</b> {long_of(language, each)}", ""))
    made = "".join(
        f'<li>{pages.icon(icon, "0 0 24 24")}<span class="t">{text}</span>{link}</li>' for icon, text, link in rows
    )
    return f'<section class="panel exp for-{name}"><h2>{say(language, f"pace-{name}")}</h2><ol class="tl2">{told}</ol><ul class="set">{made}</ul></section>'
