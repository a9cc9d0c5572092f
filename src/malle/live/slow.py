"""Slow tables: until when those have time who are awaited there, and what of their reserve they have used.

A decision has its time, and each person a reserve for the whole game; both stand still in their quiet hours. None of it
is on a move's path: a move is written with the time for a decision as its deadline, which is never too late, and
whichever process looks next settles the true one, as rows that the notifier reads. A deadline that comes before that is
settled first. In a window the table waits for all, or for the last of their times. While the people's database is away
nobody knows those hours and nothing is settled: what was settled before counts, and what was not waits for it.
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
"""Seconds after which somebody who is asked, or has gone, is told that they are awaited."""
LAST_HOUR = 3600.0


def start(house: House) -> None:
    """Begins to look, in each database on its own."""
    for database in house.config.databases:
        house.loop("slow", partial(_look, house, database), database)


async def _look(house: House, database: int) -> None:
    await asyncio.sleep(about(house.config.sweep / 2))
    try:
        unsettled = await house.store.slow.unsettled(database)
        await house.store.slow.seen(database, _present(house, database))
    except Unavailable:
        return  # the store tells it

    async def act(id_: TableId) -> None:
        await settle(house, await house.room(id_))

    await at_each(house, "slow", map(TableId, unsettled), act)


def _present(house: House, database: int) -> list[tuple[int, int]]:
    """The seats of slow tables whose people have the page before them here."""
    rooms = [room for room in house.rooms.values() if room.connections and room.table.setup.bank]
    return [
        (room.id, seat)
        for room in rooms
        if database_of(room.id) == database
        for seat in room.table.awaited
        if room.present()[0] >> seat & 1
    ]


async def settle(house: House, room: Room) -> float | None:
    """Who is awaited at a slow table, since when and until when, at the seq where it is: seconds to the deadline, or
    None if there is none, or if it has moved on meanwhile. `Unavailable` if their hours cannot be read: what is written
    here is not settled again."""
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
        if not lag.seconds_left(room):  # else it is shown with what it belongs to
            room.wake()
    return seconds


async def is_due(house: House, id_: TableId, seq: int) -> bool:
    """Has the time of all run out who are awaited at this table? At a slow one that is settled first, or was."""
    room = await house.room(id_)
    if not room.table.setup.bank:
        return True
    try:
        seconds = await settle(house, room)
    except Unavailable:
        seconds = await house.store.slow.left(id_, seq)
    return room.table.seq == seq and seconds is not None and seconds <= 0
