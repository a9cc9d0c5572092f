"""Robots of one level are not all alike: each draws a temper when it sits down, and keeps it for the table."""

from __future__ import annotations

import pytest

from malle.bots.worker import luck_of, temper_of
from malle.core import Luck, Seat, Waiting
from malle.core.mind import AnyMind
from malle.core.play import heard_by, move, settle
from malle.games import GAMES, load, sheet

TEMPERED = [name for name in GAMES if sheet(name).tempers]


def choices(name: str, minds: tuple[AnyMind, ...]) -> list[list[str]]:
    """What each of these would choose with the same luck, at every decision of a game that the first of them plays."""
    facts = sheet(name)
    game = load(name)(facts.usual_seats, facts.settle_options(facts.usual_seats, {}), None)
    luck, found = Luck(f"tempers {name}"), list[list[str]]()
    notes = [[mind.notes(game, Seat(seat)) for seat in range(game.seats)] for mind in minds]
    state, entries = settle(game, game.new(), luck.pick)
    while True:
        for entry in entries:
            for mind, kept in zip(minds, notes, strict=True):
                for seat in range(game.seats):
                    kept[seat] = mind.hear(game, kept[seat], heard_by(Seat(seat), entry.heard))
        turn = game.turn(state)
        if not isinstance(turn, Waiting):
            return found
        seat, drawn = turn.seats[0], luck.getrandbits(64)
        legal, view = tuple(game.legal(state, seat)), game.view(state, seat)
        chosen = [mind.choose(game, view, legal, notes[at][seat], Luck(drawn)) for at, mind in enumerate(minds)]
        if len(legal) > 1:
            found.append([game.write(each) for each in chosen])
        state, entries = move(game, state, seat, chosen[0], luck.pick)


@pytest.mark.parametrize("name", TEMPERED)
def test_tempers_can_be_told_apart_and_are_still_of_one_level(name: str) -> None:
    """Sometimes they choose otherwise than the even-tempered one, and mostly they do not."""
    for level in sheet(name).tempers:
        tempers = sheet(name).tempers_of(level)
        found = choices(name, tempers)
        for at in range(1, len(tempers)):
            share = sum(each[at] != each[0] for each in found) / len(found)
            assert 0.005 < share < 0.5, f"{level} {at}: {share:.3f} of {len(found)}"


@pytest.mark.parametrize("name", TEMPERED)
def test_every_temper_is_drawn_and_the_same_luck_draws_the_same(name: str) -> None:
    facts = sheet(name)
    for level, others in facts.tempers.items():
        drawn = [facts.mind(level, Luck(f"seat {number}")) for number in range(60)]
        assert {id(each) for each in drawn} == {id(each) for each in (facts.mind(level), *others)}
        assert drawn == [facts.mind(level, Luck(f"seat {number}")) for number in range(60)]


def test_a_temper_is_the_seat_s_for_the_whole_table() -> None:
    """Whoever thinks for it, and at whatever move; and it tells nothing of the luck of any decision."""
    assert temper_of("a seat") == temper_of("a seat")
    assert temper_of("a seat") != temper_of("another")
    assert temper_of("a seat") not in {luck_of("a seat", number) for number in range(1000)}


def test_the_wily_show_no_temper() -> None:
    """Whoever has one can be read."""
    assert not any("wily" in sheet(name).tempers for name in GAMES)
