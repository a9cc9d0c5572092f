"""Quarantine: a table that cannot continue is set apart, so that it does not hold up other tables.

Causes: its rules are not installed, its seed cannot be decrypted, or something in it raises an error. Nothing
of the table is lost. Operators see it (`malle aside`, metrics, log), and players read a message. It is tried
again when somebody opens it, when its deadline passes, and then every minute, or while a robot is awaited: a
newer release may bring its rules.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import AsyncIterator

import structlog

from malle.background.loops import error_kind
from malle.core import NoSuchRules
from malle.storage.database_errors import DatabaseUnavailable
from malle.storage.store import NoSuchTable, Store, TableId, format_table_id
from malle.storage.tables.quarantined_tables import QUARANTINE_RETRY_SECONDS

MAX_REMEMBERED_TABLES = 10_000
"""Limit of quarantined tables that this process remembers. Beyond it, it forgets all of them."""
_log = structlog.get_logger()


class Quarantine:
    """The quarantined tables that this process knows of. Each process has one, made by its
    `TableService`."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._last_marked_at: dict[TableId, float] = {}
        """Monotonic time of the latest attempt to mark each quarantined table in the database."""

    def __len__(self) -> int:
        return len(self._last_marked_at)

    @contextlib.asynccontextmanager
    async def guard(self, table: TableId, *, is_quarantined: bool = False) -> AsyncIterator[None]:
        """A context manager around work at a table: quarantine the table if the work raises an
        error, release it if it succeeds. The error is raised again. `DatabaseUnavailable` and
        `NoSuchTable` do not quarantine, since they are not the table's fault. A table is released
        only if this process quarantined it, or if `is_quarantined` says that the database lists it
        as quarantined."""
        try:
            yield
        except (DatabaseUnavailable, NoSuchTable):  # not the table's fault, or there is no such table
            raise
        except Exception as error:
            await self._add(table, error)
            raise
        if is_quarantined or table in self._last_marked_at:
            self._last_marked_at.pop(table, None)
            with contextlib.suppress(DatabaseUnavailable):
                await self._store.quarantine.release(table)

    async def _add(self, table: TableId, error: Exception) -> None:
        """Store in the database that the table is quarantined, at most once in half of
        `QUARANTINE_RETRY_SECONDS`. The first time, log it too. The stored reason is the kind of
        error; only `NoSuchRules` is quoted. If the database is unavailable, nothing is stored and
        nothing is raised."""
        last_marked, now = self._last_marked_at.get(table), time.monotonic()
        if last_marked is not None and now - last_marked < QUARANTINE_RETRY_SECONDS / 2:
            return
        reason = (
            str(error) if isinstance(error, NoSuchRules) else error_kind(error)
        )  # messages of other errors may quote a secret
        if last_marked is None:
            _log.error("table put aside", table=format_table_id(table), trouble=error_kind(error), why=reason)
        if len(self._last_marked_at) >= MAX_REMEMBERED_TABLES:
            self._last_marked_at.clear()
        self._last_marked_at[table] = now
        with contextlib.suppress(DatabaseUnavailable):
            await self._store.quarantine.add(table, reason)
