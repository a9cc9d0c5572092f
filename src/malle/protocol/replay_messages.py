"""HTTP response about a finished table: moments of its game for a replay."""

from __future__ import annotations

from msgspec import Raw, Struct


class ReplayRange(Struct, frozen=True, omit_defaults=True):
    """A range of consecutive moments of a finished game, as one viewer saw them. A moment is a move with the
    chance events that followed it; the first moment is the deal. Undone moves are left out."""

    count: int
    """Number of moments in the whole game."""
    first: int
    """Index of the first moment in this range, from 0."""
    opening: Raw
    """A `state` message with everything that never changes during a game."""
    states: tuple[Raw, ...]
    """One `state` message for each moment, byte for byte as a live viewer received it."""
    owns: tuple[tuple[Raw, ...], ...] = ()
    """If everything is shown: for each moment, what every seat saw in addition, as `Own`s or null, by seat."""
