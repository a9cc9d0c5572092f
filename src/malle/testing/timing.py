"""A pytest fixture for times: they are told every day, and judged in the long run only."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Timing = Callable[[str, float, float], None]
"""Takes what was timed, how many seconds it took, and how many it may take on a quiet machine."""


@pytest.fixture(params=[pytest.param(False, id="told"), pytest.param(True, id="judged", marks=pytest.mark.long)])
def timing(request: pytest.FixtureRequest) -> Timing:
    """Tells how long something took. How busy the machine is decides it, so only the test's twin in the long run, which
    has the machine to itself, fails for it."""

    def tell(what: str, took: float, most: float) -> None:
        line = f"{took:8.3f} s of {most:g}: {what} ({request.node.name})"
        request.node.user_properties.append(("time", line))
        assert not request.param or took <= most, line

    return tell


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Prints the times of this run."""
    reports = [each for kind in ("passed", "failed") for each in terminalreporter.stats.get(kind, [])]
    told = [line for each in reports if each.when == "call" for name, line in each.user_properties if name == "time"]
    if told:
        terminalreporter.section("times")
        for line in told:
            terminalreporter.line(line)
