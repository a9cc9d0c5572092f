"""The profile page `/me`: a person's name, language, devices and other private settings, as HTML.

The page is made of sections, in columns. Each section is a function that returns HTML for a visitor. To add one, write
the function and give it a place in the columns of the profile routes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Sequence
from html import escape

from malle.store.devices import Device
from malle.web.agent import read_label
from malle.web.dates import day_of, month_of
from malle.web.page import say, switch
from malle.web.pages import Pages
from malle.web.visit import Visit
from malle.words import LANGUAGES

Section = Callable[[Pages, Visit], Awaitable[str]]
ICONS = {"phone": "i-phone", "tablet": "i-phone"}
"""Icon for each kind of device. Any other kind has the icon of a laptop."""


async def me_page(pages: Pages, visit: Visit, sections: Sequence[Sequence[Section]]) -> str:
    """Return the profile page of a person, made of `sections`: a list of sections for each column."""
    language, request = visit.language, visit.request
    name = await called(visit)
    columns = [
        f'<div class="col">{"".join([await section(pages, visit) for section in column])}</div>' for column in sections
    ]
    body = f"""
{people_bar(pages, visit)}
<main id="main" class="mepage">{_plate(pages, language, name)}{"".join(columns)}</main>
{pages.footer(request)}"""
    return pages.page(language, f"{say(language, 'me-title')} · Malle", body, {"class": "plain"}, script="people")


def people_bar(pages: Pages, visit: Visit, back: str = "/mine") -> str:
    """Return the top bar of a page about a person, with links to their games, their profile, and `back`."""
    language = visit.language
    links = f'<a href="/mine">{say(language, "mine-title")}</a><a href="/me">{say(language, "me-title")}</a>'
    return pages.bar(language, f'<nav class="own">{links}</nav>{switch(visit.request)}', back)


async def called(visit: Visit) -> str:
    """Return the visitor's name, or "" if they never gave one."""
    return (await visit.house.store.names([visit.person])).get(visit.person, "")


def _plate(pages: Pages, language: str, name: str) -> str:
    """Return the panel in which a person reads and changes their name."""
    label = f'<span class="ini xl" aria-hidden="true">{escape(name[:1])}</span>'
    field = f'<label for="name" class="label">{say(language, "me-called")}</label><input id="name" name="name" maxlength="30" autocomplete="nickname" required value="{escape(name)}">'
    button = f'<button class="btn hollow">{say(language, "me-name-keep")}</button>'
    note = f'<p class="remark">{pages.icon("i-eye", "0 0 24 24")}<span>{say(language, "me-what")}</span></p>'
    return f'<section class="plate"><form method="post" action="/me/name">{label}<span class="t"><h1 class="unseen">{say(language, "me-title")}</h1>{field}</span>{button}</form>{note}</section>'


async def devices_section(pages: Pages, visit: Visit) -> str:
    """Return the section that lists a person's devices, each but the current one with a button to sign it out."""
    language = visit.language
    rows = "".join(
        _device(pages, visit, each, here=each.digest == visit.device)
        for each in await visit.house.store.devices.of(visit.person)
    )
    return f'<section class="pane" id="devices"><h2>{say(language, "me-devices")}</h2><ul class="lines">{rows}</ul></section>'


def _device(pages: Pages, visit: Visit, device: Device, *, here: bool) -> str:
    """Return one row of the list of devices. The current device (`here`) cannot be signed out."""
    language = visit.language
    name, kind = device_name(language, device.label), read_label(device.label)[1]
    since = say(language, "me-device-since", month=month_of(language, device.made))
    seen = say(language, "me-device-seen", day=day_of(language, device.seen))
    told = f"{say(language, 'me-device-this')} · {since}" if here else seen
    close = f'<span class="quiet">{say(language, "me-device-here")}</span>'
    if not here:
        close = f"""<details class="sure"><summary class="mini-btn" aria-label="{say(language, "me-device-close-of", name=name)}">{say(language, "me-device-close")}</summary><form method="post" action="/me/devices/close"><p>{say(language, "me-device-sure", name=name)}</p><input type="hidden" name="device" value="{device_key(device.digest)}"><button class="btn hollow">{say(language, "me-device-close")}</button></form></details>"""
    icon = pages.icon(ICONS.get(kind, "i-laptop"), "0 0 24 24")
    return f'<li>{icon}<span class="t"><b>{name}</b><small>{told}</small></span>{close}</li>'


def device_name(language: str, label: str) -> str:
    """Return a stored device label in words, such as `Firefox, téléphone`."""
    browser, kind = read_label(label)
    return say(language, "device-name", browser=say(language, f"browser-{browser}"), kind=say(language, f"kind-{kind}"))


def device_key(digest: bytes) -> str:
    """Return the name of a device in forms, derived from its secret's digest.

    It gives no access, and the digest cannot be computed from it.
    """
    return hashlib.sha256(b"malle device\n" + digest).hexdigest()[:24]


async def language_section(pages: Pages, visit: Visit) -> str:
    """Return the section with a button for each language of pages and notices."""
    language = visit.language
    buttons = "".join(
        f'<button class="mini-btn" name="language" value="{each}" lang="{each}"{" aria-pressed=true" if each == language else " aria-pressed=false"}>{say(each, "me-language-name")}</button>'
        for each in LANGUAGES
    )
    return f'<section class="pane" id="language"><h2>{say(language, "me-language")}</h2><form class="pairs" method="post" action="/me/language">{buttons}</form></section>'


def stranger_page(pages: Pages, visit_language: str, bar: str, footer: str, mail: str = "") -> str:
    """Return the profile page for a browser that has no person yet.

    It explains why and links to the sign-in page. `mail_form` requests a sign-in link by mail, or is "".
    """
    language = visit_language
    body = f"""
{bar}
<main id="main" class="aboutpage"><h1>{say(language, "me-nobody")}</h1><section class="panel"><p>{say(language, "me-nobody-why")}</p><p><a class="btn" href="/">{say(language, "page-home")}</a> <a class="btn hollow" href="/enter">{say(language, "enter-title")}</a></p></section>{mail}</main>
{footer}"""
    return pages.page(language, f"{say(language, 'me-title')} · Malle", body, {"class": "plain"}, script="people")
