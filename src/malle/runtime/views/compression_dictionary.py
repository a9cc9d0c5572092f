"""Builds the compression dictionary of a game: sample state messages from a simulated game."""

from __future__ import annotations

import functools

from malle.core import GameInfo, Luck, Seat, Viewer
from malle.core.dealer import Dealer
from malle.runtime.room import Room
from malle.runtime.seats.display_names import ROBOT_NAMES
from malle.runtime.views.compression import MAX_DICTIONARY_BYTES, compress_frame
from malle.runtime.views.frames import build_frame
from malle.storage.store import TableId
from malle.table import Setup, open_table

MAX_SAMPLE_MOVES = 150
"""Moves of the simulated game at most."""
MAX_KNOWN_RATIO = 12
"""A message is added if it compresses to more than 1/12 of its size: then it has content that is not in the
dictionary yet."""


@functools.cache
def make_dictionary(game_info: GameInfo) -> bytes:
    """Return the compression dictionary for a game: at most `MAX_DICTIONARY_BYTES` of its state
    messages. The messages come from a simulated game with a fixed seed, so every process gets the
    same bytes. Only messages with new content are added."""
    room, luck = _sample_room(game_info), Luck(0)
    dictionary = b"{}"
    for _ in range(MAX_SAMPLE_MOVES):
        table = room.table
        if not table.awaited or len(dictionary) > 2 * MAX_DICTIONARY_BYTES:
            break
        seat = luck.choice(table.awaited)
        is_default = luck.random() < 0.5
        action = table.game.default(table.state, seat, luck) if is_default else luck.choice(table.legal(seat))
        room.advance(table.act(seat, table.game.write(action), table.seq))
        viewers: tuple[Viewer, ...] = (None, *room.table.awaited, seat)
        for viewer in dict.fromkeys(viewers):
            message = build_frame(room, viewer, table.seq, robot=False, first=False)
            if len(compress_frame(message, dictionary)) * MAX_KNOWN_RATIO > len(message):
                dictionary += message
    return dictionary[-MAX_DICTIONARY_BYTES:]


def _sample_room(game_info: GameInfo) -> Room:
    """Return a room whose game has begun, with a fixed seed. It has four robots, or as many as the
    game needs at least if four cannot play."""
    seats = 4 if 4 in game_info.seats else game_info.seats[0]
    options = game_info.complete_options(seats, {})
    setup = Setup(table="", game=game_info.name, version=game_info.version, seats=seats, options=options, seal="")
    table = open_table(setup, game_info.make_game(seats, options, None), Dealer(bytes(32), ""))
    room = Room(TableId(0), "", table, game_info)
    for seat in range(seats):
        room.advance(room.table.sit(Seat(seat), "robot"))
    room.set_names(ROBOT_NAMES[:seats])
    return room
