"""Two persons who turn out to be one: what a device played as a guest is theirs who come in on it."""

from __future__ import annotations

from uuid import UUID

from malle.live.house import House
from malle.store.store import TableId


async def join_persons(house: House, guest: UUID, person: UUID) -> None:
    """The seats of a guest become a person's, where they have none; the guest is nobody any more. Only one who has no
    other device and no way in of their own is a guest: anybody else stays who they are."""
    if len(await house.store.devices.of(guest)) > 1 or await house.store.ways_in.passkeys(guest):
        return
    if await house.store.ways_in.paper(guest) is not None:
        return
    for tab in await house.store.games.hand_over(guest, person):
        room = house.rooms.get(TableId(tab))
        if room is not None:
            await house.reseat(room)
