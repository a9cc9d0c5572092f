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
    """Run `malle reports`: print a line for each reported name or table that no operator has
    dealt with yet. Return 0."""
    for line in asyncio.run(_report_lines(read_config())):
        print(line)
    return 0


def hide_command(options: argparse.Namespace) -> int:
    """Run `malle hide`: remove a table, or the name at one seat. With `--keep`, only dismiss the
    reports about it. Running servers notice within seconds. Return 0. Raise `Refused` if there
    is no such table or person."""
    asyncio.run(_hide_or_dismiss(read_config(), parse_table_id(options.table), options.seat, hide=not options.keep))
    print("kept" if options.keep else "taken away")
    return 0


def admin_link_command(options: argparse.Namespace) -> int:
    """Run `malle house`: print a link to the site's dashboard, with which a person becomes an
    administrator of the site. It can be used once, within a quarter of an hour. Return 0."""
    config = read_config()
    secret = asyncio.run(_make_link(config))
    print(f"{config.site_url or 'http://127.0.0.1:8000'}/house/enter?secret={secret}")
    return 0


def first_admin_link_path(config: Config) -> str:
    """Create a link to the dashboard if the site has no administrator yet, and return its path.
    Return an empty string if it has one."""
    secret = asyncio.run(_make_first_link(config))
    return f"/house/enter?secret={secret}" if secret else ""


async def _make_first_link(config: Config) -> str:
    """Create a link to the dashboard if the site has no administrator yet, and return its
    secret. Return an empty string if it has one."""
    store = Store(config.table_databases, config.people_database)
    await store.open()
    try:
        return await store.operators.create_first_link()
    finally:
        await store.close()


async def _make_link(config: Config) -> str:
    """Create a link to the dashboard and return its secret. That a link was made is recorded in
    the audit log."""
    store = Store(config.table_databases, config.people_database)
    await store.open()
    try:
        await store.operators.record_action(None, "link-made")
        return await store.operators.create_link()
    finally:
        await store.close()


def quarantined_command(options: argparse.Namespace) -> int:
    """Run `malle aside`: print a line for each quarantined table, that is one that no process
    can continue. Return 0."""
    for line in asyncio.run(_quarantined_lines(read_config())):
        print(line)
    return 0


async def _quarantined_lines(config: Config) -> list[str]:
    """Return one line for each quarantined table, most recently tried first: time, table id and
    reason."""
    store = Store(config.table_databases, config.people_database)
    await store.open()
    try:
        quarantined = await store.quarantine.list_tables()
    finally:
        await store.close()
    return [f"{row.at:%Y-%m-%d %H:%M}  {format_table_id(TableId(row.tab))}  {row.why}" for row in quarantined]


async def _report_lines(config: Config) -> list[str]:
    """Return one line for each report that no operator has dealt with yet, oldest first. A
    person whose name is not known is shown as `?`."""
    store = Store(config.table_databases, config.people_database)
    await store.open()
    try:
        reports = await store.reports.open_reports()
        names = await store.names_of({report.person for report in reports if report.person is not None})
    finally:
        await store.close()
    return [_report_line(report, names.get(report.person, REMOVED_NAME) if report.person else "") for report in reports]


def _report_line(report: OpenReport, name: str) -> str:
    """Return the line for a report: time, table id, what was reported, and by how many. `name`
    is that of the reported player; it is not used if the whole table was reported."""
    subject = "the table" if report.seat == WHOLE_TABLE else f"seat {report.seat + 1}, {name!r}"
    return f"{report.at:%Y-%m-%d %H:%M}  {format_table_id(TableId(report.tab))}  {subject}, reported by {report.count}"


async def _hide_or_dismiss(config: Config, table: TableId, seat_number: int | None, *, hide: bool) -> None:
    """Remove a table, or replace the name of the player at `seat_number` (from 1 on) by `?`, and
    close the reports about it. Without `hide`, only close the reports. The action is recorded in
    the audit log. Raise `Refused` if there is no table to remove, or nobody at that seat."""
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
    """Return the person who was reported at this seat, even if somebody else sits there now.
    Without an open report, return the person who sits there now. Raise `Refused` if nobody does."""
    with contextlib.suppress(DatabaseUnavailable):  # the reports of another database may be missing
        for report in await store.reports.open_reports():
            if (report.tab, report.seat) == (table, seat_number - 1) and report.person is not None:
                return report.person
    seat_owners = await store.seat_owners(table)
    if seat_number - 1 not in seat_owners:
        raise Refused(f"nobody sits at seat {seat_number} of this table")
    return seat_owners[seat_number - 1].person
