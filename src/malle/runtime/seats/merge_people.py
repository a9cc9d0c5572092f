"""Merges a guest into an account: what a device played as a guest belongs to the person who signs in on it."""

from __future__ import annotations

from uuid import UUID

from malle.runtime.table_service import TableService
from malle.storage.store import TableId


async def has_other_login(service: TableService, person: UUID) -> bool:
    """Return whether a person can sign in on a new device, or has a second one. True with two open
    devices, a passkey, a printed link, or a mail address for notifications."""
    store = service.store
    if len(await store.devices.list_open(person)) > 1 or await store.logins.list_passkeys(person):
        return True
    if await store.logins.printed_link_made_at(person) is not None:
        return True
    return any(channel.kind == "mail" for channel in await store.notices.list_channels(person))


async def is_guest(service: TableService, person: UUID) -> bool:
    """Return whether a person is known by one device alone, and is no operator. Such a person is
    merged into the account that signs in on that device."""
    return not await has_other_login(service, person) and not await service.store.operators.is_operator(person)


async def merge_guest(
    service: TableService, guest: UUID, guest_device: bytes, person: UUID, *, new_device: bytes
) -> None:
    """Merge a guest into a person. The person gets the guest's seats (except at tables where they
    have one), blocks, invitations and notifications. The guest is then erased, and `guest_device`
    becomes the person's but is signed out everywhere. Browser notifications move to `new_device`.
    No effect if `guest` is no guest or is the same person, so a second call changes nothing."""
    if guest == person or not await is_guest(service, guest):
        return
    tables = await service.store.game_history.transfer_seats(guest, person, new_device)
    tables += await service.store.erase_person(guest)
    await service.store.devices.retire_guest_device(guest_device, person)
    service.device_owners.invalidate(guest_device)
    for table_id in tables:
        room = service.rooms.get(TableId(table_id))
        if room is not None:
            await service.refresh_seat_owners(room)
