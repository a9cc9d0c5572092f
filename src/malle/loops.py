"""Loops that run as long as the process lives, even if one turn of them fails.

A server has background loops that no request waits for: deadlines, synchronization with the log, hints. An
unexpected error would end such a loop silently, and clocks would stop until the process is restarted. Every
such loop therefore runs here. An error ends one turn, is logged and counted for the metrics, and the loop
goes on.

The log line names the kind of the error and its place in the code. The error's text is left out, because it
may quote what a user sent.

A loop can also hang without an error. The end of each turn is therefore recorded. The metrics show how long
ago it was, and a process with a stalled loop reports that it is not ready.
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
"""Seconds before a loop continues after an error."""
LATE = 90.0
"""Seconds without a finished turn after which a loop counts as stalled. Long enough that a frozen database
alone does not cause it."""
_log = structlog.get_logger()


class contained:
    """A context manager that logs and counts any `Exception` of its block and suppresses it. Cancellation
    and other `BaseException`s pass through. It is a class because every frame that is sent passes through
    it, and a generator would cost three times as much."""

    __slots__ = ("_failed", "_what", "_where")

    def __init__(self, what: str, failed: Counter[str], **where: str) -> None:
        """`task` is the log event and the key in `error_counts`; `fields` are added to the log line."""
        self._what, self._failed, self._where = what, failed, where

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        if not isinstance(error, Exception):
            return False
        tell(self._what, error, self._failed, **self._where)
        return True


def tell(what: str, error: BaseException, failed: Counter[str], **where: str) -> None:
    """Log an unexpected error as one line with its kind and place, and add one to `error_counts[task]`.
    `fields` are added to the log line."""
    failed[what] += 1
    _log.error(what, trouble=kind_of(error), at=place_of(error), **where)


class Turns:
    """Times at which each loop of a process last ended a turn, by the process's monotonic clock."""

    def __init__(self) -> None:
        self._ended: dict[str, float] = {}
        self._well: dict[str, float] = {}

    def note(self, loop: str, *, well: bool) -> None:
        """Record that a loop ended a turn, or is about to begin its first one. `succeeded` is false if the
        turn ended with an error."""
        self._ended[loop] = now = time.monotonic()
        if well:
            self._well[loop] = now

    def seconds(self) -> dict[str, float]:
        """Return, for each loop, the seconds since it last ended a turn without an error."""
        now = time.monotonic()
        return {loop: now - then for loop, then in self._well.items()}

    def standing(self, late: float) -> list[str]:
        """Return the sorted names of the loops that have not ended any turn for `after_seconds`, with or
        without an error."""
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
    """Run one turn after another until the task is cancelled. An `Exception` in a turn is logged and
    counted under `name`, and the loop pauses for `pause` seconds.

    The end of each turn is recorded in `heartbeats`, under `heartbeat_name` if several loops share one
    name. If the task was cancelled but the turn ended otherwise, that turn is still the last one. A driver
    that is just connecting, for example, raises a connection error instead.
    """
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
    """Return `seconds` changed at random by up to a quarter either way, so that processes that started
    together drift apart."""
    return seconds * (0.75 + secrets.randbelow(1000) / 2000)


def kind_of(error: BaseException) -> str:
    """Return the slug of a `MalleError`, or the class name of any other error."""
    return error.slug if isinstance(error, MalleError) else type(error).__name__


def place_of(error: BaseException) -> str:
    """Return the last four steps of the traceback as `file:line function`, joined by ` > `, innermost last."""
    steps = traceback.extract_tb(error.__traceback__)[-4:]
    return " > ".join(f"{Path(each.filename).name}:{each.lineno} {each.name}" for each in steps)
