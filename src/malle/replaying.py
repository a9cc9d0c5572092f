"""Replay the logs of a database against the sealed seeds: is each log what the rules and its seed produce?"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import msgspec
from msgspec import Struct

from malle.core import MalleError
from malle.core.dealer import seal
from malle.live.opening import opened
from malle.store.hosts import connect
from malle.store.seal import Sealer
from malle.store.store import Stored
from malle.table import Entry, Setup, Table
from malle.table.snapshot import from_snapshot
from malle.wire.library import Library

BATCH = 100
"""Tables that are read at a time."""


class KeptTable(Struct, frozen=True):
    """A table with its log and its snapshot, as stored in the database."""

    setup: Setup
    seed: bytes
    seq: int
    over: bool
    entries: list[Entry]
    snapshot: bytes | None
    at: int
    """The seq of the snapshot, or 0 without one."""

    def opened(self, library: Library, sealer: Sealer) -> Table:
        """Return the table before its first entry. Raise a `MalleError` if its rules, edition or key are
        missing."""
        return opened(Stored(self.setup, self.seed, None, [], None, []), library, sealer)


async def kept_tables(address: str, *, running: bool = False) -> AsyncIterator[KeptTable]:
    """Yield every table of a database in the order of ids. With `in_play_only`, finished and hidden tables
    are left out."""
    connection = await connect(address, timeout=10)
    read = msgspec.json.Decoder(Setup).decode
    last = -1
    try:
        while rows := await connection.fetch(_TABLES, last, running, BATCH):
            last = rows[-1]["id"]
            logs: dict[int, list[Entry]] = {row["id"]: [] for row in rows}
            for each in await connection.fetch(_ENTRIES, list(logs)):
                logs[each["tab"]].append(Entry(each["seq"], each["mover"], tuple(each["lines"].split("\n"))))
            for row in rows:
                yield _kept(row, read(row["setup"]), logs[row["id"]])
    finally:
        await connection.close()


def _kept(row: Any, setup: Setup, entries: list[Entry]) -> KeptTable:
    """Build a `StoredTable` from a row of `_TABLES_SQL`."""
    return KeptTable(setup, row["seed"], row["seq"], row["over"], entries, row["body"], row["at"] or 0)


_TABLES = """
select t.id, t.setup, t.seed, t.seq, t.over, s.body, s.seq as at
  from malle.tab t left join malle.snapshot s on s.tab = t.id
 where t.id > $1 and (not $2 or not t.over and t.hidden is null) order by t.id limit $3
"""
_ENTRIES = "select tab, seq, mover, lines from malle.entry where tab = any($1) order by tab, seq"


def _differs(snapshot: bytes, first: Table, table: Table) -> bool:
    """Return whether the snapshot, read as a server reads it, differs from `table`. `first` is the table before
    its first entry."""
    there = from_snapshot(snapshot, first.setup, first.game, first.dealer, first.make)
    return (there.seq, there.state, there.kinds, there.drawn) != (table.seq, table.state, table.kinds, table.drawn)


def fault_of(kept: KeptTable, library: Library, sealer: Sealer) -> str:
    """Return what is wrong with a table's log, or an empty string if nothing is. The whole log is replayed
    with the random draws made again from the seed. The snapshot is compared where it was taken."""
    try:
        first = table = kept.opened(library, sealer)
        if seal(sealer.open(kept.seed, kept.setup.table), kept.setup.table) != kept.setup.seal:
            return "its seed is not the one that was sealed"
        for number, entry in enumerate(kept.entries, 1):
            if entry.seq != number:
                return f"entry {number} is missing"
            # Without its random lines: they are drawn again.
            step = table.follow(msgspec.structs.replace(entry, lines=entry.lines[:1]))
            if step.entry != entry:
                return f"entry {number} is not what the sealed seed gives"
            table = step.table
            if kept.snapshot is not None and table.seq == kept.at and _differs(kept.snapshot, first, table):
                return f"its snapshot is not the table at {number}"
    except (MalleError, msgspec.MsgspecError, ArithmeticError, LookupError, TypeError, ValueError) as error:
        return str(error) or type(error).__name__
    if table.seq != kept.seq or (table.over is not None) != kept.over:
        return f"its log ends at {table.seq}, and not where the table is"
    return ""
