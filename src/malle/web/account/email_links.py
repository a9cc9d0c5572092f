"""Links sent by mail. A link proves that an address is the person's, or signs in another browser.
Each link works once, for half an hour.

Loading a link's page changes nothing, because mail servers load links too; a button on the page
uses the link. A request for a link gets the same answer whether the address is known or not.
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

from malle.config.email_address import is_email_address
from malle.core import Refused
from malle.runtime.seats.identity import NotYours
from malle.runtime.seats.merge_people import merge_guest
from malle.runtime.table_service import TableService
from malle.storage.database_errors import DatabaseUnavailable
from malle.storage.people.notices import MAIL_LINK_SECONDS, NotificationPreferences
from malle.storage.store import token_digest
from malle.table.quiet_hours import QuietHours
from malle.web.account.merge_notice import render_merge_notice
from malle.web.api.tables import get_client_address
from malle.web.layout import AnyRequest, get_language, render_language_switch, translate
from malle.web.pages.table_page import SitePages
from malle.web.security.device_cookie import make_device_cookie, make_device_secret
from malle.web.security.device_label import make_device_label
from malle.web.security.rate_limits import AttemptLimiter
from malle.web.security.visitor import find_visitor, require_visitor

Form = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
MAX_LINKS_PER_ADDRESS = 3
"""Per half hour and address, so that this site cannot flood a mailbox."""


class InvalidLink(NotYours):
    """This link has been used, is older than half an hour, or was asked for in another browser: open it there, or ask
    for another one."""

    slug = "old-link"


def handlers(service: TableService, pages: SitePages) -> list[ControllerRouterHandler]:
    """Return the routes that request a mailed link, and those that show and use it."""
    store, attempts = service.store, AttemptLimiter()

    def require_mail_address(request: AnyRequest, data: dict[str, str]) -> str:
        """Return the mail address from a form, in lower case. Count an attempt of the network
        address.

        Raise `TooManyAttempts` if requests come too often, `Refused` without a mail server or with
        an invalid address.
        """
        attempts.count_attempt(get_client_address(request))
        if service.config.mail_server is None:
            raise Refused("this host sends no mail")
        return _parse_mail_address(data)

    async def queue_link(mail: str, person: UUID | None, language: str, counted_person: UUID | None = None) -> None:
        """Queue a link for `person` to a mail address, unless `MAX_LINKS_PER_ADDRESS` were queued
        for the address in the last half hour.

        With `counted_person`, only links that this person requested count towards the limit, so
        that nobody else can use it up. If `person` is `None`, nothing is queued.
        """
        if person is not None:
            await store.notices.queue_mailed_link(
                mail, person, language, requester=counted_person, seconds=MAIL_LINK_SECONDS, limit=MAX_LINKS_PER_ADDRESS
            )

    @post("/me/notices/mail", media_type="text/html", status_code=200)
    async def send_proof_link(request: AnyRequest, data: Form) -> Response[str]:
        """Send a link that proves that an address is the caller's. Notices go to the address once
        the link is used."""
        visitor = await require_visitor(request, service)
        await queue_link(require_mail_address(request, data), visitor.person, visitor.language)
        return pages.make_html_response(request, _render_page(pages, request, "letter-sent", "letter-sent-why"))

    @post("/letter", media_type="text/html", status_code=200)
    async def send_login_link(request: AnyRequest, data: Form) -> Response[str]:
        """Send a sign-in link, if a person has proved that the address is theirs. The answer is
        always the same, and does not wait for the sending."""
        mail = require_mail_address(request, data)

        async def queue_if_known() -> None:
            """Queue the link if a person has proved this address. Do nothing while the database is away."""
            with contextlib.suppress(DatabaseUnavailable):
                person = await store.notices.channel_owner("mail", mail)
                await queue_link(mail, person, get_language(request), person)

        service.start_task(queue_if_known())  # not awaited: its duration would reveal whether the address is known
        return pages.make_html_response(request, _render_page(pages, request, "letter-sent", "letter-sent-why"))

    @get("/letter/{token:str}", media_type="text/html")
    async def show_link(request: AnyRequest, token: FromPath[str]) -> Response[str]:
        """Show the page of a link, with the button that uses it.

        In a browser of the link's person, the page asks to prove the address. In any other browser,
        it names the person whom the browser would sign in as. Raise `InvalidLink` if the link is
        not valid for this browser.
        """
        letter, visitor = service.config.keyring.parse_mailed_link_token(token), await find_visitor(request, service)
        current_person = None if visitor is None else visitor.person
        person = await store.notices.mailed_link_owner(UUID(letter), current_person) if letter else None
        if person is None:
            raise InvalidLink()
        if person == current_person:
            return pages.make_html_response(
                request, _render_page(pages, request, "letter-prove", "letter-prove-why", token)
            )
        name = (await store.names_of([person])).get(person, "?")
        games = await render_merge_notice(service, get_language(request), current_person, person)
        page = _render_page(pages, request, "enter-sure", "letter-open-why", token, name=name, extra_html=games)
        return pages.make_html_response(request, page)

    @post("/letter/{token:str}", media_type="text/html", status_code=200)
    async def use_link(request: AnyRequest, token: FromPath[str]) -> Response[str]:
        """Use a link: the person's address is proved, and a browser of nobody or of another person
        is signed in as that person.

        The address replaces the person's earlier address. A link to an address that is not proved
        yet works only in a browser of the person who requested it. The games of a guest (a person
        known to this browser alone) move to the link's person. If proving or merging fails, the
        link works again. Raise `InvalidLink` if the link is not valid.
        """
        letter, visitor = service.config.keyring.parse_mailed_link_token(token), await find_visitor(request, service)
        current_person = None if visitor is None else visitor.person
        used = await store.notices.use_mailed_link(UUID(letter), current_person) if letter else None
        mail, person = used or ("", None)
        if person is None:
            raise InvalidLink()
        device = make_device_secret()
        try:
            await store.notices.add_channel(person, "mail", mail)
            if visitor is not None:
                await merge_guest(service, visitor.person, visitor.device, person, new_device=token_digest(device))
        except BaseException:
            await store.notices.restore_mailed_link(UUID(letter))
            raise
        for channel in await store.notices.list_channels(person):
            if channel.kind == "mail" and channel.target != mail:
                await store.notices.remove_channels(person, "mail", channel.target)
        language = get_language(request)
        await store.notices.set_preferences_if_unset(
            person, NotificationPreferences(QuietHours(zone=service.config.time_zone), language)
        )
        response = pages.make_html_response(request, _render_page(pages, request, "letter-done", "letter-done-why"))
        if current_person != person:
            await service.store.devices.record_use(
                token_digest(device), person, make_device_label(request.headers.get("user-agent", ""))
            )
            response.cookies.append(make_device_cookie(request, device))
        return response

    return [send_proof_link, send_login_link, show_link, use_link]


def render_email_form(service: TableService, language: str) -> str:
    """Return the HTML form that requests a sign-in link by mail, or "" if the site has no mail server."""
    if service.config.mail_server is None:
        return ""
    return f'<form class="panel ask" method="post" action="/letter"><label>{translate(language, "letter-ask")}<input type="email" name="mail" required maxlength="120" autocomplete="email"></label><button class="btn hollow">{translate(language, "tell-mail-send")}</button></form>'


def _parse_mail_address(data: dict[str, str]) -> str:
    """Return the form's mail address in lower case. Raise `Refused` if it is not valid."""
    mail = data.get("mail", "").strip()
    if not is_email_address(mail):
        raise Refused("this is no address of a mailbox")
    return mail.lower()


def _render_page(
    pages: SitePages,
    request: AnyRequest,
    title_key: str,
    text_key: str,
    token: str = "",
    *,
    name: str = "",
    extra_html: str = "",
) -> str:
    """Return a page with a title and one text, by their message ids.

    With a `token`, the page has a button that uses the link of this token; otherwise it leads to
    the profile page. `name` fills in the title, and `extra_html` follows the text.
    """
    language: str = get_language(request)
    title = translate(language, title_key, name=escape(name))
    action_html: Any = f'<p><a class="btn" href="/me#notices">{translate(language, "letter-on")}</a></p>'
    if token:
        action_html = f'<form method="post" action="/letter/{escape(token)}"><div class="ends"><button class="btn">{translate(language, "letter-use")}</button><a class="btn hollow" href="/">{translate(language, "enter-no")}</a></div></form>'
    body = f"""
{pages.render_header(language, render_language_switch(request))}
<main id="main" class="aboutpage"><h1>{title}</h1><section class="panel"><p>{translate(language, text_key)}</p>{extra_html}{action_html}</section></main>"""
    return pages.render_document(language, f"{title} · Malle", body, {"class": "plain"}, script="people")
