"""The checker is proved: every planted fault is caught. And without one it finds nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from malle.store.killpoint import POINTS
from malle.testing.services import Services
from tests.server.faults import KillPoints, Plan, run
from tests.server.nursery import Zygote
from tests.server.planted import FAULTS, PLANS

pytestmark = pytest.mark.services

SHORT = Plan(seconds=11, tables=10, kill_every=0.8, postgres=1, nats_away=2, think=0.15, settle=3)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("hits", [3, pytest.param(50, marks=pytest.mark.long)])
async def test_every_kill_point(hits: int, services: Services, zygote: Zygote, tmp_path: Path) -> None:
    """The server ends at each point of a move: nothing lost, nothing doubled, the same chance afterwards."""
    plan = Plan(tables=4, think=0.02, settle=2, nats_away=0)

    class Hits(KillPoints):
        def __post_init__(self) -> None:
            super().__post_init__()
            self.hits = hits

    this, found = await run(plan, services, zygote, tmp_path / "server.log", kind=Hits, servers=1)
    print(this.report())
    assert this.kills == hits * len(POINTS)
    assert not found, found[:10]


@pytest.mark.long
@pytest.mark.parametrize("name", ["", *FAULTS])
async def test_the_checker_finds(name: str, services: Services, zygote: Zygote, tmp_path: Path) -> None:
    plan = replace(SHORT, plant=name, **PLANS.get(name, {}))
    this, found = await run(plan, services, zygote, tmp_path / "server.log")
    print(this.report(), *found[:3], sep="\n")
    assert bool(found) == bool(name), found[:10] or this.report()
