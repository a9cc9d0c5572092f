"""Moves wait for each other where they usually come together, and nowhere else."""

from __future__ import annotations

import pytest

from malle.storage.batching import MAX_WAIT_SECONDS, MIN_MEAN_BATCH, BatchWindow


def play(company: BatchWindow, tables: int, groups: int, apart: float) -> float:
    """So many tables make their moves within half a moment, again and again; when the last group began."""
    began = 1.0
    for _ in range(groups):
        began += apart
        for table in range(tables):
            company.record_arrival(table, began + table * MAX_WAIT_SECONDS / 2 / tables)
    return began


def test_where_moves_come_one_by_one_none_waits() -> None:
    """A hundred a second, each of another table."""
    company = BatchWindow()
    for number in range(500):
        now = number / 100
        company.record_arrival(number % 40, now)
        assert company.wait_seconds(now, now) == 0


def test_one_busy_table_is_no_company_for_itself() -> None:
    """Robots among themselves: the next move of a table comes because we wrote the one before."""
    company = BatchWindow()
    for number in range(500):
        now = number * MAX_WAIT_SECONDS / 3
        company.record_arrival(7, now)
        assert company.wait_seconds(now, now) == 0


def test_where_four_come_together_the_first_waits_for_a_moment_and_no_longer() -> None:
    company = BatchWindow()
    now = play(company, 4, 10, 0.02)
    assert company.mean_batch > MIN_MEAN_BATCH
    assert company.wait_seconds(now, now) == pytest.approx(MAX_WAIT_SECONDS)
    assert company.wait_seconds(now, now + MAX_WAIT_SECONDS / 4) == pytest.approx(MAX_WAIT_SECONDS * 3 / 4)
    assert company.wait_seconds(now, now + 2 * MAX_WAIT_SECONDS) == 0


def test_once_all_are_here_who_usually_come_nobody_waits_any_longer() -> None:
    """With three of four tables it is worth the rest of the moment; the fourth ends it."""
    company = BatchWindow()
    now = play(company, 4, 40, 0.02)
    assert company.wait_seconds(now, now + MAX_WAIT_SECONDS / 4, 3) == pytest.approx(MAX_WAIT_SECONDS * 3 / 4)
    assert company.wait_seconds(now, now + MAX_WAIT_SECONDS / 4, 4) == 0
    assert company.wait_seconds(now, now + MAX_WAIT_SECONDS / 4, 5) == 0


def test_it_is_forgotten_when_they_come_no_more() -> None:
    company = BatchWindow()
    play(company, 4, 10, 0.02)
    now = play(company, 1, 40, 0.5)
    assert company.wait_seconds(now, now) == 0


def test_nobody_waits_for_longer_than_a_statement_takes() -> None:
    """Where a disk is quick: robots that answer in one moment made everybody wait for three milliseconds, to save a
    statement of one."""
    company = BatchWindow()
    for _ in range(100):
        company.record_statement(0.0008)
    now = play(company, 4, 10, 0.02)
    assert company.wait_seconds(now, now) == pytest.approx(0.0008, rel=0.01)
    for _ in range(100):
        company.record_statement(2 * MAX_WAIT_SECONDS)
    now = play(company, 4, 10, 0.02)
    assert company.wait_seconds(now, now) == pytest.approx(MAX_WAIT_SECONDS, rel=0.01)
