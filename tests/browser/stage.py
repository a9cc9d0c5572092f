"""A stage: the real house, socket and pages, with a log in memory instead of databases, and robots that wait for a nod.

For pictures of chosen states and for tests of the screen alone, in milliseconds and without services. What needs the
database (nothing lost, nothing twice, records) is tested on the real server.
"""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import math
import secrets
import socket
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID, uuid4

import msgspec
import uvicorn
from litestar import Request, Response, get
from litestar.params import FromPath

from malle.config.game_library import GameLibrary
from malle.config.keyring import Keyring
from malle.config.settings import Config
from malle.core import GameInfo, Luck, Seat, Waiting
from malle.core.dealer import Dealer
from malle.core.dealer import seal_of_seed as seal_of
from malle.protocol.messages import Presence
from malle.runtime.room import Room
from malle.runtime.table_service import TableService
from malle.runtime.views.frames import build_frame
from malle.storage.log_writer import LogWrite, WriteResult, WriteStatus
from malle.storage.people.devices import Device
from malle.storage.people.game_history import GameResult, SeatedTable
from malle.storage.people.logins import Passkey
from malle.storage.store import (
    LoadedTable,
    LogUpdate,
    NewTable,
    NoSuchTable,
    SeatOwner,
    TableId,
    format_table_id,
    parse_table_id,
    person_of_token,
)
from malle.storage.tables.join_code_store import draw_code
from malle.storage.tables.seat_request_store import SeatRequest
from malle.storage.tables.vote_store import Vote
from malle.table import ReadingSpeed, Setup, Table, open_table
from malle.table.table import Entry
from malle.web.app import make_app
from malle.web.routes import make_site_routes
from malle.web.security.device_cookie import make_device_cookie

KEY = bytes(32)


class Kept(msgspec.Struct):
    """A table in memory."""

    setup: Setup
    seed: bytes
    entries: list[Entry] = []
    keys: dict[UUID, tuple[int, bytes]] = {}
    sitters: dict[int, SeatOwner] = {}
    seconds: float | None = None


class NoAskings:
    """Nobody knocks on the stage."""

    async def open_requests(self, table_ids: Sequence[int]) -> dict[int, SeatRequest]:
        """Nobody."""
        return {}


class MemoryDoors:
    """Codes of tables that are being filled; a day does not pass here."""

    def __init__(self) -> None:
        self.codes: dict[int, str] = {}
        self.open: list[int] = []

    async def get_or_create(self, table_id: int) -> str:
        """The same as long as it stands."""
        return self.codes.setdefault(table_id, draw_code(0, 1))

    async def find_table(self, code: str) -> int | None:
        """The table that has it."""
        return next((table for table, each in self.codes.items() if each == code), None)

    async def set_listed(self, table_id: int, *, listed: bool) -> None:
        """Strangers see it, or no more."""
        self.open = [each for each in self.open if each != table_id] + [table_id] * listed

    async def is_listed(self, table_id: int) -> bool:
        """Do they?"""
        return table_id in self.open

    async def listed_tables(self) -> dict[int, float]:
        """Since a moment ago."""
        return dict.fromkeys(reversed(self.open), 0.0)


class MemoryWishes:
    """What the people at the stage's tables want together."""

    def __init__(self) -> None:
        self.kept: dict[tuple[int, str], tuple[int, int, float | None]] = {}
        self.signs: dict[tuple[int, str], int] = {}

    async def cast(self, table_id: int, question: str, seq: int, seat: int, seconds: float, *, yes: bool) -> int:
        """Somebody wants it, or no more."""
        at, bits, nudged = self.kept.get((table_id, question), (seq, 0, None))
        bits = (bits if at == seq else 0) | 1 << seat if yes else (bits if at == seq else 0) & ~(1 << seat)
        self.kept[table_id, question] = (seq, bits, nudged)
        return bits

    async def record_nudge(
        self, table_id: int, question: str, seq: int, seconds: float, nudge_name: str = "", shown_seq: int = 0
    ) -> bool:
        """Once."""
        at, bits, nudged = self.kept.get((table_id, question), (seq, 0, None))
        if at == seq and nudged is not None and time.monotonic() - nudged < seconds:
            return False
        self.kept[table_id, question] = (seq, bits if at == seq else 0, time.monotonic())
        self.signs[table_id, nudge_name] = shown_seq
        return True

    async def find_nudge(self, table_id: int, nudge_name: str) -> int | None:
        """What was shown when a sign was given."""
        return self.signs.get((table_id, nudge_name))

    async def open_votes(self, table_ids: Sequence[int]) -> dict[int, list[Vote]]:
        """What is wanted."""
        now = time.monotonic()
        found: dict[int, list[Vote]] = {}
        for (table, what), (seq, bits, nudged) in self.kept.items():
            if table in table_ids:
                ago = None if nudged is None else now - nudged
                found.setdefault(table, []).append(Vote(what, seq, bits, ago, nudged))
        return found


