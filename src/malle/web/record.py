"""The record of a finished table, as a file anybody can verify: `malle record verify <file>`."""

from __future__ import annotations

from malle.core import NATURE, Illegal, Seat
from malle.core.dealer import Dealer
from malle.core.record import TABLE, Header, Line, Record, write_record, write_result
from malle.store.store import Stored
from malle.table import Table, open_table
from malle.web.house import House
from malle.web.room import Room


async def record_of(house: House, room: Room) -> str:
    """The whole log, opened seed included. `Illegal` before the end: then it would tell what is still hidden."""
    over = room.table.over
    if over is None:
        raise Illegal("the record leaves the table after the end")
    stored: Stored = await house.store.load(room.id)
    entries = await house.store.entries(room.id)
    setup = stored.setup
    seed = house.seed_of(stored)
    game = room.table.game
    table: Table = open_table(setup, game, Dealer(seed, setup.table))
    lines: list[Line] = []
    ends = {0: 0}
    for entry in entries:
        back = table.back
        table = table.follow(entry).table
        first, *chance = entry.lines
        if entry.mover == TABLE and first.startswith("undo") and back is not None:
            del lines[ends[back.seq] :]
        lines.append(Line(TABLE if entry.mover == TABLE else Seat(entry.mover), first))
        lines += [Line(NATURE, text) for text in chance]
        ends[entry.seq] = len(lines)
    header = Header(
        game=setup.game,
        version=setup.version,
        edition=f"usual {game.edition}",
        seats=setup.seats,
        options=dict(setup.options),
        table=setup.table,
        seal=setup.seal,
    )
    return write_record(Record(header, tuple(lines), write_result(over), seed.hex()))
