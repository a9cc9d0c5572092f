"""What pages say of a game's length: people take longer than robots, and more players longer than few."""

from __future__ import annotations

import msgspec
import pytest

from malle.games import GAMES, sheet
from malle.web.minutes import minutes_of, minutes_said

FACTS = msgspec.structs.replace(sheet(GAMES[0]), seats=(3, 4, 5), decisions={3: 225, 4: 300})


@pytest.mark.parametrize(("seats", "friends", "robots"), [(3, 45, 20), (4, 60, 25), (5, None, None)])
def test_minutes_are_reckoned_from_decisions(seats: int, friends: int | None, robots: int | None) -> None:
    """A person's decision takes 12 seconds, a robot's 2.5 to be read."""
    assert minutes_of(FACTS, seats) == friends
    assert minutes_of(FACTS, seats, robots=True) == robots


def test_minutes_are_told_for_few_players_and_for_many() -> None:
    assert minutes_said("en", FACTS) == "45 to 60"
    assert minutes_said("fr", FACTS, robots=True) == "20 à 25"
    assert minutes_said("en", msgspec.structs.replace(FACTS, seats=(4,))) == "60"
    assert minutes_said("en", msgspec.structs.replace(FACTS, decisions={})) == ""
