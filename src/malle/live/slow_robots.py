"""Moves for robots that do not answer. A robot may be stuck, or no worker may run. If a person is connected
and the robot was asked too long ago, the table makes the harmless move for it, as a deadline would.

Without a connected person nothing is done. The robot answers when its worker is back, and robots alone at a
table wait for a viewer.
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
"""Seconds between two checks, or a quarter of the robots' time limit if that is less."""

_Question = tuple[TableId, Seat, int]
"""An awaited robot seat: table, seat, and the seq since which it has been awaited."""


def start(house: House) -> None:
    """Start one loop for each database that answers for stuck robots."""
    for database in house.config.databases:
        house.loop("slow robots", partial(_look, house, database, {}), database)


async def _look(house: House, database: int, asked: dict[_Question, tuple[float, float]]) -> None:
    """Send hints for awaited robots, and make the harmless move for those that are late. One iteration of a
    loop. `asked` is kept between calls: for each decision, when it was first and when it was last seen with a
    person connected. Other entries in the log, or a short absence of viewers, do not restart it."""
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
        house.bus.hint(id_, room.table.seq, robots_awaited(room.table))  # for a worker that is new or missed it
    late: dict[TableId, list[Seat]] = {}
    for id_, seat, since in stands:
        if now - asked[id_, seat, since][0] >= patience:
            late.setdefault(id_, []).append(seat)
    seqs = {id_: waiting[id_].table.seq for id_ in late}  # by the time of `act` they may be asked something else

    async def act(id_: TableId) -> None:
        house.counts["robots_late"] += 1
        await time_out(house, id_, seqs[id_], tuple(sorted(late[id_])))

    await at_each(house, "slow robot", list(late), act)


def _is_waited_for(room: Room) -> bool:
    """Return whether a person is connected here while a robot is awaited."""
    return bool(robots_awaited(room.table)) and any(not each.who.robot for each in room.connections)


def _questions(id_: TableId, room: Room) -> list[_Question]:
    """Return the decisions that robots owe at this table."""
    table = room.table
    return [(id_, seat, table.since[seat]) for seat in table.awaited if table.kinds[seat] == "robot"]
