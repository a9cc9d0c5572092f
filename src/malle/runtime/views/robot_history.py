"""What a robot's seat has heard since the first deal.

A robot's view contains all that matters. A program that learns, or that models its opponents, may need to
know how it came about. People get no such history: games of memory do not remember for them.
"""

from __future__ import annotations

import asyncio

from malle.protocol.messages import HeardMove
from malle.runtime.room import Room
from malle.runtime.seats.identity import Caller, NotYours
from malle.runtime.seats.seat_owners import may_act_for
from malle.runtime.table_service import TableService
from malle.runtime.views.frames import robot_history


async def load_robot_history(service: TableService, room: Room, caller: Caller) -> tuple[HeardMove, ...]:
    """Return all moves of the game as this robot's seat heard them, read from the log. Moves that
    the seat cannot see yet are left out. Raises `NotYours` unless the caller is a robot whose seat
    a robot plays now."""
    seat = caller.seat
    if seat is None or not caller.is_robot or not may_act_for(room, caller, seat):
        raise NotYours("only the robot that plays a seat may ask what it has heard")
    loaded = await service.store.load_table(room.id, whole_log=True)
    visible_seq = room.visible_room(seat).table.seq
    table = service.build_initial_table(loaded)
    heard: list[HeardMove] = []
    for entry in loaded.entries:
        if entry.seq > visible_seq:
            break
        step = table.follow(entry)
        table = step.table
        heard += robot_history([step], seat)
        await asyncio.sleep(0)  # a long game takes ten milliseconds; let other tasks run
    return tuple(heard)
