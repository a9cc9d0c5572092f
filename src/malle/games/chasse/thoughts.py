"""How sure robots were of the pawns that they inspected, worked out after the end from what their seat heard."""

from __future__ import annotations

from collections.abc import Iterator

from malle.core import Arg, Say, Seat, Who
from malle.core.mind import AnyMind
from malle.core.play import heard_by
from malle.core.story import Fact, Heard, Opinion
from malle.games.chasse import belief, telling
from malle.games.chasse.edition import CUSTOMS
from malle.games.chasse.rules import Chasse
from malle.games.chasse.state import Controlled
from malle.games.chasse.wily import Wily


def thoughts(game: Chasse, mind: AnyMind, seat: Seat, heard: Heard) -> Iterator[Opinion]:
    """Yield, for each inspection by a robot, how likely it thought that the pawn hid counters, and whether it did.

    Nothing for the smuggler, for robots other than `ExpertRobot`, or for models without weights.
    """
    if not isinstance(mind, Wily) or seat != CUSTOMS:
        return
    notes = mind.notes(game, seat)
    for move, events in enumerate(heard):
        for event in events:
            if isinstance(event, Controlled) and notes is not None and notes.weights:
                pawn = notes.now.smugglers.index(event.square)
                hit, _ = belief.odds(game, notes).get(pawn, (0.0, 0.0))
                args: dict[str, Arg] = {"seat": Who(seat), "square": telling.square(game.numbers, event.square)}
                said = Say("thought-control", args | {"percent": round(100 * hit), "found": event.found})
                yield Opinion(move, hit, event.found > 0, Fact(Say("thought-title"), said, "customs", move))
        notes = mind.hear(game, notes, heard_by(seat, events))
