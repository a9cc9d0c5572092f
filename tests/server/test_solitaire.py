"""How many people solved the task of a day, in the real database."""

from __future__ import annotations

from datetime import UTC, date, datetime
from uuid import uuid4

import pytest

from malle.games.combinus.solitaire import daily
from malle.games.combinus.solitaire.challenge import write_board
from malle.games.combinus.solitaire.solutions import load_solutions
from malle.storage.store import Store
from malle.web.security.quotas import MAX_COUNTED_SOLVERS_PER_DAY
from tests.server.nursery import Nursery, free_port
from tests.server.player import call

pytestmark = pytest.mark.services


async def test_a_solver_counts_once_a_day_and_those_with_hints_apart(store: Store) -> None:
    day, one, two = date(2031, 5, 4), uuid4(), uuid4()
    assert await store.count_solvers("puzzle", day) == (0, 0)
    for solver, helped in ((one, False), (two, True), (one, True)):
        await store.add_solver("puzzle", day, solver, helped=helped)
    assert await store.count_solvers("puzzle", day) == (2, 1)
    assert await store.count_solvers("puzzle", date(2031, 5, 5)) == (0, 0)
    assert await store.count_solvers("another", day) == (0, 0)


def test_an_address_counts_as_so_many_solvers_a_day(nursery: Nursery) -> None:
    """The number that stands for somebody is made up by their browser, or by anybody. Whoever is not counted any more
    is told how many are, as the others."""
    port, day = free_port(), datetime.now(UTC).date()
    nursery.start(port, pages=True)
    challenge = daily.challenge_of_day(day).name
    answer = {"name": challenge, "day": day.isoformat(), "answer": write_board(load_solutions()[challenge])}

    def solve(address: str) -> int:
        body, headers = answer | {"solver": str(uuid4())}, {"x-forwarded-for": address}
        status, people = call(port, "/solo/combinus/solved", body, headers=headers)
        assert status == 200, people
        return int(people["people"])

    first = solve("203.0.113.1")
    rest = [solve("203.0.113.1") for _ in range(MAX_COUNTED_SOLVERS_PER_DAY + 2)]
    assert rest[MAX_COUNTED_SOLVERS_PER_DAY - 2 :] == [first + MAX_COUNTED_SOLVERS_PER_DAY - 1] * 4
    assert solve("203.0.113.2") == first + MAX_COUNTED_SOLVERS_PER_DAY
