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
from malle.core.record import TABLE_MOVER
from malle.core.story import Fact, GameEvents, Story
from malle.protocol.messages import encode
from malle.protocol.replay_messages import ReplayRange
from malle.runtime.room import Room, seat_change_message
from malle.runtime.views import frames
from malle.table import Entry, Step, Table

if TYPE_CHECKING:
    from malle.runtime.table_service import TableService
    from malle.storage.store import TableId

MOMENTS_PER_BLOCK = 32
"""Moments in one answer."""
MAX_CACHED_REPLAYS = 4
"""Most replays that a process keeps in memory."""
ITEMS_PER_TURN = 8
"""Moments or log entries processed before other tasks may run."""

Result = TypeVar("Result")
Perspective = Seat | Literal["public", "all"]
"""From whose eyes a replay is seen: a seat's, a spectator's (`public`), or a spectator's with every
seat's own part added (`all`)."""


def require_end_shown(room: Room) -> None:
    """Raise `Illegal` unless everybody has been shown the end of the game. The error is the same
    for every caller and at every position, so it reveals nothing."""
    if room.visible_room(None).table.over is None:
        raise Illegal("a game can be seen again after the end")


class ReplayBuilder:
    """Follows a log and collects the steps of the game from the deal to the end. Undone moves,
    pauses, and changes of seats before the deal are left out."""

    def __init__(self, table: Table) -> None:
        self.table = table
        """The table after the last entry added."""
        self.steps: list[Step] = []
        """The collected steps."""
        self.robot_seats: set[int] = set()
        """Seats that a robot has played since the deal, even for moves that were undone. Not every move there
        was made by the seat's final owner."""

    def add_entry(self, entry: Entry) -> None:
        """Add the next entry of the log. An undo removes the collected steps that it takes back."""
        table_before = self.table
        step = table_before.follow(entry)
        self.table = step.table
        if table_before.over is None and step.table.turn is not None:
            self.robot_seats.update(seat for seat, kind in enumerate(step.table.seat_kinds) if kind == "robot")
        back = table_before.undo_target_of_entry(entry)
        if back is not None:
            while self.steps and self.steps[-1].table.seq > back.seq:
                self.steps.pop()
        elif table_before.over is None and step.table.turn is not None and self._belongs_to_replay(step):
            self.steps.append(step)

    def _belongs_to_replay(self, step: Step) -> bool:
        """Return whether a step belongs to the replay: the deal, a move of the game, or a seat that changed
        hands."""
        return not self.steps or step.entry.mover != TABLE_MOVER or seat_change_message(step) is not None


def events_by_step(steps: Iterable[Step]) -> GameEvents:
    """Return all events of these steps: one tuple for each step, whoever heard them."""
    return tuple(step.heard for step in steps)


def events_of_person(seat: int, steps: Iterable[Step], robot_seats: Collection[int]) -> GameEvents | None:
    """Return all events of the game, one tuple for each step, for the statistics of the person of
    this seat. `None` if a robot has played the seat (`robot_seats`), even for a while: its choices
    are not the person's."""
    return None if seat in robot_seats else events_by_step(steps)


class Replay(Struct, frozen=True):
    """A finished game, ready to be stepped through. A moment is an index in `steps`."""

    room: Room
    """The room of the table, for its id, game info and names."""
    steps: tuple[Step, ...]
    robot_seats: frozenset[int] = frozenset()
    """Seats that a robot has played, even for a while."""
    story_cache: list[Story] = []
    """The story once it is made, as the only element; until then empty."""

    def room_at(self, moment: int) -> Room:
        """Return a new room with the table as it was at a moment. All players count as present: who
        watched then is not shown."""
        step, seats = self.steps[moment], self.room.table.game.seats
        moment_room = Room(self.room.id, self.room.id_text, step.table, self.room.game_info)
        moment_room.recent_steps.append(step)
        moment_room.names = self.room.names
        moment_room.remote_presence[0] = ((1 << seats) - 1, 0, 0, math.inf)
        return moment_room

    @property
    def events(self) -> GameEvents:
        """All events of the game, one tuple for each step."""
        return events_by_step(self.steps)

    def make_story(self) -> Story:
        """Make the story: what the game tells about its events after the end, and what its robots
        thought. It takes as long as the robots thought during the game, so call it in a thread. An
        empty story if the game has none."""
        over, make = self.steps[-1].table.over, self.room.game_info.story
        if over is None or make is None:
            return Story()
        game, heard = self.room.table.game, self.events
        story = make(game, over, heard)
        return replace(story, facts=(*story.facts, *self._robot_thoughts(game, heard)))

    def final_scene(self) -> Raw:
        """Return the JSON of the final scene. It needs no robot's thoughts, so it is quick: people
        look at it first."""
        return frames.final_scene(self.room_at(-1), self.events)

    def _robot_thoughts(self, game: AnyGame, heard: GameEvents) -> Iterator[Fact]:
        """Yield for each robot what it was surest of when it acted, if its game can work that out.
        The thoughts are computed again from the events of the moves that were not undone. Only
        robots that had their seat from the deal to the end count."""
        table, game_info = self.room.table, self.room.game_info
        for seat, (first, last) in enumerate(zip(self.steps[0].table.seat_kinds, table.seat_kinds, strict=True)):
            if first == last == "robot" and seat not in table.vacated_seats and game_info.robot_opinions is not None:
                opinions = game_info.robot_opinions(
                    game, game_info.robot_of_level(table.setup.level), Seat(seat), heard
                )
                surest = max(opinions, key=lambda each: each.probability, default=None)
                yield from () if surest is None else (surest.fact,)


