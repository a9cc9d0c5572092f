"""When something was, in words: today, yesterday, the third of November; since so many minutes, hours or days.

Days are those of UTC: the server does not know where a reader is, and says no hour.
"""

from __future__ import annotations

from datetime import UTC, datetime

from malle.web.page import say


def day_of(language: str, when: datetime) -> str:
    """The day of a moment."""
    now, then = datetime.now(UTC).date(), when.astimezone(UTC).date()
    ago = (now - then).days
    if ago in (0, 1):
        return say(language, "date-today" if ago == 0 else "date-yesterday")
    month = say(language, f"date-month-{then.month}")
    if then.year == now.year:
        return say(language, "date-day", day=then.day, month=month)
    return say(language, "date-day-year", day=then.day, month=month, year=str(then.year))


def month_of(language: str, when: datetime) -> str:
    """The month of a moment, with the year if it is another one."""
    then = when.astimezone(UTC).date()
    month = say(language, f"date-month-{then.month}")
    return month if then.year == datetime.now(UTC).year else f"{month} {then.year}"


def span_of(language: str, seconds: float) -> str:
    """A span of time by its largest unit, below a minute as one: `3 heures`."""
    minutes = max(1, int(seconds // 60))
    if minutes < 60:
        return say(language, "span-minutes", n=minutes)
    if minutes < 48 * 60:
        return say(language, "span-hours", n=minutes // 60)
    return say(language, "span-days", n=minutes // 1440)
