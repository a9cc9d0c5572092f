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

from malle.config.game_library import GameLibrary
from malle.core import Refused
from malle.notifications.texts import AwaitedTurn, Kind, notice_id, summary_id, summary_text, turn_text
from malle.storage.connections import Shard
from malle.storage.people.notices import NotificationPreferences
from malle.storage.queries import CORRESPONDENCE_QUERIES
from malle.storage.store import Store
from malle.table import Setup
from malle.table.quiet_hours import add_awake_seconds, is_quiet, summary_time

PRESENT_SECONDS = 60.0
"""Seconds for which a person counts as present after they had the table open."""
MAX_NOTICES_PER_DAY = 10
"""Most notices of one person in a day. After them, the person gets one summary that day."""
TURNS_PER_BATCH = 20
"""Turns that are handled in one transaction."""
MISSING_GAME_RETRY = timedelta(hours=1)
"""Time until a turn is checked again whose game is not installed."""


async def collect_due_notices(store: Store, library: GameLibrary, shard: Shard) -> int:
    """Create the notices that are due in one tables' database, for at most `TURNS_PER_BATCH`
    turns, and return how many turns were handled. The turns are locked, so each is handled by
    one process at a time. How far each turn is notified is stored only if all of them succeed."""

    async def collect_batch() -> int:
        """Handle one batch of due turns in a transaction, and return how many turns it had."""
        async with shard.pool.acquire() as connection, connection.transaction():
            found = CORRESPONDENCE_QUERIES.due_turns(connection, seconds=PRESENT_SECONDS, most=TURNS_PER_BATCH)
            rows = [row async for row in found]
            for row in rows:
                try:
                    told, following = await _add_notice_if_due(store, library, row, connection)
                except Refused:  # its game or rules are not installed: only this table waits
                    told, following = row["told"], row["now"] + MISSING_GAME_RETRY
                key = {"tab": row["tab"], "seat": row["seat"], "since": row["since"]}
                await CORRESPONDENCE_QUERIES.told(connection, told=told, next=following, **key)
            return len(rows)

    count: int = await shard.run(collect_batch())
    return count


async def _add_notice_if_due(
    store: Store, library: GameLibrary, row: asyncpg.Record, connection: Any
) -> tuple[str, datetime | None]:
    """Create the notice of one turn if one is due and the person has a way to receive it. Return
    the kind of the latest notice, and when to check the turn again or `None` for never. In quiet
    hours create nothing and return the end of the quiet hours. Raise `Refused` if the game is
    not installed."""
    person, now = row["person"], row["now"]
    preferences = (await store.notices.preferences([person]))[person]
    if is_quiet(now, preferences.hours):
        return row["told"], add_awake_seconds(now, 0, preferences.hours)
    kind = due_kind(row["told"], now, fifth=row["fifth"], hour=row["hour"])
    if kind is None:
        return row["told"], _next_check(row["told"], now, row)
    if await store.notices.list_channels(person):
        await _add_notice(store, library, row, preferences, kind, connection)
    return kind, _next_check(kind, now, row)


def due_kind(last_kind: str, now: datetime, *, fifth: datetime, hour: datetime) -> Kind | None:
    """Return the kind of notice that a turn should have by `now`, or `None` if that one, or a
    later one, was sent already. `last_kind` is the kind sent last, or an empty string. `fifth`
    and `hour` are the times of the second and third notice. If several are overdue, only the
    latest is returned."""
    due: Kind = "hour" if now >= hour else "fifth" if now >= fifth else "turn"
    order = ("", "turn", "fifth", "hour")
    return due if order.index(due) > order.index(last_kind) else None


def _next_check(last_kind: str, now: datetime, row: asyncpg.Record) -> datetime | None:
    """Return when a notice of a turn is due next, if the one of kind `last_kind` was the latest.
    Return `None` if there is none left."""
    remaining_kinds = {"": ("fifth", "hour"), "turn": ("fifth", "hour"), "fifth": ("hour",), "hour": ()}[last_kind]
    future_times = [row[name] for name in remaining_kinds if row[name] > now]
    return min(future_times) if future_times else None


async def _add_notice(
    store: Store,
    library: GameLibrary,
    row: asyncpg.Record,
    preferences: NotificationPreferences,
    kind: Kind,
    connection: Any,
) -> None:
    """Write the notice of one turn with its final text. If the person had `MAX_NOTICES_PER_DAY`
    notices that day, schedule a daily summary instead."""
    person, day = row["person"], preferences.hours.local_time(row["now"]).date()
    setup = msgspec.json.decode(row["setup"], type=Setup)
    people = [
        participant["person"] async for participant in CORRESPONDENCE_QUERIES.people_at(connection, tab=row["tab"])
    ]
    names = await store.names_of(people)
    turned = AwaitedTurn(
        game_info=library.game_info(setup.game, setup.version),
        others=[names[participant] for participant in people if participant != person and participant in names],
        decision_seconds=setup.pace or 0,
        until=row["until"],
        has_time_bank=row["ends"] > row["until"],
    )
    text = turn_text(kind, turned, preferences.hours, preferences.language)
    is_added = await store.notices.add_notice(
        notice_id(person, row["tab"], row["seat"], row["since"], kind),
        person,
        tab=row["tab"],
        seat=row["seat"],
        since=row["since"],
        kind=kind,
        day=day,
        max_per_day=MAX_NOTICES_PER_DAY,
        mentioned_people=people,
        until=row["ends"],
        title=text.title,
        body=text.body,
    )
    if not is_added:
        await store.notices.add_digest(
            summary_id(person, day), person, day, summary_time(row["now"], preferences.hours)
        )


async def write_due_summaries(store: Store, library: GameLibrary) -> int:
    """Write the daily summaries that are due, a limited number at a time, and return how many.
    Each lists all turns that wait for the person at that moment."""
    due = await store.notices.due_digests()
    for due_id, person in due:
        await _write_summary(store, library, due_id, person)
    return len(due)


async def _write_summary(store: Store, library: GameLibrary, summary_id: UUID, person: UUID) -> None:
    """Write the text of one person's daily summary. Tables whose game is not installed are left
    out. If no turn is left, the text is empty, and the summary is not sent."""
    preferences = (await store.notices.preferences([person]))[person]
    waiting = await store.correspondence.turns_of_person(person)
    tables = [
        (sheet, awaited.until)
        for awaited in waiting
        if (sheet := library.find_game_info(awaited.setup.game, awaited.setup.version)) is not None
    ]
    text = summary_text(tables, preferences.hours, preferences.language)
    until = max((awaited.ends for awaited in waiting), default=None)
    await store.notices.write_digest(summary_id, text.title, text.body, until)
