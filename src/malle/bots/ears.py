"""What a robot at a socket has heard: recalled when it comes, then followed move by move."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Raw

from malle.core import AnyGame, Seat
from malle.core.mind import AnyMind, Plain
from malle.wire.messages import Recalled, StateMessage, Told

_events = msgspec.json.Decoder(list[Raw]).decode


class Ears:
    """One robot's notes, and up to which move they go."""

    def __init__(self, game: AnyGame, mind: AnyMind, seat: Seat) -> None:
        self._game = game
        self._mind = mind
        self.notes: Any = mind.notes(game, seat)
        self.seq = 0
        self._deaf = isinstance(mind, Plain)

    def follow(self, state: StateMessage) -> bool:
        """Hears what came with a state. False: something before it is missing, and has to be recalled."""
        new = state.seq - self.seq
        if self._deaf:
            new = 0
        elif new > len(state.heard):
            return False
        for told in state.heard[len(state.heard) - new :]:
            self._hear(told)
        self.seq = max(self.seq, state.seq)
        return True

    def recall(self, answer: Recalled) -> None:
        """Hears what is new to it of all that its seat has heard."""
        for told in answer.heard[self.seq :]:
            self._hear(told)
        self.seq = max(self.seq, len(answer.heard))

    def _hear(self, told: Told) -> None:
        events = tuple(self._game.codec.event(bytes(each)) for each in _events(bytes(told.motion)))
        self.notes = self._mind.hear(self._game, self.notes, events)
