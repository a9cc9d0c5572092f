"""What a robot's seat has heard since the first deal.

A robot's view contains all that matters. A program that learns, or that models its opponents, may need to
know how it came about. People get no such history: games of memory do not remember for them.
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
    """Return all moves of the game as this robot's seat heard them, read from the log. Moves that the seat
    cannot see yet are left out. Raises `NotYours` unless the caller is the robot that plays the seat now."""
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
        await asyncio.sleep(0)  # a long game takes ten milliseconds; let other tasks run
    return tuple(heard)
