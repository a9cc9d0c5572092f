"""What frames of a game look like: the dictionary that packed frames lean on, made from a game that nobody played."""

from __future__ import annotations

import functools

from malle.core import Luck, Seat, Sheet, Viewer
from malle.core.dealer import Dealer
from malle.live.frames import frame
from malle.live.names import ROBOTS
from malle.live.packing import MOST, pack
from malle.live.room import Room
from malle.store.store import TableId
from malle.table import Setup, open_table

MOVES = 150
NEW = 12
"""A frame that packs to more than one part in so many says something that the dictionary does not have yet."""


@functools.cache
def make_dictionary(sheet: Sheet) -> bytes:
    """The frames of a made-up game that have something new in them, the same in every process."""
    room, luck = _room(sheet), Luck(0)
    found = b"{}"
    for _ in range(MOVES):
        table = room.table
        if not table.awaited or len(found) > 2 * MOST:
            break
        seat = luck.choice(table.awaited)
        mild = luck.random() < 0.5
        action = table.game.default(table.state, seat, luck) if mild else luck.choice(table.legal(seat))
        room.advance(table.act(seat, table.game.write(action), table.seq))
        viewers: tuple[Viewer, ...] = (None, *room.table.awaited, seat)
        for viewer in dict.fromkeys(viewers):
            made = frame(room, viewer, table.seq, robot=False, first=False)
            if len(pack(made, found)) * NEW > len(made):
                found += made
    return found[-MOST:]


def _room(sheet: Sheet) -> Room:
    seats = 4 if 4 in sheet.seats else sheet.seats[0]
    options = sheet.settle_options(seats, {})
    setup = Setup(table="", game=sheet.name, version=sheet.version, seats=seats, options=options, seal="")
    table = open_table(setup, sheet.make(seats, options, None), Dealer(bytes(32), ""))
    room = Room(TableId(0), "", table, sheet)
    for seat in range(seats):
        room.advance(room.table.sit(Seat(seat), "robot"))
    room.set_names(ROBOTS[:seats])
    return room
