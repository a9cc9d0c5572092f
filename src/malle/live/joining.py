"""Two persons who turn out to be one: what a device played as a guest is theirs who come in on it."""

from __future__ import annotations

from uuid import UUID

from malle.live.house import House
from malle.store.store import TableId


async def is_kept(house: House, person: UUID) -> bool:
    """Is there another way to this person than one device? Their mail address is one, once it was proved."""
    store = house.store
    if len(await store.devices.of(person)) > 1 or await store.ways_in.passkeys(person):
        return True
    if await store.ways_in.paper(person) is not None:
        return True
    return any(each.kind == "mail" for each in await store.notices.channels(person))


async def is_guest(house: House, person: UUID) -> bool:
    """Is this somebody whom only one device knows, and who keeps no house? Then whoever comes in on it is them."""
    return not await is_kept(house, person) and not await house.store.keepers.keeps(person)


async def join_persons(house: House, guest: UUID, device: bytes, person: UUID, *, led: bytes) -> None:
    """The seats of a guest become a person's, where they have none, with whom they blocked, what they were invited to
    and what this browser is told by, which has the device `led` from now on; the guest is forgotten, and their device
    closed, so that every process sends its pages away. Anybody who is no guest stays who they are. A second time
    changes nothing."""
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
