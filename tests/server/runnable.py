"""How long processes waited for a processor: seconds that a busy machine, or a busy neighbour of a virtual one, took
from them, and which are not theirs.

Times are judged by what is left: a move that was shown after nine seconds, of which its server stood in line for eight,
was shown after one. So a shared machine can judge them too.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from bisect import bisect_left
from collections.abc import Callable, Iterable
from pathlib import Path

from malle.protocol.messages import RefusedMessage, TakenMessage
from tests.server.player import Player, Wish

EVERY = 0.1


class Waits:
    """Seconds of waiting of the processes that `pids` names: as many as they waited together from one look to the next,
    and no more than there were. Their memory is looked at with it."""

    def __init__(self, pids: Callable[[], Iterable[int]]) -> None:
        self._pids = pids
        self._known: dict[int, int] = {}
        self._total = 0.0
        self._stolen = stolen()
        self._at: list[float] = []
        self._sums: list[float] = []
        self.memory: dict[int, list[tuple[float, int]]] = {}
        """By process: when, and how many bytes."""

    def look(self) -> None:
        """Notes where they are now."""
        now, together = time.time(), 0.0
        for pid in {os.getpid(), *self._pids()}:
            with contextlib.suppress(OSError, ValueError):
                waited = sum(int(each.read_text().split()[1]) for each in Path(f"/proc/{pid}/task").glob("*/schedstat"))
                together += max(0, waited - self._known.get(pid, waited)) / 1e9
                self._known[pid] = waited
                pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
                self.memory.setdefault(pid, []).append((now, pages * os.sysconf("SC_PAGE_SIZE")))
        taken = stolen()
        together += max(0.0, taken - self._stolen)
        self._stolen = taken
        if self._at:
            self._total += min(together, now - self._at[-1])
        self._at.append(now)
        self._sums.append(self._total)

    async def run(self) -> None:
        """Looks again and again, until it is cancelled."""
        while True:
            await asyncio.to_thread(self.look)
            await asyncio.sleep(EVERY)

    def between(self, since: float, until: float) -> float:
        """Seconds waited from one time to another, by the clock on the wall."""
        if not self._at:
            return 0.0
        first, last = (min(bisect_left(self._at, each), len(self._at) - 1) for each in (since - EVERY, until + EVERY))
        return self._sums[last] - self._sums[first]

    def own(self, since: float, until: float) -> float:
        """What is left of the time in between, and at least nothing."""
        return max(0.0, until - since - self.between(since, until))


def stolen() -> float:
    """Seconds that other machines on the same hardware took from the processors of this one, since it began: a process
    that has a processor which is not there seems to run."""
    with open("/proc/stat") as figures:
        return int(figures.readline().split()[8]) / os.sysconf("SC_CLK_TCK")


def descendants(pid: int) -> list[int]:
    """The processes that a process has started, and theirs."""
    found: list[int] = []
    with contextlib.suppress(OSError):
        for each in Path(f"/proc/{pid}/task").glob("*/children"):
            for child in map(int, each.read_text().split()):
                found += [child, *descendants(child)]
    return found


PATIENCE = 40.0
"""Seconds of their own in which servers answer, whatever befalls them."""
MOST = 240.0
"""Seconds by the clock on the wall: where processes wait more than they run none may be their own."""


async def answer_to(player: Player, wish: Wish, waits: Waits) -> TakenMessage | RefusedMessage | None:
    """What somebody is answered; None if nobody did in time."""
    began = time.time()
    asking = asyncio.create_task(player.send(wish, MOST))  # once a socket: a late answer is to be that of this wish
    while not asking.done() and waits.own(began, time.time()) < PATIENCE:
        await asyncio.wait([asking], timeout=1)
    asking.cancel()
    with contextlib.suppress(TimeoutError, asyncio.CancelledError):
        return await asking
    return None
