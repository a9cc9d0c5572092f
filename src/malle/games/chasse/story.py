"""The story of a finished game: the best inspection, the best crossing, and the inspections that found nothing."""

from __future__ import annotations

from collections.abc import Iterator

from malle.core import Arg, Over, Say, Seat, Who
from malle.core.story import Fact, Heard, Story
from malle.games.chasse import telling
from malle.games.chasse.edition import CUSTOMS, SMUGGLER
from malle.games.chasse.rules import Chasse
from malle.games.chasse.state import Arrived, Controlled, Moved, PlatePlaced


def story(game: Chasse, over: Over, heard: Heard) -> Story:
    """Return the story: how much the smuggler brought across, and how many inspections found something.

    The points are not part of it, because the scene after the end lists them.
    """
    controls = [(move, event) for move, events in enumerate(heard) for event in events if isinstance(event, Controlled)]
    right = sum(event.found > 0 for _, event in controls)
    across = list(passages(heard))
    notes = (
        Say("story-note-smuggler", {"n": len(across), "plates": sum(plates for _, _, plates in across)}),
        Say("story-note-customs", {"n": len(controls), "right": right}),
    )
    return Story(notes=notes, facts=tuple(_facts(game, controls, across)))


def passages(heard: Heard) -> Iterator[tuple[int, int, int]]:
    """Yield (log entry, square, number of counters) for each smuggler's pawn that reached the finish line.

    Counters are followed from the squares where they were hidden, so `events_by_entry` must contain the
    secret events.
    """
    loads: dict[int, int] = {}
    for move, events in enumerate(heard):
        for event in events:
            match event:
                case PlatePlaced(_, square):
                    loads[square] = loads.get(square, 0) + 1
                case Moved(seat, route) if seat == SMUGGLER:
                    loads[route[-1]] = loads.pop(route[0], 0)
                case Controlled(square):
                    loads.pop(square, None)
                case Arrived(square):
                    yield move, square, loads.get(square, 0)


def deeds(game: Chasse, seat: Seat, heard: Heard) -> tuple[int, int]:
    """Return the number of inspections that found something and the number of others; (0, 0) for the smuggler."""
    found = [event.found > 0 for events in heard for event in events if isinstance(event, Controlled)]
    return (sum(found), len(found) - sum(found)) if seat == CUSTOMS else (0, 0)


def _facts(game: Chasse, controls: list[tuple[int, Controlled]], across: list[tuple[int, int, int]]) -> Iterator[Fact]:
    """Yield the facts: the largest catch, the largest crossing, and all inspections that found nothing.

    Each may be missing.
    """
    found = [(move, event) for move, event in controls if event.found]
    if found:
        move, best = max(found, key=lambda pair: pair[1].found)
        args: dict[str, Arg] = {"seat": Who(CUSTOMS), "square": telling.square(game.numbers, best.square)}
        yield Fact(Say("story-catch"), Say("story-catch-told", args | {"n": best.found}), "plate", move)
    loaded = [each for each in across if each[2]]
    if loaded:
        move, square, plates = max(loaded, key=lambda each: each[2])
        args = {"seat": Who(SMUGGLER), "square": telling.square(game.numbers, square), "n": plates}
        yield Fact(Say("story-passage"), Say("story-passage-told", args), "smuggler", move)
    wrong = [(move, event) for move, event in controls if not event.found]
    if wrong:
        args = {"seat": Who(CUSTOMS), "n": len(wrong), "points": len(wrong) * game.numbers.pawn}
        yield Fact(Say("story-nothing"), Say("story-nothing-told", args), "customs", wrong[0][0])
