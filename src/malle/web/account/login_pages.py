"""Pages for signing in on another device: by a printed link, a QR code or a passkey.

They return HTML text and change nothing.
"""

from __future__ import annotations

from html import escape

import segno

from malle.web.account.profile_page import format_device_name, render_account_bar
from malle.web.layout import AnyRequest, get_language, render_language_switch, translate
from malle.web.pages.table_page import SitePages
from malle.web.security.visitor import Visitor
from malle.web.support.dates import format_day


async def render_login_section(pages: SitePages, visitor: Visitor) -> str:
    """Return the section of the profile page that lists the ways to sign in again: passkey, printed
    link and QR code. Passkey and printed link say when they were made."""
    language, ways = visitor.language, visitor.service.store.logins
    keys, paper = await ways.list_passkeys(visitor.person), await ways.printed_link_made_at(visitor.person)
    stamp = (
        f'<span class="stamp true">{pages.render_icon("i-yes", "0 0 24 24")}{translate(language, "kept-stamp")}</span>'
    )
    told = translate(language, "kept-passkey-note")
    if keys:
        told = translate(language, "kept-passkey-made", day=format_day(language, keys[-1].added))
    close = f"""<details class="sure"><summary class="mini-btn" aria-label="{translate(language, "me-device-close-of", name=translate(language, "kept-passkey"))}">{translate(language, "me-device-close")}</summary><form method="post" action="/me/keys/close"><p>{translate(language, "kept-passkey-sure")}</p><button class="btn hollow">{translate(language, "me-device-close")}</button></form></details>"""
    make = (
        stamp + close
        if keys
        else f'<button class="mini-btn" type="button" hidden data-passkey="make" data-trouble="{translate(language, "kept-passkey-trouble")}">{translate(language, "kept-make")}</button>'
    )
    rows = f'<li>{pages.render_icon("i-passkey", "0 0 24 24")}<span class="t"><b>{translate(language, "kept-passkey")}</b><small role="status">{told}</small></span>{make}</li>'
    told = (
        translate(language, "kept-paper-made", day=format_day(language, paper))
        if paper
        else translate(language, "kept-paper-note")
    )
    button = translate(language, "kept-paper-again" if paper else "kept-paper-print")
    rows += f'<li>{pages.render_icon("i-paper", "0 0 24 24")}<span class="t"><b>{translate(language, "kept-paper")}</b><small>{told}</small></span>{stamp if paper else ""}<form method="post" action="/me/paper"><button class="mini-btn">{button}</button></form></li>'
    square = f'<form method="post" action="/me/square"><button class="btn">{pages.render_icon("i-square", "0 0 24 24")}{translate(language, "kept-square")}</button></form>'
    return f'<section class="pane" id="kept"><h2>{translate(language, "kept-title")}</h2><p>{translate(language, "kept-lead")}</p><ul class="lines">{rows}</ul>{square}</section>'


def render_printed_link_page(pages: SitePages, visitor: Visitor, address: str, name: str) -> str:
    """Return the page with a sign-in link to print, as a QR code and as text. `address` is the
    link, `name` the person's name."""
    language = visitor.language
    body = f"""
{render_account_bar(pages, visitor, "/me")}
<main id="main" class="aboutpage printed"><h1>{translate(language, "kept-paper")}</h1><section class="panel paper"><p>{translate(language, "kept-paper-of", name=escape(name))}</p><div class="qr">{_render_qr_code(address)}</div><p class="address">{escape(address)}</p></section>
<section class="panel screen"><p>{translate(language, "kept-paper-how")}</p><p><button class="btn" type="button" data-print>{translate(language, "kept-paper-print")}</button> <a class="btn hollow" href="/me">{translate(language, "kept-done")}</a></p></section></main>"""
    return pages.render_document(
        language, f"{translate(language, 'kept-paper')} · Malle", body, {"class": "plain"}, script="people"
    )


