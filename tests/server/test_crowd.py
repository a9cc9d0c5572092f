"""Three times as many moves as a server can make: some are made soon, the others are refused at once and come again."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import time
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

import pytest
from bench.moves.load import MalleTable, steady

from malle.config.settings import read_config
from malle.protocol.messages import ActMessage, RefusedMessage, TakenMessage
from malle.runtime.load_shedding import (
    DELAY_CHECK_SECONDS,
    MAX_LOOP_DELAY_SECONDS,
    MIN_MOVES_IN_PROGRESS,
    LoadShedder,
    Overloaded,
)
from malle.testing.dev_services import Services
from tests.server.bots import LIBRARY
from tests.server.history import percentile
from tests.server.judging import judge_log
from tests.server.nursery import Nursery, Zygote, free_port
from tests.server.player import Player
from tests.server.test_bad_days import looked_at
from tests.server.test_play import ROUND, count, open_robots

TABLES = 240
"""Each waits for one move at a time."""
AGAIN = 0.4
"""Seconds until one that was refused is sent again, in the middle."""


async def stand_still() -> None:
    """The loop has too much to do, and the look that was due comes late."""
    time.sleep(DELAY_CHECK_SECONDS + 2 * MAX_LOOP_DELAY_SECONDS)
    for _ in range(2):
        await asyncio.sleep(0)


async def test_few_are_let_in_however_late_it_is_and_no_more() -> None:
    counts = Counter[str]()
    crowd = LoadShedder(counts)
    with contextlib.ExitStack() as stack:
        for _ in range(MIN_MOVES_IN_PROGRESS - 1):
            stack.enter_context(crowd)
        await stand_still()
        stack.enter_context(crowd)
        with pytest.raises(Overloaded):
            stack.enter_context(crowd)
        assert counts["refused_crowded"] == 1
        while not counts["let in"]:  # nothing more to do: it is in time again
            await asyncio.sleep(DELAY_CHECK_SECONDS)
            with contextlib.suppress(Overloaded):
                for _ in range(MIN_MOVES_IN_PROGRESS):
                    stack.enter_context(crowd)
                counts["let in"] += 1


async def test_whoever_is_alone_is_never_refused() -> None:
    counts = Counter[str]()
    crowd = LoadShedder(counts)
    for _ in range(3):
        with crowd:
            await stand_still()
    assert not counts


class Load:
    """Tables at which robots' seats are played from outside."""

    def __init__(self, players: list[list[Player]]) -> None:
        self._players = players
        self._free = list(range(len(players)))
        self._made = [0] * len(players)
        self.missed = 0
        """Moves that were due while every table waited for one."""
        self.refused = 0
        self.took: list[tuple[float, float]] = []
        """When it was sent that was made, and when it was answered."""

    async def move(self) -> None:
        """The next one somewhere, sent again until it is made."""
        table = self._free.pop(random.randrange(len(self._free)))
        seat, text = ROUND[self._made[table] % 3]
        wish = ActMessage(self._made[table] + 2, text, str(uuid4()))
        player = self._players[table][seat]
        while True:
            began = time.time()
            await player.shout(wish)
            await player.wait(lambda: wish.key in player.answers)
            answer = player.answers.pop(wish.key)
            if isinstance(answer, TakenMessage):
                break
            assert isinstance(answer, RefusedMessage)
            assert answer.slug == "unavailable"
            self.refused += 1
            await asyncio.sleep(AGAIN * (0.5 + random.random()))
        self.took.append((began, time.time()))
        self._made[table] += 1
        self._free.append(table)

    async def offer(self, rate: float, seconds: float) -> None:
        """So many moves a second, whatever becomes of them; returns when all are made."""
        began, moves = time.monotonic(), set[asyncio.Task[None]]()
        for number in itertools.count():
            await asyncio.sleep(max(0.0, began + number / rate - time.monotonic()))
            if time.monotonic() > began + seconds:
                break
            if not self._free:
                self.missed += 1
                continue
            moves.add(asyncio.create_task(self.move()))
        await asyncio.gather(*moves)

    async def most(self, seconds: float, at_once: int = 16) -> float:
        """Moves a second, if each of so many is sent when the one before is answered."""
        began = time.monotonic()

        async def play() -> None:
            while time.monotonic() < began + seconds:
                await self.move()

        await asyncio.gather(*(play() for _ in range(at_once)))
        made = len(self.took) / (time.monotonic() - began)
        self.took.clear()
        return made

    def told(self) -> float:
        """Milliseconds within which 99 of 100 were answered, and forgets them."""
        p99 = 1000 * percentile([until - since for since, until in self.took], 99)
        self.took.clear()
        return p99


