"""A standby takes over: whatever was acknowledged is there, once; and the old primary, started again, is of no use.

The commands are those of docs/host.md, *A standby* (`tests.server.pair`). The link between the two is cut before most
kills: `test_without_a_synchronous_standby_moves_are_lost` shows that the checker finds what is lost then.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

import pytest

from malle.config.settings import read_config
from malle.protocol.messages import ActMessage, TakenMessage
from malle.storage.migrate import migrate_async
from malle.storage.store import parse_table_id
from tests.server.faults import Plan, Run
from tests.server.nursery import Nursery, Zygote, free_port
from tests.server.pair import Pair, pair_in
from tests.server.player import Player, call

pytestmark = [
    pytest.mark.services,
    pytest.mark.long,
    pytest.mark.timeout(1800),
    # asyncpg's, of connections that a crash cuts while they are made.
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
STUCK = 10.0
"""Seconds after a promotion in which every table has gone on."""
FAST = {
    "MALLE_RATE": "10000",
    "MALLE_HTTP_RATE": "10000",
    "MALLE_TABLES": "1000000",
    "MALLE_SOCKETS": "100000",
    "MALLE_ROBOT_PATIENCE": "3600",
    "MALLE_WINDOW": "0",
    "MALLE_PACE": "0",
    "MALLE_SNAPSHOT": "10",
}


@pytest.fixture
async def pair() -> AsyncIterator[Pair]:
    """Two hosts with the schema of today."""
    with tempfile.TemporaryDirectory(prefix="malle-pair-") as home:
        Path(home).chmod(0o755)  # PostgreSQL is another user, who has to get there
        async with pair_in(Path(home)) as made:
            await migrate_async(made.address(0, 1, owner=True), "tables")
            await migrate_async(made.address(0, 1, owner=True), "people")
            yield made


@dataclass
class Failovers(Run):
    """A run in which the primary dies again and again, and the other one takes over."""

    pair: Pair = field(kw_only=True)
    cuts: tuple[float, ...] = ()
    """Seconds that the link is cut before each kill."""
    alone: bool = False
    """A plant: the primary waits for nobody."""
    longest: list[float] = field(default_factory=list)
    """After each promotion: seconds until every table had gone on, by the clock on the wall."""
    strays: list[int] = field(default_factory=list)
    """What the old primary was written, started again by mistake."""

    async def break_things(self) -> None:
        """One after the other."""
        for cut in self.cuts:
            await asyncio.sleep(0.5 + 2 * self.luck.random())
            if self.alone:
                await self.pair.forget_standby()
            began = time.monotonic()
            if cut:
                self.pair.wire.cut()
                await asyncio.sleep(cut)
            await asyncio.to_thread(self.pair.kill_primary)
            self.kills += 1
            await self.pair.promote()
            self.down.append((began, time.monotonic()))
            if not self.alone:
                await self._all_go_on()
                await self._split_brain()
                await self.pair.rejoin()

    async def _all_go_on(self) -> None:
        """Waits until every table that can has made a move after the promotion."""
        began, before = time.time(), await self.seqs()
        left = set(before)
        while left:
            over = await self.pair.ask(self.pair.primary, "select array_agg(id) from malle.tab where over") or []
            now = await self.seqs()
            left = {each for each in left if now.get(each, 0) <= before[each] and parse_table_id(each) not in over}
            if self.waits.own(began, time.time()) > STUCK or time.time() > began + 90:
                self.history.faults.append(f"stuck: {sorted(left)} stood still for {STUCK} s after a promotion")
                break
            await asyncio.sleep(0.05)
        self.longest.append(time.time() - began)

    async def _split_brain(self) -> None:
        """The old primary is started again as it was: it may write, by itself, and nobody writes to it."""
        old = self.pair.standby
        await asyncio.to_thread(self.pair.host(old).start)
        assert await self.pair.ask(old, "select not pg_is_in_recovery()")
        before = await self.pair.ask(old, COUNT)
        pid = self.nursery.start(free_port(), wait=False)  # one more server that knows nothing of what was
        await asyncio.sleep(2)
        self.strays.append(await self.pair.ask(old, COUNT) - before)
        self.nursery.end(pid)
        await asyncio.to_thread(self.pair.host(old).stop, "immediate")


COUNT = "select count(*) from malle.entry"


async def fail_over(
    pair: Pair, zygote: Zygote, log: Path, *, cuts: tuple[float, ...], alone: bool = False
) -> tuple[Failovers, list[str]]:
    """A run with so many failovers, and what the checker found."""
    plan = Plan(tables=9, people=0, think=0.15, settle=4, window=0, seed=random.randrange(1 << 30))
    environment = {**pair.environment(0, 1), **FAST}
    nursery = Nursery(zygote, environment, log)
    owners = {1: pair.address(0, 1, owner=True)}
    ports = [free_port(), free_port()]
    config = read_config(environment)
    this = Failovers(plan, pair.services, config, nursery, ports, owners, pair=pair, cuts=cuts, alone=alone)
    try:
        found = await this.play()
    finally:
        nursery.close()
    print(f"seed {plan.seed}; {this.report()}; all went on after {[f'{each:.1f}' for each in this.longest]} s")
    return this, found


async def test_a_standby_takes_over_without_loss(pair: Pair, zygote: Zygote, tmp_path: Path) -> None:
    """Six times, from one host to the other and back, the link cut for longer than a statement may take among them;
    each time the old primary is then started by mistake, made to follow with `pg_rewind`, and takes over next."""
    cuts = (0.0, 2.0, 7.0, 0.3, 2.0, 0.0)
    this, found = await fail_over(pair, zygote, tmp_path / "server.log", cuts=cuts)
    assert not found, found[:10]
    assert this.kills == len(cuts)
    assert this.strays == [0] * len(cuts)
    assert this.answered() > 200


async def test_without_a_synchronous_standby_moves_are_lost(pair: Pair, zygote: Zygote, tmp_path: Path) -> None:
    """The checker sees it: the same, with a primary that waits for nobody."""
    _, found = await fail_over(pair, zygote, tmp_path / "server.log", cuts=(3.0,), alone=True)
    assert any(each.startswith("lost:") for each in found), found[:10]


async def test_an_old_primary_alone_acknowledges_nothing(pair: Pair, zygote: Zygote, tmp_path: Path) -> None:
    """A move reaches the primary's disk and not the standby; the primary dies, the standby is promoted. Then the old
    one is started by mistake while the new one is away, and servers that know nothing of all that name it first: the
    move, which it has, is not acknowledged there, sent again or not; nor is another one. With the new one back the
    same servers go on with it, and the move is made once."""
    nursery = Nursery(zygote, {**pair.environment(0, 1), **FAST}, tmp_path / "server.log")
    port = free_port()
    first = nursery.start(port)
    body = {"game": "parley", "seats": 2, "name": "Ann", "robots": 1}
    opened = call(port, "/api/tables", body)[1]
    try:
        async with Player([port], opened["table"], opened["token"]) as ann:
            seq = (await ann.until(2)).seq
            pair.wire.cut()
            act = ActMessage(seq, "bid 1", str(uuid4()))
            await ann.shout(act)
            async with asyncio.timeout(60):
                while not await pair.ask(0, WAITING):
                    await asyncio.sleep(0.02)
            nursery.end(first)
            await asyncio.to_thread(pair.kill_primary)
            await pair.promote()
            await asyncio.to_thread(pair.host(1).stop)
            await asyncio.to_thread(pair.host(0).start)
            assert await pair.ask(0, f"{COUNT} where key = '{act.key}'") == 1
            nursery.start(port, wait=False)
            asking = asyncio.create_task(ann.send(act, 300))
            await asyncio.sleep(15)
            assert not asking.done(), asking
            status, _ = await asyncio.to_thread(call, port, "/ready")
            assert status == 503
            await asyncio.to_thread(pair.host(1).start)
            answer = await asking
            assert isinstance(answer, TakenMessage)
        assert await pair.ask(1, f"{COUNT} where key = '{act.key}' and seq = {answer.seq}") == 1
        assert '"advice"' in (tmp_path / "server.log").read_text()
    finally:
        nursery.close()


WAITING = "select count(*) from pg_stat_activity where wait_event = 'SyncRep' and application_name = 'malle writer'"
