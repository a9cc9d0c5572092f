"""The house: what one process does for all tables. No table belongs to it; the log in the database decides.

A move: the table settles it and the chance after it (pure), the store writes it if the table is still where we thought
it was, the mover is answered, those who look are shown, the other processes get a hint. Lost the race? Catch up from
the log and settle it again, as long as the seat has been awaited all the time. Was it there already? The same answer.
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
"""Lost races in a row before we say so; each one means that the table has moved on."""
_log = structlog.get_logger()


class House:
    """One process."""

    def __init__(self, config: Config, library: Library | None = None, *, store: Store | None = None) -> None:
        self.config = config
        self.library = library or Library(boxes=Boxes(folder=config.editions))
        self.store = store or Store(config.databases, config.people, config.zone)
        self.knocking = Knocking(self.store)
        self.counts: Counter[str] = Counter()
        """For the metrics."""
        self.failed: Counter[str] = Counter()
        """Errors that nobody foresaw or waits for, by where they were met; see `malle.loops`."""
        self.turns = Turns()
        """When each loop last ended a turn."""
        self.aside = Aside(self.store)
        self.crowd = Crowd(self.counts)
        self.moved, self.asked = Latency(), Latency()
        """How long it took to answer what was wished at sockets, and requests."""
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
        """Of the client that this server ships; set by the site."""
        self.dictionaries: Mapping[str, bytes] = {}
        """What frames of each game are packed with, by its name; set by the site."""
        self.sealer = config.keys.sealer()
        self._loading: dict[TableId, asyncio.Task[Room]] = {}
        self._behind: dict[int, set[TableId]] = {database: set() for database in config.databases}
        self._is_behind = {database: asyncio.Event() for database in config.databases}
        self._tasks: set[asyncio.Task[Any]] = set()

    async def open(self) -> None:
        """Begins to connect and to sweep. Each database has loops of its own: one that is away holds up no other."""
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
        """Ends what is under way; what is in the log stays there."""
        self.draining = True
        for task in self._tasks:
            task.cancel()
        await self.bus.close()
        await self.store.close()

    def loop(self, name: str, turn: Callable[[], Awaitable[None]], database: int | None = None) -> None:
        """Takes one turn after the other as long as this process lives."""
        called = name if database is None else f"{name} {database}"
        self.start(for_ever(name, turn, self.failed, turns=self.turns, called=called))

    def standing(self) -> list[str]:
        """The loops that stand still: this process is of no use to anybody who waits for them."""
        return self.turns.standing(LATE + 2 * self.config.sweep)

    def start(self, work: Any) -> None:
        """Runs something beside the rest."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            tell("beside", error, self.failed)

    def _unforeseen(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """What was called by the event loop and failed: told like everything that fails."""
        tell("event loop", context.get("exception") or RuntimeError(), self.failed)

    @property
    def answers(self) -> int:
        """Moves and pages that were answered."""
        return self.moved.count + self.asked.count

    def dictionary(self, sheet: Sheet) -> bytes:
        """What frames of a game are packed with; empty: they are not."""
        return self.dictionaries.get(sheet.name, b"")

    @property
    def rooms(self) -> Mapping[TableId, Room]:
        """The tables in memory."""
        return self._rooms

    # Rooms

    async def room(self, table: TableId) -> Room:
        """The room of a table, loaded if it is not here. `NoSuchTable` if there is none."""
        found = self._rooms.ask(table)
        if found is not None:
            return found
        task = self._loading.get(table)
        if task is None:
            task = self._loading[table] = asyncio.create_task(self._load(table))
            task.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(task)

    async def _load(self, id_: TableId) -> Room:
        stored = await self.store.load(id_)
        async with self.aside.guard(id_, marked=stored.aside):
            return await self._room_of(id_, stored)

    async def _room_of(self, id_: TableId, stored: Stored) -> Room:
        setup = stored.setup
        first = self.opened(stored)
        if stored.snapshot is not None and len(stored.entries) < setup.late:  # spectators look at an older table
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
        room = self.hold(room)  # somebody may have come by the one before meanwhile, and looks at that
        self._rooms.keep(self.config.rooms)
        self.counts["loads"] += 1
        return room

    def opened(self, stored: Stored) -> Table:
        """A table as it was before the first entry of its log."""
        return opened(stored, self.library, self.sealer)

    def seed_of(self, stored: Stored) -> bytes:
        """The seed of a table: for its dealer, and after the end for its record."""
        return self.sealer.open(stored.seed, stored.setup.table)

    def hold(self, room: Room) -> Room:
        """The room that hints and sweeps know, for somebody who is about to look at it: while they were let in, the one
        they were given may have been dropped, and another one opened."""
        return self._rooms.setdefault(room.id, room)

    async def current(self, table: TableId) -> Room:
        """The room of a table as it is now: hints and sweeps keep it so where somebody looks, elsewhere the log is
        asked. While its database is away, as it was."""
        room = await self.room(table)
        if not room.connections:
            with contextlib.suppress(Unavailable):
                await self.look_again(room)
                if room.sitters is None:
                    await self.sitters.learn(room)
        return room

    async def look_again(self, room: Room) -> None:
        """Somebody came, perhaps from a process that died before it could send a hint: where is the log?"""
        await self.catch_up({room.id: room})

    # Moves

    async def act(self, room: Room, who: Caller, seq: int, text: str, key: UUID) -> int:
        """A seat's action: the seq after it, once it is in the log. Again with the same key: the same answer."""
        _need_seat(who)

        def make(table: Table, seat: Seat) -> Step:
            return table.act(seat, text, seq)

        if seq > room.shown_to(who.seat).table.seq:  # seen through another process, or guessed
            await self.look_again(room)  # a process that is behind knows of no window
            await self.until_told(room)
        if not who.robot:
            self.attendance.see(room, who.seat, seq)
        elif room.pace is not None:
            await room.pace.until_read()
        with self.crowd:
            return await self._do(room, who, key, f"act {text}", make)

    async def ask(self, room: Room, who: Caller, seq: int, what: str, key: UUID) -> int:
        """Undo, resign, give up, return, pause, resume, next. They hang on the table as it is, not as it is shown."""
        if what == "return" and who.left is not None and who.left in room.table.left:
            who = Caller(who.left, person=who.person, device=who.device)
        _need_seat(who)
        if who.robot:
            raise NotYours("a robot plays its seat and asks for nothing else")
        await self.until_told(room)
        if what == "next":
            return await self._go_on(room, who, key)

        def make(table: Table, seat: Seat) -> Step:
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
        """The people of a finished table go on at another one, the same for all of them whoever asks."""
        id_ = self.store.id_beside(room.id)
        text = write_id(id_)

        async def write(move: Move) -> Written:
            await self.sitters.learn(room)  # a seat may have changed hands at another process
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
        """Makes a step and writes it, again and again while others are faster. `write` may write more with it."""
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
                    # No name for it here: it would hold this frame, and the frame the room, for as long as it likes.
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
        self.counts[f"refused_{refused.slug}"] += 1
        return refused

    async def until_told(self, room: Room) -> None:
        """Waits while an answer would tell whether a window has closed."""
        if left := lag.seconds_unsaid(room, self.config.window):
            await asyncio.sleep(left)

    def written(self, room: Room, step: Step) -> None:
        """We wrote this step: show it here, and tell the others."""
        self.counts["moves"] += 1
        self._advance(room, step)
        table = step.table
        self._heard(room.id, table.seq)  # in case this room was dropped meanwhile, and another one opened
        self.bus.hint(room.id, table.seq, robots_asked(room))
        if (older := lag.older(room, self.config.snapshot)) is not None:
            self.start(self._put_snapshot(room, older))

    def _advance(self, room: Room, step: Step) -> None:
        before = room.table.kinds
        if step.table.seq == room.table.seq + 1:
            lag.hold_back(room, step, self.config.window)
            lag.gather(room, step)
        if room.advance(step):
            lag.follow(room)
            if room.pace is not None and room.part is None:
                room.pace.follow(room.sheet, step, lag.shown_at(room))
            if room.table.kinds is not before:  # also where two of a kind have changed places
                doubt(room, before)
                if room.knocker is not None and room.table.kinds[room.knocker.asked.seat] == "person":
                    room.set_knocker(None)
                self.start(self.reseat(room))
            if room.pending is None and (room.connections or lag.seconds_left(room)):
                room.pending = asyncio.get_running_loop().call_soon(self._show, room)

    def show(self, room: Room, mover: Watcher) -> None:
        """Shows at once what is about to be shown: whoever has just been answered gets both in one piece."""
        if room.pending is not None:
            room.pending.cancel()
            self._show(room, mover)

    def _show(self, room: Room, *first: Watcher) -> None:
        """After the answer: all who look get the newest state they may see, each at their own pace."""
        left = lag.seconds_left(room)
        room.pending = asyncio.get_running_loop().call_later(left, self._show, room) if left else None
        if not left:
            lag.follow(room)
        show_to(iter((*first, *room.connections.difference(first))))

    async def reseat(self, room: Room) -> None:
        """Somebody sat down or left: learn the names, and send away whoever's seat it is no more."""
        while True:
            try:
                await self.sitters.learn(room)
                break
            except Unavailable:  # whoever sits there is sent nothing meanwhile
                await asyncio.sleep(1)
        for connection in tuple(room.connections):
            who = connection.who
            moved = who.seat is not None and not sits(room, who, who.seat)
            if moved or (who.seat is None and has_seat(room, who)):
                connection.drop(CHANGED)
        room.wake()

    async def _put_snapshot(self, room: Room, table: Table) -> None:
        try:
            await self.store.put_snapshot(room.id, table.seq, take_snapshot(table))
        except Unavailable:
            _log.info("snapshot", table=room.text, trouble="unavailable")

    # Catching up

    def _heard(self, table: int, seq: int) -> None:
        """A table has got there. Where nobody looks nothing is followed: a front leads the players of a table to
        another process than the one that opened it, and whoever comes here after all asks the log."""
        room = self._rooms.get(TableId(table))
        if room is not None and room.connections and room.table.seq < seq:
            self._behind[database_of(room.id)].add(room.id)
            self._is_behind[database_of(room.id)].set()

    async def catch_up(self, rooms: Mapping[TableId, Room]) -> bool:
        """Follows the log in these rooms: one query for all. Has any moved on?"""
        moved = False
        for id_, news in (await self.store.news({id_: room.table.seq for id_, room in rooms.items()})).items():
            moved |= self._follow(rooms[id_], news)
        return moved

    def _follow(self, room: Room, news: News) -> bool:
        moved = False
        for entry in news.entries:
            if entry.seq == room.table.seq + 1:
                self._advance(room, room.table.follow(entry))
                self.counts["followed"] += 1
                moved = True
        room.set_clock(news.seconds)
        return moved

    async def _catch_up_behind(self, database: int) -> None:
        """Follows the log at the tables that were said to have moved on."""
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
        """What no hint told: compares every room that is looked at with the database, and its viewers with the room."""
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
            late = []  # the store tells it
        self.counts["swept"] += len(late)
        self._behind[database].update(late)
        self._is_behind[database].set()  # with nothing to do, too: so it is seen that whoever waits for it still does


def _need_seat(who: Caller) -> Seat:
    """Spectators are refused before anything else, and at once: late ones could else tell by the time of the answer
    that a window has opened since what they see."""
    if who.seat is None:
        raise NotYourTurn("spectators only look")
    return who.seat
