"""How long robots think, in processor time: every game, every level."""

from __future__ import annotations

from time import process_time

import pytest

from malle.core import AnyGame, Event, Luck, Seat, Waiting
from malle.core.mind import LEVELS, AnyMind, Level
from malle.core.play import heard_by, move, settle
from malle.games import GAMES, load, sheet
from malle.testing.timing import Timing

MOST: dict[Level, float] = {"novice": 0.010, "regular": 0.010, "wily": 0.050}
SEARCHES: dict[str, dict[Level, float]] = {"combinus": {"novice": 0.1, "regular": 0.3, "wily": 0.5}}
"""Robots that try futures may take longer."""
DECISIONS = 80


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("timing", [pytest.param(True, id="judged")], indirect=True)
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", GAMES)
def test_all_but_one_in_twenty_decisions_take_little(name: str, level: Level, timing: Timing) -> None:
    """Hearing what has happened since the last one, and choosing where there is a choice, at a table of its like. In
    the long run alone: it takes minutes, and only a machine without other work may judge it."""
    facts, times, number = sheet(name), list[float](), 0
    game = load(name)(facts.usual_seats, facts.settle_options(facts.usual_seats, {}), None)
    while len(times) < DECISIONS:
        times += thought(game, facts.levels[level], Luck(f"time {number}"), DECISIONS - len(times))
        number += 1
    times.sort()
    most = SEARCHES.get(name, MOST)[level]
    timing(f"{name}, {level}: all but one in twenty", times[len(times) * 95 // 100], most)


def thought(game: AnyGame, mind: AnyMind, luck: Luck, wanted: int) -> list[float]:
    """How long each decision of a game took, of so many at most."""
    notes = [mind.notes(game, Seat(seat)) for seat in range(game.seats)]
    untold: list[list[tuple[Event, ...]]] = [[] for _ in notes]
    times: list[float] = []
    state, entries = settle(game, game.new(), luck.pick)
    while True:
        for entry in entries:
            for seat, told in enumerate(untold):
                told.append(heard_by(Seat(seat), entry.heard))
        turn = game.turn(state)
        if not isinstance(turn, Waiting) or len(times) == wanted:
            return times
        mover = turn.seats[0]
        view, legal = game.view(state, mover), tuple(game.legal(state, mover))
        began = process_time()
        for events in untold[mover]:
            notes[mover] = mind.hear(game, notes[mover], events)
        action = mind.choose(game, view, legal, notes[mover], luck)
        took = process_time() - began
        untold[mover] = []
        if len(legal) > 1:
            times.append(took)
        state, entries = move(game, state, mover, action, luck.pick)
