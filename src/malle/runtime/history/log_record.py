"""Builds the record of a game from its log: the file that `malle record verify` reads."""

from __future__ import annotations

from collections.abc import Iterable

from malle.core import NATURE, Seat
from malle.core.record import Header, Record, RecordLine, format_result
from malle.table import Entry, Table


def build_record_from_log(table: Table, entries: Iterable[Entry], seed: bytes, edition: str = "usual") -> Record:
    """Return the record of a game from its log. `table` is the table before the first of the
    entries; `edition` is the name of the edition that was played."""
    builder = RecordBuilder(table)
    for entry in entries:
        builder.add_entry(entry)
    return builder.build_record(seed, edition)


class RecordBuilder:
    """Follows the log of a table and collects the lines of the game's record. A move that was
    undone is left out; the line that says so stays."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._lines: list[RecordLine] = []
        self._line_counts = {table.seq: 0}
        """How many lines the record has after each entry, by the entry's seq."""

    def add_entry(self, entry: Entry) -> None:
        """Add the next entry of the log: one line for the entry, and one for each result of
        chance."""
        first, *chance = entry.lines
        back = self._table.undo_target_of_entry(entry)
        self._table = self._table.follow(entry).table
        if back is not None:
            del self._lines[self._line_counts[back.seq] :]
        self._lines.append(RecordLine(Seat(entry.mover), first))
        self._lines += [RecordLine(NATURE, text) for text in chance]
        self._line_counts[entry.seq] = len(self._lines)

    def build_record(self, seed: bytes, edition: str) -> Record:
        """Return the record of the entries added so far, with the table's secret seed. `edition` is
        the name of the edition."""
        table, setup = self._table, self._table.setup  # seats and options as agreed at the deal
        header = Header(
            game=setup.game,
            version=setup.version,
            edition=f"{edition} {table.game.edition}",
            seats=setup.seats,
            options=dict(setup.options),
            table=setup.table,
            seal=setup.seal,
        )
        result = "unfinished" if table.over is None else format_result(table.over)
        return Record(header, tuple(self._lines), result, seed.hex())
