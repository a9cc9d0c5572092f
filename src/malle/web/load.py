"""How busy the machine is: processor, memory, disk, and how long answers take. Nothing of any table.

Figures are coarse on purpose: a keeper may sit at a table, and a figure that moved with every move would tell of it.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

from msgspec import Struct

from malle.live.house import House
from malle.live.latency import Latency

_GIGA = 1 << 30
_KIBI = 1 << 10
SLOW = 500
"""Milliseconds that fill the bar of the answers."""


class Load(Struct, frozen=True):
    """Of one machine and one process of it."""

    processor: int
    """Hundredths of what its processors can do, over five minutes."""
    memory: tuple[float, float] | None
    """Gigabytes in use, and in all; None where nobody tells."""
    disk: tuple[float, float]
    answer: int
    """Milliseconds that half of the answers take at the most; 0: there were none."""


def load_of(house: House) -> Load:
    """As it is now."""
    disk = shutil.disk_usage("/")
    busy = os.getloadavg()[1] / (os.cpu_count() or 1)
    return Load(min(100, round(busy * 100)), _memory(), (disk.used / _GIGA, disk.total / _GIGA), median(house.asked))


def median(latency: Latency) -> int:
    """Milliseconds that half of the answers take at the most, by the steps that are counted."""
    buckets = latency.buckets()
    all_ = buckets[-1][1]
    if not all_:
        return 0
    step = next(step for step, count in buckets if count >= all_ / 2)
    return 60_000 if step == "+Inf" else round(float(step) * 1000)


def _memory() -> tuple[float, float] | None:
    try:
        told = dict(re.findall(r"^(\w+): +(\d+) kB", Path("/proc/meminfo").read_text(), re.MULTILINE))
        total, free = (int(told[name]) * _KIBI / _GIGA for name in ("MemTotal", "MemAvailable"))
    except (OSError, KeyError):
        return None
    return total - free, total
