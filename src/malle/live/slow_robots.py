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

_Question = tuple[TableId, Seat, int]
"""A robot's seat that is awaited, and the seq since which it has been."""


def start(house: House) -> None:
    """Begins to look, in each database on its own."""
    for database in house.config.databases:
        house.loop("slow robots", partial(_look, house, database, {}), database)


async def _look(house: House, database: int, asked: dict[_Question, tuple[float, float]]) -> None:
    """`asked` says since when each question to a robot has stood, as this process noticed, and when it last did with
    somebody looking on. Whatever people write into the log meanwhile, and though they go for a moment, it is the same
    question."""
    patience = house.config.robot_patience
    await asyncio.sleep(about(min(OFTEN, patience / 4)))
    now = time.monotonic()
    here = {id_: room for id_, room in house.rooms.items() if database_of(id_) == database}
    waiting = {id_: room for id_, room in here.items() if _is_waited_for(room)}
    stands = {question for id_, room in waiting.items() for question in _questions(id_, room)}
    for question in stands:
        asked[question] = (asked.get(question, (now, now))[0], now)
    for question in [each for each, (_, seen) in asked.items() if now - seen > patience / 2]:
        del asked[question]
    for id_, room in waiting.items():
        house.bus.hint(id_, room.table.seq, robots_awaited(room.table))  # a worker that came since, or missed it
    late: dict[TableId, list[Seat]] = {}
    for id_, seat, since in stands:
        if now - asked[id_, seat, since][0] >= patience:
            late.setdefault(id_, []).append(seat)
    seqs = {id_: waiting[id_].table.seq for id_ in late}  # until it is their turn they may be asked something else

    async def act(id_: TableId) -> None:
        house.counts["robots_late"] += 1
        await time_out(house, id_, seqs[id_], tuple(sorted(late[id_])))

    await at_each(house, "slow robot", list(late), act)


def _is_waited_for(room: Room) -> bool:
    """Does somebody who is no robot look on, while a robot is awaited?"""
    return bool(robots_awaited(room.table)) and any(not each.who.robot for each in room.connections)


def _questions(id_: TableId, room: Room) -> list[_Question]:
    table = room.table
    return [(id_, seat, table.since[seat]) for seat in table.awaited if table.kinds[seat] == "robot"]
