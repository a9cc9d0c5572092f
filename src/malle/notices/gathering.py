"""Who is to be told what, and when: from the rows of slow tables to notices with a fixed text.

One for each turn, one when a fifth of its time is left, one an hour before its end. None to somebody who has the table
before them or whose hours are quiet, and at most ten a day: what is more is told in one summary. A notice has an id
that is made of the turn, so whoever dies between two databases makes the same one again, which is none.
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
"""Seconds for which somebody who had the table before them counts as there."""
MOST = 10
"""Notices a day; what is more is told in a summary."""
BATCH = 20
LATER = timedelta(hours=1)
"""Until a table is looked at again whose rules are not installed."""


async def gather(store: Store, library: Library, shard: Shard) -> int:
    """Makes the notices that are due in one database: how many turns were looked at. Each turn is one process's at a
    time; what it writes about a turn stands only if all of it does."""

    async def all_of_it() -> int:
        async with shard.pool.acquire() as connection, connection.transaction():
            found = SLOW.due_turns(connection, seconds=PRESENT, most=BATCH)
            rows = [row async for row in found]
            for row in rows:
                try:
                    told, following = await _tell(store, library, row, connection)
                except Refused:  # the game, or its rules, are not installed: the table waits, and nobody else does
                    told, following = row["told"], row["now"] + LATER
                key = {"tab": row["tab"], "seat": row["seat"], "since": row["since"]}
                await SLOW.told(connection, told=told, next=following, **key)
            return len(rows)

    count: int = await shard.ask(all_of_it())
    return count


async def _tell(store: Store, library: Library, row: asyncpg.Record, connection: Any) -> tuple[str, datetime | None]:
    """Tells somebody of their turn, if it is time: what they have been told then, and when to look again."""
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
    """What is to be told now, after what was; None: nothing new. What is late is told once, by the latest of it."""
    due: Kind = "hour" if now >= hour else "fifth" if now >= fifth else "turn"
    order = ("", "turn", "fifth", "hour")
    return due if order.index(due) > order.index(told) else None


def _next(told: str, now: datetime, row: asyncpg.Record) -> datetime | None:
    """When somebody is to be told more of a turn."""
    left = {"": ("fifth", "hour"), "turn": ("fifth", "hour"), "fifth": ("hour",), "hour": ()}[told]
    ahead = [row[name] for name in left if row[name] > now]
    return min(ahead) if ahead else None


async def _add(
    store: Store, library: Library, row: asyncpg.Record, habits: Habits, kind: Kind, connection: Any
) -> None:
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
    """Writes the summaries that are due, of what waits for somebody then: how many."""
    due = await store.notices.due_digests()
    for id_, person in due:
        await _sum_up(store, library, id_, person)
    return len(due)


async def _sum_up(store: Store, library: Library, id_: UUID, person: UUID) -> None:
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
