"""The messages of the smuggler hunt: every event, action and table as sentences that are not yet in a language."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from malle.core import Action, Event, Message, MessageArg, PlayerRef
from malle.core.message import slug_of_class
from malle.games.chasse.edition import CUSTOMS, OFF_BOARD, SMUGGLER, Numbers
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

PlatesBySquare = tuple[tuple[int, int], ...]
"""Pairs of (square, number of counters)."""
SquareWriter = Callable[[Numbers, int], str]
"""Returns the text for a square, such as its name or a link to it."""


def square_name(numbers: Numbers, square: int) -> str:
    """Return the name of a square as people write it, in capital letters: `E10`."""
    return numbers.name_of(square).upper()


def square_list(numbers: Numbers, route: tuple[int, ...]) -> tuple[Message, ...]:
    """Return a message for each square of `route`, in order; together they make a list in a
    sentence."""
    return tuple(Message("square", {"square": square_name(numbers, at)}) for at in route)


def event_message(game: Chasse, event: Event, write_square: SquareWriter = square_name) -> Message:
    """Return the log's sentence for an event. Every event of the game has one.

    `write_square` gives the text for a square: its name, or a link to it.
    """
    numbers = game.numbers
    kind = PlatePlaced if isinstance(event, PlatePlaced) else type(event)  # `PlateForgotten` has the same sentence
    key = f"event-{slug_of_class(kind)}"
    match event:
        case PlateHidden(hidden):
            return Message(key, {"seat": PlayerRef(SMUGGLER), "hidden": hidden, "plates": numbers.plates})
        case PlatePlaced(_, at):
            return Message(key, {"square": write_square(numbers, at)})
        case Moved(seat, route):
            return Message(
                key,
                {
                    "seat": PlayerRef(seat),
                    "origin": write_square(numbers, route[0]),
                    "target": write_square(numbers, route[-1]),
                },
            )
        case Controlled(at, found):
            gain = found * numbers.plate + numbers.pawn
            return Message(
                key, {"seat": PlayerRef(CUSTOMS), "square": write_square(numbers, at), "found": found, "points": gain}
            )
        case Arrived(at):
            return Message(key, {"seat": PlayerRef(SMUGGLER), "square": write_square(numbers, at)})
        case Passed(seat):
            return Message(key, {"seat": PlayerRef(seat)})
        case Shown(plates):
            return Message(key, {"plates": _plates_by_square(numbers, plates, write_square)})
    raise TypeError(event)


def action_label(game: Chasse, action: Action) -> Message:
    """Return the label of a button that plays this action."""
    match action:
        case Hide(pawn):
            return Message("action-hide", {"square": square_name(game.numbers, game.smuggler_starts[pawn])})
        case Move(origin, target, corner):
            first, last = square_name(game.numbers, origin), square_name(game.numbers, target)
            by = square_name(game.numbers, corner) if corner >= 0 else "no"
            return Message("action-move", {"origin": first, "target": last, "corner": by})
    return Message("action-pass")


def table_sentences(game: Chasse, view: ChasseView) -> tuple[Message, ...]:
    """Return sentences about what the viewer sees on the table: both sides' pawns and points,
    always.

    If there are any, also the counters that this viewer sees, and the pawns marked with chalk. From
    half-way to a standstill on, the half-moves left.
    """
    now, numbers = view.now, game.numbers
    said = []
    for seat, pawns, key in ((SMUGGLER, now.smugglers, "smugglers"), (CUSTOMS, now.customs, "customs")):
        standing = tuple(sorted(at for at in pawns if at >= 0))
        args: dict[str, MessageArg] = {
            "seat": PlayerRef(seat),
            "n": len(standing),
            "points": visible_points(game, now)[seat],
        }
        said.append(
            Message(f"table-{key}", args | {"squares": square_list(numbers, standing) or (Message("nowhere"),)})
        )
    if now.plates is not None and any(now.plates):
        pairs = zip(now.smugglers, now.plates, strict=True)
        said.append(
            Message(
                "table-plates", {"plates": _plates_by_square(numbers, tuple(pair for pair in sorted(pairs) if pair[1]))}
            )
        )
    if now.chalked:
        marked = tuple(sorted(now.smugglers[pawn] for pawn in now.chalked))
        said.append(Message("table-chalked", {"squares": square_list(numbers, marked)}))
    if now.quiet >= numbers.standstill // 2 and now.phase != "over":
        said.append(Message("table-quiet", {"quiet": now.quiet, "left": numbers.standstill - now.quiet}))
    return tuple(said)


def visible_points(game: Chasse, now: Now) -> tuple[int, int]:
    """Return the points of the smuggler and of customs as far as the viewer can see them.

    Counters that have arrived count only for a viewer who sees the counters.
    """
    numbers = game.numbers
    return (
        visible_arrived_plates(game, now) * numbers.plate + now.customs.count(OFF_BOARD) * numbers.pawn,
        now.seized * numbers.plate + now.smugglers.count(OFF_BOARD) * numbers.pawn,
    )


def visible_arrived_plates(game: Chasse, now: Now) -> int:
    """Return the number of counters that have arrived; 0 if the viewer does not see the counters."""
    if now.plates is None:
        return 0
    width = game.numbers.width
    return sum([n for at, n in zip(now.smugglers, now.plates, strict=True) if n and 0 <= at < width])


def statistics(game: Chasse, events_by_entry: tuple[tuple[Event, ...], ...]) -> Mapping[str, tuple[int, int]]:
    """Return statistics of a finished game by name, as (times it happened, times it could have
    happened).

    Counted are inspections that found something, counters seized, counters carried across, and
    draws. Also counted is whether the smuggler had more points: once for every game, and once for
    games in which the counters were hidden each alone, as two and three, or all together. The
    events must contain the secret ones.
    """
    numbers = game.numbers
    events = [event for entry in events_by_entry for event in entry]
    found = [event.found for event in events if isinstance(event, Controlled)]
    placed = [event.square for event in events if isinstance(event, PlatePlaced)]
    shown = next((event.plates for event in events if isinstance(event, Shown)), ())
    across = sum(plates for at, plates in shown if at < numbers.width)
    smuggler, customs = _final_points(game, events, found, shown)
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


def _final_points(game: Chasse, events: list[Event], found: list[int], shown: PlatesBySquare) -> tuple[int, int]:
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
    lost = tuple(OFF_BOARD for n in found if n)
    state = State(
        phase="over",
        smugglers=(*(at for at, _ in shown), *lost),
        customs=(OFF_BOARD,) * found.count(0),
        plates=(*(n for _, n in shown), *(0 for _ in lost)),
        seized=sum(found),
        cleared=(),
        nearest=(),
        quiet=0,
        passes=0,
        why=why,
    )
    return game.points_by_side(state)


def _plates_by_square(
    numbers: Numbers, plates: PlatesBySquare, write_square: SquareWriter = square_name
) -> tuple[Message, ...]:
    """Return a message for each square and its number of counters, or one that says "nowhere" if there are none."""
    return tuple(Message("plates-at", {"square": write_square(numbers, at), "n": n}) for at, n in plates) or (
        Message("nowhere"),
    )