class NoKeepers:
    """Nobody keeps the stage, and nothing is settled."""

    async def is_operator(self, person: UUID) -> bool:
        return False

    async def site_settings(self) -> Mapping[str, str]:
        return {}


class MemoryDevices:
    """Devices in memory: each is the person that its secret makes."""

    def __init__(self) -> None:
        self.seen: dict[bytes, tuple[UUID, str]] = {}

    async def owner_of(self, digest: bytes, derived_person: UUID) -> UUID | None:
        """Nothing is written about any."""
        return derived_person

    async def record_use(self, digest: bytes, person: UUID, label: str) -> None:
        """One was here."""
        self.seen[digest] = (person, label)

    async def is_person_known(self, person: UUID) -> bool:
        """Whoever looks."""
        return True

    async def list_open(self, person: UUID) -> list[Device]:
        """Those that were here."""
        now = datetime.now(UTC)
        return [Device(each, label, now, now) for each, (whose, label) in self.seen.items() if whose == person]

    async def recently_closed(self, seconds: float) -> set[bytes]:
        """None was closed."""
        return set()

    async def find_erased(self, people: Iterable[UUID]) -> set[UUID]:
        """Nobody was."""
        return set()


class MemoryGames:
    """Where somebody sits, told by the tables' rooms; and how it ended."""

    def __init__(self, tables: Mapping[int, Kept]) -> None:
        self.tables = tables
        self.ended: dict[UUID, dict[int, GameResult]] = defaultdict(dict)
        self.shut: dict[UUID, dict[UUID, bool]] = defaultdict(dict)

    async def tables_of(self, person: UUID) -> list[SeatedTable]:
        """The tables where they sit, the latest first."""
        found = []
        for id_, kept in reversed(list(self.tables.items())):
            people = {seat: sitter.person for seat, sitter in kept.sitters.items()}
            seat = next((seat for seat, each in people.items() if each == person), None)
            if seat is not None:
                found.append(SeatedTable(id_, seat, kept.setup, (), (), False, 0.0, kept.seconds, people))
        return found

    async def end_invitation(self, person: UUID, table_id: int) -> None:
        """Nobody is invited here."""

    async def results_of(self, person: UUID) -> dict[int, GameResult]:
        """How their games ended."""
        return dict(self.ended[person])

    async def add_result(self, person: UUID, result: GameResult, seconds_ago: float) -> None:
        """It ended so; what they dared is told later."""
        if result.well is None and result.tab in self.ended[person]:
            return
        self.ended[person][result.tab] = msgspec.structs.replace(result, ended=datetime.now(UTC))

    async def blocked_people(self, person: UUID) -> dict[UUID, bool]:
        """Whom they are not to meet by chance."""
        return dict(self.shut[person])

    async def set_block(self, person: UUID, other: UUID, *, blocked: bool) -> None:
        """They are not to, or may again."""
        self.shut[person] = {other: True} if blocked else {}

    async def invitations(self, person: UUID) -> list[tuple[int, UUID]]:
        """Nobody asks."""
        return []


class NoWaysIn:
    """Nobody has kept who they are."""

    async def list_passkeys(self, person: UUID) -> list[Passkey]:
        """None."""
        return []

    async def printed_link_made_at(self, person: UUID) -> datetime | None:
        """None."""
        return None


class NoReports:
    """Nothing is taken away on the stage; what is reported is listed."""

    def __init__(self) -> None:
        self.added: list[tuple[int, int]] = []

    async def add(self, table_id: int, seat: int, person: UUID | None, reporter: UUID) -> None:
        """Somebody reports something."""
        self.added.append((table_id, seat))

    async def removals(self, table_ids: Sequence[int]) -> list[tuple[int, int, float]]:
        """Nothing."""
        return []


