"""What the judge of a run takes for a robot's silence."""

from __future__ import annotations

from collections.abc import Callable

from malle.core import Seat
from malle.table import Step, Table
from tests.server.bots import LIBRARY
from tests.server.history import Log
from tests.server.people import robots_asked
from tests.server.test_table import SEED, new_table


def log_of(*makes: Callable[[Table], Step]) -> Log:
    """The log of a table at which this is done, one after another."""
    table = new_table(2)
    rows = []
    for make in makes:
        step = make(table)
        table = step.table
        rows.append({"seq": table.seq, "mover": step.entry.mover, "lines": "\n".join(step.entry.lines)})
    return Log(table.setup, SEED, table.seq, rows, b"")


def ann_sits(table: Table) -> Step:
    return table.sit(Seat(0), "person")


def robot_sits(table: Table) -> Step:
    return table.sit(Seat(1), "robot")


def ann_bids(table: Table) -> Step:
    return table.act(Seat(0), "bid 1", table.seq)


def robot_bids(table: Table) -> Step:
    return table.act(Seat(1), "bid 1", table.seq)


def pause(table: Table) -> Step:
    return table.pause(on=True)


def resume(table: Table) -> Step:
    return table.pause(on=False)


def ann_leaves(table: Table) -> Step:
    return table.resign(Seat(0))


def ann_returns(table: Table) -> Step:
    return table.return_to_seat(Seat(0))


BEGUN = (ann_sits, robot_sits)


def asked(*makes: Callable[[Table], Step]) -> dict[int, int]:
    return robots_asked(log_of(*BEGUN, *makes), LIBRARY)


def test_a_robot_is_asked_from_the_deal_until_it_answers_whatever_others_do() -> None:
    assert asked() == {1: 2}
    assert asked(ann_bids) == {1: 2}
    assert asked(ann_leaves, ann_returns) == {1: 2}
    assert 1 not in asked(robot_bids)


def test_nobody_is_asked_at_a_table_that_is_paused() -> None:
    assert asked(pause) == {}
    assert asked(pause, resume) == {1: 4}


def test_a_robot_is_asked_from_when_it_has_the_seat() -> None:
    assert asked(robot_bids, ann_leaves) == {0: 4}
    assert asked(robot_bids, ann_leaves, ann_returns) == {}
    assert asked(robot_bids, ann_leaves, ann_returns, ann_leaves) == {0: 6}
