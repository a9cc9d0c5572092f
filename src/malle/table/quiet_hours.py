"""Quiet hours of a person, and arithmetic with time that leaves them out.

At slow tables (those with a time bank) a person's clock stops in their quiet hours, so that nobody
loses by sleeping. The hours are in the person's own time zone, with its changes between summer and
winter time.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import Struct

from malle.core import Refused

MAX_ZONE_CHARACTERS = 64
"""A longer name is rejected unread: Python looks up a name with many slashes part by part."""
MAX_QUIET_HOURS = 14
"""At most this many hours of a day may be quiet: a person who can never be asked cannot play."""
DEFAULT_SUMMARY_HOUR = 21
"""Local hour of the daily summary for people without quiet hours. For people with quiet hours it is
the hour before the first quiet one."""


class QuietHours(Struct, frozen=True):
    """A person's quiet hours: each day from hour `begins` to hour `ends`, in the time zone `zone`.
    If both hours are equal, no hour is quiet."""

    begins: int = 22
    ends: int = 8
    zone: str = "UTC"

    @property
    def hours_per_day(self) -> int:
        """Number of quiet hours in a day."""
        return (self.ends - self.begins) % 24

    def local_time(self, at: datetime) -> datetime:
        """Convert a moment to the person's time zone."""
        return at.astimezone(_zone(self.zone))


def checked_quiet_hours(begins: int, ends: int, zone: str) -> QuietHours:
    """Return the quiet hours that a person chose. `Refused` if an hour is not from 0 to 23, too
    many hours are quiet, or the time zone does not exist."""
    if not (0 <= begins < 24 and 0 <= ends < 24):
        raise Refused("hours go from 0 to 23")
    hours = QuietHours(begins, ends, zone)
    if hours.hours_per_day > MAX_QUIET_HOURS:
        raise Refused(f"at most {MAX_QUIET_HOURS} hours may be quiet, not {hours.hours_per_day}")
    if not is_zone(zone):
        raise Refused(f"there is no time zone {zone[:40]!r}")
    return hours


def is_zone(name: str) -> bool:
    """Return whether there is a time zone of this name, such as `Europe/Paris`. Too long a name
    counts as none."""
    try:
        return 0 < len(name) <= MAX_ZONE_CHARACTERS and _zone(name) is not None
    except (ValueError, OSError, ZoneInfoNotFoundError):
        return False


@lru_cache(256)
def _zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)


def _awake_spans(start: datetime, hours: QuietHours) -> Iterator[tuple[datetime, datetime]]:
    """Yield (begin, end) of each span outside the quiet hours, from `start` on, in order and
    without end."""
    if not hours.hours_per_day:
        while True:
            yield start, start + timedelta(days=1)
            start += timedelta(days=1)
    zone = _zone(hours.zone)
    day = hours.local_time(start).date() - timedelta(days=1)
    while True:
        wakes = datetime(day.year, day.month, day.day, hours.ends, tzinfo=zone)
        sleeps = datetime(day.year, day.month, day.day, hours.begins, tzinfo=zone)
        if hours.begins < hours.ends:  # quiet by day: available over midnight
            after = day + timedelta(days=1)
            sleeps = datetime(after.year, after.month, after.day, hours.begins, tzinfo=zone)
        begin, end = (each.astimezone(start.tzinfo) for each in (wakes, sleeps))
        if end > start:
            yield max(begin, start), end
        day += timedelta(days=1)


def add_awake_seconds(start: datetime, seconds: float, hours: QuietHours) -> datetime:
    """Return the moment at which `seconds` have passed since `start`, not counting quiet hours. With 0 seconds
    this is `start`, or the end of the quiet hours that it lies in."""
    for begin, end in _awake_spans(start, hours):
        span_seconds = (end - begin).total_seconds()
        if seconds < span_seconds or (seconds == span_seconds and seconds > 0):
            return begin + timedelta(seconds=seconds)
        seconds -= span_seconds
    raise AssertionError("days do not end")


def awake_seconds_between(start: datetime, end: datetime, hours: QuietHours) -> float:
    """Return the seconds from `start` to `end`, not counting quiet hours; 0 if `end` is not
    later."""
    total = 0.0
    for wakes, sleeps in _awake_spans(start, hours):
        if wakes >= end:
            break
        total += (min(sleeps, end) - wakes).total_seconds()
    return total


def is_quiet(at: datetime, hours: QuietHours) -> bool:
    """Return whether the moment `at` lies in the quiet hours."""
    return add_awake_seconds(at, 0, hours) > at


def summary_time(at: datetime, hours: QuietHours) -> datetime:
    """Return when the summary of the day of `at` is due; `at` itself if the hour has passed.

    The hour is the one before the quiet hours, or `DEFAULT_SUMMARY_HOUR` for people without. A time
    in the quiet hours becomes their end.
    """
    local = hours.local_time(at)
    hour = (hours.begins - 1) % 24 if hours.hours_per_day else DEFAULT_SUMMARY_HOUR
    summary_at = local.replace(hour=hour, minute=0, second=0, microsecond=0)
    return add_awake_seconds(max(at, summary_at.astimezone(at.tzinfo)), 0, hours)
