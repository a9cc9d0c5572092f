"""Faults planted at the edges of the server: around moves, clocks, people's screens and the databases' bad days.

`planted` has the others; both lists are for `test_faults.py::test_the_checker_finds`. `WITH_PEOPLE` is the usual run
for these, and each says what it needs besides.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import asyncpg
from msgspec import Raw
from msgspec.structs import replace

from malle.core import Seat
from malle.runtime import log_writes
from malle.runtime import table_service as house_module
from malle.runtime.presence.presence import PresenceTracker
from malle.runtime.room import Room
from malle.runtime.seats.identity import Caller
from malle.runtime.table_service import TableService
from malle.runtime.timing import deadlines, reveal_delay, stuck_robots
from malle.runtime.timing.deadlines import play_default_moves
from malle.runtime.views import frames
from malle.storage import connections, database_errors, log_writer
from malle.storage.database_errors import DatabaseUnavailable
from malle.storage.log_writer import LogWrite, LogWriter, WriteResult
from malle.storage.store import Store, TableId
from malle.table import Step
from malle.table.snapshot import encode_snapshot
from malle.web.api import tables
from malle.web.realtime import table_socket as socket_module

WITH_PEOPLE: dict[str, Any] = {
    "seconds": 16, "tables": 4, "people": 6, "kill_every": 4, "postgres": 0, "nats_away": 0, "window": 0.1, "settle": 5,
}  # fmt: skip
CLOCKS: dict[str, Any] = {**WITH_PEOPLE, "seconds": 34, "tables": 10, "people": 0, "kill_every": 100, "think": 1.0}
"""Few moves: what is judged is how long nothing happens, and a machine that is busy makes that short."""
EDGES: dict[str, tuple[Callable[[], None], dict[str, Any]]] = {}


def edge(plan: dict[str, Any] | None = None, **more: Any) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Adds a fault to the list, under the name of its function."""

    def add(function: Callable[[], None]) -> Callable[[], None]:
        EDGES[function.__name__.replace("_", "-")] = function, {**(WITH_PEOPLE if plan is None else plan), **more}
        return function

    return add


def become(owner: Any, name: str, new: object) -> None:
    """Puts something else in the place of a function."""
    assert hasattr(owner, name)
    setattr(owner, name, new)


# Moves and snapshots


@edge()
def snapshot_skips_a_move() -> None:
    """It says that it is newer than it is."""
    become(house_module, "encode_snapshot", lambda table: encode_snapshot(replace(table, seq=table.seq + 1)))


@edge(kill_every=1.5)
def snapshot_forgets_a_draw() -> None:
    """So that the next outcome of chance is drawn twice."""
    become(
        house_module,
        "encode_snapshot",
        lambda table: encode_snapshot(replace(table, draws_written=max(0, table.draws_written - 1))),
    )


@edge(think=0.05)
def answers_swapped() -> None:
    """Two moves that are under way at once get each other's answers."""
    write_as_it_is = Store.write_move
    waiting: list[tuple[asyncio.Future[WriteResult], WriteResult]] = []

    async def write(self: Store, move: LogWrite) -> WriteResult:
        written = await write_as_it_is(self, move)
        if waiting:
            other, theirs = waiting.pop()
            if not other.done():
                other.set_result(written)
                return theirs
        future: asyncio.Future[WriteResult] = asyncio.get_running_loop().create_future()
        waiting.append((future, written))
        try:
            async with asyncio.timeout(0.05):
                return await future
        except TimeoutError:
            return written

    become(Store, "write_move", write)


@edge(CLOCKS)
def stands_still_for_a_while() -> None:
    """Some tables that are in play take no moves for a third of a minute, and go on as if nothing had been."""
    write_as_it_is, since = Store.write_move, dict[int, float]()

    async def write(self: Store, move: LogWrite) -> WriteResult:
        if move.tab % 3 != 0 and move.expected > 9:
            began = since.setdefault(move.tab, time.monotonic())
            if time.monotonic() - began < 20:
                raise DatabaseUnavailable("not now")
        return await write_as_it_is(self, move)

    become(Store, "write_move", write)


@edge()
def taken_again_otherwise() -> None:
    """A move that is said again is answered with where the table is now."""
    act_as_it_is = TableService.act

    async def act(self: TableService, room: Room, *words: Any) -> int:
        await act_as_it_is(self, room, *words)
        return room.table.seq

    become(TableService, "act", act)


@edge()
def any_text_under_a_key() -> None:
    """What was asked for under a key is not compared."""
    write_as_it_is, look_as_it_is = Store.write_move, Store.find_by_key

    async def write(self: Store, move: LogWrite) -> WriteResult:
        return await write_as_it_is(self, replace(move, hash=bytes(16)))

    async def look(self: Store, table: TableId, key: Any, hashed: bytes) -> WriteResult:
        return await look_as_it_is(self, table, key, bytes(16))

    become(Store, "write_move", write)
    become(Store, "find_by_key", look)


