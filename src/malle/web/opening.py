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

from malle.core import MalleError
from malle.live.caller import NotYours
from malle.live.house import House
from malle.loops import about
from malle.store.away import Unavailable
from malle.web.device import KEPT, device_of
from malle.web.trouble import Asked

COOKIE = "malle-house"
LOOKS = 10.0
"""Mean seconds between two reads of the site settings."""
WHO = ("all", "link", "keepers")
"""Values of the site setting `opens`. The first is the default."""


class NotOpener(MalleError):
    """Tables are opened here by those who keep the house, or who have its link."""

    slug = "not-opener"


def who_opens(settled: Mapping[str, str]) -> str:
    """Return which of `OPENING_RULES` the site settings choose; the first if they choose none."""
    return settled.get("opens", WHO[0])


def guest_cookie(link: str) -> Cookie:
    """Make the cookie that a browser gets when it comes by the site link. It holds a digest of `link`."""
    return Cookie(COOKIE, value=_shown(link), httponly=True, samesite="lax", max_age=KEPT)


async def keeps_house(request: Asked, house: House) -> bool:
    """Tell whether this browser belongs to a site admin. Return False for a new or closed device. Raise
    `DatabaseUnavailable` if the database is away."""
    device = device_of(request)
    try:
        return bool(device) and await house.store.keepers.keeps(await house.persons.of(device))
    except NotYours:
        return False


async def need_opener(request: Asked, house: House) -> None:
    """Raise `NotAllowedToOpen` if this browser may not open a table under the site settings. Raise
    `DatabaseUnavailable` if the database is away and the answer depends on it."""
    settled = await house.store.keepers.settled()
    who = who_opens(settled)
    if who == WHO[0]:
        return
    link = settled.get("link", "")
    shown = request.cookies.get(COOKIE, "")
    if who == "link" and link and hmac.compare_digest(shown.encode(), _shown(link).encode()):
        return
    if not await keeps_house(request, house):
        raise NotOpener()


async def look(house: House) -> None:
    """Wait some ten seconds, then read and cache the site settings again. One turn of a background loop. While
    the database is away the settings stay as they were cached."""
    await asyncio.sleep(about(LOOKS))
    with contextlib.suppress(Unavailable):
        await house.store.keepers.settled()


def _shown(link: str) -> str:
    """Return the hexadecimal digest that the cookie for a site link holds."""
    return sha256(b"malle house\n" + link.encode()).hexdigest()
