"""The challenge of the day, the same for everyone. It comes from a year of challenges that were generated and
measured in advance."""

from __future__ import annotations

from datetime import date
from functools import lru_cache

import msgspec

from malle.games.combinus.edition import CLASSIC
from malle.games.combinus.solitaire.challenge import Challenge, classic_edition

DAYS_PATH = CLASSIC.parent / "days.json"
FIRST_DAY = date(2024, 1, 1)
"""The day of the first challenge. It is a Monday, because each week goes from easy to hard."""


@lru_cache(maxsize=1)
def daily_challenges() -> tuple[Challenge, ...]:
    """Return all daily challenges, in the order of days. Raise `Refused` if one is wrong."""
    found = msgspec.json.decode(DAYS_PATH.read_bytes(), type=tuple[Challenge, ...])
    for challenge in found:
        challenge.check(classic_edition()[0])
    return found


def challenge_of_day(day: date) -> Challenge:
    """Return the challenge of a day. After the last challenge, the first one comes again."""
    days = daily_challenges()
    return days[(day - FIRST_DAY).days % len(days)]
