"""The routes of a person's own page `/me`: the page, their name, language, devices and passkeys."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect
from litestar.types import ControllerRouterHandler

from malle.core import Malformed
from malle.live.house import House
from malle.live.names import clean_name, need_name
from malle.web import mine
from malle.web.api import need_calm
from malle.web.kept import kept_section
from malle.web.letters import mail_field
from malle.web.me import Section, device_key, devices_section, language_section, me_page, stranger_page
from malle.web.page import Asked, language_of, switch
from malle.web.pages import Pages
from malle.web.taking import figures_section, leaving_section
from malle.web.telling import notices_section
from malle.web.visit import need_visit, note_device, visit_of
from malle.words import LANGUAGES

COLUMNS: tuple[tuple[Section, ...], ...] = (
    (kept_section, devices_section),
    (notices_section, language_section, leaving_section),
    (figures_section,),
)
"""The sections of `/me` below the name, column by column."""
Form = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]


def handlers(house: House, pages: Pages) -> list[ControllerRouterHandler]:
    """Return the route handlers of the profile page."""

    @get("/me", media_type="text/html")
    async def me(request: Asked) -> Response[str]:
        """Show the profile of the person of this browser. A browser without a known person gets a page that
        explains how to sign in."""
        need_calm(request)
        visit = await visit_of(request, house)
        if visit is None:
            language = language_of(request)
            bar = pages.bar(language, switch(request))
            mail = mail_field(house, language)
            return pages.answer(request, stranger_page(pages, language, bar, pages.footer(request), mail))
        await note_device(visit)
        return pages.answer(request, await me_page(pages, visit, COLUMNS))

    @post("/me/name", status_code=303)
    async def rename(request: Asked, data: Form) -> Response[Any]:
        """Change the person's name, at all their tables too, and remember it in a cookie."""
        visit = await need_visit(request, house)
        name = need_name(clean_name(data.get("name", "")))
        await house.store.name_person(visit.person, name)
        await house.sitters.renamed(visit.person)
        return Redirect("/me", status_code=303, cookies=mine.keep_name(name))

    @post("/me/language", status_code=303)
    async def choose_language(request: Asked, data: Form) -> Response[Any]:
        """Set the person's language for pages and notifications, in a cookie too. Raise `Malformed` for an
        unknown language."""
        visit = await need_visit(request, house)
        language = data.get("language", "")
        if language not in LANGUAGES:
            raise Malformed(f"a language is one of {', '.join(LANGUAGES)}")
        await house.store.set_language(visit.person, language)
        kept = Cookie("malle-lang", value=language, samesite="lax", max_age=400 * 86400)
        return Redirect("/me", status_code=303, cookies=[kept])

    @post("/me/devices/close", status_code=303)
    async def close_device(request: Asked, data: Form) -> Response[Any]:
        """Sign another device of this person out. The device of this request and unknown devices are ignored."""
        visit = await need_visit(request, house)
        for device in await house.store.devices.of(visit.person):
            if device_key(device.digest) == data.get("device") and device.digest != visit.device:
                await house.store.devices.close(device.digest, visit.person)
                house.persons.forget(device.digest)
        return Redirect("/me#devices", status_code=303)

    @post("/me/keys/close", status_code=303)
    async def close_passkeys(request: Asked) -> Response[Any]:
        """Delete all passkeys of this person, for instance because one is on a lost device."""
        visit = await need_visit(request, house)
        await house.store.ways_in.drop_passkeys(visit.person)
        return Redirect("/me#kept", status_code=303)

    return [me, rename, choose_language, close_device, close_passkeys]
