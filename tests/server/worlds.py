"""Worlds that one viewer cannot tell apart, as tables of a real server: made here, and played on so that the viewer
hears the same in both. What they are sent then must be the same, to the byte.

A table is played to somewhere, and `imagine` gives another state that the viewer cannot tell from it. Both are put into
the database. Chance comes from each table's own seed, so that nothing can be dealt as it is wanted, as it is where
worlds lie in rooms (`malle.testing.imagined_twins`): of several seeds, the one that keeps the worlds alike for longest
is taken.

Besides moves there is what happens *around* them, one way a pair (`WAYS`).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any
from uuid import uuid4

import asyncpg
import msgspec
from msgspec import Struct

from malle.config.settings import Config
from malle.core import AnyGame, Luck, MalleError, Seat, Viewer
from malle.core.codec import encode
from malle.core.dealer import Dealer, seal_of_seed
from malle.runtime.room import Room
from malle.runtime.timing import reveal_delay
from malle.storage.store import TableId, format_table_id, person_of_token, token_digest
from malle.table import Entry, SeatKind, Setup, Step, Table, open_table
from malle.table.snapshot import encode_snapshot
from tests.server.bots import LIBRARY

GAMES: dict[str, tuple[int, dict[str, Any]]] = {
    "parley": (3, {"rounds": 10}),
    "declarer": (4, {}),
    "chasse": (2, {}),
    "combinus": (2, {}),
    "combinards": (3, {}),
    "liar": (3, {}),
}
WAYS = ("plain", "processes", "reload", "undo", "pause", "let", "leave", "match", "late")
"""What happens around the moves: nothing; the viewer looks through another process than the movers; their page is
opened anew; moves are taken back; the table is paused; somebody asks for a robot's seat and is let in; somebody leaves
and comes back; the table follows another one, by which the viewer comes; the viewer looks some moves behind."""
AWAY = "away"
"""A way of its own, since it takes a while: somebody is missed, and the viewer has a robot play for them."""
CANDIDATES = 60
"""What others could do in the other world that is tried."""
SEEDS = 12
"""Seeds of the other world that are tried."""
MOST = 8
"""Coupled moves of a pair, at the most."""
LATE = 3
HOST, STRANGER = "h" * 43, "s" * 43
"""The tokens of the devices of somebody who sits at the table besides the viewer, and of somebody who does not yet."""


class Line(Struct, frozen=True):
    """One coupled step: who does it, what kind of thing it is, and what is done in the one world and in the other."""

    seat: Seat
    what: str = "act"
    texts: tuple[str, str] = ("", "")


def opened(game: AnyGame, setup: Setup, seed: bytes, kinds: Sequence[SeatKind]) -> tuple[Table, list[Entry]]:
    """A table at which everybody has sat down, and its log."""
    table, log = open_table(setup, game, Dealer(seed, setup.table)), []
    for seat, kind in enumerate(kinds):
        step = table.sit(Seat(seat), kind)
        table = step.table
        log.append(step.entry)
    return table, log


def play_on(table: Table, luck: random.Random, moves: int) -> tuple[Table, list[Entry]]:
    """Any moves, with the chance that follows, and what they add to the log; none that ends the game."""
    log: list[Entry] = []
    for _ in range(moves):
        seat = luck.choice(table.awaited)
        step = table.act(seat, table.game.write(luck.choice(table.legal(seat))), table.seq)
        if step.table.over is not None:
            break
        table = step.table
        log.append(step.entry)
    return table, log


def alike(one: Step, two: Step, viewer: Viewer) -> bool:
    """Does the viewer hear the same of both, and know the same then?"""
    return one.heard_by(viewer) == two.heard_by(viewer) and encode(one.table.view(viewer)) == encode(
        two.table.view(viewer)
    )


def couple(
    one: Table, two: Table, viewer: Viewer, luck: random.Random, way: str, people: Sequence[Seat], most: int = MOST
) -> list[Line]:
    """Moves that the viewer hears alike in both worlds, as many as can be found; and some that one of these people has
    taken back, where that is the way, or a pause between them."""
    lines: list[Line] = []
    while one.awaited and len(lines) < most:
        seat = luck.choice(one.awaited)
        text = one.game.write(luck.choice(one.legal(seat)))
        step = one.act(seat, text, one.seq)
        legal = two.legal(seat)
        others = luck.sample(legal, min(CANDIDATES, len(legal)))
        for other in [text] if seat == viewer else map(two.game.write, others):
            twin = two.act(seat, other, two.seq)
            if alike(step, twin, viewer):
                break
        else:
            return lines
        lines.append(Line(seat, "act", (text, other)))
        one, two = step.table, twin.table
        notes: list[Line] = []
        if way == "undo" and seat in people and one.may_undo(seat) and two.may_undo(seat):
            notes = [Line(seat, "undo")]
        elif way == "pause" and one.awaited:
            notes = [Line(people[0], "pause"), Line(people[0], "resume")]
        for line in notes:
            lines.append(line)
            one, two = (noted(each, line.seat, line.what).table for each in (one, two))
    return lines


def noted(table: Table, seat: Seat, what: str) -> Step:
    """Something about the table itself."""
    match what:
        case "undo":
            return table.undo(seat, table.seq)
        case "let":
            return table.give_robot_seat(seat)
        case "resign":
            return table.resign(seat)
        case "away":
            return table.start_stand_in(seat)
        case "return":
            return table.return_to_seat(seat)
        case _:
            return table.pause(on=what == "pause")


def impossible(table: Table, viewer: Viewer, luck: random.Random) -> str:
    """An action of this game that the viewer may not do now, if one is soon found."""
    alphabet = table.game.alphabet()
    for action in luck.sample(alphabet, min(5, len(alphabet))):
        text = table.game.write(action)
        try:
            table.act(Seat(0) if viewer is None else viewer, text, table.seq)
        except MalleError:
            return text
    return "nonsense"


class Pair:
    """Two worlds that a viewer cannot tell apart, and the moves that keep it so."""

    def __init__(
        self, name: str, luck: random.Random, way: str = "plain", viewer: Viewer | int = -1, *, most: int = MOST
    ) -> None:
        """`viewer`: -1 for anybody. `most`: moves that keep the worlds alike."""
        self.way = way
        self.most = most
        self.seats, options = GAMES[name]
        sheet = LIBRARY.game_info(name)
        self.options = sheet.complete_options(self.seats, options)
        self.game = LIBRARY.game(name, sheet.version, self.seats, self.options)
        self.viewer: Viewer = luck.choice([None, *map(Seat, range(self.seats))]) if viewer == -1 else viewer  # type: ignore[assignment]
        if way == "late":
            self.viewer = None
        if way == AWAY and self.viewer is None:
            self.viewer = Seat(luck.randrange(self.seats))
        self.person = self.viewer is not None and (
            way in ("let", "match", "undo", "pause", AWAY) or (way != "leave" and luck.random() < 0.5)
        )
        others = [Seat(seat) for seat in range(self.seats) if seat != self.viewer]
        is_needed = way in ("leave", "undo", AWAY) or (way in ("let", "pause") and not self.person)
        self.host = others[0] if is_needed else None
        """Somebody besides the viewer who is no robot: robots ask for nothing."""
        self.given = others[-1]
        """The seat that a stranger asks for."""
        present = (self.viewer if self.person else None, self.host)
        self.people = [seat for seat in present if seat is not None]
        self.kinds: list[SeatKind] = ["person" if seat in self.people else "robot" for seat in range(self.seats)]
        self.ids = [TableId((1 << 48) | luck.getrandbits(48)) for _ in range(2)]
        self.before = [TableId((1 << 48) | luck.getrandbits(48)) for _ in range(2)]
        """The tables that these follow, where they follow any."""
        self.seeds = [luck.randbytes(32) for _ in range(2)]
        shown = seal_of_seed(self.seeds[0], format_table_id(self.ids[0]))
        played = tuple(range(self.seats)) if sheet.games_per_match > 1 else ()
        self.setups = [
            Setup(
                table=format_table_id(id_),
                game=name,
                version=sheet.version,
                seats=self.seats,
                options=self.options,
                seal=shown,
                pace=86400 if way == "pause" else None,
                late=LATE if way == "late" else 0,
                before=(played,) if way == "match" and played else (),
                turned=1 if way == "match" else 0,
            )
            for id_ in self.ids
        ]
        self.log: list[Entry] = []
        """What is to be read where there is no snapshot: spectators who are late look at an older table."""
        if way == "late":
            self._part(luck)
        else:
            self._imagine(luck)
        self.probes = self._probes(luck)

    def _begun(self, luck: random.Random, moves: int) -> Table:
        table, self.log = opened(self.game, self.setups[0], self.seeds[0], self.kinds)
        table, more = play_on(table, luck, moves)
        self.log += more
        return table

    def _imagine(self, luck: random.Random) -> None:
        """The other world, imagined by the viewer, and the seed that keeps the worlds alike for longest."""
        begun = self._begun(luck, luck.randint(0, 30))
        while self.way == AWAY and self.host not in begun.awaited:  # nobody else is missed
            begun = self._begun(luck, luck.randint(0, 30))
        self.one = msgspec.structs.replace(begun, undo_to=None, undo_seat=-1)
        view = self.one.view(self.viewer)
        assert view is not None
        imagined = (self.game.imagine(view, Luck(luck.random())) for _ in range(4))
        state = next((each for each in imagined if each != self.one.state), self.one.state)
        best: list[Line] = []
        first = {
            "let": [Line(self.given, "let")],
            "leave": [Line(Seat(self.host or 0), "resign")],
            AWAY: [Line(Seat(self.host or 0), "away")],
        }.get(self.way, [])
        for _ in range(SEEDS):
            seed = luck.randbytes(32)
            dealer = Dealer(seed, self.setups[1].table)
            two = msgspec.structs.replace(self.one, setup=self.setups[1], state=state, dealer=dealer)
            here, there = self.one, two
            for line in first:
                here, there = (noted(each, line.seat, line.what).table for each in (here, there))
            lines = couple(here, there, self.viewer, random.Random(luck.random()), self.way, self.people, self.most)
            if len(lines) >= len(best):
                best, self.two, self.seeds[1] = lines, two, seed
            if len(best) >= self.most:
                break
        last = [Line(Seat(self.host or 0), "return")] if self.way == "leave" and not self._ends(best) else []
        self.lines = [*first, *best, *last]

    def _ends(self, lines: Sequence[Line]) -> bool:
        table = noted(self.one, Seat(self.host or 0), "resign").table
        for line in lines:
            table = table.act(line.seat, line.texts[0], table.seq).table
        return table.over is not None

    def _part(self, luck: random.Random) -> None:
        """Worlds that are one up to the seq that late spectators see: from there on anything is done in either."""
        while True:
            self.one = self._begun(luck, luck.randint(LATE, 30))
            start = open_table(self.setups[1], self.game, Dealer(self.seeds[1], self.setups[1].table))
            self.two = start.replay(self.log)
            logs = [play_on(each, random.Random(luck.random()), LATE)[1] for each in (self.one, self.two)]
            if len(self.log) >= self.seats + LATE and all(len(log) == LATE for log in logs):
                break
        # Who is awaited need not be the same in both: each line has its mover for each world.
        self.parted = [[(Seat(entry.mover), entry.lines[0]) for entry in log] for log in logs]
        self.lines = [Line(seat, "act", (text, text)) for seat, text in self.parted[0]]

    def made(self, world: int, number: int) -> tuple[Seat, str]:
        """Who makes a move in this world, and which."""
        if self.way == "late":
            return self.parted[world][number]
        line = self.lines[number]
        return line.seat, line.texts[world]

    def shown(self, world: int, viewer: Viewer) -> list[int]:
        """The seq that somebody is shown before the first line and after each: where several acts are shown together,
        they stay behind."""
        table = (self.one, self.two)[world]
        if self.way == "late":
            start = open_table(self.setups[world], self.game, Dealer(self.seeds[world], self.setups[world].table))
            room = Room(self.ids[world], table.setup.table, start, LIBRARY.game_info(self.game.name))
            reveal_delay.open_spectator_room(room)
            reveal_delay.replay_log(room, self.log, [0.0] * len(self.log), 0.0, 0.0)
        else:
            room = Room(self.ids[world], table.setup.table, table, LIBRARY.game_info(self.game.name))
        seqs = [room.visible_room(viewer).table.seq]
        for number, line in enumerate(self.lines):
            seat, text = self.made(world, number)
            acts = line.what == "act"
            step = room.table.act(seat, text, room.table.seq) if acts else noted(room.table, line.seat, line.what)
            reveal_delay.group_acts(room, step)
            room.advance(step)
            reveal_delay.advance_spectators(room)
            seqs.append(room.visible_room(viewer).table.seq)
        return seqs

    def _probes(self, luck: random.Random) -> list[str]:
        """Something that cannot be done, before and after each line."""
        table, found = self.one, [impossible(self.one, self.viewer, luck)]
        for line in self.lines:
            acts = line.what == "act"
            table = (
                table.act(line.seat, line.texts[0], table.seq) if acts else noted(table, line.seat, line.what)
            ).table
            found.append(impossible(table, self.viewer, luck))
        return found

    @property
    def differ(self) -> bool:
        """Are they two worlds?"""
        return self.way == "late" or bool(self.one.state != self.two.state)

    async def put(self, owner: str, config: Config, token: str) -> None:
        """Both worlds into the database, as tables that were played so far."""
        connection = await asyncpg.connect(owner)
        async with connection.transaction():  # a server that runs sees all of it or nothing
            for world, table in enumerate((self.one, self.two)):
                await self._put(connection, config, self.ids[world], table, self.seeds[world], token)
                if self.way == "match":
                    text = format_table_id(self.before[world])
                    setup = msgspec.structs.replace(table.setup, table=text, before=(), turned=0)
                    finished = msgspec.structs.replace(table, setup=setup, next_table=table.setup.table)
                    await self._put(connection, config, self.before[world], finished, self.seeds[world], token)
        await connection.close()

    async def _put(self, connection: Any, config: Config, id_: TableId, table: Table, seed: bytes, token: str) -> None:
        sealed = config.keyring.seed_cipher().encrypt(seed, table.setup.table)
        body = msgspec.json.encode(table.setup).decode()
        tab = "insert into malle.tab (id, setup, seed, seq) values ($1, $2, $3, $4)"
        await connection.execute(tab, id_, body, sealed, table.seq)
        if self.way == "late":
            entry = "insert into malle.entry (tab, seq, mover, lines, key, hash) values ($1, $2, $3, $4, $5, '')"
            rows = [(id_, each.seq, each.mover, "\n".join(each.lines), uuid4()) for each in self.log]
            await connection.executemany(entry, rows)
        else:
            snapshot = "insert into malle.snapshot (tab, seq, body) values ($1, $2, $3)"
            await connection.execute(snapshot, id_, table.seq, encode_snapshot(table))
        if table.setup.bank:
            asked = "insert into malle.entry (tab, seq, mover, lines, key, hash) values ($1, $2, -2, '', $3, '')"
            for seq in {since for since in table.awaited_since if since > 0}:
                await connection.execute(asked, id_, seq, uuid4())
            await connection.execute("insert into malle.slow (tab) values ($1)", id_)
            late = "update malle.tab set deadline = malle.now() + $2 * interval '1 s' where id = $1"
            await connection.execute(late, id_, table.setup.pace)
        seat = "insert into malle.seat (tab, seat, token, person) values ($1, $2, $3, $4)"
        if self.person:
            person = person_of_token(device_at(id_))
            await connection.execute(seat, id_, self.viewer, token_digest(token), person)
            await connection.execute("insert into people.person (id, name) values ($1, 'Ann')", person)
        if self.host is not None:
            await connection.execute(seat, id_, self.host, None, person_of_token(HOST))


def device_at(table: int) -> str:
    """The device of whoever sits at a table that nobody opened: another one at each, so that their games are too."""
    return f"{table}".ljust(43, "-")


async def name_people(owner: str) -> None:
    """What those are called who sit at tables that nobody opened."""
    connection = await asyncpg.connect(owner)
    insert = "insert into people.person (id, name) values ($1, $2) on conflict do nothing"
    await connection.executemany(insert, [(person_of_token(HOST), "Bob"), (person_of_token(STRANGER), "Eve")])
    await connection.close()
