"""How a person is notified of their turn, and in which hours not: the section of `/me`, its routes, and private
feeds."""

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
from malle.live.house import House
from malle.notices import feeds
from malle.store.notices import Channel, Habits
from malle.table.hours import Hours, is_zone, need_hours
from malle.web.address import site_address
from malle.web.paces import hour_of
from malle.web.page import Asked, say
from malle.web.pages import Pages
from malle.web.visit import Visit, need_visit
from malle.wire.push import Subscription, is_push_service, push_keys

Form = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
MOST_CHANNELS = 12
"""Browsers of one person that can get push notifications."""


class Browser(msgspec.Struct, forbid_unknown_fields=True):
    """A browser's registration for push notifications."""

    endpoint: str
    p256dh: str
    auth: str
    zone: str = ""
    """The browser's time zone."""


async def notices_section(pages: Pages, visit: Visit) -> str:
    """Return the section on notifications of one's turn: push on this device, mail, feed, and quiet hours. Mail
    is left out if the site sends none."""
    language, house = visit.language, visit.house
    channels = await house.store.notices.channels(visit.person)
    habits = (await house.store.notices.habits([visit.person]))[visit.person]
    rows = [_push_row(pages, visit)]
    if house.config.mail is not None:
        rows.append(_mail_row(pages, language, next((each.target for each in channels if each.kind == "mail"), "")))
    rows.append(_feed_row(pages, visit, next((each for each in channels if each.kind == "feed"), None)))
    return f'<section class="pane" id="notices"><h2>{say(language, "tell-title")}</h2><ul class="lines telling">{"".join(rows)}</ul>{_hours(pages, language, habits)}</section>'


def _push_row(pages: Pages, visit: Visit) -> str:
    """Return the row for push on this device. The script shows its button if the browser supports push."""
    language, key = visit.language, next(iter(push_keys(visit.house.config.keys)))
    words = " ".join(
        f'data-{name}="{say(language, f"tell-push-{name}")}"' for name in ("on", "off", "refused", "none", "is-on")
    )
    return f'<li id="push" data-key="{key}" {words}>{pages.icon("i-bell", "0 0 24 24")}<span class="t"><b>{say(language, "tell-push")}</b><small role="status">{say(language, "tell-push-what")}</small></span><button class="mini-btn" type="button" hidden>{say(language, "tell-push-on")}</button></li>'


def _mail_row(pages: Pages, language: str, mail: str) -> str:
    """Return the row for mail: the proven address with a button to forget it, or a field for an address if
    `mail` is empty."""
    if mail:
        what = f'<form method="post" action="/me/notices/mail/close"><button class="mini-btn">{say(language, "tell-push-off")}</button></form>'
        note = escape(mail)
    else:
        what = f'<form class="ask" method="post" action="/me/notices/mail"><input type="email" name="mail" required maxlength="120" autocomplete="email" aria-label="{say(language, "tell-mail-field")}" placeholder="{say(language, "tell-mail-field")}"><button class="mini-btn">{say(language, "tell-mail-send")}</button></form>'
        note = say(language, "tell-mail-what")
    return f'<li>{pages.icon("i-mail", "0 0 24 24")}<span class="t"><b>{say(language, "tell-mail")}</b><small>{note}</small></span>{what}</li>'


def _feed_row(pages: Pages, visit: Visit, feed: Channel | None) -> str:
    """Return the row for the private feed: its addresses to copy, or a button to create it."""
    language = visit.language
    head = f'{pages.icon("i-calendar", "0 0 24 24")}<span class="t"><b>{say(language, "tell-feed")}</b><small>{say(language, "tell-feed-what")}</small></span>'
    if feed is None:
        return f'<li>{head}<form method="post" action="/me/notices/feed"><input type="hidden" name="zone" data-zone><button class="mini-btn">{say(language, "tell-feed-make")}</button></form></li>'
    at = _feed_address(visit, feed)
    copies = "".join(
        f'<button class="mini-btn" type="button" data-copy="{at}.{kind}" data-done="{say(language, "page-copied")}"><span role="status">{say(language, f"tell-feed-{kind}")}</span></button>'
        for kind in ("atom", "ics")
    )
    return f'<li>{head}<div class="acts">{copies}<form method="post" action="/me/notices/feed/close"><button class="mini-btn">{say(language, "tell-push-off")}</button></form></div></li>'


