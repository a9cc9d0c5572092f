"""Animations of Combinus (tiles that are drawn and placed, and what follows from it), and the messages of the
log."""

from __future__ import annotations

from itertools import zip_longest

from malle.core import Event, Say, Who
from malle.core.scene import Animation, Mark, Panel, Pass
from malle.games.combinus import telling
from malle.games.combinus.faces import symbol
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


def motion(game: Combinus, events: tuple[Event, ...]) -> tuple[Animation, ...]:
    """Return the animations of the events of one log entry."""
    found: list[Animation] = []
    for event in events:
        match event:
            case TileTaken(seat):
                found.append(Animation(seat=seat, passes=(Pass("down", f"seat-{seat + 1}", "tile-back"),)))
            case TileTurnedUp(seat, tile):
                passes = (Pass(f"seat-{seat + 1}", "down", symbol(game, tile)),)
                found.append(Animation(seat=seat, passes=passes, title=telling.event(game, event)))
            case TilePlaced(seat, _, cell) | TileExchanged(seat, _, cell):
                found.append(Animation(seat=seat, marks=(Mark("last", (game.numbers.cells[cell],)),)))
            case PathMade(seat) | TilePicked(seat):
                found.append(Animation(seat=seat, title=telling.event(game, event)))
            case GameEnded() if game.games > 1:
                found.append(Animation(areas=(Panel("ended", "sheet", telling.event(game, event)),), hold=True))
    return tuple(found)


def said(game: Combinus, events: tuple[Event, ...]) -> tuple[Say, ...]:
    """Return the messages of the log for one entry: one for each event, as in `event_messages`. A drawn tile
    and what became of it share a message."""
    out: list[Say] = []
    for event, after in zip_longest(events, events[1:]):
        match event, after:
            case TileTaken(seat), TileSeen(_, tile):
                out.append(Say("event-tile-drawn", {"seat": Who(seat), "tile": telling.tile(game, tile)}))
            case TileTaken(seat), TileTurnedUp(_, tile):
                out.append(Say("event-tile-useless", {"seat": Who(seat), "tile": telling.tile(game, tile)}))
            case ((TileSeen() | TileTurnedUp() | TileShown()), _):
                pass  # part of the message before, or seen from the event after
            case _:
                out.append(telling.event(game, event))
    return tuple(out)
