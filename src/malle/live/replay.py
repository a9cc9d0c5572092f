"""A finished game, moment by moment: what its table's page steps through after the end, by any seat's eyes.

Nothing of it is made before the end has been shown to everybody: not while the game runs, and not while the answer that
ended it is still held back (see `malle.live.lag`). Moments are drawn by the same functions as the live frames, from the
tables that the log leads through, so that the last moment is what the last frame was.
"""

from __future__ import annotations

import asyncio
import math
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from msgspec import Raw, Struct
from msgspec.structs import replace

from malle.core import AnyGame, Illegal, Seat, Viewer
from malle.core.record import TABLE
from malle.core.story import Fact, Heard, Story
from malle.live import frames
from malle.live.room import Room, noted
from malle.table import Entry, Step, Table
from malle.wire.messages import encode
from malle.wire.moments import Moments

if TYPE_CHECKING:
    from malle.live.house import House
    from malle.store.store import TableId

BLOCK = 32
"""Moments that are sent at once."""
KEPT = 4
"""Games that a process keeps wound."""
BREATH = 8
"""Moments after which the rest of the process has its turn."""

Made = TypeVar("Made")
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
        self.table = table
        """After the last entry."""
        self.steps: list[Step] = []
        self.lent: set[int] = set()
        """The seats that a robot has had since the deal, though it was for a while and taken back: not all that was
        done there is by whoever has it at the end."""

    def add(self, entry: Entry) -> None:
        """The next entry of the log."""
        before = self.table
        step = before.follow(entry)
        self.table = step.table
        if before.over is None and step.table.turn is not None:
            self.lent.update(seat for seat, kind in enumerate(step.table.kinds) if kind == "robot")
        back = before.taken_back(entry)
        if back is not None:
            while self.steps and self.steps[-1].table.seq > back.seq:
                self.steps.pop()
        elif before.over is None and step.table.turn is not None and self._counts(step):
            self.steps.append(step)

    def _counts(self, step: Step) -> bool:
        """The deal, a move of the game, or somebody who left or came."""
        return not self.steps or step.entry.mover != TABLE or noted(step) is not None


def heard_in(steps: Iterable[Step]) -> Heard:
    """All events of these moves, move by move."""
    return tuple(step.heard for step in steps)


def heard_with(seat: int, steps: Iterable[Step], lent: Collection[int]) -> Heard | None:
    """The same, for whoever had this seat from the deal to the end; None if a robot had it for a while: what it dared
    is not theirs."""
    return None if seat in lent else heard_in(steps)


class Reel(Struct, frozen=True):
    """A game that is over, ready to be stepped through."""

    room: Room
    """For its id, its sheet and its names."""
    steps: tuple[Step, ...]
    lent: frozenset[int] = frozenset()
    """The seats that a robot has had for a while, or for good."""
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

    @property
    def heard(self) -> Heard:
        """All events of the game, move by move."""
        return heard_in(self.steps)

    def story(self) -> Story:
        """What the game's own storyteller makes of all its events."""
        over, tell = self.steps[-1].table.over, self.room.sheet.story
        if over is None or tell is None:
            return Story()
        game, heard = self.room.table.game, self.heard
        made = tell(game, over, heard)
        return replace(made, facts=(*made.facts, *self._thoughts(game, heard)))

    def final(self) -> Raw:
        """The final picture. It waits for no robot's thoughts: it is the first thing that people look at."""
        return frames.final(self.at(-1), self.heard)

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
        self._winding: dict[Room, asyncio.Task[Reel]] = {}
        self._line: dict[Room, asyncio.Task[Story]] = {}
        """The tables whose story is being made, or waits for it. Their reels are not wound before it is their turn."""
        self._telling = asyncio.Lock()
        """One story at a time: however many ask, tables go on beside it."""

    async def of(self, room: Room) -> Reel:
        """The reel of a table. `Illegal` before the end is shown."""
        need_end(room)
        found = self._found(room)
        if found is None:
            found = await _once(self._winding, room, self._wind)
        self._wound[room.id] = found
        self._wound.move_to_end(room.id)
        while len(self._wound) > KEPT:
            self._wound.popitem(last=False)
        return found

    @property
    def line(self) -> int:
        """Tables whose story is being made, or waits for it."""
        return len(self._line)

    def is_asked(self, room: Room) -> bool:
        """Is the story of a table made, or in line? Then one more who asks for it costs nothing."""
        found = self._found(room)
        return room in self._line or (found is not None and bool(found.told))

    async def story_of(self, room: Room) -> Story:
        """The story of a table, made once. `Illegal` before the end is shown. Whoever asks for one that nobody has
        asked for (`is_asked`) sees first that the `line` is not too long."""
        need_end(room)
        found = self._found(room)
        return found.told[0] if found is not None and found.told else await _once(self._line, room, self._tell)

    async def _tell(self, room: Room) -> Story:
        """In a thread: a robot's thoughts take as long as the robot thought."""
        async with self._telling:
            reel = await self.of(room)
            reel.told[:] = [await asyncio.to_thread(reel.story)]
        return reel.told[0]

    def _found(self, room: Room) -> Reel | None:
        found = self._wound.get(room.id)
        return found if found is not None and found.room is room else None

    async def _wind(self, room: Room) -> Reel:
        stored = await self._house.store.load(room.id, whole=True)
        winder = Winder(self._house.opened(stored))
        for number, entry in enumerate(stored.entries):
            winder.add(entry)
            if number % BREATH == 0:
                await asyncio.sleep(0)
        return Reel(room, tuple(winder.steps), frozenset(winder.lent))


def _once(
    under_way: dict[Room, asyncio.Task[Made]], room: Room, work: Callable[[Room], Coroutine[Any, Any, Made]]
) -> Awaitable[Made]:
    """What is being made of a table, begun if it is not: whoever asks meanwhile is given the same, and it goes on
    though one of them leaves."""
    task = under_way.get(room)
    if task is None:
        task = under_way[room] = asyncio.create_task(work(room))
        task.add_done_callback(lambda _: under_way.pop(room, None))
    return asyncio.shield(task)


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


def encoded(answer: Moments | Story | Raw) -> bytes:
    """As it is sent."""
    return encode(answer)
