"""The layout that every page shares: document, headers, language. All visible words come from Fluent files."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, TypeVar

from litestar import Request, Response
from litestar.datastructures import Cookie

from malle.core import Say, Sheet
from malle.web import trouble
from malle.web.address import site_address
from malle.web.assets import HERE, Asset, Assets
from malle.wire.boxes import Boxes
from malle.words import LANGUAGES, Words

Asked = Request[Any, Any, Any]
Sent = TypeVar("Sent")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "worker-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
FOREVER = "public, max-age=31536000, immutable"
"""Cache header for a file whose address holds its digest."""
HEADERS = {
    "content-security-policy": POLICY,
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cache-control": "no-store",
}
REFUSALS = (
    "illegal", "not-your-turn", "stale", "not-yours", "not-invited", "table-full", "key-reused", "too-fast",
    "unavailable", "no-such-table", "no-such-rules", "bug",
)  # fmt: skip
"""Errors of the table socket that the client shows with the words of the error page."""
FONTS = ("atkinson-hyperlegible-next-latin-wght-normal.woff2", "bricolage-grotesque-latin-wdth-normal.woff2")


class Shell:
    """Renders the layout of a page as HTML text. The caller escapes text that a person typed before it passes it on."""

    def __init__(
        self,
        look: Assets,
        sheets: Sequence[Sheet],
        boxes: Boxes | None = None,
        *,
        contact: str = "",
        responsible: str = "",
    ) -> None:
        self.look = look
        self.sheets = tuple(sheets)
        self.boxes = boxes or Boxes()
        """The operator's own editions."""
        self.contact = contact
        """How to reach the operator: a web address, an email address, or other text."""
        self.responsible = responsible
        """Name and address of the publisher of the site."""

    def answer(self, request: Asked, page: str, cookies: Sequence[Cookie] = ()) -> Response[str]:
        """Return a response with the page, the usual headers and these cookies. A language in the query string
        is remembered in a cookie."""
        wished = request.query_params.get("lang", "")
        kept = [*cookies]
        if wished in LANGUAGES:
            kept.append(Cookie("malle-lang", value=wished, samesite="lax", max_age=400 * 86400))
        return Response(page, headers=HEADERS, media_type="text/html", cookies=kept)

    def bar(self, language: str, switch: str, back: str = "/") -> str:
        """Return the header of a page that is not home: a link to `back_url`, the logo, and `nav_html`, mostly
        the language links."""
        arrow = f'<a class="icon-btn" href="{back}" aria-label="{say(language, "page-back-up")}">{self.icon("i-back", "0 0 24 24")}</a>'
        return f'<header class="hd plainly">{arrow}{self.mark()}{switch}</header>'

    def mark(self) -> str:
        """Return the logo as a link to the home page."""
        return f'<a class="lg" href="/" aria-label="Malle">{self.icon("logo", "0 0 96 92")}<b>Malle</b></a>'

    def icon(self, name: str, box: str) -> str:
        """Return an icon of the site's sprite as inline SVG with this view box."""
        address = self.look.address("house.sprite.svg")
        return f'<svg viewBox="{box}" aria-hidden="true"><use href="{address}#{name}"/></svg>'

    def page(
        self,
        language: str,
        title: str,
        body: str,
        attributes: Mapping[str, str],
        *,
        script: str = "pages",
        game: str = "",
        head: str = "",
    ) -> str:
        """Return a whole HTML document.

        `attributes` become attributes of the body element, and `head` is added to the head element. `script`
        names the page's script and style sheet. `game` limits the colours to those of one game; empty loads the
        colours of all games.
        """
        at = self.look.address
        sheets = [
            "malle.css",
            *(["pages.css"] if script == "people" else []),
            f"{script}.css",
            *([f"{game}.look.css"] if game else [f"{each.name}.look.css" for each in self.sheets]),
        ]
        links = "".join(f'<link rel="stylesheet" href="{at(name)}">' for name in sheets)
        links += "".join(
            f'<link rel="preload" href="{at(font)}" as="font" type="font/woff2" crossorigin>' for font in FONTS
        )
        fetched = [attributes[name] for name in ("data-sprite", "data-words", "data-frames") if name in attributes]
        links += "".join(f'<link rel="preload" href="{each}" as="fetch" crossorigin>' for each in fetched)
        links += "".join(f'<link rel="modulepreload" href="{at(each)}">' for each in self.look.imports(f"{script}.js"))
        # At a table the script moves the focus to what awaits the player.
        start = "app" if script == "table" else "main"
        skip = f'<a class="skip" href="#{start}">{say(language, "page-skip")}</a>'
        body_attributes = " ".join(f'{name}="{escape(value)}"' for name, value in attributes.items())
        return f"""<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>{title}</title><meta name="color-scheme" content="light dark"><link rel="manifest" href="/manifest.webmanifest"><link rel="icon" href="{at("favicon.svg")}" data-turn="{at("favicon-turn.svg")}"><link rel="apple-touch-icon" href="{at("icon-180.png")}">
{head}{links}<script type="module" src="{at(f"{script}.js")}"></script></head>
<body {body_attributes}>{skip}{body}</body></html>"""

    def described(self, request: Asked, title: str, description: str, game: str = "") -> str:
        """Return description and preview tags for the head of a page that people share. The preview shows the
        box of the game, never a position, because link previews are fetched by machines that hold no seat."""
        name = f"{game}.preview.png" if f"{game}.preview.png" in self.look.assets else "preview.png"
        picture = f"{site_address(request, request.app.state.house.config)}{self.look.address(name)}"
        told = {"title": title, "description": description, "image": picture, "type": "website", "site_name": "Malle"}
        tags = "".join(f'<meta property="og:{key}" content="{value}">' for key, value in told.items())
        return f'<meta name="description" content="{description}"><meta name="twitter:card" content="summary_large_image">{tags}'


