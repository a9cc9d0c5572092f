"""Memory that is no longer used is given back at a quiet moment, while no move is under way."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import sys

from malle.live.house import House

TIDY = 30.0
"""Seconds between two of these."""

_trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
"""Of the C library that most Linux machines have; elsewhere nothing is given back by hand."""


async def tidy(house: House) -> None:
    """Collects the oldest generation, which our thresholds keep out of the middle of a move: what dropped rooms and
    broken connections leave behind in circles would else stay for hours. Then whole pages go back to the machine, or a
    minute in which everybody came at once would be paid for until the next start."""
    await asyncio.sleep(TIDY)
    for _ in range(100):
        if not any(room.lock.locked() for room in house.rooms.values()):
            break
        await asyncio.sleep(0.02)
    gc.collect()
    give_back()


def give_back() -> None:
    """Pages that hold nothing any more go back to the machine: some four milliseconds after a burst, else less than
    one."""
    if _trim is not None:
        _trim(0)
