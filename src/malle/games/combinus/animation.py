"""Animations of Combinus (tiles that are drawn and placed, and what follows from it), and the messages of the
log."""

from __future__ import annotations

from itertools import zip_longest

from malle.core import Event, Message, PlayerRef
from malle.core.scene import Animation, BoardMark, Panel, Transfer
from malle.games.combinus import event_messages
from malle.games.combinus.icons import symbol_of_tile
from malle.games.combinus.rules import Combinus
from malle.games.combinus.state import (
    GameEnded,
    PathMade,
    TileExchanged,
    TilePicked,
    TilePlaced,
    TileSeen,
    TileShown,
    TileTaken,
    TileTurnedUp,
)


def animations(game: Combinus, events: tuple[Event, ...]) -> tuple[Animation, ...]:
    """Return the animations of the events of one log entry, in order. Events with nothing to see
    have none."""
    found: list[Animation] = []
    for event in events:
        match event:
            case TileTaken(seat):
                found.append(Animation(seat=seat, passes=(Transfer("down", f"seat-{seat + 1}", "tile-back"),)))
            case TileTurnedUp(seat, tile):
                passes = (Transfer(f"seat-{seat + 1}", "down", symbol_of_tile(game, tile)),)
                found.append(Animation(seat=seat, passes=passes, title=event_messages.event_message(game, event)))
            case TilePlaced(seat, _, cell) | TileExchanged(seat, _, cell):
                found.append(Animation(seat=seat, marks=(BoardMark("last", (game.numbers.cell_names[cell],)),)))
            case PathMade(seat) | TilePicked(seat):
                found.append(Animation(seat=seat, title=event_messages.event_message(game, event)))
            case GameEnded() if game.games_in_match > 1:
                found.append(
                    Animation(areas=(Panel("ended", "sheet", event_messages.event_message(game, event)),), hold=True)
                )
    return tuple(found)


def log_messages(game: Combinus, events: tuple[Event, ...]) -> tuple[Message, ...]:
    """Return the messages of the log for one entry: one for each event, as in `event_messages`.
    Events that show a tile have none of their own: the message of the draw names it."""
    messages: list[Message] = []
    for event, next_event in zip_longest(events, events[1:]):
        match event, next_event:
            case TileTaken(seat), TileSeen(_, tile):
                messages.append(
                    Message("event-tile-drawn", {"seat": PlayerRef(seat), "tile": event_messages.tile_name(game, tile)})
                )
            case TileTaken(seat), TileTurnedUp(_, tile):
                messages.append(
                    Message(
                        "event-tile-useless", {"seat": PlayerRef(seat), "tile": event_messages.tile_name(game, tile)}
                    )
                )
            case ((TileSeen() | TileTurnedUp() | TileShown()), _):
                pass  # part of the message before, or seen from the event after
            case _:
                messages.append(event_messages.event_message(game, event))
    return tuple(messages)
