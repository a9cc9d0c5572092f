"""The events that a robot's seat has heard: fetched once when the robot connects, then extended move by
move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Raw

from malle.core import AnyGame, Seat
from malle.core.mind import AnyMind, Plain, Searching
from malle.wire.messages import Recalled, StateMessage

_events = msgspec.json.Decoder(list[Raw]).decode


class Ears:
    """All events that one robot's seat has heard, as encoded by the server, and the move up to which they
    go."""

    def __init__(self, mind: AnyMind) -> None:
        self.heard: list[bytes] = []
        """One entry for each move, from the first on. Empty for a robot without a memory."""
        self.seq = 0
        self.told = 0
        """Number of moves that the process that decides for this robot has already received."""
        self._deaf = isinstance(mind, Plain | Searching)

    def follow(self, state: StateMessage) -> bool:
        """Append the events that came with a state. Return False, and append nothing, if moves before them
        are missing. The worker then asks the server for the whole history. A robot without a memory skips
        all events."""
        new = state.seq - self.seq
        if self._deaf:
            new = 0
        elif new > len(state.heard):
            return False
        self.heard += [bytes(told.motion) for told in state.heard[max(0, len(state.heard) - new) :] if new > 0]
        self.seq = max(self.seq, state.seq)
        return True

    def recall(self, answer: Recalled) -> None:
        """Append the events of a history answer that are not known yet."""
        self.heard += [bytes(told.motion) for told in answer.heard[self.seq :]]
        self.seq = max(self.seq, len(answer.heard))


class Notebook:
    """A robot's memory, built from the events that its seat has heard."""

    def __init__(self, game: AnyGame, mind: AnyMind, seat: Seat) -> None:
        self._game = game
        self._mind = mind
        self.notes: Any = mind.notes(game, seat)
        self.moves = 0
        """Number of moves in the memory."""

    def note(self, heard: Sequence[bytes]) -> None:
        """Update the memory with the encoded events of further moves."""
        for motion in heard:
            events = tuple(self._game.codec.event(bytes(each)) for each in _events(motion))
            self.notes = self._mind.hear(self._game, self.notes, events)
            self.moves += 1
