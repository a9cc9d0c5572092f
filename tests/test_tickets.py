"""A ticket on the home page says of a table what it shows to its seat, and no more."""

from __future__ import annotations

import random

import pytest

from malle import games
from malle.core import GameInfo, Seat
from malle.core.dealer import Dealer
from malle.runtime.history.my_games import MyGame, game_from_room
from malle.runtime.history.results import result_for_seat
from malle.runtime.room import Room
from malle.runtime.timing.reveal_delay import delay_reveal
from malle.storage.people.game_history import SeatedTable
from malle.storage.store import TableId
from malle.table import Setup, Table, open_table
from malle.testing import example_game

GAME_INFO = example_game.GAME_INFO


def begun(sheet: GameInfo = GAME_INFO, seats: int = 3) -> Table:
    """A table where people sit; at the usual one all three are asked at once."""
    options = sheet.complete_options(seats, {})
    setup = Setup(table="t", game=sheet.name, version=sheet.version, seats=seats, options=options, seal="")
    table = open_table(setup, sheet.make_game(seats, options, None), Dealer(bytes(32), "t"))
    for seat in range(seats):
        table = table.sit(Seat(seat), "person").table
    return table


@pytest.mark.parametrize("game", [name for name in games.OWN_GAMES if 2 in games.load_game_info(name).seats])
def test_an_end_of_two_is_written_down_as_both_read_it(game: str) -> None:
    """The sums of one are those of the other. Where the rules rank without sums (a winner has 1), they are what the end
    shows of each, and none where one of them is out."""
    sheet, told = games.load_game_info(game), 0
    for seed in range(12):
        luck, table = random.Random(seed), begun(sheet, 2)
        assert result_for_seat(sheet, table, 1, 0) is None
        while table.over is None:
            seat = table.awaited[0]
            table = table.act(seat, table.game.write(luck.choice(table.legal(seat))), table.seq).table
        one, other = (result_for_seat(sheet, table, 1, seat) for seat in range(2))
        assert one is not None
        assert other is not None
        assert (one.place, other.place) == table.over.places
        if one.against is None or other.against is None:
            assert sorted(table.over.scores) == [0, 1]
            assert one.against is other.against is None
            continue
        told += 1
        assert (one.score, one.against) == (other.against, other.score)
        ranked_only = sorted(table.over.scores) == [0, 1]
        assert ((one.score, other.score) == table.over.scores) == (not ranked_only)
    assert told


def told_of(room: Room) -> MyGame:
    """What the last seat is told of a table that moved just now."""
    row = SeatedTable(1, 2, room.table.setup, (), (), over=False, age=-1.0, seconds_to_deadline=None, person_by_seat={})
    game = game_from_room(room, Seat(2), row)
    assert game is not None
    return game


def test_a_reserve_is_told_by_what_it_had_when_it_began_to_be_used() -> None:
    """Whoever waits has none of their own in their row: three days of another's were shown as a part of their one."""
    room = Room(TableId(1), "t", begun(), GAME_INFO)
    room.time_bank_seconds = 72 * 3600
    for hours, left, whole in ((90, 18, 0), (60, 60, 72)):
        room.set_seconds_left(hours * 3600)
        told = told_of(room)
        assert told.seconds_left == pytest.approx(left * 3600, abs=60)
        assert (told.uses_time_bank, told.time_bank_at_start) == (bool(whole), whole * 3600)


def test_a_window_that_closed_early_is_not_told_by_a_ticket() -> None:
    """Until its shortest time has passed, home shows the table as the table's own page does."""
    room = Room(TableId(1), "t", begun(), GAME_INFO)
    room.names = ("Ann", "Bob", "Cléo")
    room.window_opened_at = 1e12
    told = []
    for seat in range(3):
        step = room.table.act(Seat(seat), "bid 1", room.table.seq)
        delay_reveal(room, step, 60)
        room.advance(step)
        told.append(told_of(room))
    assert [each.state for each in told] == ["yours"] * 3
    assert told[1].awaited == told[2].awaited == (2,)
    room.pending_reveal = None
    assert told_of(room).awaited != (2,)


def test_an_end_that_is_held_back_is_not_told_by_a_ticket() -> None:
    table = begun()
    for seat in range(3):
        table = table.act(Seat(seat), "bid 1", table.seq).table
    while table.over is None:
        room = Room(TableId(1), "t", table, GAME_INFO)
        room.pending_reveal = (1e12, room.freeze())
        seat = table.awaited[0]
        step = table.act(seat, table.game.write(table.legal(seat)[0]), table.seq)
        assert room.advance(step)
        table = step.table
    assert told_of(room).state != "over"
    room.pending_reveal = None
    assert told_of(room).state == "over"
