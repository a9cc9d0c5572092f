"""What a robot's seat has heard since the first deal.

A robot's view has all that matters of it; a program that learns, or that models the others, may want to know how it
came about. People are not told: games of memory do not remember for them.
"""

from __future__ import annotations

import asyncio

from malle.live.caller import Caller, NotYours
from malle.live.frames import recalled
from malle.live.house import House
from malle.live.room import Room
from malle.live.sitters import sits
from malle.wire.messages import Told


async def recall(house: House, room: Room, who: Caller) -> tuple[Told, ...]:
    """All moves that this robot's seat is shown, from the log. `NotYours` for everybody else, and for the robot's own
    token once somebody has taken the seat."""
    seat = who.seat
    if seat is None or not who.robot or not sits(room, who, seat):
        raise NotYours("only the robot that plays a seat may ask what it has heard")
    stored = await house.store.load(room.id, whole=True)
    shown = room.shown_to(seat).table.seq
    table = house.opened(stored)
    heard: list[Told] = []
    for entry in stored.entries:
        if entry.seq > shown:
            break
        step = table.follow(entry)
        table = step.table
        heard += recalled([step], seat)
        await asyncio.sleep(0)  # it takes ten milliseconds in a long game, for which nobody is to wait
    return tuple(heard)
