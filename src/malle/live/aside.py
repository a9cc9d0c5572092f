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

from malle.core import NoSuchRules
from malle.loops import kind_of
from malle.store.aside import AGAIN
from malle.store.away import Unavailable
from malle.store.store import NoSuchTable, Store, TableId, write_id

MOST = 10_000
"""Limit of quarantined tables that this process remembers. Beyond it, it forgets all of them."""
_log = structlog.get_logger()


class Aside:
    """The quarantined tables that this process knows of."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[TableId, float] = {}
        """Monotonic time of the latest attempt to mark each quarantined table in the database."""

    def __len__(self) -> int:
        return len(self._known)

    @contextlib.asynccontextmanager
    async def guard(self, table: TableId, *, marked: bool = False) -> AsyncIterator[None]:
        """Run a block of work at a table. Quarantine the table if the block raises an error; release it if it
        succeeds. The error is raised again. `Unavailable` and `NoSuchTable` do not quarantine, since they are
        not the table's fault. A table is released only if this process quarantined it, or if `is_quarantined`
        says that the database has it as quarantined."""
        try:
            yield
        except (Unavailable, NoSuchTable):  # not the table's fault, or there is no such table
            raise
        except Exception as error:
            await self._put(table, error)
            raise
        if marked or table in self._known:
            self._known.pop(table, None)
            with contextlib.suppress(Unavailable):
                await self._store.aside.take_back(table)

    async def _put(self, table: TableId, error: Exception) -> None:
        """Mark the table as quarantined in the database, at most once in 30 seconds. The first time, log it
        too. The stored reason is the kind of error; only `NoSuchRules` is quoted. An unavailable database is
        ignored."""
        then, now = self._known.get(table), time.monotonic()
        if then is not None and now - then < AGAIN / 2:
            return
        why = (
            str(error) if isinstance(error, NoSuchRules) else kind_of(error)
        )  # messages of other errors may quote a secret
        if then is None:
            _log.error("table put aside", table=write_id(table), trouble=kind_of(error), why=why)
        if len(self._known) >= MOST:
            self._known.clear()
        self._known[table] = now
        with contextlib.suppress(Unavailable):
            await self._store.aside.put(table, why)
