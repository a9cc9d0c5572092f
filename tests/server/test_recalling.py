"""What a robot's seat has heard is told while everything else goes on."""

from __future__ import annotations

import asyncio

import pytest

from malle.core import Seat
from malle.live.caller import Caller
from malle.live.house import House
from malle.live.recalling import recall
from malle.store.store import Stored, TableId, read_id
from malle.wire.config import read_config
from tests.server.bots import LIBRARY
from tests.server.nursery import Nursery, free_port
from tests.server.test_play import open_robots
from tests.server.test_rooms import end

pytestmark = pytest.mark.services


async def test_nobody_waits_while_a_long_game_is_recalled(
    nursery: Nursery, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After each of its moves the process turns to whatever else there is. A game at once took three milliseconds
    early on and ten at its end, whenever a robot came back to its table."""
    port = free_port()
    nursery.start(port)
    house = House(read_config(environment), LIBRARY)
    await house.store.open()
    others, since = 0, 0

    async def work() -> None:
        nonlocal others
        while True:
            await asyncio.sleep(0)
            others += 1

    async def noted(id_: TableId, *, whole: bool = False) -> Stored:
        nonlocal since
        found = await load(id_, whole=whole)
        since = others
        return found

    try:
        room = await end(house, read_id(open_robots(port, environment, 2)[0]))
        load = house.store.load
        monkeypatch.setattr(house.store, "load", noted)
        working = asyncio.create_task(work())
        heard = await recall(house, room, Caller(Seat(0), robot=True))
        working.cancel()
        assert len(heard) == room.table.seq > 10
        assert others - since >= len(heard)
    finally:
        await house.store.close()
