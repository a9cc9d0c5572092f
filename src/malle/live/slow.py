"""Deadlines of correspondence tables: until when each awaited player has time, and how much of the time bank
is used.

Each decision has its decision time, and each person a time bank for the whole game; both stop during their
quiet hours. None of this is on a move's path. A move is written with the decision time as its deadline, which
is never too late. The next process that looks settles the true deadline, as rows that the notifier reads. A
deadline that comes first is settled before it is acted on.

When several seats are asked at once, the table waits for all of them, or for the last of their deadlines.
While the people's database is unavailable, quiet hours are unknown and nothing is settled: earlier deadlines
stay valid, and new ones wait.
"""

from __future__ import annotations

import asyncio
from datetime import timedelta
from functools import partial

from malle.live import lag
from malle.live.each import at_each
from malle.live.house import House
from malle.live.room import Room
from malle.loops import about
from malle.store.away import Unavailable
from malle.store.slow import Turn
from malle.store.store import TableId, database_of
from malle.table.hours import between, later

GRACE = 60.0
"""Seconds after which a player who was asked, or has gone, is notified that it is their turn."""
LAST_HOUR = 3600.0


def start(house: House) -> None:
    """Start one loop for each database that settles deadlines."""
    for database in house.config.databases:
        house.loop("slow", partial(_look, house, database), database)


async def _look(house: House, database: int) -> None:
    """Record which awaited players are looking, and settle the deadlines of tables that have moved on. One
    iteration of a loop."""
    await asyncio.sleep(about(house.config.sweep / 2))
    try:
        unsettled = await house.store.slow.unsettled(database)
        await house.store.slow.seen(database, _present(house, database))
    except Unavailable:
        return  # the store logs it

    async def act(id_: TableId) -> None:
        await settle(house, await house.room(id_))

    await at_each(house, "slow", map(TableId, unsettled), act)


def _present(house: House, database: int) -> list[tuple[int, int]]:
    """Return (table, seat) for awaited players of correspondence tables who have the page before them at this
    process."""
    rooms = [room for room in house.rooms.values() if room.connections and room.table.setup.bank]
    return [
        (room.id, seat)
        for room in rooms
        if database_of(room.id) == database
        for seat in room.table.awaited
        if room.present()[0] >> seat & 1
    ]


async def settle(house: House, room: Room) -> float | None:
    """Settle the deadlines of a correspondence table at its present seq, and write them. Return the seconds
    until the table's deadline, or `None` if there is none or the table has moved on. Raises `Unavailable` if
    quiet hours cannot be read. Once written, the table is no longer listed as unsettled."""
    store = house.store.slow
    await house.catch_up({room.id: room})
    table = room.table
    sitters = await house.sitters.learn(room)
    before = await store.before(room.id)
    people = {each.person for each in sitters.values()} | {each.person for each in before}
    habits = await house.store.notices.habits_now(people)
    pace, bank = float(table.setup.pace or 0), float(table.setup.bank)
    used = {
        each.seat: (each.seq, over)
        for each in before
        if each.answered is not None and each.seq is not None
        if (over := between(each.until, each.answered, habits[each.person].hours)) > 0
    }
    spent = await store.spend(room.id, used)
    waited = [seat for seat in table.awaited if table.kinds[seat] == "person" and seat in sitters]
    asked = await store.asked(room.id, [table.since[seat] for seat in waited], house.config.window)
    turns = []
    for seat in waited:
        person, at = sitters[seat].person, asked[table.since[seat]]
        hours, left = habits[person].hours, max(0.0, bank - spent.get(seat, 0.0))
        turns.append(
            Turn(
                seat=seat,
                since=table.since[seat],
                person=person,
                asked=at,
                until=later(at, pace, hours),
                ends=later(at, pace + left, hours),
                fifth=later(at, pace * 4 / 5, hours),
                hour=later(at, max(0.0, pace + left - LAST_HOUR), hours),
                next=later(at + timedelta(seconds=GRACE), 0, hours),
            )
        )
    seconds = await store.settle(room.id, table.seq, turns, over=table.over is not None)
    if seconds is not None and room.table is table:
        room.reserve = round(max(((each.ends - each.until).total_seconds() for each in turns), default=0))
        room.set_clock(seconds)
        if not lag.seconds_left(room):  # otherwise it is shown with the delayed reveal
            room.wake()
    return seconds


async def is_due(house: House, id_: TableId, seq: int) -> bool:
    """Return whether the time of all awaited players has run out at this seq. Always true for a table without
    a time bank; for others the deadline is settled first, or the settled one counts."""
    room = await house.room(id_)
    if not room.table.setup.bank:
        return True
    try:
        seconds = await settle(house, room)
    except Unavailable:
        seconds = await house.store.slow.left(id_, seq)
    return room.table.seq == seq and seconds is not None and seconds <= 0
