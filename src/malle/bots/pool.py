"""Processes that think, so that the worker's own goes on talking. Each has robots of its own, and answers for one at a
time.

They give way to whatever else runs in their session or container, rest while they think (`malle.bots.rests`), and end
with the worker, however it ends. One that dies is replaced, and told again what its robots have heard. Where several
questions wait for the same process, none takes more than its share of the time that is left.
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
"""By how much thinking gives way to people's moves (`nice`). Linux shares processors out between sessions, and between
containers, before it asks how polite anybody is in one of them."""

GENTLE = 0.6
"""The part of its time in which one that thinks also rests."""
_SPAWN = get_context("spawn")

_thinker: Thinker | None = None
_asked = ctypes.c_int(1)


class Pool:
    """As many processes as asked for, begun when they are first needed."""

    def __init__(self, processes: int, library: Callable[[], Library] = Library) -> None:
        self._library = library
        self._processes: list[Executor | None] = [None] * max(1, processes)
        self._asked = [_SPAWN.RawValue(ctypes.c_int, 0) for _ in self._processes]
        """Questions that each has not answered yet: it looks at that itself."""

    async def ask(self, question: Question, ears: Ears) -> Answer:
        """The answer to a question with all that was heard: what its process knows is not sent again."""
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
        """Ends them all; what they were thinking is lost."""
        for process in self._processes:
            if process is not None:
                process.shutdown(wait=False, cancel_futures=True)
        self._processes = [None] * len(self._processes)

    def _process(self, robot: str) -> Executor:
        index = self._index(robot)
        found = self._processes[index]
        if found is None:
            given = self._library, self._asked[index]
            found = ProcessPoolExecutor(1, mp_context=_SPAWN, initializer=_begin, initargs=given)
            self._processes[index] = found
        return found

    def _replace(self, robot: str, broken: Executor) -> None:
        """Another one, unless somebody was faster."""
        index = self._index(robot)
        if self._processes[index] is broken:
            self._processes[index] = None
        broken.shutdown(wait=False)

    def _index(self, robot: str) -> int:
        return crc32(robot.encode()) % len(self._processes)


def _begin(library: Callable[[], Library], asked: ctypes.c_int) -> None:
    """In a process that thinks."""
    global _thinker, _asked
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the worker says when it ends
    os.nice(POLITE)
    _thinker, _asked = Thinker(library()), asked
    threading.Thread(target=_end_with_worker, daemon=True).start()


def _end_with_worker() -> None:
    worker = parent_process()
    if worker is not None:
        worker.join()
        os._exit(0)


def _answer(question: Question) -> Answer | None:
    """The answer, after its share of the time at the most if it is searched for."""
    assert _thinker is not None
    now = time.monotonic()
    with rests(now + GENTLE * (question.until - now)):
        until = end_of_share(now, until=question.until, asked=_asked.value)
        return _thinker.answer(replace(question, until=until))


def end_of_share(now: float, *, until: float, asked: int) -> float:
    """When whoever thinks now leaves the rest of the time to the others who have asked."""
    return now + (until - now) / max(1, asked)
