"""The pace: how long a move is to be read, from public things alone, and how long that makes a game."""

from __future__ import annotations

import asyncio
import time

import pytest

from malle.core import AnyGame, Event, GameInfo
from malle.games import game_names, load_game_info
from malle.games.declarer import state as declarer
from malle.games.declarer.tests.test_leaks_in_rooms import lies
from malle.runtime.timing import reading_time as pacing
from malle.runtime.timing.reading_time import (
    MAX_CLAIM_SECONDS,
    MIN_CLAIM_SECONDS,
    READING_SPEEDS,
    ReadingTimer,
    reading_seconds,
    shortened_seconds,
)
from malle.runtime.timing.sentence_lengths import longest_sentence_lengths
from malle.table import ReadingSpeed, Step
from malle.testing import check_paired_rooms, example_game
from malle.testing.planted_leaks import broken_laws, fix_setting
from tests.pace import play

GAME_INFO = load_game_info("declarer")
USUAL = READING_SPEEDS["usual"]


def seconds(*heard: Event, tempo: ReadingSpeed = "usual", own: int | None = None) -> float:
    return reading_seconds(
        GAME_INFO, _game(GAME_INFO), heard, READING_SPEEDS[tempo], longest_sentence_lengths, own_seat=own
    )


def _game(facts: GameInfo) -> AnyGame:
    return facts.make_game(facts.default_seats, facts.complete_options(facts.default_seats, {}), None)


def test_a_claim_stands_and_longer_ones_stand_longer() -> None:
    """The longer of both languages counts: « Camille déclare : « 1 cognac » (droits : 75 F). » has 47 letters."""
    claim, paid = declarer.Declared(1, (4,)), declarer.Paid(1, 0, 125, "duty")
    assert seconds(claim) == pytest.approx(0.9 + 0.055 * 47)
    assert MIN_CLAIM_SECONDS < seconds(paid) < seconds(claim) < seconds(claim, paid) <= MAX_CLAIM_SECONDS
    assert seconds(*(paid for _ in range(20))) == MAX_CLAIM_SECONDS
    assert seconds(claim, tempo="calm") == pytest.approx(1.6 * seconds(claim))
    assert seconds(claim, tempo="quick") == pytest.approx(0.6 * seconds(claim))
    assert (
        pacing.reading_seconds(
            example_game.GAME_INFO,
            example_game.GAME_INFO.make_tiny_game(),
            (example_game.Bids((1, 2)),),
            USUAL,
            longest_sentence_lengths,
        )
        == MIN_CLAIM_SECONDS
    )


def test_anything_else_takes_a_breath_and_nothing_takes_none() -> None:
    assert seconds(declarer.CardTaken(1)) == pacing.PAUSE_SECONDS
    assert seconds() == 0


def test_what_one_said_oneself_need_not_be_read() -> None:
    claim, paid = declarer.Declared(1, (4,)), declarer.Paid(1, 0, 125, "duty")
    assert seconds(claim, own=1) == pacing.PAUSE_SECONDS
    assert seconds(claim, own=2) == seconds(claim)
    assert seconds(claim, paid, own=1) == seconds(paid)


def test_holds_in_a_row_shrink_to_two_seconds() -> None:
    waited, holds = 0.0, []
    for _ in range(12):
        holds.append(shortened_seconds(4.0, USUAL, waited))
        waited += holds[-1]
    assert holds == sorted(holds, reverse=True)
    assert (holds[0], holds[-1]) == (4.0, 2.0)


async def test_the_robots_go_on_when_everybody_has() -> None:
    pace = ReadingTimer(longest_sentence_lengths)
    pace.robots_may_move_at, pace._latest_seq = time.monotonic() + 3600, 7
    waits = asyncio.create_task(pace.wait_until_read())
    for seat, seq in ((0, 7), (2, 6)):
        await asyncio.sleep(0.01)
        pace.mark_read(seat, seq, present_seats=(0, 2))
    await asyncio.sleep(0.01)
    assert not waits.done()
    pace.mark_read(2, 7, present_seats=(0, 2))
    async with asyncio.timeout(30):
        await waits


def test_two_worlds_that_a_viewer_cannot_tell_apart_have_the_same_pace() -> None:
    """What is read, and when robots may move, is compared with every other byte that reaches a viewer."""
    assert not check_paired_rooms(fix_setting(GAME_INFO, 4), pairs=200)


def test_a_robot_that_hesitates_over_a_lie_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    follow = ReadingTimer.add_step

    def hesitates(self: ReadingTimer, facts: GameInfo, step: Step, shown: float) -> None:
        follow(self, facts, step, shown)
        self.robots_may_move_at += 0.25 * lies(step.table.state)

    monkeypatch.setattr(ReadingTimer, "add_step", hesitates)
    found = check_paired_rooms(fix_setting(GAME_INFO, 4), pairs=400, stop_at_first=True)
    assert broken_laws(found) == {"coupled rooms"}
    assert "when robots may move" in found[0].detail


def test_a_reading_time_of_what_one_seat_heard_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card that somebody saw alone takes longer to be read if its name is longer."""
    monkeypatch.setattr(Step, "heard_by", lambda step, viewer: step.heard)
    monkeypatch.setattr(declarer.CardSeen, "needs_reading_time", True)
    assert "coupled rooms" in broken_laws(check_paired_rooms(fix_setting(GAME_INFO, 4), pairs=400, stop_at_first=True))


@pytest.mark.long
@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize(("tempo", "most"), [("usual", 12.0), ("quick", 5.0)])
def test_nobody_waits_long_for_their_turn(name: str, tempo: ReadingSpeed, most: float) -> None:
    assert play(load_game_info(name), 1, tempo).median <= most


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 9))
def test_a_game_of_combinards_takes_an_hour_at_most(seed: int) -> None:
    assert play(load_game_info("combinards"), seed).seconds <= 3600
