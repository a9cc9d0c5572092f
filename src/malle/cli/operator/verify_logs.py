"""Replays the logs of a database against the sealed seeds, to check that each log is what the
rules and its seed produce."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import msgspec
from msgspec import Struct

from malle.config.game_library import GameLibrary
from malle.core import MalleError
from malle.core.dealer import seal_of_seed
from malle.runtime.load_table import build_initial_table
from malle.storage.failover import connect
from malle.storage.seed_encryption import SeedCipher
from malle.storage.store import LoadedTable
from malle.table import Entry, Setup, Table
from malle.table.snapshot import restore_table

TABLES_PER_BATCH = 100
"""Tables that are read from the database at a time."""


class StoredTable(Struct, frozen=True):
    """A game table with its log and its latest snapshot, as stored in the database."""

    setup: Setup
    seed: bytes
    seq: int
    is_over: bool
    entries: list[Entry]
    snapshot: bytes | None
    snapshot_seq: int
    """The seq of the snapshot, or 0 without one."""

    def initial_table(self, library: GameLibrary, sealer: SeedCipher) -> Table:
        """Return the table before the first entry of its log. Raise a `MalleError` if its rules,
        edition or key are missing."""
        return build_initial_table(LoadedTable(self.setup, self.seed, None, [], None, []), library, sealer)


async def read_stored_tables(address: str, *, in_play_only: bool = False) -> AsyncIterator[StoredTable]:
    """Yield every table of a database in the order of ids, with its whole log. With
    `in_play_only`, finished and hidden tables are left out."""
    connection = await connect(address, timeout=10)
    decode_setup = msgspec.json.Decoder(Setup).decode
    last = -1
    try:
        while rows := await connection.fetch(_TABLES_SQL, last, in_play_only, TABLES_PER_BATCH):
            last = rows[-1]["id"]
            logs: dict[int, list[Entry]] = {row["id"]: [] for row in rows}
            for entry_row in await connection.fetch(_ENTRIES_SQL, list(logs)):
                logs[entry_row["tab"]].append(
                    Entry(entry_row["seq"], entry_row["mover"], tuple(entry_row["lines"].split("\n")))
                )
            for row in rows:
                yield _stored_table(row, decode_setup(row["setup"]), logs[row["id"]])
    finally:
        await connection.close()


def _stored_table(row: Any, setup: Setup, entries: list[Entry]) -> StoredTable:
    """Build a `StoredTable` from a row of `_TABLES_SQL`."""
    return StoredTable(setup, row["seed"], row["seq"], row["over"], entries, row["body"], row["at"] or 0)


_TABLES_SQL = """
select t.id, t.setup, t.seed, t.seq, t.over, s.body, s.seq as at
  from malle.tab t left join malle.snapshot s on s.tab = t.id
 where t.id > $1 and (not $2 or not t.over and t.hidden is null) order by t.id limit $3
"""
_ENTRIES_SQL = "select tab, seq, mover, lines from malle.entry where tab = any($1) order by tab, seq"


def _snapshot_differs(snapshot: bytes, first: Table, table: Table) -> bool:
    """Return whether the snapshot, read as a server reads it, gives another table than `table`.
    `first` is the table before its first entry."""
    restored = restore_table(snapshot, first.setup, first.game, first.dealer, first.make_game)
    return (restored.seq, restored.state, restored.seat_kinds, restored.draws_written) != (
        table.seq,
        table.state,
        table.seat_kinds,
        table.draws_written,
    )


def find_log_fault(stored: StoredTable, library: GameLibrary, sealer: SeedCipher) -> str:
    """Return what is wrong with a table's log, in English, or an empty string if nothing is. The
    whole log is replayed, and its random draws are made again from the sealed seed. The snapshot
    is compared with the table at the move where it was taken."""
    try:
        first = table = stored.initial_table(library, sealer)
        if seal_of_seed(sealer.decrypt(stored.seed, stored.setup.table), stored.setup.table) != stored.setup.seal:
            return "its seed is not the one that was sealed"
        for number, entry in enumerate(stored.entries, 1):
            if entry.seq != number:
                return f"entry {number} is missing"
            # Without its random lines: they are drawn again.
            step = table.follow(msgspec.structs.replace(entry, lines=entry.lines[:1]))
            if step.entry != entry:
                return f"entry {number} is not what the sealed seed gives"
            table = step.table
            if (
                stored.snapshot is not None
                and table.seq == stored.snapshot_seq
                and _snapshot_differs(stored.snapshot, first, table)
            ):
                return f"its snapshot is not the table at {number}"
    except (MalleError, msgspec.MsgspecError, ArithmeticError, LookupError, TypeError, ValueError) as error:
        return str(error) or type(error).__name__
    if table.seq != stored.seq or (table.over is not None) != stored.is_over:
        return f"its log ends at {table.seq}, and not where the table is"
    return ""
