"""What pages say of a game's length: people take longer than robots, and more players longer than few."""

from __future__ import annotations

import msgspec
import pytest

from malle.games import OWN_GAMES, load_game_info
from malle.web.pages.game_length import estimate_minutes, format_minutes

FACTS = msgspec.structs.replace(load_game_info(OWN_GAMES[0]), seats=(3, 4, 5), median_decisions={3: 225, 4: 300})


@pytest.mark.parametrize(("seats", "friends", "robots"), [(3, 45, 20), (4, 60, 25), (5, None, None)])
def test_minutes_are_reckoned_from_decisions(seats: int, friends: int | None, robots: int | None) -> None:
    """A person's decision takes 12 seconds, a robot's 2.5 to be read."""
    assert estimate_minutes(FACTS, seats) == friends
    assert estimate_minutes(FACTS, seats, robots=True) == robots


def test_minutes_are_told_for_few_players_and_for_many() -> None:
    assert format_minutes("en", FACTS) == "45 to 60"
    assert format_minutes("fr", FACTS, robots=True) == "20 à 25"
    assert format_minutes("en", msgspec.structs.replace(FACTS, seats=(4,))) == "60"
    assert format_minutes("en", msgspec.structs.replace(FACTS, median_decisions={})) == ""
