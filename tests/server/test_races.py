"""Many at once: one winner, no gap, and in a window everybody's answer without a second try."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from functools import partial

import pytest

from malle.config.settings import read_config
from malle.protocol.messages import RefusedMessage, StateMessage, TakenMessage
from tests.server.history import Log, read_logs
from tests.server.nursery import Nursery, free_port
from tests.server.player import Player
from tests.server.test_play import open_robots

pytestmark = pytest.mark.services


async def read_log(environment: dict[str, str], table: str) -> Log:
    owners = dict(part.split("=", 1) for part in environment["MALLE_OWNER_DATABASES"].split(","))
    logs = await read_logs(
        {int(number): url for number, url in owners.items()}, [table], read_config(environment).keyring
    )
    return logs[table]


@pytest.mark.timeout(300)
@pytest.mark.parametrize("rounds", [60, pytest.param(1000, marks=pytest.mark.long)])
async def test_six_race_for_one_decision(nursery: Nursery, environment: dict[str, str], rounds: int) -> None:
    """Six sockets over two servers answer for one seat at the same time, each with a key of its own."""
    ports = [free_port(), free_port()]
    for port in ports:
        nursery.start(port)
    table, tokens = open_robots(ports[0], environment, 2, rounds=1000)
    async with AsyncExitStack() as stack:
        racers = [await stack.enter_async_context(Player([ports[number % 2]], table, tokens[0])) for number in range(6)]
        other = await stack.enter_async_context(Player(ports, table, tokens[1]))
        seq = 2
        for _ in range(rounds):
            for each in (*racers, other):
                await each.until(seq)
            answers = await asyncio.gather(*(each.act("bid 1", seq=seq) for each in racers))
            taken = [each for each in answers if isinstance(each, TakenMessage)]
            assert [each.seq for each in taken] == [seq + 1]
            slugs = {each.slug for each in answers if isinstance(each, RefusedMessage)}
            assert slugs <= {"stale", "not-your-turn"}
            assert isinstance(await other.act("bid 0", seq=seq), TakenMessage)
            for each in racers:
                await each.until(seq + 2)
            answers = await asyncio.gather(*(each.act("keep", seq=seq + 2) for each in racers))
            assert sum(isinstance(each, TakenMessage) for each in answers) == 1
            seq += 3
    log = await read_log(environment, table)
    assert log.seq == seq
    assert [row["seq"] for row in log.rows] == list(range(1, seq + 1))


@pytest.mark.timeout(300)
@pytest.mark.parametrize("windows", [60, pytest.param(1000, marks=pytest.mark.long)])
async def test_five_answer_at_once(nursery: Nursery, environment: dict[str, str], windows: int) -> None:
    """Windows of five seats over two servers: every answer is taken as it was sent, and nobody hears one too early."""
    ports = [free_port(), free_port()]
    for port in ports:
        nursery.start(port)
    table, tokens = open_robots(ports[0], environment, 5, rounds=1000)
    async with AsyncExitStack() as stack:
        players = [
            await stack.enter_async_context(Player([ports[seat % 2]], table, token))
            for seat, token in enumerate(tokens)
        ]
        watcher = await stack.enter_async_context(Player(ports, table, ""))
        early: list[StateMessage] = []
        seen: dict[int, int] = {}
        closing = 0

        def listen(number: int, state: StateMessage) -> None:
            """Until the window closes no state may tell anything: no sentence, no event, no bid."""
            inside = closing - 5 <= seen.get(number, -1) and state.seq < closing
            if inside and any(told.said or bytes(told.motion) != b"[]" for told in state.heard):
                early.append(state)
            seen[number] = state.seq

        for number, each in enumerate((*players, watcher)):
            each.on_state = partial(listen, number)
        seq = 5
        for number in range(windows):
            for each in (*players, watcher):
                await each.until(seq)
            closing = seq + 5
            answers = await asyncio.gather(
                *(each.act(f"bid {(seat + number) % 4}", seq=seq) for seat, each in enumerate(players))
            )
            assert sorted(each.seq for each in answers if isinstance(each, TakenMessage)) == list(
                range(seq + 1, seq + 6)
            )
            for each in players:
                await each.until(closing)
            state = players[0].state
            assert state is not None
            (bidder,) = json.loads(bytes(state.table))["awaited"]
            assert isinstance(await players[bidder].act("keep", seq=closing), TakenMessage)
            seq = closing + 1
        assert not early
    log = await read_log(environment, table)
    assert [row["seq"] for row in log.rows] == list(range(1, seq + 1))
