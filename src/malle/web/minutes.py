"""How long a game takes, reckoned from how many decisions are made in one (`Sheet.decisions`)."""

from __future__ import annotations

from malle.core import Sheet
from malle.web.page import say

DECISION_SECONDS = 12.0
"""A person's decision at a table of people: they read what was done before, think, and choose. It is the middle of the
10 to 15 seconds that are reckoned for board games on a screen; nobody has measured people at these tables."""
READING_SECONDS = 2.5
"""A robot's decision: it stands so long to be read."""


def minutes_of(sheet: Sheet, seats: int, *, robots: bool = False) -> int | None:
    """Minutes of a game for so many, rounded to five: of people alone, or of one person among robots. None: nobody has
    counted its decisions."""
    decisions = sheet.decisions.get(seats)
    return None if decisions is None else minutes_for(decisions, seats, robots=robots)


def minutes_for(decisions: int, seats: int, *, robots: bool = False) -> int:
    """Minutes of a game with so many decisions, rounded to five."""
    mine = decisions / seats if robots else decisions
    seconds = mine * DECISION_SECONDS + (decisions - mine) * READING_SECONDS
    return max(5, 5 * round(seconds / 300))


def minutes_said(language: str, sheet: Sheet, *, robots: bool = False) -> str:
    """For the fewest players and for the most, as `45 to 90`; empty: nobody knows."""
    known = [found for seats in sheet.seats if (found := minutes_of(sheet, seats, robots=robots)) is not None]
    if not known:
        return ""
    least, most = min(known), max(known)
    return str(least) if least == most else say(language, "page-minutes-between", least=least, most=most)
