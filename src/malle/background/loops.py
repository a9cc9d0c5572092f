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

PAUSE_AFTER_ERROR_SECONDS = 1.0
"""Seconds before a loop continues after an error."""
STALLED_AFTER_SECONDS = 90.0
"""Seconds without a finished turn after which a loop counts as stalled. Long enough that a frozen database
alone does not cause it."""
_log = structlog.get_logger()


class log_and_swallow:
    """A context manager that logs and counts any `Exception` of its block and suppresses it. Cancellation
    and other `BaseException`s pass through. It is a class because every frame that is sent passes through
    it, and a generator would cost three times as much."""

    __slots__ = ("_error_counts", "_fields", "_task")

    def __init__(self, task: str, error_counts: Counter[str], **fields: str) -> None:
        """`task` is the log event and the key in `error_counts`; `fields` are added to the log line."""
        self._task, self._error_counts, self._fields = task, error_counts, fields

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        """Log and count an `Exception`, and return True to suppress it. Return False for any other
        error, or none."""
        if not isinstance(error, Exception):
            return False
        log_error(self._task, error, self._error_counts, **self._fields)
        return True


def log_error(task: str, error: BaseException, error_counts: Counter[str], **fields: str) -> None:
    """Log an unexpected error as one line with its kind and place, and add one to `error_counts[task]`.
    `fields` are added to the log line."""
    error_counts[task] += 1
    _log.error(task, trouble=error_kind(error), at=error_location(error), **fields)


class LoopHeartbeats:
    """Times at which each loop of a process last ended a turn, by the process's monotonic clock. A
    process has one instance for all its loops."""

    def __init__(self) -> None:
        self._last_turn_at: dict[str, float] = {}
        self._last_success_at: dict[str, float] = {}

    def record_turn(self, loop: str, *, succeeded: bool) -> None:
        """Record that a loop ended a turn, or is about to begin its first one. `succeeded` is false if the
        turn ended with an error."""
        self._last_turn_at[loop] = now = time.monotonic()
        if succeeded:
            self._last_success_at[loop] = now

    def seconds_since_success(self) -> dict[str, float]:
        """Return the seconds since each loop last ended a turn without an error, by the loop's
        name."""
        now = time.monotonic()
        return {loop: now - then for loop, then in self._last_success_at.items()}

    def stalled(self, after_seconds: float) -> list[str]:
        """Return the sorted names of the loops that have not ended any turn for `after_seconds`, with or
        without an error."""
        since = time.monotonic() - after_seconds
        return sorted(loop for loop, then in self._last_turn_at.items() if then < since)


async def run_forever(
    name: str,
    turn: Callable[[], Awaitable[None]],
    error_counts: Counter[str],
    *,
    pause: float = PAUSE_AFTER_ERROR_SECONDS,
    heartbeats: LoopHeartbeats | None = None,
    heartbeat_name: str = "",
) -> None:
    """Run one turn after another until the task is cancelled. An `Exception` in a turn is logged
    and counted under `name`, and the loop then pauses for `pause` seconds.

    The end of each turn is recorded in `heartbeats`, under `heartbeat_name` if several loops share
    one name. The loop also ends after a turn in which the cancellation got lost: a driver that is
    just connecting, for example, raises a connection error instead."""
    recorder = heartbeats or LoopHeartbeats()
    recorder.record_turn(heartbeat_name or name, succeeded=True)
    while True:
        errors_before = error_counts[name]
        with log_and_swallow(name, error_counts):
            await turn()
        if (task := asyncio.current_task()) is not None and task.cancelling():
            raise asyncio.CancelledError
        succeeded = error_counts[name] == errors_before
        recorder.record_turn(heartbeat_name or name, succeeded=succeeded)
        if not succeeded:
            await asyncio.sleep(pause)


def jittered(seconds: float) -> float:
    """Return `seconds` lengthened or shortened at random by up to a quarter, so that processes that
    started together drift apart."""
    return seconds * (0.75 + secrets.randbelow(1000) / 2000)


def error_kind(error: BaseException) -> str:
    """Return the slug of a `MalleError`, or the class name of any other error."""
    return error.slug if isinstance(error, MalleError) else type(error).__name__


def error_location(error: BaseException) -> str:
    """Return the last four steps of the traceback as `file:line function`, joined by ` > `,
    innermost last. Return an empty string if the error was never raised."""
    steps = traceback.extract_tb(error.__traceback__)[-4:]
    return " > ".join(f"{Path(step.filename).name}:{step.lineno} {step.name}" for step in steps)
