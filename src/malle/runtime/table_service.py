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

from malle.background.loops import (
    STALLED_AFTER_SECONDS,
    LoopHeartbeats,
    jittered,
    log_and_swallow,
    log_error,
    run_forever,
)
from malle.config.edition_folder import CustomEditions
from malle.config.game_library import GameLibrary
from malle.config.settings import Config
from malle.core import GameInfo, Illegal, MalleError, NotYourTurn, Seat, Stale
from malle.messaging.local_bus import Bus, LocalBus
from malle.messaging.nats_bus import NatsBus
from malle.runtime.latency_histogram import LatencyHistogram
from malle.runtime.load_shedding import LoadShedder
from malle.runtime.load_table import build_initial_table
from malle.runtime.log_writes import plan_next_table, request_digest, robot_bits_to_ask, to_log_write
from malle.runtime.moderation import ModerationWatcher
from malle.runtime.presence.absence import AbsenceWatcher
from malle.runtime.presence.emotes import EmoteRelay
from malle.runtime.presence.presence import PresenceTracker
from malle.runtime.quarantine import Quarantine
from malle.runtime.room import Room
from malle.runtime.room_cache import RoomCache
from malle.runtime.seats.device_owners import DeviceOwners
from malle.runtime.seats.identity import Caller, KeyReused, NotYours
from malle.runtime.seats.seat_owners import SeatOwners, has_seat, mark_uncertain, may_act_for, may_reclaim
from malle.runtime.seats.seat_request_watcher import SeatRequestWatcher
from malle.runtime.timing import reveal_delay
from malle.runtime.timing.reading_time import ReadingTimer
from malle.runtime.timing.sentence_lengths import longest_sentence_lengths
from malle.runtime.views.refusals import visible_refusal
from malle.runtime.views.viewer import SEAT_CHANGED_REASON, ConnectedViewer, notify_viewers
from malle.storage.crash_points import crash_point
from malle.storage.database_errors import DatabaseUnavailable
from malle.storage.log_writer import LogWrite, WriteResult, WriteStatus
from malle.storage.store import LoadedTable, LogUpdate, Store, TableId, database_of, format_table_id
from malle.table import Step, Table
from malle.table.snapshot import encode_snapshot, restore_table

_RETURN_REQUEST = "ask return"
MAX_COMMIT_ATTEMPTS = 64
"""Attempts to write one entry before `Stale` is raised. Each failed attempt means that the table has moved on."""
_log = structlog.get_logger()


