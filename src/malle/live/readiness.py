"""The ready check before a table begins, and whether its host is still there. Both are rows beside the table,
for people to read.

A player stays ready until seats or options are agreed again. The check binds no one: the host starts when
they like. A host who has not looked at the page for two minutes loses that role to the next player who looks,
so that the others need not wait. The delay is that long because a phone stops a page in the background while
its owner sends the invitation.
"""

from __future__ import annotations

import contextlib
from zlib import crc32

from malle.core import MalleError
from malle.live import hosting
from malle.live.caller import Caller
from malle.live.house import House
from malle.live.room import Room
from malle.store.away import Unavailable

DAY = 86400.0
"""Seconds for which a player stays ready."""
GONE = 120.0
"""Seconds without a sign after which a host counts as gone."""
OFTEN = 20.0
"""Least seconds between two written signs of a host."""
_HOST, _READY = "host", "ready "


async def say_ready(house: House, room: Room, who: Caller) -> None:
    """Record that the caller is ready. Raises `NotYours` if they do not sit at this table."""
    await house.sitters.learn(room)
    seat = hosting.seat_of(room, who)
    await house.store.wishes.want(room.id, f"{_READY}{who.person}", _question(room), seat, DAY, yes=True)
    await look(house, room)


async def look(house: House, room: Room, who: Caller | None = None) -> None:
    """Refresh `Room.ready_bits` before the start of a hosted table; do nothing at any other. If the caller is
    the host, record that they are there. If another player calls while the host is gone, that player becomes
    the host. An unavailable database changes nothing."""
    if room.table.turn is not None or not room.table.setup.hosted:
        return
    with contextlib.suppress(Unavailable):  # the page opens without it
        if room.sitters is None:
            await house.sitters.learn(room)
        found = {each.what: each for each in (await house.store.wishes.open([room.id])).get(room.id, ())}
        asked = {what for what, each in found.items() if each.seq == _question(room) and each.yes}
        ready = sum(1 << seat for seat, each in (room.sitters or {}).items() if f"{_READY}{each.person}" in asked)
        if ready != room.ready:
            room.ready = ready
            room.made.clear()
        if who is None or who.seat is None:
            return
        if who.seat == room.table.host:
            await house.store.wishes.nudge(room.id, _HOST, 0, OFTEN)
        elif _HOST in found and (found[_HOST].ago or 0.0) > GONE:
            with contextlib.suppress(MalleError):  # another player was faster, or the game has begun
                await hosting.take_key(house, room, who)
                await house.store.wishes.nudge(room.id, _HOST, 0, 0.0)


def _question(room: Room) -> int:
    """Return a number for the seats and options agreed at present. Players who were ready for others are not
    ready."""
    return crc32(room.table.agreed.encode()) & 0x7FFFFFFF
