"""The decision times that a correspondence table can be opened with, and the texts about them."""

from __future__ import annotations

from malle.live.house import House
from malle.store.notices import Habits
from malle.table import Setup
from malle.table.hours import Hours, is_zone
from malle.web.page import say

DAY = 24
PACES: dict[str, tuple[int, int]] = {"half": (12, 24), "day": (24, 72), "three": (72, 144)}
"""Hours for one decision and hours of time bank, by the name of the decision time."""
A_DAY = 2
"""Decisions that a player makes in a day at a correspondence table, on average."""
LONG = 13
"""Weeks from which the text adds that a game takes months."""


def seconds_of(name: str) -> tuple[int, int] | None:
    """Return seconds for one decision and seconds of time bank. Return `None` for any other name; such a table
    is played live."""
    pace, bank = PACES.get(name, (0, 0))
    return (pace * 3600, bank * 3600) if pace else None


def name_of(pace: int | None, bank: int) -> str:
    """Return the name of the decision time with these seconds, or an empty string if it is none of `DECISION_TIMES`."""
    return next((name for name in PACES if seconds_of(name) == (pace, bank)), "")


def long_of(language: str, decisions: int) -> str:
    """Return a sentence about how long a game takes in which each player makes `decisions` decisions. It adds
    the months for a long game."""
    weeks = max(1, round(decisions / A_DAY / 7))
    told = say(language, "pace-long-weeks", decisions=decisions, a_day=A_DAY, weeks=weeks)
    return told if weeks < LONG else f"{told} {say(language, 'pace-long-months')}"


def hour_of(language: str, hour: int) -> str:
    """Return an hour of the day (0 to 23) as the language writes it."""
    return say(language, "hour-of-day", hour=hour)


def pace_line(language: str, setup: Setup) -> str:
    """Return a paragraph of HTML about the decision time of a correspondence table. Return an empty string for
    a live table."""
    name = name_of(setup.pace, setup.bank)
    if not setup.bank:
        return ""
    said = say(language, "pace-slow")
    if name:
        said = say(language, "pace-line", pace=say(language, f"pace-{name}"), days=setup.bank // 3600 // DAY)
    return f'<p class="facts slowly">{said}</p>'


async def note_zone(house: House, device: str, zone: str, language: str) -> None:
    """Store the usual quiet hours in this time zone for the person of a device, unless they chose hours
    already. Do nothing if `zone` is no known time zone. Called when a person sits down at a correspondence
    table."""
    if is_zone(zone):
        await house.store.notices.meet_habits(await house.persons.of(device), Habits(Hours(zone=zone), language))
