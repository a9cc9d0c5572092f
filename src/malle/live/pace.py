"""The pace of a table: a robot moves only when what came before could have been read.

How long that takes is reckoned from what everybody heard, in the longer of the languages, and from nothing else: it is
one number for all, and two worlds that somebody cannot tell apart have the same one. It is sent along (`Told.reading`),
so that a page leaves a sentence on the screen as long as the robots wait for it; and the server keeps a robot's move
until then, or until every person who is at the table has gone on by themselves (`seen`).

What is held is what matters: a claim, a payment, a loss (`Event.stands`). Anything else takes a breath, so that several
robots do not run together. Holds in a row shrink, so that whoever waits for their turn does not wait for ever.
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
"""Seconds: a claim stands at least so long, or so long before one reads and so much a letter, and never longer."""
BREATH = 0.9
"""Seconds after anything else that was told."""
KEPT = 64
"""Moves of which it is known how long they are read: more than late spectators are behind."""
LAST = 8
"""Moves that whoever opens a room reckons anew."""

Letters = Callable[[Sheet, AnyGame, tuple[Event, ...]], Iterable[int]]
"""How long each sentence is that tells these events: `malle.live.letters` on a server, else the page itself says."""


class Patience(Struct, frozen=True):
    """How much time a table gives its readers."""

    factor: float
    least: float
    """Seconds that a claim stands, however many stood before it."""
    row: float
    """Seconds between two decisions of a person that the holds are to fit into."""


TEMPI = {"calm": Patience(1.6, 2.5, 20.0), "usual": Patience(1.0, 2.0, 12.0), "quick": Patience(0.6, 1.0, 5.0)}


class Pace:
    """Where the readers of one table are."""

    __slots__ = ("_letters", "_on", "_seen", "_seq", "free", "readings", "waited")

    def __init__(self, letters: Letters) -> None:
        self._letters = letters
        self.free = 0.0
        """When robots may move again, by this process's own monotonic clock."""
        self.waited = 0.0
        """Seconds held since a person moved."""
        self.readings: dict[int, float] = {}
        """Seconds that a move is to be read, by seq."""
        self._seen: dict[int, int] = {}
        """The seq that each seat has gone on from."""
        self._seq = 0
        """The latest move that is to be read."""
        self._on = asyncio.Event()

    def follow(self, sheet: Sheet, step: Step, shown: float) -> None:
        """A step is shown from that time on, by this process's own monotonic clock."""
        table, mover = step.table, step.entry.mover
        if mover >= 0 and table.kinds[mover] == "person":
            self.waited = 0.0
        tempo = TEMPI[table.setup.tempo]
        found = reading(sheet, table.game, step.heard_by(None), tempo, self._letters, own=only_person(step))
        seconds = shrunk(found, tempo, self.waited)
        if table.setup.pace is not None:  # nobody's clock runs out for it
            seconds = min(seconds, table.setup.pace / 2)
        if not seconds or table.over is not None:
            return
        self.waited += seconds
        self.readings[table.seq] = seconds
        self.readings.pop(table.seq - KEPT, None)
        self.free, self._seq = max(self.free, shown + seconds), table.seq
        self._on.clear()

    def see(self, seat: int, seq: int, there: Iterable[int]) -> None:
        """This person has gone on from what they were shown at that seq. When all have who are there, so may the
        robots."""
        self._seen[seat] = max(self._seen.get(seat, 0), seq)
        if all(self._seen.get(each, 0) >= self._seq for each in (seat, *there)):
            self.free = 0.0
            self._on.set()

    async def until_read(self) -> None:
        """Waits until robots may move."""
        while (left := self.free - time.monotonic()) > 0:
            with suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await self._on.wait()


def only_person(step: Step) -> int | None:
    """The seat that moved, if it is the only person's at the table."""
    mover, kinds = step.entry.mover, step.table.kinds
    return mover if mover >= 0 and kinds[mover] == "person" and kinds.count("person") == 1 else None


def events_to_read(heard: tuple[Event, ...], own: int | None) -> tuple[Event, ...]:
    """What stands until it can have been read. `own` is the seat of the only person at the table, if they moved: what
    they said themselves they need not read."""
    rest = heard[1:] if heard and _said_by(own, heard[0]) else heard
    return tuple([event for event in rest if event.stands])


def reading(
    sheet: Sheet, game: AnyGame, heard: tuple[Event, ...], tempo: Patience, letters: Letters, *, own: int | None = None
) -> float:
    """Seconds to read what everybody heard of a move; 0: nothing was said. For `own` see `events_to_read`."""
    stands = events_to_read(heard, own)
    if not stands:
        told = heard if sheet.drawing is None else sheet.drawing.said(game, heard)
        return BREATH * tempo.factor if told else 0.0
    return min(MOST, max(LEAST, BEFORE + LETTER * sum(letters(sheet, game, stands))) * tempo.factor)


def _said_by(seat: int | None, event: Event) -> bool:
    """A claim of their own: it told nobody anything that was hidden."""
    return seat is not None and not event.news and getattr(event, "seat", None) == seat


def shrunk(seconds: float, tempo: Patience, waited: float) -> float:
    """The same after so many seconds in a row: at most half of what is left of the row, and not less than `least`."""
    return min(seconds, max(tempo.least, (tempo.row - waited) / 2))
