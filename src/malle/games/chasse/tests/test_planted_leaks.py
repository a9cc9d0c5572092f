"""Leaks planted in La chasse aux contrebandiers: where the plates are is told to the customs, and found."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

import pytest
from msgspec.structs import replace

from malle.core import Action, Event, Seat, load_edition
from malle.games.chasse import SHEET
from malle.games.chasse.edition import CLASSIC, Numbers
from malle.games.chasse.rules import Chasse
from malle.games.chasse.state import Hide, PlatePlaced, State
from malle.testing import check_contract, check_coupled
from malle.testing.plants import LAWS, LEAKS, in_setting, laws, leaks


def left(state: State) -> bool:
    """Is there a plate under one of the first pawns?"""
    return sum(state.plates[: len(state.plates) // 2]) > 1


class PlateHeard(PlatePlaced, frozen=True):
    """Where a plate was hidden, for all to hear."""

    hears: ClassVar[str] = ""


class NineOfThirteen(Chasse):
    """Everybody hears what is hidden under the first nine pawns."""

    def apply(self, state: State, mover: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
        after, heard = super().apply(state, mover, action)
        told = isinstance(action, Hide) and action.pawn < 9
        return after, tuple(
            PlateHeard(each.seat, each.square) if told and isinstance(each, PlatePlaced) else each for each in heard
        )


def test_plates_told_to_all_are_found() -> None:
    """The class is none of the game's."""

    def make(seats: int, options: Mapping[str, Any], edition: Path | None) -> Chasse:
        return NineOfThirteen(options, load_edition(edition or CLASSIC, Numbers))

    assert "audience" in laws(check_contract(in_setting(replace(SHEET, make=make), 2), games=4))


@pytest.mark.parametrize("leak", LEAKS)
@pytest.mark.timeout(200)
def test_the_plates_are_not_told_by(leak: str) -> None:
    """On which side most of them are, told in thirteen ways."""
    found = check_coupled(in_setting(leaks(SHEET, left)[leak], 2), pairs=400, stop_at_first=True)
    assert laws(found) & LAWS, found[:2]
