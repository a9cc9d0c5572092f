"""Links sent by mail: one proves a person's address, or signs in another browser. Each works once, for half an hour.

Loading a link's page changes nothing, because mail servers load links too; a button on the page uses the link. A
request for a link gets the same answer whether the address is known or not.
"""

from __future__ import annotations

import contextlib
from html import escape
from typing import Annotated, Any
from uuid import UUID

from litestar import Response, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body, FromPath
from litestar.types import ControllerRouterHandler

from malle.core import Refused
from malle.live.caller import NotYours
from malle.live.house import House
from malle.live.joining import join_persons
from malle.store.away import Unavailable
from malle.store.notices import LETTER, Habits
from malle.store.store import digest
from malle.table.hours import Hours
from malle.web.agent import label_of
from malle.web.along import along
from malle.web.api import address_of
from malle.web.device import device_cookie, new_device
from malle.web.limits import Tries
from malle.web.page import Asked, language_of, say, switch
from malle.web.pages import Pages
from malle.web.visit import need_visit, visit_of
from malle.wire.mailbox import is_mailbox

Form = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
MOST_LETTERS = 3
"""Per half hour and address, so that this site cannot flood a mailbox."""


class OldLink(NotYours):
    """This link has been used, is older than half an hour, or was asked for in another browser: open it there, or ask
    for another one."""

    slug = "old-link"


def handlers(house: House, pages: Pages) -> list[ControllerRouterHandler]:
    """Return the routes that request a link and open it. Without a mail server, requests raise `Refused`."""
    store, tries = house.store, Tries()

    def need_mail(request: Asked, data: dict[str, str]) -> str:
        """Return the mail address from a form.

        Raise `TooManyAttempts` if requests come too often, `Refused` without a mail server or with an invalid address.
        """
        tries.take(address_of(request))
        if house.config.mail is None:
            raise Refused("this host sends no mail")
        return _need_mail(data)

    async def write(mail: str, person: UUID | None, language: str, of: UUID | None = None) -> None:
        """Queue a link for an address, unless it has got `MAX_LINKS_PER_ADDRESS` in half an hour.

        With `counted_person`, only links of this person count, so that other people cannot use up their share. Without
        a `person`, nothing is queued.
        """
        if person is not None:
            await store.notices.write_letter(mail, person, language, of=of, seconds=LETTER, most=MOST_LETTERS)

    @post("/me/notices/mail", media_type="text/html", status_code=200)
    async def prove(request: Asked, data: Form) -> Response[str]:
        """Send a link that proves the caller's address. Notices go there once the link is used."""
        visit = await need_visit(request, house)
        await write(need_mail(request, data), visit.person, visit.language)
        return pages.answer(request, _page(pages, request, "letter-sent", "letter-sent-why"))

    @post("/letter", media_type="text/html", status_code=200)
    async def come_back(request: Asked, data: Form) -> Response[str]:
        """Send a sign-in link, if the address belongs to a person who proved it. The answer is always the same."""
        mail = need_mail(request, data)

        async def beside() -> None:
            """Queue the link if a person has proved this address. Do nothing while the database is away."""
            with contextlib.suppress(Unavailable):
                person = await store.notices.whose("mail", mail)
                await write(mail, person, language_of(request), person)

        house.start(beside())  # not awaited: its duration would reveal whether the address is known
        return pages.answer(request, _page(pages, request, "letter-sent", "letter-sent-why"))

    @get("/letter/{token:str}", media_type="text/html")
    async def look(request: Asked, token: FromPath[str]) -> Response[str]:
        """Show the page of a link: it asks for confirmation and names the person this browser would sign in as.

        Raise `InvalidLink` if the link is not valid for this browser.
        """
        found, visit = house.config.keys.read_letter(token), await visit_of(request, house)
        by = None if visit is None else visit.person
        person = await store.notices.letter_of(UUID(found), by) if found else None
        if person is None:
            raise OldLink()
        if person == by:
            return pages.answer(request, _page(pages, request, "letter-prove", "letter-prove-why", token))
        name = (await store.names([person])).get(person, "?")
        games = await along(house, language_of(request), by, person)
        page = _page(pages, request, "enter-sure", "letter-open-why", token, name=name, more=games)
        return pages.answer(request, page)

    @post("/letter/{token:str}", media_type="text/html", status_code=200)
    async def open_letter(request: Asked, token: FromPath[str]) -> Response[str]:
        """Use a link: the person's address is proved, and this browser is signed in as that person.

        A link to an address that is not proved yet works only in a browser of the person who requested it. The new
        address replaces the earlier one. If proving or signing in fails, the link works again. Raise `InvalidLink` if
        it is not valid.
        """
        found, visit = house.config.keys.read_letter(token), await visit_of(request, house)
        by = None if visit is None else visit.person
        used = await store.notices.use_letter(UUID(found), by) if found else None
        mail, person = used or ("", None)
        if person is None:
            raise OldLink()
        device = new_device()
        try:
            await store.notices.open_channel(person, "mail", mail)
            if visit is not None:
                await join_persons(house, visit.person, visit.device, person, led=digest(device))
        except BaseException:
            await store.notices.give_back_letter(UUID(found))
            raise
        for each in await store.notices.channels(person):
            if each.kind == "mail" and each.target != mail:
                await store.notices.drop_channels(person, "mail", each.target)
        language = language_of(request)
        await store.notices.meet_habits(person, Habits(Hours(zone=house.config.zone), language))
        answer = pages.answer(request, _page(pages, request, "letter-done", "letter-done-why"))
        if by != person:
            await house.store.devices.see(digest(device), person, label_of(request.headers.get("user-agent", "")))
            answer.cookies.append(device_cookie(request, device))
        return answer

    return [prove, come_back, look, open_letter]


def mail_field(house: House, language: str) -> str:
    """Return the HTML form that requests a sign-in link by mail, or "" if the site has no mail server."""
    if house.config.mail is None:
        return ""
    return f'<form class="panel ask" method="post" action="/letter"><label>{say(language, "letter-ask")}<input type="email" name="mail" required maxlength="120" autocomplete="email"></label><button class="btn hollow">{say(language, "tell-mail-send")}</button></form>'


def _need_mail(data: dict[str, str]) -> str:
    """Return the form's mail address in lower case. Raise `Refused` if it is not valid."""
    mail = data.get("mail", "").strip()
    if not is_mailbox(mail):
        raise Refused("this is no address of a mailbox")
    return mail.lower()


def _page(pages: Pages, request: Asked, head: str, why: str, token: str = "", *, name: str = "", more: str = "") -> str:
    """Return a page with a title and one text, by their message ids.

    With a `token`, it has a button that uses the link; otherwise it leads to the profile page. `extra_html` follows
    the text.
    """
    language: str = language_of(request)
    title = say(language, head, name=escape(name))
    way: Any = f'<p><a class="btn" href="/me#notices">{say(language, "letter-on")}</a></p>'
    if token:
        way = f'<form method="post" action="/letter/{escape(token)}"><div class="ends"><button class="btn">{say(language, "letter-use")}</button><a class="btn hollow" href="/">{say(language, "enter-no")}</a></div></form>'
    body = f"""
{pages.bar(language, switch(request))}
<main id="main" class="aboutpage"><h1>{title}</h1><section class="panel"><p>{say(language, why)}</p>{more}{way}</section></main>"""
    return pages.page(language, f"{title} · Malle", body, {"class": "plain"}, script="people")
