"""The operator's commands `malle house`, `malle reports`, `malle hide` and `malle aside`: open the site's
dashboard, list reports, remove reported tables or names, and list quarantined tables."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
from uuid import UUID

from malle.core import Refused
from malle.store.away import Unavailable
from malle.store.reports import TABLE, Reported
from malle.store.store import Store, TableId, read_id, write_id
from malle.wire.config import Config, read_config

HOST = UUID(int=0)
"""The person id stored for removals by the operator."""
NO_NAME = "?"
"""Name shown for a player whose name was removed; they may choose another."""


def reports_word(options: argparse.Namespace) -> int:
    """Run `malle reports`: print a line for each reported name or table that is not yet dealt with. Return
    the exit code."""
    for line in asyncio.run(_told(read_config())):
        print(line)
    return 0


def hide_word(options: argparse.Namespace) -> int:
    """Run `malle hide`: remove a table or the name at one seat, or dismiss the reports with `--keep`. The
    servers notice within seconds. Return the exit code."""
    asyncio.run(_hide(read_config(), read_id(options.table), options.seat, hide=not options.keep))
    print("kept" if options.keep else "taken away")
    return 0


def house_word(options: argparse.Namespace) -> int:
    """Run `malle house`: print a link to the site's dashboard. It can be used once, within a quarter of an
    hour."""
    config = read_config()
    secret = asyncio.run(_link(config))
    print(f"{config.address or 'http://127.0.0.1:8000'}/house/enter?secret={secret}")
    return 0


def first_way_in(config: Config) -> str:
    """Return the path of a dashboard link if the site has no administrator yet, or an empty string if it
    has one."""
    secret = asyncio.run(_first(config))
    return f"/house/enter?secret={secret}" if secret else ""


async def _first(config: Config) -> str:
    """Return the secret of a dashboard link if there is no administrator yet, or an empty string."""
    store = Store(config.databases, config.people)
    await store.open()
    try:
        return await store.keepers.first_link()
    finally:
        await store.close()


async def _link(config: Config) -> str:
    """Record that a link was made, and return its secret."""
    store = Store(config.databases, config.people)
    await store.open()
    try:
        await store.keepers.note(None, "link-made")
        return await store.keepers.make_link()
    finally:
        await store.close()


def aside_word(options: argparse.Namespace) -> int:
    """Run `malle aside`: print time, table and reason for each quarantined table."""
    for line in asyncio.run(_aside(read_config())):
        print(line)
    return 0


async def _aside(config: Config) -> list[str]:
    """Return one line for each quarantined table."""
    store = Store(config.databases, config.people)
    await store.open()
    try:
        found = await store.aside.all()
    finally:
        await store.close()
    return [f"{each.at:%Y-%m-%d %H:%M}  {write_id(TableId(each.tab))}  {each.why}" for each in found]


async def _told(config: Config) -> list[str]:
    """Return one line for each open report."""
    store = Store(config.databases, config.people)
    await store.open()
    try:
        found = await store.reports.open()
        names = await store.names({each.person for each in found if each.person is not None})
    finally:
        await store.close()
    return [_line(each, names.get(each.person, NO_NAME) if each.person else "") for each in found]


def _line(reported: Reported, name: str) -> str:
    """Return the line for one reported table, or for the player `name` at one of its seats."""
    what = "the table" if reported.seat == TABLE else f"seat {reported.seat + 1}, {name!r}"
    return f"{reported.at:%Y-%m-%d %H:%M}  {write_id(TableId(reported.tab))}  {what}, reported by {reported.count}"


async def _hide(config: Config, table: TableId, number: int | None, *, hide: bool) -> None:
    """Remove a table, or the name at a seat from 1 on, and close its reports. Without `hide`, only close
    the reports. Raise `Refused` if there is no such table. The action is recorded."""
    store = Store(config.databases, config.people)
    await store.open()
    try:
        seat, person = (TABLE, None) if number is None else (number - 1, await _at(store, table, number))
        if hide and person is not None:
            await store.name_person(person, NO_NAME)
        if not await store.reports.close(table, seat, person, HOST, hide=hide):
            raise Refused("there is no such table: `malle reports` lists those that were reported")
        deed = "hide" if hide else "keep"
        await store.keepers.note(None, f"{deed}-{'table' if person is None else 'name'}", write_id(table))
    finally:
        await store.close()


async def _at(store: Store, table: TableId, number: int) -> UUID:
    """Return the person reported at this seat, even if the seats have changed since, or else the person who
    sits there now. Raise `Refused` if the seat has no person."""
    with contextlib.suppress(Unavailable):  # the reports of another database may be missing
        for each in await store.reports.open():
            if (each.tab, each.seat) == (table, number - 1) and each.person is not None:
                return each.person
    sitters = await store.sitters(table)
    if number - 1 not in sitters:
        raise Refused(f"nobody sits at seat {number} of this table")
    return sitters[number - 1].person
