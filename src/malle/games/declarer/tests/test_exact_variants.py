"""The exact laws beyond the tiny edition's one round: the next officer, the short game, the other two options."""

from __future__ import annotations

from typing import Any

import pytest

from malle.core import parse_edition
from malle.games.declarer import GAME_INFO
from malle.games.declarer.edition import TINY, Numbers
from malle.games.declarer.rules import Declarer
from malle.testing import check_exact_laws

FIVE = TINY.read_text("utf-8")
FOUR = FIVE.replace("cards = { rebuilt = 2 }", "cards = { rebuilt = 1 }")
THREE = FOUR.replace("luggage = { rebuilt = 2 }", "luggage = { rebuilt = 1 }")


@pytest.mark.parametrize(
    ("edition", "options"),
    [
        (THREE, {"rounds": 2}),
        (FIVE, {"rounds": 1, "short": True}),
        (FOUR, {"rounds": 1, "strict": True, "capped": True}),
    ],
    ids=["two-rounds", "short", "strict-and-capped"],
)
def test_no_leak_and_exact_imagination(edition: str, options: dict[str, Any]) -> None:
    """`imagine` is compared with full enumeration, as fractions, for every viewer in every view."""
    assert not check_exact_laws(Declarer(3, GAME_INFO.complete_options(3, options), parse_edition(edition, Numbers)))
