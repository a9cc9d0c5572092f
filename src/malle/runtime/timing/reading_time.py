"""Reading time: a robot moves only when people could have read what came before.

The time is computed from what everybody heard, in the longer of the languages, and from nothing else. So it
is one number for all viewers, and equal in two worlds that a player cannot tell apart. It is sent with the
move (`HeardMove.reading`), so that the page shows a sentence as long as robots wait for it. The server holds a
robot's move until the time is over, or until every person who is present has gone on (the message `seen`).

A full reading time is given to what matters: a claim, a payment, a loss
(`Event.needs_reading_time`). Anything else gets
a short pause, so that the moves of several robots do not run together. Reading times in a row become shorter,
so that a player's turn comes soon.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from contextlib import suppress

from msgspec import Struct

from malle.core import AnyGame, Event, GameInfo
from malle.table import Step

MIN_CLAIM_SECONDS, CLAIM_LEAD_SECONDS, SECONDS_PER_LETTER, MAX_CLAIM_SECONDS = 2.5, 0.9, 0.055, 6.0
"""Seconds to read a claim: a fixed part and a part for each letter, at least the first number. The
speed's factor is applied to that, and the result is at most the last number."""
PAUSE_SECONDS = 0.9
"""Seconds for a move of which no event needs a full reading time, before the speed's factor."""
MAX_READING_TIMES = 64
"""Latest moves whose reading time is kept. Delayed spectators are fewer moves behind."""
MOVES_TIMED_ON_LOAD = 8
"""Latest moves whose reading time is computed when a room is loaded."""

SentenceLengths = Callable[[GameInfo, AnyGame, tuple[Event, ...]], Iterable[int]]
"""Returns the length in letters of each sentence that tells these events. On a server see
`malle.runtime.timing.sentence_lengths`; a page that plays alone measures them itself."""


class ReadingSpeed(Struct, frozen=True):
    """How much reading time a table gives: one of `READING_SPEEDS`, which the host chooses."""

    factor: float
    """Multiplies every reading time."""
    min_claim_seconds: float
    """Least seconds for a claim, even after many others in a row."""
    row_seconds: float
    """Seconds that the reading times between two moves of a person should not exceed together."""


READING_SPEEDS = {
    "calm": ReadingSpeed(1.6, 2.5, 20.0),
    "usual": ReadingSpeed(1.0, 2.0, 12.0),
    "quick": ReadingSpeed(0.6, 1.0, 5.0),
}
"""The reading speeds that a host can choose from."""


