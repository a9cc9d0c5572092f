"""Counts the work of an operation without a clock, so that a busy machine does not change the result."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any


def count_operations(operation: Callable[[], object]) -> tuple[int, int]:
    """Run an operation twice, and return the number of function calls and of executed lines in the
    second run. The first run fills caches."""
    operation()
    calls = lines = 0
    previous_hooks = sys.getprofile(), sys.gettrace()

    def count_call(frame: object, event: str, argument: object) -> None:
        """Count a call of a Python or C function."""
        nonlocal calls
        calls += event in ("call", "c_call")

    def count_line(frame: object, event: str, argument: object) -> Any:
        """Count an executed line, and go on tracing."""
        nonlocal lines
        lines += event == "line"
        return count_line

    sys.setprofile(count_call)
    sys.settrace(count_line)
    try:
        operation()
    finally:
        sys.settrace(previous_hooks[1])
        sys.setprofile(previous_hooks[0])
    return calls, lines
