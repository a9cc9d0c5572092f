"""Work that goes on as long as a process lives, whatever befalls one turn of it.

A server has loops that nobody waits for: deadlines, the sweep, hints. One that ends by an error it does not name stops
without a word, and clocks stand still until somebody restarts the process. So every such loop runs here: an error
ends one turn, is told in the log and counted for the metrics, and the loop goes on.

What is told of an error is its kind and the place in the code. Its sentence is not: it may quote what somebody sent.
"""

from __future__ import annotations

import asyncio
import secrets
import traceback
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path

import structlog

from malle.core import MalleError

PAUSE = 1.0
"""Seconds before a loop goes on after an error."""
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


async def for_ever(
    name: str, turn: Callable[[], Awaitable[None]], failed: Counter[str], *, pause: float = PAUSE
) -> None:
    """Takes one turn after the other, until it is cancelled."""
    while True:
        before = failed[name]
        with contained(name, failed):
            await turn()
        if failed[name] != before:
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
