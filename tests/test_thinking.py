"""Robots that think in processes of their own: the same answer from any, whatever died, and no later than is due."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from types import SimpleNamespace
from uuid import UUID

import pytest
from msgspec.structs import replace

from malle.config.game_library import GameLibrary
from malle.core import Luck, Seat, Waiting, encode
from malle.core.play import events_for_viewer, make_move, resolve_chance
from malle.games import OWN_GAMES, load_game, load_game_info
from malle.protocol.search_effort import effort_in_key, key_with_effort
from malle.robots import process_pool as pool_module
from malle.robots.decide import Decider, Decision, DecisionRequest, GameTerms
from malle.robots.heard_log import HeardLog
from malle.robots.process_pool import DecisionPool
from malle.robots.robot_worker import delay_factor_of


def questions(name: str, wanted: int, *, seconds: float = 600.0, seed: int = 1) -> list[DecisionRequest]:
    """The decisions of one seat of a game of simple robots, with all that it heard before each."""
    facts = load_game_info(name)
    game = load_game(name)(facts.default_seats, facts.complete_options(facts.default_seats, {}), None)
    agreed = GameTerms(name, facts.version, game.seats, facts.complete_options(game.seats, {}), "wily")
    luck, seat, heard, found = Luck(seed), Seat(1), list[bytes](), list[DecisionRequest]()
    state, entries = resolve_chance(game, game.new(), luck.pick)
    while len(found) < wanted and isinstance(turn := game.turn(state), Waiting):
        heard += [encode(events_for_viewer(seat, each.events)) for each in entries]
        mover = turn.seats[0]
        view, legal = game.view(state, mover), tuple(game.legal(state, mover))
        if mover == seat and len(legal) > 1:
            until = time.monotonic() + seconds
            asked = DecisionRequest(
                agreed, f"{name} {seed}", seat, encode(view), encode(legal), tuple(heard), 0, b"l", b"t", until
            )
            found.append(asked)
        state, entries = make_move(game, state, mover, facts.robot(game, view, legal, luck), luck.pick)
    return found


@pytest.mark.parametrize("name", [name for name in OWN_GAMES if load_game_info(name).slow_levels])
async def test_a_process_answers_as_one_would_here_and_is_replaced_when_it_dies(name: str) -> None:
    asked = questions(name, 5, seconds=-1.0)
    here = Decider(GameLibrary())
    pool, ears = DecisionPool(1), HeardLog(load_game_info(name).robot_of_level("wily"))
    try:
        for number, question in enumerate(asked):
            if number == 3:
                process = pool._processes[0]
                os.kill(next(iter(process._processes)), signal.SIGKILL)  # type: ignore[union-attr]
            assert await pool.decide(question, ears) == here.decide_request(question)
        assert ears.sent_moves == len(asked[-1].heard)
    finally:
        pool.close()


async def test_the_workers_own_process_goes_on_while_another_thinks() -> None:
    """A wily search of Combinus takes a quarter of a second of processor. Meanwhile the loop turns."""
    question, pool, turns = questions("combinus", 3)[-1], DecisionPool(1), 0
    try:
        thinking = asyncio.create_task(
            pool.decide(question, HeardLog(load_game_info("combinus").robot_of_level("wily")))
        )
        while not thinking.done():
            await asyncio.sleep(0)
            turns += 1
        assert thinking.result().futures > 20
        assert turns > 100
    finally:
        pool.close()


def asked_there() -> int:
    """In a process that thinks: how many wait for it."""
    return pool_module._open_requests.value


async def test_those_who_wait_for_one_process_share_its_time() -> None:
    """Where the first took all it likes, nothing was left for the last. A process sees how many wait for it."""
    assert pool_module.end_of_share(10.0, until=13.0, open_requests=3) == 11.0
    assert pool_module.end_of_share(11.0, until=13.0, open_requests=2) == 12.0
    assert pool_module.end_of_share(12.0, until=13.0, open_requests=1) == 13.0
    assert pool_module.end_of_share(14.0, until=13.0, open_requests=2) < 14.0
    pool, question = DecisionPool(1), questions("combinus", 1, seconds=-1.0)[0]
    try:
        robots = [replace(question, robot_id=f"{number}") for number in range(3)]
        asking = [
            asyncio.create_task(pool.decide(each, HeardLog(load_game_info("combinus").robot_of_level("wily"))))
            for each in robots
        ]
        await asyncio.sleep(0)
        process = pool._executor_of("")
        assert pool._open_requests[0].value == 3
        await asyncio.gather(*asking)
        assert pool._open_requests[0].value == 0
        pool._open_requests[0].value = 5
        assert process.submit(asked_there).result() == 5
    finally:
        pool.close()


def test_a_search_that_was_cut_short_can_be_thought_again() -> None:
    """Wherever it was cut: from the same luck and the number of futures that was kept. The clock is a counter here."""
    thinker, texts = Decider(GameLibrary()), set[str]()
    for question in questions("combinus", 3):
        for cut in (1, 2, 5, 9):
            ticks = iter(range(cut))
            with pytest.MonkeyPatch.context() as patch:
                clock = SimpleNamespace(monotonic=lambda ticks=ticks: next(ticks, float("inf")))
                patch.setattr("malle.robots.decide.time", clock)  # not everybody's: other threads look at it too
                answer = thinker.decide_request(replace(question, deadline=cut))
            assert answer is not None
            assert answer.futures == cut + 1
            kept = effort_in_key(UUID(key_with_effort(answer.futures)))
            assert thinker.decide_request(replace(question, deadline=0.0, futures=kept)) == answer
            texts.add(answer.move_text)
    assert len(texts) > 1


def test_where_no_time_is_left_a_robot_still_answers() -> None:
    """Overload makes it look at less: one future for each move that looks best, and no more."""
    for question in questions("combinus", 3, seconds=-10.0):
        answer = Decider(GameLibrary()).decide_request(question)
        assert isinstance(answer, Decision)
        assert answer.futures == 1


def test_a_key_says_how_much_was_tried_and_is_nobody_elses() -> None:
    keys = {key_with_effort(77) for _ in range(100)}
    assert len(keys) == 100
    assert {effort_in_key(UUID(key)) for key in keys} == {77}
    assert {UUID(key).version for key in keys} == {4}


def test_tables_differ_a_little_in_how_long_their_robots_take() -> None:
    """By their address alone, and by a twentieth at the most: those that once moved together soon do so no more."""
    found = [delay_factor_of(f"table {number}") for number in range(200)]
    assert found == [delay_factor_of(f"table {number}") for number in range(200)]
    assert 0.95 <= min(found) < 0.96
    assert 1.04 < max(found) <= 1.05
