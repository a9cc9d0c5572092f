"""Dates and durations in words: "today", "yesterday", "3 November", "3 hours".

Days are days in UTC and no time of day is shown, because the server does not know the reader's time zone.
"""

from __future__ import annotations

from datetime import UTC, datetime

from malle.web.layout import translate


def format_day(language: str, moment: datetime) -> str:
    """Return the day of a moment in words: today, yesterday, or day and month.

    The year is added if it is not the current one.
    """
    now, then = datetime.now(UTC).date(), moment.astimezone(UTC).date()
    ago = (now - then).days
    if ago in (0, 1):
        return translate(language, "date-today" if ago == 0 else "date-yesterday")
    month = translate(language, f"date-month-{then.month}")
    if then.year == now.year:
        return translate(language, "date-day", day=then.day, month=month)
    return translate(language, "date-day-year", day=then.day, month=month, year=str(then.year))


def format_month(language: str, moment: datetime) -> str:
    """Return the month of a moment in words. The year is added if it is not the current one."""
    then = moment.astimezone(UTC).date()
    month = translate(language, f"date-month-{then.month}")
    return month if then.year == datetime.now(UTC).year else f"{month} {then.year}"


def format_duration(language: str, seconds: float) -> str:
    """Return a duration in words, rounded down to one unit, such as `3 heures`.

    The unit is minutes below one hour, hours below two days, and days otherwise. The shortest duration is one minute.
    """
    minutes = max(1, int(seconds // 60))
    if minutes < 60:
        return translate(language, "span-minutes", n=minutes)
    if minutes < 48 * 60:
        return translate(language, "span-hours", n=minutes // 60)
    return translate(language, "span-days", n=minutes // 1440)
