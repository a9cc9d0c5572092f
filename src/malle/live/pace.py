"""Reading time: a robot moves only when people could have read what came before.

The time is computed from what everybody heard, in the longer of the languages, and from nothing else. So it
is one number for all viewers, and equal in two worlds that a player cannot tell apart. It is sent with the
move (`Told.reading`), so that the page shows a sentence as long as robots wait for it. The server holds a
robot's move until the time is over, or until every person who is present has gone on (the message `seen`).

A full reading time is given to what matters: a claim, a payment, a loss (`Event.stands`). Anything else gets
a short pause, so that the moves of several robots do not run together. Reading times in a row become shorter,
so that a player's turn comes soon.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from contextlib import suppress

from msgspec import Struct

from malle.core import AnyGame, Event, Sheet
from malle.table import Step

LEAST, BEFORE, LETTER, MOST = 2.5, 0.9, 0.055, 6.0
"""Seconds for a claim: at least the first, at most the last; between them a fixed part and a part for each
letter."""
BREATH = 0.9
"""Seconds after an event that is no claim."""
KEPT = 64
"""Latest moves whose reading time is kept. Delayed spectators are fewer moves behind."""
LAST = 8
"""Latest moves whose reading time is computed when a room is loaded."""

Letters = Callable[[Sheet, AnyGame, tuple[Event, ...]], Iterable[int]]
"""Returns the length in letters of each sentence that tells these events. On a server see
`malle.runtime.timing.sentence_lengths`; a page that plays alone measures them itself."""


class Patience(Struct, frozen=True):
    """How much reading time a table gives."""

    factor: float
    """Multiplies every reading time."""
    least: float
    """Least seconds for a claim, even after many others in a row."""
    row: float
    """Seconds that the reading times between two moves of a person should not exceed together."""


TEMPI = {"calm": Patience(1.6, 2.5, 20.0), "usual": Patience(1.0, 2.0, 12.0), "quick": Patience(0.6, 1.0, 5.0)}
"""The reading speeds that a host can choose from."""


class Pace:
    """Holds back the robots of one table until its people could read the latest moves."""

    __slots__ = ("_letters", "_on", "_seen", "_seq", "free", "readings", "waited")

    def __init__(self, letters: Letters) -> None:
        self._letters = letters
        self.free = 0.0
        """When robots may move again, by this process's monotonic clock."""
        self.waited = 0.0
        """Sum of the reading times since a person last moved."""
        self.readings: dict[int, float] = {}
        """Reading time in seconds of the latest moves, by seq."""
        self._seen: dict[int, int] = {}
        """The latest seq that each person's seat has read."""
        self._seq = 0
        """The latest seq that has a reading time."""
        self._on = asyncio.Event()
        """Set when all people present have read the latest move."""

    def follow(self, sheet: Sheet, step: Step, shown: float) -> None:
        """Add the reading time of a step that viewers see from `shown_at` on (monotonic clock). Where
        decision time is limited, it takes at most half of that. A step after which the game is over, or about
        which nothing is said, adds none."""
        table, mover = step.table, step.entry.mover
        if mover >= 0 and table.kinds[mover] == "person":
            self.waited = 0.0
        tempo = TEMPI[table.setup.tempo]
        found = reading(sheet, table.game, step.heard_by(None), tempo, self._letters, own=only_person(step))
        seconds = shrunk(found, tempo, self.waited)
        if table.setup.pace is not None:  # reading must not use up a player's decision time
            seconds = min(seconds, table.setup.pace / 2)
        if not seconds or table.over is not None:
            return
        self.waited += seconds
        self.readings[table.seq] = seconds
        self.readings.pop(table.seq - KEPT, None)
        self.free, self._seq = max(self.free, shown + seconds), table.seq
        self._on.clear()

    def see(self, seat: int, seq: int, there: Iterable[int]) -> None:
        """Note that a person has read everything up to `seq`. Robots may move at once when all have who are
        in `present_seats`, and this person too."""
        self._seen[seat] = max(self._seen.get(seat, 0), seq)
        if all(self._seen.get(each, 0) >= self._seq for each in (seat, *there)):
            self.free = 0.0
            self._on.set()

    async def until_read(self) -> None:
        """Wait until robots may move."""
        while (left := self.free - time.monotonic()) > 0:
            with suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await self._on.wait()


def only_person(step: Step) -> int | None:
    """Return the seat that moved, if it belongs to the only person at the table; else `None`."""
    mover, kinds = step.entry.mover, step.table.kinds
    return mover if mover >= 0 and kinds[mover] == "person" and kinds.count("person") == 1 else None


def events_to_read(heard: tuple[Event, ...], own: int | None) -> tuple[Event, ...]:
    """Return the events that need a full reading time. `own_seat` is the seat of the only person at the
    table, if that person moved: the claim that opens the move is then left out."""
    rest = heard[1:] if heard and _said_by(own, heard[0]) else heard
    return tuple([event for event in rest if event.stands])


def reading(
    sheet: Sheet, game: AnyGame, heard: tuple[Event, ...], tempo: Patience, letters: Letters, *, own: int | None = None
) -> float:
    """Return the seconds needed to read what everybody heard of a move; 0 if nothing was said. For `own_seat`
    see `events_to_read`."""
    stands = events_to_read(heard, own)
    if not stands:
        told = heard if sheet.drawing is None else sheet.drawing.said(game, heard)
        return BREATH * tempo.factor if told else 0.0
    return min(MOST, max(LEAST, BEFORE + LETTER * sum(letters(sheet, game, stands))) * tempo.factor)


def _said_by(seat: int | None, event: Event) -> bool:
    """Return whether an event is a claim of this seat that revealed nothing hidden."""
    return seat is not None and not event.news and getattr(event, "seat", None) == seat


def shrunk(seconds: float, tempo: Patience, waited: float) -> float:
    """Return a reading time, shortened after `waited_seconds` of others in a row. The result is at most half
    of what is left of the row, but not below the speed's least. It is never longer than `seconds`."""
    return min(seconds, max(tempo.least, (tempo.row - waited) / 2))
