"""The messages of the smuggler hunt: every event, action and table as sentences that are not yet in a language."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from malle.core import Action, Arg, Event, Say, Who
from malle.core.say import slug
from malle.games.chasse.edition import CUSTOMS, OFF, SMUGGLER, Numbers
from malle.games.chasse.rules import Chasse
from malle.games.chasse.state import (
    Arrived,
    ChasseView,
    Controlled,
    Hide,
    Move,
    Moved,
    Now,
    Passed,
    PlateHidden,
    PlatePlaced,
    Shown,
    State,
    Why,
)

Plates = tuple[tuple[int, int], ...]
Name = Callable[[Numbers, int], str]
"""Returns the text for a square, such as its name or a link to it."""


def square(numbers: Numbers, at: int) -> str:
    """Return the name of a square as people write it: `E10`."""
    return numbers.name(at).upper()


def squares(numbers: Numbers, route: tuple[int, ...]) -> tuple[Say, ...]:
    """Return a message for each square, which together make a list in a sentence."""
    return tuple(Say("square", {"square": square(numbers, at)}) for at in route)


def event(game: Chasse, event: Event, name: Name = square) -> Say:
    """Return the log's sentence for an event. `write_square` writes the squares in it."""
    numbers = game.numbers
    kind = PlatePlaced if isinstance(event, PlatePlaced) else type(event)  # `PlateForgotten` has the same sentence
    key = f"event-{slug(kind)}"
    match event:
        case PlateHidden(hidden):
            return Say(key, {"seat": Who(SMUGGLER), "hidden": hidden, "plates": numbers.plates})
        case PlatePlaced(_, at):
            return Say(key, {"square": name(numbers, at)})
        case Moved(seat, route):
            return Say(key, {"seat": Who(seat), "origin": name(numbers, route[0]), "target": name(numbers, route[-1])})
        case Controlled(at, found):
            gain = found * numbers.plate + numbers.pawn
            return Say(key, {"seat": Who(CUSTOMS), "square": name(numbers, at), "found": found, "points": gain})
        case Arrived(at):
            return Say(key, {"seat": Who(SMUGGLER), "square": name(numbers, at)})
        case Passed(seat):
            return Say(key, {"seat": Who(seat)})
        case Shown(plates):
            return Say(key, {"plates": _pairs(numbers, plates, name)})
    raise TypeError(event)


def action(game: Chasse, action: Action) -> Say:
    """Return the label of a button that plays this action."""
    match action:
        case Hide(pawn):
            return Say("action-hide", {"square": square(game.numbers, game.starts[pawn])})
        case Move(origin, target, corner):
            first, last = square(game.numbers, origin), square(game.numbers, target)
            by = square(game.numbers, corner) if corner >= 0 else "no"
            return Say("action-move", {"origin": first, "target": last, "corner": by})
    return Say("action-pass")


def table(game: Chasse, view: ChasseView) -> tuple[Say, ...]:
    """Return sentences about what the viewer sees on the table: pawns, points, visible counters, chalk,
    standstill."""
    now, numbers = view.now, game.numbers
    said = []
    for seat, pawns, key in ((SMUGGLER, now.smugglers, "smugglers"), (CUSTOMS, now.customs, "customs")):
        standing = tuple(sorted(at for at in pawns if at >= 0))
        args: dict[str, Arg] = {"seat": Who(seat), "n": len(standing), "points": points(game, now)[seat]}
        said.append(Say(f"table-{key}", args | {"squares": squares(numbers, standing) or (Say("nowhere"),)}))
    if now.plates is not None and any(now.plates):
        pairs = zip(now.smugglers, now.plates, strict=True)
        said.append(Say("table-plates", {"plates": _pairs(numbers, tuple(pair for pair in sorted(pairs) if pair[1]))}))
    if now.chalked:
        marked = tuple(sorted(now.smugglers[pawn] for pawn in now.chalked))
        said.append(Say("table-chalked", {"squares": squares(numbers, marked)}))
    if now.quiet >= numbers.standstill // 2 and now.phase != "over":
        said.append(Say("table-quiet", {"quiet": now.quiet, "left": numbers.standstill - now.quiet}))
    return tuple(said)


def points(game: Chasse, now: Now) -> tuple[int, int]:
    """Return the points of the smuggler and of customs as far as the viewer can see them.

    Counters that have arrived count only for a viewer who sees the counters.
    """
    numbers = game.numbers
    return (
        across(game, now) * numbers.plate + now.customs.count(OFF) * numbers.pawn,
        now.seized * numbers.plate + now.smugglers.count(OFF) * numbers.pawn,
    )


def across(game: Chasse, now: Now) -> int:
    """Return the number of counters that have arrived; 0 if the viewer does not see the counters."""
    if now.plates is None:
        return 0
    width = game.numbers.width
    return sum([n for at, n in zip(now.smugglers, now.plates, strict=True) if n and 0 <= at < width])


def figures(game: Chasse, heard: tuple[tuple[Event, ...], ...]) -> Mapping[str, tuple[int, int]]:
    """Return statistics of a finished game by name, as (times it happened, times it could have happened).

    They count inspections that found something, counters seized and carried across, and draws. They also
    count whether the smuggler was ahead, in total and by how the counters were hidden.
    """
    numbers = game.numbers
    events = [event for entry in heard for event in entry]
    found = [event.found for event in events if isinstance(event, Controlled)]
    placed = [event.square for event in events if isinstance(event, PlatePlaced)]
    shown = next((event.plates for event in events if isinstance(event, Shown)), ())
    across = sum(plates for at, plates in shown if at < numbers.width)
    smuggler, customs = _points(game, events, found, shown)
    piles = sorted(placed.count(at) for at in set(placed))
    hidden = {"apart": piles == [1] * numbers.plates, "two-three": piles == [2, 3], "together": len(piles) == 1}
    ahead = {f"ahead-{name}": (int(so and smuggler > customs), int(so)) for name, so in hidden.items()}
    return {
        "controls-right": (sum(n > 0 for n in found), len(found)),
        "plates-seized": (sum(found), numbers.plates),
        "plates-across": (across, numbers.plates),
        "ahead": (int(smuggler > customs), 1),
        **ahead,
        "draws": (int(smuggler == customs), 1),
    }


def _points(game: Chasse, events: list[Event], found: list[int], shown: Plates) -> tuple[int, int]:
    """Return both sides' points at the end of a game, worked out from its events.

    `found` has the result of each inspection, `shown` the counters that were still hidden at the end.
    """
    numbers = game.numbers
    why: Why = "plates"
    if found.count(0) == len(numbers.customs):
        why = "no-customs"
    elif any(at >= numbers.width for at, _ in shown):
        passed = [event for event in events if not isinstance(event, Shown)][-2:]
        why = "two-passes" if all(isinstance(event, Passed) for event in passed) else "standstill"
    lost = tuple(OFF for n in found if n)
    state = State(
        phase="over",
        smugglers=(*(at for at, _ in shown), *lost),
        customs=(OFF,) * found.count(0),
        plates=(*(n for _, n in shown), *(0 for _ in lost)),
        seized=sum(found),
        cleared=(),
        nearest=(),
        quiet=0,
        passes=0,
        why=why,
    )
    return game.points(state)


def _pairs(numbers: Numbers, plates: Plates, name: Name = square) -> tuple[Say, ...]:
    """Return a message for each square and its number of counters, or one that says "nowhere" if there are none."""
    return tuple(Say("plates-at", {"square": name(numbers, at), "n": n}) for at, n in plates) or (Say("nowhere"),)
