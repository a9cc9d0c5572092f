"""Places where a test may kill this process at once, as a power cut would, to show that no acknowledged move
is lost.

`MALLE_KILL_AT=committed:3` kills it the third time it reaches the point `committed`. If the variable is
unset, a point costs one comparison.

Points of a move, in order:

- `drawn`: chance is settled, nothing is sent
- `writing`: the statement is on its way
- `committed`: PostgreSQL has confirmed it
- `answering`, `answered`: before and after the answer, before others hear of the move
- `hinting`: before the hint to the other processes

Other points:

- `claimed`: this process has claimed a deadline, and nothing is done
- `sat`: a seat is written, and no client knows
- `gone-on`: the next table is written
- `snapping`, `snapped`: before and after a snapshot is stored
"""

from __future__ import annotations

import os
import signal

MOVE_POINTS = ("drawn", "writing", "committed", "answering", "answered", "hinting")
OTHER_POINTS = ("claimed", "sat", "gone-on", "snapping", "snapped")

_name, _, _count = os.environ.get("MALLE_KILL_AT", "").partition(":")
_left = int(_count or 1)


def arm(name: str, count: int = 1) -> None:
    """Kill this process the `count`th time it reaches the point `name`. An empty name disables this."""
    global _name, _left
    _name, _left = name, count


def is_armed(name: str) -> bool:
    """Return whether this point is the armed one."""
    return name == _name


def crash_point(name: str) -> None:
    """Mark a crash point. Kill the process here with SIGKILL if this point is armed and its count is reached."""
    global _left
    if name == _name:
        _left -= 1
        if _left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)
