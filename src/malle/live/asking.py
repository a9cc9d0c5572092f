"""Seat requests: asking for a robot's seat during play, and admitting the person who asks.

Taking over a robot's seat reveals its hand. So every person who is present at the table has to agree. A person
cannot have two seats, and a seat that a robot keeps for an absent person cannot be requested. One person with
two devices and two names cannot be detected; the log shows everybody who was admitted.

Presence that other processes report is not enough here: a process may have started a moment ago, or NATS may be
down. So in its sweep each process adds the people at its own sockets to the request's row. Nobody is admitted
before all processes had time for that.
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
"""How long the people at the table have to answer a seat request."""
SWEEPS, SLACK = 2, 1.0
"""After this many sweeps and this many more seconds, every process has reported who is at its sockets."""


async def knock(house: House, room: Room, who: Caller, seat: int, name: str, invite: str, key: UUID) -> int:
    """Open a seat request for a robot's seat, under this name. Return the seq that spectators see. A repeated
    call with the same `key` succeeds. Raises `NotInvited` without a valid invitation, and `NotYours` without a
    device token. Raises `Illegal` if the caller has or left a seat here, if the seat cannot be given, if no
    person is present, or if another request is open."""
    need_invitation(house, room, invite)
    if who.person is None:
        raise NotYours("whoever asks for a seat needs a token")
    if who.seat is not None or who.left is not None:
        raise Illegal("you have a seat at this table")
    # The public table: the answer must not tell delayed spectators who left since, or that the game is over.
    shown = room.shown_to(None)
    shown.table.let_in(Seat(seat))
    if not any(each.kind == "person" and each.presence != "gone" for each in shown.players()):
        raise Illegal("nobody is there who could let you in")
    await house.store.name_person(who.person, need_name(name))
    if not await house.store.askings.ask(room.id, Asked(key, who.person, seat, room.attending(), 0, SECONDS)):
        raise Illegal("somebody was asking a moment ago: wait a little")
    await house.knocking.look({room.id: room})
    return shown.table.seq


async def answer(house: House, room: Room, who: Caller, id_: UUID, *, yes: bool) -> int:
    """Agree to a seat request or refuse it. Return the seq that the caller sees. When all have agreed, the
    requester is admitted in the background, once every process had time to report who is present. Raises
    `NotYours` if the caller is no person at the table, and `Illegal` if the request is over."""
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
    """Admit the requester if everybody who was asked or is present has agreed; otherwise return without effect.
    Runs in the background after each "yes", and waits until all processes had time to report who is present.
    Errors are ignored: the requester sees that the request has ended."""
    rest = SECONDS - SWEEPS * house.config.sweep - SLACK
    with contextlib.suppress(MalleError):  # no caller waits for this; the requester sees that the request ended
        while True:
            asked = (await house.store.askings.open([room.id])).get(room.id)
            if asked is None or asked.id != id_ or (asked.asked | room.attending()) & ~asked.yes:
                return
            if asked.seconds <= rest:
                break
            await asyncio.sleep(asked.seconds - rest)
        await house.until_told(room)  # the log entry has the table's real seq
        await _let_in(house, room, asked, rest)


async def _let_in(house: House, room: Room, asked: Asked, rest: float) -> None:
    """Write to the log that the requester has the seat, and retry if another move was written first. Gives up
    without an error if the requester has a seat already, or if the request expired or was refused.
    `max_seconds_left` is the largest number of seconds that the request may have left."""
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
            if written.status is not Status.STALE:  # the requester has a seat now, or the request is over
                return
