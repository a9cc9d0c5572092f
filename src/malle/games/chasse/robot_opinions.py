"""How sure robots were of the pawns that they inspected, worked out after the end from what their seat heard."""

from __future__ import annotations

from collections.abc import Iterator

from malle.core import Message, MessageArg, PlayerRef, Seat
from malle.core.play import events_for_viewer
from malle.core.robots.robot import AnyRobot
from malle.core.story import Fact, GameEvents, Opinion
from malle.games.chasse import event_messages, opponent_model
from malle.games.chasse.edition import CUSTOMS
from malle.games.chasse.robot_expert import ExpertRobot
from malle.games.chasse.rules import Chasse
from malle.games.chasse.state import Controlled


def thoughts(game: Chasse, robot: AnyRobot, seat: Seat, events_by_entry: GameEvents) -> Iterator[Opinion]:
    """Yield an opinion for each inspection by `robot`: how likely it thought a find was, and
    whether it was right.

    The robot's memory is worked out again from the events that its seat heard. Nothing is yielded
    for the smuggler, for robots other than `ExpertRobot`, or if the model has no weights.
    """
    if not isinstance(robot, ExpertRobot) or seat != CUSTOMS:
        return
    memory = robot.new_memory(game, seat)
    for move, events in enumerate(events_by_entry):
        for event in events:
            if isinstance(event, Controlled) and memory is not None and memory.weights:
                pawn = memory.now.smugglers.index(event.square)
                hit, _ = opponent_model.pawn_odds(game, memory).get(pawn, (0.0, 0.0))
                args: dict[str, MessageArg] = {
                    "seat": PlayerRef(seat),
                    "square": event_messages.square_name(game.numbers, event.square),
                }
                said = Message("thought-control", args | {"percent": round(100 * hit), "found": event.found})
                yield Opinion(move, hit, event.found > 0, Fact(Message("thought-title"), said, "customs", move))
        memory = robot.observe(game, memory, events_for_viewer(seat, events))
