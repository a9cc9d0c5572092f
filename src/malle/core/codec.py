"""A game's values as JSON and back. Field order is fixed, so equal values give equal bytes."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any, Generic, TypeVar

import msgspec

S = TypeVar("S", bound=msgspec.Struct)
V = TypeVar("V", bound=msgspec.Struct)

_encoder = msgspec.json.Encoder(order="deterministic")
encode = _encoder.encode
"""Any of our values as JSON bytes; equal values give equal bytes."""


class Codec(Generic[S, V]):
    """JSON decoders for the four kinds of value a game has."""

    def __init__(self, *, state: type[S], view: type[V], actions: tuple[type, ...], events: tuple[type, ...]) -> None:
        self._state = msgspec.json.Decoder(state)
        self._view = msgspec.json.Decoder(view)
        self._action: msgspec.json.Decoder[Any] = msgspec.json.Decoder(reduce(or_, actions))
        self._event: msgspec.json.Decoder[Any] = msgspec.json.Decoder(reduce(or_, events))
        self.actions = actions
        self.events = events
        self.heard = frozenset(events)
        """The classes of `events`, to look one up."""

    def state(self, data: bytes) -> S:
        """A state from its JSON."""
        return self._state.decode(data)

    def view(self, data: bytes) -> V:
        """A view from its JSON."""
        return self._view.decode(data)

    def action(self, data: bytes) -> Any:
        """An action from its JSON."""
        return self._action.decode(data)

    def event(self, data: bytes) -> Any:
        """An event from its JSON."""
        return self._event.decode(data)