class ReplayCache:
    """The replays in the memory of one process, and the stories being made. Each process keeps at
    most `MAX_CACHED_REPLAYS` replays."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._replays: OrderedDict[TableId, Replay] = OrderedDict()
        self._loading: dict[Room, asyncio.Task[Replay]] = {}
        self._story_tasks: dict[Room, asyncio.Task[Story]] = {}
        """Stories being made or waiting, by room. The replay of a waiting one is loaded when its turn comes."""
        self._story_lock = asyncio.Lock()
        """Allows one story at a time, so that the tables in play are not slowed down."""

    async def get_replay(self, room: Room) -> Replay:
        """Return the replay of a table; load it if it is not cached, once for all callers. Raises
        `Illegal` before the end has been shown."""
        require_end_shown(room)
        replay = self._cached_replay(room)
        if replay is None:
            replay = await _share_task(self._loading, room, self._load_replay)
        self._replays[room.id] = replay
        self._replays.move_to_end(room.id)
        while len(self._replays) > MAX_CACHED_REPLAYS:
            self._replays.popitem(last=False)
        return replay

    @property
    def story_queue_length(self) -> int:
        """Number of stories being made or waiting."""
        return len(self._story_tasks)

    def is_story_requested(self, room: Room) -> bool:
        """Return whether the story of a table is made, being made or waiting. If so, another
        request for it costs nothing more."""
        replay = self._cached_replay(room)
        return room in self._story_tasks or (replay is not None and bool(replay.story_cache))

    async def get_story(self, room: Room) -> Story:
        """Return the story of a table; wait until it is made if necessary, once for all callers.
        Raises `Illegal` before the end has been shown. If `is_story_requested` is false, the caller
        must first check that `story_queue_length` is not too long."""
        require_end_shown(room)
        replay = self._cached_replay(room)
        return (
            replay.story_cache[0]
            if replay is not None and replay.story_cache
            else await _share_task(self._story_tasks, room, self._make_story)
        )

    async def _make_story(self, room: Room) -> Story:
        """Wait until no other story is being made, then make that of this table in a thread, and
        store it in its replay."""
        async with self._story_lock:
            replay = await self.get_replay(room)
            replay.story_cache[:] = [await asyncio.to_thread(replay.make_story)]
        return replay.story_cache[0]

    def _cached_replay(self, room: Room) -> Replay | None:
        """Return the cached replay that was made for this `Room` object; `None` if there is none,
        or if it was made for an earlier room of the table."""
        replay = self._replays.get(room.id)
        return replay if replay is not None and replay.room is room else None

    async def _load_replay(self, room: Room) -> Replay:
        """Read the whole log of a table and build its replay."""
        loaded = await self._service.store.load_table(room.id, whole_log=True)
        builder = ReplayBuilder(self._service.build_initial_table(loaded))
        for number, entry in enumerate(loaded.entries):
            builder.add_entry(entry)
            if number % ITEMS_PER_TURN == 0:
                await asyncio.sleep(0)
        return Replay(room, tuple(builder.steps), frozenset(builder.robot_seats))


def _share_task(
    tasks: dict[Room, asyncio.Task[Result]], room: Room, work: Callable[[Room], Coroutine[Any, Any, Result]]
) -> Awaitable[Result]:
    """Return an awaitable for the result of `work` under way for a room; start `work` if none is
    under way. Callers share one task, which goes on when one of them is cancelled. `tasks` holds
    the tasks under way."""
    task = tasks.get(room)
    if task is None:
        task = tasks[room] = asyncio.create_task(work(room))
        task.add_done_callback(lambda _: tasks.pop(room, None))
    return asyncio.shield(task)


async def build_moments(replay: Replay, perspective: Perspective, first: int, build: str) -> ReplayRange:
    """Return the block of at most `MOMENTS_PER_BLOCK` moments that contains moment `first`, from
    this perspective. `first` is clamped to the moments that exist. Each answer also has the first
    state of the game; `build` is the version of the client, for that state."""
    count = len(replay.steps)
    first = min(max(first, 0), count - 1) // MOMENTS_PER_BLOCK * MOMENTS_PER_BLOCK
    viewer: Viewer = perspective if isinstance(perspective, int) else None
    opening = frames.build_frame(replay.room_at(0), viewer, -1, robot=False, first=True, build=build)
    states: list[Raw] = []
    owns: list[tuple[Raw, ...]] = []
    for moment in range(first, min(first + MOMENTS_PER_BLOCK, count)):
        room = replay.room_at(moment)
        states.append(Raw(frames.build_frame(room, viewer, room.table.seq - 1, robot=False, first=False)))
        if perspective == "all":
            owns.append(tuple(frames.seat_part(room, Seat(seat)) for seat in range(room.table.game.seats)))
        if len(states) % ITEMS_PER_TURN == 0:
            await asyncio.sleep(0)
    return ReplayRange(count, first, Raw(opening), tuple(states), tuple(owns))


def encode_answer(answer: ReplayRange | Story | Raw) -> bytes:
    """Return an answer about a replay as the JSON that is sent."""
    return encode(answer)
