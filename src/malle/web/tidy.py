"""Frees unused memory at quiet moments and gives it back to the operating system."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import sys
import time

from malle.live.house import House

TIDY = 30.0
"""Seconds between two collections."""
QUIET = 1.0
"""Seconds that one turn waits. If no request was answered meanwhile, all generations may be collected."""
LONGEST = 3600.0
"""Seconds after which all generations are collected even on a busy server."""

_NEW, _ALL = 1, 2
"""Generations for `gc.collect`: objects made since the last collection, or all."""

_trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
"""`malloc_trim` of the GNU C library. `None` elsewhere, where no memory is given back by hand."""


def set_collector() -> None:
    """Set up the garbage collector once, after start-up. Everything in memory then is excluded from later
    collections. The oldest generation is never collected automatically, since with a hundred tables that would
    delay every move by a fifth of a second."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 1_000_000_000)


class Tidy:
    """Collects garbage in a background loop and gives memory back to the operating system."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._last = self._whole = time.monotonic()

    async def turn(self) -> None:
        """Run one turn of the loop: wait a second, and collect if the last collection is long enough ago.
        Before it collects, it waits up to two seconds for a moment when no room is locked. It collects young
        objects, such as cycles left by broken connections. It collects everything when no request was answered
        meanwhile, or once an hour. Then it gives memory back, so that a short peak does not last until the next
        start. Most turns only wait, because a long turn would look like a stalled loop."""
        before = self._house.answers
        await asyncio.sleep(QUIET)
        now = time.monotonic()
        if now - self._last < TIDY:
            return
        for _ in range(100):
            if not any(room.lock.locked() for room in self._house.rooms.values()):
                break
            await asyncio.sleep(0.02)
        self._last = now
        if self._house.answers == before or now - self._whole > LONGEST:
            self._whole = now
            gc.collect(_ALL)
        else:
            gc.collect(_NEW)
        give_back()


def give_back() -> None:
    """Give free memory pages back to the operating system, where `malloc_trim` exists. It takes some four
    milliseconds after a burst, else less than one."""
    if _trim is not None:
        _trim(0)
