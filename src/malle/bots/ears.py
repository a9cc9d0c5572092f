"""What a robot at a socket has heard: recalled when it comes, then followed move by move."""

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
    """All that one robot's seat has heard, as it came, and up to which move."""

    def __init__(self, mind: AnyMind) -> None:
        self.heard: list[bytes] = []
        """Move by move from the first on; empty for a robot without a memory."""
        self.seq = 0
        self.told = 0
        """How many of these moves the process knows that thinks for it."""
        self._deaf = isinstance(mind, Plain | Searching)

    def follow(self, state: StateMessage) -> bool:
        """Hears what came with a state. False: something before it is missing, and has to be recalled."""
        new = state.seq - self.seq
        if self._deaf:
            new = 0
        elif new > len(state.heard):
            return False
        self.heard += [bytes(told.motion) for told in state.heard[max(0, len(state.heard) - new) :] if new > 0]
        self.seq = max(self.seq, state.seq)
        return True

    def recall(self, answer: Recalled) -> None:
        """Hears what is new to it of all that its seat has heard."""
        self.heard += [bytes(told.motion) for told in answer.heard[self.seq :]]
        self.seq = max(self.seq, len(answer.heard))


class Notebook:
    """The notes that a mind makes of what its seat has heard."""

    def __init__(self, game: AnyGame, mind: AnyMind, seat: Seat) -> None:
        self._game = game
        self._mind = mind
        self.notes: Any = mind.notes(game, seat)
        self.moves = 0
        """Noted so far."""

    def note(self, heard: Sequence[bytes]) -> None:
        """Further moves, as they were heard."""
        for motion in heard:
            events = tuple(self._game.codec.event(bytes(each)) for each in _events(motion))
            self.notes = self._mind.hear(self._game, self.notes, events)
            self.moves += 1
