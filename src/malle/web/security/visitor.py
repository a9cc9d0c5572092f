"""The visitor of a page: the person whom this browser's cookie leads to, and what pages about that
person need."""

from __future__ import annotations

from uuid import UUID

from litestar.datastructures import Cookie
from msgspec import Struct

from malle.runtime.seats.identity import NotYours
from malle.runtime.table_service import TableService
from malle.storage.store import token_digest
from malle.web.layout import AnyRequest, get_language
from malle.web.security.device_cookie import make_device_cookie, make_device_secret, read_device_secret
from malle.web.security.device_label import make_device_label


class Visitor(Struct, frozen=True):
    """A request from a browser whose person is known. Made by `find_visitor`."""

    request: AnyRequest
    service: TableService
    person: UUID
    device: bytes
    """The digest of the device's secret."""
    language: str


async def find_visitor(request: AnyRequest, service: TableService) -> Visitor | None:
    """Return the visitor, or `None` for a browser without a device cookie or whose device was
    signed out."""
    device = read_device_secret(request)
    if not device:
        return None
    try:
        person = await service.device_owners.person_of_token(device)
    except NotYours:
        return None
    return Visitor(request, service, person, token_digest(device), get_language(request))


async def require_visitor(request: AnyRequest, service: TableService) -> Visitor:
    """Return the visitor as `find_visitor` does, but raise `NotYours` if the browser has no known
    person."""
    found = await find_visitor(request, service)
    if found is None:
        raise NotYours("this browser is nobody yet: play, or come in by a key of yours")
    return found


async def device_or_new(request: AnyRequest, service: TableService) -> tuple[str, list[Cookie]]:
    """Return the device secret of a browser and a list with the cookie that keeps it. A browser
    without a valid device gets a new secret."""
    found = await find_visitor(request, service)
    device = read_device_secret(request) if found is not None else make_device_secret()
    return device, [make_device_cookie(request, device)]


async def record_known_device(visitor: Visitor) -> None:
    """Record this visit in the person's list of devices if anything is stored about the person
    already.

    Otherwise write nothing, or a client could fill the database with made-up secrets.
    """
    if await visitor.service.store.devices.is_person_known(visitor.person):
        await record_device(visitor)


async def record_device(visitor: Visitor) -> None:
    """Record this visit in the person's list of devices, even if nothing was stored about the
    person before. Call it only when something about them is stored."""
    agent = visitor.request.headers.get("user-agent", "")
    await visitor.service.store.devices.record_use(visitor.device, visitor.person, make_device_label(agent))