class NoSlowTables:
    """No table of the stage is slow."""

    async def unsettled_tables(self, database: int) -> list[int]:
        """None."""
        return []

    async def time_bank_seconds(self, table_id: int) -> int:
        """None."""
        return 0

    async def mark_seen(self, database: int, present_seats: Sequence[tuple[int, int]]) -> None:
        """Nobody is awaited for days."""


class MemoryStore:
    """The store's verbs on a dictionary."""

    def __init__(self) -> None:
        self.seat_requests = NoAskings()
        self.join_codes = MemoryDoors()
        self.votes = MemoryWishes()
        self.reports = NoReports()
        self.devices = MemoryDevices()
        self.logins = NoWaysIn()
        self.correspondence = NoSlowTables()
        self.operators = NoKeepers()
        self.tables: dict[int, Kept] = {}
        self.game_history = MemoryGames(self.tables)
        self.people: dict[UUID, str] = {}
        self.solvers: dict[tuple[str, date, UUID], bool] = {}

    async def open(self) -> None:
        """Nothing to open."""

    async def close(self) -> None:
        """Nothing to close."""

    def new_table_id(self) -> TableId:
        """A fresh id."""
        return TableId(1 << 48 | secrets.randbits(48))

    async def add_table(self, table_id: TableId, setup: Setup, seed: bytes) -> None:
        """Keeps a table."""
        self.tables[table_id] = Kept(setup, seed)

    async def load_table(self, table_id: TableId, *, whole_log: bool = False) -> LoadedTable:
        """A table from its first entry."""
        if table_id not in self.tables:
            raise NoSuchTable()
        kept = self.tables[table_id]
        return LoadedTable(
            kept.setup, kept.seed, None, list(kept.entries), kept.seconds, [math.inf] * len(kept.entries)
        )

    async def seconds_since_shown(self, table_id: TableId) -> float:
        """Just now."""
        return 0.0

    async def log_entries(self, table_id: TableId, since: int = 0) -> list[Entry]:
        """The log."""
        return self.tables[table_id].entries[since:]

    async def write_move(self, move: LogWrite) -> WriteResult:
        """Writes a move, if the table is still where it was."""
        kept = self.tables[move.tab]
        if move.key in kept.keys:
            seq, hashed = kept.keys[move.key]
            return WriteResult(WriteStatus.REPEATED if hashed == move.hash else WriteStatus.REUSED, seq)
        if len(kept.entries) != move.expected:
            return WriteResult(WriteStatus.STALE, len(kept.entries))
        seq = move.expected + 1
        kept.entries.append(Entry(seq, move.mover, tuple(move.lines.split("\n"))))
        kept.keys[move.key] = (seq, move.hash)
        return WriteResult(WriteStatus.TAKEN, seq)

    async def find_by_key(self, table: TableId, key: UUID, hashed: bytes) -> WriteResult:
        """Was this key used?"""
        kept = self.tables[table]
        if key not in kept.keys:
            return WriteResult(WriteStatus.STALE, len(kept.entries))
        seq, found = kept.keys[key]
        return WriteResult(WriteStatus.REPEATED if found == hashed else WriteStatus.REUSED, seq)

    async def write_move_and_owner(self, move: LogWrite, seat: int, owner: SeatOwner) -> WriteResult:
        """Somebody sits down."""
        written = await self.write_move(move)
        if written.status is WriteStatus.TAKEN:
            self.tables[move.tab].sitters[seat] = owner
        return written

    async def write_move_and_reseat(
        self, move: LogWrite, places: Sequence[int], *, drop_join_code: bool
    ) -> WriteResult:
        """People change places, or go."""
        written = await self.write_move(move)
        if written.status is WriteStatus.TAKEN:
            sat = self.tables[move.tab].sitters
            self.tables[move.tab].sitters = {seat: sat[place] for seat, place in enumerate(places) if place in sat}
            if drop_join_code:
                self.join_codes.codes.pop(move.tab, None)
                await self.join_codes.set_listed(move.tab, listed=False)
        return written

    def new_table_id_beside(self, table_id: TableId) -> TableId:
        """There is one database."""
        return self.new_table_id()

    async def write_move_and_next_table(self, move: LogWrite, new_table: NewTable) -> WriteResult:
        """Opens the table that a move names."""
        written = await self.write_move(move)
        if written.status is WriteStatus.TAKEN:
            self.tables[new_table.table_id] = Kept(new_table.setup, new_table.seed, sitters=dict(new_table.seat_owners))
            for each in new_table.moves:
                await self.write_move(each)
        return written

    async def seat_owners(self, table_id: TableId) -> dict[int, SeatOwner]:
        """Who sits where."""
        return dict(self.tables[table_id].sitters)

    async def log_updates(self, seen: Mapping[TableId, int]) -> dict[TableId, LogUpdate]:
        """What was written since."""
        return {
            table: LogUpdate(self.tables[table].entries[seq:], self.tables[table].seconds)
            for table, seq in seen.items()
        }

    def group_by_database(self, table_ids: Iterable[TableId]) -> list[list[TableId]]:
        """There is one."""
        return [list(table_ids)]

    async def tables_behind(self, seen: Mapping[TableId, int]) -> list[TableId]:
        """Nobody: there is one process."""
        return []

    async def store_snapshot(self, table_id: TableId, seq: int, body: bytes) -> None:
        """Not needed."""

    async def claim_due_tables(self, database: int, limit: int = 50) -> list[tuple[TableId, int]]:
        """No clock runs here."""
        return []

    async def set_name(self, person: UUID, name: str) -> None:
        """Somebody has a name."""
        self.people[person] = name

    async def set_name_if_unset(self, person: UUID, name: str) -> None:
        """Somebody has one, if not yet."""
        self.people.setdefault(person, name)

    async def add_solver(self, game: str, day: date, solver: UUID, *, helped: bool) -> None:
        """Counted once a day."""
        self.solvers.setdefault((game, day, solver), helped)

    async def count_solvers(self, game: str, day: date) -> tuple[int, int]:
        """How many, and how many of them without hints."""
        helped = [how for each, how in self.solvers.items() if each[:2] == (game, day)]
        return len(helped), helped.count(False)

    async def names_of(self, people: Iterable[UUID]) -> dict[UUID, str]:
        """Their names."""
        return {person: self.people[person] for person in people}

    async def retry_names(self) -> None:
        """They are written."""


