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
import re
import time
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from malle.core import AnyGame, Event, Refused, Say, Sheet
from malle.table import Step
from malle.words import LANGUAGES, Words

LEAST, BEFORE, LETTER, MOST = 2.5, 0.9, 0.055, 6.0
"""Seconds: a claim stands at least so long, or so long before one reads and so much a letter, and never longer."""
BREATH = 0.9
"""Seconds after anything else that was told."""
NAME = "Camille"
"""Stands for every player: how long something is to be read must not hang on what people are called."""
KEPT = 64
"""Moves of which it is known how long they are read: more than late spectators are behind."""
LAST = 8
"""Moves that whoever opens a room reckons anew."""

_MARKS = re.compile(r"\[((?:[^\]\\]|\\.)*)\]\([^)]*\)|\*\*")


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

    __slots__ = ("_on", "_seen", "_seq", "free", "readings", "waited")

    def __init__(self) -> None:
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
        person = mover >= 0 and table.kinds[mover] == "person"
        own = mover if person and table.kinds.count("person") == 1 else None
        if person:
            self.waited = 0.0
        tempo = TEMPI[table.setup.tempo]
        seconds = shrunk(reading(sheet, table.game, step.heard_by(None), tempo, own=own), tempo, self.waited)
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


def reading(sheet: Sheet, game: AnyGame, heard: tuple[Event, ...], tempo: Patience, *, own: int | None = None) -> float:
    """Seconds to read what everybody heard of a move; 0: nothing was said. `own` is the seat of the only person at the
    table, if they moved: what they said themselves they need not read."""
    rest = heard[1:] if heard and _said_by(own, heard[0]) else heard
    standing = tuple([event for event in rest if event.stands])
    if not standing:
        told = heard if sheet.drawing is None else sheet.drawing.said(game, heard)
        return BREATH * tempo.factor if told else 0.0
    letters = sum(longest(sheet, game, standing))
    return min(MOST, max(LEAST, BEFORE + LETTER * letters) * tempo.factor)


def _said_by(seat: int | None, event: Event) -> bool:
    """A claim of their own: it told nobody anything that was hidden."""
    return seat is not None and not event.news and getattr(event, "seat", None) == seat


def shrunk(seconds: float, tempo: Patience, waited: float) -> float:
    """The same after so many seconds in a row: at most half of what is left of the row, and not less than `least`."""
    return min(seconds, max(tempo.least, (tempo.row - waited) / 2))


def longest(sheet: Sheet, game: AnyGame, events: tuple[Event, ...]) -> tuple[int, ...]:
    """The letters of each sentence that tells these events, in the language that needs most of them. A game that is not
    drawn is not told in sentences."""
    drawing = sheet.drawing
    if drawing is None:
        return (0,) * len(events)
    voices: tuple[Words, ...] = _voices(sheet.folder, drawing, game)
    return tuple(max(_letters(voice, said) for voice in voices) for said in drawing.said(game, events))


def _letters(voice: Words, said: Say) -> int:
    try:
        return len(_MARKS.sub(r"\1", voice.say(said)))
    except Refused:  # the page says the message's name then
        return len(said.key)


def _made(folder: Path, drawing: Any, game: Any) -> tuple[Words, ...]:
    """The words of a game in every language, with its edition's names for things."""
    laid = drawing.setting(game, None).words
    names = (NAME,) * game.seats
    return tuple(Words(folder, each, names=names, laid_over=laid.get(each, "")) for each in LANGUAGES)


_voices: Any = lru_cache(maxsize=256)(_made)
