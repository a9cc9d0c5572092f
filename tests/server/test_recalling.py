"""What a robot's seat has heard is told while everything else goes on."""

from __future__ import annotations

import asyncio

import pytest

from malle.config.settings import read_config
from malle.core import Seat
from malle.runtime.seats.identity import Caller
from malle.runtime.table_service import TableService
from malle.runtime.views.robot_history import load_robot_history
from malle.storage.store import LoadedTable, TableId, parse_table_id
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
    house = TableService(read_config(environment), LIBRARY)
    await house.store.open()
    others, since = 0, 0

    async def work() -> None:
        nonlocal others
        while True:
            await asyncio.sleep(0)
            others += 1

    async def noted(id_: TableId, *, whole_log: bool = False) -> LoadedTable:
        nonlocal since
        found = await load(id_, whole_log=whole_log)
        since = others
        return found

    try:
        room = await end(house, parse_table_id(open_robots(port, environment, 2)[0]))
        load = house.store.load_table
        monkeypatch.setattr(house.store, "load_table", noted)
        working = asyncio.create_task(work())
        heard = await load_robot_history(house, room, Caller(Seat(0), is_robot=True))
        working.cancel()
        assert len(heard) == room.table.seq > 10
        assert others - since >= len(heard)
    finally:
        await house.store.close()
