"""Rests of a process that thinks: others find a processor free, and no answer is later for it."""

from __future__ import annotations

import signal
import time

from malle.bots.rests import rests


def share_worked(seconds: float, *, rested: float) -> float:
    """Of so many seconds, the share in which this process worked; it may rest in the first of them."""
    began, worked = time.monotonic(), time.process_time()
    with rests(began + rested):
        while time.monotonic() < began + seconds:
            pass
    return (time.process_time() - worked) / seconds


def test_who_thinks_works_half_of_the_time() -> None:
    assert share_worked(0.3, rested=0.3) < 0.65


def test_nobody_rests_once_their_answer_is_due() -> None:
    """Compared with one that rests, in the same moment: a busy machine takes from both."""
    tries = [share_worked(0.1, rested=0.0) / share_worked(0.1, rested=0.1) for _ in range(5)]
    assert sorted(tries)[2] > 1.3


def test_a_rest_ends_with_the_thought() -> None:
    with rests(time.monotonic() + 10):
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 0
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
