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

from malle.background.loops import jittered
from malle.runtime.per_table import for_each_table
from malle.runtime.room import Room
from malle.runtime.table_service import TableService
from malle.runtime.timing import reveal_delay
from malle.storage.database_errors import DatabaseUnavailable
from malle.storage.store import TableId, database_of
from malle.storage.tables.correspondence_store import CorrespondenceTurn
from malle.table.quiet_hours import add_awake_seconds, awake_seconds_between

TURN_NOTICE_DELAY_SECONDS = 60.0
"""Seconds after which a player who was asked, or has gone, is notified that it is their turn."""
LAST_HOUR_SECONDS = 3600.0
"""How long before a player's time is over, time bank included, their last hour begins."""


def start_loops(service: TableService) -> None:
    """Start the loops that settle the deadlines of correspondence tables, one loop for each
    database."""
    for database in service.config.table_databases:
        service.start_loop("slow", partial(_settle_unsettled, service, database), database)


async def _settle_unsettled(service: TableService, database: int) -> None:
    """Wait, then record which awaited players have the page before them, and settle the deadlines
    of tables that have moved on. One iteration of a loop. Nothing happens while the database is
    unavailable."""
    await asyncio.sleep(jittered(service.config.sync_seconds / 2))
    try:
        unsettled = await service.store.correspondence.unsettled_tables(database)
        await service.store.correspondence.mark_seen(database, _present_seats(service, database))
    except DatabaseUnavailable:
        return  # the store logs it

    async def settle_table(id_: TableId) -> None:
        await settle_deadlines(service, await service.get_room(id_))

    await for_each_table(service, "slow", map(TableId, unsettled), settle_table)


def _present_seats(service: TableService, database: int) -> list[tuple[int, int]]:
    """Return (table, seat) for each awaited player of this database's correspondence tables who has
    the page before them at this process."""
    rooms = [room for room in service.rooms.values() if room.connections and room.table.setup.bank]
    return [
        (room.id, seat)
        for room in rooms
        if database_of(room.id) == database
        for seat in room.table.awaited
        if room.local_presence()[0] >> seat & 1
    ]


async def settle_deadlines(service: TableService, room: Room) -> float | None:
    """Compute the deadlines of a correspondence table at its present seq, and write them, with the
    use of the time banks. Return the seconds until the table's deadline. `None` if there is none,
    or if the table has moved on. The room's deadline is set, too. Raises `DatabaseUnavailable` if
    quiet hours cannot be read. Once written, the table is no longer listed as unsettled."""
    store = service.store.correspondence
    await service.catch_up({room.id: room})
    table = room.table
    owners = await service.seat_owners.load_owners(room)
    awaited_before = await store.stored_turns(room.id)
    people = {entry.person for entry in owners.values()} | {entry.person for entry in awaited_before}
    habits = await service.store.notices.current_preferences(people)
    decision_seconds, bank_seconds = float(table.setup.pace or 0), float(table.setup.bank)
    used_by_seat = {
        entry.seat: (entry.seq, overtime)
        for entry in awaited_before
        if entry.answered is not None and entry.seq is not None
        if (overtime := awake_seconds_between(entry.until, entry.answered, habits[entry.person].hours)) > 0
    }
    spent = await store.spend_time_bank(room.id, used_by_seat)
    awaited_seats = [seat for seat in table.awaited if table.seat_kinds[seat] == "person" and seat in owners]
    asked_at = await store.asked_times(
        room.id, [table.awaited_since[seat] for seat in awaited_seats], service.config.min_answer_seconds
    )
    turns = []
    for seat in awaited_seats:
        person, asked_time = owners[seat].person, asked_at[table.awaited_since[seat]]
        hours, bank_left = habits[person].hours, max(0.0, bank_seconds - spent.get(seat, 0.0))
        turns.append(
            CorrespondenceTurn(
                seat=seat,
                since=table.awaited_since[seat],
                person=person,
                asked=asked_time,
                until=add_awake_seconds(asked_time, decision_seconds, hours),
                ends=add_awake_seconds(asked_time, decision_seconds + bank_left, hours),
                fifth=add_awake_seconds(asked_time, decision_seconds * 4 / 5, hours),
                hour=add_awake_seconds(asked_time, max(0.0, decision_seconds + bank_left - LAST_HOUR_SECONDS), hours),
                next=add_awake_seconds(asked_time + timedelta(seconds=TURN_NOTICE_DELAY_SECONDS), 0, hours),
            )
        )
    seconds = await store.settle_turns(room.id, table.seq, turns, is_over=table.over is not None)
    if seconds is not None and room.table is table:
        room.time_bank_seconds = round(max(((entry.ends - entry.until).total_seconds() for entry in turns), default=0))
        room.set_seconds_left(seconds)
        if not reveal_delay.remaining_delay_seconds(room):  # otherwise it is shown with the delayed reveal
            room.notify_all()
    return seconds


async def is_deadline_due(service: TableService, table_id: TableId, seq: int) -> bool:
    """Return whether the time of all awaited players has run out at this seq. Always true for a
    table without a time bank: its deadline is exact. For others the deadline is settled first; if
    quiet hours cannot be read, the deadline settled before counts."""
    room = await service.get_room(table_id)
    if not room.table.setup.bank:
        return True
    try:
        seconds = await settle_deadlines(service, room)
    except DatabaseUnavailable:
        seconds = await service.store.correspondence.seconds_left(table_id, seq)
    return room.table.seq == seq and seconds is not None and seconds <= 0
