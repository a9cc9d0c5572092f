"""What became of something that was sent, and what follows from it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

FIRST, MOST_WAIT = 60.0, 6 * 3600.0
"""Seconds to the second try; each wait after it is four times as long, up to that."""
TRIES = 6
"""Then it is given up."""


class Outcome(Struct, frozen=True):
    """`gone`: nobody is there any more, and the way is closed. `trouble`: it is tried again, not before `after`."""

    what: Literal["sent", "gone", "trouble"]
    after: float = 0.0
    silent: bool = False
    """There was no answer."""


SENT, GONE = Outcome("sent"), Outcome("gone")


def trouble(status: int, after: float = 0.0) -> Outcome:
    """What an answer means that is no good one; 0: there was none."""
    if status in (404, 410):
        return GONE
    return Outcome("trouble", min(float(after), 24 * 3600.0), silent=not status)


def seconds_of(header: str) -> float:
    """What a `Retry-After` says, of six digits at the most; nothing, where it is a date."""
    return float(header[:6]) if header.isascii() and header.isdecimal() else 0.0


def wait_after(tries: int, outcome: Outcome) -> float:
    """Seconds to the next try."""
    return max(outcome.after, min(FIRST * 4.0 ** (tries - 1), MOST_WAIT))
