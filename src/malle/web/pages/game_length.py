"""Estimates how long a game takes, from the usual number of decisions in it
(`GameInfo.median_decisions`)."""

from __future__ import annotations

from malle.core import GameInfo
from malle.web.layout import translate

PERSON_DECISION_SECONDS = 12.0
"""Time of a person's decision at a table of people: reading the last moves, thinking and choosing.

It is in the middle of the 10 to 15 seconds that are usually assumed for board games on a screen. It was not measured.
"""
ROBOT_DECISION_SECONDS = 2.5
"""Time of a robot's decision, which is the time people have to read it."""


def estimate_minutes(game_info: GameInfo, seats: int, *, robots: bool = False) -> int | None:
    """Return the minutes that a game with `seats` players takes, rounded to five, and at least
    five.

    All players are people; with `robots`, one person plays against robots. Return `None` if the
    number of decisions is not known.
    """
    decisions = game_info.median_decisions.get(seats)
    return None if decisions is None else estimate_minutes_of_decisions(decisions, seats, robots=robots)


def estimate_minutes_of_decisions(decisions: int, seats: int, *, robots: bool = False) -> int:
    """Return the minutes that a game with `decisions` decisions takes, rounded to five, and at least five.

    With `robots`, one of the `seats` players is a person and the others are robots.
    """
    person_decisions = decisions / seats if robots else decisions
    seconds = person_decisions * PERSON_DECISION_SECONDS + (decisions - person_decisions) * ROBOT_DECISION_SECONDS
    return max(5, 5 * round(seconds / 300))


def format_minutes(language: str, game_info: GameInfo, *, robots: bool = False) -> str:
    """Return the shortest and the longest estimate over all numbers of players, such as `45 to 90`.

    Return one number if both are equal, and "" if nothing is known. For `robots` see
    `estimate_minutes`.
    """
    known = [
        found for seats in game_info.seats if (found := estimate_minutes(game_info, seats, robots=robots)) is not None
    ]
    if not known:
        return ""
    least, most = min(known), max(known)
    return str(least) if least == most else translate(language, "page-minutes-between", least=least, most=most)
