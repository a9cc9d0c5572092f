"""Decides which notices are due, and writes them with their final text, from the rows of correspondence
tables.

A turn gets a notice when it begins, another when a fifth of its time is left, and one an hour before its
end. A person gets none while they have the table open or during their quiet hours. After ten in a day, the
rest come in one daily summary. A notice's id is computed from the turn. If a process dies between the two
databases, the next one creates the same id, and no second notice is stored.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import asyncpg
import msgspec

from malle.core import Refused
from malle.notices.texts import Kind, Turned, digest_id, notice_id, summary, text_of
from malle.store.database import Shard
from malle.store.notices import Habits
from malle.store.queries import SLOW
from malle.store.store import Store
from malle.table import Setup
from malle.table.hours import evening, is_quiet, later
from malle.wire.library import Library

PRESENT = 60.0
"""Seconds for which a person counts as present after they had the table open."""
MOST = 10
"""Notices of one person in a day; further ones go into a summary."""
BATCH = 20
"""Turns that are handled in one transaction."""
LATER = timedelta(hours=1)
"""Time until a table is checked again whose game is not installed."""


async def gather(store: Store, library: Library, shard: Shard) -> int:
    """Create the due notices of one database and return how many turns were handled. The turns are locked,
    so each is handled by one process at a time. The progress of the turns is stored only if the whole batch
    succeeds."""

    async def all_of_it() -> int:
        """Handle one batch of due turns in a transaction, and return how many there were."""
        async with shard.pool.acquire() as connection, connection.transaction():
            found = SLOW.due_turns(connection, seconds=PRESENT, most=BATCH)
            rows = [row async for row in found]
            for row in rows:
                try:
                    told, following = await _tell(store, library, row, connection)
                except Refused:  # its game or rules are not installed: only this table waits
                    told, following = row["told"], row["now"] + LATER
                key = {"tab": row["tab"], "seat": row["seat"], "since": row["since"]}
                await SLOW.told(connection, told=told, next=following, **key)
            return len(rows)

    count: int = await shard.ask(all_of_it())
    return count


async def _tell(store: Store, library: Library, row: asyncpg.Record, connection: Any) -> tuple[str, datetime | None]:
    """Create the notice of one turn if one is due. Return the kind of the last notice, and when to check
    again or `None` for never. In quiet hours only the time of the next check changes."""
    person, now = row["person"], row["now"]
    habits = (await store.notices.habits([person]))[person]
    if is_quiet(now, habits.hours):
        return row["told"], later(now, 0, habits.hours)
    kind = stage(row["told"], now, fifth=row["fifth"], hour=row["hour"])
    if kind is None:
        return row["told"], _next(row["told"], now, row)
    if await store.notices.channels(person):
        await _add(store, library, row, habits, kind, connection)
    return kind, _next(kind, now, row)


def stage(told: str, now: datetime, *, fifth: datetime, hour: datetime) -> Kind | None:
    """Return the kind of notice that is due, or `None` if it was sent already. `last_kind` is the kind sent
    last, or an empty string. If several are overdue, only the latest is sent."""
    due: Kind = "hour" if now >= hour else "fifth" if now >= fifth else "turn"
    order = ("", "turn", "fifth", "hour")
    return due if order.index(due) > order.index(told) else None


def _next(told: str, now: datetime, row: asyncpg.Record) -> datetime | None:
    """Return when the next notice of a turn is due after the kind `last_kind`, or `None` if there is none."""
    left = {"": ("fifth", "hour"), "turn": ("fifth", "hour"), "fifth": ("hour",), "hour": ()}[told]
    ahead = [row[name] for name in left if row[name] > now]
    return min(ahead) if ahead else None


async def _add(
    store: Store, library: Library, row: asyncpg.Record, habits: Habits, kind: Kind, connection: Any
) -> None:
    """Write the notice of one turn. If the person has had `MAX_NOTICES_PER_DAY` that day, schedule a daily
    summary instead."""
    person, day = row["person"], habits.hours.local(row["now"]).date()
    setup = msgspec.json.decode(row["setup"], type=Setup)
    people = [each["person"] async for each in SLOW.people_at(connection, tab=row["tab"])]
    names = await store.names(people)
    turned = Turned(
        sheet=library.sheet(setup.game, setup.version),
        others=[names[each] for each in people if each != person and each in names],
        pace=setup.pace or 0,
        until=row["until"],
        reserve=row["ends"] > row["until"],
    )
    text = text_of(kind, turned, habits.hours, habits.language)
    is_told = await store.notices.add(
        notice_id(person, row["tab"], row["seat"], row["since"], kind),
        person,
        tab=row["tab"],
        seat=row["seat"],
        since=row["since"],
        kind=kind,
        day=day,
        most=MOST,
        names=people,
        until=row["ends"],
        title=text.title,
        body=text.body,
    )
    if not is_told:
        await store.notices.add_digest(digest_id(person, day), person, day, evening(row["now"], habits.hours))


async def sum_up(store: Store, library: Library) -> int:
    """Write the daily summaries that are due, over all turns that wait for the person then. Return how many."""
    due = await store.notices.due_digests()
    for id_, person in due:
        await _sum_up(store, library, id_, person)
    return len(due)


async def _sum_up(store: Store, library: Library, id_: UUID, person: UUID) -> None:
    """Write one person's summary. Tables whose game is not installed are left out."""
    habits = (await store.notices.habits([person]))[person]
    waiting = await store.slow.awaits(person)
    tables = [
        (sheet, each.until)
        for each in waiting
        if (sheet := library.find_sheet(each.setup.game, each.setup.version)) is not None
    ]
    text = summary(tables, habits.hours, habits.language)
    until = max((each.ends for each in waiting), default=None)
    await store.notices.write_digest(id_, text.title, text.body, until)
