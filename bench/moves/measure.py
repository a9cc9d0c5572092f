"""Processor time, memory, and ratios that hold on a noisy machine."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from statistics import median, quantiles


def processor(pid: int) -> float:
    """Seconds of processor time that a process has had, to the nanosecond."""
    total = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        total += int((task / "schedstat").read_text().split()[0])
    return total / 1e9


def children(pid: int) -> dict[int, float]:
    """Seconds of processor time of a process and each of its children: PostgreSQL with all who are connected, or
    a worker with those that think."""
    found = [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    times = {}
    for each in (pid, *found):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # one that ends while we look
            times[each] = processor(each)
    return times


def ended(pid: int) -> float:
    """Seconds of processor time of a process's children that have ended, to the hundredth."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")


def spent(before: dict[int, float], after: dict[int, float]) -> float:
    """Seconds that these processes had in between. What ended meanwhile does not count: its time is told no more."""
    return sum(seconds - before.get(each, 0.0) for each, seconds in after.items())


def memory(pid: int) -> float:
    """Kilobytes that are this process's own share (PSS)."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return float(line.split()[1])
    raise RuntimeError("no Pss")


def spread(values: list[float]) -> str:
    """`median [first quartile, third quartile]`."""
    if len(values) < 2:
        return f"{values[0]:.2f}"
    low, _, high = quantiles(values, n=4)
    return f"{median(values):.2f} [{low:.2f} {high:.2f}]"


def ratios(values: list[float], base: list[float]) -> list[float]:
    """Turn by turn: never a median through a median."""
    return [each / other for each, other in zip(values, base, strict=True)]


def is_void(control: list[float]) -> bool:
    """Has the same thing measured twice come out too differently?"""
    return not 0.93 <= median(control) <= 1.07
