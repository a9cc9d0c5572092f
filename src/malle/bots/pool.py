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

from malle.bots.ears import Ears
from malle.bots.rests import rests
from malle.bots.thinking import Answer, Question, Thinker
from malle.wire.library import Library

POLITE = 5
"""Increment of `nice` for deciding processes, so that players' moves come first. Linux divides the CPU
between sessions and containers before it looks at this value."""

GENTLE = 0.6
"""Part of the time until the deadline in which the search is throttled. After it the search runs at full
speed."""
_SPAWN = get_context("spawn")

_thinker: Thinker | None = None
_asked = ctypes.c_int(1)
"""Requests that wait for this process, shared with the worker."""


class Pool:
    """A fixed number of processes that decide for robots. Each is started when it is first needed."""

    def __init__(self, processes: int, library: Callable[[], Library] = Library) -> None:
        """`processes` is their number, at least one. `library` is called in each process to load the games."""
        self._library = library
        self._processes: list[Executor | None] = [None] * max(1, processes)
        self._asked = [_SPAWN.RawValue(ctypes.c_int, 0) for _ in self._processes]
        """Number of unanswered requests of each process, in memory shared with it."""

    async def ask(self, question: Question, ears: Ears) -> Answer:
        """Return the decision for a request with all that its seat has heard. Events that the process
        already knows are not sent again. If the process has lost them or died, everything is sent again.
        Raise `BrokenProcessPool` after three failed attempts."""
        robot, index = question.robot, self._index(question.robot)
        for begin in (ears.told, 0, 0):
            asked = replace(question, heard=question.heard[begin:], since=begin)
            process = self._process(robot)
            self._asked[index].value += 1
            try:
                answer = await asyncio.get_running_loop().run_in_executor(process, _answer, asked)
            except BrokenProcessPool:
                self._replace(robot, process)
                continue
            finally:
                self._asked[index].value -= 1
            if answer is not None:
                ears.told = len(question.heard)
                return answer
        raise BrokenProcessPool("nobody is left who could think")

    def close(self) -> None:
        """Stop all processes without waiting. Decisions in progress are lost."""
        for process in self._processes:
            if process is not None:
                process.shutdown(wait=False, cancel_futures=True)
        self._processes = [None] * len(self._processes)

    def _process(self, robot: str) -> Executor:
        """Return the executor of a robot's process, and start it if needed."""
        index = self._index(robot)
        found = self._processes[index]
        if found is None:
            given = self._library, self._asked[index]
            found = ProcessPoolExecutor(1, mp_context=_SPAWN, initializer=_begin, initargs=given)
            self._processes[index] = found
        return found

    def _replace(self, robot: str, broken: Executor) -> None:
        """Remove a broken executor, so that the next request starts a new one. Do nothing if it was
        replaced already."""
        index = self._index(robot)
        if self._processes[index] is broken:
            self._processes[index] = None
        broken.shutdown(wait=False)

    def _index(self, robot: str) -> int:
        """Return the number of the process that decides for this robot. It depends on the robot's id only."""
        return crc32(robot.encode()) % len(self._processes)


def _begin(library: Callable[[], Library], asked: ctypes.c_int) -> None:
    """Initialize a deciding process: ignore Ctrl-C, lower its priority, load the games, and watch the
    worker."""
    global _thinker, _asked
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the worker stops it
    os.nice(POLITE)
    _thinker, _asked = Thinker(library()), asked
    threading.Thread(target=_end_with_worker, daemon=True).start()


def _end_with_worker() -> None:
    """Wait until the worker has ended, then exit this process. Runs in a thread."""
    worker = parent_process()
    if worker is not None:
        worker.join()
        os._exit(0)


def _answer(question: Question) -> Answer | None:
    """Decide in this process, throttled and within its share of the time. Return `None` if earlier events
    of the robot are missing here."""
    assert _thinker is not None
    now = time.monotonic()
    with rests(now + GENTLE * (question.until - now)):
        until = end_of_share(now, until=question.until, asked=_asked.value)
        return _thinker.answer(replace(question, until=until))


def end_of_share(now: float, *, until: float, asked: int) -> float:
    """Return the time at which this request must be decided, so that `open_requests` requests share the
    time until `until` equally."""
    return now + (until - now) / max(1, asked)
