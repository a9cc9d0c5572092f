"""Parley with a second version of its rules, for tests of what was begun on the first one.

In the second nobody may keep the number back, and whoever shows it scores one more. The two really differ: a game of
the first with a number kept is neither legal nor readable in the second.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from malle.core import Action, AnyGame, Codec, Event, Luck, Seat, View
from malle.testing import example_game
from malle.testing.example_game import Bid, Bids, Deal, Dealt, Keep, Parley, ParleyState, ParleyView, Show, Shown


class Parley2(Parley):
    """The rules of version 2."""

    version = 2
    codec = Codec(state=ParleyState, view=ParleyView, actions=(Deal, Bid, Show), events=(Dealt, Bids, Shown))

    def legal(self, state: ParleyState, seat: Seat) -> Sequence[Action]:
        return tuple(each for each in super().legal(state, seat) if not isinstance(each, Keep))

    def apply(self, state: ParleyState, mover: Seat, action: Action) -> tuple[ParleyState, tuple[Event, ...]]:
        after, heard = super().apply(state, mover, action)
        if isinstance(action, Show):
            points = (*after.points[:mover], after.points[mover] + 1, *after.points[mover + 1 :])
            after = replace(after, points=points)
        return after, heard

    def default(self, state: ParleyState, seat: Seat, luck: Luck) -> Action:
        return Show() if state.bidder is not None else super().default(state, seat, luck)

    def alphabet(self) -> Sequence[Action]:
        return tuple(each for each in super().alphabet() if not isinstance(each, Keep))


def keep_if_possible(game: AnyGame, view: View, legal: tuple[Action, ...], luck: Luck) -> Action:
    """Keeps whatever it can, which only the rules of version 1 allow."""
    return Keep() if Keep() in legal else luck.choice(legal)


def _make(seats: int, options: Any, edition: Any) -> Parley2:
    return Parley2(seats, options)


FIRST = replace(example_game.GAME_INFO, robot=keep_if_possible)
SECOND = replace(
    FIRST, version=2, make_game=_make, make_tiny_game=lambda: Parley2(2, {"rounds": 1}), earlier_versions=(FIRST,)
)
LOST = replace(SECOND, earlier_versions=())
"""The second version of somebody who threw the first away."""


class Renumbered(Parley):
    """Version 1 with another number in its edition, by somebody who did not raise the version."""

    edition = "another"


RENUMBERED = replace(FIRST, make_game=lambda seats, options, edition: Renumbered(seats, options))

__all__ = ["FIRST", "LOST", "RENUMBERED", "SECOND", "Parley2"]