@edge()
def the_neighbour_moves() -> None:
    """In a window a move is written down for another seat that is asked too."""
    move_as_it_is = log_writes.to_log_write

    def move(id_: TableId, step: Step, *words: Any) -> LogWrite:
        made = move_as_it_is(id_, step, *words)
        others = [seat for seat in step.table.awaited if seat != made.mover]
        return replace(made, mover=others[0]) if made.mover >= 0 and others else made

    become(house_module, "to_log_write", move)


@edge()
def people_move_twice() -> None:
    """A person's move is written again under another key, if the rules let it."""
    act_as_it_is = TableService.act

    async def act(self: TableService, room: Room, who: Caller, seq: int, text: str, key: Any) -> int:
        taken = await act_as_it_is(self, room, who, seq, text, key)
        if not who.is_robot and who.seat in room.table.awaited:
            legal = room.table.legal(who.seat)
            self.start_task(act_as_it_is(self, room, who, room.table.seq, room.table.game.write(legal[0]), uuid4()))
        return taken

    become(TableService, "act", act)


@edge()
def undo_is_only_said() -> None:
    """An undo is answered and not done."""
    _only_said("undo")


@edge()
def resume_is_only_said() -> None:
    """The end of a pause is answered and not written."""
    _only_said("resume", "pause", "resign")


def _only_said(*what: str) -> None:
    ask_as_it_is = TableService.perform_request

    async def ask(self: TableService, room: Room, who: Caller, seq: int, wish: str, key: Any) -> int:
        return room.table.seq + 1 if wish in what else await ask_as_it_is(self, room, who, seq, wish, key)

    become(TableService, "perform_request", ask)


# Clocks


@edge(CLOCKS)
def claim_kept_for_an_hour() -> None:
    """A deadline that was claimed is acted on by nobody."""
    kept: set[tuple[TableId, int]] = set()

    async def never(house: TableService, id_: TableId, seq: int, seats: Any = None) -> None:
        kept.add((id_, seq))

    become(deadlines, "play_default_moves", never)


@edge(CLOCKS)
def deadline_of_another_question() -> None:
    """A slow process acts on whoever is awaited now, not at the seq that the deadline was claimed for."""

    async def whoever(house: TableService, id_: TableId, seq: int, seats: Any = None) -> None:
        await asyncio.sleep(9 * (int(time.time() / 5) % 2))  # whoever claims it five seconds later does not wait
        room = await house.get_room(id_)
        await house.catch_up({id_: room})
        await play_default_moves(house, id_, room.table.seq, seats)

    become(deadlines, "play_default_moves", whoever)


@edge(CLOCKS)
def deadline_too_early() -> None:
    """Half of the time is all there is."""
    timed_as_it_is = reveal_delay.extend_deadline

    def timed(room: Room, step: Step, shortest: float) -> Step:
        made = timed_as_it_is(room, step, shortest)
        return replace(made, deadline_seconds=made.deadline_seconds / 2) if made.deadline_seconds else made

    become(reveal_delay, "extend_deadline", timed)


@edge(CLOCKS)
def deadlines_stand_still() -> None:
    """The loop waits for something that never comes."""

    async def look(house: TableService, number: int) -> None:
        await asyncio.Event().wait()

    become(deadlines, "_play_due_tables", look)


# What is shown


@edge()
def people_see_the_move_before() -> None:
    """Their screens are one move old; robots' views are right."""
    before: dict[tuple[str, Any], tuple[int, Raw]] = {}
    own_as_it_is = frames.seat_part

    def own(room: Room, viewer: Any) -> Raw:
        now = own_as_it_is(room, viewer)
        seq, old = before.get((room.id_text, viewer), (room.table.seq, now))
        before[room.id_text, viewer] = room.table.seq, now
        return old if seq != room.table.seq else now

    become(frames, "seat_part", own)


@edge()
def onlookers_see_a_hand() -> None:
    """A spectator is drawn what the first seat sees."""
    own_as_it_is = frames.seat_part
    become(frames, "seat_part", lambda room, viewer: own_as_it_is(room, Seat(0) if viewer is None else viewer))


@edge()
def the_neighbour_s_screen() -> None:
    """Every fifth screen is another seat's."""
    own_as_it_is = frames.seat_part

    def own(room: Room, viewer: Any) -> Raw:
        wrong = viewer is not None and room.table.seq % 5 == 0
        return own_as_it_is(room, Seat((viewer + 1) % room.table.game.seats) if wrong else viewer)

    become(frames, "seat_part", own)


@edge()
def screen_from_before_a_note() -> None:
    """What was drawn is not drawn anew after a note: an undo, a pause."""
    scene_as_it_is = frames._scene_part
    drawn: dict[str, Raw] = {}

    def scene(room: Room) -> Raw:
        last = room.recent_steps[-1] if room.recent_steps else None
        if last is not None and last.entry.mover < 0 and room.id_text in drawn:
            return drawn[room.id_text]
        drawn[room.id_text] = found = scene_as_it_is(room)
        return found

    become(frames, "_scene_part", scene)


