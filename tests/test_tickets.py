"""A ticket on the home page says of a table what it shows to its seat, and no more."""

from __future__ import annotations

from malle.core import Seat
from malle.core.dealer import Dealer
from malle.live.lag import hold_back
from malle.live.mine import MyGame, by_room
from malle.live.room import Room
from malle.store.played import SatAt
from malle.store.store import TableId
from malle.table import Setup, Table, open_table
from malle.testing import parley

SHEET = parley.SHEET


def begun() -> Table:
    """A table where all three are asked at once."""
    options = SHEET.settle_options(3, {})
    setup = Setup(table="t", game=SHEET.name, version=SHEET.version, seats=3, options=options, seal="")
    table = open_table(setup, SHEET.make(3, options, None), Dealer(bytes(32), "t"))
    for seat in range(3):
        table = table.sit(Seat(seat), "person").table
    return table


def told_of(room: Room) -> MyGame:
    """What the last seat is told of a table that moved just now."""
    row = SatAt(1, 2, room.table.setup, (), (), over=False, age=-1.0, seconds=None, people={})
    game = by_room(room, Seat(2), row)
    assert game is not None
    return game


def test_a_window_that_closed_early_is_not_told_by_a_ticket() -> None:
    """Until its shortest time has passed, home shows the table as the table's own page does."""
    room = Room(TableId(1), "t", begun(), SHEET)
    room.names = ("Ann", "Bob", "Cléo")
    room.opened = 1e12
    told = []
    for seat in range(3):
        step = room.table.act(Seat(seat), "bid 1", room.table.seq)
        hold_back(room, step, 60)
        room.advance(step)
        told.append(told_of(room))
    assert [each.state for each in told] == ["yours"] * 3
    assert told[1].awaited == told[2].awaited == (2,)
    room.curtain = None
    assert told_of(room).awaited != (2,)


def test_an_end_that_is_held_back_is_not_told_by_a_ticket() -> None:
    table = begun()
    for seat in range(3):
        table = table.act(Seat(seat), "bid 1", table.seq).table
    while table.over is None:
        room = Room(TableId(1), "t", table, SHEET)
        room.curtain = (1e12, room.still())
        seat = table.awaited[0]
        step = table.act(seat, table.game.write(table.legal(seat)[0]), table.seq)
        assert room.advance(step)
        table = step.table
    assert told_of(room).state != "over"
    room.curtain = None
    assert told_of(room).state == "over"
