"""How a person is notified of their turn, and during which quiet hours they are not.

Here are the section of `/me`, its routes, and the private feeds.
"""

from __future__ import annotations

import re
import secrets
from html import escape
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.enums import RequestEncodingType
from litestar.exceptions import NotFoundException
from litestar.params import Body, FromPath, JSONBody
from litestar.response import Redirect
from litestar.types import ControllerRouterHandler

from malle.core import Refused
from malle.notifications import feeds
from malle.protocol.web_push import PushSubscription, is_allowed_push_service, push_private_keys
from malle.runtime.table_service import TableService
from malle.storage.people.notices import Channel, NotificationPreferences
from malle.table.quiet_hours import QuietHours, checked_quiet_hours, is_zone
from malle.web.layout import AnyRequest, translate
from malle.web.pages.decision_times import translate_hour
from malle.web.pages.table_page import SitePages
from malle.web.security.site_url import site_url
from malle.web.security.visitor import Visitor, require_visitor

Form = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
MAX_PUSH_CHANNELS = 12
"""Browsers of one person that can get push notifications."""


class PushRegistration(msgspec.Struct, forbid_unknown_fields=True):
    """A browser's registration for push notifications, as the page sends it."""

    endpoint: str
    """URL at the browser's push service."""
    p256dh: str
    auth: str
    zone: str = ""
    """The browser's time zone."""


async def render_notifications_section(pages: SitePages, visitor: Visitor) -> str:
    """Return the section on notifications of one's turn: push on this device, mail, feed, and quiet
    hours. The row for mail is left out if the site sends none."""
    language, service = visitor.language, visitor.service
    channels = await service.store.notices.list_channels(visitor.person)
    habits = (await service.store.notices.preferences([visitor.person]))[visitor.person]
    rows = [_render_push_row(pages, visitor)]
    if service.config.mail_server is not None:
        rows.append(
            _render_mail_row(pages, language, next((each.target for each in channels if each.kind == "mail"), ""))
        )
    rows.append(_render_feed_row(pages, visitor, next((each for each in channels if each.kind == "feed"), None)))
    return f'<section class="pane" id="notices"><h2>{translate(language, "tell-title")}</h2><ul class="lines telling">{"".join(rows)}</ul>{_render_quiet_hours_form(pages, language, habits)}</section>'


def _render_push_row(pages: SitePages, visitor: Visitor) -> str:
    """Return the row for push on this device. The script shows its button if the browser supports push."""
    language, key = visitor.language, next(iter(push_private_keys(visitor.service.config.keyring)))
    words = " ".join(
        f'data-{name}="{translate(language, f"tell-push-{name}")}"'
        for name in ("on", "off", "refused", "none", "is-on")
    )
    return f'<li id="push" data-key="{key}" {words}>{pages.render_icon("i-bell", "0 0 24 24")}<span class="t"><b>{translate(language, "tell-push")}</b><small role="status">{translate(language, "tell-push-what")}</small></span><button class="mini-btn" type="button" hidden>{translate(language, "tell-push-on")}</button></li>'


def _render_mail_row(pages: SitePages, language: str, mail: str) -> str:
    """Return the row for mail: the proven address with a button to forget it, or a field for an address if
    `mail` is empty."""
    if mail:
        form = f'<form method="post" action="/me/notices/mail/close"><button class="mini-btn">{translate(language, "tell-push-off")}</button></form>'
        note = escape(mail)
    else:
        form = f'<form class="ask" method="post" action="/me/notices/mail"><input type="email" name="mail" required maxlength="120" autocomplete="email" aria-label="{translate(language, "tell-mail-field")}" placeholder="{translate(language, "tell-mail-field")}"><button class="mini-btn">{translate(language, "tell-mail-send")}</button></form>'
        note = translate(language, "tell-mail-what")
    return f'<li>{pages.render_icon("i-mail", "0 0 24 24")}<span class="t"><b>{translate(language, "tell-mail")}</b><small>{note}</small></span>{form}</li>'


