"""Quiet hours, and time reckoned without them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from malle.core import Refused
from malle.table.quiet_hours import (
    MAX_QUIET_HOURS,
    QuietHours,
    add_awake_seconds,
    awake_seconds_between,
    checked_quiet_hours,
    is_quiet,
    is_zone,
    summary_time,
)

NIGHT = QuietHours(22, 8, "Europe/Paris")
DAY = 86400.0


def at(text: str) -> datetime:
    """A moment of the zone's own clock."""
    return NIGHT.local_time(datetime.fromisoformat(text + "Z") - timedelta(hours=1)).astimezone(UTC)


@pytest.mark.parametrize(
    ("start", "hours", "end"),
    [
        ("2026-11-16T10:00", 2, "2026-11-16T12:00"),
        ("2026-11-16T20:00", 3, "2026-11-17T09:00"),  # two before the night, one after it
        ("2026-11-16T23:00", 1, "2026-11-17T09:00"),
        ("2026-11-16T23:00", 0, "2026-11-17T08:00"),
        ("2026-11-16T22:00", 0, "2026-11-17T08:00"),
        ("2026-11-16T08:00", 14, "2026-11-16T22:00"),
        ("2026-11-16T08:00", 24, "2026-11-17T18:00"),  # a day of decisions: 14 hours and 10
        ("2026-11-16T08:00", 0, "2026-11-16T08:00"),
    ],
)
def test_the_clock_stands_still_at_night(start: str, hours: float, end: str) -> None:
    assert add_awake_seconds(at(start), hours * 3600, NIGHT) == at(end)


def test_a_day_of_another_length_is_as_long_as_it_is_there() -> None:
    """In the night to 25 October 2026 Paris has an hour more: whoever sleeps through it loses nothing."""
    evening = datetime(2026, 10, 24, 20, tzinfo=UTC)  # ten in the evening there
    assert add_awake_seconds(evening, 0, NIGHT) == datetime(2026, 10, 25, 7, tzinfo=UTC)
    assert awake_seconds_between(evening, datetime(2026, 10, 25, 8, tzinfo=UTC), NIGHT) == 3600


def test_somebody_may_sleep_by_day() -> None:
    nurse = QuietHours(9, 17, "Europe/Paris")
    assert is_quiet(at("2026-11-16T12:00"), nurse)
    assert add_awake_seconds(at("2026-11-16T08:00"), 2 * 3600, nurse) == at("2026-11-16T18:00")
    assert not is_quiet(at("2026-11-16T23:59"), nurse)


moments = st.datetimes(datetime(2025, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC))
zones = st.sampled_from(["UTC", "Europe/Paris", "America/New_York"])
habits = st.tuples(st.integers(0, 23), st.integers(0, MAX_QUIET_HOURS), zones).map(
    lambda told: QuietHours(told[0], (told[0] + told[1]) % 24, told[2])
)


@given(moments, st.floats(0, 9 * DAY), habits)
def test_both_ways_of_reckoning_agree(start: datetime, seconds: float, hours: QuietHours) -> None:
    end = add_awake_seconds(start, seconds, hours)
    assert awake_seconds_between(start, end, hours) == pytest.approx(seconds, abs=1e-3)
    assert end - start >= timedelta(seconds=seconds) - timedelta(milliseconds=1)
    assert not is_quiet(add_awake_seconds(end, 0, hours), hours)


@given(moments, habits)
def test_a_summary_comes_within_a_day_and_wakes_nobody(start: datetime, hours: QuietHours) -> None:
    told = summary_time(start, hours)
    assert start <= told <= start + timedelta(hours=24 + 1)
    assert not is_quiet(told, hours)


def test_hours_that_cannot_be_are_refused() -> None:
    assert checked_quiet_hours(22, 8, "Europe/Paris") == NIGHT
    assert checked_quiet_hours(0, 0, "UTC").hours_per_day == 0
    for begins, ends, zone in ((24, 8, "UTC"), (8, 7, "UTC"), (22, 8, "Nowhere/Town"), (22, 8, "../etc/passwd")):
        with pytest.raises(Refused):
            checked_quiet_hours(begins, ends, zone)


@pytest.mark.parametrize(("name", "is_one"), [("Europe/Paris", True), ("", False), ("a/" * 300 + "a", False)])
def test_names_of_time_zones(name: str, is_one: bool) -> None:
    """One of many parts is asked for part by part: there are none so long."""
    assert is_zone(name) == is_one