class TableService:
    """The table service of one process: computes and commits moves, follows the log and notifies viewers."""

    def __init__(self, config: Config, library: GameLibrary | None = None, *, store: Store | None = None) -> None:
        """Set up the service without connecting; call `open` next. `library` and `store` are made from
        `config` if they are not given."""
        self.config = config
        self.library = library or GameLibrary(custom_editions=CustomEditions(folder=config.editions_folder))
        self.store = store or Store(config.table_databases, config.people_database, config.time_zone)
        self.seat_request_watcher = SeatRequestWatcher(self.store)
        self.counters: Counter[str] = Counter()
        """Event counters by name, for the metrics."""
        self.error_counters: Counter[str] = Counter()
        """Unexpected background errors, counted by task name; see `malle.background.loops`."""
        self.loop_heartbeats = LoopHeartbeats()
        """When each background loop last completed an iteration."""
        self.quarantine = Quarantine(self.store)
        self.load_shedder = LoadShedder(self.counters)
        self.move_latency, self.request_latency = LatencyHistogram(), LatencyHistogram()
        """How long this process took to answer socket messages, and HTTP requests."""
        self._rooms = RoomCache()
        self.seat_owners = SeatOwners(self.store, self._rooms)
        self.presence = presence = PresenceTracker(self._rooms, lambda: self.bus)
        self.absences = AbsenceWatcher(self.store, self.presence)
        self.device_owners = DeviceOwners(
            self.store.devices, self._rooms, lambda room: self.start_task(self.refresh_seat_owners(room))
        )
        self.moderation = ModerationWatcher(self.store, self._rooms, self.seat_owners)
        self.emotes = EmoteRelay(self._rooms, lambda *what: self.bus.send_emote(*what))
        self.bus: Bus = LocalBus()
        if config.nats_url:
            self.bus = NatsBus(
                config.nats_url,
                self._on_hint,
                presence.on_remote_presence,
                self.emotes.on_remote_emote,
                presence.on_remote_read,
                self.error_counters,
            )
        self.draining = False
        """Whether this process is about to end."""
        self.client_build = ""
        """Version of the client that this server ships; set by the web application."""
        self.compression_dictionaries: Mapping[str, bytes] = {}
        """Compression dictionary of each game, by the game's name; set by the web application."""
        self.seed_cipher = config.keyring.seed_cipher()
        self._loading: dict[TableId, asyncio.Task[Room]] = {}
        self._stale_tables: dict[int, set[TableId]] = {database: set() for database in config.table_databases}
        self._stale_events = {database: asyncio.Event() for database in config.table_databases}
        self._tasks: set[asyncio.Task[Any]] = set()

    async def open(self) -> None:
        """Open the store and the bus, and start the background loops. Each database has loops of
        its own, so that an unavailable database delays no other."""
        await self.store.open()
        await self.bus.open()
        asyncio.get_running_loop().set_exception_handler(self._on_loop_error)
        for database in self.config.table_databases:
            for iteration in (self._catch_up_behind, self._sweep):
                self.start_loop(iteration.__name__.strip("_"), partial(iteration, database), database)
        self.start_loop("say_again", self.presence.rebroadcast)
        self.start_loop("learn_names", self.seat_owners.learn_names)
        self.start_loop("renew", self.seat_owners.renew)
        self.start_loop("drop_ended", self._rooms.wait_and_drop_ended)

    async def close(self) -> None:
        """Cancel the tasks under way, then close the bus and the store. Entries that are in the log stay there."""
        self.draining = True
        for task in self._tasks:
            task.cancel()
        await self.bus.close()
        await self.store.close()

    def start_loop(self, name: str, iteration: Callable[[], Awaitable[None]], database: int | None = None) -> None:
        """Start a background loop that calls and awaits `iteration` again and again until this
        process ends. Its errors are counted under `name`. With a `database`, the name of its
        heartbeat is `name` and the database's number."""
        heartbeat_name = name if database is None else f"{name} {database}"
        self.start_task(
            run_forever(
                name, iteration, self.error_counters, heartbeats=self.loop_heartbeats, heartbeat_name=heartbeat_name
            )
        )

    def stalled_loops(self) -> list[str]:
        """Return the names of the background loops that have not completed an iteration for too
        long. A process with such a loop is not ready."""
        return self.loop_heartbeats.stalled(STALLED_AFTER_SECONDS + 2 * self.config.sync_seconds)

    def start_task(self, coroutine: Any) -> None:
        """Run a coroutine as a task in the background. `close` cancels it; an error in it is logged
        and counted."""
        task = asyncio.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._on_task_done)

    def _on_task_done(self, task: asyncio.Task[Any]) -> None:
        """Forget a finished task. Log and count its error, if it has one."""
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            log_error("beside", error, self.error_counters)

    def _on_loop_error(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Log and count an error that nobody else handled, such as one in a callback. This is the
        event loop's exception handler."""
        log_error("event loop", context.get("exception") or RuntimeError(), self.error_counters)

    @property
    def answer_count(self) -> int:
        """Number of socket messages and HTTP requests answered so far."""
        return self.move_latency.count + self.request_latency.count

    def compression_dictionary(self, game_info: GameInfo) -> bytes:
        """Return the compression dictionary for frames of a game, or empty bytes if they are sent uncompressed."""
        return self.compression_dictionaries.get(game_info.name, b"")

    @property
    def rooms(self) -> Mapping[TableId, Room]:
        """The rooms of the tables in memory, by table id."""
        return self._rooms

    # Rooms

    async def get_room(self, table_id: TableId) -> Room:
        """Return the room of a table. It is loaded if it is not in memory; callers that ask
        meanwhile share one load. The room may be behind the log. Raises `NoSuchTable`,
        `DatabaseUnavailable` if it cannot be loaded, or the error for which the table is
        quarantined."""
        room = self._rooms.get_and_touch(table_id)
        if room is not None:
            return room
        task = self._loading.get(table_id)
        if task is None:
            task = self._loading[table_id] = asyncio.create_task(self._load_room(table_id))
            task.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(task)

    async def _load_room(self, table_id: TableId) -> Room:
        """Load a table and build its room. If the room cannot be built, the table is quarantined;
        success ends an earlier quarantine. Raises `NoSuchTable` if there is no such table."""
        loaded = await self.store.load_table(table_id)
        async with self.quarantine.guard(table_id, is_quarantined=loaded.is_quarantined):
            return await self._build_room(table_id, loaded)

    async def _build_room(self, table_id: TableId, loaded: LoadedTable) -> Room:
        """Build the room of a loaded table: replay the log, set the deadline, read the seat owners.
        Return the room that is cached then, which is another one if somebody else cached it
        meanwhile."""
        setup = loaded.setup
        first = self.build_initial_table(loaded)
        if loaded.snapshot is not None and len(loaded.entries) < setup.late:  # delayed spectators see an older table
            loaded = await self.store.load_table(table_id, whole_log=True)
        table, snapshot = first, loaded.snapshot
        if snapshot:
            table = restore_table(snapshot, setup, first.game, first.dealer, first.make_game)
        room = Room(table_id, setup.table, table, self.library.game_info(setup.game, setup.version, setup.edition))
        room.snapshot_seq, room.absent_after_seconds = (
            table.seq,
            float("inf") if setup.bank else self.config.absent_after_seconds,
        )
        room.reading_timer = ReadingTimer(longest_sentence_lengths) if self.config.robots_wait_for_readers else None
        reveal_delay.open_spectator_room(room)
        reveal_delay.replay_log(
            room, loaded.entries, loaded.entry_ages, loaded.snapshot_age, self.config.min_answer_seconds
        )
        self._notify_viewers(room)
        room.set_seconds_left(loaded.seconds_to_deadline)
        room.time_bank_seconds = await self.store.correspondence.time_bank_seconds(table_id) if setup.bank else 0
        await self.seat_owners.load_owners(room)
        room = self.ensure_cached(room)  # another room may have been cached meanwhile, with viewers
        self._rooms.drop_oldest(self.config.idle_tables_in_memory)
        self.counters["loads"] += 1
        return room

    def build_initial_table(self, loaded: LoadedTable) -> Table:
        """Return a loaded table as it was before the first entry of its log. Raises a `MalleError`
        if its rules, edition or seed key is missing here."""
        return build_initial_table(loaded, self.library, self.seed_cipher)

    def decrypt_seed(self, loaded: LoadedTable) -> bytes:
        """Return the seed of a loaded table, decrypted. Its dealer needs the seed, and so does its
        record after the end."""
        return self.seed_cipher.decrypt(loaded.seed, loaded.setup.table)

    def ensure_cached(self, room: Room) -> Room:
        """Return the cached room of this table; cache `room` if there is none. Call it before
        adding a viewer: `room` may have been dropped while the viewer was identified, and another
        one loaded. Hints and sweeps reach only the cached room."""
        return self._rooms.setdefault(room.id, room)

    async def get_fresh_room(self, table_id: TableId) -> Room:
        """Return the room of a table, up to date, loading it if needed. A room with viewers is kept
        up to date by hints and sweeps; one without is synced with the log here. If that fails
        because the database is unavailable, the room in memory is returned as it is. Raises
        `NoSuchTable`, and `DatabaseUnavailable` if the room cannot be loaded."""
        room = await self.get_room(table_id)
        if not room.connections:
            with contextlib.suppress(DatabaseUnavailable):
                await self.sync_with_log(room)
                if room.seat_owners is None:
                    await self.seat_owners.load_owners(room)
        return room

    async def sync_with_log(self, room: Room) -> None:
        """Bring one room up to date with the log. Hints may be missing: a process may have died
        after it wrote, before it sent a hint. Raises `DatabaseUnavailable`."""
        await self.catch_up({room.id: room})

    # Moves

    async def act(self, room: Room, caller: Caller, seq: int, text: str, key: UUID) -> int:
        """Commit a player's move and return the seq after it. `seq` is the seq that the player saw,
        `text` the action in notation. The same `key` again gives the same answer without a second
        move. A robot's move first waits until the people could read what came before. Raises a
        `MalleError` that says why a move is refused."""
        _require_seat(caller)

        def build_step(table: Table, seat: Seat) -> Step:
            """Return the step of this move at a table. Raises a `MalleError` if it is refused."""
            return table.act(seat, text, seq)

        if seq > room.visible_room(caller.seat).table.seq:  # seen through another process, or made up
            await self.sync_with_log(room)  # while it is behind, it knows of no open question
            await self.wait_until_answerable(room)
        if not caller.is_robot:
            self.presence.mark_read(room, caller.seat, seq)
        elif room.reading_timer is not None:
            await room.reading_timer.wait_until_read()
        with self.load_shedder:
            return await self._commit(room, caller, key, f"act {text}", build_step)

    async def perform_request(self, room: Room, caller: Caller, seq: int, request: str, key: UUID) -> int:
        """Carry out a request that is no move of the game: undo, resign, give-up, return, pause,
        resume or next. Return the seq after it; the same `key` again gives the same answer. It is
        decided by the newest table, not by the visible one, so it waits until an answer gives
        nothing away. Raises `NotYourTurn` for spectators, `NotYours` for robots, and any other
        `MalleError` that says why it is refused."""
        if request == "return" and caller.left_seat is not None and caller.left_seat in room.table.vacated_seats:
            caller = Caller(caller.left_seat, person=caller.person, device_digest=caller.device_digest)
        _require_seat(caller)
        if caller.is_robot:
            raise NotYours("a robot plays its seat and asks for nothing else")
        await self.wait_until_answerable(room)
        if request == "next":
            return await self._continue_at_next_table(room, caller, key)

        def build_step(table: Table, seat: Seat) -> Step:
            """Return the step of this request at a table. Raises a `MalleError` if it is refused."""
            match request:
                case "undo":
                    return table.undo(seat, seq)
                case "resign":
                    return table.resign(seat)
                case "give-up":
                    return table.give_up(seat)
                case "return":
                    return table.return_to_seat(seat)
                case _:
                    return table.pause(on=request == "pause")

        return await self._commit(room, caller, key, f"ask {request}", build_step)

    async def _continue_at_next_table(self, room: Room, caller: Caller, key: UUID) -> int:
        """Open the next table for the people of a finished one, and return the finished table's
        seq. Only one next table is ever opened: later requests change nothing and return the
        finished table's present seq."""
        next_id = self.store.new_table_id_beside(room.id)
        text = format_table_id(next_id)

        async def write(move: LogWrite) -> WriteResult:
            """Write the entry of the finished table and the next table, in one transaction."""
            await self.seat_owners.load_owners(
                room
            )  # a seat may have changed hands at another process; owners are copied
            return await self.store.write_move_and_next_table(move, plan_next_table(room, next_id, self.seed_cipher))

        try:
            seq = await self._commit(room, caller, key, "ask next", lambda table, _: table.continue_at(text), write)
        except Illegal:
            if room.table.next_table:
                return room.table.seq
            raise
        if room.table.next_table == text:
            next_room = await self.get_room(next_id)
            self.bus.send_hint(next_id, next_room.table.seq, robot_bits_to_ask(next_room))
        return seq

    async def _commit(
        self,
        room: Room,
        caller: Caller,
        key: UUID,
        request: str,
        build_step: Callable[[Table, Seat], Step],
        write: Callable[[LogWrite], Awaitable[WriteResult]] | None = None,
    ) -> int:
        """Compute a step and write it; if another process writes first, catch up and try again.
        Return the seq of the written entry, also if it was written before under the same `key`.
        `write` replaces `Store.write_move` where more is written in the same transaction. Raises
        `KeyReused` if the key belongs to another request, and `Stale` after `MAX_COMMIT_ATTEMPTS`.
        Any other refusal is what the table that the seat can see would say."""
        seat = _require_seat(caller)
        digest = request_digest(seat, request)
        async with room.lock:
            for _ in range(MAX_COMMIT_ATTEMPTS):
                table = room.table
                try:
                    if room.seat_owners is None:
                        await self.seat_owners.load_owners(room)
                    if not (may_reclaim if request == _RETURN_REQUEST else may_act_for)(room, caller, seat):
                        raise NotYours()
                    step = reveal_delay.extend_deadline(room, build_step(table, seat), self.config.min_answer_seconds)
                    delay_seconds = reveal_delay.seconds_until_reveal(room, step, self.config.min_answer_seconds)
                except DatabaseUnavailable:
                    raise
                except MalleError as error:
                    earlier = await self.store.find_by_key(room.id, key, digest)
                    if earlier.status is WriteStatus.REPEATED:
                        return earlier.seq
                    if earlier.status is WriteStatus.REUSED:
                        raise KeyReused() from error
                    await self.catch_up({room.id: room})
                    if room.table is not table:
                        continue
                    # Not assigned to a name: its traceback would keep this frame, and so the room, in memory.
                    raise self._count_refusal(visible_refusal(room, seat, build_step, error)) from None
                crash_point("drawn")
                result = await (write or self.store.write_move)(to_log_write(room.id, step, key, digest, delay_seconds))
                if result.status is WriteStatus.TAKEN:
                    self.publish_step(room, step)
                    return result.seq
                if result.status is WriteStatus.REPEATED:
                    await self.catch_up({room.id: room})
                    return result.seq
                if result.status is WriteStatus.REUSED:
                    raise KeyReused()
                self.counters["races"] += 1
                await self.catch_up({room.id: room})
        raise Stale()

    def _count_refusal(self, error: MalleError) -> MalleError:
        """Count a refusal by its slug for the metrics, and return it."""
        self.counters[f"refused_{error.slug}"] += 1
        return error

    async def wait_until_answerable(self, room: Room) -> None:
        """Sleep until a reply of the server is allowed to reveal whether all players' simultaneous
        moves are in."""
        if seconds := reveal_delay.seconds_until_answerable(room, self.config.min_answer_seconds):
            await asyncio.sleep(seconds)

    def publish_step(self, room: Room, step: Step) -> None:
        """Advance this process's room by a step that it has just written, and send a hint to the
        other processes. Save a snapshot in the background if one is due. Call it while holding the
        room's lock."""
        self.counters["moves"] += 1
        self._advance_room(room, step)
        table = step.table
        self._on_hint(room.id, table.seq)  # in case this room was dropped meanwhile, and another one cached
        self.bus.send_hint(room.id, table.seq, robot_bits_to_ask(room))
        if (snapshot_table := reveal_delay.pop_due_snapshot(room, self.config.moves_between_snapshots)) is not None:
            self.start_task(self._save_snapshot(room, snapshot_table))

    def _advance_room(self, room: Room, step: Step) -> None:
        """Advance a room by a step, if it is the next one, with its reveal delay and reading time.
        Viewers are notified in the next turn of the event loop. If seats have changed hands, their
        owners are read again in the background."""
        kinds_before = room.table.seat_kinds
        if step.table.seq == room.table.seq + 1:
            reveal_delay.delay_reveal(room, step, self.config.min_answer_seconds)
            reveal_delay.group_acts(room, step)
        if room.advance(step):
            reveal_delay.advance_spectators(room)
            if room.reading_timer is not None and room.hidden_acts is None:
                room.reading_timer.add_step(room.game_info, step, reveal_delay.reveal_time(room))
            if room.table.seat_kinds is not kinds_before:  # identity, not equality: two persons may have swapped seats
                mark_uncertain(room, kinds_before)
                if room.seat_request is not None and room.table.seat_kinds[room.seat_request.request.seat] == "person":
                    room.set_seat_request(None)
                self.start_task(self.refresh_seat_owners(room))
            if room.scheduled_show is None and (room.connections or reveal_delay.remaining_delay_seconds(room)):
                room.scheduled_show = asyncio.get_running_loop().call_soon(self._notify_viewers, room)

    def notify_now(self, room: Room, mover: ConnectedViewer) -> None:
        """Show the newest state to the viewers now, `mover` first, if that was scheduled. So the
        mover gets the answer and the new state in one piece."""
        if room.scheduled_show is not None:
            room.scheduled_show.cancel()
            self._notify_viewers(room, mover)

    def _notify_viewers(self, room: Room, *first: ConnectedViewer) -> None:
        """Notify all viewers, those in `first` before the others. While a reveal is delayed,
        schedule another call for when it is due. Each viewer gets the newest state that it may
        see."""
        seconds = reveal_delay.remaining_delay_seconds(room)
        room.scheduled_show = (
            asyncio.get_running_loop().call_later(seconds, self._notify_viewers, room) if seconds else None
        )
        if not seconds:
            reveal_delay.advance_spectators(room)
        notify_viewers(iter((*first, *room.connections.difference(first))))

    async def refresh_seat_owners(self, room: Room) -> None:
        """Read the seat owners again after a seat has changed hands, and notify viewers. Disconnect
        viewers whose seat is another player's now, and spectators who have a seat now. Waits and
        tries again until the database answers."""
        while True:
            try:
                await self.seat_owners.load_owners(room)
                break
            except DatabaseUnavailable:  # until then nothing is sent to the seats in question
                await asyncio.sleep(1)
        for connection in tuple(room.connections):
            caller = connection.caller
            moved = caller.seat is not None and not may_act_for(room, caller, caller.seat)
            if moved or (caller.seat is None and has_seat(room, caller)):
                connection.disconnect(SEAT_CHANGED_REASON)
        room.notify_all()

    async def _save_snapshot(self, room: Room, table: Table) -> None:
        """Write a snapshot of `table`. If the database is unavailable, that is only logged."""
        try:
            await self.store.store_snapshot(room.id, table.seq, encode_snapshot(table))
        except DatabaseUnavailable:
            _log.info("snapshot", table=room.id_text, trouble="unavailable")

    # Catching up

    def _on_hint(self, table_id: int, seq: int) -> None:
        """Note a hint that a table has reached `seq`, so that its room catches up in the
        background. A room without viewers ignores hints: a reverse proxy may send the table's
        players to another process. The next viewer makes the room read the log."""
        room = self._rooms.get(TableId(table_id))
        if room is not None and room.connections and room.table.seq < seq:
            self._stale_tables[database_of(room.id)].add(room.id)
            self._stale_events[database_of(room.id)].set()

    async def catch_up(self, rooms: Mapping[TableId, Room]) -> bool:
        """Apply to these rooms what the log has after their seqs, with one query for each database.
        Return whether any room has advanced. Raises `DatabaseUnavailable`."""
        has_advanced = False
        for table_id, update in (
            await self.store.log_updates({table_id: room.table.seq for table_id, room in rooms.items()})
        ).items():
            has_advanced |= self._apply_log_update(rooms[table_id], update)
        return has_advanced

    def _apply_log_update(self, room: Room, update: LogUpdate) -> bool:
        """Advance a room by the entries read from the log, and set its deadline. Return whether it
        has advanced. Entries that the room has already are skipped."""
        has_advanced = False
        for entry in update.entries:
            if entry.seq == room.table.seq + 1:
                self._advance_room(room, room.table.follow(entry))
                self.counters["followed"] += 1
                has_advanced = True
        room.set_seconds_left(update.seconds_to_deadline)
        return has_advanced

    async def _catch_up_behind(self, database: int) -> None:
        """Wait until rooms of a database are marked as behind the log, then bring them up to date.
        One iteration of a loop. If the database is unavailable, the marks stay and it tries again
        soon."""
        event = self._stale_events[database]
        await event.wait()
        event.clear()
        tables, self._stale_tables[database] = self._stale_tables[database], set()
        rooms = {table_id: self._rooms[table_id] for table_id in tables if table_id in self._rooms}
        try:
            updates = await self.store.log_updates({id_: room.table.seq for id_, room in rooms.items()})
        except DatabaseUnavailable:
            self._stale_tables[database].update(tables)
            await asyncio.sleep(0.1)
            event.set()
            return
        for id_, update in updates.items():
            with log_and_swallow("follow", self.error_counters, table=rooms[id_].id_text):
                self._apply_log_update(rooms[id_], update)

    async def _sweep(self, database: int) -> None:
        """Wait, then find what no hint reported, for all rooms with viewers in one database. One
        iteration of a loop. It notifies viewers of states not yet sent, and marks rooms that are
        behind the log. It also refreshes seat requests, absences and votes, and applies the
        operator's removals."""
        await asyncio.sleep(jittered(self.config.sync_seconds))
        watched = {id_: room for id_, room in self._rooms.items() if room.connections and database_of(id_) == database}
        for room in watched.values():
            for connection in tuple(room.connections):
                connection.notify_if_changed()
        try:
            stale = await self.store.tables_behind({id_: room.table.seq for id_, room in watched.items()})
            await self.seat_request_watcher.refresh(watched)
            await self.absences.refresh(watched)
            await self.moderation.apply_removals(database)
        except DatabaseUnavailable:
            stale = []  # the store logs it
        self.counters["swept"] += len(stale)
        self._stale_tables[database].update(stale)
        self._stale_events[database].set()  # even if nothing is behind, so that the other loop shows a heartbeat


def _require_seat(caller: Caller) -> Seat:
    """Return the caller's seat. Raises `NotYourTurn` for spectators. This check comes first and
    never waits: otherwise a delayed spectator could learn from the time of the answer that several
    seats are being asked."""
    if caller.seat is None:
        raise NotYourTurn("spectators only look")
    return caller.seat
