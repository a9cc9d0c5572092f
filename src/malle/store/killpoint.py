"""Places where a test may end this process at once, as a power cut would, to show that nothing is lost there.

`MALLE_KILL_AT=committed:3` ends it the third time it reaches the point `committed`. Unset, a point costs one
comparison. The points of a move, in order: `drawn` (chance is settled, nothing is sent), `writing` (the statement is on
its way), `committed` (PostgreSQL has said so), `answering` (before the answer), `answered` (after it, before anybody
else hears of it), `hinting` (before the hint to the other processes). Beside moves: `claimed` (a deadline is ours, and
nothing is done), `sat` (somebody's seat is written, and nobody knows), `gone-on` (the next table is written),
`snapping` and `snapped` (before and after a snapshot is kept).
"""

from __future__ import annotations

import os
import signal

POINTS = ("drawn", "writing", "committed", "answering", "answered", "hinting")
BESIDE = ("claimed", "sat", "gone-on", "snapping", "snapped")

_name, _, _count = os.environ.get("MALLE_KILL_AT", "").partition(":")
_left = int(_count or 1)


def arm(name: str, count: int = 1) -> None:
    """Ends this process the `count`th time it reaches the point; an empty name: never."""
    global _name, _left
    _name, _left = name, count


def armed(name: str) -> bool:
    """Is it this point that we wait for?"""
    return name == _name


def reach(name: str) -> None:
    """This process is at the point."""
    global _left
    if name == _name:
        _left -= 1
        if _left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)
