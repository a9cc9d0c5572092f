"""People in a run of faults: at screens, with robots of the real worker, watched by others, through a proxy that cuts.

They play, take moves back, want pauses, leave and come back, let strangers in, and go on at the next table. What may be
done they learn from the log, as the run's owner can; what they are *shown* is kept, and `check` compares every screen
with the log.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple, Protocol
from uuid import uuid4

import asyncpg
from msgspec import UNSET

from malle.config.game_library import GameLibrary
from malle.core import MalleError, Seat
from malle.core.record import TABLE_MOVER
from malle.protocol.messages import (
    ActMessage,
    RefusedMessage,
    SeatAnswerMessage,
    SeatRequestMessage,
    StateMessage,
    TableCommandMessage,
    TakenMessage,
)
from malle.runtime.idempotency import deadline_key
from malle.runtime.room import Room
from malle.runtime.views import frames
from malle.storage.store import parse_table_id
from malle.table import Entry, Table
from malle.web.security.device_cookie import make_device_secret
from tests.server.history import Log, Wish, digest, new_table, read_logs, replay_faults
from tests.server.player import Player, call
from tests.server.player import Wish as Message
from tests.server.runnable import Waits, answer_to

SEATED = (
    {"game": "declarer", "seats": 4, "robots": 2},
    {"game": "parley", "seats": 4, "robots": 2, "options": {"rounds": 2}},
    {"game": "chasse", "seats": 2, "robots": 0},
    {"game": "combinards", "seats": 3, "robots": 1, "late": 3},
    {"game": "combinus", "seats": 2, "robots": 1},
    {"game": "parley", "seats": 3, "robots": 1, "options": {"rounds": 10}, "late": 4},
)
"""What the tables of people are, in turn."""
ROBOT_SECONDS = 10.0
"""Of the servers' own, in which a robot answers that is not told to wait: its worker may just have died, and another
one asks for what was missed. Only a run that is calm for longer judges it."""
OURS = {"bug", "malformed", "no-such-table", "refused"}
"""Refusals that nobody earns by being late."""


class Surroundings(Protocol):
    """What people need of the run they are in."""

    owners: dict[int, str]
    stopping: bool
    waits: Waits


@dataclass
class Screen:
    """What one client was shown."""

    table: str
    late: int
    digests: dict[tuple[int | None, int], set[bytes]] = field(default_factory=lambda: defaultdict(set))
    last: int = -1


class Sitting(NamedTuple):
    """A robots' worker at a seat: when, and how many questions and answers there were at its table meanwhile."""

    table: str
    seat: int
    began: float
    ended: float
    asked: int
    moves: int


class Look(NamedTuple):
    """A robots' worker asked a server where robots are awaited: when, and what it was told."""

    began: float
    ended: float
    told: frozenset[tuple[str, int]] | None
    """None: no server answered."""


Sittings = deque[Sitting]
Looks = deque[Look]


