"""Faults planted on purpose, to prove that the checker would see them.

Each one is a mistake that a server of this kind can really have. `plant` breaks the running process in that way; the
run of `tests.server.faults` must then say that something is wrong. `PLANS` has what a fault needs to show itself soon.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import importlib
import json
import random
import re
import signal
import time
from collections import Counter
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any
from uuid import UUID, uuid4

import nats.errors
from msgspec import Raw
from msgspec.structs import replace

from malle.core import MalleError
from malle.core.dealer import Dealer
from malle.i18n import translations
from malle.messaging.nats_bus import NatsBus
from malle.runtime import load_shedding, log_writes
from malle.runtime import table_service as house_module
from malle.runtime.history import my_games
from malle.runtime.room import Room
from malle.runtime.table_service import TableService
from malle.runtime.timing import deadlines
from malle.runtime.timing.deadlines import play_default_moves
from malle.runtime.views import frames
from malle.runtime.views.viewer import ConnectedViewer
from malle.storage import log_writer as writer_module
from malle.storage.log_writer import LogWrite, LogWriter, WriteResult, WriteStatus
from malle.storage.people.game_history import SeatedTable
from malle.storage.queries import TABLE_QUERIES
from malle.storage.store import Store, TableId
from malle.table import Step, Table
from malle.table.snapshot import encode_snapshot
from malle.web.realtime.table_socket import Connection, RawWebSocket
from malle.web.security import slow_clients
from malle.web.support import memory_trim as tidy_module
from tests.server.planted_edges import EDGES
from tests.server.planted_losses import LOSSES
from tests.server.planted_told import TOLD_LEAKS
from tests.server.planted_ways import HOLES, WAY_LEAKS

FAULTS: dict[str, Callable[[], None]] = {name: planting for name, (planting, _) in EDGES.items()}
PLANS: dict[str, dict[str, Any]] = {name: plan for name, (_, plan) in EDGES.items()}
"""What differs from the usual short run."""


def plant(name: str) -> None:
    """Breaks this process in the way that is named."""
    if name:
        others = {each: planting for each, (_, planting) in {**GAME_LEAKS, **WAY_LEAKS, **LOSSES}.items()}
        {**FAULTS, **LEAKS, **SLIPS, **others, **HOLES, **TOLD_LEAKS}[name]()


def fault(**plan: Any) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Adds a fault to the list, under the name of its function."""

    def add(function: Callable[[], None]) -> Callable[[], None]:
        name = function.__name__.replace("_", "-")
        FAULTS[name] = function
        PLANS[name] = plan
        return function

    return add


@fault()
def answer_before_commit() -> None:
    """The answer is sent while the move is still on its way to the database."""

    async def write(self: Store, move: LogWrite) -> WriteResult:
        shard = self._shard_of(TableId(move.tab))
        asyncio.get_running_loop().call_later(0.05, lambda: shard.writer.write(move))
        return WriteResult(WriteStatus.TAKEN, move.expected + 1)

    Store.write_move = write  # type: ignore[method-assign]


@fault(seconds=20, postgres=6, kill_every=100, nats_away=0, think=0.02)
def commit_without_flush() -> None:
    """PostgreSQL says COMMIT before the log is on the disk."""
    writer_module._SERVER_SETTINGS["synchronous_commit"] = "off"


@fault()
def no_key() -> None:
    """The client's key is not kept: a move sent again is a new move."""
    write_as_it_is = Store.write_move

    async def write(self: Store, move: LogWrite) -> WriteResult:
        return await write_as_it_is(self, replace(move, key=uuid4()))

    Store.write_move = write  # type: ignore[method-assign]


@fault()
def keys_in_memory() -> None:
    """Keys are remembered by the process, not by the database."""
    known: dict[Any, WriteResult] = {}
    write_as_it_is = Store.write_move

    async def write(self: Store, move: LogWrite) -> WriteResult:
        if move.key not in known:
            known[move.key] = await write_as_it_is(self, replace(move, key=uuid4()))
        return known[move.key]

    Store.write_move = write  # type: ignore[method-assign]


@fault()
def repeat_refused() -> None:
    """A move that was written already is refused as stale when it is sent again."""

    async def look(self: Store, *words: object) -> WriteResult:
        return WriteResult(WriteStatus.STALE, -1)

    Store.find_by_key = look  # type: ignore[method-assign, assignment]


