"""Counts the work of an operation without a clock, so that a busy machine does not change the result."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any


def work_of(work: Callable[[], object]) -> tuple[int, int]:
    """Run an operation twice, and return the function calls and the lines of its second run. The first run
    fills caches."""
    work()
    calls = lines = 0
    before = sys.getprofile(), sys.gettrace()

    def note(frame: object, event: str, argument: object) -> None:
        """Count calls of Python and C functions."""
        nonlocal calls
        calls += event in ("call", "c_call")

    def trace(frame: object, event: str, argument: object) -> Any:
        """Count executed lines."""
        nonlocal lines
        lines += event == "line"
        return trace

    sys.setprofile(note)
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before[1])
        sys.setprofile(before[0])
    return calls, lines
