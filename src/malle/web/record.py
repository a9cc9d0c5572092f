"""The record of a finished table, as a file anybody can verify: `malle record verify <file>`."""

from __future__ import annotations

from collections.abc import Iterable

from malle.core import NATURE, Seat
from malle.core.record import (
    TABLE,
    Header,
    Record,
    RecordLine,
    write_record,
    write_result,
)
from malle.live.house import House
from malle.live.replay import need_end
from malle.live.room import Room
from malle.table import Entry, Table


async def record_of(house: House, room: Room) -> str:
    """The whole log, opened seed included. `Illegal` before the end is shown: it would tell what is still hidden."""
    need_end(room)
    stored = await house.store.load(room.id, whole=True)
    edition = house.library.edition_name(stored.setup.edition)
    return write_record(record_of_log(house.opened(stored), stored.entries, house.seed_of(stored), edition))


def record_of_log(table: Table, entries: Iterable[Entry], seed: bytes, edition: str = "usual") -> Record:
    """The record of a log that begins at this table, played with the edition of that name. What was undone is not in
    it, only that something was."""
    lines: list[RecordLine] = []
    ends = {table.seq: 0}
    for entry in entries:
        first, *chance = entry.lines
        back = table.undone(first)
        table = table.follow(entry).table
        if entry.mover == TABLE and first.startswith("undo") and back is not None:
            del lines[ends[back.seq] :]
        lines.append(RecordLine(Seat(entry.mover), first))
        lines += [RecordLine(NATURE, text) for text in chance]
        ends[entry.seq] = len(lines)
    setup = table.setup  # seats and options as they were at the deal
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
    return Record(header, tuple(lines), result, seed.hex())
