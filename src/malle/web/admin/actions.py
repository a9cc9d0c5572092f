"""Routes of the admin dashboard: sign in by a link, change settings, test the mail, handle reports.

The sign-in links, the link for opening tables and `security.txt` are open to everybody. The other
routes are for site admins; anybody else gets a 404 page.
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

from malle.config.email_address import is_email_address
from malle.core import Malformed
from malle.notifications.mail import Mailer
from malle.runtime.seats.display_names import clean_name, require_name
from malle.runtime.table_service import TableService
from malle.storage.store import parse_table_id
from malle.storage.tables.reports import WHOLE_TABLE
from malle.web.admin.dashboard import DashboardData, render_admin_sign_in, render_dashboard
from malle.web.admin.who_may_open import OPENING_RULES, get_opening_rule, make_site_link_cookie
from malle.web.api.machine_load import measure_load
from malle.web.api.tables import get_client_address
from malle.web.layout import AnyRequest, get_language, render_language_switch, translate
from malle.web.pages.table_page import SitePages
from malle.web.security.device_cookie import make_device_cookie, make_device_secret, read_device_secret
from malle.web.security.rate_limits import AttemptLimiter
from malle.web.security.site_url import site_url
from malle.web.security.visitor import Visitor, find_visitor

Form = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
REMOVED_NAME = "?"
"""Shown in place of a name that an admin removed. The person may choose another."""


async def require_site_admin(request: AnyRequest, service: TableService) -> Visitor:
    """Return the visitor if they are a site admin. Raise `NotFoundException` otherwise."""
    visitor = await find_visitor(request, service)
    if visitor is None or not await service.store.operators.is_operator(visitor.person):
        raise NotFoundException
    return visitor


def _parse_test_mail_result(text: str) -> tuple[str, float] | None:
    """Parse the result of a test mail from a query value such as `sent-0.4`: (result, seconds). The
    result is `sent`, `gone` or `trouble`.

    Return `None` if the text has another form.
    """
    match = re.fullmatch(r"(sent|gone|trouble)-(\d{1,3}\.\d)", text, re.ASCII)
    return (match[1], float(match[2])) if match else None


def handlers(service: TableService, pages: SitePages) -> list[ControllerRouterHandler]:
    """Return the routes of the dashboard, of the site's link for opening tables, and of
    `security.txt`."""
    admins, attempts = service.store.operators, AttemptLimiter()

    @get("/house", media_type="text/html")
    async def show_dashboard(request: AnyRequest) -> Response[str]:
        """Show the dashboard to a site admin. The query `kept` names the setting that was just
        saved."""
        visitor = await require_site_admin(request, service)
        return pages.make_html_response(
            request,
            render_dashboard(pages, visitor, await _load_dashboard_data(visitor), request.query_params.get("kept", "")),
        )

    async def _load_dashboard_data(visitor: Visitor) -> DashboardData:
        """Load everything that the dashboard shows. Of the open reports, only the 20 oldest are
        shown."""
        reports = await service.store.reports.open_reports()
        names = await service.store.names_of({each.person for each in reports if each.person is not None})
        return DashboardData(
            settings=await admins.site_settings(),
            totals=await admins.count_all(),
            present_count=service.counters["sockets"],
            load=measure_load(service),
            reports=[(each, names.get(each.person, REMOVED_NAME) if each.person else "") for each in reports[:20]],
            audit_log=await admins.recent_actions(),
            site_url=site_url(visitor.request, service.config),
            is_secure=visitor.request.url.scheme == "https",
            mail_server=f"{server.host}:{server.port}" if (server := service.config.mail_server) is not None else "",
            test_mail_result=_parse_test_mail_result(visitor.request.query_params.get("mail", "")),
            last_backup=await admins.last_backup(),
        )

    @get("/house/enter", media_type="text/html")
    async def show_sign_in(request: AnyRequest) -> Response[str]:
        """Show the page of a sign-in link for admins. Do not check or use its secret."""
        return _answer_sign_in_page(request, request.query_params.get("secret", "")[:60], is_valid=True)

    def _answer_sign_in_page(request: AnyRequest, secret: str, *, is_valid: bool) -> Response[str]:
        """Return the page of a sign-in link, with a button that uses it if `is_valid`, else a note
        that the link is not valid."""
        language = get_language(request)
        bar, footer = pages.render_header(language, render_language_switch(request)), pages.render_footer(request)
        return pages.make_html_response(
            request, render_admin_sign_in(pages, language, bar, footer, secret, is_valid=is_valid)
        )

    @post("/house/enter", media_type="text/html", status_code=200)
    async def sign_in(request: AnyRequest, data: Form) -> Response[Any]:
        """Use a sign-in link: this browser's person becomes a site admin.

        A browser without a person gets a new device. A link that is not valid gives status 403 and
        counts as a failed attempt. Raise `TooManyAttempts` after too many failed attempts.
        """
        address = get_client_address(request)
        attempts.count_attempt(address)
        visitor = await find_visitor(request, service)
        device = read_device_secret(request) if visitor is not None else make_device_secret()
        person = visitor.person if visitor is not None else await service.device_owners.person_of_token(device)
        if not await admins.accept_link(data.get("secret", "")[:60], person):
            answer = _answer_sign_in_page(request, "", is_valid=False)
            answer.status_code = 403
            return answer
        attempts.forgive_last_attempt(address)
        return Redirect("/house", status_code=303, cookies=[make_device_cookie(request, device)])

    @post("/house/leave", status_code=303)
    async def stop_being_admin(request: AnyRequest) -> Response[Any]:
        """Make the caller an admin no longer. To become one again, they need another sign-in
        link."""
        await admins.remove_operator((await require_site_admin(request, service)).person)
        return Redirect("/", status_code=303)

    @post("/house/settle", status_code=303)
    async def change_setting(request: AnyRequest, data: Form) -> Response[Any]:
        """Save one setting: the site's name, who may open tables, or a new link for opening tables.

        The change takes effect at once. Raise `Malformed` for any other setting, for an unknown
        opening rule, or for a new link while tables are not opened by link. Raise `Refused` for an
        empty name.
        """
        visitor = await require_site_admin(request, service)
        name, value = data.get("name", ""), data.get("value", "")
        settled = await admins.site_settings()
        match name:
            case "name":
                await admins.change_setting(visitor.person, name, require_name(clean_name(value)))
            case "opens" if value in OPENING_RULES:
                if value == "link" and not settled.get("link"):
                    await admins.change_setting(visitor.person, "link", secrets.token_urlsafe(9))
                await admins.change_setting(visitor.person, name, value)
            case "link" if get_opening_rule(settled) == "link":
                await admins.change_setting(visitor.person, name, secrets.token_urlsafe(9))
            case _:
                raise Malformed("this is none of the settings of the page")
        return Redirect(f"/house?kept={name}#{'opens' if name == 'link' else name}", status_code=303)

    @post("/house/mail", status_code=303)
    async def send_test_mail(request: AnyRequest, data: Form) -> Response[Any]:
        """Send a test mail, and redirect to the dashboard, which shows the result and how many seconds it took.

        Raise `Malformed` without a mail server or with an invalid address.
        """
        visitor = await require_site_admin(request, service)
        to, language = data.get("to", "").strip(), visitor.language
        if service.config.mail_server is None or not is_email_address(to):
            raise Malformed("a test goes to one address, such as ann@malle.example")
        began = time.monotonic()
        mailer = Mailer(service.config.mail_server, site_url(request, service.config))
        sent = await mailer.send_text(
            to, translate(language, "house-mail-subject"), translate(language, "house-mail-text")
        )
        await admins.record_action(visitor.person, "tried-mail")
        return Redirect(f"/house?mail={sent.result}-{time.monotonic() - began:.1f}#mail", status_code=303)

    @post("/house/reports", status_code=303)
    async def resolve_report(request: AnyRequest, data: Form) -> Response[Any]:
        """Resolve an open report: hide what was reported, or keep it.

        A hidden name becomes `REMOVED_NAME`; a hidden table can no longer be loaded. Raise
        `Malformed` for any other action, or if there is no such open report.
        """
        visitor = await require_site_admin(request, service)
        table, action = parse_table_id(data.get("table", "")), data.get("do", "")
        open_reports = {
            str(each.seat): each for each in await service.store.reports.open_reports() if each.tab == table
        }
        if action not in ("hide", "keep") or (report := open_reports.get(data.get("seat", ""))) is None:
            raise Malformed("nothing of that kind is reported")
        if action == "hide" and report.person is not None:
            await service.store.set_name(report.person, REMOVED_NAME)
        await service.store.reports.close(table, report.seat, report.person, visitor.person, hide=action == "hide")
        what = "table" if report.seat == WHOLE_TABLE else "name"
        await admins.record_action(visitor.person, f"{action}-{what}", data["table"])
        return Redirect("/house#reports", status_code=303)

    @get("/m/{link:str}")
    async def accept_site_link(request: AnyRequest, link: FromPath[str]) -> Response[Any]:
        """Accept the site's link for opening tables: set a cookie that lets this browser open
        tables.

        A wrong link gives a 404 page and counts as a failed attempt.
        """
        attempts.count_attempt(get_client_address(request))
        settled = await admins.site_settings()
        if not secrets.compare_digest(link.encode(), settled.get("link", "").encode()) or not link:
            raise NotFoundException
        attempts.forgive_last_attempt(get_client_address(request))
        return Redirect("/", status_code=303, cookies=[make_site_link_cookie(link)])

    @get("/.well-known/security.txt", media_type="text/plain")
    async def show_security_txt(request: AnyRequest) -> Response[str]:
        """Return `security.txt` with the operator's contact, valid for 180 days, or 404 if no
        contact is set."""
        contact = service.config.contact
        if not contact:
            raise NotFoundException
        link = contact if contact.startswith(("http://", "https://")) else f"mailto:{contact}"
        ends = (datetime.now(UTC) + timedelta(days=180)).replace(microsecond=0).isoformat()
        return Response(f"Contact: {link}\nExpires: {ends}\nPreferred-Languages: fr, en\n", media_type="text/plain")

    return [
        show_dashboard,
        show_sign_in,
        sign_in,
        stop_being_admin,
        change_setting,
        send_test_mail,
        resolve_report,
        accept_site_link,
        show_security_txt,
    ]