@contextlib.asynccontextmanager
async def load(port: int, environment: dict[str, str]) -> AsyncIterator[Load]:
    """All of them there."""
    async with contextlib.AsyncExitStack() as stack:
        players: list[list[Player]] = []
        for _ in range(TABLES):
            table, tokens = await asyncio.to_thread(open_robots, port, environment, 2, rounds=1000)
            players.append([await stack.enter_async_context(Player([port], table, token)) for token in tokens])
        for each in itertools.chain(*players):
            await each.until(2)
        yield Load(players)


class Figures(NamedTuple):
    """Of one server: moves made and refused at three times too much, and milliseconds before, meanwhile and after."""

    made: int
    refused: int
    p99: tuple[float, float, float]


async def overload(nursery: Nursery, environment: dict[str, str], plant: str) -> Figures:
    """Half as much as it can make, then three times as much, and half of it five seconds later."""
    port = free_port()
    pid = nursery.start(port, plant=plant)
    async with load(port, environment) as offered:
        most = await offered.most(6)
        await offered.offer(most / 2, 10)
        before = offered.told()
        await offered.offer(3 * most, 20)
        made, refused, meanwhile = len(offered.took), offered.refused, offered.told()
        await asyncio.sleep(5)
        await offered.offer(most / 2, 10)
        found = Figures(made, refused, (before, meanwhile, offered.told()))
        assert offered.refused == refused
    assert count(port, 'malle_refused_total{slug="crowded"}') == refused
    nursery.end(pid)
    print(
        f"{plant}: {most:.0f} moves a second at the most; p99 {before:.0f} ms at half of that, {meanwhile:.0f} ms at"
        f" three times ({made} made, {refused} refused), {found.p99[2]:.0f} ms five seconds later"
    )
    return found


@pytest.mark.long
@pytest.mark.services
@pytest.mark.timeout(900)
async def test_three_times_too_much(nursery: Nursery, environment: dict[str, str]) -> None:
    """On a small machine, where a move takes ten milliseconds more. If all are let in, they wait for each other."""
    gated = await overload(nursery, environment, "slow-moves")
    open_ = await overload(nursery, environment, "slow-moves-all-let-in")
    assert not judge_log(nursery.log)
    assert gated.refused
    assert not open_.refused
    before, meanwhile, after = gated.p99
    assert meanwhile < open_.p99[1] / 2
    assert after < max(100.0, 2 * before)
    assert gated.made > open_.made / 2


@pytest.mark.services
@pytest.mark.long
@pytest.mark.timeout(900)
async def test_answers_are_quick_at_a_steady_rate(
    zygote: Zygote, services: Services, environment: dict[str, str], database: str, tmp_path: Path
) -> None:
    """A thousand people at 250 tables, a hundred moves a second for a minute, each made when it is due whether or not
    those before are answered: 99 of a hundred are answered within 100 ms. For a machine of its own."""
    one = environment | {"MALLE_DATABASES": f"1={services.app_url(0, database)}"}
    nursery, port = Nursery(zygote, one, tmp_path / "server.log"), free_port()
    keys, luck = read_config(one).keyring, random.Random(1)
    owner = services.owner_url(0, database)
    try:
        async with looked_at(nursery.start(port, pages=True)) as waits:
            tables = [await MalleTable().open(port, "declarer", owner, keys, LIBRARY, luck) for _ in range(250)]
            began = time.time()
            took = await steady(tables, 100, 60)
            waited = waits.between(began, time.time())
    finally:
        nursery.close()
    p50, p99 = (1000 * percentile(took, percent) for percent in (50, 99))
    print(f"{len(took)} moves, p50 {p50:.1f} ms, p99 {p99:.1f} ms, {waited:.1f} s spent waiting for a processor")
    assert len(took) > 5900
    assert p99 < 100
    assert not judge_log(tmp_path / "server.log")
