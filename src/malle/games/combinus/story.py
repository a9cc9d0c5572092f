"""The story of a finished game: who was linked first, whose path was cut first, and each game's points."""

from __future__ import annotations

from collections.abc import Iterator

from malle.core import Event, Message, MessageArg, Over, PlayerRef
from malle.core.scene import Panel, PanelLine
from malle.core.story import Fact, GameEvents, Story
from malle.games.combinus import event_messages
from malle.games.combinus.rules import Combinus
from malle.games.combinus.state import (
    GameEnded,
    PathCut,
    PathMade,
    TileExchanged,
    TilePlaced,
)  # fmt: skip


def story(game: Combinus, over: Over, events_by_entry: GameEvents) -> Story:
    """Return the story of a match. It lists the points of each game only if there were several.
    It leaves out the branches of the last game: the scene shows them with the result."""
    game_ends = [event for _, event in _events_with_entry(events_by_entry) if isinstance(event, GameEnded)]
    slips = tuple(_points_panel(over, game_ends, seat) for seat in range(game.seats)) if len(game_ends) > 1 else ()
    notes = tuple(_seat_note(events_by_entry, seat) for seat in range(game.seats))
    return Story(slips, notes, tuple(_path_facts(game, events_by_entry)))


def _events_with_entry(events_by_entry: GameEvents) -> Iterator[tuple[int, Event]]:
    """Yield every event with the index of its log entry."""
    return ((entry, event) for entry, events in enumerate(events_by_entry) for event in events)


def _points_panel(over: Over, game_ends: list[GameEnded], seat: int) -> Panel:
    """Return a panel with the seat's points in each game, and their total."""
    lines = tuple(
        PanelLine(Message("story-game", {"game": event.game}), str(event.scores[seat])) for event in game_ends
    )
    total = PanelLine(Message("story-total"), str(over.scores[seat]), total=True)
    return Panel(f"slip-{seat + 1}", "slip", Message("story-slip", {"seat": PlayerRef(seat)}), lines=(*lines, total))


def _seat_note(events_by_entry: GameEvents, seat: int) -> Message:
    """Return a message that says how many tiles the seat placed, and how many it exchanged."""
    laid = sum(isinstance(event, TilePlaced) and event.seat == seat for _, event in _events_with_entry(events_by_entry))
    swapped = sum(
        isinstance(event, TileExchanged) and event.seat == seat for _, event in _events_with_entry(events_by_entry)
    )
    return Message("story-note", {"laid": laid, "swapped": swapped})


def _path_facts(game: Combinus, events_by_entry: GameEvents) -> Iterator[Fact]:
    """Yield a fact for the first path made and one for the first path cut, each with the tile
    that made or cut it."""
    last_tile_event: TilePlaced | TileExchanged | None = None
    reported: set[type[Event]] = set()
    for move, event in _events_with_entry(events_by_entry):
        match event:
            case TilePlaced() | TileExchanged():
                last_tile_event = event
            case PathMade(seat) | PathCut(seat) if last_tile_event is not None and type(event) not in reported:
                reported.add(type(event))
                change = "linked" if isinstance(event, PathMade) else "cut"
                args: dict[str, MessageArg] = {
                    "seat": PlayerRef(seat),
                    "by": PlayerRef(last_tile_event.seat),
                    "cell": _cell_name(game, last_tile_event),
                }
                args["tile"] = event_messages.tile_name(game, game.grid.tile_of_pose[last_tile_event.pose])
                yield Fact(Message(f"story-{change}"), Message(f"story-{change}-told", args), "i-way", move)


def _cell_name(game: Combinus, event: TilePlaced | TileExchanged) -> str:
    """Return the name of the square of an event."""
    return game.numbers.cell_names[event.cell]
