"""Tables in memory: what nobody looks at leaves it, and comes back as it was."""

from __future__ import annotations

from typing import cast
from uuid import uuid4

import pytest

from malle.live.caller import Caller
from malle.live.house import House
from malle.live.room import Room
from malle.live.rooms import UNSEEN
from malle.live.watcher import Watcher
from malle.store.store import TableId, read_id
from malle.wire.config import read_config
from tests.server.bots import LIBRARY
from tests.server.nursery import Nursery, free_port
from tests.server.test_play import open_robots

pytestmark = pytest.mark.services


async def end(house: House, table: TableId) -> Room:
    """Plays a table of robots to its end."""
    room = await house.room(table)
    while room.table.over is None:
        seat, seq = room.table.awaited[0], room.table.seq
        await house.act(room, Caller(seat, robot=True), seq, room.table.game.write(room.table.legal(seat)[0]), uuid4())
    return room


async def test_a_game_that_is_over_leaves_the_memory_and_is_loaded_again(
    nursery: Nursery, environment: dict[str, str]
) -> None:
    """However few tables there are; but not while somebody looks, asks or moves, and none that is still played."""
    port = free_port()
    nursery.start(port)
    seen, moved, unseen, played = (read_id(open_robots(port, environment, 2, rounds=2)[0]) for _ in range(4))
    house = House(read_config(environment), LIBRARY)
    await house.store.open()
    try:
        rooms = house._rooms
        await house.room(played)
        (await end(house, seen)).connections.add(cast(Watcher, object()))
        was = await end(house, unseen)
        async with (await end(house, moved)).lock:
            for now in (0.0, UNSEEN - 1):
                rooms.drop_ended(now)
                assert set(rooms) == {seen, moved, unseen, played}
            assert await house.room(unseen) is was
            rooms.drop_ended(UNSEEN)
            assert set(rooms) == {seen, moved, unseen, played}, "somebody asked for it"
            rooms.drop_ended(2 * UNSEEN)
            assert set(rooms) == {seen, moved, played}
        again = await house.room(unseen)
        assert again is not was
        assert (again.table.state, again.table.over) == (was.table.state, was.table.over)
        rooms.drop_ended(2 * UNSEEN + 1)
        assert set(rooms) == {seen, moved, unseen, played}, "nobody looks since now"
    finally:
        await house.store.close()
