"""The record of a log: what `malle record verify` reads."""

from __future__ import annotations

from collections.abc import Iterable

from malle.core import NATURE, Seat
from malle.core.record import Header, Record, RecordLine, write_result
from malle.table import Entry, Table


def record_of_log(table: Table, entries: Iterable[Entry], seed: bytes, edition: str = "usual") -> Record:
    """The record of a log that begins at this table, played with the edition of that name."""
    scribe = Scribe(table)
    for entry in entries:
        scribe.add(entry)
    return scribe.record(seed, edition)


class Scribe:
    """Follows a log and keeps the lines of its record. What was undone is not in it, only that something was."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._lines: list[RecordLine] = []
        self._ends = {table.seq: 0}
        """Lines there were after each entry."""

    def add(self, entry: Entry) -> None:
        """The next entry of the log."""
        first, *chance = entry.lines
        back = self._table.taken_back(entry)
        self._table = self._table.follow(entry).table
        if back is not None:
            del self._lines[self._ends[back.seq] :]
        self._lines.append(RecordLine(Seat(entry.mover), first))
        self._lines += [RecordLine(NATURE, text) for text in chance]
        self._ends[entry.seq] = len(self._lines)

    def record(self, seed: bytes, edition: str) -> Record:
        """The record so far, of a game with this seed and the edition of that name."""
        table, setup = self._table, self._table.setup  # seats and options as they were at the deal
        header = Header(
            game=setup.game,
            version=setup.version,
            edition=f"{edition} {table.game.edition}",
            seats=setup.seats,
            options=dict(setup.options),
            table=setup.table,
            seal=setup.seal,
        )
        result = "unfinished" if table.over is None else write_result(table.over)
        return Record(header, tuple(self._lines), result, seed.hex())
