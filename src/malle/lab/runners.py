"""Where deals are played: in this process, in others of this machine, or on the machines of a Ray cluster."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from multiprocessing import get_context
from typing import Any

from malle.core import Refused
from malle.lab.deals import Block, OtherOrigin, Run, Task, play


def here(tasks: Sequence[Task]) -> Iterator[Block]:
    """Play the tasks one after the other in this process."""
    return map(play, tasks)


def beside(workers: int, tasks: Sequence[Task]) -> Iterator[Block]:
    """Play the tasks in `workers` processes of this machine, and yield blocks as they finish.

    The processes ignore an interrupt from the keyboard; this process receives it and ends them.
    """
    with get_context("spawn").Pool(workers, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        yield from pool.imap_unordered(play, tasks)


LOCAL = "local"
"""In place of a cluster's address: a cluster on this machine that starts and ends with this process."""
AHEAD = 2
"""Tasks queued for each processor. With two no processor waits for the next task, and an interruption loses
few."""


class NoRay(Refused):
    """Ray is not installed here, or the cluster cannot be used. `other`: its machines have another Malle or
    none."""

    def __init__(self, address: str = "", why: str = "", *, other: bool = False) -> None:
        super().__init__(f"no Ray at {address}: {why}" if address else "no Ray")
        self.address, self.why, self.other = address, why.strip().partition("\n")[0], other


def over_ray(address: str, workers: int, tasks: Sequence[Task]) -> Iterator[Block]:
    """Play the tasks on a Ray cluster whose machines all have this version of Malle, and yield blocks as they
    finish.

    With the address `local` a cluster of `workers` processors is started on this machine. Raises
    `RayUnavailable`.
    """
    ray: Any = _ray()
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    try:
        if address == LOCAL:
            ray.init(address=LOCAL, num_cpus=workers, include_dashboard=False, object_store_memory=100 << 20, **quiet)
        else:
            ray.init(address=address, **quiet)
    except (ConnectionError, ImportError, RuntimeError, ValueError, ray.exceptions.RayError) as error:
        raise NoRay(address, str(error)) from error
    try:
        ask, left = ray.remote(play).remote, iter(tasks)
        asked = [ask(task) for task in islice(left, AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1))))]
        while asked:
            (done, *_), asked = ray.wait(asked)
            asked += [ask(task) for task in islice(left, 1)]
            try:
                block = ray.get(done)
            except (OtherOrigin, ImportError, AttributeError) as error:
                raise NoRay(address, other=True) from error
            except ray.exceptions.RayError as error:
                raise NoRay(address, str(error)) from error
            yield block
    finally:
        ray.shutdown()


def _ray() -> Any:
    """Import Ray. `RayUnavailable` if it is not installed."""
    try:
        import ray
    except ImportError as error:
        raise NoRay from error
    return ray


def runner(workers: int, ray: str = "") -> Run:
    """Return the runner for command-line options: a Ray cluster if `ray` is its address, else `workers` local
    processes."""
    if ray:
        return partial(over_ray, ray, workers)
    return here if workers == 1 else partial(beside, workers)