def _render_feed_row(pages: SitePages, visitor: Visitor, feed: Channel | None) -> str:
    """Return the row for the private feed: its two addresses to copy and a button to remove it. If
    `feed` is `None`, the row has a button to create a feed."""
    language = visitor.language
    head = f'{pages.render_icon("i-calendar", "0 0 24 24")}<span class="t"><b>{translate(language, "tell-feed")}</b><small>{translate(language, "tell-feed-what")}</small></span>'
    if feed is None:
        return f'<li>{head}<form method="post" action="/me/notices/feed"><input type="hidden" name="zone" data-zone><button class="mini-btn">{translate(language, "tell-feed-make")}</button></form></li>'
    feed_url = _make_feed_url(visitor, feed)
    copies = "".join(
        f'<button class="mini-btn" type="button" data-copy="{feed_url}.{kind}" data-done="{translate(language, "page-copied")}"><span role="status">{translate(language, f"tell-feed-{kind}")}</span></button>'
        for kind in ("atom", "ics")
    )
    return f'<li>{head}<div class="acts">{copies}<form method="post" action="/me/notices/feed/close"><button class="mini-btn">{translate(language, "tell-push-off")}</button></form></div></li>'


def _make_feed_url(visitor: Visitor, feed: Channel) -> str:
    """Return the secret address of a feed, without its ending `.atom` or `.ics`."""
    return f"{site_url(visitor.request, visitor.service.config)}/feeds/{visitor.service.config.keyring.feed_token(feed.target)}"


def _render_quiet_hours_form(pages: SitePages, language: str, habits: NotificationPreferences) -> str:
    """Return the form for quiet hours: a day of 24 cells, the quiet ones hatched, and two lists of
    hours for begin and end."""
    hours = habits.hours
    cells = "".join(
        f"<i{' class=q' if (each - hours.begins) % 24 < hours.hours_per_day else ''}></i>" for each in range(24)
    )
    quiet_text = translate(
        language,
        "tell-quiet-from",
        begins=translate_hour(language, hours.begins),
        ends=translate_hour(language, hours.ends),
    )
    quiet_text = quiet_text if hours.hours_per_day else translate(language, "tell-quiet-none")
    lists = "".join(
        f'<label>{translate(language, f"tell-quiet-{name}")}<select name="{name}">{_render_hour_options(language, chosen)}</select></label>'
        for name, chosen in (("begins", hours.begins), ("ends", hours.ends))
    )
    return f'<form class="quiet-hours" method="post" action="/me/notices"><div class="over"><b>{pages.render_icon("i-moon", "0 0 24 24")}{translate(language, "tell-quiet")}</b><span>{quiet_text}</span></div><div class="day" role="img" aria-label="{quiet_text}">{cells}</div><p><small>{translate(language, "tell-quiet-what")}</small></p><input type="hidden" name="zone" data-zone data-known="{escape(hours.zone)}"><div class="row">{lists}<button class="mini-btn">{translate(language, "page-keep")}</button></div></form>'


def _render_hour_options(language: str, chosen: int) -> str:
    """Return 24 HTML options, one for each hour of the day, with the hour `chosen` selected."""
    return "".join(
        f'<option value="{each}"{" selected" if each == chosen else ""}>{translate_hour(language, each)}</option>'
        for each in range(24)
    )