def _feed_address(visit: Visit, feed: Channel) -> str:
    """Return the secret address of a feed, without its ending `.atom` or `.ics`."""
    return f"{site_address(visit.request, visit.house.config)}/feeds/{visit.house.config.keys.feed(feed.target)}"


def _hours(pages: Pages, language: str, habits: Habits) -> str:
    """Return the form for quiet hours: a day of 24 cells, the quiet ones hatched, and two lists to choose from."""
    hours = habits.hours
    cells = "".join(f"<i{' class=q' if (each - hours.begins) % 24 < hours.long else ''}></i>" for each in range(24))
    told = say(language, "tell-quiet-from", begins=hour_of(language, hours.begins), ends=hour_of(language, hours.ends))
    told = told if hours.long else say(language, "tell-quiet-none")
    lists = "".join(
        f'<label>{say(language, f"tell-quiet-{name}")}<select name="{name}">{_options(language, chosen)}</select></label>'
        for name, chosen in (("begins", hours.begins), ("ends", hours.ends))
    )
    return f'<form class="quiet-hours" method="post" action="/me/notices"><div class="over"><b>{pages.icon("i-moon", "0 0 24 24")}{say(language, "tell-quiet")}</b><span>{told}</span></div><div class="day" role="img" aria-label="{told}">{cells}</div><p><small>{say(language, "tell-quiet-what")}</small></p><input type="hidden" name="zone" data-zone data-known="{escape(hours.zone)}"><div class="row">{lists}<button class="mini-btn">{say(language, "page-keep")}</button></div></form>'


def _options(language: str, chosen: int) -> str:
    """Return 24 HTML options, one for each hour, with one selected."""
    return "".join(
        f'<option value="{each}"{" selected" if each == chosen else ""}>{hour_of(language, each)}</option>'
        for each in range(24)
    )


