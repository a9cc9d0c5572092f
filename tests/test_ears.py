"""A robot's ears at a socket: what it missed is recalled, what comes is followed, nothing is heard twice."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Raw

from malle.bots.ears import Ears, Notebook
from malle.core import AnyGame, Luck, Seat, encode, recollect
from malle.core.mind import AnyMind
from malle.core.play import heard_by, play_game, robot_acts
from malle.games import load, sheet
from malle.wire.messages import Recalled, StateMessage, Told

SEAT = Seat(1)


@pytest.fixture(scope="module")
def heard() -> tuple[AnyGame, AnyMind, list[Any]]:
    """A game of Combinards as one seat heard it."""
    facts = sheet("combinards")
    game = load("combinards")(3, facts.settle_options(3, {"rounds": 20}), None)
    _, entries = play_game(game, robot_acts(game, facts.robot, Luck(3)), Luck(4).pick)
    return game, facts.mind("wily"), [heard_by(SEAT, entry.heard) for entry in entries]


def _told(heard: list[Any], first: int, last: int) -> tuple[Told, ...]:
    return tuple(Told((), Raw(encode(events))) for events in heard[first:last])


def _state(heard: list[Any], since: int, seq: int) -> StateMessage:
    return StateMessage(seq, Raw(b"null"), Raw(b"null"), _told(heard, since, seq))


def test_whatever_way_it_came_the_notes_are_those_of_all_that_was_heard(
    heard: tuple[AnyGame, AnyMind, list[Any]],
) -> None:
    game, mind, moves = heard
    luck = Luck(7)
    for _ in range(20):
        ears, book = Ears(mind), Notebook(game, mind, SEAT)
        seq = shown = 0
        while seq < len(moves):
            seq = min(len(moves), seq + 1 + luck.randrange(6))
            since = seq if luck.random() < 0.2 else shown  # a new socket: nothing comes with its first state
            if not ears.follow(_state(moves, since, seq)):
                ahead = min(len(moves), seq + luck.randrange(2))  # it may be answered when one more move was made
                ears.recall(Recalled("key", _told(moves, 0, ahead)))
            shown = seq
            assert ears.seq >= seq
            book.note(ears.heard[book.moves :])
            assert book.moves == ears.seq
            assert book.notes == recollect(game, mind, SEAT, moves[: ears.seq])


def test_a_gap_is_seen(heard: tuple[AnyGame, AnyMind, list[Any]]) -> None:
    _, mind, moves = heard
    ears = Ears(mind)
    assert ears.follow(_state(moves, 0, 10))
    assert not ears.follow(_state(moves, 12, 20))
    assert ears.seq == 10


def test_a_robot_without_a_memory_needs_none(heard: tuple[AnyGame, AnyMind, list[Any]]) -> None:
    _, _, moves = heard
    ears = Ears(sheet("combinards").mind("novice"))
    assert ears.follow(_state(moves, 30, 30))
    assert ears.seq == 30
