"""Moves for robots that do not answer. A robot may be stuck, or no worker may run. If a person is
connected and the robot was asked too long ago, the table makes the game's default move for it, as a
deadline would.

Without a connected person nothing is done. The robot answers when its worker is back, and robots alone at a
table wait for a viewer.
"""

from __future__ import annotations

import asyncio
import time
from functools import partial

from malle.background.loops import jittered
from malle.core import Seat
from malle.runtime.log_writes import awaited_robot_bits
from malle.runtime.per_table import for_each_table
from malle.runtime.room import Room
from malle.runtime.table_service import TableService
from malle.runtime.timing.deadlines import play_default_moves
from malle.storage.store import TableId, database_of

MAX_CHECK_INTERVAL_SECONDS = 5.0
"""Seconds between two checks; a quarter of the robots' time limit if that is less."""

_RobotDecision = tuple[TableId, Seat, int]
"""An awaited robot seat: table, seat, and the seq since which it has been awaited."""


def start_loops(service: TableService) -> None:
    """Start the loops that make moves for stuck robots, one loop for each database."""
    for database in service.config.table_databases:
        service.start_loop("slow robots", partial(_move_for_stuck_robots, service, database, {}), database)


async def _move_for_stuck_robots(
    service: TableService, database: int, first_and_last_seen: dict[_RobotDecision, tuple[float, float]]
) -> None:
    """Wait, then send hints for awaited robots where a person is connected, and make the default
    move for robots that are late. One iteration of a loop. `first_and_last_seen` is kept between
    calls: for each decision, when it was first and when it was last seen with a person connected.
    Other entries in the log, or a short absence of viewers, do not restart the time."""
    limit_seconds = service.config.robot_timeout_seconds
    await asyncio.sleep(jittered(min(MAX_CHECK_INTERVAL_SECONDS, limit_seconds / 4)))
    now = time.monotonic()
    rooms = {table_id: room for table_id, room in service.rooms.items() if database_of(table_id) == database}
    waiting = {table_id: room for table_id, room in rooms.items() if _keeps_person_waiting(room)}
    open_decisions = {decision for table_id, room in waiting.items() for decision in _awaited_decisions(table_id, room)}
    for decision in open_decisions:
        first_and_last_seen[decision] = (first_and_last_seen.get(decision, (now, now))[0], now)
    for decision in [
        old_decision
        for old_decision, (_, last_seen) in first_and_last_seen.items()
        if now - last_seen > limit_seconds / 2
    ]:
        del first_and_last_seen[decision]
    for table_id, room in waiting.items():
        service.bus.send_hint(
            table_id, room.table.seq, awaited_robot_bits(room.table)
        )  # for a worker that is new or missed it
    late_seats: dict[TableId, list[Seat]] = {}
    for table_id, seat, since in open_decisions:
        if now - first_and_last_seen[table_id, seat, since][0] >= limit_seconds:
            late_seats.setdefault(table_id, []).append(seat)
    seqs = {
        table_id: waiting[table_id].table.seq for table_id in late_seats
    }  # by the time of `act` they may be asked something else

    async def move_for_robots(id_: TableId) -> None:
        service.counters["robots_late"] += 1
        await play_default_moves(service, id_, seqs[id_], tuple(sorted(late_seats[id_])))

    await for_each_table(service, "slow robot", list(late_seats), move_for_robots)


def _keeps_person_waiting(room: Room) -> bool:
    """Return whether a robot is awaited at this table while a person, player or spectator, is
    connected here."""
    return bool(awaited_robot_bits(room.table)) and any(
        not connection.caller.is_robot for connection in room.connections
    )


def _awaited_decisions(table_id: TableId, room: Room) -> list[_RobotDecision]:
    """Return the decisions that are awaited from robots at this table."""
    table = room.table
    return [(table_id, seat, table.awaited_since[seat]) for seat in table.awaited if table.seat_kinds[seat] == "robot"]
