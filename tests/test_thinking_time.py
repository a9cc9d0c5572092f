"""How long robots think, in processor time: every game, every level."""

from __future__ import annotations

from time import process_time

import pytest

from malle.core import AnyGame, Event, Luck, Seat, Waiting
from malle.core.play import events_for_viewer, make_move, resolve_chance
from malle.core.robots.robot import LEVELS, AnyRobot, Level
from malle.games import OWN_GAMES, load_game, load_game_info
from malle.testing.timing import Timing

MOST: dict[Level, float] = {"novice": 0.010, "regular": 0.010, "wily": 0.050}
SEARCHES: dict[str, dict[Level, float]] = {"combinus": {"novice": 0.1, "regular": 0.3, "wily": 0.5}}
"""Robots that try futures may take longer."""
DECISIONS = 80


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("timing", [pytest.param(True, id="judged")], indirect=True)
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", OWN_GAMES)
def test_all_but_one_in_twenty_decisions_take_little(name: str, level: Level, timing: Timing) -> None:
    """Hearing what has happened since the last one, and choosing where there is a choice, at a table of its like. In
    the long run alone: it takes minutes, and only a machine without other work may judge it."""
    facts, times, number = load_game_info(name), list[float](), 0
    game = load_game(name)(facts.default_seats, facts.complete_options(facts.default_seats, {}), None)
    while len(times) < DECISIONS:
        times += thought(game, facts.levels[level], Luck(f"time {number}"), DECISIONS - len(times))
        number += 1
    times.sort()
    most = SEARCHES.get(name, MOST)[level]
    timing(f"{name}, {level}: all but one in twenty", times[len(times) * 95 // 100], most)


def thought(game: AnyGame, mind: AnyRobot, luck: Luck, wanted: int) -> list[float]:
    """How long each decision of a game took, of so many at most."""
    notes = [mind.new_memory(game, Seat(seat)) for seat in range(game.seats)]
    untold: list[list[tuple[Event, ...]]] = [[] for _ in notes]
    times: list[float] = []
    state, entries = resolve_chance(game, game.new(), luck.pick)
    while True:
        for entry in entries:
            for seat, told in enumerate(untold):
                told.append(events_for_viewer(Seat(seat), entry.events))
        turn = game.turn(state)
        if not isinstance(turn, Waiting) or len(times) == wanted:
            return times
        mover = turn.seats[0]
        view, legal = game.view(state, mover), tuple(game.legal(state, mover))
        began = process_time()
        for events in untold[mover]:
            notes[mover] = mind.observe(game, notes[mover], events)
        action = mind.choose(game, view, legal, notes[mover], luck)
        took = process_time() - began
        untold[mover] = []
        if len(legal) > 1:
            times.append(took)
        state, entries = make_move(game, state, mover, action, luck.pick)
