"""The operator's commands `malle house`, `malle reports`, `malle hide` and `malle aside`: open the site's
dashboard, list reports, remove reported tables or names, and list quarantined tables."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
from uuid import UUID

from malle.config.settings import Config, read_config
from malle.core import Refused
from malle.storage.database_errors import DatabaseUnavailable
from malle.storage.store import Store, TableId, format_table_id, parse_table_id
from malle.storage.tables.reports import WHOLE_TABLE, OpenReport

OPERATOR_ID = UUID(int=0)
"""The person id stored for removals by the operator."""
REMOVED_NAME = "?"
"""Name shown for a player whose name was removed; they may choose another."""


def reports_command(options: argparse.Namespace) -> int:
    """Run `malle reports`: print a line for each reported name or table that is not yet dealt with. Return
    the exit code."""
    for line in asyncio.run(_report_lines(read_config())):
        print(line)
    return 0


def hide_command(options: argparse.Namespace) -> int:
    """Run `malle hide`: remove a table or the name at one seat, or dismiss the reports with `--keep`. The
    servers notice within seconds. Return the exit code."""
    asyncio.run(_hide_or_dismiss(read_config(), parse_table_id(options.table), options.seat, hide=not options.keep))
    print("kept" if options.keep else "taken away")
    return 0


def admin_link_command(options: argparse.Namespace) -> int:
    """Run `malle house`: print a link to the site's dashboard. It can be used once, within a quarter of an
    hour."""
    config = read_config()
    secret = asyncio.run(_make_link(config))
    print(f"{config.site_url or 'http://127.0.0.1:8000'}/house/enter?secret={secret}")
    return 0


def first_admin_link_path(config: Config) -> str:
    """Return the path of a dashboard link if the site has no administrator yet, or an empty string if it
    has one."""
    secret = asyncio.run(_make_first_link(config))
    return f"/house/enter?secret={secret}" if secret else ""


async def _make_first_link(config: Config) -> str:
    """Return the secret of a dashboard link if there is no administrator yet, or an empty string."""
    store = Store(config.table_databases, config.people_database)
    await store.open()
    try:
        return await store.operators.create_first_link()
    finally:
        await store.close()


async def _make_link(config: Config) -> str:
    """Record that a link was made, and return its secret."""
    store = Store(config.table_databases, config.people_database)
    await store.open()
    try:
        await store.operators.record_action(None, "link-made")
        return await store.operators.create_link()
    finally:
        await store.close()


def quarantined_command(options: argparse.Namespace) -> int:
    """Run `malle aside`: print time, table and reason for each quarantined table."""
    for line in asyncio.run(_quarantined_lines(read_config())):
        print(line)
    return 0


async def _quarantined_lines(config: Config) -> list[str]:
    """Return one line for each quarantined table."""
    store = Store(config.table_databases, config.people_database)
    await store.open()
    try:
        quarantined = await store.quarantine.list_tables()
    finally:
        await store.close()
    return [f"{row.at:%Y-%m-%d %H:%M}  {format_table_id(TableId(row.tab))}  {row.why}" for row in quarantined]


async def _report_lines(config: Config) -> list[str]:
    """Return one line for each open report."""
    store = Store(config.table_databases, config.people_database)
    await store.open()
    try:
        reports = await store.reports.open_reports()
        names = await store.names_of({report.person for report in reports if report.person is not None})
    finally:
        await store.close()
    return [_report_line(report, names.get(report.person, REMOVED_NAME) if report.person else "") for report in reports]


def _report_line(report: OpenReport, name: str) -> str:
    """Return the line for one reported table, or for the player `name` at one of its seats."""
    subject = "the table" if report.seat == WHOLE_TABLE else f"seat {report.seat + 1}, {name!r}"
    return f"{report.at:%Y-%m-%d %H:%M}  {format_table_id(TableId(report.tab))}  {subject}, reported by {report.count}"


async def _hide_or_dismiss(config: Config, table: TableId, seat_number: int | None, *, hide: bool) -> None:
    """Remove a table, or the name at a seat from 1 on, and close its reports. Without `hide`, only close
    the reports. Raise `Refused` if there is no such table. The action is recorded."""
    store = Store(config.table_databases, config.people_database)
    await store.open()
    try:
        seat, person = (
            (WHOLE_TABLE, None)
            if seat_number is None
            else (seat_number - 1, await _reported_person(store, table, seat_number))
        )
        if hide and person is not None:
            await store.set_name(person, REMOVED_NAME)
        if not await store.reports.close(table, seat, person, OPERATOR_ID, hide=hide):
            raise Refused("there is no such table: `malle reports` lists those that were reported")
        action = "hide" if hide else "keep"
        await store.operators.record_action(
            None, f"{action}-{'table' if person is None else 'name'}", format_table_id(table)
        )
    finally:
        await store.close()


async def _reported_person(store: Store, table: TableId, seat_number: int) -> UUID:
    """Return the person reported at this seat, even if the seats have changed since, or else the person who
    sits there now. Raise `Refused` if the seat has no person."""
    with contextlib.suppress(DatabaseUnavailable):  # the reports of another database may be missing
        for report in await store.reports.open_reports():
            if (report.tab, report.seat) == (table, seat_number - 1) and report.person is not None:
                return report.person
    seat_owners = await store.seat_owners(table)
    if seat_number - 1 not in seat_owners:
        raise Refused(f"nobody sits at seat {seat_number} of this table")
    return seat_owners[seat_number - 1].person
