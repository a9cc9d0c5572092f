"""The story of a finished game: who was linked first, whose path was cut first, and each game's points."""

from __future__ import annotations

from collections.abc import Iterator

from malle.core import Arg, Event, Over, Say, Who
from malle.core.scene import Line, Panel
from malle.core.story import Fact, Heard, Story
from malle.games.combinus import telling
from malle.games.combinus.rules import Combinus
from malle.games.combinus.state import (
    GameEnded,
    PathCut,
    PathMade,
    TileExchanged,
    TilePlaced,
)  # fmt: skip


def story(game: Combinus, over: Over, heard: Heard) -> Story:
    """Return the story of a match. It lists the points of each game only if there were several; the branches
    of the last game are shown under the result."""
    ended = [event for _, event in _events(heard) if isinstance(event, GameEnded)]
    slips = tuple(_slip(over, ended, seat) for seat in range(game.seats)) if len(ended) > 1 else ()
    notes = tuple(_note(heard, seat) for seat in range(game.seats))
    return Story(slips, notes, tuple(_facts(game, heard)))


def _events(heard: Heard) -> Iterator[tuple[int, Event]]:
    """Yield every event with the index of its log entry."""
    return ((move, event) for move, events in enumerate(heard) for event in events)


def _slip(over: Over, ended: list[GameEnded], seat: int) -> Panel:
    """Return a panel with the seat's points in each game, and their total."""
    lines = tuple(Line(Say("story-game", {"game": event.game}), str(event.scores[seat])) for event in ended)
    total = Line(Say("story-total"), str(over.scores[seat]), total=True)
    return Panel(f"slip-{seat + 1}", "slip", Say("story-slip", {"seat": Who(seat)}), lines=(*lines, total))


def _note(heard: Heard, seat: int) -> Say:
    """Return a message that says how many tiles the seat placed, and how many it exchanged."""
    laid = sum(isinstance(event, TilePlaced) and event.seat == seat for _, event in _events(heard))
    swapped = sum(isinstance(event, TileExchanged) and event.seat == seat for _, event in _events(heard))
    return Say("story-note", {"laid": laid, "swapped": swapped})


def _facts(game: Combinus, heard: Heard) -> Iterator[Fact]:
    """Yield a fact for the first path made and one for the first path cut, each with the tile that did it."""
    tile: TilePlaced | TileExchanged | None = None
    told: set[type[Event]] = set()
    for move, event in _events(heard):
        match event:
            case TilePlaced() | TileExchanged():
                tile = event
            case PathMade(seat) | PathCut(seat) if tile is not None and type(event) not in told:
                told.add(type(event))
                what = "linked" if isinstance(event, PathMade) else "cut"
                args: dict[str, Arg] = {"seat": Who(seat), "by": Who(tile.seat), "cell": _cell(game, tile)}
                args["tile"] = telling.tile(game, game.grid.tile_of[tile.pose])
                yield Fact(Say(f"story-{what}"), Say(f"story-{what}-told", args), "i-way", move)


def _cell(game: Combinus, tile: TilePlaced | TileExchanged) -> str:
    """Return the name of the square of an event."""
    return game.numbers.cells[tile.cell]
