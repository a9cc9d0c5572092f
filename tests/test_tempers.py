"""Robots of one level are not all alike: each draws a temper when it sits down, and keeps it for the table."""

from __future__ import annotations

import time
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import msgspec
import pytest

from malle.config.game_library import GameLibrary
from malle.core import AnyGame, Event, Luck, Seat, Waiting
from malle.core.play import events_for_viewer, make_move, resolve_chance
from malle.core.robots.robot import AnyRobot, rebuild_memory
from malle.games import OWN_GAMES, load_game, load_game_info
from malle.robots.decide import Decider, DecisionRequest, GameTerms
from malle.robots.robot_worker import style_seed

TEMPERED = [name for name in OWN_GAMES if load_game_info(name).styles]
GAMES_EACH = 4
"""In one game of Rien à déclarer ? tempers part one time in sixty: too seldom to be told from never."""


def choices(name: str, minds: tuple[AnyRobot, ...]) -> list[list[str]]:
    """What each of these would choose with the same luck, at every decision of a few games that the first one plays,
    from its notes: tempers of a level note alike."""
    facts = load_game_info(name)
    game = load_game(name)(facts.default_seats, facts.complete_options(facts.default_seats, {}), None)
    luck, found = Luck(f"tempers {name}"), list[list[str]]()
    for number in range(GAMES_EACH):
        for state, seat, notes, _ in _decisions(game, minds[0], f"parted {name} {number}"):
            legal, view, drawn = tuple(game.legal(state, seat)), game.view(state, seat), luck.getrandbits(64)
            if len(legal) > 1:
                found.append([game.write(mind.choose(game, view, legal, notes, Luck(drawn))) for mind in minds])
    return found


@pytest.mark.parametrize("name", TEMPERED)
def test_tempers_can_be_told_apart_and_are_still_of_one_level(name: str) -> None:
    """Sometimes they choose otherwise than the even-tempered one, and mostly they do not."""
    for level in load_game_info(name).styles:
        tempers = load_game_info(name).robots_of_level(level)
        found = choices(name, tempers)
        for at in range(1, len(tempers)):
            share = sum(each[at] != each[0] for each in found) / len(found)
            assert 0.005 < share < 0.5, f"{level} {at}: {share:.3f} of {len(found)}"


@pytest.mark.parametrize("name", TEMPERED)
def test_every_temper_is_drawn_and_the_same_luck_draws_the_same(name: str) -> None:
    facts = load_game_info(name)
    for level, others in facts.styles.items():
        drawn = [facts.robot_of_level(level, Luck(f"seat {number}")) for number in range(60)]
        assert {id(each) for each in drawn} == {id(each) for each in (facts.robot_of_level(level), *others)}
        assert drawn == [facts.robot_of_level(level, Luck(f"seat {number}")) for number in range(60)]


@pytest.mark.parametrize("name", TEMPERED)
def test_whoever_thinks_for_a_seat_has_its_temper(name: str) -> None:
    """At the first decision where tempers part, a question with each seat's temper gets that temper's answer, in any
    process; and all of them have noted the same."""
    facts = load_game_info(name)
    seats = facts.default_seats
    game = load_game(name)(seats, facts.complete_options(seats, {}), None)
    tempers = facts.robots_of_level("regular")
    tokens = {facts.robot_of_level("regular", Luck(style_seed(f"seat {each}"))): f"seat {each}" for each in range(40)}
    assert {*tokens} == {*tempers}
    asked = GameTerms(name, facts.version, seats, facts.complete_options(seats, {}), "regular")
    parted = 0
    for state, seat, _, heard in _decisions(game, tempers[0], f"wired {name}"):
        view, legal = game.view(state, seat), tuple(game.legal(state, seat))
        notes = [rebuild_memory(game, mind, seat, heard) for mind in tempers]
        assert all(each == notes[0] for each in notes)
        luck = sha256(f"{parted} {len(heard)}".encode()).digest()
        chosen = [game.write(mind.choose(game, view, legal, notes[0], Luck(luck))) for mind in tempers]
        if len({*chosen}) == 1:
            continue
        parted += 1
        motions = tuple(msgspec.json.encode(each) for each in heard)
        for mind, wanted in zip(tempers, chosen, strict=True):
            question = DecisionRequest(
                asked, "a robot", seat, msgspec.json.encode(view), msgspec.json.encode(legal), motions, 0, luck,
                style_seed(tokens[mind]), time.monotonic() + 60,
            )  # fmt: skip
            answer = Decider(GameLibrary()).decide_request(question)
            assert answer is not None
            assert answer.move_text == wanted
        if parted == 3:
            return
    raise AssertionError("tempers did not part three times in a game")


def _decisions(game: AnyGame, mind: AnyRobot, seed: str) -> Iterator[tuple[Any, Seat, Any, list[tuple[Event, ...]]]]:
    """Those of a game of this mind's, each with the notes of its seat and what it has heard."""
    luck, heard = Luck(seed), [list[tuple[Event, ...]]() for _ in range(game.seats)]
    notes = [mind.new_memory(game, Seat(each)) for each in range(game.seats)]
    state, entries = resolve_chance(game, game.new(), luck.pick)
    while True:
        for entry in entries:
            for each in range(game.seats):
                told = events_for_viewer(Seat(each), entry.events)
                heard[each].append(told)
                notes[each] = mind.observe(game, notes[each], told)
        turn = game.turn(state)
        if not isinstance(turn, Waiting):
            return
        seat = turn.seats[0]
        yield state, seat, notes[seat], heard[seat]
        legal = tuple(game.legal(state, seat))
        action = mind.choose(game, game.view(state, seat), legal, notes[seat], luck)
        state, entries = make_move(game, state, seat, action, luck.pick)


def test_the_wily_show_no_temper() -> None:
    """Whoever has one can be read."""
    assert not any("wily" in load_game_info(name).styles for name in OWN_GAMES)
