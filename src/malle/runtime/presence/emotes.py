"""Emotes: short signs that people at a table show each other. They are stored nowhere and are part of no state.

Emotes must not leak what is hidden. A player who owes an answer while several seats are asked
cannot show one: its time would tell how hard they think, which the delayed reveal hides. This is
judged by the table as that player sees it, so that the refusal does not reveal whether all have
answered. Spectators with a delay get no emotes: an early one would tell of a move they have not
seen, and a late one would be pointless.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import get_args

from malle.core import Illegal
from malle.protocol import messages
from malle.protocol.messages import Emote, EmotedMessage
from malle.runtime.room import Room
from malle.runtime.seats.identity import Caller, NotYours
from malle.runtime.seats.seat_owners import may_act_for
from malle.runtime.timing.reveal_delay import is_answer_window
from malle.storage.store import TableId

MAX_EMOTES = 3
"""The most emotes of one seat within `EMOTE_SPAN_SECONDS`."""
EMOTE_SPAN_SECONDS = 60.0
"""Seconds in which a seat may show `MAX_EMOTES`."""
EMOTES: tuple[Emote, ...] = get_args(Emote)
"""All emotes. Processes send each other an index into this tuple."""


class EmoteRelay:
    """Shows emotes to the people connected to this process, and exchanges emotes with other
    processes."""

    def __init__(self, rooms: Mapping[TableId, Room], broadcast: Callable[[int, int, int], None]) -> None:
        self._rooms = rooms
        self._broadcast = broadcast
        """Called with (table, seat, index of the emote) to broadcast it to the other processes."""

    def show(self, room: Room, caller: Caller, emote: Emote) -> int:
        """Show an emote of the caller to everybody at the table, here and at other processes.
        Return the seq that the caller sees. Raises `NotYours` if the caller is no person at the
        table. Raises `Illegal` if they owe an answer while several seats are asked, or have shown
        `MAX_EMOTES` within `EMOTE_SPAN_SECONDS`."""
        seat = caller.seat
        if seat is None or caller.is_robot or not may_act_for(room, caller, seat):
            raise NotYours("only the people at the table are seen")
        shown = room.visible_room(seat).table
        if seat in shown.awaited and is_answer_window(shown):
            raise Illegal("answer first: everybody is asked at once")
        now = time.monotonic()
        recent_times = [shown_at for shown_at in room.emote_times.get(seat, ()) if now - shown_at < EMOTE_SPAN_SECONDS]
        if len(recent_times) >= MAX_EMOTES:
            raise Illegal("that is enough for this minute")
        room.emote_times[seat] = [*recent_times, now]
        _send_to_people(room, seat, EMOTES.index(emote))
        self._broadcast(room.id, seat, EMOTES.index(emote))
        return shown.seq

    def on_remote_emote(self, table: int, seat: int, emote_index: int) -> None:
        """Show an emote that another process reports. An unknown seat or emote is ignored, and so
        is a table that this process has no room of."""
        room = self._rooms.get(TableId(table))
        if room is not None and 0 <= emote_index < len(EMOTES) and 0 <= seat < room.table.game.seats:
            _send_to_people(room, seat, emote_index)


def _send_to_people(room: Room, seat: int, emote_index: int) -> None:
    """Send an emote to the people connected here. Robots get none, nor do spectators of a table
    with a spectator delay."""
    data = messages.encode(EmotedMessage(seat, EMOTES[emote_index]))
    for viewer in tuple(room.connections):
        if not viewer.caller.is_robot and (viewer.caller.seat is not None or room.spectator_room is None):
            viewer.send_message(data)
