"""The pages: home, a table being filled, the table itself, the rules. No account, no script but our own, no outside address.

They plug into the application by `make_site(house)`. Everything a reader sees comes from Fluent files; everything
that somebody typed is escaped where it is put into a page.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import Annotated, Any, NamedTuple

import segno
from litestar import Request, Response, get, post
from litestar.datastructures import Cookie
from litestar.enums import RequestEncodingType
from litestar.exceptions import NotFoundException
from litestar.params import Body, FromPath
from litestar.response import Redirect
from litestar.types import ControllerRouterHandler
from markdown_it import MarkdownIt

from malle import games
from malle.core import Say, Seat, Sheet, Viewer
from malle.store.store import read_id
from malle.web import trouble
from malle.web.api import _cookies, house_of, seat_of
from malle.web.house import House, NotYours
from malle.web.look import HERE, Look
from malle.web.names import clean_name
from malle.web.record import record_of
from malle.web.room import Room
from malle.web.trouble import Show
from malle.words import LANGUAGES, Words

Asked = Request[Any, Any, Any]
Form = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "worker-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
}
FOREVER = "public, max-age=31536000, immutable"
LATE = (0, 3, 10)
"""Moves that spectators may be behind, as the home page offers it."""
FONTS = ("atkinson-hyperlegible-next-latin-wght-normal.woff2", "bricolage-grotesque-latin-wdth-normal.woff2")


def game_words(sheet: Sheet, language: str, names: tuple[str, ...], viewer: Viewer) -> Words:
    """How the server says a game's sentences to a screen."""
    known = language if language in LANGUAGES else LANGUAGES[0]
    return Words(sheet.folder, known, names=names, viewer=viewer, marked=True)


class Site(NamedTuple):
    """The pages of a house, and how its troubles are shown."""

    handlers: list[ControllerRouterHandler]
    show: Show


def make_site(house: House, sheets: Sequence[Sheet] | None = None) -> Site:
    """The pages of a house."""
    offered = tuple(sheets) if sheets is not None else tuple(games.sheet(name) for name in games.GAMES)
    look = Look(lambda: offered)
    house.build = look.build
    pages = Pages(look, offered)

    @get("/", media_type="text/html")
    async def home(request: Asked) -> Response[str]:
        return pages.answer(request, pages.home(language_of(request), _switch(request)))

    @post("/tables", status_code=303)
    async def open_table(request: Asked, data: Form) -> Response[None]:
        """`Play now` and `play with friends`."""
        sheet = house.library.sheet(data.get("game", ""))
        seats = _number(data.get("seats", ""), sheet.seats[0])
        robots = seats - 1 if data.get("with") == "robots" else 0
        name = clean_name(data.get("name", "")) or _say(language_of(request), "page-default-name")
        options = {option.name: _choice(data, option.name, option.choices, option.default) for option in sheet.options}
        late = _number(data.get("late", ""), 0)
        opened = await house.open_table(sheet.name, seats, options, name, robots, late=late)
        cookies = _cookies(request, opened.table, opened.token)
        return Redirect(f"/tables/{opened.table}", status_code=303, cookies=cookies)

    @get("/tables/{table:str}", media_type="text/html")
    async def show_table(request: Asked, table: FromPath[str]) -> Response[str]:
        room = await house.room(read_id(table))
        seat = await seat_of(request, room)
        language = language_of(request)
        if "open" not in room.table.kinds:
            return pages.answer(request, pages.table(language, room))
        if seat is not None:
            address = f"{request.base_url}tables/{table}?invite={house.invitation(table)}"
            return pages.answer(request, pages.lobby(language, room, seat, address, _switch(request)))
        return pages.answer(
            request, pages.join(language, room, request.query_params.get("invite", ""), _switch(request))
        )

    @post("/tables/{table:str}/join", status_code=303)
    async def join(request: Asked, table: FromPath[str], data: Form) -> Response[None]:
        room = await house.room(read_id(table))
        name = clean_name(data.get("name", "")) or _say(language_of(request), "page-default-name")
        _, token = await house.sit(room, name, data.get("invite", ""))
        return Redirect(f"/tables/{table}", status_code=303, cookies=_cookies(request, table, token))

    @post("/tables/{table:str}/fill", status_code=303)
    async def fill(request: Asked, table: FromPath[str]) -> Response[None]:
        """The open seats are given to robots, and the game begins."""
        room = await house.room(read_id(table))
        if await seat_of(request, room) is None:
            raise NotYours("only those who sit at the table may")
        while "open" in room.table.kinds:
            await house.seat_robot(room, Seat(room.table.kinds.index("open")))
        return Redirect(f"/tables/{table}", status_code=303)

    @get("/tables/{table:str}/record", media_type="text/plain")
    async def record(request: Asked, table: FromPath[str]) -> Response[str]:
        """After the end: the whole game in one file."""
        room = await house.room(read_id(table))
        named = {"content-disposition": f'attachment; filename="{room.sheet.name}-{table}.txt"'}
        return Response(await record_of(house, room), media_type="text/plain", headers=named)

    @get("/rules/{game:str}", media_type="text/html")
    async def rules(request: Asked, game: FromPath[str]) -> Response[str]:
        return pages.answer(request, pages.rules(language_of(request), pages.sheet(game), _switch(request)))

    # Here, because those pages are made with these.
    from malle.web import solitaire

    alone = solitaire.handlers(house, look, pages, offered)
    return Site([home, open_table, show_table, join, fill, record, rules, static_handler(look), *alone], pages.show)


