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

from malle.config.edition_folder import CustomEditions
from malle.core import GameInfo, Message
from malle.i18n.translations import LANGUAGES, Translator
from malle.web import error_pages
from malle.web.assets import WEB_FOLDER, Asset, Assets
from malle.web.security.site_url import site_url

AnyRequest = Request[Any, Any, Any]
Content = TypeVar("Content")

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "worker-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
CACHE_FOREVER = "public, max-age=31536000, immutable"
"""Cache header for a file whose address holds its digest."""
PAGE_HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cache-control": "no-store",
}
SOCKET_REFUSALS = (
    "illegal", "not-your-turn", "stale", "not-yours", "not-invited", "table-full", "key-reused", "too-fast",
    "unavailable", "no-such-table", "no-such-rules", "bug",
)  # fmt: skip
"""Slugs of errors of the table socket that the client shows with the words of the error page."""
PRELOADED_FONTS = ("atkinson-hyperlegible-next-latin-wght-normal.woff2", "bricolage-grotesque-latin-wdth-normal.woff2")


class Layout:
    """Renders the layout of a page as HTML text. Text that a person typed must be escaped by the
    caller."""

    def __init__(
        self,
        assets: Assets,
        games: Sequence[GameInfo],
        custom_editions: CustomEditions | None = None,
        *,
        contact: str = "",
        publisher: str = "",
    ) -> None:
        self.assets = assets
        """The static files that pages link to."""
        self.games = tuple(games)
        """The games that the site offers."""
        self.custom_editions = custom_editions or CustomEditions()
        """The operator's own editions."""
        self.contact = contact
        """How to reach the operator: a web address, an email address, or other text."""
        self.publisher = publisher
        """Name and address of the publisher of the site."""

    def make_html_response(self, request: AnyRequest, html: str, cookies: Sequence[Cookie] = ()) -> Response[str]:
        """Return a response with the page, the usual headers and these cookies. A known language in
        the query is remembered in a further cookie."""
        requested_language = request.query_params.get("lang", "")
        all_cookies = [*cookies]
        if requested_language in LANGUAGES:
            all_cookies.append(Cookie("malle-lang", value=requested_language, samesite="lax", max_age=400 * 86400))
        return Response(html, headers=PAGE_HEADERS, media_type="text/html", cookies=all_cookies)

    def render_header(self, language: str, nav_html: str, back_url: str = "/") -> str:
        """Return the header of a page that is not home: an arrow that links to `back_url`, the
        logo, and `nav_html`. The latter is mostly the language links."""
        arrow = f'<a class="icon-btn" href="{back_url}" aria-label="{translate(language, "page-back-up")}">{self.render_icon("i-back", "0 0 24 24")}</a>'
        return f'<header class="hd plainly">{arrow}{self.render_logo()}{nav_html}</header>'

    def render_logo(self) -> str:
        """Return the logo as a link to the home page."""
        return f'<a class="lg" href="/" aria-label="Malle">{self.render_icon("logo", "0 0 96 92")}<b>Malle</b></a>'

    def render_icon(self, name: str, view_box: str) -> str:
        """Return one symbol of the site's sprite as inline SVG. `name` is the id of the symbol,
        `view_box` its view box."""
        address = self.assets.get_url("house.sprite.svg")
        return f'<svg viewBox="{view_box}" aria-hidden="true"><use href="{address}#{name}"/></svg>'

    def render_document(
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

        `attributes` become attributes of the body element, and `head` is added to the head element.
        `script` names the page's script and style sheet. With `game`, only the colours of that game
        are loaded; without it, those of all games.
        """
        asset_url = self.assets.get_url
        style_sheets = [
            "malle.css",
            *(["pages.css"] if script == "people" else []),
            f"{script}.css",
            *([f"{game}.look.css"] if game else [f"{each.name}.look.css" for each in self.games]),
        ]
        links = "".join(f'<link rel="stylesheet" href="{asset_url(name)}">' for name in style_sheets)
        links += "".join(
            f'<link rel="preload" href="{asset_url(font)}" as="font" type="font/woff2" crossorigin>'
            for font in PRELOADED_FONTS
        )
        fetched = [attributes[name] for name in ("data-sprite", "data-words", "data-frames") if name in attributes]
        links += "".join(f'<link rel="preload" href="{each}" as="fetch" crossorigin>' for each in fetched)
        links += "".join(
            f'<link rel="modulepreload" href="{asset_url(each)}">'
            for each in self.assets.list_imported_scripts(f"{script}.js")
        )
        # At a table the script moves the focus to what awaits the player.
        skip_target = "app" if script == "table" else "main"
        skip_link = f'<a class="skip" href="#{skip_target}">{translate(language, "page-skip")}</a>'
        body_attributes = " ".join(f'{name}="{escape(value)}"' for name, value in attributes.items())
        return f"""<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>{title}</title><meta name="color-scheme" content="light dark"><link rel="manifest" href="/manifest.webmanifest"><link rel="icon" href="{asset_url("favicon.svg")}" data-turn="{asset_url("favicon-turn.svg")}"><link rel="apple-touch-icon" href="{asset_url("icon-180.png")}">
{head}{links}<script type="module" src="{asset_url(f"{script}.js")}"></script></head>
<body {body_attributes}>{skip_link}{body}</body></html>"""

    def render_preview_tags(self, request: AnyRequest, title: str, description: str, game: str = "") -> str:
        """Return description and preview tags for the head of a page that people share. Title and
        description must be escaped.

        The preview shows the box of the game, never a position, because link previews are fetched
        by machines that hold no seat.
        """
        name = f"{game}.preview.png" if f"{game}.preview.png" in self.assets.by_name else "preview.png"
        picture = f"{site_url(request, request.app.state.house.config)}{self.assets.get_url(name)}"
        properties = {
            "title": title,
            "description": description,
            "image": picture,
            "type": "website",
            "site_name": "Malle",
        }
        tags = "".join(f'<meta property="og:{key}" content="{value}">' for key, value in properties.items())
        return f'<meta name="description" content="{description}"><meta name="twitter:card" content="summary_large_image">{tags}'


def make_asset_response(request: AnyRequest, asset: Asset, cache_control: str) -> Response[bytes]:
    """Return a response with a static file, gzipped if the browser accepts it. `cache_control` is
    the value of the header of that name."""
    data, headers = negotiate_encoding(
        request, asset.data, {"gzip": asset.gzipped} if asset.gzipped is not None else {}
    )
    return Response(data, media_type=asset.content_type, headers=headers | {"cache-control": cache_control})


def negotiate_encoding(
    request: AnyRequest, plain: Content, compressed: Mapping[str, Content]
) -> tuple[Content, dict[str, str]]:
    """Return the content to send and its headers.

    `compressed` holds variants of the content by encoding. One that the browser accepts is taken
    (`br` before `gzip`), else `plain`.
    """
    accepted = request.headers.get("accept-encoding", "")
    encoding = next((each for each in ("br", "gzip") if each in accepted and each in compressed), "")
    return compressed.get(encoding, plain), {"vary": "accept-encoding"} | (
        {"content-encoding": encoding} if encoding else {}
    )


# ---- words, names, languages


def get_language(request: AnyRequest) -> str:
    """Return the language of a request: from the query, else the cookie, else the browser's
    preference, else French. Unknown languages are skipped."""
    for wish in (request.query_params.get("lang", ""), request.cookies.get("malle-lang", "")):
        if wish in LANGUAGES:
            return wish
    preferred = re.findall(r"\b(fr|en)\b", request.headers.get("accept-language", "").lower())
    return preferred[0] if preferred else LANGUAGES[0]


def render_language_switch(request: AnyRequest, *, plain: bool = False) -> str:
    """Return a link to the same page in the other language. Unless `plain`, the current language is
    shown beside the link."""
    language = get_language(request)
    other = "en" if language == "fr" else "fr"
    address, name = escape(error_pages.make_url_in_language(request, other)), translate(language, "page-language")
    if plain:
        return f'<a href="{address}" lang="{other}" hreflang="{other}">{name}</a>'
    link = f'<a class="lang" href="{address}" lang="{other}" hreflang="{other}" aria-label="{other.upper()}, {name}">{other.upper()}</a>'
    languages_html = "".join(f"<b>{each.upper()}</b>" if each == language else link for each in LANGUAGES)
    return f'<span class="langs">{languages_html}</span>'


def translate(language: str, key: str, **values: int | str) -> str:
    """Translate a message of the site's pages. `values` fill its placeholders and are not
    escaped."""
    return _load_page_translations(language).translate(Message(key, dict(values)))


def translate_for_game(game_info: GameInfo, language: str, key: str, **values: int | str) -> str:
    """Translate a message of a game's own word files, and escape it for HTML. `values` fill its
    placeholders."""
    return escape(Translator(game_info.folder, language).translate(Message(key, dict(values))))


def has_game_message(game_info: GameInfo, key: str) -> bool:
    """Return whether a game has this message, for messages that a game may leave out. Only the
    French words are checked."""
    return Translator(game_info.folder, LANGUAGES[0]).has_message(key)


@functools.cache
def _load_page_translations(language: str) -> Translator:
    """Return the cached translations of the site's pages in a language."""
    return Translator(WEB_FOLDER, language)


@functools.cache
def make_client_texts_json(language: str, *, with_play_page: bool = False) -> str:
    """Return the client's texts as a JSON object that is safe inside a script element.

    It has all `ui-` messages without that prefix, with placeholders as `{name}`, and the words for
    `SOCKET_REFUSALS`. With `with_play_page`, the `here-` messages of the page that plays without a
    server are added under their whole names.
    """
    text = (WEB_FOLDER / "words" / f"{language}.ftl").read_text("utf-8")
    keys = re.findall(rf"^({'ui|here' if with_play_page else 'ui'})-([\w-]+) =", text, re.M)
    placeholders = {name: f"{{{name}}}" for name in ("names", "n", "what")}
    texts = {
        key if kind == "ui" else f"here-{key}": translate(language, f"{kind}-{key}", **placeholders)
        for kind, key in keys
    }
    for slug in SOCKET_REFUSALS:
        texts[f"refused-{slug}"] = (
            f"{translate(language, f'trouble-{slug}')} {translate(language, f'trouble-{slug}-why')}"
        )
    return json.dumps(texts, ensure_ascii=False).replace("<", "\\u003c")
