"""Processes in which slow robots decide, so that the worker itself stays responsive. Each robot belongs to
one process, and a process decides for one robot at a time.

The processes have a low priority in their session or container, and throttle their own CPU use
(`malle.robots.cpu_duty_cycle`). They end with the worker, also when it is killed. A process that dies is
replaced and receives again what its robots have heard. If several requests wait for one process, each gets
an equal share of the time left.
"""

from __future__ import annotations

import asyncio
import ctypes
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from zlib import crc32

from msgspec.structs import replace

from malle.config.game_library import GameLibrary
from malle.robots.cpu_duty_cycle import throttled_cpu
from malle.robots.decide import Decider, Decision, DecisionRequest
from malle.robots.heard_log import HeardLog

NICE_INCREMENT = 5
"""Increment of `nice` for deciding processes, so that players' moves come first. Linux divides the CPU
between sessions and containers before it looks at this value."""

THROTTLED_PART = 0.6
"""Part of the time until the deadline in which the search is throttled. After it the search runs at full
speed."""
_SPAWN_CONTEXT = get_context("spawn")

_decider: Decider | None = None
_open_requests = ctypes.c_int(1)
"""Requests that wait for this process, shared with the worker."""


class DecisionPool:
    """A fixed number of processes that decide for robots. Each process is started when it is
    first needed."""

    def __init__(self, processes: int, library: Callable[[], GameLibrary] = GameLibrary) -> None:
        """`processes` is the number of processes, but at least one is used. `library` is called
        in each process to load the games."""
        self._library = library
        self._processes: list[Executor | None] = [None] * max(1, processes)
        self._open_requests = [_SPAWN_CONTEXT.RawValue(ctypes.c_int, 0) for _ in self._processes]
        """Number of unanswered requests of each process, in memory shared with it."""

    async def decide(self, request: DecisionRequest, heard_log: HeardLog) -> Decision:
        """Return the decision of the robot's process. `request` holds all that the seat has
        heard, but events that the process knows already are not sent again. If the process has
        died or lost the memory, everything is sent again. Raise `BrokenProcessPool` after three
        failed attempts."""
        robot_id, index = request.robot_id, self._process_index(request.robot_id)
        for first_move in (heard_log.sent_moves, 0, 0):
            sent_request = replace(request, heard=request.heard[first_move:], heard_since=first_move)
            process = self._executor_of(robot_id)
            self._open_requests[index].value += 1
            try:
                decision = await asyncio.get_running_loop().run_in_executor(process, _decide_here, sent_request)
            except BrokenProcessPool:
                self._discard_broken(robot_id, process)
                continue
            finally:
                self._open_requests[index].value -= 1
            if decision is not None:
                heard_log.sent_moves = len(request.heard)
                return decision
        raise BrokenProcessPool("nobody is left who could think")

    def close(self) -> None:
        """Stop all processes without waiting for them. Requests that still wait are cancelled."""
        for process in self._processes:
            if process is not None:
                process.shutdown(wait=False, cancel_futures=True)
        self._processes = [None] * len(self._processes)

    def _executor_of(self, robot_id: str) -> Executor:
        """Return the executor of the process that decides for a robot, and start it if needed."""
        index = self._process_index(robot_id)
        executor = self._processes[index]
        if executor is None:
            init_arguments = self._library, self._open_requests[index]
            executor = ProcessPoolExecutor(
                1, mp_context=_SPAWN_CONTEXT, initializer=_initialize_process, initargs=init_arguments
            )
            self._processes[index] = executor
        return executor

    def _discard_broken(self, robot_id: str, broken: Executor) -> None:
        """Forget an executor whose process died, so that the next request starts a new process.
        If another task has replaced it already, the new executor stays."""
        index = self._process_index(robot_id)
        if self._processes[index] is broken:
            self._processes[index] = None
        broken.shutdown(wait=False)

    def _process_index(self, robot_id: str) -> int:
        """Return the index of the process that decides for this robot. It depends only on the
        robot's id and the number of processes."""
        return crc32(robot_id.encode()) % len(self._processes)


def _initialize_process(library: Callable[[], GameLibrary], open_requests: ctypes.c_int) -> None:
    """Prepare a new process in which robots decide: ignore Ctrl-C, lower its priority, load the
    games, and exit when the worker (its parent) ends. `open_requests` is the count shared with
    the worker."""
    global _decider, _open_requests
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the worker stops it
    os.nice(NICE_INCREMENT)
    _decider, _open_requests = Decider(library()), open_requests
    threading.Thread(target=_exit_with_worker, daemon=True).start()


def _exit_with_worker() -> None:
    """Wait until the worker (the parent process) has ended, then exit this process. Run it in a
    thread."""
    worker = parent_process()
    if worker is not None:
        worker.join()
        os._exit(0)


def _decide_here(request: DecisionRequest) -> Decision | None:
    """Decide in this process, throttled, within this request's share of the time. Return `None`
    if events of earlier moves are missing here (see `Decider.decide_request`)."""
    assert _decider is not None
    now = time.monotonic()
    with throttled_cpu(now + THROTTLED_PART * (request.deadline - now)):
        until = end_of_share(now, until=request.deadline, open_requests=_open_requests.value)
        return _decider.decide_request(replace(request, deadline=until))


def end_of_share(now: float, *, until: float, open_requests: int) -> float:
    """Return the time at which this request must be decided, so that each of `open_requests`
    requests gets an equal part of the time from `now` to `until`."""
    return now + (until - now) / max(1, open_requests)
