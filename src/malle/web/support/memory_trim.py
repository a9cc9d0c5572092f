"""Frees unused memory at quiet moments and gives it back to the operating system."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import sys
import time

from malle.runtime.table_service import TableService

COLLECT_SECONDS = 30.0
"""Seconds between two collections."""
TURN_SECONDS = 1.0
"""Seconds that one turn waits. If no request was answered meanwhile, all generations may be collected."""
MAX_SECONDS_BETWEEN_FULL_COLLECTIONS = 3600.0
"""Seconds after which all generations are collected even on a busy server."""

_YOUNG_GENERATIONS, _ALL_GENERATIONS = 1, 2
"""Generations for `gc.collect`: objects made since the last collection, or all."""

_malloc_trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
"""`malloc_trim` of the GNU C library. `None` elsewhere, where no memory is given back by hand."""


def configure_collector() -> None:
    """Set up the garbage collector once, after start-up. Everything then in memory is left out of
    later collections.

    The oldest generation is never collected automatically: with a hundred tables that would delay
    every move by a fifth of a second.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 1_000_000_000)


class MemoryTrimmer:
    """Collects garbage in a background loop and gives memory back to the operating system."""

    def __init__(self, service: TableService) -> None:
        self._house = service
        self._last_collection = self._last_full_collection = time.monotonic()

    async def run_turn(self) -> None:
        """Wait a second, and collect garbage if the last collection is at least `COLLECT_SECONDS`
        ago. This is one turn of a background loop.

        Before it collects, it waits up to two seconds for a moment when no room is locked. All
        objects are collected if no request was answered during the first second, or once an hour;
        otherwise only young ones. Then memory is given back, so that a short peak does not last
        until the next start. Most turns only wait, because a long turn would look like a stalled
        loop.
        """
        answers_before = self._house.answer_count
        await asyncio.sleep(TURN_SECONDS)
        now = time.monotonic()
        if now - self._last_collection < COLLECT_SECONDS:
            return
        for _ in range(100):
            if not any(room.lock.locked() for room in self._house.rooms.values()):
                break
            await asyncio.sleep(0.02)
        self._last_collection = now
        if (
            self._house.answer_count == answers_before
            or now - self._last_full_collection > MAX_SECONDS_BETWEEN_FULL_COLLECTIONS
        ):
            self._last_full_collection = now
            gc.collect(_ALL_GENERATIONS)
        else:
            gc.collect(_YOUNG_GENERATIONS)
        trim_memory()


def trim_memory() -> None:
    """Give free memory pages back to the operating system; do nothing where `malloc_trim` is
    missing. It takes some four milliseconds after a burst, else less than one."""
    if _malloc_trim is not None:
        _malloc_trim(0)
