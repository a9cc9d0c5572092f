"""Asking for a robot's seat in play, and letting somebody in.

To sit down on a robot's seat is a look into its hand. So whoever wants it asks, and every person who is at the table
has to agree; nobody can have two seats, and a seat that a robot keeps for whoever left it is not to be had. That two
devices are one person under two names cannot be prevented: the log tells everybody who was let in.

Who is at the table is not believed by hearsay: a process may have begun a moment ago, or NATS be away. So each adds
those at its own sockets to the row of the question in its sweep, and nobody is let in before all had the time for it.
"""

from __future__ import annotations

import asyncio
import contextlib
from uuid import UUID

from malle.core import Illegal, MalleError, Seat
from malle.live import lag
from malle.live.caller import Caller, NotYours
from malle.live.house import TRIES, House
from malle.live.keys import fresh_key
from malle.live.names import need_name
from malle.live.room import Room
from malle.live.seating import need_invitation
from malle.live.sitters import sits
from malle.live.writing import move_of, wish_hash
from malle.store.asking import Asked
from malle.store.writer import Status

SECONDS = 20.0
"""For everybody's answer."""
SWEEPS, SLACK = 2, 1.0
"""Every process has said who is at its sockets after so many sweeps, and so many seconds more."""


async def knock(house: House, room: Room, who: Caller, seat: int, name: str, invite: str, key: UUID) -> int:
    """Asks for a robot's seat: the seq that is shown, once it is asked."""
    need_invitation(house, room, invite)
    if who.person is None:
        raise NotYours("whoever asks for a seat needs a token")
    if who.seat is not None or who.left is not None:
        raise Illegal("you have a seat at this table")
    shown = room.shown_to(None)  # late spectators would learn more: who left since, and that it is over
    shown.table.let_in(Seat(seat))
    if not any(each.kind == "person" and each.presence != "gone" for each in shown.players()):
        raise Illegal("nobody is there who could let you in")
    await house.store.name_person(who.person, need_name(name))
    if not await house.store.askings.ask(room.id, Asked(key, who.person, seat, room.attending(), 0, SECONDS)):
        raise Illegal("somebody was asking a moment ago: wait a little")
    await house.knocking.look({room.id: room})
    return shown.table.seq


async def answer(house: House, room: Room, who: Caller, id_: UUID, *, yes: bool) -> int:
    """A person at the table agrees or not; the last one who agrees lets them in, as soon as it is sure that they are
    the last. The seq that is shown."""
    seat = who.seat
    if room.sitters is None:
        await house.sitters.learn(room)
    if seat is None or who.robot or not sits(room, who, seat):
        raise NotYours("only the people at the table are asked")
    asked = await house.store.askings.answer(room.id, id_, 1 << seat if yes else 0, no=not yes)
    if asked is None:
        raise Illegal("nobody asks this any more")
    if yes:
        house.start(_let_in_when_all_agree(house, room, id_))
    await house.knocking.look({room.id: room})
    return room.shown_to(seat).table.seq


async def _let_in_when_all_agree(house: House, room: Room, id_: UUID) -> None:
    """Once everybody who is there has been counted; whoever has not agreed by then does this again."""
    rest = SECONDS - SWEEPS * house.config.sweep - SLACK
    with contextlib.suppress(MalleError):  # nobody waits for it: whoever asked is told that it is over
        while True:
            asked = (await house.store.askings.open([room.id])).get(room.id)
            if asked is None or asked.id != id_ or (asked.asked | room.attending()) & ~asked.yes:
                return
            if asked.seconds <= rest:
                break
            await asyncio.sleep(asked.seconds - rest)
        await house.until_told(room)  # whoever is let in is a note in the log, at the seq where the table truly is
        await _let_in(house, room, asked, rest)


async def _let_in(house: House, room: Room, asked: Asked, rest: float) -> None:
    key = fresh_key()
    async with room.lock:
        for _ in range(TRIES):
            step = room.table.let_in(Seat(asked.seat))
            held = lag.held(room, step, house.config.window)
            move = move_of(room.id, step, key, wish_hash(asked.seat, "let"), held)
            written = await house.store.askings.let_in(move, asked, room.attending(), rest)
            if written.status is Status.TAKEN:
                house.written(room, step)
                return
            await house.catch_up({room.id: room})
            if written.status is not Status.STALE:  # they have a seat by now, or it was too late
                return
