"""What a finished table answers by HTTP: the moments of its game, and its story."""

from __future__ import annotations

from msgspec import Raw, Struct


class Moments(Struct, frozen=True, omit_defaults=True):
    """Some moments of a finished game, one after the other, as one pair of eyes saw them. A moment is a move, with the
    chance that followed it; the first one is the deal. What was undone is not there."""

    count: int
    """How many moments the game has."""
    first: int
    """The number of the first one here, from 0."""
    opening: Raw
    """A `state` with all that never changes during a game."""
    states: tuple[Raw, ...]
    """A `state` each, the same bytes that whoever saw this moment live was sent."""
    owns: tuple[tuple[Raw, ...], ...] = ()
    """With everything shown: for each moment what every seat saw besides, as `Own`s or null, by seat."""
