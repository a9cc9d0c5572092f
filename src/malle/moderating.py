"""What `malle house`, `malle reports`, `malle hide` and `malle aside` do, for the keeper of a site: come to the page of
the house, look at what was reported, take it away, and see which tables cannot go on."""

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
"""Who takes away what nobody reported."""
NO_NAME = "?"
"""What somebody is called whose name was taken away; they may choose another."""


def reports_word(options: argparse.Namespace) -> int:
    """`malle reports`: a line for each name or table that was reported and not looked at yet."""
    for line in asyncio.run(_told(read_config())):
        print(line)
    return 0


def hide_word(options: argparse.Namespace) -> int:
    """`malle hide`: takes it away; the servers notice within seconds."""
    asyncio.run(_hide(read_config(), read_id(options.table), options.seat, hide=not options.keep))
    print("kept" if options.keep else "taken away")
    return 0


def house_word(options: argparse.Namespace) -> int:
    """`malle house`: a link to the page of the house, good once, for a quarter of an hour."""
    config = read_config()
    secret = asyncio.run(_link(config))
    print(f"{config.address or 'http://127.0.0.1:8000'}/house/enter?secret={secret}")
    return 0


def first_way_in(config: Config) -> str:
    """The path of a link for a house that nobody keeps yet; empty where somebody does."""
    secret = asyncio.run(_first(config))
    return f"/house/enter?secret={secret}" if secret else ""


async def _first(config: Config) -> str:
    store = Store(config.databases, config.people)
    await store.open()
    try:
        return await store.keepers.first_link()
    finally:
        await store.close()


async def _link(config: Config) -> str:
    store = Store(config.databases, config.people)
    await store.open()
    try:
        await store.keepers.note(None, "link-made")
        return await store.keepers.make_link()
    finally:
        await store.close()


def aside_word(options: argparse.Namespace) -> int:
    """`malle aside`: a line for each table that was put aside because no process can go on with it."""
    for line in asyncio.run(_aside(read_config())):
        print(line)
    return 0


async def _aside(config: Config) -> list[str]:
    store = Store(config.databases, config.people)
    await store.open()
    try:
        found = await store.aside.all()
    finally:
        await store.close()
    return [f"{each.at:%Y-%m-%d %H:%M}  {write_id(TableId(each.tab))}  {each.why}" for each in found]


async def _told(config: Config) -> list[str]:
    store = Store(config.databases, config.people)
    await store.open()
    try:
        found = await store.reports.open()
        names = await store.names({each.person for each in found if each.person is not None})
    finally:
        await store.close()
    return [_line(each, names.get(each.person, NO_NAME) if each.person else "") for each in found]


def _line(reported: Reported, name: str) -> str:
    what = "the table" if reported.seat == TABLE else f"seat {reported.seat + 1}, {name!r}"
    return f"{reported.at:%Y-%m-%d %H:%M}  {write_id(TableId(reported.tab))}  {what}, reported by {reported.count}"


async def _hide(config: Config, table: TableId, number: int | None, *, hide: bool) -> None:
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
    """Whoever was reported there, though seats have moved since; else whoever sits there."""
    with contextlib.suppress(Unavailable):  # another database, perhaps
        for each in await store.reports.open():
            if (each.tab, each.seat) == (table, number - 1) and each.person is not None:
                return each.person
    sitters = await store.sitters(table)
    if number - 1 not in sitters:
        raise Refused(f"nobody sits at seat {number} of this table")
    return sitters[number - 1].person
