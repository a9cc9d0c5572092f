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
from malle.i18n.translations import LANGUAGES
from malle.runtime.seats.display_names import clean_name, require_name
from malle.runtime.table_service import TableService
from malle.web.account import visitor_games
from malle.web.account.email_links import render_email_form
from malle.web.account.export_and_erase import render_export_and_erase_section, render_statistics_section
from malle.web.account.login_pages import render_login_section
from malle.web.account.notification_settings import render_notifications_section
from malle.web.account.profile_page import (
    Section,
    make_device_form_key,
    render_devices_section,
    render_language_section,
    render_profile_page,
    render_unknown_device_page,
)
from malle.web.api.tables import require_under_rate_limit
from malle.web.layout import AnyRequest, get_language, render_language_switch
from malle.web.pages.table_page import SitePages
from malle.web.security.visitor import find_visitor, record_known_device, require_visitor

PROFILE_COLUMNS: tuple[tuple[Section, ...], ...] = (
    (render_login_section, render_devices_section),
    (render_notifications_section, render_language_section, render_export_and_erase_section),
    (render_statistics_section,),
)
"""The sections of `/me` below the name, column by column."""
Form = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]


def handlers(service: TableService, pages: SitePages) -> list[ControllerRouterHandler]:
    """Return the routes of the profile page."""

    @get("/me", media_type="text/html")
    async def show_profile(request: AnyRequest) -> Response[str]:
        """Show the profile of this browser's person. A browser without a known person gets a page
        that explains how to sign in."""
        require_under_rate_limit(request)
        visitor = await find_visitor(request, service)
        if visitor is None:
            language = get_language(request)
            bar = pages.render_header(language, render_language_switch(request))
            mail = render_email_form(service, language)
            return pages.make_html_response(
                request, render_unknown_device_page(pages, language, bar, pages.render_footer(request), mail)
            )
        await record_known_device(visitor)
        return pages.make_html_response(request, await render_profile_page(pages, visitor, PROFILE_COLUMNS))

    @post("/me/name", status_code=303)
    async def rename(request: AnyRequest, data: Form) -> Response[Any]:
        """Change the person's name, at all their tables too, and remember it in a cookie. Raise
        `Refused` for an empty name."""
        visitor = await require_visitor(request, service)
        name = require_name(clean_name(data.get("name", "")))
        await service.store.set_name(visitor.person, name)
        await service.seat_owners.show_new_name(visitor.person)
        return Redirect("/me", status_code=303, cookies=visitor_games.make_name_cookies(name))

    @post("/me/language", status_code=303)
    async def choose_language(request: AnyRequest, data: Form) -> Response[Any]:
        """Store the person's language for pages and notices, and set it as a cookie. Raise
        `Malformed` for an unknown language."""
        visitor = await require_visitor(request, service)
        language = data.get("language", "")
        if language not in LANGUAGES:
            raise Malformed(f"a language is one of {', '.join(LANGUAGES)}")
        await service.store.set_language(visitor.person, language)
        cookie = Cookie("malle-lang", value=language, samesite="lax", max_age=400 * 86400)
        return Redirect("/me", status_code=303, cookies=[cookie])

    @post("/me/devices/close", status_code=303)
    async def close_device(request: AnyRequest, data: Form) -> Response[Any]:
        """Sign another device of this person out. If the form names the device of this request or
        an unknown device, nothing happens."""
        visitor = await require_visitor(request, service)
        for device in await service.store.devices.list_open(visitor.person):
            if make_device_form_key(device.digest) == data.get("device") and device.digest != visitor.device:
                await service.store.devices.close(device.digest, visitor.person)
                service.device_owners.invalidate(device.digest)
        return Redirect("/me#devices", status_code=303)

    @post("/me/keys/close", status_code=303)
    async def close_passkeys(request: AnyRequest) -> Response[Any]:
        """Delete all passkeys of this person, for instance because one is on a lost device."""
        visitor = await require_visitor(request, service)
        await service.store.logins.drop_passkeys(visitor.person)
        return Redirect("/me#kept", status_code=303)

    return [show_profile, rename, choose_language, close_device, close_passkeys]
