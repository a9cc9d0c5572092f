"""A finished game, moment by moment, from the perspective of any seat: the table's page steps through it
after the end.

Nothing is made before everybody has been shown the end: not during the game, and not while the last answer is
still held back (see `malle.runtime.timing.reveal_delay`). Moments are drawn by the functions that draw live
frames, from the tables that the log leads through. So the last moment equals the last live frame.
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
"""Moments in one answer."""
KEPT = 4
"""Most replays that a process keeps in memory."""
BREATH = 8
"""Moments or log entries processed before other tasks may run."""

Made = TypeVar("Made")
Eyes = Seat | Literal["public", "all"]
"""Perspective: a seat's, a spectator's (`public`), or with all seats shown (`all`)."""


def need_end(room: Room) -> None:
    """Raise `Illegal` unless the end of the game has been shown to everybody. The error is the same for every
    caller and position."""
    if room.shown_to(None).table.over is None:
        raise Illegal("a game can be seen again after the end")


class Winder:
    """Follows a log and collects the steps of the game from the deal to the end, without undone moves,
    pauses, and changes of seats before the deal."""

    def __init__(self, table: Table) -> None:
        self.table = table
        """The table after the last entry added."""
        self.steps: list[Step] = []
        """The collected steps."""
        self.lent: set[int] = set()
        """Seats that a robot has played since the deal, even for moves that were undone. Not every move there
        was made by the seat's final owner."""

    def add(self, entry: Entry) -> None:
        """Add the next entry of the log. An undo removes the steps it takes back."""
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
        """Return whether a step belongs to the replay: the deal, a move of the game, or a seat that changed
        hands."""
        return not self.steps or step.entry.mover != TABLE or noted(step) is not None


def heard_in(steps: Iterable[Step]) -> Heard:
    """Return all events of these steps, one tuple for each step."""
    return tuple(step.heard for step in steps)


def heard_with(seat: int, steps: Iterable[Step], lent: Collection[int]) -> Heard | None:
    """Return all events like `events_by_step`, for the statistics of the person who had this seat throughout.
    `None` if a robot has played the seat, even for a while: its choices are not the person's."""
    return None if seat in lent else heard_in(steps)


class Reel(Struct, frozen=True):
    """A finished game, ready to be replayed."""

    room: Room
    """The room of the table, for its id, game info and names."""
    steps: tuple[Step, ...]
    lent: frozenset[int] = frozenset()
    """Seats that a robot has played, even for a while."""
    told: list[Story] = []
    """The story once it is made, as the only element; until then empty."""

    def at(self, moment: int) -> Room:
        """Return a room with the table at a moment. Everybody counts as here: who watched then is not shown."""
        step, seats = self.steps[moment], self.room.table.game.seats
        made = Room(self.room.id, self.room.text, step.table, self.room.sheet)
        made.tail.append(step)
        made.names = self.room.names
        made.elsewhere[0] = ((1 << seats) - 1, 0, 0, math.inf)
        return made

    @property
    def heard(self) -> Heard:
        """All events of the game, one tuple for each step."""
        return heard_in(self.steps)

    def story(self) -> Story:
        """Make the story: what the game tells about its events, and the robots' thoughts. It takes as long as
        the robots thought, so call it in a thread. An empty story if the game tells none."""
        over, tell = self.steps[-1].table.over, self.room.sheet.story
        if over is None or tell is None:
            return Story()
        game, heard = self.room.table.game, self.heard
        made = tell(game, over, heard)
        return replace(made, facts=(*made.facts, *self._thoughts(game, heard)))

    def final(self) -> Raw:
        """Return the final scene. It needs no robot's thoughts: people look at it first."""
        return frames.final(self.at(-1), self.heard)

    def _thoughts(self, game: AnyGame, heard: Heard) -> Iterator[Fact]:
        """Yield for each robot what it was surest of when it acted, if its level has thoughts that can be
        told. They are computed again from what its seat heard of the moves that stand. Only robots that had
        their seat throughout count."""
        table, sheet = self.room.table, self.room.sheet
        for seat, (first, last) in enumerate(zip(self.steps[0].table.kinds, table.kinds, strict=True)):
            if first == last == "robot" and seat not in table.left and sheet.thoughts is not None:
                had = sheet.thoughts(game, sheet.mind(table.setup.level), Seat(seat), heard)
                surest = max(had, key=lambda each: each.said, default=None)
                yield from () if surest is None else (surest.fact,)


class Reels:
    """The replays in the memory of one process, and the stories being made."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._wound: OrderedDict[TableId, Reel] = OrderedDict()
        self._winding: dict[Room, asyncio.Task[Reel]] = {}
        self._line: dict[Room, asyncio.Task[Story]] = {}
        """Stories being made or waiting, by room. The replay of a waiting one is loaded when its turn comes."""
        self._telling = asyncio.Lock()
        """Allows one story at a time, so that the tables in play are not slowed down."""

    async def of(self, room: Room) -> Reel:
        """Return the replay of a table, loaded once. Raises `Illegal` before the end has been shown."""
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
        """Number of stories being made or waiting."""
        return len(self._line)

    def is_asked(self, room: Room) -> bool:
        """Return whether the story of a table is made, being made or waiting. If so, asking for it costs
        nothing more."""
        found = self._found(room)
        return room in self._line or (found is not None and bool(found.told))

    async def story_of(self, room: Room) -> Story:
        """Return the story of a table, made once. Raises `Illegal` before the end has been shown. If
        `is_story_requested` is false, the caller must first check that `story_queue_length` is not too long."""
        need_end(room)
        found = self._found(room)
        return found.told[0] if found is not None and found.told else await _once(self._line, room, self._tell)

    async def _tell(self, room: Room) -> Story:
        """Make the story of a table in a thread, when its turn comes."""
        async with self._telling:
            reel = await self.of(room)
            reel.told[:] = [await asyncio.to_thread(reel.story)]
        return reel.told[0]

    def _found(self, room: Room) -> Reel | None:
        """Return the cached replay made for this very room, or `None`."""
        found = self._wound.get(room.id)
        return found if found is not None and found.room is room else None

    async def _wind(self, room: Room) -> Reel:
        """Read the whole log of a table and build its replay."""
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
    """Return the result of the work under way for a room; start it if there is none. Callers share one task,
    which goes on when one of them is cancelled."""
    task = under_way.get(room)
    if task is None:
        task = under_way[room] = asyncio.create_task(work(room))
        task.add_done_callback(lambda _: under_way.pop(room, None))
    return asyncio.shield(task)


async def moments(reel: Reel, eyes: Eyes, first: int, build: str) -> Moments:
    """Return the block of at most `MOMENTS_PER_BLOCK` moments that contains moment `first`, from this
    perspective. A number out of range is clamped."""
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
    """Return an answer as the JSON that is sent."""
    return encode(answer)
