"""Encode a game's values as JSON and decode them. Field order is fixed, so equal values give equal bytes."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any, Generic, TypeVar

import msgspec

S = TypeVar("S", bound=msgspec.Struct)
V = TypeVar("V", bound=msgspec.Struct)

_encoder = msgspec.json.Encoder(order="deterministic")
encode = _encoder.encode
"""Encode any value of this package as JSON bytes. Equal values give equal bytes."""


class Codec(Generic[S, V]):
    """JSON decoders for a game's states, views, actions and events. A game makes one as its
    `codec`. Each method raises a `msgspec.DecodeError` on bad input."""

    def __init__(self, *, state: type[S], view: type[V], actions: tuple[type, ...], events: tuple[type, ...]) -> None:
        """Make the decoders. `actions` and `events` are all classes of the game's actions (outcomes of
        chance included) and events."""
        self._state = msgspec.json.Decoder(state)
        self._view = msgspec.json.Decoder(view)
        self._action: msgspec.json.Decoder[Any] = msgspec.json.Decoder(reduce(or_, actions))
        self._event: msgspec.json.Decoder[Any] = msgspec.json.Decoder(reduce(or_, events))
        self.action_types = actions
        self.event_types = events
        self.event_classes = frozenset(events)
        """The classes of `events` as a set, for fast membership tests."""

    def state(self, data: bytes) -> S:
        """Decode a state of the game from JSON."""
        return self._state.decode(data)

    def view(self, data: bytes) -> V:
        """Decode a view of the game from JSON."""
        return self._view.decode(data)

    def action(self, data: bytes) -> Any:
        """Decode an action of any of the classes in `action_types`."""
        return self._action.decode(data)

    def event(self, data: bytes) -> Any:
        """Decode an event of any of the classes in `event_types`."""
        return self._event.decode(data)
