"""Routes of the admin dashboard: sign in by a link, change settings, test the mail, handle reports.

All but the links and `security.txt` are for site admins; everybody else gets a 404 page.
"""

from __future__ import annotations

import re
import secrets
import time
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.enums import RequestEncodingType
from litestar.exceptions import NotFoundException
from litestar.params import Body, FromPath
from litestar.response import Redirect
from litestar.types import ControllerRouterHandler

from malle.core import Malformed
from malle.live.house import House
from malle.live.names import clean_name, need_name
from malle.notices.mail import Mailer
from malle.store.reports import TABLE
from malle.store.store import read_id
from malle.web.address import site_address
from malle.web.api import address_of
from malle.web.device import device_cookie, device_of, new_device
from malle.web.housepage import Household, enter_page, house_page
from malle.web.limits import Tries
from malle.web.load import load_of
from malle.web.opening import WHO, guest_cookie, who_opens
from malle.web.page import Asked, language_of, say, switch
from malle.web.pages import Pages
from malle.web.visit import Visit, visit_of
from malle.wire.mailbox import is_mailbox

Form = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
NO_NAME = "?"
"""Shown in place of a name that an admin removed. The person may choose another."""


async def need_keeper(request: Asked, house: House) -> Visit:
    """Return the visitor if they are a site admin. Raise `NotFoundException` otherwise."""
    visit = await visit_of(request, house)
    if visit is None or not await house.store.keepers.keeps(visit.person):
        raise NotFoundException
    return visit


def _tried(text: str) -> tuple[str, float] | None:
    """Parse the result of a test mail from a query value such as `sent-0.4`: (result, seconds).

    Return `None` if the text has another form.
    """
    found = re.fullmatch(r"(sent|gone|trouble)-(\d{1,3}\.\d)", text, re.ASCII)
    return (found[1], float(found[2])) if found else None


