"""Where deals are played: in this process, in several processes of this machine, or on the machines
of a Ray cluster."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from multiprocessing import get_context
from typing import Any

from malle.core import Refused
from malle.research.deals import DealTask, OriginMismatch, ResultBlock, RunTasks, play_task


def run_here(tasks: Sequence[DealTask]) -> Iterator[ResultBlock]:
    """Play the tasks one after the other in this process. A task is played when its block is asked
    for."""
    return map(play_task, tasks)


def run_in_processes(workers: int, tasks: Sequence[DealTask]) -> Iterator[ResultBlock]:
    """Play the tasks in `workers` processes of this machine, and yield blocks as they finish.

    The processes ignore an interrupt from the keyboard; this process receives it and ends them.
    """
    with get_context("spawn").Pool(workers, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        yield from pool.imap_unordered(play_task, tasks)


LOCAL_CLUSTER = "local"
"""In place of a cluster's address: a cluster on this machine that starts and ends with this process."""
TASKS_PER_PROCESSOR = 2
"""Tasks queued for each processor. With two, no processor waits for its next task, and few are lost
at an interruption."""


class RayUnavailable(Refused):
    """Ray is not installed here, or the cluster cannot be used. `other`: its machines have another Malle or
    none."""

    def __init__(self, address: str = "", reason: str = "", *, is_other_version: bool = False) -> None:
        super().__init__(f"no Ray at {address}: {reason}" if address else "no Ray")
        self.address, self.reason, self.is_other_version = address, reason.strip().partition("\n")[0], is_other_version


def run_on_ray(address: str, workers: int, tasks: Sequence[DealTask]) -> Iterator[ResultBlock]:
    """Play the tasks on a Ray cluster whose machines all have this version of Malle, and yield
    blocks as they finish.

    With the address `local` a cluster of `workers` processors is started on this machine; otherwise
    `workers` is not used. `RayUnavailable` if Ray is missing, the cluster fails, or its machines
    have another Malle.
    """
    ray: Any = _import_ray()
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    try:
        if address == LOCAL_CLUSTER:
            ray.init(
                address=LOCAL_CLUSTER, num_cpus=workers, include_dashboard=False, object_store_memory=100 << 20, **quiet
            )
        else:
            ray.init(address=address, **quiet)
    except (ConnectionError, ImportError, RuntimeError, ValueError, ray.exceptions.RayError) as error:
        raise RayUnavailable(address, str(error)) from error
    try:
        submit, remaining = ray.remote(play_task).remote, iter(tasks)
        running = [
            submit(task)
            for task in islice(remaining, TASKS_PER_PROCESSOR * max(1, int(ray.cluster_resources().get("CPU", 1))))
        ]
        while running:
            (done, *_), running = ray.wait(running)
            running += [submit(task) for task in islice(remaining, 1)]
            try:
                block = ray.get(done)
            except (OriginMismatch, ImportError, AttributeError) as error:
                raise RayUnavailable(address, is_other_version=True) from error
            except ray.exceptions.RayError as error:
                raise RayUnavailable(address, str(error)) from error
            yield block
    finally:
        ray.shutdown()


def _import_ray() -> Any:
    """Import Ray. `RayUnavailable` if it is not installed."""
    try:
        import ray
    except ImportError as error:
        raise RayUnavailable from error
    return ray


def choose_runner(workers: int, ray: str = "") -> RunTasks:
    """Return the runner for command-line options: a Ray cluster if `ray` is its address, otherwise
    this machine with `workers` processes. With 1 it is this process."""
    if ray:
        return partial(run_on_ray, ray, workers)
    return run_here if workers == 1 else partial(run_in_processes, workers)
