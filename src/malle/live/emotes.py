"""Emotes: what people at a table show each other, for a moment. Kept nowhere, and in no state.

They must not be a way around what is hidden. Whoever owes an answer in a window shows nothing until it is given: when
they did would tell how hard they think, which the window's shortest time is there to hide; that goes by what is shown,
so that it does not tell whether the window has closed either. Late spectators get none at all: an emote about a move
that they have not seen would tell of it, and one that came as late as the move would be about something else.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import get_args

from malle.core import Illegal
from malle.live.caller import Caller, NotYours
from malle.live.lag import is_window
from malle.live.room import Room
from malle.live.sitters import sits
from malle.store.store import TableId
from malle.wire import messages
from malle.wire.messages import Emote, Emoted

MOST = 3
SPAN = 60.0
"""So many of one seat in so many seconds."""
EMOTES: tuple[Emote, ...] = get_args(Emote)


class Emotes:
    """What is shown at the tables of this process."""

    def __init__(self, rooms: Mapping[TableId, Room], say: Callable[[int, int, int], None]) -> None:
        self._rooms = rooms
        self._say = say
        """(table, seat, number): tells the other processes."""

    def show(self, room: Room, who: Caller, what: Emote) -> int:
        """Shows it to everybody at the table: the seq that is shown."""
        seat = who.seat
        if seat is None or who.robot or not sits(room, who, seat):
            raise NotYours("only the people at the table are seen")
        shown = room.shown_to(seat).table
        if seat in shown.awaited and is_window(shown):
            raise Illegal("answer first: everybody is asked at once")
        now = time.monotonic()
        times = [each for each in room.emoted.get(seat, ()) if now - each < SPAN]
        if len(times) >= MOST:
            raise Illegal("that is enough for this minute")
        room.emoted[seat] = [*times, now]
        _show(room, seat, EMOTES.index(what))
        self._say(room.id, seat, EMOTES.index(what))
        return shown.seq

    def heard(self, table: int, seat: int, number: int) -> None:
        """Another process tells that somebody shows something."""
        room = self._rooms.get(TableId(table))
        if room is not None and 0 <= number < len(EMOTES) and 0 <= seat < room.table.game.seats:
            _show(room, seat, number)


def _show(room: Room, seat: int, number: int) -> None:
    """To all who look here and may see it at once."""
    data = messages.encode(Emoted(seat, EMOTES[number]))
    for each in tuple(room.connections):
        if not each.who.robot and (each.who.seat is not None or room.gallery is None):
            each.tell(data)
