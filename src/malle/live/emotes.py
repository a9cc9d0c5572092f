"""Emotes: short signs that people at a table show each other. They are stored nowhere and are part of no state.

Emotes must not leak what is hidden. A player who owes an answer while several seats are asked cannot show one:
its time would tell how hard they think, which the minimum window time hides. This is judged by the table as
that player sees it, so that the refusal does not reveal whether the window has closed. Spectators with a delay
get no emotes: an early one would tell of a move they have not seen, and a late one would be pointless.
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
"""Rate limit: at most `MAX_EMOTES` emotes per seat within `EMOTE_SPAN_SECONDS`."""
SPAN = 60.0
"""-"""
EMOTES: tuple[Emote, ...] = get_args(Emote)
"""All emotes. Processes send each other an index into this tuple."""


class Emotes:
    """Shows emotes at the tables of this process, and exchanges them with other processes."""

    def __init__(self, rooms: Mapping[TableId, Room], say: Callable[[int, int, int], None]) -> None:
        self._rooms = rooms
        self._say = say
        """Called with (table, seat, index of the emote) to broadcast it to the other processes."""

    def show(self, room: Room, who: Caller, what: Emote) -> int:
        """Show an emote to everybody at the table. Return the seq that the caller sees. Raises `NotYours` if
        the caller is no person at the table. Raises `Illegal` if they owe an answer that several seats are
        asked for, or have shown too many emotes."""
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
        """Show an emote that another process reports. Ignored for unknown tables, seats and emotes."""
        room = self._rooms.get(TableId(table))
        if room is not None and 0 <= number < len(EMOTES) and 0 <= seat < room.table.game.seats:
            _show(room, seat, number)


def _show(room: Room, seat: int, number: int) -> None:
    """Send an emote to all people connected here; not to robots, nor to spectators of a table with a spectator
    delay."""
    data = messages.encode(Emoted(seat, EMOTES[number]))
    for each in tuple(room.connections):
        if not each.who.robot and (each.who.seat is not None or room.gallery is None):
            each.tell(data)