@edge(settle=4)
def the_first_viewer_only() -> None:
    """A move is shown to one of those who look, and the sweep does not compare what the others have seen."""

    def show(self: TableService, room: Room) -> None:
        room.scheduled_show = None
        reveal_delay.advance_spectators(room)
        for connection in tuple(room.connections)[:1]:
            connection.notify_if_changed()

    become(TableService, "_notify_viewers", show)
    become(Room, "refresh_presence", lambda self: None)
    become(TableService, "_sweep", _never)


async def _never(self: TableService, number: int) -> None:
    await asyncio.Event().wait()


@edge()
def every_frame_is_kept() -> None:
    """Twenty times."""
    kept: list[bytes] = []
    frame_as_it_is = frames.build_frame

    def frame(*words: Any, **more: Any) -> bytes:
        made = frame_as_it_is(*words, **more)
        kept.extend(bytes(bytearray(made)) for _ in range(200))
        return made

    become(frames, "build_frame", frame)


@edge(settle=16, seconds=27)
def robots_are_never_asked() -> None:
    """No hint for them, and nothing when their worker asks."""

    async def nobody(self: Store, most: int = 1000) -> list[tuple[TableId, int, int]]:
        return []

    become(Store, "robots_awaited", nobody)
    become(house_module, "robot_bits_to_ask", lambda room: 0)
    become(socket_module, "robot_bits_to_ask", lambda room: 0)
    become(stuck_robots, "awaited_robot_bits", lambda table: 0)
    become(tables, "robots_awaited_at", lambda table: 0)


# Databases, loops and the log


@edge(edges=2)
def read_only_is_unheard_of() -> None:
    """A database that may not write is an error nobody foresaw."""
    _unheard_of(asyncpg.ReadOnlySQLTransactionError)


@edge(edges=2)
def too_many_connections_is_unheard_of() -> None:
    """The same of one that takes no connection."""
    _unheard_of(asyncpg.InsufficientResourcesError)


def _unheard_of(kind: type[Exception]) -> None:
    known = database_errors.is_unavailable_error

    def is_away(error: BaseException) -> bool:
        return known(error) and not isinstance(error, kind)

    for module in (database_errors, connections, log_writer):
        if hasattr(module, "is_unavailable_error"):
            become(module, "is_unavailable_error", is_away)


@edge(tables=16)
def pool_connections_are_lost() -> None:
    """Every table that is loaded takes one, and gives it back to nobody."""
    load_as_it_is = Store.load_table

    async def load(self: Store, table: TableId, *, whole_log: bool = False) -> Any:
        self._lost = [*getattr(self, "_lost", []), await self._shard_of(table).pool.acquire()]  # type: ignore[attr-defined]
        return await load_as_it_is(self, table, whole_log=whole_log)

    become(Store, "load_table", load)


@edge(edges=2, kill_every=100)
def the_sweep_ends_at_the_first_trouble() -> None:
    """And hints do not come: a loop that nobody watches."""
    sweep_as_it_is = TableService._sweep
    ended: set[int] = set()

    async def sweep(self: TableService, number: int) -> None:
        if number in ended:
            await asyncio.Event().wait()
        ended.add(number)
        await sweep_as_it_is(self, number)

    become(TableService, "_sweep", sweep)
    become(TableService, "_on_hint", lambda self, table, seq: None)


@edge(edges=2)
def lies_are_taken_for_true() -> None:
    """What NATS says of a table that is not here ends in an error."""
    seen_as_it_is = PresenceTracker.on_remote_presence

    def seen(self: PresenceTracker, table: int, *words: int) -> None:
        if TableId(table) not in self._rooms:
            raise KeyError(table)
        seen_as_it_is(self, table, *words)

    become(PresenceTracker, "on_remote_presence", seen)
    heard_as_it_is = TableService._on_hint

    def heard(self: TableService, table: int, seq: int) -> None:
        if TableId(table) in self._rooms:
            heard_as_it_is(self, table, seq)
        else:
            self._stale_tables[table >> 48].add(TableId(table))
            self._stale_events[table >> 48].set()

    become(TableService, "_on_hint", heard)


@edge()
def an_error_that_nobody_sees() -> None:
    """One move in ten ends in an error beside it: everything goes on, and the log has a line."""
    written_as_it_is = TableService.publish_step

    async def fails() -> None:
        raise LookupError

    def written(self: TableService, room: Room, step: Step) -> None:
        written_as_it_is(self, room, step)
        if random.random() < 0.1:
            self.start_task(fails())

    become(TableService, "publish_step", written)


@edge()
def a_word_beside_the_log() -> None:
    """Somebody left a print."""
    written_as_it_is = TableService.publish_step

    def written(self: TableService, room: Room, step: Step) -> None:
        written_as_it_is(self, room, step)
        print("moved", step.entry.seq, flush=True)

    become(TableService, "publish_step", written)


@edge(edges=2, kill_every=100)
def away_once_away_for_ever() -> None:
    """A writer that could not connect once does not try again."""
    connect_as_it_is = LogWriter._reconnect
    tried: set[int] = set()

    async def reconnect(self: LogWriter, link: Any, batch: list[Any]) -> None:
        if id(link) in tried:
            await asyncio.Event().wait()
        tried.add(id(link))
        await connect_as_it_is(self, link, batch)

    become(LogWriter, "_reconnect", reconnect)
