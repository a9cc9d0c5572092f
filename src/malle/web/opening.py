"""Who may open tables in this house: everybody, whoever has the link of the house, or those who keep it.

A browser that came by the house's link shows so by a cookie, which is good until a keeper makes another link. Sitting
down by an invitation, and playing again with the same people, is everybody's.
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
"""Seconds after which what was settled is read again."""
WHO = ("all", "link", "keepers")
"""Who may; the first unless a keeper has settled it."""


class NotOpener(MalleError):
    """Tables are opened here by those who keep the house, or who have its link."""

    slug = "not-opener"


def who_opens(settled: Mapping[str, str]) -> str:
    """Who may open tables, by what was settled."""
    return settled.get("opens", WHO[0])


def guest_cookie(link: str) -> Cookie:
    """What a browser shows that came by the link of the house."""
    return Cookie(COOKIE, value=_shown(link), httponly=True, samesite="lax", max_age=KEPT)


async def keeps_house(request: Asked, house: House) -> bool:
    """Is this the browser of somebody who keeps the house?"""
    device = device_of(request)
    try:
        return bool(device) and await house.store.keepers.keeps(await house.persons.of(device))
    except NotYours:
        return False


async def need_opener(request: Asked, house: House) -> None:
    """`NotOpener` if this browser may not open a table here; `Unavailable` if nobody can tell."""
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
    """Keeps in mind what was settled: it counts while the people's database is away."""
    await asyncio.sleep(about(LOOKS))
    with contextlib.suppress(Unavailable):
        await house.store.keepers.settled()


def _shown(link: str) -> str:
    return sha256(b"malle house\n" + link.encode()).hexdigest()
