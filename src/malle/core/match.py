"""A match: several games in a row. Players move on by one seat after each, and their scores are added."""

from __future__ import annotations

from typing import TypeVar

from msgspec import Struct

from malle.core.game import places_from_scores

T = TypeVar("T")
Scores = tuple[int, ...]
"""Scores, by seat."""


class Match(Struct, frozen=True):
    """The state of a match. All values by seat are in the order of the present seats."""

    leg: int
    """The number of this game within the match, from 1."""
    legs: int
    """The number of games in the match."""
    played: tuple[Scores, ...]
    """The scores of each finished game, oldest first."""
    sums: Scores
    """The sum of each seat's scores in `played`."""
    places: tuple[int, ...]
    """Places by `sums`. Equal sums share a place, and a shared first place is a draw."""

    @property
    def over(self) -> bool:
        """Whether all games of the match are over."""
        return len(self.played) == self.legs


def rotate_one_seat(by_seat: tuple[T, ...]) -> tuple[T, ...]:
    """Rotate values by one seat: each value moves to the next seat, the last one to seat 0."""
    return (*by_seat[-1:], *by_seat[:-1])


def build_match(games: int, earlier_scores: tuple[Scores, ...], scores: Scores | None, seats: int) -> Match:
    """Return the match after the finished games `earlier_scores` and this game's `scores`, which is
    `None` while this game is being played.

    `games` is the number of games in the match. `earlier_scores` is oldest first, in the order of
    the present seats.
    """
    played = earlier_scores if scores is None else (*earlier_scores, scores)
    sums = tuple(sum(each[seat] for each in played) for seat in range(seats))
    places = places_from_scores(sums)
    return Match(len(earlier_scores) + 1, games, played, sums, places)
