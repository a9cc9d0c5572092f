"""Tracks awaited players who are away, and what the other players want to do about it.

The clock never replaces a person. After some time the people who wait may vote for a robot (see
`malle.runtime.presence.votes`). Until then, and as long as they like, the table waits. Each process measures
absences by its own clock, from when it noticed them. Votes are in the database.
"""

from __future__ import annotations

import time
from collections.abc import Mapping

from malle.core import Seat
from malle.runtime.presence.presence import PresenceTracker
from malle.runtime.room import AbsentPlayer, Room
from malle.storage.store import Store, TableId
from malle.storage.tables.vote_store import Vote

UNRESPONSIVE_PATIENCE_FACTOR = 8 / 3
"""A connected but inactive player counts as absent after `Room.absent_after_seconds` times this
factor."""
PAUSE_VOTE = "pause"
"""Name of the vote for a pause in the vote store."""


class AbsenceWatcher:
    """Finds absent players and open votes for a pause at the tables of this process, and updates
    what their rooms show."""

    def __init__(self, store: Store, attendance: PresenceTracker) -> None:
        self._store = store
        self._attendance = attendance

    async def refresh(self, rooms: Mapping[TableId, Room]) -> None:
        """Update the absent players and the votes for a pause of these rooms, and notify the
        viewers of rooms where they have changed. All rooms' tables must lie in one database, from
        which the votes are read. Raises `DatabaseUnavailable` if it does not answer."""
        votes_by_table = await self._store.votes.open_votes(list(rooms))
        now = time.monotonic()
        for table_id, room in rooms.items():
            self._attendance.refresh(room)
            _update_waiting_times(room, now)
            votes = {vote.what: vote for vote in votes_by_table.get(table_id, ())}
            missing = tuple(
                _absent_player(room, seat, votes.get(stand_in_vote_name(seat)), now)
                for seat in room.absent_since
                if is_absent(room, seat)
            )
            pause, shown = votes.get(PAUSE_VOTE), room.visible_room(Seat(0)).table
            can_pause = not room.table.paused and not shown.over
            pausing = pause.yes if pause is not None and can_pause and pause.seq == pause_vote_seq(room) else 0
            if (missing, pausing) != (room.absent_players, room.pause_votes):
                room.set_absent_players(missing, pausing)
                room.notify_all()


def pause_vote_seq(room: Room) -> int:
    """Return the seq that identifies the present question whether to pause; votes with another seq
    do not count. At a live table it is always 0. At a slow table, where a vote may take days, it is
    the seq that players see. So a move or a change of seats, once shown, makes earlier votes
    void."""
    return room.visible_room(Seat(0)).table.seq if room.table.setup.bank else 0


def stand_in_vote_name(seat: int) -> str:
    """Return the name, in the vote store, of the vote for a robot in place of this seat. `seat`
    counts from 0, the name from 1."""
    return f"robot {seat + 1}"


def is_absent(room: Room, seat: int) -> bool:
    """Return whether the awaited person of this seat has been away for so long that the others may
    vote for a robot. A disconnected person is absent after `Room.absent_after_seconds`. A person
    who is connected but inactive must also have been awaited for `UNRESPONSIVE_PATIENCE_FACTOR`
    times as long. False if the seat is not awaited."""
    now, presence = time.monotonic(), room.presences()[seat]
    if seat not in room.absent_since or presence == "here" or now - room.absent_since[seat] < room.absent_after_seconds:
        return False
    return (
        presence == "gone"
        or now - room.awaited_seats[seat][1] >= UNRESPONSIVE_PATIENCE_FACTOR * room.absent_after_seconds
    )


def _update_waiting_times(room: Room, now: float) -> None:
    """Update which people the room awaits and since when (`Room.awaited_seats`), and since when
    each of them is away (`Room.absent_since`). Which seats are awaited is taken from the table that
    players see. `now` is the monotonic time."""
    table, presences = room.visible_room(Seat(0)).table, room.presences()
    awaited_people = {seat for seat in table.awaited if table.seat_kinds[seat] == "person"}
    for seat in [
        seat
        for seat in room.awaited_seats
        if seat not in awaited_people or room.awaited_seats[seat][0] != table.awaited_since[seat]
    ]:
        del room.awaited_seats[seat]
        room.absent_since.pop(seat, None)
    for seat in awaited_people:
        room.awaited_seats.setdefault(seat, (table.awaited_since[seat], now))
        if presences[seat] == "here":
            room.absent_since.pop(seat, None)
        else:
            room.absent_since.setdefault(seat, now)


def _absent_player(room: Room, seat: int, vote: Vote | None, now: float) -> AbsentPlayer:
    """Return the `AbsentPlayer` of a seat, with the votes for a robot and the latest nudge from
    `vote`. A vote about an earlier absence does not count. If nothing has changed, the object that
    the room has already is returned: newly computed times would differ slightly, and look like a
    change."""
    seq = room.awaited_seats[seat][0]
    yes, nudged, ago = 0, None, 0.0
    if vote is not None and vote.seq == seq:
        yes, nudged, ago = vote.yes, vote.nudged, vote.ago or 0.0
    previous = next((each for each in room.absent_players if each.seat == seat), None)
    if previous is not None and (previous.awaited_since_seq, previous.stand_in_votes, previous.nudge_database_time) == (
        seq,
        yes,
        nudged,
    ):
        return previous
    return AbsentPlayer(seat, seq, room.absent_since[seat], yes, nudged, now - ago)
