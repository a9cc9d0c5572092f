"""Who is ready, before a table begins, and whether its host is still there: rows beside the table, for people to read.

That somebody is ready holds until seats or options are agreed anew. It binds nobody: the host begins when they like. A
host who has not looked at the page for a while loses the key to whoever looks at it then, so that nobody waits for
them; not at once, since a phone stops a page that lies in the background while its owner sends the invitation.
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
"""Seconds for which somebody is ready."""
GONE = 120.0
"""Seconds without a look after which a host is gone."""
OFTEN = 20.0
"""A look is written down if there was none for so many seconds."""
_HOST, _READY = "host", "ready "


async def say_ready(house: House, room: Room, who: Caller) -> None:
    """Somebody who sits here says that the game may begin."""
    await house.sitters.learn(room)
    seat = hosting.seat_of(room, who)
    await house.store.wishes.want(room.id, f"{_READY}{who.person}", _question(room), seat, DAY, yes=True)
    await look(house, room)


async def look(house: House, room: Room, who: Caller | None = None) -> None:
    """Learns who is ready, as the seats stand now. Whoever looks shows that they are there, or that the host is not."""
    if room.table.turn is not None or not room.table.setup.hosted:
        return
    with contextlib.suppress(Unavailable):  # the page opens all the same
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
            with contextlib.suppress(MalleError):  # somebody else was faster, or the game has begun
                await hosting.take_key(house, room, who)
                await house.store.wishes.nudge(room.id, _HOST, 0, 0.0)


def _question(room: Room) -> int:
    """What they are ready for, as a number."""
    return crc32(room.table.agreed.encode()) & 0x7FFFFFFF