def handlers(house: House, pages: Pages) -> list[ControllerRouterHandler]:
    """Return the routes of the dashboard, of the site's link for guests, and of `security.txt`."""
    keepers, tries = house.store.keepers, Tries()

    @get("/house", media_type="text/html")
    async def show(request: Asked) -> Response[str]:
        """Show the dashboard."""
        visit = await need_keeper(request, house)
        return pages.answer(request, house_page(pages, visit, await _told(visit), request.query_params.get("kept", "")))

    async def _told(visit: Visit) -> Household:
        """Load everything that the dashboard shows, with at most 20 reports."""
        reports = await house.store.reports.open()
        names = await house.store.names({each.person for each in reports if each.person is not None})
        return Household(
            settled=await keepers.settled(),
            totals=await keepers.totals(),
            present=house.counts["sockets"],
            load=load_of(house),
            reports=[(each, names.get(each.person, NO_NAME) if each.person else "") for each in reports[:20]],
            register=await keepers.register(),
            address=site_address(visit.request, house.config),
            secure=visit.request.url.scheme == "https",
            mail=f"{server.host}:{server.port}" if (server := house.config.mail) is not None else "",
            tried=_tried(visit.request.query_params.get("mail", "")),
            backup=await keepers.last_backup(),
        )

    @get("/house/enter", media_type="text/html")
    async def ask(request: Asked) -> Response[str]:
        """Show the page of a sign-in link for admins. Do not check or use its secret."""
        return _enter(request, request.query_params.get("secret", "")[:60], good=True)

    def _enter(request: Asked, secret: str, *, good: bool) -> Response[str]:
        """Return the page of a sign-in link, with its button, or a note that the link is not valid."""
        language = language_of(request)
        bar, footer = pages.bar(language, switch(request)), pages.footer(request)
        return pages.answer(request, enter_page(pages, language, bar, footer, secret, good=good))

    @post("/house/enter", media_type="text/html", status_code=200)
    async def enter(request: Asked, data: Form) -> Response[Any]:
        """Use a sign-in link: this browser's person becomes a site admin.

        A browser without a person gets a new device. A link that is not valid gives status 403 and counts as a failed
        attempt.
        """
        address = address_of(request)
        tries.take(address)
        visit = await visit_of(request, house)
        device = device_of(request) if visit is not None else new_device()
        person = visit.person if visit is not None else await house.persons.of(device)
        if not await keepers.come_in(data.get("secret", "")[:60], person):
            answer = _enter(request, "", good=False)
            answer.status_code = 403
            return answer
        tries.was_right(address)
        return Redirect("/house", status_code=303, cookies=[device_cookie(request, device)])

    @post("/house/leave", status_code=303)
    async def leave(request: Asked) -> Response[Any]:
        """Stop being a site admin. Another sign-in link is needed to become one again."""
        await keepers.leave((await need_keeper(request, house)).person)
        return Redirect("/", status_code=303)

    @post("/house/settle", status_code=303)
    async def settle(request: Asked, data: Form) -> Response[Any]:
        """Save one setting: the site's name, who may open tables, or a new link for opening tables.

        Raise `Malformed` for any other setting. The change takes effect at once.
        """
        visit = await need_keeper(request, house)
        name, value = data.get("name", ""), data.get("value", "")
        settled = await keepers.settled()
        match name:
            case "name":
                await keepers.settle(visit.person, name, need_name(clean_name(value)))
            case "opens" if value in WHO:
                if value == "link" and not settled.get("link"):
                    await keepers.settle(visit.person, "link", secrets.token_urlsafe(9))
                await keepers.settle(visit.person, name, value)
            case "link" if who_opens(settled) == "link":
                await keepers.settle(visit.person, name, secrets.token_urlsafe(9))
            case _:
                raise Malformed("this is none of the settings of the page")
        return Redirect(f"/house?kept={name}#{'opens' if name == 'link' else name}", status_code=303)

    @post("/house/mail", status_code=303)
    async def try_mail(request: Asked, data: Form) -> Response[Any]:
        """Send a test mail, and redirect to the dashboard, which shows the result and how many seconds it took.

        Raise `Malformed` without a mail server or with an invalid address.
        """
        visit = await need_keeper(request, house)
        to, language = data.get("to", "").strip(), visit.language
        if house.config.mail is None or not is_mailbox(to):
            raise Malformed("a test goes to one address, such as ann@malle.example")
        began = time.monotonic()
        mailer = Mailer(house.config.mail, site_address(request, house.config))
        sent = await mailer.send_plain(to, say(language, "house-mail-subject"), say(language, "house-mail-text"))
        await keepers.note(visit.person, "tried-mail")
        return Redirect(f"/house?mail={sent.what}-{time.monotonic() - began:.1f}#mail", status_code=303)

    @post("/house/reports", status_code=303)
    async def look_at(request: Asked, data: Form) -> Response[Any]:
        """Resolve a report: hide what was reported, or keep it. Raise `Malformed` if there is no such open report."""
        visit = await need_keeper(request, house)
        table, deed = read_id(data.get("table", "")), data.get("do", "")
        open_ = {str(each.seat): each for each in await house.store.reports.open() if each.tab == table}
        if deed not in ("hide", "keep") or (found := open_.get(data.get("seat", ""))) is None:
            raise Malformed("nothing of that kind is reported")
        if deed == "hide" and found.person is not None:
            await house.store.name_person(found.person, NO_NAME)
        await house.store.reports.close(table, found.seat, found.person, visit.person, hide=deed == "hide")
        what = "table" if found.seat == TABLE else "name"
        await keepers.note(visit.person, f"{deed}-{what}", data["table"])
        return Redirect("/house#reports", status_code=303)

    @get("/m/{link:str}")
    async def come_by(request: Asked, link: FromPath[str]) -> Response[Any]:
        """Accept the site's link: a cookie lets this browser open tables. A wrong link counts as a failed attempt."""
        tries.take(address_of(request))
        settled = await keepers.settled()
        if not secrets.compare_digest(link.encode(), settled.get("link", "").encode()) or not link:
            raise NotFoundException
        tries.was_right(address_of(request))
        return Redirect("/", status_code=303, cookies=[guest_cookie(link)])

    @get("/.well-known/security.txt", media_type="text/plain")
    async def security(request: Asked) -> Response[str]:
        """Return `security.txt` with the operator's contact, or 404 if none is set."""
        contact = house.config.contact
        if not contact:
            raise NotFoundException
        link = contact if contact.startswith(("http://", "https://")) else f"mailto:{contact}"
        ends = (datetime.now(UTC) + timedelta(days=180)).replace(microsecond=0).isoformat()
        return Response(f"Contact: {link}\nExpires: {ends}\nPreferred-Languages: fr, en\n", media_type="text/plain")

    return [show, ask, enter, leave, settle, try_mail, look_at, come_by, security]
