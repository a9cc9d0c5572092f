"""A robot that does not answer keeps nobody waiting for ever: where somebody looks on and a robot's seat was asked too
long ago, because no worker runs or it is stuck, the table makes the harmless move for it, as a clock would.

Where nobody looks nothing is hurried: the robot answers when its worker is back, and robots alone at a table wait until
somebody comes.
"""

from __future__ import annotations

import asyncio
import time
from functools import partial

from malle.core import Seat
from malle.live.deadlines import time_out
from malle.live.each import at_each
from malle.live.house import House
from malle.live.room import Room
from malle.live.writing import robots_awaited
from malle.loops import about
from malle.store.store import TableId, database_of

OFTEN = 5.0
"""Seconds between two looks, or a quarter of the patience with robots if that is less."""


def start(house: House) -> None:
    """Begins to look, in each database on its own."""
    for database in house.config.databases:
        house.loop("slow robots", partial(_look, house, database, {}), database)


async def _look(house: House, database: int, since: dict[TableId, tuple[int, float]]) -> None:
    """`since` says at which seq, and since when, each table has been waiting for a robot, as this process noticed."""
    patience = house.config.robot_patience
    await asyncio.sleep(about(min(OFTEN, patience / 4)))
    now = time.monotonic()
    here = {id_: room for id_, room in house.rooms.items() if database_of(id_) == database}
    waiting = {id_: room for id_, room in here.items() if _is_waited_for(room)}
    for id_ in [id_ for id_, (seq, _) in since.items() if id_ not in waiting or waiting[id_].table.seq != seq]:
        del since[id_]
    for id_, room in waiting.items():
        house.bus.hint(id_, room.table.seq, robots_awaited(room.table))  # a worker that came since, or missed it
        since.setdefault(id_, (room.table.seq, now))

    async def act(id_: TableId) -> None:
        house.counts["robots_late"] += 1
        await time_out(house, id_, since[id_][0], _robots(waiting[id_]))

    await at_each(house, "slow robot", [id_ for id_ in waiting if now - since[id_][1] >= patience], act)


def _is_waited_for(room: Room) -> bool:
    """Does somebody who is no robot look on, while a robot is awaited?"""
    return bool(robots_awaited(room.table)) and any(not each.who.robot for each in room.connections)


def _robots(room: Room) -> tuple[Seat, ...]:
    return tuple(seat for seat in room.table.awaited if room.table.kinds[seat] == "robot")
