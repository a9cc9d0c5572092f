"""Memory that is no longer used is given back at a quiet moment."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import sys
import time

from malle.live.house import House

TIDY = 30.0
"""Seconds between two of these."""
QUIET = 1.0
"""Seconds of a turn: without an answer in one, the whole memory can be looked through."""
LONGEST = 3600.0
"""Seconds after which it is, quiet or not."""

_NEW, _ALL = 1, 2
"""What a collection looks through: all that was made since the last one; everything."""

_trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
"""Of the C library that most Linux machines have; elsewhere nothing is given back by hand."""


def set_collector() -> None:
    """Once everything that stays is in memory: it is never looked through again. And the oldest generation is not
    either in the middle of a move: with a hundred tables in memory everybody would wait a fifth of a second for it."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 1_000_000_000)


class Tidy:
    """Collects what holds itself and nothing else holds."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._last = self._whole = time.monotonic()

    async def turn(self) -> None:
        """What was made since the last time is looked through: all that broken connections and requests leave behind
        in circles. The whole memory when nobody is playing, or else once an hour. Then whole pages go back to the
        machine, or a minute in which everybody came at once would be paid for until the next start. Most turns only
        wait: one that lasted as long as it is from one time to the next would look like a loop that stands still."""
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
    """Pages that hold nothing any more go back to the machine: some four milliseconds after a burst, else less than
    one."""
    if _trim is not None:
        _trim(0)
