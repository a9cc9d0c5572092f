"""The profile page `/me`: a person's name, language, devices and other private settings, as HTML.

The page is made of sections, in columns. Each section is a function that returns HTML for a visitor. To add one, write
the function and give it a place in the columns of the profile routes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Sequence
from html import escape

from malle.i18n.translations import LANGUAGES
from malle.storage.people.devices import Device
from malle.web.layout import render_language_switch, translate
from malle.web.pages.table_page import SitePages
from malle.web.security.device_label import parse_device_label
from malle.web.security.visitor import Visitor
from malle.web.support.dates import format_day, format_month

Section = Callable[[SitePages, Visitor], Awaitable[str]]
"""(pages, visitor) -> the HTML of one section."""
DEVICE_ICONS = {"phone": "i-phone", "tablet": "i-phone"}
"""Icon for each kind of device. Any other kind has the icon of a laptop."""


async def render_profile_page(pages: SitePages, visitor: Visitor, sections: Sequence[Sequence[Section]]) -> str:
    """Return the profile page of a person as HTML. `sections` lists the columns, and for each
    column its sections."""
    language, request = visitor.language, visitor.request
    name = await load_person_name(visitor)
    columns = [
        f'<div class="col">{"".join([await section(pages, visitor) for section in column])}</div>'
        for column in sections
    ]
    body = f"""
{render_account_bar(pages, visitor)}
<main id="main" class="mepage">{_render_name_form(pages, language, name)}{"".join(columns)}</main>
{pages.render_footer(request)}"""
    return pages.render_document(
        language, f"{translate(language, 'me-title')} · Malle", body, {"class": "plain"}, script="people"
    )


def render_account_bar(pages: SitePages, visitor: Visitor, back: str = "/mine") -> str:
    """Return the top bar of a page about a person, with links to their games and their profile. Its
    arrow leads to `back`."""
    language = visitor.language
    links = (
        f'<a href="/mine">{translate(language, "mine-title")}</a><a href="/me">{translate(language, "me-title")}</a>'
    )
    return pages.render_header(
        language, f'<nav class="own">{links}</nav>{render_language_switch(visitor.request)}', back
    )


async def load_person_name(visitor: Visitor) -> str:
    """Return the visitor's name, or "" if they never gave one."""
    return (await visitor.service.store.names_of([visitor.person])).get(visitor.person, "")


def _render_name_form(pages: SitePages, language: str, name: str) -> str:
    """Return the panel in which a person reads and changes their name."""
    label = f'<span class="ini xl" aria-hidden="true">{escape(name[:1])}</span>'
    field = f'<label for="name" class="label">{translate(language, "me-called")}</label><input id="name" name="name" maxlength="30" autocomplete="nickname" required value="{escape(name)}">'
    button = f'<button class="btn hollow">{translate(language, "me-name-keep")}</button>'
    note = (
        f'<p class="remark">{pages.render_icon("i-eye", "0 0 24 24")}<span>{translate(language, "me-what")}</span></p>'
    )
    return f'<section class="plate"><form method="post" action="/me/name">{label}<span class="t"><h1 class="unseen">{translate(language, "me-title")}</h1>{field}</span>{button}</form>{note}</section>'


async def render_devices_section(pages: SitePages, visitor: Visitor) -> str:
    """Return the section that lists a person's devices, each but the current one with a button to sign it out."""
    language = visitor.language
    rows = "".join(
        _render_device(pages, visitor, each, is_current=each.digest == visitor.device)
        for each in await visitor.service.store.devices.list_open(visitor.person)
    )
    return f'<section class="pane" id="devices"><h2>{translate(language, "me-devices")}</h2><ul class="lines">{rows}</ul></section>'


def _render_device(pages: SitePages, visitor: Visitor, device: Device, *, is_current: bool) -> str:
    """Return one row of the list of devices. The current device cannot be signed out here."""
    language = visitor.language
    name, kind = format_device_name(language, device.label), parse_device_label(device.label)[1]
    since = translate(language, "me-device-since", month=format_month(language, device.added))
    seen = translate(language, "me-device-seen", day=format_day(language, device.last_used))
    told = f"{translate(language, 'me-device-this')} · {since}" if is_current else seen
    close = f'<span class="quiet">{translate(language, "me-device-here")}</span>'
    if not is_current:
        close = f"""<details class="sure"><summary class="mini-btn" aria-label="{translate(language, "me-device-close-of", name=name)}">{translate(language, "me-device-close")}</summary><form method="post" action="/me/devices/close"><p>{translate(language, "me-device-sure", name=name)}</p><input type="hidden" name="device" value="{make_device_form_key(device.digest)}"><button class="btn hollow">{translate(language, "me-device-close")}</button></form></details>"""
    icon = pages.render_icon(DEVICE_ICONS.get(kind, "i-laptop"), "0 0 24 24")
    return f'<li>{icon}<span class="t"><b>{name}</b><small>{told}</small></span>{close}</li>'


def format_device_name(language: str, label: str) -> str:
    """Return a stored device label, such as `firefox phone`, in words, such as `Firefox,
    téléphone`."""
    browser, kind = parse_device_label(label)
    return translate(
        language,
        "device-name",
        browser=translate(language, f"browser-{browser}"),
        kind=translate(language, f"kind-{kind}"),
    )


def make_device_form_key(digest: bytes) -> str:
    """Return the key that names a device in forms, derived from the digest of the device's secret.

    The key gives no access, and the digest cannot be computed from it.
    """
    return hashlib.sha256(b"malle device\n" + digest).hexdigest()[:24]


async def render_language_section(pages: SitePages, visitor: Visitor) -> str:
    """Return the section with a button for each language of pages and notices."""
    language = visitor.language
    buttons = "".join(
        f'<button class="mini-btn" name="language" value="{each}" lang="{each}"{" aria-pressed=true" if each == language else " aria-pressed=false"}>{translate(each, "me-language-name")}</button>'
        for each in LANGUAGES
    )
    return f'<section class="pane" id="language"><h2>{translate(language, "me-language")}</h2><form class="pairs" method="post" action="/me/language">{buttons}</form></section>'


def render_unknown_device_page(
    pages: SitePages, visit_language: str, bar: str, footer: str, mail_form: str = ""
) -> str:
    """Return the profile page for a browser that has no person yet.

    It explains why and links to the sign-in page. `mail_form` requests a sign-in link by mail, or is "".
    """
    language = visit_language
    body = f"""
{bar}
<main id="main" class="aboutpage"><h1>{translate(language, "me-nobody")}</h1><section class="panel"><p>{translate(language, "me-nobody-why")}</p><p><a class="btn" href="/">{translate(language, "page-home")}</a> <a class="btn hollow" href="/enter">{translate(language, "enter-title")}</a></p></section>{mail_form}</main>
{footer}"""
    return pages.render_document(
        language, f"{translate(language, 'me-title')} · Malle", body, {"class": "plain"}, script="people"
    )
