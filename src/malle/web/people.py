"""What a person's own pages answer: `/me` and what it changes."""

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
"""What `/me` shows under the name."""
Form = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]


def handlers(house: House, pages: Pages) -> list[ControllerRouterHandler]:
    """The pages about oneself."""

    @get("/me", media_type="text/html")
    async def me(request: Asked) -> Response[str]:
        """Who I am here; somebody who is nobody yet is told how to become somebody."""
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
        """I am called so from now on, wherever I sit."""
        visit = await need_visit(request, house)
        name = need_name(clean_name(data.get("name", "")))
        await house.store.name_person(visit.person, name)
        await house.sitters.renamed(visit.person)
        return Redirect("/me", status_code=303, cookies=mine.keep_name(name))

    @post("/me/language", status_code=303)
    async def choose_language(request: Asked, data: Form) -> Response[Any]:
        """Pages and notices speak so from now on."""
        visit = await need_visit(request, house)
        language = data.get("language", "")
        if language not in LANGUAGES:
            raise Malformed(f"a language is one of {', '.join(LANGUAGES)}")
        await house.store.set_language(visit.person, language)
        kept = Cookie("malle-lang", value=language, samesite="lax", max_age=400 * 86400)
        return Redirect("/me", status_code=303, cookies=[kept])

    @post("/me/devices/close", status_code=303)
    async def close_device(request: Asked, data: Form) -> Response[Any]:
        """Another device of mine opens nothing any more."""
        visit = await need_visit(request, house)
        for device in await house.store.devices.of(visit.person):
            if device_key(device.digest) == data.get("device") and device.digest != visit.device:
                await house.store.devices.close(device.digest, visit.person)
                house.persons.forget(device.digest)
        return Redirect("/me#devices", status_code=303)

    @post("/me/keys/close", status_code=303)
    async def close_passkeys(request: Asked) -> Response[Any]:
        """No passkey of mine leads to me any more: one may lie on a device that is lost."""
        visit = await need_visit(request, house)
        await house.store.ways_in.drop_passkeys(visit.person)
        return Redirect("/me#kept", status_code=303)

    return [me, rename, choose_language, close_device, close_passkeys]
