"""Processes that think, so that the worker's own goes on talking. Each has robots of its own, and answers for one at a
time.

They give way to whatever else runs in their session or container, and end with the worker, however it ends. One that
dies is replaced, and told again what its robots have heard.
"""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from zlib import crc32

from msgspec.structs import replace

from malle.bots.ears import Ears
from malle.bots.thinking import Answer, Question, Thinker
from malle.wire.library import Library

POLITE = 5
"""By how much thinking gives way to people's moves (`nice`). Linux shares processors out between sessions, and between
containers, before it asks how polite anybody is in one of them."""

_thinker: Thinker | None = None


class Pool:
    """As many processes as asked for, begun when they are first needed."""

    def __init__(self, processes: int, library: Callable[[], Library] = Library) -> None:
        self._library = library
        self._processes: list[Executor | None] = [None] * max(1, processes)

    async def ask(self, question: Question, ears: Ears) -> Answer:
        """The answer to a question with all that was heard: what its process knows is not sent again."""
        robot = question.robot
        for begin in (ears.told, 0, 0):
            asked = replace(question, heard=question.heard[begin:], since=begin)
            process = self._process(robot)
            try:
                answer = await asyncio.get_running_loop().run_in_executor(process, _answer, asked)
            except BrokenProcessPool:
                self._replace(robot, process)
                continue
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
            begin = get_context("spawn")
            found = ProcessPoolExecutor(1, mp_context=begin, initializer=_begin, initargs=(self._library,))
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


def _begin(library: Callable[[], Library]) -> None:
    """In a process that thinks."""
    global _thinker
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the worker says when it ends
    os.nice(POLITE)
    _thinker = Thinker(library())
    threading.Thread(target=_end_with_worker, daemon=True).start()


def _end_with_worker() -> None:
    worker = parent_process()
    if worker is not None:
        worker.join()
        os._exit(0)


def _answer(question: Question) -> Answer | None:
    assert _thinker is not None
    return _thinker.answer(question)
