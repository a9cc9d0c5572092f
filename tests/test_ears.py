"""A robot's ears at a socket: what it missed is recalled, what comes is followed, nothing is heard twice."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Raw

from malle.core import AnyGame, Luck, Seat, encode, rebuild_memory
from malle.core.play import events_for_viewer, play_game, robot_chooser
from malle.core.robots.robot import AnyRobot
from malle.games import load_game, load_game_info
from malle.protocol.messages import HeardMove, RecalledMessage, StateMessage
from malle.robots.heard_log import HeardLog, RobotMemory

SEAT = Seat(1)


@pytest.fixture(scope="module")
def heard() -> tuple[AnyGame, AnyRobot, list[Any]]:
    """A game of Combinards as one seat heard it."""
    facts = load_game_info("combinards")
    game = load_game("combinards")(3, facts.complete_options(3, {"rounds": 20}), None)
    _, entries = play_game(game, robot_chooser(game, facts.robot, Luck(3)), Luck(4).pick)
    return game, facts.robot_of_level("wily"), [events_for_viewer(SEAT, entry.events) for entry in entries]


def _told(heard: list[Any], first: int, last: int) -> tuple[HeardMove, ...]:
    return tuple(HeardMove((), Raw(encode(events))) for events in heard[first:last])


def _state(heard: list[Any], since: int, seq: int) -> StateMessage:
    return StateMessage(seq, Raw(b"null"), Raw(b"null"), _told(heard, since, seq))


def test_whatever_way_it_came_the_notes_are_those_of_all_that_was_heard(
    heard: tuple[AnyGame, AnyRobot, list[Any]],
) -> None:
    game, mind, moves = heard
    luck = Luck(7)
    for _ in range(20):
        ears, book = HeardLog(mind), RobotMemory(game, mind, SEAT)
        seq = shown = 0
        while seq < len(moves):
            seq = min(len(moves), seq + 1 + luck.randrange(6))
            since = seq if luck.random() < 0.2 else shown  # a new socket: nothing comes with its first state
            if not ears.add_state(_state(moves, since, seq)):
                ahead = min(len(moves), seq + luck.randrange(2))  # it may be answered when one more move was made
                ears.add_history(RecalledMessage("key", _told(moves, 0, ahead)))
            shown = seq
            assert ears.seq >= seq
            book.observe_moves(ears.heard[book.move_count :])
            assert book.move_count == ears.seq
            assert book.memory == rebuild_memory(game, mind, SEAT, moves[: ears.seq])


def test_a_gap_is_seen(heard: tuple[AnyGame, AnyRobot, list[Any]]) -> None:
    _, mind, moves = heard
    ears = HeardLog(mind)
    assert ears.add_state(_state(moves, 0, 10))
    assert not ears.add_state(_state(moves, 12, 20))
    assert ears.seq == 10


def test_a_robot_without_a_memory_needs_none(heard: tuple[AnyGame, AnyRobot, list[Any]]) -> None:
    _, _, moves = heard
    ears = HeardLog(load_game_info("combinards").robot_of_level("novice"))
    assert ears.add_state(_state(moves, 30, 30))
    assert ears.seq == 30
