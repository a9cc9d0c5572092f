"""The record of a table's log: notes about the table, undone moves and the table that followed do it no harm."""

from __future__ import annotations

import random

import pytest

from malle.core import Seat
from malle.core.dealer import Dealer, seal_of_seed
from malle.core.record import TABLE_MOVER, format_record, is_verified, verify_record
from malle.games import OWN_GAMES, load_game_info
from malle.games.golden_records import game_of_record
from malle.runtime.history.log_record import build_record_from_log
from malle.table import Entry, Setup, Table, open_table

SEED = bytes(range(32))


def opened(name: str) -> Table:
    facts = load_game_info(name)
    seats = facts.seats[0]
    options = facts.complete_options(seats, {})
    setup = Setup(
        table="t", game=name, version=facts.version, seats=seats, options=options, seal=seal_of_seed(SEED, "t"), pace=60
    )
    return open_table(setup, facts.make_game(seats, options, None), Dealer(SEED, "t"))


@pytest.mark.parametrize("name", OWN_GAMES)
def test_a_log_with_undone_moves_and_notes_gives_a_record_that_verifies(name: str) -> None:
    first = table = opened(name)
    luck = random.Random(3)
    entries: list[Entry] = []
    undone = 0
    for seat in range(table.game.seats):
        step = table.sit(Seat(seat), "person")
        table, entries = step.table, [*entries, step.entry]
    while table.awaited:
        seat = luck.choice(table.awaited)
        step = table.act(seat, table.game.write(luck.choice(table.legal(seat))), table.seq)
        table = step.table
        entries.append(step.entry)
        if luck.random() < 0.1 and table.awaited:
            for on in (True, False):
                step = table.pause(on=on)
                table = step.table
                entries.append(step.entry)
        if (
            table.undo_to is not None and luck.random() < 0.4
        ):  # as older logs have it, where it may not be asked for now
            older = Entry(table.seq + 1, TABLE_MOVER, (f"undo {seat + 1}",))
            step = table.undo(seat, table.seq) if table.may_undo(seat) else table.follow(older)
            table = step.table
            entries.append(step.entry)
            undone += 1
    assert undone
    entries.append(table.continue_at("another").entry)
    text = format_record(build_record_from_log(first, entries, SEED))
    assert "table: next another [" in text
    assert is_verified(verify_record(text, game_of_record)), verify_record(text, game_of_record)
    assert f"result: {table.over.why if table.over else ''} " in text
