"""The checker is proved: every planted fault is caught. And without one it finds nothing."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from malle.storage.crash_points import MOVE_POINTS
from malle.testing.dev_services import Services
from tests.server import history
from tests.server.bots import LIBRARY, Bot
from tests.server.faults import KillPoints, Plan, Run, run
from tests.server.history import check
from tests.server.judging import grown_share
from tests.server.nursery import Zygote
from tests.server.planted import FAULTS, PLANS

pytestmark = [
    pytest.mark.services,
    # asyncpg's, of connections that a crash cuts while they are made.
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

SHORT = Plan(
    seconds=11, tables=10, people=0, kill_every=0.8, postgres=1, nats_away=2, edges=0, window=0, think=0.15, settle=3
)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("hits", [1, pytest.param(50, marks=pytest.mark.long)])
async def test_every_kill_point(hits: int, services: Services, zygote: Zygote, tmp_path: Path) -> None:
    """The server ends at each point of a move: nothing lost, nothing doubled, the same chance afterwards."""
    plan = Plan(tables=4, people=0, think=0.02, settle=2, nats_away=0, window=0)

    class Hits(KillPoints):
        def __post_init__(self) -> None:
            super().__post_init__()
            self.hits = hits

    this, found = await run(plan, services, zygote, tmp_path / "server.log", kind=Hits, servers=1)
    print(this.report())
    assert this.kills == hits * len(MOVE_POINTS)
    assert not found, found[:10]


class LateDeadline(Run):
    """A deadline strikes when the clients were looked at for the last time, and before the servers have ended."""

    async def converge(self, bots: list[Bot], work: list[asyncio.Task[None]]) -> None:
        await super().converge(bots, work)
        with ThreadPoolExecutor(1) as pool:  # and this loop stands still: no client hears of it
            pool.submit(asyncio.run, self._deadline()).result()

    async def _deadline(self) -> None:
        before = await self.seqs()
        while await self.seqs() == before:
            await asyncio.sleep(0.05)


async def test_what_the_clock_does_after_the_last_look_is_no_fault_and_anything_else_is(
    services: Services, zygote: Zygote, tmp_path: Path
) -> None:
    plan = Plan(seconds=4, tables=10, people=0, kill_every=100, postgres=0, nats_away=0, edges=0, think=0.15, settle=2)
    this, found = await run(plan, services, zygote, tmp_path / "server.log", kind=LateDeadline)
    assert not found, found[:10]
    (silent,) = this.history.silent
    assert this.logs[silent].seq > this.history.ends[silent]
    # The same entry, had it been there when they looked: four seats were not shown it.
    ends = this.history.ends
    this.history.ends = {**ends, silent: this.logs[silent].seq}
    assert [fault[:5] for fault in check(this.history, this.logs, LIBRARY)] == ["last:"] * 4
    # A move of a person that comes when all have stopped, at a table without a clock.
    other = next(table for table in ends if table != silent)
    this.history.ends = {**ends, other: ends[other] - 1}
    for seen in this.history.seen:
        seen.last -= seen.table == other
    (fault,) = check(this.history, this.logs, LIBRARY)
    assert fault.startswith(f"last: {other} got ")


@pytest.mark.long
@pytest.mark.timeout(900)
async def test_people_play_while_everything_breaks(services: Services, zygote: Zygote, tmp_path: Path) -> None:
    """A minute of `make faults`, as CI does it."""
    plan = Plan(seconds=60, tables=30, nats_away=8, edges=3)
    this, found = await run(plan, services, zygote, tmp_path / "server.log")
    print(this.report())
    assert not found, found[:10]
    assert {"pause", "resume", "resign", "return", "undo", "next", "knock", "let"} <= set(this.party.did)
    assert set(this.breaker.done) == {name for name, *_ in this.breaker.troubles()}


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", ["", *FAULTS])
async def test_the_checker_finds(name: str, services: Services, zygote: Zygote, tmp_path: Path) -> None:
    plan = replace(SHORT, plant=name, **PLANS.get(name, {}))
    this, found = await run(plan, services, zygote, tmp_path / "server.log")
    print(this.report(), *found[:3], sep="\n")
    assert bool(found) == bool(name), found[:10] or this.report()


def test_a_server_that_grows_for_ever_is_found() -> None:
    """Not one that grows in the beginning, or whose memory goes up and down."""
    settled = [(float(at), 100_000_000 + min(at, 300) * 100_000 + at % 7 * 50_000) for at in range(1000)]
    growing = [(at, size + int(at) * 20_000) for at, size in settled]
    assert abs(grown_share(settled)) < 0.005
    assert grown_share(growing) > 0.05


@pytest.mark.parametrize(("quiet", "usual", "found"), [(0.1, 0.1, 0), (0.4, 0.1, 1), (0.4, 0.3, 0)])
def test_answers_are_slow_where_they_are_slower_without_nats(quiet: float, usual: float, found: int) -> None:
    """Not where the disk is slow for all."""
    took = {True: quiet, False: usual}
    wishes = [
        history.Wish("t", 0, "", "bid 1", 1, asked=0.0, answered=took[each], taken=2, quiet=each)
        for each in (True, False)
        for _ in range(100)
    ]
    assert len(history._check_answers(history.History(wishes=wishes))) == found
    assert not history._check_answers(history.History(wishes=wishes, answer_ms=0))
