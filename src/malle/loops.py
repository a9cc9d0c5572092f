"""Work that goes on as long as a process lives, whatever befalls one turn of it.

A server has loops that nobody waits for: deadlines, the sweep, hints. One that ends by an error it does not name stops
without a word, and clocks stand still until somebody restarts the process. So every such loop runs here: an error
ends one turn, is told in the log and counted for the metrics, and the loop goes on.

What is told of an error is its kind and the place in the code. Its sentence is not: it may quote what somebody sent.

A loop can also stand still without any error, waiting for what never comes. So it is noted when each ends a turn: how
long ago that was is in the metrics, and a process with a loop that stands still is not ready.
"""

from __future__ import annotations

import asyncio
import secrets
import time
import traceback
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path

import structlog

from malle.core import MalleError

PAUSE = 1.0
"""Seconds before a loop goes on after an error."""
LATE = 90.0
"""Seconds in which every loop ends a turn, though a database should be frozen; one that has not stands still."""
_log = structlog.get_logger()


class contained:
    """Keeps any error of a piece of work from ending what is around it: tells it in the log, and counts it. A class,
    since every frame that is sent passes it, and a generator would cost three times as much."""

    __slots__ = ("_failed", "_what", "_where")

    def __init__(self, what: str, failed: Counter[str], **where: str) -> None:
        self._what, self._failed, self._where = what, failed, where

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        if not isinstance(error, Exception):
            return False
        tell(self._what, error, self._failed, **self._where)
        return True


def tell(what: str, error: BaseException, failed: Counter[str], **where: str) -> None:
    """An error that nobody foresaw, or that nobody waits for: one line in the log, one more in the metrics."""
    failed[what] += 1
    _log.error(what, trouble=kind_of(error), at=place_of(error), **where)


class Turns:
    """When each loop of a process last ended a turn, by the process's own monotonic clock."""

    def __init__(self) -> None:
        self._ended: dict[str, float] = {}
        self._well: dict[str, float] = {}

    def note(self, loop: str, *, well: bool) -> None:
        """A loop has ended a turn, or is about to begin its first."""
        self._ended[loop] = now = time.monotonic()
        if well:
            self._well[loop] = now

    def seconds(self) -> dict[str, float]:
        """Since each ended a turn without an error."""
        now = time.monotonic()
        return {loop: now - then for loop, then in self._well.items()}

    def standing(self, late: float) -> list[str]:
        """Those that have not ended any turn for so long: they wait for something that does not come."""
        since = time.monotonic() - late
        return sorted(loop for loop, then in self._ended.items() if then < since)


async def for_ever(
    name: str,
    turn: Callable[[], Awaitable[None]],
    failed: Counter[str],
    *,
    pause: float = PAUSE,
    turns: Turns | None = None,
    called: str = "",
) -> None:
    """Takes one turn after the other, until it is cancelled; in `turns` it may be called otherwise, where there are
    several of one name. A turn that was cancelled and ended otherwise (a driver that was connecting says that it lost
    its connection) is the last one all the same."""
    noted = turns or Turns()
    noted.note(called or name, well=True)
    while True:
        before = failed[name]
        with contained(name, failed):
            await turn()
        if (task := asyncio.current_task()) is not None and task.cancelling():
            raise asyncio.CancelledError
        is_well = failed[name] == before
        noted.note(called or name, well=is_well)
        if not is_well:
            await asyncio.sleep(pause)


def about(seconds: float) -> float:
    """So many seconds, a quarter more or less: processes that began together drift apart."""
    return seconds * (0.75 + secrets.randbelow(1000) / 2000)


def kind_of(error: BaseException) -> str:
    """What an error is, in a word."""
    return error.slug if isinstance(error, MalleError) else type(error).__name__


def place_of(error: BaseException) -> str:
    """Where it was raised: the last steps of the way there, innermost last."""
    steps = traceback.extract_tb(error.__traceback__)[-4:]
    return " > ".join(f"{Path(each.filename).name}:{each.lineno} {each.name}" for each in steps)
