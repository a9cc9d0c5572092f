"""Quiet hours of a person, and arithmetic with time that leaves them out.

At slow tables a person's clock stops in their quiet hours, so that nobody loses by sleeping. The hours are in
the person's own time zone, with its changes between summer and winter time.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import Struct

from malle.core import Refused

LONGEST_ZONE = 64
"""A longer name is rejected unread: Python looks up a name with many slashes part by part."""
MOST = 14
"""At most this many hours of a day may be quiet: a person who can never be asked cannot play."""
EVENING = 21
"""Local hour of the daily summary for people without quiet hours. For others it is the hour before these begin."""


class Hours(Struct, frozen=True):
    """A person's quiet hours: from hour `begins` to hour `ends` of each day. If both are equal, no hour is
    quiet."""

    begins: int = 22
    ends: int = 8
    zone: str = "UTC"

    @property
    def long(self) -> int:
        """Number of quiet hours in a day."""
        return (self.ends - self.begins) % 24

    def local(self, at: datetime) -> datetime:
        """Convert a moment to the person's time zone."""
        return at.astimezone(_zone(self.zone))


def need_hours(begins: int, ends: int, zone: str) -> Hours:
    """Return the quiet hours that a person chose. `Refused` says what is wrong with them."""
    if not (0 <= begins < 24 and 0 <= ends < 24):
        raise Refused("hours go from 0 to 23")
    hours = Hours(begins, ends, zone)
    if hours.long > MOST:
        raise Refused(f"at most {MOST} hours may be quiet, not {hours.long}")
    if not is_zone(zone):
        raise Refused(f"there is no time zone {zone[:40]!r}")
    return hours


def is_zone(name: str) -> bool:
    """Return whether there is a time zone of this name."""
    try:
        return 0 < len(name) <= LONGEST_ZONE and _zone(name) is not None
    except (ValueError, OSError, ZoneInfoNotFoundError):
        return False


@lru_cache(256)
def _zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)


def _awake(start: datetime, hours: Hours) -> Iterator[tuple[datetime, datetime]]:
    """Yield the spans from `start` on outside the quiet hours, in order and without end."""
    if not hours.long:
        while True:
            yield start, start + timedelta(days=1)
            start += timedelta(days=1)
    zone = _zone(hours.zone)
    day = hours.local(start).date() - timedelta(days=1)
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


def later(start: datetime, seconds: float, hours: Hours) -> datetime:
    """Return the moment at which `seconds` have passed since `start`, not counting quiet hours. With 0 seconds
    this is `start`, or the end of the quiet hours that it lies in."""
    for begin, end in _awake(start, hours):
        long = (end - begin).total_seconds()
        if seconds < long or (seconds == long and seconds > 0):
            return begin + timedelta(seconds=seconds)
        seconds -= long
    raise AssertionError("days do not end")


def between(start: datetime, end: datetime, hours: Hours) -> float:
    """Return the seconds between two moments, not counting quiet hours."""
    total = 0.0
    for wakes, sleeps in _awake(start, hours):
        if wakes >= end:
            break
        total += (min(sleeps, end) - wakes).total_seconds()
    return total


def is_quiet(at: datetime, hours: Hours) -> bool:
    """Return whether this moment lies in the quiet hours."""
    return later(at, 0, hours) > at


def evening(at: datetime, hours: Hours) -> datetime:
    """Return when the summary of the day of `at` is due, never before `at`. This is an hour before the quiet
    hours begin, or `DEFAULT_SUMMARY_HOUR` without them. A time in quiet hours moves to their end."""
    local = hours.local(at)
    hour = (hours.begins - 1) % 24 if hours.long else EVENING
    there = local.replace(hour=hour, minute=0, second=0, microsecond=0)
    return later(max(at, there.astimezone(at.tzinfo)), 0, hours)
