"""Leaks planted in La chasse aux contrebandiers: where the plates are is told to the customs, and found."""

from __future__ import annotations

import pytest

from malle.games.chasse import SHEET
from malle.games.chasse.state import State
from malle.testing import check_coupled
from malle.testing.plants import LAWS, LEAKS, in_setting, laws, leaks


def left(state: State) -> bool:
    """Is there a plate under one of the first pawns?"""
    return sum(state.plates[: len(state.plates) // 2]) > 1


@pytest.mark.parametrize("leak", LEAKS)
@pytest.mark.timeout(200)
def test_the_plates_are_not_told_by(leak: str) -> None:
    """On which side most of them are, told in thirteen ways."""
    found = check_coupled(in_setting(leaks(SHEET, left)[leak], 2), pairs=400, stop_at_first=True)
    assert laws(found) & LAWS, found[:2]