def send_asset(request: Asked, found: Asset, kept: str) -> Response[bytes]:
    """Return a response with a file, gzipped if the browser accepts it. `cache_control` is the value of that header."""
    data, headers = choose_coding(request, found.data, {"gzip": found.packed} if found.packed is not None else {})
    return Response(data, media_type=found.kind, headers=headers | {"cache-control": kept})


def choose_coding(request: Asked, plain: Sent, packed: Mapping[str, Sent]) -> tuple[Sent, dict[str, str]]:
    """Return the content to send and its headers. A variant from `compressed`, by encoding, is taken if the
    browser accepts it (`br` before `gzip`), else `plain`."""
    asked = request.headers.get("accept-encoding", "")
    coding = next((each for each in ("br", "gzip") if each in asked and each in packed), "")
    return packed.get(coding, plain), {"vary": "accept-encoding"} | ({"content-encoding": coding} if coding else {})


# ---- words, names, languages


def language_of(request: Asked) -> str:
    """Return the language of a request: from the query string, else the cookie, else the browser's preference,
    else French."""
    for wish in (request.query_params.get("lang", ""), request.cookies.get("malle-lang", "")):
        if wish in LANGUAGES:
            return wish
    preferred = re.findall(r"\b(fr|en)\b", request.headers.get("accept-language", "").lower())
    return preferred[0] if preferred else LANGUAGES[0]


def switch(request: Asked, *, plain: bool = False) -> str:
    """Return a link to the same page in the other language. Unless `plain`, both languages are shown side by side."""
    language = language_of(request)
    other = "en" if language == "fr" else "fr"
    address, name = escape(trouble.same_in(request, other)), say(language, "page-language")
    if plain:
        return f'<a href="{address}" lang="{other}" hreflang="{other}">{name}</a>'
    link = f'<a class="lang" href="{address}" lang="{other}" hreflang="{other}" aria-label="{other.upper()}, {name}">{other.upper()}</a>'
    both = "".join(f"<b>{each.upper()}</b>" if each == language else link for each in LANGUAGES)
    return f'<span class="langs">{both}</span>'


def say(language: str, key: str, **values: int | str) -> str:
    """Translate a message of the site's pages. Arguments are not escaped."""
    return _page_words(language).say(Say(key, dict(values)))


def game_say(sheet: Sheet, language: str, key: str, **values: int | str) -> str:
    """Translate a message of a game's own word files, escaped for HTML."""
    return escape(Words(sheet.folder, language).say(Say(key, dict(values))))


def game_has(sheet: Sheet, key: str) -> bool:
    """Tell whether a game has this message, for messages that a game may leave out. Only the French words are
    checked."""
    return Words(sheet.folder, LANGUAGES[0]).has(key)


@functools.cache
def _page_words(language: str) -> Words:
    """Return the cached translations of the site's pages in a language."""
    return Words(HERE, language)


@functools.cache
def interface(language: str, *, here: bool = False) -> str:
    """Return the client's texts as JSON that is safe inside a script element. They are all `ui-` messages, with
    arguments as `{name}`, and the words for `SOCKET_REFUSALS`. With `with_play_page`, the `here-` messages of
    the page that plays without a server are added under their whole names."""
    text = (HERE / "words" / f"{language}.ftl").read_text("utf-8")
    keys = re.findall(rf"^({'ui|here' if here else 'ui'})-([\w-]+) =", text, re.M)
    holes = {name: f"{{{name}}}" for name in ("names", "n", "what")}
    made = {key if kind == "ui" else f"here-{key}": say(language, f"{kind}-{key}", **holes) for kind, key in keys}
    for slug in REFUSALS:
        made[f"refused-{slug}"] = f"{say(language, f'trouble-{slug}')} {say(language, f'trouble-{slug}-why')}"
    return json.dumps(made, ensure_ascii=False).replace("<", "\\u003c")