class SilentBus:
    """One process has nobody to tell."""

    async def open(self) -> None:
        """Nothing to open."""

    async def close(self) -> None:
        """Nothing to close."""

    def send_hint(self, table: int, seq: int, robots: int = 0) -> None:
        """Nobody hears it."""

    def send_presence(self, table: int, foreground_seats: int, background_seats: int, spectators: int) -> None:
        """Nobody else asks who is there."""

    def send_emote(self, table: int, seat: int, emote: int) -> None:
        """Nobody else sees it."""

    def send_read(self, table: int, seat: int, seq: int) -> None:
        """No robot is held elsewhere."""

    def watch_table(self, table: int) -> None:
        """Nobody speaks."""

    def unwatch_table(self, table: int) -> None:
        """Nobody speaks."""


class Stage:
    """A running stage. Its methods may be called from any thread."""

    def __init__(self, sheets: Sequence[GameInfo], port: int = 0) -> None:
        self.sheets = {sheet.name: sheet for sheet in sheets}
        config = Config(
            table_databases={1: "postgresql://"},
            people_database="postgresql://",
            nats_url="nats://",
            keyring=Keyring({1: KEY}),
            socket_messages_per_second=1000,
            http_changes_per_second=1000,
            new_tables_per_hour=1_000_000,
            max_sockets_per_address=10_000,
            min_answer_seconds=0,
            robots_wait_for_readers=False,
        )
        self.memory = MemoryStore()
        store: Any = self.memory
        self.house = TableService(config, GameLibrary(self.sheets.__getitem__), store=store)
        self.house.bus = SilentBus()  # type: ignore[assignment]
        self._sealer = config.keyring.seed_cipher()
        self._lucks: defaultdict[str, Luck] = defaultdict(lambda: Luck(7))
        self.robots_play = True
        self.robot_delay = 0.0
        self._listening = socket.socket()
        self._listening.bind(("127.0.0.1", port))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        site = make_site_routes(self.house, sheets)
        self._app = make_app(self.house, [*site.handlers, self._seating()], site.error_page)
        settings = uvicorn.Config(
            self._app, ws="websockets-sansio", ws_per_message_deflate=False, log_level="warning", lifespan="on"
        )
        self._server = uvicorn.Server(settings)
        self._loop: asyncio.AbstractEventLoop
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        self._loop = asyncio.new_event_loop()
        asyncio.set_event_loop(self._loop)
        robots = self._loop.create_task(self._play_robots())
        self._loop.run_until_complete(self._server.serve(sockets=[self._listening]))
        robots.cancel()
        self._loop.run_until_complete(asyncio.sleep(0.05))
        self._loop.close()

    def start(self) -> Stage:
        """Runs it beside the tests."""
        self._thread.start()
        while not self._server.started:
            threading.Event().wait(0.01)
        return self

    def stop(self) -> None:
        """Ends it."""
        self._server.should_exit = True
        self._server.force_exit = True
        self._thread.join(10)
        self._listening.close()

    def call(self, work: Any) -> Any:
        """Does something in the stage's own thread."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(20)

    def _seating(self) -> Any:
        @get("/sit/{table:str}/{seat:int}")
        async def sit(request: Request[Any, Any, Any], table: FromPath[str], seat: FromPath[int]) -> Response[str]:
            """Gives the browser the cookie of a seat."""
            headers = {"location": f"/tables/{table}?lang={request.query_params.get('lang', 'fr')}"}
            cookie = make_device_cookie(request, token_of(table, seat))
            return Response("", status_code=303, headers=headers, cookies=[cookie])

        return sit

    async def _play_robots(self) -> None:
        while True:
            await asyncio.sleep(0.02)
            if not self.robots_play:
                continue
            for room in list(self.house.rooms.values()):
                table = room.table
                seats = [seat for seat in table.awaited if table.seat_kinds[seat] == "robot"]
                if not seats or not room.connections:
                    continue
                if self.robot_delay:
                    await asyncio.sleep(self.robot_delay)
                await self._act(format_table_id(room.id), seats[0], None)

    async def _act(self, table: str, seat: int, text: str | None) -> None:
        room = await self.house.get_room(parse_table_id(table))
        now, sheet = room.table, room.game_info
        if text is None:
            view = now.view(Seat(seat))
            assert view is not None
            text = now.game.write(sheet.robot(now.game, view, now.legal(Seat(seat)), self._lucks[table]))
            if room.reading_timer is not None and now.seat_kinds[seat] == "robot":
                await room.reading_timer.wait_until_read()
        async with room.lock:
            step = now.act(Seat(seat), text, now.seq)
            entry = step.entry
            move = LogWrite(
                room.id, entry.seq - 1, uuid4(), b"", entry.mover, "\n".join(entry.lines), None, 0, 0, False
            )
            if (await self.memory.write_move(move)).status is WriteStatus.TAKEN:
                self.house.publish_step(room, step)

    @contextmanager
    def window(self, shortest: float) -> Iterator[None]:
        """A window stays open so long at least, while the block runs."""
        usual = self.house.config
        self.house.config = msgspec.structs.replace(usual, min_answer_seconds=shortest)
        yield
        self.house.config = usual

    @contextmanager
    def paced(self) -> Iterator[None]:
        """The tables that are opened while the block runs have a pace."""
        usual = self.house.config
        self.house.config = msgspec.structs.replace(usual, robots_wait_for_readers=True)
        yield
        self.house.config = usual

    @contextmanager
    def patience(self, seconds: float) -> Iterator[None]:
        """Tables that are opened while the block runs wait so long for somebody who is not there, and are swept often."""
        usual = self.house.config
        self.house.config = msgspec.structs.replace(usual, absent_after_seconds=seconds, sync_seconds=0.1)
        yield
        self.house.config = usual

    def reopen(self, table: str) -> float:
        """The window of a table is open from now on; when that is."""
        room = self.call(self.house.get_room(parse_table_id(table)))
        room.window_opened_at = time.monotonic()
        return float(room.window_opened_at)

    @contextmanager
    def all_here(self) -> Iterator[None]:
        """For pictures: nobody is offline while the block runs."""

        def here(room: Room) -> tuple[Presence, ...]:
            return tuple("here" for _ in room.table.seat_kinds)

        true = Room.presences
        setattr(Room, "presences", here)  # noqa: B010
        try:
            yield
        finally:
            setattr(Room, "presences", true)  # noqa: B010

    def act(self, table: str, seat: int, text: str | None = None) -> None:
        """Somebody who is not at a browser plays; without a text, as the robot would."""
        self.call(self._act(table, seat, text))

    def frame(
        self, table: str, viewer: int | None, *, first: bool = True, since: int = -1, packed: bool = False
    ) -> bytes:
        """What a viewer is sent."""

        async def made() -> bytes:
            room = await self.house.get_room(parse_table_id(table))
            seat = None if viewer is None else Seat(viewer)
            dictionary = self.house.compression_dictionary(room.game_info) if packed else b""
            return build_frame(room, seat, since, robot=False, first=first, dictionary=dictionary)

        data = self.call(made())
        assert isinstance(data, bytes)
        return data

    def table(self, text: str) -> Table:
        """The table as it stands."""
        room = self.call(self.house.get_room(parse_table_id(text)))
        assert isinstance(room.table, Table)
        return room.table

    def set_up(
        self, game: str, names: Sequence[str], moves: Sequence[str] = (), *, options: Mapping[str, Any] | None = None,
        seed: int = 1, robots: Sequence[int] = (), seconds: float | None = None,
        before: tuple[tuple[int, ...], ...] = (), devices: Mapping[int, str] | None = None, tempo: ReadingSpeed = "usual",
    ) -> str:  # fmt: skip
        """A table with these people and, after the deal of that seed, these moves. `before` are the scores of the
        match's games before it, `devices` the secrets by seat of those that sit elsewhere too. Returns its id."""
        sheet = self.sheets[game]
        seats = len(names)
        id_ = self._id_of(game, names, moves, seed)
        text = format_table_id(id_)
        key = seed.to_bytes(32, "big")
        settled = sheet.complete_options(seats, options or {})
        setup = Setup(
            table=text, game=game, version=sheet.version, seats=seats, options=settled, seal=seal_of(key, text),
            before=before, turned=len(before), tempo=tempo,
        )  # fmt: skip
        # The draws of a seed depend on the table's id: pictures want the same cards every time, so the dealer is told another.
        table = open_table(setup, self.house.library.game(game, sheet.version, seats, settled), Dealer(key, "stage"))
        kept = Kept(setup, self._sealer.encrypt(key, text), seconds=seconds)
        for seat, name in enumerate(names):
            kind = "robot" if seat in robots else "person"
            step = table.sit(Seat(seat), kind)  # type: ignore[arg-type]
            table = step.table
            kept.entries.append(step.entry)
            if kind == "person":
                person = person_of_token((devices or {}).get(seat) or token_of(text, seat))
                self.memory.people[person] = name
                kept.sitters[seat] = SeatOwner(person)
        for move in moves:
            assert isinstance(table.turn, Waiting), f"{move!r} comes after the end"
            step = table.act(table.awaited[0], move, table.seq)
            table = step.table
            kept.entries.append(step.entry)
        self.memory.tables[id_] = kept
        return text

    def _id_of(self, *what: object) -> TableId:
        """An id that hangs on what is set up alone, since the draws of later moves depend on it."""
        digests = (hashlib.sha256(repr((again, what)).encode()).digest() for again in itertools.count())
        ids = (TableId(1 << 48 | int.from_bytes(digest[:6], "big")) for digest in digests)
        return next(id_ for id_ in ids if id_ not in self.memory.tables)


def token_of(table: str, seat: int) -> str:
    """The token of a seat on the stage."""
    return f"stage-{table}-{seat}".ljust(43, "-")


@contextmanager
def stage(sheets: Sequence[GameInfo], port: int = 0) -> Any:
    """A stage while the block runs."""
    running = Stage(sheets, port).start()
    try:
        yield running
    finally:
        running.stop()


def main(words: Sequence[str]) -> None:
    """`python -m tests.browser.stage [GAME]`: a table on port 8123 with an address for each seat."""
    from malle import games

    name = words[0] if words else games.OWN_GAMES[0]
    players = ("Camille", "Léa", "Paul", "Inès")[
        : max(seats for seats in games.load_game_info(name).seats if seats <= 4)
    ]
    with stage([games.load_game_info(each) for each in games.game_names()], 8123) as running:
        table = running.set_up(name, players, seed=5)
        for seat in range(len(players)):
            print(f"{running.address}/sit/{table}/{seat}")
        threading.Event().wait()


if __name__ == "__main__":
    main(sys.argv[1:])