@fault(seconds=18, nats_away=5, kill_every=100, postgres=0)
def hint_inline() -> None:
    """The answer waits until NATS has taken the hint."""
    act_as_it_is = TableService._commit

    async def do(self: TableService, *words: Any) -> int:
        seq = await act_as_it_is(self, *words)
        assert isinstance(self.bus, NatsBus)
        with contextlib.suppress(nats.errors.Error, OSError, TimeoutError):
            await self.bus._client.flush(timeout=2)
        return seq

    TableService._commit = do  # type: ignore[method-assign, assignment]


@fault(seconds=60, tables=10, kill_every=3, in_turn=True, postgres=0, nats_away=0, think=1.0)
def timer_in_memory() -> None:
    """Deadlines are timers of the process that made the last move."""
    written_as_it_is = TableService.publish_step

    async def claim_due(self: Store, database: int, limit: int = 50) -> list[tuple[TableId, int]]:
        return []

    def written(self: TableService, room: Room, step: Step) -> None:
        written_as_it_is(self, room, step)
        if step.deadline_seconds:
            at = (step.deadline_seconds, lambda: self.start_task(play_default_moves(self, room.id, step.table.seq)))
            asyncio.get_running_loop().call_later(*at)

    Store.claim_due_tables = claim_due  # type: ignore[method-assign]
    TableService.publish_step = written  # type: ignore[method-assign]


@fault()
def stale_write_allowed() -> None:
    """The statement does not look where the table is."""
    single = re.sub(r"and t\.seq = (\$\d+)::int", r"and \1::int is not null", TABLE_QUERIES.move.sql)
    several = TABLE_QUERIES.moves.sql.replace("and t.seq = w.seq", "")
    assert single != TABLE_QUERIES.move.sql
    assert several != TABLE_QUERIES.moves.sql
    broken = SimpleNamespace(
        move=SimpleNamespace(sql=single), moves=SimpleNamespace(sql=several), look=TABLE_QUERIES.look
    )
    writer_module.TABLE_QUERIES = broken  # type: ignore[attr-defined]


@fault(seconds=26, nats_away=10, kill_every=100, postgres=0)
def no_sweep() -> None:
    """Only hints tell a process that a table has moved on."""

    async def sweep(self: TableService, database: int) -> None:
        await asyncio.Event().wait()

    TableService._sweep = sweep  # type: ignore[method-assign]


@fault()
def fresh_chance() -> None:
    """Chance is drawn when it is needed, not from the sealed seed."""

    def pick(self: Dealer, n: int, weights: Any) -> int:
        return random.choices(range(len(weights)), weights)[0]

    Dealer.pick = pick  # type: ignore[method-assign]


@fault()
def chance_by_seq() -> None:
    """Draws are numbered by the table's seq, so that whoever times an answer picks a card."""
    settle_as_it_is = Table._play_chance

    def settle(self: Table, state: Any, logged_chance: Any) -> Any:
        return settle_as_it_is(replace(self, draws_written=1000 * self.seq), state, logged_chance)

    Table._play_chance = settle  # type: ignore[method-assign]


@fault()
def shown_before_commit() -> None:
    """Everybody sees a move while it is still on its way to the database."""
    houses: list[TableService] = []
    open_as_it_is = TableService.open
    move_as_it_is = log_writes.to_log_write
    write_as_it_is = Store.write_move

    async def open_(self: TableService) -> None:
        houses.append(self)
        await open_as_it_is(self)

    def move(id_: TableId, step: Step, *words: Any) -> LogWrite:
        room = houses[0].rooms.get(id_)
        if room is not None:
            houses[0]._advance_room(room, step)
        return move_as_it_is(id_, step, *words)

    async def write(self: Store, move: LogWrite) -> WriteResult:
        await asyncio.sleep(0.05)
        return await write_as_it_is(self, move)

    TableService.open = open_  # type: ignore[method-assign]
    house_module.to_log_write = move  # type: ignore[attr-defined, assignment]
    Store.write_move = write  # type: ignore[method-assign]


@fault(in_turn=1)
def wrong_snapshot() -> None:
    """A snapshot says that it is older than it is, so that a move is replayed twice."""

    def snapshot(table: Table) -> bytes:
        return encode_snapshot(replace(table, seq=table.seq - 1))

    house_module.encode_snapshot = snapshot  # type: ignore[attr-defined]


