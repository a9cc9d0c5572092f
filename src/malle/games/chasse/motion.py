"""The animations of the smuggler hunt (moving pawns and inspections), and the sentences of its log."""

from __future__ import annotations

from malle.core import Arg, Event, Say, Who
from malle.core.scene import Animation, Item, Line, Mark, Panel, Row, Stamp
from malle.games.chasse import telling
from malle.games.chasse.edition import CUSTOMS, SMUGGLER, Numbers
from malle.games.chasse.faces import SIDES, points
from malle.games.chasse.rules import Chasse
from malle.games.chasse.state import Controlled, Moved, PlateHidden, PlatePlaced


def motion(game: Chasse, events: tuple[Event, ...]) -> tuple[Animation, ...]:
    """Return the animations of one log entry: a pawn's route, and for an inspection its result, held on the
    screen."""
    found: list[Animation] = []
    for event in events:
        match event:
            case Moved(seat, route):
                cells = tuple(telling.square(game.numbers, square) for square in route)
                found.append(Animation(seat=seat, marks=(Mark("last", cells),)))
            case Controlled(square, plates):
                found.append(_reveal(game.numbers, square, plates))
    return tuple(found)


def said(game: Chasse, events: tuple[Event, ...]) -> tuple[Say, ...]:
    """Return the log's sentences for one log entry, with squares as links to the board.

    The move of an inspection has no sentence, because the inspection names the square. For the smuggler, the
    two events of a hidden counter share one sentence.
    """
    numbers = game.numbers
    placed = [event for event in events if isinstance(event, PlatePlaced)]
    control = any(isinstance(event, Controlled) for event in events)
    out = []
    for event in events:
        match event:
            case Moved() if control:
                continue
            case PlateHidden(hidden) if placed:
                args: dict[str, Arg] = {"square": _link(numbers, placed[0].square), "n": hidden}
                out.append(Say("event-plate-yours", args | {"plates": numbers.plates}))
            case PlatePlaced():
                continue
            case _:
                out.append(telling.event(game, event, _link))
    return tuple(out)


def _link(numbers: Numbers, square: int) -> str:
    """Return the name of a square as a link to that square of the board."""
    name = telling.square(numbers, square)
    return f"[{name}](board/{name})"


def _reveal(numbers: Numbers, square: int, found: int) -> Animation:
    """Return the animation of an inspection: what was under the pawn, and the points that it brings."""
    args: dict[str, Arg] = {"square": _link(numbers, square), "found": found}
    stamp = None if found else Stamp(Say("stamp-empty"), "true")
    pawn = Item("control.0.0", telling.square(numbers, square), "smuggler", "tile", stamp=stamp)
    plates = tuple(Item(f"control.1.{n}", Say("screen-plate"), "plate", "tile") for n in range(found))
    verdict = Panel(
        "verdict",
        "verdict",
        Say("control-found" if found else "control-empty", args),
        Say("verdict-found" if found else "verdict-empty"),
        tone="" if found else "good",
    )
    lost, to = (SMUGGLER, CUSTOMS) if found else (CUSTOMS, SMUGGLER)
    total = points(found * numbers.plate + numbers.pawn)
    lines = (
        *((Line(Say("bill-plates", {"n": found}), str(found * numbers.plate), "plate"),) if found else ()),
        Line(Say(f"bill-{SIDES[lost]}"), str(numbers.pawn), SIDES[lost]),
        Line(Say(f"bill-to-{SIDES[to]}"), total, total=True),
    )
    bill = Panel("bill", "slip", Say("bill-title"), lines=lines)
    title = Say("control-title", args | {"seat": Who(CUSTOMS)})
    name = telling.square(numbers, square)
    flag = Mark("flag", (name,), Say("verdict-found" if found else "verdict-empty"), "bad" if found else "good")
    return Animation(
        CUSTOMS,
        True,
        (Row("control", (pawn, *plates)), verdict, bill),
        marks=(flag,),
        hold=True,
        title=title,
        stops=(SMUGGLER, CUSTOMS),
        at=f"board/{name}",
    )