@dataclass
class Party:
    """All that the people of a run know and did."""

    run: Surroundings
    library: GameLibrary
    ports: list[int]
    keys: Any
    luck: random.Random
    think: float
    wishes: list[Wish] = field(default_factory=list)
    asked: list[tuple[str, str, int]] = field(default_factory=list)
    """What was asked and taken, and writes an entry: table, key, seq."""
    screens: list[Screen] = field(default_factory=list)
    tables: dict[str, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    did: Counter[str] = field(default_factory=Counter)
    clients: list[Person] = field(default_factory=list)
    sat: Sittings = field(default_factory=partial(deque, maxlen=2000))
    looks: Looks = field(default_factory=partial(deque, maxlen=30))
    calm: tuple[float, float] = (0.0, 0.0)
    """When the faults were over, and when the robots' worker was sent home."""
    _truths: dict[str, Truth] = field(default_factory=dict)

    def truth(self, table: str) -> Truth:
        """What the log of a table says."""
        if table not in self._truths:
            self._truths[table] = Truth(self, table)
            self.tables.setdefault(table, 0)
        return self._truths[table]

    async def open(self, number: int) -> None:
        """A table of people and robots, a stranger who would like to play, and somebody who looks on."""
        wish: dict[str, Any] = {"name": "Ann", **SEATED[number % len(SEATED)]}
        opened = await self._call("/api/tables", wish)
        table, late = opened["table"], int(wish.get("late", 0))
        tokens = [opened["token"]]
        for seat in range(1, int(wish["seats"]) - int(wish["robots"])):
            tokens.append(make_device_secret())  # whoever asks again is told the seat that they have
            body = {"name": f"Bob {seat}", "invite": opened["invite"]}
            await self._call(f"/api/tables/{table}/seats", body, tokens[-1])
        for token in (*tokens, make_device_secret(), ""):
            start = len(self.clients)
            self.clients.append(Person(self, table, token, opened["invite"] if token else "", late, start))

    async def _call(self, path: str, body: object, token: str = "") -> Any:
        for _ in range(20):
            with contextlib.suppress(OSError):
                status, found = await asyncio.to_thread(call, self.luck.choice(self.ports), path, body, token=token)
                if status == 201:
                    return found
            await asyncio.sleep(0.3)
        raise RuntimeError(f"{path} {body}: {found}")

    async def send(self, player: Player, message: Message) -> TakenMessage | RefusedMessage | None:
        """The answer; None if there was none for long."""
        answer = await answer_to(player, message, self.run.waits)
        if answer is None:
            self.faults.append(f"stuck: no answer to {message} at {player.table}")
        if isinstance(answer, RefusedMessage):
            self.refused[answer.slug] += 1
            if answer.slug in OURS:
                self.faults.append(f"answers: {message} at {player.table} was refused: {answer}")
        return answer


class Truth:
    """A table as its log has it."""

    def __init__(self, party: Party, text: str) -> None:
        self._party, self.text = party, text
        self._lock = asyncio.Lock()
        self._table: Table | None = None

    async def now(self) -> Table | None:
        """Where it is; None while nobody can tell."""
        owner = self._party.run.owners[parse_table_id(self.text) >> 48]
        async with self._lock:
            try:
                async with asyncio.timeout(3):
                    if self._table is None:
                        logs = await read_logs(self._party.run.owners, [self.text], self._party.keys)
                        self._table = new_table(logs[self.text], self._party.library)
                    connection = await asyncpg.connect(owner)
                    try:
                        rows = await connection.fetch(
                            "select seq, mover, lines from malle.entry where tab = $1 and seq > $2 order by seq",
                            parse_table_id(self.text),
                            self._table.seq,
                        )
                    finally:
                        connection.terminate()
            except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError):
                return None
            with contextlib.suppress(MalleError):  # the checker tells it
                for seq, mover, lines in rows:
                    self._table = self._table.follow(Entry(seq, mover, tuple(lines.split("\n")))).table
        return self._table


