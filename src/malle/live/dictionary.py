"""Builds the compression dictionary of a game: sample state messages from a simulated game."""

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
"""Moves of the simulated game at most."""
NEW = 12
"""A message is added if it compresses to more than 1/12 of its size: then it has content that is not in the
dictionary yet."""


@functools.cache
def make_dictionary(sheet: Sheet) -> bytes:
    """Return the compression dictionary for a game: up to 12,000 bytes of its state messages. The messages come
    from a simulated game with a fixed seed, so every process gets the same bytes. Only messages with new
    content are added."""
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
    """Return a room with four robots, or the fewest that the game allows, dealt with a fixed seed."""
    seats = 4 if 4 in sheet.seats else sheet.seats[0]
    options = sheet.settle_options(seats, {})
    setup = Setup(table="", game=sheet.name, version=sheet.version, seats=seats, options=options, seal="")
    table = open_table(setup, sheet.make(seats, options, None), Dealer(bytes(32), ""))
    room = Room(TableId(0), "", table, sheet)
    for seat in range(seats):
        room.advance(room.table.sit(Seat(seat), "robot"))
    room.set_names(ROBOTS[:seats])
    return room
