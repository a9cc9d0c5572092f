"""The table service: what one server process does for all tables. No process owns a table; the log in the
database decides.

How a move is committed:

- The pure `Table` computes the move and the chance that follows it.
- The store writes the entry, provided that the table is still at the expected seq.
- The mover is answered, the viewers are notified, and the other processes get a hint.

If another process wrote first, this one catches up with the log and computes the move again. That works as
long as the seat has been awaited without a break. If the entry was already written under the same key, the
answer is the same.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any
from uuid import UUID

import structlog

from malle.bus import Bus
from malle.core import Illegal, MalleError, NotYourTurn, Seat, Sheet, Stale
from malle.inside import AnyBus, LocalBus
from malle.live import lag
from malle.live.absence import Absences
from malle.live.aside import Aside
from malle.live.attendance import Attendance
from malle.live.caller import Caller, KeyReused, NotYours
from malle.live.crowd import Crowd
from malle.live.emotes import Emotes
from malle.live.knocking import Knocking
from malle.live.latency import Latency
from malle.live.letters import longest
from malle.live.opening import opened
from malle.live.pace import Pace
from malle.live.persons import Persons
from malle.live.refusing import refusal
from malle.live.room import Room
from malle.live.rooms import Rooms
from malle.live.sitters import Sitters, doubt, has_seat, holds, sits
from malle.live.taking_away import TakingAway
from malle.live.watcher import CHANGED, Watcher, show_to
from malle.live.writing import move_of, opening_after, robots_asked, wish_hash
from malle.loops import LATE, Turns, about, contained, for_ever, tell
from malle.store.away import Unavailable
from malle.store.killpoint import reach
from malle.store.store import News, Store, Stored, TableId, database_of, write_id
from malle.store.writer import Move, Status, Written
from malle.table import Step, Table
from malle.table.snapshot import from_snapshot, take_snapshot
from malle.wire.boxes import Boxes
from malle.wire.config import Config
from malle.wire.library import Library

_RETURN = "ask return"
TRIES = 64
"""Attempts to write one entry before `Stale` is raised. Each failed attempt means that the table has moved on."""
_log = structlog.get_logger()


class House:
    """The table service of one process: computes and commits moves, follows the log and notifies viewers."""

    def __init__(self, config: Config, library: Library | None = None, *, store: Store | None = None) -> None:
        """Set up the service without connecting; call `open` next. `library` and `store` are made from
        `config` if they are not given."""
        self.config = config
        self.library = library or Library(boxes=Boxes(folder=config.editions))
        self.store = store or Store(config.databases, config.people, config.zone)
        self.knocking = Knocking(self.store)
        self.counts: Counter[str] = Counter()
        """Event counters by name, for the metrics."""
        self.failed: Counter[str] = Counter()
        """Unexpected background errors, counted by task name; see `malle.background.loops`."""
        self.turns = Turns()
        """When each background loop last completed an iteration."""
        self.aside = Aside(self.store)
        self.crowd = Crowd(self.counts)
        self.moved, self.asked = Latency(), Latency()
        """How long this process took to answer socket messages, and HTTP requests."""
        self._rooms = Rooms()
        self.sitters = Sitters(self.store, self._rooms)
        self.attendance = there = Attendance(self._rooms, lambda: self.bus)
        self.absences = Absences(self.store, self.attendance)
        self.persons = Persons(self.store.devices, self._rooms, lambda room: self.start(self.reseat(room)))
        self.taking_away = TakingAway(self.store, self._rooms, self.sitters)
        self.emotes = Emotes(self._rooms, lambda *what: self.bus.emote(*what))
        self.bus: AnyBus = LocalBus()
        if config.nats:
            self.bus = Bus(config.nats, self._heard, there.seen, self.emotes.heard, there.gone_on, self.failed)
        self.draining = False
        self.build = ""
        """Build of the client that this server ships; set by the web application."""
        self.dictionaries: Mapping[str, bytes] = {}
        """Compression dictionary of each game, by the game's name; set by the web application."""
        self.sealer = config.keys.sealer()
        self._loading: dict[TableId, asyncio.Task[Room]] = {}
        self._behind: dict[int, set[TableId]] = {database: set() for database in config.databases}
        self._is_behind = {database: asyncio.Event() for database in config.databases}
        self._tasks: set[asyncio.Task[Any]] = set()

    async def open(self) -> None:
        """Open the store and the bus, and start the background loops. Each database has loops of its own, so
        that one that is down delays no other."""
        await self.store.open()
        await self.bus.open()
        asyncio.get_running_loop().set_exception_handler(self._unforeseen)
        for database in self.config.databases:
            for turn in (self._catch_up_behind, self._sweep):
                self.loop(turn.__name__.strip("_"), partial(turn, database), database)
        for look in (self.attendance.say_again, self.sitters.learn_names, self.sitters.renew):
            self.loop(look.__name__, look)
        self.loop("drop_ended", self._rooms.look)

    async def close(self) -> None:
        """Cancel the tasks under way, then close the bus and the store. Entries that are in the log stay there."""
        self.draining = True
        for task in self._tasks:
            task.cancel()
        await self.bus.close()
        await self.store.close()

    def loop(self, name: str, turn: Callable[[], Awaitable[None]], database: int | None = None) -> None:
        """Start a background loop that awaits `iteration` again and again until this process ends. `name`
        counts its errors; with a database, its heartbeat is named `name` and the database's number."""
        called = name if database is None else f"{name} {database}"
        self.start(for_ever(name, turn, self.failed, turns=self.turns, called=called))

    def standing(self) -> list[str]:
        """Return the names of the stalled loops. A process with a stalled loop is not ready."""
        return self.turns.standing(LATE + 2 * self.config.sweep)

    def start(self, work: Any) -> None:
        """Run a coroutine as a task beside the others. `close` cancels it; an error in it is logged and counted."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        """Forget a finished task. Log and count its error, if it has one."""
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            tell("beside", error, self.failed)

    def _unforeseen(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Log and count an error that the event loop caught in a callback. This is the event loop's exception
        handler."""
        tell("event loop", context.get("exception") or RuntimeError(), self.failed)

    @property
    def answers(self) -> int:
        """Number of socket messages and HTTP requests answered so far."""
        return self.moved.count + self.asked.count

    def dictionary(self, sheet: Sheet) -> bytes:
        """Return the compression dictionary for frames of a game, or empty bytes if they are sent uncompressed."""
        return self.dictionaries.get(sheet.name, b"")

    @property
    def rooms(self) -> Mapping[TableId, Room]:
        """The rooms of the tables in memory, by table id."""
        return self._rooms

    # Rooms

    async def room(self, table: TableId) -> Room:
        """Return the room of a table. It is loaded if it is not in memory; callers that ask meanwhile share
        one load. Raises `NoSuchTable` if there is no such table."""
        found = self._rooms.ask(table)
        if found is not None:
            return found
        task = self._loading.get(table)
        if task is None:
            task = self._loading[table] = asyncio.create_task(self._load(table))
            task.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(task)

    async def _load(self, id_: TableId) -> Room:
        """Load a table and build its room. If something of the table's own fails, the table is quarantined;
        success ends an earlier quarantine."""
        stored = await self.store.load(id_)
        async with self.aside.guard(id_, marked=stored.aside):
            return await self._room_of(id_, stored)

    async def _room_of(self, id_: TableId, stored: Stored) -> Room:
        """Build the room of a loaded table: replay the log, set the deadline, read the seat owners. Return
        the cached room if another one was cached meanwhile."""
        setup = stored.setup
        first = self.opened(stored)
        if stored.snapshot is not None and len(stored.entries) < setup.late:  # delayed spectators see an older table
            stored = await self.store.load(id_, whole=True)
        table, snapshot = first, stored.snapshot
        if snapshot:
            table = from_snapshot(snapshot, setup, first.game, first.dealer, first.make)
        room = Room(id_, setup.table, table, self.library.sheet(setup.game, setup.version, setup.edition))
        room.snapshot, room.patience = table.seq, float("inf") if setup.bank else self.config.patience
        room.pace = Pace(longest) if self.config.pace else None
        lag.open_gallery(room)
        lag.replay(room, stored.entries, stored.ages, stored.age, self.config.window)
        self._show(room)
        room.set_clock(stored.seconds)
        room.reserve = await self.store.slow.reserve(id_) if setup.bank else 0
        await self.sitters.learn(room)
        room = self.hold(room)  # another room may have been cached meanwhile, with viewers
        self._rooms.keep(self.config.rooms)
        self.counts["loads"] += 1
        return room

    def opened(self, stored: Stored) -> Table:
        """Return a table as it was before the first entry of its log."""
        return opened(stored, self.library, self.sealer)

    def seed_of(self, stored: Stored) -> bytes:
        """Decrypt the seed of a table. Its dealer needs it, and after the end its record."""
        return self.sealer.open(stored.seed, stored.setup.table)

    def hold(self, room: Room) -> Room:
        """Return the cached room of this table; cache `room` if there is none. Call it before adding a
        viewer: the room may have been dropped while the viewer was identified, and another one loaded. Hints
        and sweeps reach only the cached room."""
        return self._rooms.setdefault(room.id, room)

    async def current(self, table: TableId) -> Room:
        """Return the room of a table, up to date. A room with viewers is kept up to date by hints and sweeps;
        for any other the log is queried. If the database is unavailable, the room is returned as it is."""
        room = await self.room(table)
        if not room.connections:
            with contextlib.suppress(Unavailable):
                await self.look_again(room)
                if room.sitters is None:
                    await self.sitters.learn(room)
        return room

    async def look_again(self, room: Room) -> None:
        """Bring one room up to date with the log. A viewer may come from a process that died before it sent a
        hint."""
        await self.catch_up({room.id: room})

    # Moves

    async def act(self, room: Room, who: Caller, seq: int, text: str, key: UUID) -> int:
        """Commit a player's move and return the seq after it. `seq` is the seq that the player saw, `text`
        the action in notation. The same `key` again gives the same answer without a second move. A robot's
        move first waits until the people could read what came before. Raises a `MalleError` that says why a
        move is refused."""
        _need_seat(who)

        def make(table: Table, seat: Seat) -> Step:
            """Return the step of this move at a table. Raises a `MalleError` if it is refused."""
            return table.act(seat, text, seq)

        if seq > room.shown_to(who.seat).table.seq:  # seen through another process, or made up
            await self.look_again(room)  # while it is behind, it knows of no open question
            await self.until_told(room)
        if not who.robot:
            self.attendance.see(room, who.seat, seq)
        elif room.pace is not None:
            await room.pace.until_read()
        with self.crowd:
            return await self._do(room, who, key, f"act {text}", make)

    async def ask(self, room: Room, who: Caller, seq: int, what: str, key: UUID) -> int:
        """Carry out a request that is no move of the game: undo, resign, give-up, return, pause, resume or
        next. Return the seq after it. It is decided by the newest table, not by the visible one, so it waits
        until an answer gives nothing away. Robots get `NotYours`."""
        if what == "return" and who.left is not None and who.left in room.table.left:
            who = Caller(who.left, person=who.person, device=who.device)
        _need_seat(who)
        if who.robot:
            raise NotYours("a robot plays its seat and asks for nothing else")
        await self.until_told(room)
        if what == "next":
            return await self._go_on(room, who, key)

        def make(table: Table, seat: Seat) -> Step:
            """Return the step of this request at a table. Raises a `MalleError` if it is refused."""
            match what:
                case "undo":
                    return table.undo(seat, seq)
                case "resign":
                    return table.resign(seat)
                case "give-up":
                    return table.give_up(seat)
                case "return":
                    return table.come_back(seat)
                case _:
                    return table.pause(on=what == "pause")

        return await self._do(room, who, key, f"ask {what}", make)

    async def _go_on(self, room: Room, who: Caller, key: UUID) -> int:
        """Open the next table for the people of a finished one, and return the finished table's seq. Only one
        next table is ever opened: later requests return the seq too and change nothing."""
        id_ = self.store.id_beside(room.id)
        text = write_id(id_)

        async def write(move: Move) -> Written:
            """Write the entry and the next table in one transaction."""
            await self.sitters.learn(room)  # a seat may have changed hands at another process; owners are copied
            return await self.store.go_on(move, opening_after(room, id_, self.sealer))

        try:
            seq = await self._do(room, who, key, "ask next", lambda table, _: table.go_on(text), write)
        except Illegal:
            if room.table.next:
                return room.table.seq
            raise
        if room.table.next == text:
            following = await self.room(id_)
            self.bus.hint(id_, following.table.seq, robots_asked(following))
        return seq

    async def _do(
        self,
        room: Room,
        who: Caller,
        key: UUID,
        wish: str,
        make: Callable[[Table, Seat], Step],
        write: Callable[[Move], Awaitable[Written]] | None = None,
    ) -> int:
        """Compute a step and write it; if another process writes first, catch up and try again. Return the
        seq of the written entry. `write` replaces the store's `write` where more is written in the same
        transaction. Raises `KeyReused` if the key belongs to another request, `Stale` after too many
        attempts. Any other refusal is computed from what the seat can see."""
        seat = _need_seat(who)
        hashed = wish_hash(seat, wish)
        async with room.lock:
            for _ in range(TRIES):
                table = room.table
                try:
                    if room.sitters is None:
                        await self.sitters.learn(room)
                    if not (holds if wish == _RETURN else sits)(room, who, seat):
                        raise NotYours()
                    step = lag.timed(room, make(table, seat), self.config.window)
                    held = lag.held(room, step, self.config.window)
                except Unavailable:
                    raise
                except MalleError as error:
                    done = await self.store.look(room.id, key, hashed)
                    if done.status is Status.REPEATED:
                        return done.seq
                    if done.status is Status.REUSED:
                        raise KeyReused() from error
                    await self.catch_up({room.id: room})
                    if room.table is not table:
                        continue
                    # Not assigned to a name: its traceback would keep this frame, and so the room, in memory.
                    raise self._counted(refusal(room, seat, make, error)) from None
                reach("drawn")
                written = await (write or self.store.write)(move_of(room.id, step, key, hashed, held))
                if written.status is Status.TAKEN:
                    self.written(room, step)
                    return written.seq
                if written.status is Status.REPEATED:
                    await self.catch_up({room.id: room})
                    return written.seq
                if written.status is Status.REUSED:
                    raise KeyReused()
                self.counts["races"] += 1
                await self.catch_up({room.id: room})
        raise Stale()

    def _counted(self, refused: MalleError) -> MalleError:
        """Count a refusal by its kind for the metrics, and return it."""
        self.counts[f"refused_{refused.slug}"] += 1
        return refused

    async def until_told(self, room: Room) -> None:
        """Wait while an answer could reveal whether all simultaneous answers are in."""
        if left := lag.seconds_unsaid(room, self.config.window):
            await asyncio.sleep(left)

    def written(self, room: Room, step: Step) -> None:
        """Advance this process's room by a step that it has just written, then send a hint to the other
        processes. Save a snapshot in the background if one is due."""
        self.counts["moves"] += 1
        self._advance(room, step)
        table = step.table
        self._heard(room.id, table.seq)  # in case this room was dropped meanwhile, and another one cached
        self.bus.hint(room.id, table.seq, robots_asked(room))
        if (older := lag.older(room, self.config.snapshot)) is not None:
            self.start(self._put_snapshot(room, older))

    def _advance(self, room: Room, step: Step) -> None:
        """Advance a room by a step, if it is the next one, with its reveal delay and reading time. Viewers
        are notified once the event loop is free. Changed seats are looked up again in the background."""
        before = room.table.kinds
        if step.table.seq == room.table.seq + 1:
            lag.hold_back(room, step, self.config.window)
            lag.gather(room, step)
        if room.advance(step):
            lag.follow(room)
            if room.pace is not None and room.part is None:
                room.pace.follow(room.sheet, step, lag.shown_at(room))
            if room.table.kinds is not before:  # identity, not equality: two persons may have swapped seats
                doubt(room, before)
                if room.knocker is not None and room.table.kinds[room.knocker.asked.seat] == "person":
                    room.set_knocker(None)
                self.start(self.reseat(room))
            if room.pending is None and (room.connections or lag.seconds_left(room)):
                room.pending = asyncio.get_running_loop().call_soon(self._show, room)

    def show(self, room: Room, mover: Watcher) -> None:
        """Notify the viewers at once if a notification is scheduled, `mover` first. So the mover gets the
        answer and the new state in one piece."""
        if room.pending is not None:
            room.pending.cancel()
            self._show(room, mover)

    def _show(self, room: Room, *first: Watcher) -> None:
        """Notify all viewers, those in `first` before the others. While a reveal is delayed, call this method
        again when it is due. Each viewer gets the newest state that it may see, as fast as it reads."""
        left = lag.seconds_left(room)
        room.pending = asyncio.get_running_loop().call_later(left, self._show, room) if left else None
        if not left:
            lag.follow(room)
        show_to(iter((*first, *room.connections.difference(first))))

    async def reseat(self, room: Room) -> None:
        """Learn the seat owners again after a seat has changed hands, and notify viewers. Disconnect viewers
        whose seat is no longer theirs, and spectators who have a seat now. Retries until the database
        answers."""
        while True:
            try:
                await self.sitters.learn(room)
                break
            except Unavailable:  # until then nothing is sent to the seats in question
                await asyncio.sleep(1)
        for connection in tuple(room.connections):
            who = connection.who
            moved = who.seat is not None and not sits(room, who, who.seat)
            if moved or (who.seat is None and has_seat(room, who)):
                connection.drop(CHANGED)
        room.wake()

    async def _put_snapshot(self, room: Room, table: Table) -> None:
        """Write a snapshot of a table. If the database is unavailable it is only logged."""
        try:
            await self.store.put_snapshot(room.id, table.seq, take_snapshot(table))
        except Unavailable:
            _log.info("snapshot", table=room.text, trouble="unavailable")

    # Catching up

    def _heard(self, table: int, seq: int) -> None:
        """Note a hint that a table has reached `seq`, so that its room catches up. Rooms without viewers
        ignore hints: a reverse proxy may send the table's players to another process, and the next viewer
        makes the room read the log."""
        room = self._rooms.get(TableId(table))
        if room is not None and room.connections and room.table.seq < seq:
            self._behind[database_of(room.id)].add(room.id)
            self._is_behind[database_of(room.id)].set()

    async def catch_up(self, rooms: Mapping[TableId, Room]) -> bool:
        """Apply to these rooms what the log has since. One query a database. Return whether any room has
        advanced."""
        moved = False
        for id_, news in (await self.store.news({id_: room.table.seq for id_, room in rooms.items()})).items():
            moved |= self._follow(rooms[id_], news)
        return moved

    def _follow(self, room: Room, news: News) -> bool:
        """Advance a room by the entries read from the log, and set its deadline. Return whether it has
        advanced. Entries that it has already are skipped."""
        moved = False
        for entry in news.entries:
            if entry.seq == room.table.seq + 1:
                self._advance(room, room.table.follow(entry))
                self.counts["followed"] += 1
                moved = True
        room.set_clock(news.seconds)
        return moved

    async def _catch_up_behind(self, database: int) -> None:
        """Wait until rooms of a database are marked as behind, then bring them up to date. One iteration of a
        loop; if the database is unavailable, the marks stay."""
        event = self._is_behind[database]
        await event.wait()
        event.clear()
        tables, self._behind[database] = self._behind[database], set()
        rooms = {each: self._rooms[each] for each in tables if each in self._rooms}
        try:
            found = await self.store.news({id_: room.table.seq for id_, room in rooms.items()})
        except Unavailable:
            self._behind[database].update(tables)
            await asyncio.sleep(0.1)
            event.set()
            return
        for id_, news in found.items():
            with contained("follow", self.failed, table=rooms[id_].text):
                self._follow(rooms[id_], news)

    async def _sweep(self, database: int) -> None:
        """Find what no hint reported, for all rooms with viewers in one database. One iteration of a loop: it
        notifies viewers of states not yet sent, marks rooms that are behind the log, and refreshes seat
        requests, absences and moderation."""
        await asyncio.sleep(about(self.config.sweep))
        seen = {id_: room for id_, room in self._rooms.items() if room.connections and database_of(id_) == database}
        for room in seen.values():
            for connection in tuple(room.connections):
                connection.show()
        try:
            late = await self.store.behind({id_: room.table.seq for id_, room in seen.items()})
            await self.knocking.look(seen)
            await self.absences.look(seen)
            await self.taking_away.look(database)
        except Unavailable:
            late = []  # the store logs it
        self.counts["swept"] += len(late)
        self._behind[database].update(late)
        self._is_behind[database].set()  # even if nothing is behind, so that the other loop shows a heartbeat


def _need_seat(who: Caller) -> Seat:
    """Return the caller's seat. Raises `NotYourTurn` for spectators. This check comes first and never waits:
    otherwise a delayed spectator could learn from the time of the answer that a simultaneous question has
    opened."""
    if who.seat is None:
        raise NotYourTurn("spectators only look")
    return who.seat