def static_handler(look: Look) -> ControllerRouterHandler:
    """Assets under the digest of them all: kept by browsers for ever."""

    @get("/static/{build:str}/{name:str}")
    async def static(request: Asked, build: FromPath[str], name: FromPath[str]) -> Response[bytes]:
        found = look.assets.get(name)
        if found is None:
            raise NotFoundException
        headers = {"cache-control": FOREVER if build == look.build else "no-store", "vary": "accept-encoding"}
        headers["x-content-type-options"] = "nosniff"
        data = found.data
        if found.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            data, headers["content-encoding"] = found.packed, "gzip"
        return Response(data, media_type=found.kind, headers=headers)

    return static


class Pages:
    """Pages as HTML text."""

    def __init__(self, look: Look, sheets: Sequence[Sheet]) -> None:
        self.look = look
        self.sheets = tuple(sheets)

    def sheet(self, name: str) -> Sheet:
        """The game of that name. `NotFoundException` if it is not offered."""
        for sheet in self.sheets:
            if sheet.name == name:
                return sheet
        raise NotFoundException

    def answer(self, request: Asked, page: str) -> Response[str]:
        """The page with its headers; a language that was asked for is remembered."""
        wished = request.query_params.get("lang", "")
        cookies = (
            [Cookie("malle-lang", value=wished, samesite="lax", max_age=400 * 86400)] if wished in LANGUAGES else []
        )
        return Response(page, headers=HEADERS, media_type="text/html", cookies=cookies)

    def table(self, language: str, room: Room) -> str:
        """The page that the client draws in."""
        words = _interface(language)
        body = f'<div id="app"></div><script type="application/json" id="words">{words}</script>'
        attributes = {
            "class": "table",
            "data-game": room.sheet.name,
            "data-table": room.text,
            "data-build": self.look.build,
            "data-sprite": self.look.address(f"{room.sheet.name}.sprite.svg"),
        }
        title = _words(room.sheet, language, "title")
        return self._page(language, title, body, attributes, script="table", game=room.sheet.name, sprite=True)

    def solo(self, language: str, sheet: Sheet, told: str) -> str:
        """A game for one: the page is the game's own, and has everything it needs in it."""
        body = f'<div id="app"></div><script type="application/json" id="page">{told}</script>'
        sprite = self.look.address(f"{sheet.name}.sprite.svg")
        attributes = {"class": "table", "data-game": sheet.name, "data-sprite": sprite}
        title = _words(sheet, language, "title")
        return self._page(language, title, body, attributes, script=f"{sheet.name}-solo", game=sheet.name, sprite=True)

    def home(self, language: str, switch: str) -> str:
        """The shelf, and two ways to begin."""
        boxes = "".join(self._box(language, sheet) for sheet in self.sheets)
        lead = _say(language, "page-lead", n=len(self.sheets))
        body = f"""
<header class="hd"><a class="lg" href="/">{self._icon("logo", "0 0 96 92")}<b>Malle</b></a>{switch}</header>
<main><section class="lid"><div class="hero"><h1>{_say(language, "page-open")}</h1><p>{lead}</p></div></section>
<div class="brass"><span class="lock"></span></div>
<section class="shelf"><ul class="boxes">{boxes}</ul></section></main>
<footer class="ft">{_say(language, "page-free")}</footer>"""
        return self._page(language, _say(language, "page-title"), body, {"class": "home"})

    def _box(self, language: str, sheet: Sheet) -> str:
        title, blurb = _words(sheet, language, "title"), _words(sheet, language, "blurb")
        least, most = sheet.seats[0], sheet.seats[-1]
        players = _say(language, "page-players" if least != most else "page-players-one", least=least, most=most)
        usual = 4 if 4 in sheet.seats else sheet.seats[0]
        choices = "".join(
            f'<option value="{seats}"{" selected" if seats == usual else ""}>{seats}</option>' for seats in sheet.seats
        )
        number = (
            f'<label>{_say(language, "page-how-many")}<select name="seats">{choices}</select></label>'
            if least != most
            else f'<input type="hidden" name="seats" value="{least}">'
        )
        options = "".join(
            self._option(language, sheet, option.name, option.choices, option.default) for option in sheet.options
        )
        behind = "".join(f'<option value="{n}">{_say(language, "page-late-by", n=n)}</option>' for n in LATE)
        options += f'<label class="opt">{_say(language, "page-late")}<select name="late">{behind}</select></label>'
        ways = f"<details><summary>{_say(language, 'page-options')}</summary>{options}</details>"
        alone = ""
        if sheet.solitaire is not None:
            alone = f'<a class="btn two hollow" href="/solo/{sheet.name}"><b>{_say(language, "page-alone")}</b><small>{_say(language, "page-alone-note")}</small></a>'
        return f"""
<li class="box" data-game="{sheet.name}"><img src="{self.look.address(f"{sheet.name}.box.svg")}" alt="" width="400" height="500">
<div class="lab"><h2>{title}</h2><p class="n">{players} · <a href="/rules/{sheet.name}">{_say(language, "page-rules")}</a></p><p class="p">{blurb}</p>
<form method="post" action="/tables"><input type="hidden" name="game" value="{sheet.name}">
<div class="set">{number}<label>{_say(language, "page-your-name")}<input name="name" maxlength="30" autocomplete="nickname" placeholder="{_say(language, "page-default-name")}"></label></div>{ways}
<button class="btn two" name="with" value="robots"><b>{_say(language, "page-play-now")}</b><small>{_say(language, "page-play-now-note")}</small></button>
<button class="btn two hollow" name="with" value="friends"><b>{_say(language, "page-with-friends")}</b><small>{_say(language, "page-with-friends-note")}</small></button>
</form>{alone}</div></li>"""

    def _option(self, language: str, sheet: Sheet, name: str, choices: Sequence[object], default: object) -> str:
        label = escape(_words(sheet, language, f"option-{name}"))
        if isinstance(default, bool):
            return f'<label class="opt"><input type="checkbox" name="{name}" value="true"{" checked" if default else ""}>{label}</label>'
        known = Words(sheet.folder, language)
        keys = [f"option-{name}-{each}" for each in choices]
        said = [
            _words(sheet, language, key) if known.has(key) else each for key, each in zip(keys, choices, strict=True)
        ]
        made = "".join(
            f'<option value="{each}"{" selected" if each == default else ""}>{text}</option>'
            for each, text in zip(choices, said, strict=True)
        )
        return f'<label class="opt">{label}<select name="{name}">{made}</select></label>'

    def lobby(self, language: str, room: Room, seat: int, address: str, switch: str) -> str:
        """For those who sit: the invitation, who is there, and a way to begin."""
        code = segno.make(address, error="m").svg_inline(scale=6, border=2, dark="#16263A", light="#FFFBF0")
        free = room.table.kinds.count("open")
        body = f"""
{self._bar(switch)}
<main class="lobby"><section class="card"><h1>{_say(language, "page-invite")}</h1><p>{_say(language, "page-invite-note")}</p>
<div class="qr" id="qr">{code}</div>
<p class="link"><a id="invitation" href="{escape(address)}">{escape(address)}</a></p>
<button class="btn hollow" type="button" data-copy="{escape(address)}" data-done="{_say(language, "page-copied")}">{_say(language, "page-copy")}</button></section>
{self._sitting(language, room, seat)}
<p class="quiet">{_say(language, "page-waiting", n=free)}</p>
<form method="post" action="/tables/{room.text}/fill"><button class="btn">{_say(language, "page-fill")}</button></form></main>"""
        return self._filling(language, room, body)

    def join(self, language: str, room: Room, invite: str, switch: str) -> str:
        """For those who were invited: one field, one button."""
        host = next((name for name in room.names if name), "Malle")
        title = _words(room.sheet, language, "title")
        form = f"""<form method="post" action="/tables/{room.text}/join"><input type="hidden" name="invite" value="{escape(invite)}">
<label>{_say(language, "page-your-name")}<input name="name" maxlength="30" autocomplete="nickname" required autofocus></label>
<button class="btn">{_say(language, "page-join")}</button></form>"""
        body = f"""
{self._bar(switch)}
<main class="lobby"><section class="card"><h1>{title}</h1><p>{_say(language, "page-join-lead", host=escape(host), title=title)}</p>{form if invite else ""}</section>
{self._sitting(language, room, None)}</main>"""
        return self._filling(language, room, body)

    def _filling(self, language: str, room: Room, body: str) -> str:
        attributes = {
            "class": "plain",
            "data-game": room.sheet.name,
            "data-filling": f"/api/tables/{room.text}",
            "data-filled": bytes(room.public()).decode(),
        }
        return self._page(language, _words(room.sheet, language, "title"), body, attributes, game=room.sheet.name)

    def _sitting(self, language: str, room: Room, mine: int | None) -> str:
        rows = []
        for seat, kind in enumerate(room.table.kinds):
            name = escape(room.names[seat]) or _say(language, "page-seat-free")
            mark = f' <span class="quiet">({_say(language, "ui-you")})</span>' if seat == mine else ""
            rows.append(f'<li class="{kind}">{self._icon(f"seat-{seat + 1}", "0 0 32 32")}<b>{name}</b>{mark}</li>')
        return f'<section class="card"><h2>{_say(language, "page-seats")}</h2><ul class="sitting">{"".join(rows)}</ul></section>'

    def rules(self, language: str, sheet: Sheet, switch: str) -> str:
        """The rulebook, a section a heading, each with the slug of the decision it is about."""
        body = f"""
{self._bar(switch)}
<main class="rulebook">{rulebook(sheet, language)}</main>"""
        title = f"{_words(sheet, language, 'title')} · {_say(language, 'page-rules')}"
        return self._page(language, title, body, {"class": "plain rules", "data-game": sheet.name}, game=sheet.name)

    def show(self, request: Asked, slug: str, status: int) -> Response[str]:
        """The page of a trouble, with the headers of any other."""
        again = trouble.here(request) if slug in trouble.AGAIN else trouble.back(request)
        page = self.trouble(language_of(request), slug, status, again, _switch(request))
        answer = self.answer(request, page)
        answer.status_code = status
        return answer

    def trouble(self, language: str, slug: str, status: int, again: str, switch: str) -> str:
        """What happened, why, and a way on: home, or where trying again can help or somebody came from."""
        head, why = _say(language, f"trouble-{slug}"), _say(language, f"trouble-{slug}-why")
        home = f'<a class="btn{{}}" href="/">{_say(language, "page-home")}</a>'
        ways = home.format("")
        if again != "/":
            label = _say(language, "page-again" if slug in trouble.AGAIN else "page-back")
            ways = f'<a class="btn" href="{escape(again)}">{label}</a>{home.format(" hollow")}'
        body = f"""
{self._bar(switch)}
<main class="trouble"><img src="{self.look.address(f"trouble-{trouble.picture(slug)}.svg")}" alt="" width="220" height="198">
<h1>{head}</h1><p>{why}</p><div class="way">{ways}</div><p class="quiet">{_say(language, "page-error", status=str(status))}</p></main>"""
        return self._page(language, f"{head} · Malle", body, {"class": "plain"})

    def _bar(self, switch: str) -> str:
        return f'<header class="hd plainly"><a class="lg" href="/">{self._icon("logo", "0 0 96 92")}<b>Malle</b></a>{switch}</header>'

    def _icon(self, name: str, box: str) -> str:
        address = self.look.address("house.sprite.svg")
        return f'<svg viewBox="{box}" aria-hidden="true"><use href="{address}#{name}"/></svg>'

    def _page(
        self, language: str, title: str, body: str, attributes: Mapping[str, str], *, script: str = "pages", game: str = "",
        sprite: bool = False,
    ) -> str:  # fmt: skip
        at = self.look.address
        sheets = [
            "malle.css",
            f"{script}.css",
            *([f"{game}.look.css"] if game else [f"{each.name}.look.css" for each in self.sheets]),
        ]
        links = "".join(f'<link rel="stylesheet" href="{at(name)}">' for name in sheets)
        links += "".join(
            f'<link rel="preload" href="{at(font)}" as="font" type="font/woff2" crossorigin>' for font in FONTS
        )
        links += f'<link rel="preload" href="{attributes["data-sprite"]}" as="fetch" crossorigin>' if sprite else ""
        body_attributes = " ".join(f'{name}="{escape(value)}"' for name, value in attributes.items())
        return f"""<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>{title}</title><meta name="color-scheme" content="light dark"><link rel="manifest" href="/manifest.webmanifest"><link rel="icon" href="{at("favicon.svg")}" data-turn="{at("favicon-turn.svg")}">
{links}<script type="module" src="{at(f"{script}.js")}"></script></head>
<body {body_attributes}>{body}</body></html>"""


