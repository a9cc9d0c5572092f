"""Decides who may open tables on this site: everybody, browsers that came by the site link, or site admins.

A browser that came by the site link shows a cookie. The cookie is good until an admin makes another link.
Accepting an invitation and playing again with the same people are always allowed.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
from collections.abc import Mapping
from hashlib import sha256

from litestar.datastructures import Cookie

from malle.background.loops import jittered
from malle.core import MalleError
from malle.runtime.seats.identity import NotYours
from malle.runtime.table_service import TableService
from malle.storage.database_errors import DatabaseUnavailable
from malle.web.error_pages import AnyRequest
from malle.web.security.device_cookie import COOKIE_LIFETIME_SECONDS, read_device_secret

SITE_LINK_COOKIE = "malle-house"
SETTINGS_REFRESH_SECONDS = 10.0
"""Mean seconds between two reads of the site settings."""
OPENING_RULES = ("all", "link", "keepers")
"""Values of the site setting `opens`. The first is the default."""


class NotAllowedToOpen(MalleError):
    """Tables are opened here by those who keep the house, or who have its link."""

    slug = "not-opener"


def get_opening_rule(site_settings: Mapping[str, str]) -> str:
    """Return which of `OPENING_RULES` the site settings choose; the first if they choose none."""
    return site_settings.get("opens", OPENING_RULES[0])


def make_site_link_cookie(link: str) -> Cookie:
    """Make the cookie that a browser gets when it comes by the site link. It holds a digest of `link`."""
    return Cookie(
        SITE_LINK_COOKIE, value=_digest_link(link), httponly=True, samesite="lax", max_age=COOKIE_LIFETIME_SECONDS
    )


async def is_site_admin(request: AnyRequest, service: TableService) -> bool:
    """Return whether this browser belongs to a site admin. Return False without a device cookie, or
    if the device was signed out. Raise `DatabaseUnavailable` if the database is away."""
    device = read_device_secret(request)
    try:
        return bool(device) and await service.store.operators.is_operator(
            await service.device_owners.person_of_token(device)
        )
    except NotYours:
        return False


async def require_may_open(request: AnyRequest, service: TableService) -> None:
    """Raise `NotAllowedToOpen` if this browser may not open a table under the site settings.

    While the database is away, the cached settings count. Raise `DatabaseUnavailable` if none are
    cached, or if the answer depends on whether the browser is an admin's.
    """
    site_settings = await service.store.operators.site_settings()
    rule = get_opening_rule(site_settings)
    if rule == OPENING_RULES[0]:
        return
    link = site_settings.get("link", "")
    cookie = request.cookies.get(SITE_LINK_COOKIE, "")
    if rule == "link" and link and hmac.compare_digest(cookie.encode(), _digest_link(link).encode()):
        return
    if not await is_site_admin(request, service):
        raise NotAllowedToOpen()


async def refresh_settings(service: TableService) -> None:
    """Wait some ten seconds, then read the site settings again and cache them. This is one turn of
    a background loop. While the database is away the cached settings stay as they are."""
    await asyncio.sleep(jittered(SETTINGS_REFRESH_SECONDS))
    with contextlib.suppress(DatabaseUnavailable):
        await service.store.operators.site_settings()


def _digest_link(link: str) -> str:
    """Return the hexadecimal digest of a site link, which is the value of its cookie."""
    return sha256(b"malle house\n" + link.encode()).hexdigest()