@fault()
def lost_race_taken() -> None:
    """Whoever was slower is told that their move was taken."""
    write_as_it_is = Store.write_move

    async def write(self: Store, move: LogWrite) -> WriteResult:
        written = await write_as_it_is(self, move)
        return WriteResult(WriteStatus.TAKEN, move.expected + 1) if written.status is WriteStatus.STALE else written

    Store.write_move = write  # type: ignore[method-assign]


@fault()
def lost_race_refused() -> None:
    """Whoever was slower in a window is told to try again."""
    house_module.MAX_COMMIT_ATTEMPTS = 1


@fault(kill_every=100, postgres=2, seconds=16, think=0.02)
def new_keys_after_a_crash() -> None:
    """When the database comes back, what was under way is sent again under new keys."""
    reconnect_as_it_is = LogWriter._reconnect

    async def reconnect(self: LogWriter, link: Any, batch: list[Any]) -> None:
        batch[:] = [(replace(move, key=uuid4()), future, at) for move, future, at in batch]
        await reconnect_as_it_is(self, link, batch)

    LogWriter._reconnect = reconnect  # type: ignore[method-assign]


@fault(kill_every=100, postgres=2, seconds=16)
def gives_up_on_the_database() -> None:
    """A connection that broke is never made anew."""

    reconnect_as_it_is = LogWriter._reconnect

    async def reconnect(self: LogWriter, link: Any, batch: list[Any]) -> None:
        if link.connection is not None:
            await asyncio.Event().wait()
        await reconnect_as_it_is(self, link, batch)

    LogWriter._reconnect = reconnect  # type: ignore[method-assign]


@fault()
def another_seat_s_view() -> None:
    """A frame is made for the wrong seat."""
    frame_as_it_is = frames.build_frame

    def frame(room: Room, viewer: Any, *words: Any, **more: Any) -> bytes:
        wrong = viewer if viewer is None or room.table.seq % 7 else (viewer + 1) % room.table.game.seats
        return frame_as_it_is(room, wrong, *words, **more)

    frames.build_frame = frame


# Leaks, for the test that compares worlds


LEAKS: dict[str, Callable[[], None]] = {}


def leak(function: Callable[[], None]) -> Callable[[], None]:
    """Adds a leak to the list, under the name of its function."""
    LEAKS[function.__name__.replace("_", "-")] = function
    return function


@leak
def leak_by_ticket() -> None:
    """The list of one's games tells of a table what its seat may not know."""
    honest = my_games._describe_game

    async def tells(service: TableService, row: SeatedTable, names: dict[UUID, str]) -> my_games.MyGame | None:
        game, room = await honest(service, row, names), await service.get_room(TableId(row.tab))
        return game and replace(game, names=(*game.names, (9, str(room.table.state))))

    my_games._describe_game = tells


@leak
def leak_by_length() -> None:
    """A frame is as long as what it hides, in steps that are larger than what is padded."""
    frame_as_it_is = frames.build_frame

    def frame(room: Room, *words: Any, **more: Any) -> bytes:
        hidden = 0 if room.table.state is None else sum(str(room.table.state).encode()) % 16
        return frame_as_it_is(room, *words, **more) + b" " * (1024 * hidden)

    frames.build_frame = frame


@leak
def leak_by_refusal() -> None:
    """A refusal says what the rules saw."""
    act_as_it_is = Table.act

    def act(self: Table, seat: Any, text: str, seen_seq: int) -> Step:
        try:
            return act_as_it_is(self, seat, text, seen_seq)
        except MalleError as error:
            raise type(error)(f"{error} {hash(str(self.state)) % 100:02}") from error

    Table.act = act  # type: ignore[method-assign]


@leak
def leak_of_the_legal_actions_of_all() -> None:
    """The public part counts what the awaited seat may do."""
    public_as_it_is = frames.public_part

    def public(room: Room, **more: Any) -> Any:
        count = sum(str(room.table.state).encode()) % 97
        return Raw(bytes(public_as_it_is(room, **more))[:-1] + b',"count":%d}' % count)

    frames.public_part = public


@leak
def leak_by_numbers_of_frames() -> None:
    """Whoever holds something is sent one frame more."""
    show_as_it_is = TableService._notify_viewers

    def show(self: TableService, room: Room, *first: ConnectedViewer) -> None:
        show_as_it_is(self, room, *first)
        if sum(str(room.table.state).encode()) % 2:
            for connection in tuple(room.connections):
                asyncio.get_running_loop().call_later(0.001, connection.notify)

    TableService._notify_viewers = show  # type: ignore[method-assign]