def handlers(house: House) -> list[ControllerRouterHandler]:
    """Return the route handlers of this section and of the feeds."""
    store = house.store

    @post("/me/notices", status_code=303)
    async def set_hours(request: Asked, data: Form) -> Response[Any]:
        """Set the person's quiet hours, in their time zone. They apply from their next turn. Raise `Refused`
        for hours or a zone that are not valid."""
        visit = await need_visit(request, house)
        begins, ends = (_hour(data.get(name, "")) for name in ("begins", "ends"))
        hours = need_hours(begins, ends, data.get("zone", "") or house.config.zone)
        await store.notices.set_habits(visit.person, Habits(hours, visit.language))
        return Redirect("/me#notices", status_code=303)

    @post("/me/notices/push", status_code=201)
    async def push_on(request: Asked, data: JSONBody[Browser]) -> None:
        """Send this browser push notifications. An earlier registration of the same browser is replaced, and
        the oldest ones above the limit are dropped. Raise `Refused` for an unknown push service."""
        visit = await need_visit(request, house)
        key = next(iter(push_keys(house.config.keys)))
        if not is_push_service(data.endpoint, house.config.push):
            raise Refused("this browser names a push service that is not known here; the host may add it (MALLE_PUSH)")
        if not all(re.fullmatch(r"[\w-]{1,200}={0,2}", each, re.ASCII) for each in (data.p256dh, data.auth)):
            raise Refused("this is not what a browser gives for push")
        known = [each for each in await store.notices.channels(visit.person) if each.kind == "push"]
        target = msgspec.json.encode(Subscription(data.endpoint, data.p256dh, data.auth, key)).decode()
        for each in tuple(known):  # a browser is registered once, with the current key
            if msgspec.json.decode(each.target, type=Subscription).endpoint == data.endpoint:
                known.remove(each)
                if each.target != target:
                    await store.notices.drop_channels(visit.person, "push", each.target)
        for each in known[: max(0, len(known) - MOST_CHANNELS + 1)]:
            await store.notices.drop_channels(visit.person, "push", each.target)
        await _meet(visit, data.zone)
        await store.notices.open_channel(visit.person, "push", target, visit.device)

    @post("/me/notices/push/close", status_code=201)
    async def push_off(request: Asked, data: JSONBody[Browser]) -> None:
        """Stop push notifications to this browser."""
        visit = await need_visit(request, house)
        for each in await store.notices.channels(visit.person):
            is_it = (
                each.kind == "push" and msgspec.json.decode(each.target, type=Subscription).endpoint == data.endpoint
            )
            if is_it:
                await store.notices.drop_channels(visit.person, "push", each.target)

    @post("/me/notices/mail/close", status_code=303)
    async def mail_off(request: Asked) -> Response[Any]:
        """Stop notifications by mail and forget the address."""
        await store.notices.drop_channels((await need_visit(request, house)).person, "mail")
        return Redirect("/me#notices", status_code=303)

    @post("/me/notices/feed", status_code=303)
    async def feed_on(request: Asked, data: Form) -> Response[Any]:
        """Create a secret feed address. An earlier address stops working."""
        visit = await need_visit(request, house)
        await store.notices.drop_channels(visit.person, "feed")
        await _meet(visit, data.get("zone", ""))
        await store.notices.open_channel(visit.person, "feed", secrets.token_hex(16))
        return Redirect("/me#notices", status_code=303)

    @post("/me/notices/feed/close", status_code=303)
    async def feed_off(request: Asked) -> Response[Any]:
        """Remove the feed. Its address stops working."""
        await store.notices.drop_channels((await need_visit(request, house)).person, "feed")
        return Redirect("/me#notices", status_code=303)

    @get("/feeds/{name:str}")
    async def feed(request: Asked, name: FromPath[str]) -> Response[bytes]:
        """Serve a private feed to anybody who knows its address: notifications as `atom`, deadlines as `ics`.
        Answer 404 for an unknown address or ending."""
        token, _, kind = name.rpartition(".")
        found = house.config.keys.read_feed(token)
        person = await store.notices.whose("feed", found) if found else None
        if person is None or kind not in ("atom", "ics"):
            raise NotFoundException
        habits, site = (await store.notices.habits([person]))[person], site_address(request, house.config)
        kept = {"cache-control": "private, no-cache", "x-robots-tag": "noindex"}
        if kind == "atom":
            made = feeds.atom(await store.notices.of(person), site, f"{site}/feeds/{name}", habits.language)
            return Response(made, media_type="application/atom+xml", headers=kept)
        waiting = [
            (each, sheet)
            for each in await house.store.slow.awaits(person)
            if (sheet := house.library.find_sheet(each.setup.game, each.setup.version)) is not None
        ]
        return Response(feeds.calendar(waiting, habits, site, person), media_type="text/calendar", headers=kept)

    return [set_hours, push_on, push_off, mail_off, feed_on, feed_off, feed]


async def _meet(visit: Visit, zone: str) -> None:
    """Store the usual quiet hours in this time zone, unless the person chose hours already. An unknown zone is
    replaced by that of the site."""
    own = zone if is_zone(zone) else visit.house.config.zone
    await visit.house.store.notices.meet_habits(visit.person, Habits(Hours(zone=own), visit.language))


def _hour(text: str) -> int:
    """Return the number that a form names, or -1 if it is not one or two digits."""
    return int(text) if re.fullmatch(r"\d{1,2}", text) else -1
