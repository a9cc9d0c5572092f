"""How many people solved the task of a day, in the real database."""

from __future__ import annotations

from datetime import date
from uuid import uuid4

import pytest

from malle.store.store import Store

pytestmark = pytest.mark.services


async def test_a_solver_counts_once_a_day_and_those_with_hints_apart(store: Store) -> None:
    day, one, two = date(2031, 5, 4), uuid4(), uuid4()
    assert await store.count_solvers("puzzle", day) == (0, 0)
    for solver, helped in ((one, False), (two, True), (one, True)):
        await store.add_solver("puzzle", day, solver, helped=helped)
    assert await store.count_solvers("puzzle", day) == (2, 1)
    assert await store.count_solvers("puzzle", date(2031, 5, 5)) == (0, 0)
    assert await store.count_solvers("another", day) == (0, 0)
