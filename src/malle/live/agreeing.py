"""Votes and nudges: a sign to an awaited player, a robot in their place, a pause.

A robot replaces an absent player only by a vote: a majority of the people who have the page in front of them.
The robot gets that seat's view and nothing else. It keeps the seat for its person, who has it back as soon as
they ask.

At a live table a pause needs everybody who is present. At a slow table it needs every person who plays, since
one of them alone could restart their time as often as they like. Any player may end a pause.
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
"""Minimum time between two nudges to one player."""
STANDS = 120.0
"""How long a vote counts. At a slow table a vote for a pause counts at least as long as a decision may take."""
DONE = 1
"""Vote number that is written after a pause has begun at a live table (otherwise 0), so that the votes for it
do not count for the next pause."""


async def nudge(house: House, room: Room, who: Caller, seat: int, key: UUID) -> int:
    """Send a sign to the absent player of `seat`. Return the seq that the caller sees. A repeated call with the
    same `key` returns the seq of the first call, even if the player is back. Raises `NotYours` if the caller is
    no person at the table. Raises `Illegal` if the seat is not absent, or had a nudge less than a minute ago."""
    voter = await _person(house, room, who)
    sign = f"sign {seat + 1} {key}"
    given = await house.store.wishes.signed(room.id, sign)
    if given is None:
        missed = await _missed(house, room, voter, seat)
        shown = room.shown_to(voter).table.seq
        if await house.store.wishes.nudge(room.id, stand_in_of(seat), missed.seq, AGAIN, sign, shown):
            await house.absences.look({room.id: room})
            return room.shown_to(voter).table.seq
        given = await house.store.wishes.signed(room.id, sign)  # sent at the same time by another socket of this player
    if given is None:
        raise Illegal("they were given a sign less than a minute ago")
    return given


async def want_stand_in(house: House, room: Room, who: Caller, seat: int, *, yes: bool) -> int:
    """Vote for or against a robot in the absent player's seat. Return the seq that the caller sees. The vote
    that completes a majority of the present people starts the robot. A vote for a robot that plays there
    already succeeds without effect. Raises `NotYours` if the caller is no person at the table, and `Illegal` if
    the seat is not absent."""
    voter = await _person(house, room, who)
    try:
        await _want(house, room, voter, seat, yes=yes)
    except Illegal:
        await house.catch_up({room.id: room})
        if not yes or seat not in room.table.left or room.table.kinds[seat] != "robot":
            raise
    return room.shown_to(voter).table.seq


async def _want(house: House, room: Room, voter: Seat, seat: int, *, yes: bool) -> None:
    """Store the vote, and seat the robot if a majority of the present people now wants it. `Illegal` if the
    seat is not absent."""
    missed = await _missed(house, room, voter, seat)
    wanted = await house.store.wishes.want(room.id, stand_in_of(seat), missed.seq, voter, STANDS, yes=yes)
    voices = deciding(room, seat) | 1 << voter
    if yes and (wanted & voices).bit_count() >= most_of(voices):
        await _stand_in(house, room, Seat(seat))
    await house.absences.look({room.id: room})


async def pause(house: House, room: Room, who: Caller, seq: int, key: UUID) -> int:
    """Vote for a pause. Return the seq after the pause if it begins, otherwise the seq that the caller sees.
    The pause begins at once if every other voter has agreed, or if there are no other voters. `key` makes the
    pause itself idempotent. A call by a robot or a spectator, at a paused table, or after the end, is handled
    by the table service, which refuses it or repeats its earlier answer."""
    if who.robot or who.seat is None:
        return await house.ask(room, who, seq, PAUSE, key)
    voter = await _person(house, room, who)
    await house.until_told(room)
    alone = not _asked(room) & ~(1 << voter)
    if alone or room.table.paused or room.table.over:  # nobody else must agree, or it is refused, or repeated
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
    """Return the seats whose people must agree to a pause, as bits: those present at a live table, all at a
    slow one."""
    if not room.table.setup.bank:
        return room.attending()
    return sum(1 << seat for seat, kind in enumerate(room.table.kinds) if kind == "person")


async def _person(house: House, room: Room, who: Caller) -> Seat:
    """Return the caller's seat. `NotYours` if the caller is a robot, a spectator, or no longer has the seat."""
    if room.sitters is None:
        await house.sitters.learn(room)
    if who.seat is None or who.robot or not sits(room, who, who.seat):
        raise NotYours("only the people at the table are asked")
    return who.seat


async def _missed(house: House, room: Room, voter: Seat, seat: int) -> Missing:
    """Return the entry of the absent player at `seat`. `Illegal` if that player is not absent, or is the voter.
    Waits first until the answer cannot reveal whether an answer window has closed."""
    await house.until_told(room)
    missed = next((each for each in room.missing if each.seat == seat), None)
    if missed is None or seat == voter or not is_absent(room, seat):
        raise Illegal("nobody is missed at this seat")
    return missed


async def _stand_in(house: House, room: Room, seat: Seat) -> None:
    """Write to the log that a robot plays for the person of this seat. `Illegal` if they are back."""

    def make(table: Table) -> Step:
        if not is_absent(room, seat):
            raise Illegal("they are there again")
        return table.stand_in(seat)

    await write_note(house, room, seat, "away", make)
