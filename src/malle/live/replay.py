"""A finished game, moment by moment: what its table's page steps through after the end, by any seat's eyes.

Nothing of it is made before the end has been shown to everybody: not while the game runs, and not while the answer that
ended it is still held back (see `malle.live.lag`). Moments are drawn by the same functions as the live frames, from the
tables that the log leads through, so that the last moment is what the last frame was.
"""

from __future__ import annotations

import asyncio
import math
from collections import OrderedDict
from collections.abc import Iterator
from typing import Literal

from msgspec import Raw, Struct
from msgspec.structs import replace

from malle.core import AnyGame, Illegal, Seat, Viewer
from malle.core.record import TABLE
from malle.core.story import Fact, Heard, Story
from malle.live import frames
from malle.live.house import House
from malle.live.room import Room, noted
from malle.store.store import TableId
from malle.table import Entry, Step, Table
from malle.wire.messages import encode
from malle.wire.moments import Moments

BLOCK = 32
"""Moments that are sent at once."""
KEPT = 4
"""Games that a process keeps wound."""
BREATH = 8
"""Moments after which the rest of the process has its turn."""

Eyes = Seat | Literal["public", "all"]
"""By whose eyes: a seat's, a spectator's, or with everything shown."""


def need_end(room: Room) -> None:
    """`Illegal` before the end has been shown to everybody. One answer whatever the position, and whoever asks."""
    if room.shown_to(None).table.over is None:
        raise Illegal("a game can be seen again after the end")


class Winder:
    """Follows a log and keeps the moments of the game, from the deal to the end. What was undone is not among them, nor
    is a pause, or who sat down before."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.steps: list[Step] = []

    def add(self, entry: Entry) -> None:
        """The next entry of the log."""
        text, before = entry.lines[0], self._table
        step = before.follow(entry)
        self._table = step.table
        back = before.undone(text) if entry.mover == TABLE and text.startswith("undo") else None
        if back is not None:
            while self.steps and self.steps[-1].table.seq > back.seq:
                self.steps.pop()
        elif before.over is None and step.table.turn is not None and self._counts(step):
            self.steps.append(step)

    def _counts(self, step: Step) -> bool:
        """The deal, a move of the game, or somebody who left or came."""
        return not self.steps or step.entry.mover != TABLE or noted(step) is not None


class Reel(Struct, frozen=True):
    """A game that is over, ready to be stepped through."""

    room: Room
    """For its id, its sheet and its names."""
    steps: tuple[Step, ...]
    told: list[Story] = []
    """Its story, once somebody has asked for it."""

    def at(self, moment: int) -> Room:
        """The table at a moment, with everybody there: who looked then is not told."""
        step, seats = self.steps[moment], self.room.table.game.seats
        made = Room(self.room.id, self.room.text, step.table, self.room.sheet)
        made.tail.append(step)
        made.names = self.room.names
        made.elsewhere[0] = ((1 << seats) - 1, 0, 0, math.inf)
        return made

    def story(self) -> Story:
        """What the game's own storyteller makes of all its events."""
        over, tell = self.steps[-1].table.over, self.room.sheet.story
        if over is None or tell is None:
            return Story()
        game, heard = self.room.table.game, tuple(step.heard for step in self.steps)
        made = tell(game, over, heard)
        return replace(made, facts=(*made.facts, *self._thoughts(game, heard)))

    def _thoughts(self, game: AnyGame, heard: Heard) -> Iterator[Fact]:
        """What each robot that sat there all along was surest of when it acted, if its level thinks anything that can
        be told: worked out again from what its seat heard of the moves that stand."""
        table, sheet = self.room.table, self.room.sheet
        for seat, (first, last) in enumerate(zip(self.steps[0].table.kinds, table.kinds, strict=True)):
            if first == last == "robot" and seat not in table.left and sheet.thoughts is not None:
                had = sheet.thoughts(game, sheet.mind(table.setup.level), Seat(seat), heard)
                surest = max(had, key=lambda each: each.said, default=None)
                yield from () if surest is None else (surest.fact,)


class Reels:
    """The games that somebody steps through in this process."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._wound: OrderedDict[TableId, Reel] = OrderedDict()
        self._telling = asyncio.Lock()
        """One story at a time: however many ask, tables go on beside it."""

    async def of(self, room: Room) -> Reel:
        """The reel of a table. `Illegal` before the end is shown."""
        need_end(room)
        found = self._wound.get(room.id)
        if found is None or found.room is not room:
            found = self._wound[room.id] = Reel(room, await self._wind(room))
        self._wound.move_to_end(room.id)
        while len(self._wound) > KEPT:
            self._wound.popitem(last=False)
        return found

    async def story_of(self, room: Room) -> Story:
        """The story of a table, made once. In a thread: a robot's thoughts take as long as the robot thought."""
        reel = await self.of(room)
        async with self._telling:
            if not reel.told:
                reel.told.append(await asyncio.to_thread(reel.story))
        return reel.told[0]

    async def _wind(self, room: Room) -> tuple[Step, ...]:
        stored = await self._house.store.load(room.id, whole=True)
        winder = Winder(self._house.opened(stored))
        for number, entry in enumerate(stored.entries):
            winder.add(entry)
            if number % BREATH == 0:
                await asyncio.sleep(0)
        return tuple(winder.steps)


async def moments(reel: Reel, eyes: Eyes, first: int, build: str) -> Moments:
    """The block of moments in which this one is."""
    count = len(reel.steps)
    first = min(max(first, 0), count - 1) // BLOCK * BLOCK
    viewer: Viewer = eyes if isinstance(eyes, int) else None
    opening = frames.frame(reel.at(0), viewer, -1, robot=False, first=True, build=build)
    states: list[Raw] = []
    owns: list[tuple[Raw, ...]] = []
    for moment in range(first, min(first + BLOCK, count)):
        room = reel.at(moment)
        states.append(Raw(frames.frame(room, viewer, room.table.seq - 1, robot=False, first=False)))
        if eyes == "all":
            owns.append(tuple(frames.own(room, Seat(seat)) for seat in range(room.table.game.seats)))
        if len(states) % BREATH == 0:
            await asyncio.sleep(0)
    return Moments(count, first, Raw(opening), tuple(states), tuple(owns))


def encoded(answer: Moments | Story) -> bytes:
    """As it is sent."""
    return encode(answer)