class Person:
    """Somebody at a screen: at a seat, or looking on; without a token they only look."""

    def __init__(self, party: Party, table: str, token: str, invite: str, late: int, start: int) -> None:
        self.party, self.token, self.invite, self.late, self.start = party, token, invite, late, start
        self.luck = random.Random(f"{start} {token == ''}")
        self.lingers = False
        """The run stops, and they look on until everything has been seen."""
        self._sit_before(table)

    def is_behind(self, ends: Mapping[str, int]) -> bool:
        """Is there more to be seen than they were shown? Late spectators are behind, and those who come to a new table
        have seen nothing yet."""
        return 0 <= self.screen.last < ends.get(self.table, 0) - (0 if self._seated() else self.late)

    def _seated(self) -> bool:
        return self.player.state is not None and isinstance(self.player.state.viewer, int)

    def _sit_before(self, table: str) -> None:
        self.table = table
        self.screen = Screen(table, self.late)
        self.party.screens.append(self.screen)
        self.party.truth(table)
        self.player = Player(self.party.ports, table, self.token, start=self.start)
        self.player.on_state = self._look

    def _look(self, state: StateMessage) -> None:
        viewer = state.viewer if isinstance(state.viewer, int) else None
        self.screen.digests[viewer, state.seq].add(digest(bytes(state.scene) + bytes(state.own)))
        self.screen.last = state.seq

    def public(self) -> dict[str, Any]:
        """What everybody knows."""
        state = self.player.state
        return {} if state is None else json.loads(bytes(state.table))

    async def live(self) -> None:
        """Until the run stops, from table to table."""
        while True:
            async with self.player:
                following = await self._play()
                while self.lingers:
                    await asyncio.sleep(0.1)
            if not following or self.party.run.stopping:
                return
            self._sit_before(following)

    async def _play(self) -> str:
        """At one table: the next one, when everybody goes on."""
        run, player = self.party.run, self.player
        while not run.stopping:
            with contextlib.suppress(TimeoutError):
                await player.wait(lambda: run.stopping or player.state is not None, 1)
            await asyncio.sleep(self.luck.random() * self.party.think)
            state, public = player.state, self.public()
            if state is None or run.stopping:
                continue
            if public["next"]:
                return str(public["next"])
            if not self.token:
                continue
            with contextlib.suppress(OSError):
                await self._do_something(state, public)
        return ""

    async def _do_something(self, state: StateMessage, public: dict[str, Any]) -> None:
        """One thing that somebody may do here now."""
        dice, seat, asking = self.luck.random(), state.viewer, public["asking"]
        if not isinstance(seat, int):
            robots = [each for each, player in enumerate(public["seats"]) if player["kind"] == "robot"]
            if state.left is not UNSET:
                await self._ask(state, "return")
            elif robots and public["begun"] and not public["over"] and dice < 0.05:
                self.party.did["knock"] += 1
                wish = SeatRequestMessage(self.luck.choice(robots), "Eve", self.invite, str(uuid4()))
                await self.party.send(self.player, wish)
        elif public["over"]:
            await self._ask(state, "next")
        elif asking and seat not in asking["yes"]:
            self.party.did["let"] += 1
            await self.party.send(self.player, SeatAnswerMessage(asking["id"], self.luck.random() < 0.8, str(uuid4())))
        elif public["paused"]:
            await self._ask(state, "resume")
        elif (public["pausing"] and seat not in public["pausing"]) or dice < 0.01:
            await self._ask(state, "pause")
        elif dice < 0.02:
            await self._ask(state, "resign")
        elif state.undoable and dice < 0.2:
            await self._ask(state, "undo")
        elif seat in public["awaited"]:
            await self._act(state.seq, Seat(seat))

    async def _ask(self, state: StateMessage, what: Any) -> None:
        key = str(uuid4())
        answer = await self.party.send(self.player, TableCommandMessage(state.seq, what, key))
        if isinstance(answer, TakenMessage):
            self.party.did[what] += 1
            if what in ("undo", "resign", "return", "resume"):
                self.party.asked.append((self.table, key, answer.seq))

    async def _act(self, seq: int, seat: Seat) -> None:
        table = await self.party.truth(self.table).now()
        if table is None or not table.is_fresh(seat, seq):
            return
        text = table.game.write(self.luck.choice(table.legal(seat)))
        wish = Wish(self.table, seat, str(uuid4()), text, seq, time.monotonic())
        self.party.wishes.append(wish)
        answer = await self.party.send(self.player, ActMessage(seq, text, wish.key))
        wish.answered = time.monotonic()
        if isinstance(answer, TakenMessage):
            wish.taken = answer.seq
            until = time.monotonic() + 2  # or somebody takes it back meanwhile
            while self.player.state is None or self.player.state.seq < answer.seq:
                if self.party.run.stopping or time.monotonic() > until:
                    return
                with contextlib.suppress(TimeoutError):
                    await self.player.until(answer.seq, 0.5)


# What is wrong afterwards


def check(party: Party, logs: Mapping[str, Log], ends: Mapping[str, int]) -> list[str]:
    """Everything that is wrong at the tables of people."""
    found = list(party.faults)
    wishes: dict[str, dict[str, Wish]] = defaultdict(dict)
    for wish in party.wishes:
        wishes[wish.table][wish.key] = wish
    for text, since in party.tables.items():
        if text not in logs:
            found.append(f"lost: table {text} is gone")
            continue
        screens = [each for each in party.screens if each.table == text]
        found += _check_table(party, text, logs[text], wishes[text], screens)
        found += _check_robots(party, text, logs[text])
        over = new_table_over(logs[text], party.library)
        if since >= logs[text].seq and not over:
            found.append(f"stuck: {text} of people stayed at {since}")
        for each in screens:
            end = ends.get(text, logs[text].seq)
            behind = 0 if over else each.late
            if each.last >= 0 and each.last < end - behind and not over:
                found.append(f"last: {text} somebody ended at {each.last}, the log at {end}")
    for table, key, seq in party.asked:
        if table in logs and [row["seq"] for row in logs[table].rows if str(row["key"]) == key] != [seq]:
            found.append(f"lost: {table} what was asked as {key} was taken as {seq}")
    return found


