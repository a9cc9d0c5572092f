"""Pages for signing in on another device: by a printed link, a QR code or a passkey.

They return HTML text and change nothing.
"""

from __future__ import annotations

from html import escape

import segno

from malle.web.dates import day_of
from malle.web.me import device_name, people_bar
from malle.web.page import Asked, language_of, say, switch
from malle.web.pages import Pages
from malle.web.visit import Visit


async def kept_section(pages: Pages, visit: Visit) -> str:
    """Return the section of the profile page that lists the ways to sign in again, each with its state."""
    language, ways = visit.language, visit.house.store.ways_in
    keys, paper = await ways.passkeys(visit.person), await ways.paper(visit.person)
    stamp = f'<span class="stamp true">{pages.icon("i-yes", "0 0 24 24")}{say(language, "kept-stamp")}</span>'
    told = say(language, "kept-passkey-note")
    if keys:
        told = say(language, "kept-passkey-made", day=day_of(language, keys[-1].made))
    close = f"""<details class="sure"><summary class="mini-btn" aria-label="{say(language, "me-device-close-of", name=say(language, "kept-passkey"))}">{say(language, "me-device-close")}</summary><form method="post" action="/me/keys/close"><p>{say(language, "kept-passkey-sure")}</p><button class="btn hollow">{say(language, "me-device-close")}</button></form></details>"""
    make = (
        stamp + close
        if keys
        else f'<button class="mini-btn" type="button" hidden data-passkey="make" data-trouble="{say(language, "kept-passkey-trouble")}">{say(language, "kept-make")}</button>'
    )
    rows = f'<li>{pages.icon("i-passkey", "0 0 24 24")}<span class="t"><b>{say(language, "kept-passkey")}</b><small role="status">{told}</small></span>{make}</li>'
    told = say(language, "kept-paper-made", day=day_of(language, paper)) if paper else say(language, "kept-paper-note")
    button = say(language, "kept-paper-again" if paper else "kept-paper-print")
    rows += f'<li>{pages.icon("i-paper", "0 0 24 24")}<span class="t"><b>{say(language, "kept-paper")}</b><small>{told}</small></span>{stamp if paper else ""}<form method="post" action="/me/paper"><button class="mini-btn">{button}</button></form></li>'
    square = f'<form method="post" action="/me/square"><button class="btn">{pages.icon("i-square", "0 0 24 24")}{say(language, "kept-square")}</button></form>'
    return f'<section class="pane" id="kept"><h2>{say(language, "kept-title")}</h2><p>{say(language, "kept-lead")}</p><ul class="lines">{rows}</ul>{square}</section>'


def paper_page(pages: Pages, visit: Visit, address: str, name: str) -> str:
    """Return the page with a sign-in link to print, as a QR code and as text. The link is shown only once."""
    language = visit.language
    body = f"""
{people_bar(pages, visit, "/me")}
<main id="main" class="aboutpage printed"><h1>{say(language, "kept-paper")}</h1><section class="panel paper"><p>{say(language, "kept-paper-of", name=escape(name))}</p><div class="qr">{_square(address)}</div><p class="address">{escape(address)}</p></section>
<section class="panel screen"><p>{say(language, "kept-paper-how")}</p><p><button class="btn" type="button" data-print>{say(language, "kept-paper-print")}</button> <a class="btn hollow" href="/me">{say(language, "kept-done")}</a></p></section></main>"""
    return pages.page(language, f"{say(language, 'kept-paper')} · Malle", body, {"class": "plain"}, script="people")


def square_page(pages: Pages, visit: Visit, address: str, code: str, known: str, seconds: int) -> str:
    """Return the page with a QR code that signs in another device, its short code, and a countdown of `seconds`.

    `known_devices` holds the form keys of the person's devices, separated by dots. The page polls for another one.
    """
    language = visit.language
    marks = "".join(f' data-left{each}="{say(language, "square-left", n=each)}"' for each in (60, 30, 10))
    site = escape(address.partition("#")[0].removeprefix("https://").removeprefix("http://"))
    body = f"""
{people_bar(pages, visit, "/me")}
<main id="main" class="aboutpage"><h1>{say(language, "kept-square")}</h1><section class="panel square" data-square="{known}" data-seconds="{seconds}"><p>{say(language, "square-how")}</p><div class="qr">{_square(address)}</div><b role="timer" hidden></b>
<p class="state" role="status" data-led="{say(language, "square-led")}" data-closed="{say(language, "square-closed")}"{marks}>{say(language, "square-minutes")}</p><p>{say(language, "square-typed", site=site)} <b class="num">{code}</b></p>
<form method="post" action="/me/square"><button class="btn hollow">{say(language, "square-again")}</button></form></section></main>"""
    return pages.page(language, f"{say(language, 'kept-square')} · Malle", body, {"class": "plain"}, script="people")


def enter_page(pages: Pages, request: Asked, mail: str, *, wrong: bool = False) -> str:
    """Return the page to sign in: a field for a link or code, a passkey button, and the form `mail_form`.

    With `is_wrong`, it says that the link or code was not accepted.
    """
    language = language_of(request)
    told = f'<p id="wrong" role="alert">{say(language, "enter-wrong")}</p>' if wrong else ""
    said = ' aria-invalid="true" aria-describedby="wrong"' if wrong else ""
    passkey = f'<p><button class="btn hollow" type="button" hidden data-passkey="use" data-trouble="{say(language, "kept-passkey-trouble")}">{say(language, "enter-passkey")}</button></p><p role="status" class="quiet" id="passkey-state"></p>'
    body = f"""
{pages.bar(language, switch(request), "/me")}
<main id="main" class="aboutpage"><h1>{say(language, "enter-title")}</h1><section class="panel"><p>{say(language, "enter-lead")}</p><form method="post" action="/enter" class="opts" data-enter><label for="key">{say(language, "enter-field")}</label><input id="key" name="key" required maxlength="300" autocomplete="off" autocapitalize="none" spellcheck="false"{said}>{told}<button class="btn">{say(language, "enter-go")}</button></form>{passkey}</section>{mail}</main>
{pages.footer(request)}"""
    return pages.page(language, f"{say(language, 'enter-title')} · Malle", body, {"class": "plain"}, script="people")


def sure_page(pages: Pages, request: Asked, key: str, name: str, label: str, kind: str, games: str) -> str:
    """Return the page that asks for confirmation before this browser signs in as the person called `name`.

    `label` is the label of the device that shows the QR code (`kind` "square"); any other kind is a printed link.
    `games` is a paragraph about what happens to this browser's games.
    """
    language = language_of(request)
    asks = say(language, "enter-asks-square", name=escape(name), device=device_name(language, label))
    if kind != "square":
        asks = say(language, "enter-asks-paper", name=escape(name))
    body = f"""
{pages.bar(language, switch(request), "/enter")}
<main id="main" class="aboutpage"><h1>{say(language, "enter-sure", name=escape(name))}</h1><section class="panel"><p>{asks}</p>{games}<form method="post" action="/enter"><input type="hidden" name="key" value="{escape(key)}"><div class="ends"><button class="btn" name="sure" value="yes">{say(language, "enter-yes")}</button><a class="btn hollow" href="/">{say(language, "enter-no")}</a></div></form></section></main>"""
    return pages.page(language, f"{say(language, 'enter-title')} · Malle", body, {"class": "plain"}, script="people")


def _square(address: str) -> str:
    """Return a URL as a QR code in SVG."""
    return segno.make(address, error="m").svg_inline(border=2, omitsize=True, dark="#16263A", light="#FFFBF0")