# ---- words, names, languages


def language_of(request: Asked) -> str:
    """What was asked for, what was chosen before, what the browser prefers; French where nothing is known."""
    for wish in (request.query_params.get("lang", ""), request.cookies.get("malle-lang", "")):
        if wish in LANGUAGES:
            return wish
    preferred = re.findall(r"\b(fr|en)\b", request.headers.get("accept-language", "").lower())
    return preferred[0] if preferred else LANGUAGES[0]


def _switch(request: Asked) -> str:
    """The link to the same page in the other language."""
    language = language_of(request)
    other = "en" if language == "fr" else "fr"
    address = escape(trouble.same_in(request, other))
    return f'<a class="lang" href="{address}" lang="{other}" hreflang="{other}">{_say(language, "page-language")}</a>'


def _say(language: str, key: str, **values: int | str) -> str:
    return _interface_words(language).say(Say(key, dict(values)))


def _words(sheet: Sheet, language: str, key: str) -> str:
    limits: dict[str, int | str] = {"cards": 28}
    return escape(Words(sheet.folder, language).say(Say(key, dict(limits))))


@functools.cache
def _interface_words(language: str) -> Words:
    return Words(HERE, language)


@functools.cache
def _interface(language: str) -> str:
    """The client's words as JSON: every `ui-` message, with `{name}` where something is put in."""
    text = (HERE / "words" / f"{language}.ftl").read_text("utf-8")
    keys = re.findall(r"^ui-([\w-]+) =", text, re.M)
    holes = {name: f"{{{name}}}" for name in ("names", "n", "what")}
    made = {key: _say(language, f"ui-{key}", **holes) for key in keys}
    return json.dumps(made, ensure_ascii=False).replace("<", "\\u003c")