def _check_robots(party: Party, text: str, log: Log) -> list[str]:
    """A robot that is asked answers, whatever people write into the log meanwhile."""
    began, end = party.calm
    found = []
    for seat, since in robots_asked(log, party.library).items():
        asked = max(began, log.rows[since - 1]["at"].timestamp()) if since > 0 else began
        stood = party.run.waits.own(asked, end)
        if stood > ROBOT_SECONDS:
            rows = [f"{row['at'].timestamp() - asked:.1f} s {row['lines'][:40]!r}" for row in log.rows[since:]]
            found.append(
                f"stuck: the robot at seat {seat} of {text} ({log.setup.game}) was asked at {since}, and no answer: "
                f"{stood:.1f} of {end - asked:.1f} s; since then {', '.join(rows[-12:]) or 'nothing'}; "
                f"a worker sat there {_sittings(party.sat, text, seat, asked)}, "
                f"and asked {_looks(party.looks, text, seat, asked)}"
            )
    return found


def _sittings(sat: Sittings, table: str, seat: int, since: float) -> str:
    """When, by the time of a question, with how many questions and answers at the table."""
    here = [each for each in sat if (each.table, each.seat) == (table, seat) and each.ended > since - 10]
    told = [f"{each.began - since:.1f} to {each.ended - since:.1f} s ({each.asked}, {each.moves})" for each in here]
    return ", ".join(told[-12:]) or "never"


def _looks(looks: Looks, table: str, seat: int, since: float) -> str:
    """When, by the time of a question, and whether it was told of that robot."""
    told = []
    for each in [*looks]:
        if each.ended > since:
            what = "nobody answered" if each.told is None else "told" if (table, seat) in each.told else "not told"
            told.append(f"{each.began - since:.1f} to {each.ended - since:.1f} s ({what})")
    return ", ".join(told) or "never"


def robots_asked(log: Log, library: GameLibrary) -> dict[int, int]:
    """Robots' seats that are awaited where a log ends, and the seq since which they are without a break. At a table
    that is paused nobody is, and a question may be older than the robot: it was a person's."""
    asked: dict[int, int] = {}

    def look(table: Table) -> None:
        for seat, kind in enumerate(table.seat_kinds):
            if kind != "robot" or seat not in table.awaited:
                asked.pop(seat, None)
            elif table.awaited_since[seat] > asked.get(seat, -1):
                asked[seat] = table.seq

    _follow(log, library, look)
    return asked


def new_table_over(log: Log, library: GameLibrary) -> bool:
    """Has it ended?"""
    return bool(log.rows) and _follow(log, library, lambda table: None).over is not None


def _follow(log: Log, library: GameLibrary, look: Callable[[Table], None]) -> Table:
    table = new_table(log, library)
    look(table)
    with contextlib.suppress(MalleError):
        for row in log.rows:
            table = table.follow(Entry(row["seq"], row["mover"], tuple(row["lines"].split("\n")))).table
            look(table)
    return table


def _check_table(party: Party, text: str, log: Log, wishes: Mapping[str, Wish], screens: list[Screen]) -> list[str]:
    found: list[str] = []
    if [row["seq"] for row in log.rows] != list(range(1, log.seq + 1)):
        found.append(f"gaps: table {text} is at {log.seq} and has {len(log.rows)} entries")
    written = {str(row["key"]): row for row in log.rows}
    for key, wish in wishes.items():
        row = written.get(key)
        if wish.taken >= 0 and (row is None or (row["seq"], row["mover"]) != (wish.taken, wish.seat)):
            found.append(f"lost: {text} {wish.text!r} of seat {wish.seat} was taken as {wish.taken}")
    found += replay_faults(text, log, wishes, [], party.library)
    kinds: dict[int, Table] = {}
    shown: dict[tuple[int | None, int], bytes] = {}
    wanted = {each for screen in screens for each in screen.digests}
    sheet = party.library.game_info(log.setup.game, log.setup.version)

    def look(table: Table) -> None:
        kinds[table.seq] = table
        room = Room(parse_table_id(text), text, table, sheet)
        for viewer in (None, *map(Seat, range(log.setup.seats))):
            if (viewer, table.seq) in wanted:
                scene = bytes(frames._scene_part(room)) + bytes(frames.seat_part(room, viewer))
                shown[viewer, table.seq] = digest(scene)

    _follow(log, party.library, look)
    for screen in screens:
        for (viewer, seq), digests in screen.digests.items():
            if digests != {shown.get((viewer, seq))}:
                found.append(f"seen: {text} showed {viewer} another screen at {seq} than the log has")
    for row in log.rows:
        before, mover = kinds.get(row["seq"] - 1), row["mover"]
        if mover == TABLE_MOVER or str(row["key"]) in wishes or before is None or before.seat_kinds[mover] == "robot":
            continue
        if row["key"] != deadline_key(log.clock, text, row["seq"] - 1, mover):
            found.append(f"doubled: {text} has {row['lines']!r} at {row['seq']}, which nobody asked for")
    return found
