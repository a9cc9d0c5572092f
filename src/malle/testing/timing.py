"""A pytest fixture for durations. Everyday runs only print them; the long run compares them with a limit."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Timing = Callable[[str, float, float], None]
"""Takes the name of the operation, the seconds it took, and the most seconds it may take on an idle
machine."""


@pytest.fixture(params=[pytest.param(False, id="told"), pytest.param(True, id="judged", marks=pytest.mark.long)])
def timing(request: pytest.FixtureRequest) -> Timing:
    """Return a function that records how long an operation took. Each test with this fixture runs
    in two variants, because a duration depends on the load of the machine. Only the variant marked
    `long`, which has the machine to itself, fails if the operation took too long."""

    def record_duration(operation: str, seconds: float, max_seconds: float) -> None:
        """Record the duration for the report. In the variant `long`, fail if it is above
        `max_seconds`."""
        line = f"{seconds:8.3f} s of {max_seconds:g}: {operation} ({request.node.name})"
        request.node.user_properties.append(("time", line))
        assert not request.param or seconds <= max_seconds, line

    return record_duration


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the durations recorded in this run, of passed and failed tests. pytest calls it at the
    end."""
    reports = [report for kind in ("passed", "failed") for report in terminalreporter.stats.get(kind, [])]
    duration_lines = [
        line for report in reports if report.when == "call" for name, line in report.user_properties if name == "time"
    ]
    if duration_lines:
        terminalreporter.section("times")
        for line in duration_lines:
            terminalreporter.line(line)
