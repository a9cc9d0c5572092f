"""The animations of the smuggler hunt (moving pawns and inspections), and the sentences of its log."""

from __future__ import annotations

from malle.core import Event, Message, MessageArg, PlayerRef
from malle.core.scene import Animation, BoardMark, Item, Panel, PanelLine, Row, Stamp
from malle.games.chasse import event_messages
from malle.games.chasse.edition import CUSTOMS, SMUGGLER, Numbers
from malle.games.chasse.icons import SIDES, points_message
from malle.games.chasse.rules import Chasse
from malle.games.chasse.state import Controlled, Moved, PlateHidden, PlatePlaced


def animations(game: Chasse, events: tuple[Event, ...]) -> tuple[Animation, ...]:
    """Return the animations of one log entry, in order of its events; other events have none.

    A move shows the pawn's route. An inspection shows its result, which both players dismiss
    themselves.
    """
    found: list[Animation] = []
    for event in events:
        match event:
            case Moved(seat, route):
                cells = tuple(event_messages.square_name(game.numbers, square) for square in route)
                found.append(Animation(seat=seat, marks=(BoardMark("last", cells),)))
            case Controlled(square, plates):
                found.append(_inspection_animation(game.numbers, square, plates))
    return tuple(found)


def log_messages(game: Chasse, events: tuple[Event, ...]) -> tuple[Message, ...]:
    """Return the log's sentences for one log entry, as far as the viewer heard its events.

    Squares are links to the board. The move before an inspection has no sentence, because the
    sentence of the inspection names the square. If the viewer heard where a counter was hidden,
    both events share one sentence.
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
                args: dict[str, MessageArg] = {"square": _square_link(numbers, placed[0].square), "n": hidden}
                out.append(Message("event-plate-yours", args | {"plates": numbers.plates}))
            case PlatePlaced():
                continue
            case _:
                out.append(event_messages.event_message(game, event, _square_link))
    return tuple(out)


def _square_link(numbers: Numbers, square: int) -> str:
    """Return a link in Markdown to a square of the board, such as `[E10](board/E10)`."""
    name = event_messages.square_name(numbers, square)
    return f"[{name}](board/{name})"


def _inspection_animation(numbers: Numbers, square: int, found: int) -> Animation:
    """Return the animation of an inspection: the counters found under the pawn, and which side gets
    what points."""
    args: dict[str, MessageArg] = {"square": _square_link(numbers, square), "found": found}
    stamp = None if found else Stamp(Message("stamp-empty"), "true")
    pawn = Item("control.0.0", event_messages.square_name(numbers, square), "smuggler", "tile", stamp=stamp)
    plates = tuple(Item(f"control.1.{n}", Message("screen-plate"), "plate", "tile") for n in range(found))
    verdict = Panel(
        "verdict",
        "verdict",
        Message("control-found" if found else "control-empty", args),
        Message("verdict-found" if found else "verdict-empty"),
        tone="" if found else "good",
    )
    lost, to = (SMUGGLER, CUSTOMS) if found else (CUSTOMS, SMUGGLER)
    total = points_message(found * numbers.plate + numbers.pawn)
    lines = (
        *((PanelLine(Message("bill-plates", {"n": found}), str(found * numbers.plate), "plate"),) if found else ()),
        PanelLine(Message(f"bill-{SIDES[lost]}"), str(numbers.pawn), SIDES[lost]),
        PanelLine(Message(f"bill-to-{SIDES[to]}"), total, total=True),
    )
    bill = Panel("bill", "slip", Message("bill-title"), lines=lines)
    title = Message("control-title", args | {"seat": PlayerRef(CUSTOMS)})
    name = event_messages.square_name(numbers, square)
    flag = BoardMark(
        "flag", (name,), Message("verdict-found" if found else "verdict-empty"), "bad" if found else "good"
    )
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
