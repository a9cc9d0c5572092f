"""Where deals are played: in this process, or in others of this machine."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from functools import partial
from multiprocessing import get_context

from malle.lab.deals import Block, Run, Task, play


def here(tasks: Sequence[Task]) -> Iterator[Block]:
    """In this process."""
    return map(play, tasks)


def beside(workers: int, tasks: Sequence[Task]) -> Iterator[Block]:
    """In processes of this machine. Whoever breaks it off tells this one alone, which ends them."""
    with get_context("spawn").Pool(workers, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        yield from pool.imap_unordered(play, tasks)


def runner(workers: int) -> Run:
    """As asked for on the command line."""
    return here if workers == 1 else partial(beside, workers)
