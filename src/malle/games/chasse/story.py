"""The story of a finished game: the best inspection, the best crossing, and the inspections that found nothing."""

from __future__ import annotations

from collections.abc import Iterator

from malle.core import Message, MessageArg, Over, PlayerRef, Seat
from malle.core.story import Fact, GameEvents, Story
from malle.games.chasse import event_messages
from malle.games.chasse.edition import CUSTOMS, SMUGGLER
from malle.games.chasse.rules import Chasse
from malle.games.chasse.state import Arrived, Controlled, Moved, PlatePlaced


def story(game: Chasse, over: Over, events_by_entry: GameEvents) -> Story:
    """Return the story of a finished game: a note for each player, and facts with a link to their
    log entry.

    The notes say how much the smuggler brought across, and how many inspections found something.
    Points are left out, because the scene after the end lists them.
    """
    controls = [
        (move, event)
        for move, events in enumerate(events_by_entry)
        for event in events
        if isinstance(event, Controlled)
    ]
    right = sum(event.found > 0 for _, event in controls)
    arrivals = list(arrivals_with_plates(events_by_entry))
    notes = (
        Message("story-note-smuggler", {"n": len(arrivals), "plates": sum(plates for _, _, plates in arrivals)}),
        Message("story-note-customs", {"n": len(controls), "right": right}),
    )
    return Story(notes=notes, facts=tuple(_facts(game, controls, arrivals)))


def arrivals_with_plates(events_by_entry: GameEvents) -> Iterator[tuple[int, int, int]]:
    """Yield (log entry, square, number of counters) for each smuggler's pawn that reached the
    finish line.

    Log entries are counted from 0. Counters are followed from the squares where they were hidden,
    so `events_by_entry` must contain the secret events.
    """
    loads: dict[int, int] = {}
    for move, events in enumerate(events_by_entry):
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


def deeds(game: Chasse, seat: Seat, events_by_entry: GameEvents) -> tuple[int, int]:
    """Return how many inspections found counters and how many found none; (0, 0) for the smuggler's
    seat."""
    found = [event.found > 0 for events in events_by_entry for event in events if isinstance(event, Controlled)]
    return (sum(found), len(found) - sum(found)) if seat == CUSTOMS else (0, 0)


def _facts(
    game: Chasse, controls: list[tuple[int, Controlled]], arrivals: list[tuple[int, int, int]]
) -> Iterator[Fact]:
    """Yield up to three facts: the largest catch, the largest crossing, and how many inspections
    found nothing.

    A fact is left out if nothing of its kind happened. `controls` has (log entry, event) pairs; for
    `arrivals` see `arrivals_with_plates`.
    """
    found = [(move, event) for move, event in controls if event.found]
    if found:
        move, best = max(found, key=lambda pair: pair[1].found)
        args: dict[str, MessageArg] = {
            "seat": PlayerRef(CUSTOMS),
            "square": event_messages.square_name(game.numbers, best.square),
        }
        yield Fact(Message("story-catch"), Message("story-catch-told", args | {"n": best.found}), "plate", move)
    loaded = [each for each in arrivals if each[2]]
    if loaded:
        move, square, plates = max(loaded, key=lambda each: each[2])
        args = {"seat": PlayerRef(SMUGGLER), "square": event_messages.square_name(game.numbers, square), "n": plates}
        yield Fact(Message("story-passage"), Message("story-passage-told", args), "smuggler", move)
    wrong = [(move, event) for move, event in controls if not event.found]
    if wrong:
        args = {"seat": PlayerRef(CUSTOMS), "n": len(wrong), "points": len(wrong) * game.numbers.pawn}
        yield Fact(Message("story-nothing"), Message("story-nothing-told", args), "customs", wrong[0][0])
