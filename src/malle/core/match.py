"""A match: several games one after the other, in which the players move on by one seat, and their scores are added."""

from __future__ import annotations

from typing import TypeVar

from msgspec import Struct

from malle.core.contract import places_by

T = TypeVar("T")
Scores = tuple[int, ...]
"""By seat."""


class Match(Struct, frozen=True):
    """How a match stands, in the order of the present seats."""

    leg: int
    """Which game of the match this is, from 1."""
    legs: int
    """How many games it is."""
    played: tuple[Scores, ...]
    """The scores of each game that is over, oldest first."""
    sums: Scores
    places: tuple[int, ...]
    """By the sums; equal sums share a place, and a shared first place is a draw."""

    @property
    def over(self) -> bool:
        """Are all its games over?"""
        return len(self.played) == self.legs


def moved_on(by_seat: tuple[T, ...]) -> tuple[T, ...]:
    """What belonged to each seat, once everybody has moved on by one seat."""
    return (*by_seat[-1:], *by_seat[:-1])


def match_of(legs: int, before: tuple[Scores, ...], scores: Scores | None, seats: int) -> Match:
    """The match after the games `before` and, once this one is over, its scores."""
    played = before if scores is None else (*before, scores)
    sums = tuple(sum(each[seat] for each in played) for seat in range(seats))
    places = places_by(sums)
    return Match(len(before) + 1, legs, played, sums, places)
