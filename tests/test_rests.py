"""Rests of a process that thinks: others find a processor free, and no answer is later for it."""

from __future__ import annotations

import resource
import signal
import time

from malle.robots.cpu_duty_cycle import REST_SECONDS, WORK_SECONDS, throttled_cpu


def slept(seconds: float, *, until: float) -> int:
    """How often this thread slept in so many seconds of thinking, of which it may rest until `until`."""

    def count() -> int:
        return resource.getrusage(resource.RUSAGE_THREAD).ru_nvcsw

    began, before = time.monotonic(), count()
    with throttled_cpu(began + until):
        while time.monotonic() < began + seconds:
            pass
    return count() - before


def test_who_thinks_works_half_of_the_time() -> None:
    began, worked = time.monotonic(), time.process_time()
    with throttled_cpu(began + 1):
        while time.monotonic() < began + 0.3:
            pass
    assert time.process_time() - worked < 0.65 * 0.3
    assert WORK_SECONDS <= REST_SECONDS


def test_nobody_rests_once_their_answer_is_due() -> None:
    assert slept(0.2, until=0.2) > 20
    assert slept(0.2, until=0.0) <= 2


def test_a_rest_ends_with_the_thought() -> None:
    with throttled_cpu(time.monotonic() + 10):
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 0
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