class ReadingTimer:
    """Holds back the robots of one table until its people could read the latest moves. Each room of
    a table whose robots wait has one."""

    __slots__ = (
        "_all_read",
        "_latest_seq",
        "_read_seq",
        "_sentence_lengths",
        "reading_seconds_by_seq",
        "robots_may_move_at",
        "row_waited_seconds",
    )

    def __init__(self, sentence_lengths: SentenceLengths) -> None:
        self._sentence_lengths = sentence_lengths
        self.robots_may_move_at = 0.0
        """When robots may move again, by this process's monotonic clock."""
        self.row_waited_seconds = 0.0
        """Sum of the reading times since a person last moved."""
        self.reading_seconds_by_seq: dict[int, float] = {}
        """Reading time in seconds of the latest moves, by seq."""
        self._read_seq: dict[int, int] = {}
        """The latest seq that each person's seat has read."""
        self._latest_seq = 0
        """The latest seq that has a reading time."""
        self._all_read = asyncio.Event()
        """Set when all people present have read the latest move."""

    def add_step(self, game_info: GameInfo, step: Step, shown_at: float) -> None:
        """Hold robots back until a step shown at `shown_at` (monotonic clock) could be read:
        `robots_may_move_at` becomes at least that time. Reading times in a row grow shorter
        until a person moves. Where decision time is limited, the reading time is at most half of
        it. A step after which the game is over, or about which nothing is said, holds nobody
        back."""
        table, mover = step.table, step.entry.mover
        if mover >= 0 and table.seat_kinds[mover] == "person":
            self.row_waited_seconds = 0.0
        speed = READING_SPEEDS[table.setup.tempo]
        full_seconds = reading_seconds(
            game_info, table.game, step.heard_by(None), speed, self._sentence_lengths, own_seat=sole_person_mover(step)
        )
        seconds = shortened_seconds(full_seconds, speed, self.row_waited_seconds)
        if table.setup.pace is not None:  # reading must not use up a player's decision time
            seconds = min(seconds, table.setup.pace / 2)
        if not seconds or table.over is not None:
            return
        self.row_waited_seconds += seconds
        self.reading_seconds_by_seq[table.seq] = seconds
        self.reading_seconds_by_seq.pop(table.seq - MAX_READING_TIMES, None)
        self.robots_may_move_at, self._latest_seq = max(self.robots_may_move_at, shown_at + seconds), table.seq
        self._all_read.clear()

    def mark_read(self, seat: int, seq: int, present_seats: Iterable[int]) -> None:
        """Note that the person of `seat` has read everything up to `seq`. Robots may move at once
        when this person and all in `present_seats` have read the latest move."""
        self._read_seq[seat] = max(self._read_seq.get(seat, 0), seq)
        if all(self._read_seq.get(other_seat, 0) >= self._latest_seq for other_seat in (seat, *present_seats)):
            self.robots_may_move_at = 0.0
            self._all_read.set()

    async def wait_until_read(self) -> None:
        """Wait until robots may move: the reading time is over, or all people present have read the
        latest move."""
        while (seconds := self.robots_may_move_at - time.monotonic()) > 0:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._all_read.wait()


def sole_person_mover(step: Step) -> int | None:
    """Return the seat that moved, if it belongs to the only person at the table; otherwise
    `None`."""
    mover, kinds = step.entry.mover, step.table.seat_kinds
    return mover if mover >= 0 and kinds[mover] == "person" and kinds.count("person") == 1 else None


def events_to_read(heard: tuple[Event, ...], own_seat: int | None) -> tuple[Event, ...]:
    """Return the events that need a full reading time. `own_seat` is the seat of the only person at
    the table, if that person moved, else `None`. Their own first event is then left out, unless it
    revealed something hidden: they need not read what they chose."""
    rest = heard[1:] if heard and _is_own_claim(own_seat, heard[0]) else heard
    return tuple([event for event in rest if event.needs_reading_time])


def reading_seconds(
    game_info: GameInfo,
    game: AnyGame,
    heard: tuple[Event, ...],
    speed: ReadingSpeed,
    sentence_lengths: SentenceLengths,
    *,
    own_seat: int | None = None,
) -> float:
    """Return the seconds needed to read a move. `heard` are the events that everybody heard of it.
    Events that need no full reading time (see `events_to_read`, also for `own_seat`) give a short
    pause, and a move without a sentence gives 0."""
    stands = events_to_read(heard, own_seat)
    if not stands:
        sentences = heard if game_info.drawing is None else game_info.drawing.log_messages(game, heard)
        return PAUSE_SECONDS * speed.factor if sentences else 0.0
    return min(
        MAX_CLAIM_SECONDS,
        max(MIN_CLAIM_SECONDS, CLAIM_LEAD_SECONDS + SECONDS_PER_LETTER * sum(sentence_lengths(game_info, game, stands)))
        * speed.factor,
    )


def _is_own_claim(seat: int | None, event: Event) -> bool:
    """Return whether an event is this seat's own and revealed nothing hidden. False without a
    seat."""
    return seat is not None and not event.reveals_secret and getattr(event, "seat", None) == seat


def shortened_seconds(seconds: float, speed: ReadingSpeed, waited_seconds: float) -> float:
    """Return a reading time, shortened because the reading times in a row before it already took
    `waited_seconds`. The result is at most half of what is left of `speed.row_seconds`, but that
    half counts as at least `speed.min_claim_seconds`. It is never longer than `seconds`."""
    return min(seconds, max(speed.min_claim_seconds, (speed.row_seconds - waited_seconds) / 2))
