"""Combinus in motion: tiles that are drawn and laid, and what was decided by it; and the log of it."""

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
    """Tiles that are drawn and laid, and what was decided by it."""
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
    """As the telling has it; but a tile that is drawn is said together with what became of it."""
    out: list[Say] = []
    for event, after in zip_longest(events, events[1:]):
        match event, after:
            case TileTaken(seat), TileSeen(_, tile):
                out.append(Say("event-tile-drawn", {"seat": Who(seat), "tile": telling.tile(game, tile)}))
            case TileTaken(seat), TileTurnedUp(_, tile):
                out.append(Say("event-tile-useless", {"seat": Who(seat), "tile": telling.tile(game, tile)}))
            case ((TileSeen() | TileTurnedUp() | TileShown()), _):
                pass  # said with the one before, or seen in the one after
            case _:
                out.append(telling.event(game, event))
    return tuple(out)