@functools.cache
def rulebook(sheet: Sheet, language: str) -> str:
    """The rulebook as HTML. A heading `## Title {#slug}` opens a section about that decision."""
    text = (sheet.folder / "rulebook" / f"{language}.md").read_text("utf-8")
    parts = re.split(r"^(?=## )", text, flags=re.M)
    render = MarkdownIt("commonmark", {"html": False}).enable("table").render
    made = []
    for part in parts:
        slug = re.search(r"\A## .*?\{#([\w-]+)\}", part)
        part = re.sub(r"\s*\{#[\w-]+\}", "", part, count=1)
        rule = f' id="{slug[1]}" data-rule="{slug[1]}"' if slug else ""
        drawn = re.sub(r'style="text-align:(\w+)"', r'class="to-\1"', render(part))  # our policy allows no inline style
        made.append(f"<section{rule}>{drawn}</section>")
    return "".join(made)


def _number(text: str, default: int) -> int:
    return int(text) if text.isdecimal() and len(text) < 4 else default


def _choice(data: Mapping[str, str], name: str, choices: Sequence[Any], default: Any) -> Any:
    """The choice that a form names; a checkbox that is not sent is off."""
    if isinstance(default, bool):
        return data.get(name) == "true"
    return next((each for each in choices if str(each) == data.get(name)), default)


__all__ = ["Pages", "Site", "game_words", "house_of", "language_of", "make_site", "static_handler"]
