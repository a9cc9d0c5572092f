"""The visitor of a page about themselves: who they are by their browser's cookie, and what such a page needs."""

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
    """A request from a browser whose person is known."""

    request: Asked
    house: House
    person: UUID
    device: bytes
    """The digest of the device's secret."""
    language: str


async def visit_of(request: Asked, house: House) -> Visit | None:
    """Return the visitor, or `None` for a browser without a device cookie or whose device was closed."""
    device = device_of(request)
    if not device:
        return None
    try:
        person = await house.persons.of(device)
    except NotYours:
        return None
    return Visit(request, house, person, digest(device), language_of(request))


async def need_visit(request: Asked, house: House) -> Visit:
    """Like `find_visitor`, but raise `NotYours` if the browser has no known person."""
    found = await visit_of(request, house)
    if found is None:
        raise NotYours("this browser is nobody yet: play, or come in by a key of yours")
    return found


async def device_or_new(request: Asked, house: House) -> tuple[str, list[Cookie]]:
    """Return the device secret of a browser and the cookie that keeps it. A browser without a valid device gets
    a new secret."""
    found = await visit_of(request, house)
    device = device_of(request) if found is not None else new_device()
    return device, [device_cookie(request, device)]


async def note_device(visit: Visit) -> None:
    """Record this visit in the person's list of devices if anything is stored about the person already.
    Otherwise write nothing, or a client could fill the database with made-up secrets."""
    if await visit.house.store.devices.is_known(visit.person):
        await keep_device(visit)


async def keep_device(visit: Visit) -> None:
    """Record this device in the person's list of devices. For visits that store something about the person, who
    is known from then on."""
    agent = visit.request.headers.get("user-agent", "")
    await visit.house.store.devices.see(visit.device, visit.person, label_of(agent))
