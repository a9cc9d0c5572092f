"""What the people at a table decide together: a sign to somebody who is waited for, a robot in their place, a pause.

A robot plays for somebody who is away if most of those want it who have the page before them, or the only one does;
never by itself. It gets that seat's view and nothing else, keeps the seat for them, and they have it back as soon as
they ask. A pause needs everybody who is there, and at a slow table everybody who plays: one of them alone
could have their time begin anew as often as they like. Anybody ends it, so that no table stands still for one of them.
"""

from __future__ import annotations

from uuid import UUID

from malle.core import Illegal, Seat
from malle.live.absence import PAUSE, is_absent, pause_asked, stand_in_of
from malle.live.caller import Caller, NotYours
from malle.live.house import House
from malle.live.noting import write_note
from malle.live.room import Missing, Room, deciding, most_of
from malle.live.sitters import sits
from malle.table import Step, Table

AGAIN = 60.0
"""Seconds between two signs to somebody."""
STANDS = 120.0
"""Seconds for which a voice counts; one for a pause of a slow table, as long as somebody has for a decision at most."""
DONE = 1
"""A question that is none any more: what was wanted before the latest pause does not count for the next."""


async def nudge(house: House, room: Room, who: Caller, seat: int, key: UUID) -> int:
    """Gives a sign to somebody who is waited for: the seq that is shown, once it is given. Again with the same key: the
    same answer, whatever has become of whoever was waited for."""
    voter = await _person(house, room, who)
    sign = f"sign {seat + 1} {key}"
    given = await house.store.wishes.signed(room.id, sign)
    if given is None:
        missed = await _missed(house, room, voter, seat)
        shown = room.shown_to(voter).table.seq
        if await house.store.wishes.nudge(room.id, stand_in_of(seat), missed.seq, AGAIN, sign, shown):
            await house.absences.look({room.id: room})
            return room.shown_to(voter).table.seq
        given = await house.store.wishes.signed(room.id, sign)  # by another socket of theirs, meanwhile
    if given is None:
        raise Illegal("they were given a sign less than a minute ago")
    return given


async def want_stand_in(house: House, room: Room, who: Caller, seat: int, *, yes: bool) -> int:
    """Somebody who waits would have a robot play meanwhile, or not: the seq that is shown. The voice that makes most of
    those who are there lets it begin; whoever wants what is so by now, or says it again, is told so."""
    voter = await _person(house, room, who)
    try:
        await _want(house, room, voter, seat, yes=yes)
    except Illegal:
        await house.catch_up({room.id: room})
        if not yes or seat not in room.table.left or room.table.kinds[seat] != "robot":
            raise
    return room.shown_to(voter).table.seq


async def _want(house: House, room: Room, voter: Seat, seat: int, *, yes: bool) -> None:
    missed = await _missed(house, room, voter, seat)
    wanted = await house.store.wishes.want(room.id, stand_in_of(seat), missed.seq, voter, STANDS, yes=yes)
    voices = deciding(room, seat) | 1 << voter
    if yes and (wanted & voices).bit_count() >= most_of(voices):
        await _stand_in(house, room, Seat(seat))
    await house.absences.look({room.id: room})


async def pause(house: House, room: Room, who: Caller, seq: int, key: UUID) -> int:
    """Somebody wants a pause: the seq after it, if everybody does who is asked, else the one that is shown."""
    if who.robot or who.seat is None:
        return await house.ask(room, who, seq, PAUSE, key)
    voter = await _person(house, room, who)
    await house.until_told(room)
    alone = not _asked(room) & ~(1 << voter)
    if alone or room.table.paused or room.table.over:  # at once, or it cannot be, or it is the same wish again
        return await house.ask(room, who, seq, PAUSE, key)
    stands = max(STANDS, float(room.table.setup.pace or 0)) if room.table.setup.bank else STANDS
    wanted = await house.store.wishes.want(room.id, PAUSE, pause_asked(room), voter, stands, yes=True)
    if not _asked(room) & ~wanted:
        paused = await house.ask(room, who, seq, PAUSE, key)
        await house.store.wishes.want(room.id, PAUSE, DONE, voter, STANDS, yes=False)
        return paused
    await house.absences.look({room.id: room})
    return room.shown_to(voter).table.seq


def _asked(room: Room) -> int:
    """The seats of those who are asked whether there is a pause, as bits."""
    if not room.table.setup.bank:
        return room.attending()
    return sum(1 << seat for seat, kind in enumerate(room.table.kinds) if kind == "person")


async def _person(house: House, room: Room, who: Caller) -> Seat:
    if room.sitters is None:
        await house.sitters.learn(room)
    if who.seat is None or who.robot or not sits(room, who, who.seat):
        raise NotYours("only the people at the table are asked")
    return who.seat


async def _missed(house: House, room: Room, voter: Seat, seat: int) -> Missing:
    """Who is missed there, by somebody else. `Illegal` if nobody is."""
    await house.until_told(room)
    missed = next((each for each in room.missing if each.seat == seat), None)
    if missed is None or seat == voter or not is_absent(room, seat):
        raise Illegal("nobody is missed at this seat")
    return missed


async def _stand_in(house: House, room: Room, seat: Seat) -> None:
    def make(table: Table) -> Step:
        if not is_absent(room, seat):
            raise Illegal("they are there again")
        return table.stand_in(seat)

    await write_note(house, room, seat, "away", make)