GAME_LEAKS: dict[str, tuple[str, Callable[[], None]]] = {}
"""By name: the game whose view tells too much, and how it comes to do so."""


def leak_of(game: str, tells: Callable[[Any], dict[str, Any]], now_name: str = "now") -> Callable[[], None]:
    """Lets more of the state lie before every viewer of a game, in views and on screens."""

    def planting() -> None:
        sight = importlib.import_module(f"malle.games.{game}.view")
        now_as_it_is = getattr(sight, now_name)

        def now(state: Any, *words: Any) -> Any:
            return replace(now_as_it_is(state, *words), **tells(state))

        setattr(sight, now_name, now)

    return planting


GAME_LEAKS["chasse-shows-the-plates"] = "chasse", leak_of("chasse", lambda state: {"plates": state.plates})
GAME_LEAKS["combinus-shows-the-tile"] = "combinus", leak_of("combinus", lambda state: {"tile": state.tile})
GAME_LEAKS["combinards-shows-the-card"] = (
    "combinards",
    leak_of("combinards", lambda state: {"card": state.card}, "build_now"),
)


# Slips that the server itself has to make good


SLIPS: dict[str, Callable[[], None]] = {}


def slip(function: Callable[[], None]) -> Callable[[], None]:
    """Adds a slip to the list, under the name of its function."""
    SLIPS[function.__name__.replace("_", "-")] = function
    return function


@slip
def shows_nobody() -> None:
    """A move is shown to nobody when it is made, and nobody is woken when somebody sits down."""

    def show(self: TableService, room: Room, *first: ConnectedViewer) -> None:
        room.scheduled_show = None

    async def reseat(self: TableService, room: Room) -> None:
        """Nothing."""

    TableService._notify_viewers = show  # type: ignore[method-assign]
    TableService.refresh_seat_owners = reseat  # type: ignore[method-assign]
    Room.refresh_presence = lambda self: None  # type: ignore[method-assign]


@slip
def stands_still() -> None:
    """Deadlines wait for something that never comes, and whoever ends no turn for two seconds stands still."""

    async def look(service: TableService, database: int) -> None:
        await asyncio.Event().wait()

    deadlines._play_due_tables = look
    house_module.STALLED_AFTER_SECONDS = -2.0  # type: ignore[attr-defined]


@slip
def in_a_hurry() -> None:
    """A request has half a second to arrive."""
    slow_clients.REQUEST_SECONDS = 0.5


@slip
def jumping_clock() -> None:
    """The clock on the wall is otherwise at every look, by hours."""
    honest = time.time
    time.time = lambda: honest() + random.choice((-86400, -3600, 0, 3600, 86400))


@slip
def slow_moves() -> None:
    """A move takes ten milliseconds of the processor: a small machine."""
    settle = TableService._commit

    async def do(self: TableService, *what: Any) -> int:
        until = time.thread_time() + 0.01
        while time.thread_time() < until:
            pass
        return await settle(self, *what)

    TableService._commit = do  # type: ignore[method-assign, assignment]


@slip
def slow_moves_all_let_in() -> None:
    """The same, and none is refused."""
    slow_moves()
    load_shedding.MIN_MOVES_IN_PROGRESS = 1_000_000


@slip
def impatient_writer() -> None:
    """A move waits for a database that is away for a moment only."""
    writer_module.MOVE_TIMEOUT_SECONDS = 0.2


@slip
def breaks_down() -> None:
    """What is public about a table cannot be made any more; the error quotes a secret."""

    def public(room: Room, **more: Any) -> Any:
        raise KeyError("the ace of spades")

    frames.public_part = public


@slip
def no_collector() -> None:
    """Nothing that holds itself is ever freed. SIGUSR1 writes into the log how many connections and rooms there are,
    and how many files of words were read: nothing of what the nursery has read is known."""

    def count(number: int, frame: object) -> None:
        kinds = Counter(type(each) for each in gc.get_objects())
        told = {"event": "alive", "connections": kinds[Connection], "sockets": kinds[RawWebSocket]}
        told |= {"rooms": kinds[Room], "read": translations._parsed_file.cache_info().misses}
        print(json.dumps(told), flush=True)

    for read in (translations._catalog, translations._parsed_file):
        read.cache_clear()
    gc.disable()
    nothing = SimpleNamespace(collect=lambda *_: 0, freeze=int, set_threshold=lambda *_: None)
    tidy_module.gc = nothing  # type: ignore[attr-defined, assignment]
    signal.signal(signal.SIGUSR1, count)
