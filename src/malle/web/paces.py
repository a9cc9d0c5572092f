"""The paces that a table can be opened with, and what is said of them."""

from __future__ import annotations

from malle.live.house import House
from malle.store.notices import Habits
from malle.table import Setup
from malle.table.hours import Hours, is_zone
from malle.web.page import say

DAY = 24
PACES: dict[str, tuple[int, int]] = {"half": (12, 24), "day": (24, 72), "three": (72, 144)}
"""Hours for a decision, and of the reserve, by name."""
A_DAY = 2
"""Decisions that somebody makes a day at a slow table, on the whole."""
LONG = 13
"""Weeks from which on a game is said to take months."""


def seconds_of(name: str) -> tuple[int, int] | None:
    """Seconds for a decision and of the reserve; None: the table is live."""
    pace, bank = PACES.get(name, (0, 0))
    return (pace * 3600, bank * 3600) if pace else None


def name_of(pace: int | None, bank: int) -> str:
    """The name of a table's pace; empty: it is none of these."""
    return next((name for name in PACES if seconds_of(name) == (pace, bank)), "")


def long_of(language: str, decisions: int) -> str:
    """How long a game takes at so many decisions each."""
    weeks = max(1, round(decisions / A_DAY / 7))
    told = say(language, "pace-long-weeks", decisions=decisions, a_day=A_DAY, weeks=weeks)
    return told if weeks < LONG else f"{told} {say(language, 'pace-long-months')}"


def hour_of(language: str, hour: int) -> str:
    """An hour of the day as it is written."""
    return say(language, "hour-of-day", hour=hour)


def pace_line(language: str, setup: Setup) -> str:
    """What is said of a slow table to those who sit down there; nothing at a live one."""
    name = name_of(setup.pace, setup.bank)
    if not setup.bank:
        return ""
    said = say(language, "pace-slow")
    if name:
        said = say(language, "pace-line", pace=say(language, f"pace-{name}"), days=setup.bank // 3600 // DAY)
    return f'<p class="facts slowly">{said}</p>'


async def note_zone(house: House, device: str, zone: str, language: str) -> None:
    """Somebody sits down at a slow table, and their browser says in which time zone they are: so far the usual quiet
    hours are theirs, by their own clock."""
    if is_zone(zone):
        await house.store.notices.meet_habits(await house.persons.of(device), Habits(Hours(zone=zone), language))
