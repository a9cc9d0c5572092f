"""Rests while thinking, half of the time, so that others find a processor free.

To be polite (`nice`) is not enough. Linux chooses who runs when somebody wakes or sleeps, and else every four
milliseconds; and where one of two processors thinks, everybody else waits for the other. Whoever sleeps often stands in
nobody's way for long. Its answer is as good where there is time for it, and no later where there is none.
"""

from __future__ import annotations

import contextlib
import signal
import time
from collections.abc import Iterator

WORK, REST = 0.0003, 0.0003
"""Seconds of each, in turns."""


@contextlib.contextmanager
def rests(until: float) -> Iterator[None]:
    """Whatever a process does meanwhile is interrupted by rests, until that time by `time.monotonic`. Only in its main
    thread."""

    def rest(*_: object) -> None:
        if time.monotonic() < until:
            time.sleep(REST)

    before = signal.signal(signal.SIGALRM, rest)
    signal.setitimer(signal.ITIMER_REAL, WORK, WORK + REST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)
