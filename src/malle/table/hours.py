"""The hours of a day in which somebody is not to be disturbed, and time reckoned without them.

At slow tables a person's clock stands still in their quiet hours, so nobody loses by sleeping. Hours are those of the
person's own time zone; a day on which its clocks are changed is as long as it is there.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import Struct

from malle.core import Refused

LONGEST_ZONE = 64
"""Characters of the name of a time zone; Python asks for one with many slashes part by part."""
MOST = 14
"""Hours of a day that may be quiet: whoever is never to be asked cannot play."""
EVENING = 21
"""The hour of a summary, for those who have no quiet hours; else it is the one before they begin."""


class Hours(Struct, frozen=True):
    """From `begins` to `ends`, whole hours of the day; the same twice: no hour is quiet."""

    begins: int = 22
    ends: int = 8
    zone: str = "UTC"

    @property
    def long(self) -> int:
        """How many hours are quiet."""
        return (self.ends - self.begins) % 24

    def local(self, at: datetime) -> datetime:
        """The same moment by the person's own clock."""
        return at.astimezone(_zone(self.zone))


def need_hours(begins: int, ends: int, zone: str) -> Hours:
    """Hours that somebody chose. `Refused` says what is wrong with them."""
    if not (0 <= begins < 24 and 0 <= ends < 24):
        raise Refused("hours go from 0 to 23")
    hours = Hours(begins, ends, zone)
    if hours.long > MOST:
        raise Refused(f"at most {MOST} hours may be quiet, not {hours.long}")
    if not is_zone(zone):
        raise Refused(f"there is no time zone {zone[:40]!r}")
    return hours


def is_zone(name: str) -> bool:
    """Is there a time zone of this name?"""
    try:
        return 0 < len(name) <= LONGEST_ZONE and _zone(name) is not None
    except (ValueError, OSError, ZoneInfoNotFoundError):
        return False


@lru_cache(256)
def _zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)


def _awake(start: datetime, hours: Hours) -> Iterator[tuple[datetime, datetime]]:
    """The spans from `start` on in which somebody may be disturbed, one after the other, without end."""
    if not hours.long:
        while True:
            yield start, start + timedelta(days=1)
            start += timedelta(days=1)
    zone = _zone(hours.zone)
    day = hours.local(start).date() - timedelta(days=1)
    while True:
        wakes = datetime(day.year, day.month, day.day, hours.ends, tzinfo=zone)
        sleeps = datetime(day.year, day.month, day.day, hours.begins, tzinfo=zone)
        if hours.begins < hours.ends:  # quiet by day: awake over midnight
            after = day + timedelta(days=1)
            sleeps = datetime(after.year, after.month, after.day, hours.begins, tzinfo=zone)
        begin, end = (each.astimezone(start.tzinfo) for each in (wakes, sleeps))
        if end > start:
            yield max(begin, start), end
        day += timedelta(days=1)


def later(start: datetime, seconds: float, hours: Hours) -> datetime:
    """The moment by which so many seconds have gone by outside of the quiet hours; with none of them, the first moment
    at which somebody may be disturbed."""
    for begin, end in _awake(start, hours):
        long = (end - begin).total_seconds()
        if seconds < long or (seconds == long and seconds > 0):
            return begin + timedelta(seconds=seconds)
        seconds -= long
    raise AssertionError("days do not end")


def between(start: datetime, end: datetime, hours: Hours) -> float:
    """Seconds between two moments, outside of the quiet hours."""
    total = 0.0
    for wakes, sleeps in _awake(start, hours):
        if wakes >= end:
            break
        total += (min(sleeps, end) - wakes).total_seconds()
    return total


def is_quiet(at: datetime, hours: Hours) -> bool:
    """Is somebody not to be disturbed now?"""
    return later(at, 0, hours) > at


def evening(at: datetime, hours: Hours) -> datetime:
    """When somebody is told the summary of a day: an hour before it is quiet, or when it is not quiet any more."""
    local = hours.local(at)
    hour = (hours.begins - 1) % 24 if hours.long else EVENING
    there = local.replace(hour=hour, minute=0, second=0, microsecond=0)
    return later(max(at, there.astimezone(at.tzinfo)), 0, hours)