def handlers(service: TableService) -> list[ControllerRouterHandler]:
    """Return the routes that change how a person is notified, and the route of the feeds."""
    store = service.store

    @post("/me/notices", status_code=303)
    async def set_hours(request: AnyRequest, data: Form) -> Response[Any]:
        """Set the person's quiet hours, and the language of notices to that of this page. Both
        apply from the person's next turn.

        The hours are in the time zone of the form, or of the site if the form has none. Raise
        `Refused` for hours or a zone that are not valid.
        """
        visitor = await require_visitor(request, service)
        begins, ends = (_parse_hour(data.get(name, "")) for name in ("begins", "ends"))
        hours = checked_quiet_hours(begins, ends, data.get("zone", "") or service.config.time_zone)
        await store.notices.set_preferences(visitor.person, NotificationPreferences(hours, visitor.language))
        return Redirect("/me#notices", status_code=303)

    @post("/me/notices/push", status_code=201)
    async def push_on(request: AnyRequest, data: JSONBody[PushRegistration]) -> None:
        """Register this browser for push notifications, as the newest of at most
        `MAX_PUSH_CHANNELS`.

        An earlier registration of the same browser is replaced, and the oldest ones above the limit
        are dropped. Raise `Refused` for an unknown push service or malformed keys.
        """
        visitor = await require_visitor(request, service)
        key = next(iter(push_private_keys(service.config.keyring)))
        if not is_allowed_push_service(data.endpoint, service.config.extra_push_services):
            raise Refused("this browser names a push service that is not known here; the host may add it (MALLE_PUSH)")
        if not all(re.fullmatch(r"[\w-]{1,200}={0,2}", each, re.ASCII) for each in (data.p256dh, data.auth)):
            raise Refused("this is not what a browser gives for push")
        known = [each for each in await store.notices.list_channels(visitor.person) if each.kind == "push"]
        target = msgspec.json.encode(PushSubscription(data.endpoint, data.p256dh, data.auth, key)).decode()
        for each in tuple(known):  # a browser is registered once, with the current key
            if msgspec.json.decode(each.target, type=PushSubscription).endpoint == data.endpoint:
                known.remove(each)
                if each.target != target:
                    await store.notices.remove_channels(visitor.person, "push", each.target)
        for each in known[: max(0, len(known) - MAX_PUSH_CHANNELS + 1)]:
            await store.notices.remove_channels(visitor.person, "push", each.target)
        await _store_usual_hours(visitor, data.zone)
        await store.notices.add_channel(visitor.person, "push", target, visitor.device)

    @post("/me/notices/push/close", status_code=201)
    async def push_off(request: AnyRequest, data: JSONBody[PushRegistration]) -> None:
        """Remove the push registrations with this endpoint, so that this browser gets no more
        notifications."""
        visitor = await require_visitor(request, service)
        for each in await store.notices.list_channels(visitor.person):
            is_this_browser = (
                each.kind == "push"
                and msgspec.json.decode(each.target, type=PushSubscription).endpoint == data.endpoint
            )
            if is_this_browser:
                await store.notices.remove_channels(visitor.person, "push", each.target)

    @post("/me/notices/mail/close", status_code=303)
    async def mail_off(request: AnyRequest) -> Response[Any]:
        """Stop notifications by mail and forget the person's address."""
        await store.notices.remove_channels((await require_visitor(request, service)).person, "mail")
        return Redirect("/me#notices", status_code=303)

    @post("/me/notices/feed", status_code=303)
    async def feed_on(request: AnyRequest, data: Form) -> Response[Any]:
        """Create a private feed with a new secret address. An earlier address stops working."""
        visitor = await require_visitor(request, service)
        await store.notices.remove_channels(visitor.person, "feed")
        await _store_usual_hours(visitor, data.get("zone", ""))
        await store.notices.add_channel(visitor.person, "feed", secrets.token_hex(16))
        return Redirect("/me#notices", status_code=303)

    @post("/me/notices/feed/close", status_code=303)
    async def feed_off(request: AnyRequest) -> Response[Any]:
        """Remove the feed. Its address stops working."""
        await store.notices.remove_channels((await require_visitor(request, service)).person, "feed")
        return Redirect("/me#notices", status_code=303)

    @get("/feeds/{name:str}")
    async def feed(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
        """Serve a private feed to anybody who knows its address. The ending `.atom` gives the
        latest notices, `.ics` a calendar of deadlines.

        Answer 404 for an unknown address or ending.
        """
        token, _, kind = name.rpartition(".")
        feed_id = service.config.keyring.parse_feed_token(token)
        person = await store.notices.channel_owner("feed", feed_id) if feed_id else None
        if person is None or kind not in ("atom", "ics"):
            raise NotFoundException
        habits, site = (await store.notices.preferences([person]))[person], site_url(request, service.config)
        cache_headers = {"cache-control": "private, no-cache", "x-robots-tag": "noindex"}
        if kind == "atom":
            content = feeds.atom_feed(
                await store.notices.recent_notices(person), site, f"{site}/feeds/{name}", habits.language
            )
            return Response(content, media_type="application/atom+xml", headers=cache_headers)
        deadlines = [
            (each, game_info)
            for each in await service.store.correspondence.turns_of_person(person)
            if (game_info := service.library.find_game_info(each.setup.game, each.setup.version)) is not None
        ]
        return Response(
            feeds.turns_calendar(deadlines, habits, site, person), media_type="text/calendar", headers=cache_headers
        )

    return [set_hours, push_on, push_off, mail_off, feed_on, feed_off, feed]


async def _store_usual_hours(visitor: Visitor, zone: str) -> None:
    """Store the usual quiet hours in this time zone, unless the person has chosen quiet hours
    already. In place of an unknown zone, the zone of the site is taken."""
    time_zone = zone if is_zone(zone) else visitor.service.config.time_zone
    await visitor.service.store.notices.set_preferences_if_unset(
        visitor.person, NotificationPreferences(QuietHours(zone=time_zone), visitor.language)
    )


def _parse_hour(text: str) -> int:
    """Return the hour that a form field names, or -1 if the text is not one or two digits. Values
    above 23 are not refused here."""
    return int(text) if re.fullmatch(r"\d{1,2}", text) else -1
