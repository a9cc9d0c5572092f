"""Whatever frames a client loses, in the end it shows what a fresh one shows. Broken clients and servers are seen."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import aclosing
from pathlib import Path

import pytest

from tests.server.losing import KINDS, SETTINGS, Change, bundle, lose, two_servers
from tests.server.nursery import Nursery, Zygote
from tests.server.planted_losses import LOSSES

pytestmark = pytest.mark.services

BROKEN: Mapping[str, tuple[str, Sequence[Change]]] = {
    "a frame of the connection before is taken after a newer one": (
        "reconnect",
        (
            ("socket.ts", "if (this.socket === socket) await this.take", "await this.take"),
            ("store.ts", "if (before && state.seq < before.seq && !state.setting) return;", ""),
        ),
    ),
    "frames overtake each other": ("drop", (("socket.ts", "before = before\n", "before = Promise.resolve()\n"),)),
    "a frame that cannot be read is left out": (
        "reconnect",
        (("socket.ts", ".catch(() => this.socket === socket && this.drop())", ".catch(() => {})"),),
    ),
    "what was not answered is not sent again": (
        "drop",
        (("socket.ts", "for (const message of this.unanswered.values()) this.put(message);", ""),),
    ),
    "what is public is not laid over what never changes": (
        "process",
        (("store.ts", "state.table = { ...before?.table, ...state.table };", ""),),
    ),
    "the viewer stays who they were": (
        "takeover",
        (("store.ts", "if (state.viewer === undefined) {", "if (before || state.viewer === undefined) {"),),
    ),
}
"""Faults of the client: the kind of ways that finds each, and the change that makes it."""


@pytest.fixture
def settings(environment: dict[str, str]) -> dict[str, str]:
    return {**environment, **SETTINGS}


@pytest.fixture
def servers(zygote: Zygote, settings: dict[str, str], tmp_path: Path) -> Nursery:
    return Nursery(zygote, settings, tmp_path / "server.log")


def ways_of(kind: str, count: int) -> range:
    """The numbers of ways of this kind."""
    first = KINDS.index(kind)
    return range(first, first + len(KINDS) * count, len(KINDS))


@pytest.mark.timeout(600)
@pytest.mark.parametrize("ways", [16, pytest.param(1000, marks=[pytest.mark.long, pytest.mark.timeout(3600)])])
async def test_whatever_is_lost_a_page_ends_with_the_scene_of_a_fresh_one(
    servers: Nursery, settings: dict[str, str], tmp_path: Path, ways: int
) -> None:
    """Byte for byte, in words, whatever kind of way: `make losses` tells how far it is."""
    did: Counter[str] = Counter()
    wrong: list[str] = []
    async with (
        two_servers(servers, settings) as ports,
        aclosing(lose(bundle(tmp_path / "client"), ports, range(ways))) as ended,
    ):
        async for way in ended:
            did.update(way.did)
            did[f"ways of {way.kind}"] += 1
            if way.wrong:
                wrong.append(f"way {way.number} ({way.kind}): {way.wrong}")
    print(dict(did))
    assert wrong == []
    assert [did[f"ways of {kind}"] for kind in KINDS] == [ways // len(KINDS)] * len(KINDS)
    assert did["compared"] >= 2 * ways
    assert all(did[what] for what in ("lost", "spoilt", "move", "freeze")), did
    # Two ways of a kind do not come to what makes it one every day.
    special = [did[what] for what in ("undo", "window", "resign", "next")]
    assert all(special) if ways > 100 else sum(map(bool, special)) >= 2, did


async def is_seen(ports: Sequence[int], made: Path, kind: str) -> bool:
    """Does a way of this kind end wrong? A server that is too busy to open a table is another matter."""
    async with aclosing(lose(made, ports, ways_of(kind, 48), beside=3, patience=20, settle=4)) as ended:
        async for way in ended:
            if way.wrong and "/api/" not in way.wrong:
                print(f"{way.kind}: {way.wrong[:300]}")
                return True
    return False


@pytest.mark.timeout(900)
@pytest.mark.parametrize("faults", [2, pytest.param(len(BROKEN), marks=pytest.mark.long)])
async def test_a_broken_client_is_seen(servers: Nursery, settings: dict[str, str], tmp_path: Path, faults: int) -> None:
    """Each of the faults, planted in the client's own sources; every day the first two."""
    unseen = []
    async with two_servers(servers, settings) as ports:
        for number, (fault, (kind, changes)) in enumerate([*BROKEN.items()][:faults]):
            made = await asyncio.to_thread(bundle, tmp_path / str(number), changes)
            if not await is_seen(ports, made, kind):
                unseen.append(fault)
    assert unseen == []


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("plant", sorted(LOSSES))
async def test_a_broken_server_is_seen(servers: Nursery, settings: dict[str, str], tmp_path: Path, plant: str) -> None:
    made = bundle(tmp_path / "client")
    kind, _ = LOSSES[plant]
    async with two_servers(servers, settings, plant) as ports:
        assert await is_seen(ports, made, kind)
