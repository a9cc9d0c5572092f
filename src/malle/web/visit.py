"""Somebody who looks at a page about themselves: who they are by their browser's cookie, and what that page needs."""

from __future__ import annotations

from uuid import UUID

from litestar.datastructures import Cookie
from msgspec import Struct

from malle.live.caller import NotYours
from malle.live.house import House
from malle.store.store import digest
from malle.web.agent import label_of
from malle.web.device import device_cookie, device_of, new_device
from malle.web.page import Asked, language_of


class Visit(Struct, frozen=True):
    """A request of somebody whose device is known."""

    request: Asked
    house: House
    person: UUID
    device: bytes
    """The digest of the device's secret."""
    language: str


async def visit_of(request: Asked, house: House) -> Visit | None:
    """Who asks; None: a browser that is nobody yet, or was closed."""
    device = device_of(request)
    if not device:
        return None
    try:
        person = await house.persons.of(device)
    except NotYours:
        return None
    return Visit(request, house, person, digest(device), language_of(request))


async def need_visit(request: Asked, house: House) -> Visit:
    """The same where it must be somebody. `NotYours` if it is nobody."""
    found = await visit_of(request, house)
    if found is None:
        raise NotYours("this browser is nobody yet: play, or come in by a key of yours")
    return found


async def device_or_new(request: Asked, house: House) -> tuple[str, list[Cookie]]:
    """The secret of a browser, and the cookie that keeps it; a new one where it has none, or one that was closed."""
    found = await visit_of(request, house)
    device = device_of(request) if found is not None else new_device()
    return device, [device_cookie(request, device)]


async def note_device(visit: Visit) -> None:
    """For the list of devices: this one was here. Of somebody who has only looked nothing is written down, or whoever
    makes up a secret for each page would fill the database."""
    if await visit.house.store.devices.is_known(visit.person):
        await keep_device(visit)


async def keep_device(visit: Visit) -> None:
    """The same for somebody who does something that stays: they are known from now on."""
    agent = visit.request.headers.get("user-agent", "")
    await visit.house.store.devices.see(visit.device, visit.person, label_of(agent))
