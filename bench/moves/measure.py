"""Processor time, memory, and ratios that hold on a noisy machine."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from statistics import median, quantiles


def processor(pid: int) -> float:
    """Return the seconds of processor time that a process has used, to the nanosecond."""
    total = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        total += int((task / "schedstat").read_text().split()[0])
    return total / 1e9


def children(pid: int) -> dict[int, float]:
    """Return the seconds of processor time of a process and of each of its children, by process id. The
    children are PostgreSQL's connections, or the search processes of a worker."""
    found = [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    times = {}
    for each in (pid, *found):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # a process may end meanwhile
            times[each] = processor(each)
    return times


def ended(pid: int) -> float:
    """Return the seconds of processor time of a process's ended children, to the hundredth."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")


def spent(before: dict[int, float], after: dict[int, float]) -> float:
    """Return the seconds that these processes used in between. A process that has ended since does not count,
    as its time cannot be read any more."""
    return sum(seconds - before.get(each, 0.0) for each, seconds in after.items())


def memory(pid: int) -> float:
    """Return the kilobytes of memory that are a process's own share (PSS)."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return float(line.split()[1])
    raise RuntimeError("no Pss")


def spread(values: list[float]) -> str:
    """Return the values as `median [first quartile, third quartile]`."""
    if len(values) < 2:
        return f"{values[0]:.2f}"
    low, _, high = quantiles(values, n=4)
    return f"{median(values):.2f} [{low:.2f} {high:.2f}]"


def ratios(values: list[float], base: list[float]) -> list[float]:
    """Return the ratio of each turn. Ratios of medians would not hold on a noisy machine."""
    return [each / other for each, other in zip(values, base, strict=True)]


def is_void(control: list[float]) -> bool:
    """Return whether the same thing, measured twice, came out too differently."""
    return not 0.93 <= median(control) <= 1.07
