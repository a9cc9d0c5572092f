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
from malle.runtime.presence.absence import PAUSE_VOTE, is_absent, pause_vote_seq, stand_in_vote_name
from malle.runtime.room import AbsentPlayer, Room, majority_of, voter_bits
from malle.runtime.seats.identity import Caller, NotYours
from malle.runtime.seats.seat_owners import may_act_for
from malle.runtime.system_entries import commit_system_entry
from malle.runtime.table_service import TableService
from malle.table import Step, Table

NUDGE_INTERVAL_SECONDS = 60.0
"""Minimum time between two nudges to one player."""
VOTE_SECONDS = 120.0
"""How long a vote counts. At a slow table a vote for a pause counts at least as long as a decision may take."""
CLOSED_VOTE_SEQ = 1
"""The seq stored with the vote for a pause once the pause has begun. At a live table open votes
have 0 instead, so the votes for this pause do not count for the next one."""


async def nudge_player(service: TableService, room: Room, caller: Caller, seat: int, key: UUID) -> int:
    """Record a nudge, a sign that the others are waiting, to the absent player of `seat`. Return
    the seq that the caller sees. A repeated call with the same `key` returns the seq of the first
    call, even if the player is back. Raises `NotYours` if the caller is no person at the table.
    Raises `Illegal` if the player is not absent, or had a nudge less than `NUDGE_INTERVAL_SECONDS`
    ago."""
    voter = await _voting_seat(service, room, caller)
    nudge_name = f"sign {seat + 1} {key}"
    first_shown = await service.store.votes.find_nudge(room.id, nudge_name)
    if first_shown is None:
        absent = await _require_absent(service, room, voter, seat)
        shown = room.visible_room(voter).table.seq
        if await service.store.votes.record_nudge(
            room.id, stand_in_vote_name(seat), absent.awaited_since_seq, NUDGE_INTERVAL_SECONDS, nudge_name, shown
        ):
            await service.absences.refresh({room.id: room})
            return room.visible_room(voter).table.seq
        first_shown = await service.store.votes.find_nudge(
            room.id, nudge_name
        )  # sent at the same time by another socket of this player
    if first_shown is None:
        raise Illegal("they were given a sign less than a minute ago")
    return first_shown


async def vote_for_stand_in(service: TableService, room: Room, caller: Caller, seat: int, *, yes: bool) -> int:
    """Vote for a robot in the absent player's seat, or withdraw that vote. Return the seq that the
    caller sees. The vote that completes a majority of the present people seats the robot. If a
    robot keeps the seat for that player already, a yes has no effect. Raises `NotYours` if the
    caller is no person at the table, and `Illegal` if the seat is not absent."""
    voter = await _voting_seat(service, room, caller)
    try:
        await _cast_stand_in_vote(service, room, voter, seat, yes=yes)
    except Illegal:
        await service.catch_up({room.id: room})
        if not yes or seat not in room.table.vacated_seats or room.table.seat_kinds[seat] != "robot":
            raise
    return room.visible_room(voter).table.seq


async def _cast_stand_in_vote(service: TableService, room: Room, voter: Seat, seat: int, *, yes: bool) -> None:
    """Store the vote of `voter`, and seat the robot if a majority of the present people now wants
    it. `Illegal` if the seat is not absent."""
    absent = await _require_absent(service, room, voter, seat)
    yes_bits = await service.store.votes.cast(
        room.id, stand_in_vote_name(seat), absent.awaited_since_seq, voter, VOTE_SECONDS, yes=yes
    )
    voters = voter_bits(room, seat) | 1 << voter
    if yes and (yes_bits & voters).bit_count() >= majority_of(voters):
        await _start_stand_in(service, room, Seat(seat))
    await service.absences.refresh({room.id: room})


async def vote_for_pause(service: TableService, room: Room, caller: Caller, seq: int, key: UUID) -> int:
    """Vote for a pause. Return the seq after the pause if it begins, otherwise the seq that the
    caller sees. The pause begins at once if all other voters have agreed, or if there are none.
    `key` makes sure that the pause is written once. `TableService.perform_request` handles a call
    by a robot or a spectator, at a paused table, or after the end: it refuses it, or repeats its
    earlier answer."""
    if caller.is_robot or caller.seat is None:
        return await service.perform_request(room, caller, seq, PAUSE_VOTE, key)
    voter = await _voting_seat(service, room, caller)
    await service.wait_until_answerable(room)
    is_only_voter = not _pause_voter_bits(room) & ~(1 << voter)
    if is_only_voter or room.table.paused or room.table.over:  # nobody else must agree, or it is refused, or repeated
        return await service.perform_request(room, caller, seq, PAUSE_VOTE, key)
    vote_seconds = max(VOTE_SECONDS, float(room.table.setup.pace or 0)) if room.table.setup.bank else VOTE_SECONDS
    yes_bits = await service.store.votes.cast(room.id, PAUSE_VOTE, pause_vote_seq(room), voter, vote_seconds, yes=True)
    if not _pause_voter_bits(room) & ~yes_bits:
        paused = await service.perform_request(room, caller, seq, PAUSE_VOTE, key)
        await service.store.votes.cast(room.id, PAUSE_VOTE, CLOSED_VOTE_SEQ, voter, VOTE_SECONDS, yes=False)
        return paused
    await service.absences.refresh({room.id: room})
    return room.visible_room(voter).table.seq


def _pause_voter_bits(room: Room) -> int:
    """Return the seats whose people must agree to a pause, one bit a seat: those present at a live
    table, all people at a slow one."""
    if not room.table.setup.bank:
        return room.present_people_bits()
    return sum(1 << seat for seat, kind in enumerate(room.table.seat_kinds) if kind == "person")


async def _voting_seat(service: TableService, room: Room, caller: Caller) -> Seat:
    """Return the caller's seat; read the seat owners first if they are unknown. `NotYours` if the
    caller is a robot or a spectator, or no longer has the seat."""
    if room.seat_owners is None:
        await service.seat_owners.load_owners(room)
    if caller.seat is None or caller.is_robot or not may_act_for(room, caller, caller.seat):
        raise NotYours("only the people at the table are asked")
    return caller.seat


async def _require_absent(service: TableService, room: Room, voter: Seat, seat: int) -> AbsentPlayer:
    """Return the `AbsentPlayer` at `seat`. `Illegal` if that player is not absent, or is the voter.
    It first waits until the answer cannot reveal whether all simultaneous answers are in."""
    await service.wait_until_answerable(room)
    absent = next((each for each in room.absent_players if each.seat == seat), None)
    if absent is None or seat == voter or not is_absent(room, seat):
        raise Illegal("nobody is missed at this seat")
    return absent


async def _start_stand_in(service: TableService, room: Room, seat: Seat) -> None:
    """Write to the log that a robot plays for the person of this seat. `Illegal` if the person is
    back."""

    def make_step(table: Table) -> Step:
        if not is_absent(room, seat):
            raise Illegal("they are there again")
        return table.start_stand_in(seat)

    await commit_system_entry(service, room, seat, "away", make_step)
