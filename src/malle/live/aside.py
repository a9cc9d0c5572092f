"""A table that cannot go on is put aside, so that it holds up no other: its rules are not installed, its seed cannot be
opened, or something in it breaks. Nothing of it is lost. The operator sees it (`malle aside`, the metrics, the log),
whoever looks at it reads a sentence, and it is tried again when somebody looks, when its clock runs out, and then every
minute, or while a robot is awaited: a newer release may bring its rules.
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
"""Tables that this process keeps in mind."""
_log = structlog.get_logger()


class Aside:
    """What one process knows of such tables."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[TableId, float] = {}
        """Those that could not go on here, and when that was last written down."""

    def __len__(self) -> int:
        return len(self._known)

    @contextlib.asynccontextmanager
    async def guard(self, table: TableId, *, marked: bool = False) -> AsyncIterator[None]:
        """Whatever breaks a piece of work at a table puts it aside; if it succeeds, the table can go on again. `marked`
        says that the database has it as put aside."""
        try:
            yield
        except (Unavailable, NoSuchTable):  # it is not the table's fault, or there is none
            raise
        except Exception as error:
            await self._put(table, error)
            raise
        if marked or table in self._known:
            self._known.pop(table, None)
            with contextlib.suppress(Unavailable):
                await self._store.aside.take_back(table)

    async def _put(self, table: TableId, error: Exception) -> None:
        then, now = self._known.get(table), time.monotonic()
        if then is not None and now - then < AGAIN / 2:
            return
        why = str(error) if isinstance(error, NoSuchRules) else kind_of(error)  # another sentence may quote a secret
        if then is None:
            _log.error("table put aside", table=write_id(table), trouble=kind_of(error), why=why)
        if len(self._known) >= MOST:
            self._known.clear()
        self._known[table] = now
        with contextlib.suppress(Unavailable):
            await self._store.aside.put(table, why)
