"""Tables in memory: what nobody looks at leaves it, and comes back as it was."""

from __future__ import annotations

from typing import cast
from uuid import uuid4

import pytest

from malle.config.settings import read_config
from malle.runtime.room import Room
from malle.runtime.room_cache import UNWATCHED_SECONDS
from malle.runtime.seats.identity import Caller
from malle.runtime.table_service import TableService
from malle.runtime.views.viewer import ConnectedViewer
from malle.storage.store import TableId, parse_table_id
from tests.server.bots import LIBRARY
from tests.server.nursery import Nursery, free_port
from tests.server.test_play import open_robots

pytestmark = pytest.mark.services


async def end(house: TableService, table: TableId) -> Room:
    """Plays a table of robots to its end."""
    room = await house.get_room(table)
    while room.table.over is None:
        seat, seq = room.table.awaited[0], room.table.seq
        await house.act(
            room, Caller(seat, is_robot=True), seq, room.table.game.write(room.table.legal(seat)[0]), uuid4()
        )
    return room


async def test_a_game_that_is_over_leaves_the_memory_and_is_loaded_again(
    nursery: Nursery, environment: dict[str, str]
) -> None:
    """However few tables there are; but not while somebody looks, asks or moves, and none that is still played."""
    port = free_port()
    nursery.start(port)
    seen, moved, unseen, played = (parse_table_id(open_robots(port, environment, 2, rounds=2)[0]) for _ in range(4))
    house = TableService(read_config(environment), LIBRARY)
    await house.store.open()
    try:
        rooms = house._rooms
        await house.get_room(played)
        (await end(house, seen)).connections.add(cast(ConnectedViewer, object()))
        was = await end(house, unseen)
        async with (await end(house, moved)).lock:
            for now in (0.0, UNWATCHED_SECONDS - 1):
                rooms.drop_ended(now)
                assert set(rooms) == {seen, moved, unseen, played}
            assert await house.get_room(unseen) is was
            rooms.drop_ended(UNWATCHED_SECONDS)
            assert set(rooms) == {seen, moved, unseen, played}, "somebody asked for it"
            rooms.drop_ended(2 * UNWATCHED_SECONDS)
            assert set(rooms) == {seen, moved, played}
        again = await house.get_room(unseen)
        assert again is not was
        assert (again.table.state, again.table.over) == (was.table.state, was.table.over)
        rooms.drop_ended(2 * UNWATCHED_SECONDS + 1)
        assert set(rooms) == {seen, moved, unseen, played}, "nobody looks since now"
    finally:
        await house.store.close()
