"""Throttles a search to half of the CPU time, so that other processes find a processor free.

A low priority (`nice`) is not enough. Linux picks the next process when one wakes or sleeps, and otherwise
every four milliseconds. On a machine with two processors, other processes would wait for the search. A
process that sleeps often delays them only briefly. The search still ends at its deadline. It is as good
where there is enough time, and it looks at less where there is not.
"""

from __future__ import annotations

import contextlib
import signal
import time
from collections.abc import Iterator

WORK_SECONDS, REST_SECONDS = 0.0003, 0.0003
"""Seconds of work and of sleep, in turns."""


@contextlib.contextmanager
def throttled_cpu(until: float) -> Iterator[None]:
    """Throttle the code in the context: until the time `until` of `time.monotonic`, it sleeps
    for 0.3 ms after every 0.3 ms of work. It uses SIGALRM, so it works in the main thread only.
    The former handler is restored at the end."""

    def rest(*_: object) -> None:
        """Handle SIGALRM: sleep for a moment, unless `until` has passed."""
        if time.monotonic() < until:
            time.sleep(REST_SECONDS)

    before = signal.signal(signal.SIGALRM, rest)
    signal.setitimer(signal.ITIMER_REAL, WORK_SECONDS, WORK_SECONDS + REST_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)
