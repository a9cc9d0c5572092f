"""The events that a robot's seat has heard: fetched once when the robot connects, then extended move by
move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Raw

from malle.core import AnyGame, Seat
from malle.core.robots.robot import AnyRobot, SearchRobot, StatelessRobot
from malle.protocol.messages import RecalledMessage, StateMessage

_decode_events = msgspec.json.Decoder(list[Raw]).decode


class HeardLog:
    """The events that one robot's seat has heard, as encoded by the server; none for a robot
    without a memory. The robot worker keeps one for each seat that it plays."""

    def __init__(self, robot: AnyRobot) -> None:
        self.heard: list[bytes] = []
        """One entry for each move, from the first on. Empty for a robot without a memory."""
        self.seq = 0
        """Number of moves whose events are in `heard`, or were skipped."""
        self.sent_moves = 0
        """Number of moves that the process that decides for this robot has already received."""
        self._is_memoryless = isinstance(robot, StatelessRobot | SearchRobot)

    def add_state(self, state: StateMessage) -> bool:
        """Append the events that came with a state of the table. Return False, and append
        nothing, if earlier moves are missing; the worker must then ask the server for the whole
        history. For a robot without a memory, skip the events and return True."""
        new_moves = state.seq - self.seq
        if self._is_memoryless:
            new_moves = 0
        elif new_moves > len(state.heard):
            return False
        self.heard += [
            bytes(move.motion) for move in state.heard[max(0, len(state.heard) - new_moves) :] if new_moves > 0
        ]
        self.seq = max(self.seq, state.seq)
        return True

    def add_history(self, answer: RecalledMessage) -> None:
        """Append the events of a history (the answer to `RecallMessage`) that are not known yet."""
        self.heard += [bytes(move.motion) for move in answer.heard[self.seq :]]
        self.seq = max(self.seq, len(answer.heard))


class RobotMemory:
    """A robot's memory of one game, built up from the events that its seat hears. A `Decider`
    keeps one for each robot."""

    def __init__(self, game: AnyGame, robot: AnyRobot, seat: Seat) -> None:
        self._game = game
        self._robot = robot
        self.memory: Any = robot.new_memory(game, seat)
        self.move_count = 0
        """Number of moves in the memory."""

    def observe_moves(self, moves: Sequence[bytes]) -> None:
        """Update the memory with the encoded events of further moves, oldest first."""
        for move in moves:
            events = tuple(self._game.codec.event(bytes(event)) for event in _decode_events(move))
            self.memory = self._robot.observe(self._game, self.memory, events)
            self.move_count += 1
