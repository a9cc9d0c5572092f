"""How busy the machine is: processor, memory, disk, and how long answers take.

The figures are coarse on purpose. An admin may be playing too, and a figure that changes with every move would
reveal what happens at a table.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

from msgspec import Struct

from malle.runtime.latency_histogram import LatencyHistogram
from malle.runtime.table_service import TableService

_GIBIBYTE = 1 << 30
_KIBIBYTE = 1 << 10
FULL_METER_MILLISECONDS = 500
"""An answer time that fills the whole meter of the dashboard."""


class MachineLoad(Struct, frozen=True):
    """Load of one machine, and answer time of one server process on it."""

    processor_percent: int
    """Percentage of the processors' capacity, by the load average of five minutes. At most 100."""
    memory_gibibytes: tuple[float, float] | None
    """(used, total) in GiB, or `None` if the system does not tell."""
    disk_gibibytes: tuple[float, float]
    """(used, total) of the root file system, in GiB."""
    median_answer_milliseconds: int
    """Median answer time of HTTP requests, or 0 if there were none. See `median_milliseconds`."""


def measure_load(service: TableService) -> MachineLoad:
    """Measure the load of this machine now, and read the answer times of this process."""
    disk = shutil.disk_usage("/")
    busy = os.getloadavg()[1] / (os.cpu_count() or 1)
    return MachineLoad(
        min(100, round(busy * 100)),
        _read_memory(),
        (disk.used / _GIBIBYTE, disk.total / _GIBIBYTE),
        median_milliseconds(service.request_latency),
    )


def median_milliseconds(histogram: LatencyHistogram) -> int:
    """Return an upper bound of the median answer time: the smallest bound in the histogram within
    which at least half of the answers stayed.

    Return 0 if there were no answers, and 60,000 if the median is above the largest bound.
    """
    buckets = histogram.buckets()
    all_ = buckets[-1][1]
    if not all_:
        return 0
    step = next(step for step, count in buckets if count >= all_ / 2)
    return 60_000 if step == "+Inf" else round(float(step) * 1000)


def _read_memory() -> tuple[float, float] | None:
    """Return used and total memory in GiB from `/proc/meminfo`, or `None` if it cannot be read."""
    try:
        kibibytes = dict(re.findall(r"^(\w+): +(\d+) kB", Path("/proc/meminfo").read_text(), re.MULTILINE))
        total, free = (int(kibibytes[name]) * _KIBIBYTE / _GIBIBYTE for name in ("MemTotal", "MemAvailable"))
    except (OSError, KeyError):
        return None
    return total - free, total
