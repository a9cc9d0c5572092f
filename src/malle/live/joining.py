"""Merges a guest into an account: what a device played as a guest belongs to the person who signs in on it."""

from __future__ import annotations

from uuid import UUID

from malle.live.house import House
from malle.store.store import TableId


async def is_kept(house: House, person: UUID) -> bool:
    """Return whether a person can sign in by something besides one device. This may be a second device, a
    passkey, a printed link, or a verified mail address."""
    store = house.store
    if len(await store.devices.of(person)) > 1 or await store.ways_in.passkeys(person):
        return True
    if await store.ways_in.paper(person) is not None:
        return True
    return any(each.kind == "mail" for each in await store.notices.channels(person))


async def is_guest(house: House, person: UUID) -> bool:
    """Return whether only one device knows this person, and they are no operator. Such a person is merged into
    the account that signs in on their device."""
    return not await is_kept(house, person) and not await house.store.keepers.keeps(person)


async def join_persons(house: House, guest: UUID, device: bytes, person: UUID, *, led: bytes) -> None:
    """Merge a guest into a person: their seats where the person has none, blocked people, invitations and
    notifications. The guest is then forgotten, and `guest_device` becomes the person's and is signed out in
    every process. Browser notifications move to `new_device`. No effect if `guest` is no guest, or the same
    person; a second call changes nothing."""
    if guest == person or not await is_guest(house, guest):
        return
    tables = await house.store.games.hand_over(guest, person, led)
    tables += await house.store.forget(guest)
    await house.store.devices.hand_over(device, person)
    house.persons.forget(device)
    for tab in tables:
        room = house.rooms.get(TableId(tab))
        if room is not None:
            await house.reseat(room)
