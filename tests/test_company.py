"""Moves wait for each other where they usually come together, and nowhere else."""

from __future__ import annotations

import pytest

from malle.store.company import ENOUGH, MOMENT, Company


def play(company: Company, tables: int, groups: int, apart: float) -> float:
    """So many tables make their moves within half a moment, again and again; when the last group began."""
    began = 1.0
    for _ in range(groups):
        began += apart
        for table in range(tables):
            company.note(table, began + table * MOMENT / 2 / tables)
    return began


def test_where_moves_come_one_by_one_none_waits() -> None:
    """A hundred a second, each of another table."""
    company = Company()
    for number in range(500):
        now = number / 100
        company.note(number % 40, now)
        assert company.wait(now, now) == 0


def test_one_busy_table_is_no_company_for_itself() -> None:
    """Robots among themselves: the next move of a table comes because we wrote the one before."""
    company = Company()
    for number in range(500):
        now = number * MOMENT / 3
        company.note(7, now)
        assert company.wait(now, now) == 0


def test_where_four_come_together_the_first_waits_for_a_moment_and_no_longer() -> None:
    company = Company()
    now = play(company, 4, 10, 0.02)
    assert company.usual > ENOUGH
    assert company.wait(now, now) == pytest.approx(MOMENT)
    assert company.wait(now, now + MOMENT / 4) == pytest.approx(MOMENT * 3 / 4)
    assert company.wait(now, now + 2 * MOMENT) == 0


def test_once_all_are_here_who_usually_come_nobody_waits_any_longer() -> None:
    """With three of four tables it is worth the rest of the moment; the fourth ends it."""
    company = Company()
    now = play(company, 4, 40, 0.02)
    assert company.wait(now, now + MOMENT / 4, 3) == pytest.approx(MOMENT * 3 / 4)
    assert company.wait(now, now + MOMENT / 4, 4) == 0
    assert company.wait(now, now + MOMENT / 4, 5) == 0


def test_it_is_forgotten_when_they_come_no_more() -> None:
    company = Company()
    play(company, 4, 10, 0.02)
    now = play(company, 1, 40, 0.5)
    assert company.wait(now, now) == 0


def test_nobody_waits_for_longer_than_a_statement_takes() -> None:
    """Where a disk is quick: robots that answer in one moment made everybody wait for three milliseconds, to save a
    statement of one."""
    company = Company()
    for _ in range(100):
        company.answered(0.0008)
    now = play(company, 4, 10, 0.02)
    assert company.wait(now, now) == pytest.approx(0.0008, rel=0.01)
    for _ in range(100):
        company.answered(2 * MOMENT)
    now = play(company, 4, 10, 0.02)
    assert company.wait(now, now) == pytest.approx(MOMENT, rel=0.01)