def render_qr_code_page(
    pages: SitePages, visitor: Visitor, address: str, code: str, known_devices: str, seconds: int
) -> str:
    """Return the page with a QR code that signs in another device, its short code, and a countdown
    of `seconds`.

    `known_devices` holds the form keys of the person's devices, separated by dots. The page polls
    until a device that is not among them has signed in.
    """
    language = visitor.language
    marks = "".join(f' data-left{each}="{translate(language, "square-left", n=each)}"' for each in (60, 30, 10))
    site = escape(address.partition("#")[0].removeprefix("https://").removeprefix("http://"))
    body = f"""
{render_account_bar(pages, visitor, "/me")}
<main id="main" class="aboutpage"><h1>{translate(language, "kept-square")}</h1><section class="panel square" data-square="{known_devices}" data-seconds="{seconds}"><p>{translate(language, "square-how")}</p><div class="qr">{_render_qr_code(address)}</div><b role="timer" hidden></b>
<p class="state" role="status" data-led="{translate(language, "square-led")}" data-closed="{translate(language, "square-closed")}"{marks}>{translate(language, "square-minutes")}</p><p>{translate(language, "square-typed", site=site)} <b class="num">{code}</b></p>
<form method="post" action="/me/square"><button class="btn hollow">{translate(language, "square-again")}</button></form></section></main>"""
    return pages.render_document(
        language, f"{translate(language, 'kept-square')} · Malle", body, {"class": "plain"}, script="people"
    )


def render_login_page(pages: SitePages, request: AnyRequest, mail_form: str, *, is_wrong: bool = False) -> str:
    """Return the page to sign in: a field for a link or code, a passkey button, and `mail_form`,
    the form for a link by mail.

    With `is_wrong`, the page says that the link or code was not accepted.
    """
    language = get_language(request)
    told = f'<p id="wrong" role="alert">{translate(language, "enter-wrong")}</p>' if is_wrong else ""
    said = ' aria-invalid="true" aria-describedby="wrong"' if is_wrong else ""
    passkey = f'<p><button class="btn hollow" type="button" hidden data-passkey="use" data-trouble="{translate(language, "kept-passkey-trouble")}">{translate(language, "enter-passkey")}</button></p><p role="status" class="quiet" id="passkey-state"></p>'
    body = f"""
{pages.render_header(language, render_language_switch(request), "/me")}
<main id="main" class="aboutpage"><h1>{translate(language, "enter-title")}</h1><section class="panel"><p>{translate(language, "enter-lead")}</p><form method="post" action="/enter" class="opts" data-enter><label for="key">{translate(language, "enter-field")}</label><input id="key" name="key" required maxlength="300" autocomplete="off" autocapitalize="none" spellcheck="false"{said}>{told}<button class="btn">{translate(language, "enter-go")}</button></form>{passkey}</section>{mail_form}</main>
{pages.render_footer(request)}"""
    return pages.render_document(
        language, f"{translate(language, 'enter-title')} · Malle", body, {"class": "plain"}, script="people"
    )


def render_confirm_login_page(
    pages: SitePages, request: AnyRequest, key: str, name: str, label: str, kind: str, games: str
) -> str:
    """Return the page that asks for confirmation before this browser signs in as the person called
    `name`.

    `key` is the secret of the link, sent again by the form. `kind` is "square" for a QR code; any
    other kind is a printed link. `label` is the label of the device that shows the QR code. `games`
    is a paragraph about what happens to this browser's games.
    """
    language = get_language(request)
    asks = translate(language, "enter-asks-square", name=escape(name), device=format_device_name(language, label))
    if kind != "square":
        asks = translate(language, "enter-asks-paper", name=escape(name))
    body = f"""
{pages.render_header(language, render_language_switch(request), "/enter")}
<main id="main" class="aboutpage"><h1>{translate(language, "enter-sure", name=escape(name))}</h1><section class="panel"><p>{asks}</p>{games}<form method="post" action="/enter"><input type="hidden" name="key" value="{escape(key)}"><div class="ends"><button class="btn" name="sure" value="yes">{translate(language, "enter-yes")}</button><a class="btn hollow" href="/">{translate(language, "enter-no")}</a></div></form></section></main>"""
    return pages.render_document(
        language, f"{translate(language, 'enter-title')} · Malle", body, {"class": "plain"}, script="people"
    )


def _render_qr_code(address: str) -> str:
    """Return a URL as a QR code in SVG."""
    return segno.make(address, error="m").svg_inline(border=2, omitsize=True, dark="#16263A", light="#FFFBF0")
