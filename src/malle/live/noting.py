"""Entries that the table itself writes about a seat, such as a robot that takes it. They are computed again
if another entry is written first."""

from __future__ import annotations

from collections.abc import Callable

from malle.core import Seat, Stale
from malle.live import lag
from malle.live.house import TRIES, House
from malle.live.keys import fresh_key
from malle.live.room import Room
from malle.live.writing import move_of, wish_hash
from malle.store.writer import Status
from malle.table import Step, Table


async def write_note(house: House, room: Room, seat: Seat, wish: str, make: Callable[[Table], Step]) -> None:
    """Compute a step and write it as an entry of the table's own; if another process writes first, catch up
    and compute it again. `build_step` raises if the step is no longer allowed. Raises `Stale` after too many
    attempts."""
    key = fresh_key()
    async with room.lock:
        for _ in range(TRIES):
            step = make(room.table)
            held = lag.held(room, step, house.config.window)
            written = await house.store.write(move_of(room.id, step, key, wish_hash(seat, wish), held))
            if written.status is Status.TAKEN:
                house.written(room, step)
                return
            await house.catch_up({room.id: room})
    raise Stale()
