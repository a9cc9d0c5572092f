"""Tables in memory: what nobody looks at leaves it, and comes back as it was."""

from __future__ import annotations

from typing import cast

import pytest

from malle.live.house import House
from malle.live.rooms import UNSEEN
from malle.live.watcher import Watcher
from malle.store.store import read_id
from malle.wire.config import read_config
from tests.server.bots import LIBRARY
from tests.server.nursery import Nursery, free_port
from tests.server.test_play import open_robots

pytestmark = pytest.mark.services


async def test_a_table_that_nobody_looks_at_leaves_the_memory_and_is_loaded_again(
    nursery: Nursery, environment: dict[str, str]
) -> None:
    """However few tables there are, and not while somebody looks, asks or moves."""
    port = free_port()
    nursery.start(port)
    seen, moved, unseen = (read_id(open_robots(port, environment, 2)[0]) for _ in range(3))
    house = House(read_config(environment), LIBRARY)
    await house.store.open()
    try:
        rooms = house._rooms
        (await house.room(seen)).connections.add(cast(Watcher, object()))
        was = await house.room(unseen)
        async with (await house.room(moved)).lock:
            for now in (0.0, UNSEEN - 1):
                rooms.drop_unseen(now)
                assert set(rooms) == {seen, moved, unseen}
            assert await house.room(unseen) is was
            rooms.drop_unseen(UNSEEN)
            assert set(rooms) == {seen, moved, unseen}, "somebody asked for it"
            rooms.drop_unseen(2 * UNSEEN)
            assert set(rooms) == {seen, moved}
        again = await house.room(unseen)
        assert again is not was
        assert again.table.state == was.table.state
        rooms.drop_unseen(2 * UNSEEN + 1)
        assert set(rooms) == {seen, moved, unseen}, "nobody looks since now"
    finally:
        await house.store.close()
