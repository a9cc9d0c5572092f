"""The door of a table that is being filled: a code to be dictated, which leads where the invitation leads."""

from __future__ import annotations

from malle.live.house import House
from malle.live.room import Room
from malle.store.away import Unavailable
from malle.store.door import read_code
from malle.store.store import TableId


async def code_of(house: House, room: Room) -> str:
    """For those who sit there: five letters, which stand for a day at the most. Empty where there is none: the table
    has begun, or its database is away."""
    if room.table.turn is not None:
        return ""
    try:
        return await house.store.doors.code(room.id)
    except Unavailable:
        return ""


async def find(house: House, text: str) -> Room | None:
    """The table that a code leads to, while it is being filled; whoever has it may have the invitation. None: to no
    table, or to none any more."""
    code = read_code(text)
    table = await house.store.doors.find(code) if code else None
    if table is None:
        return None
    room = await house.current(TableId(table))
    return room if room.table.turn is None else None
