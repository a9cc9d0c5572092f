"""Nothing hidden leaves the server: not in a frame, its size or order, a refusal, a log line, a metric or a hint.

*Worlds*: a table is played to somewhere; `imagine` gives another state that one viewer cannot tell from it. Both are
put into the database as two tables, and the real server plays them on, with moves and seeds chosen so that the viewer
hears the same in both. Then every byte that they were sent must be the same, refusals included: in frames as they are,
and in packed ones, whose length could tell.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import secrets
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import msgspec
import nats
import pytest

from malle.core import AnyGame, Luck, MalleError, Seat, Viewer
from malle.core.codec import encode
from malle.core.dealer import Dealer, seal
from malle.games import names as offered
from malle.live.packing import HEAD
from malle.store.store import TableId, digest, write_id
from malle.table import Setup, Table, open_table
from malle.table.snapshot import take_snapshot
from malle.wire.config import Config, read_config
from malle.wire.messages import Taken
from tests.server.faults import LIBRARY
from tests.server.nursery import Nursery, Zygote, free_port
from tests.server.planted import GAME_LEAKS, LEAKS
from tests.server.player import Packing, Player, call, metrics, packing_of
from tests.server.test_play import open_robots

pytestmark = pytest.mark.services

GAMES: dict[str, tuple[int, dict[str, Any]]] = {
    "parley": (3, {"rounds": 10}),
    "declarer": (4, {}),
    "chasse": (2, {}),
    "combinus": (2, {}),
    "combinards": (3, {}),
    "liar": (3, {}),
}
Line = tuple[Seat, str, str]
"""A coupled move: the mover, what they do in the one world, what in the other."""
CANDIDATES = 60
"""What others could do in the other world that is tried."""


def play_on(table: Table, luck: random.Random, moves: int) -> Table:
    """Any moves, with the chance that follows."""
    for _ in range(moves):
        if not table.awaited:
            break
        seat = luck.choice(table.awaited)
        table = table.act(seat, table.game.write(luck.choice(table.legal(seat))), table.seq).table
    return table


def new_table(game: AnyGame, setup: Setup, seed: bytes, kinds: Sequence[str]) -> Table:
    table = open_table(setup, game, Dealer(seed, setup.table))
    for seat, kind in enumerate(kinds):
        table = table.sit(Seat(seat), kind).table  # type: ignore[arg-type]
    return table


def couple(one: Table, two: Table, viewer: Viewer, luck: random.Random, most: int) -> list[Line]:
    """Moves that the viewer hears alike in both worlds, as many as can be found."""
    lines: list[Line] = []
    while one.awaited and len(lines) < most:
        seat = luck.choice(one.awaited)
        texts = [one.game.write(action) for action in one.legal(seat)]
        text = luck.choice(texts)
        step = one.act(seat, text, one.seq)
        others = [text] if seat == viewer else [two.game.write(action) for action in two.legal(seat)]
        luck.shuffle(others)
        for other in others[:CANDIDATES]:
            twin = two.act(seat, other, two.seq)
            if twin.heard_by(viewer) == step.heard_by(viewer) and encode(twin.table.view(viewer)) == encode(
                step.table.view(viewer)
            ):
                break
        else:
            return lines
        lines.append((seat, text, other))
        one, two = step.table, twin.table
    return lines


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

    def __init__(self, name: str, config: Config, luck: random.Random) -> None:
        seats, options = GAMES[name]
        sheet = LIBRARY.sheet(name)
        options = sheet.settle_options(seats, options)
        self.game = LIBRARY.game(name, sheet.version, seats, options)
        self.viewer: Viewer = luck.choice([None, *map(Seat, range(seats))])
        self.person = self.viewer is not None and luck.random() < 0.5
        kinds = ["person" if self.person and seat == self.viewer else "robot" for seat in range(seats)]
        self.ids = [TableId((number << 48) | luck.getrandbits(48)) for number in (1, 1)]
        self.seeds = [luck.randbytes(32) for _ in range(2)]
        shown = seal(self.seeds[0], write_id(self.ids[0]))
        self.setups = [
            Setup(table=write_id(id_), game=name, version=sheet.version, seats=seats, options=options, seal=shown)
            for id_ in self.ids
        ]
        first = play_on(new_table(self.game, self.setups[0], self.seeds[0], kinds), luck, luck.randint(0, 30))
        self.one = msgspec.structs.replace(first, back=None, undoer=-1)
        view = self.one.view(self.viewer)
        assert view is not None
        state = self.game.imagine(view, Luck(luck.random()))
        best: list[Line] = []
        for _ in range(12):  # the seed that keeps the worlds alike for longest
            seed = luck.randbytes(32)
            dealer = Dealer(seed, self.setups[1].table)
            two = msgspec.structs.replace(self.one, setup=self.setups[1], state=state, dealer=dealer)
            lines = couple(self.one, two, self.viewer, random.Random(luck.random()), 8)
            if len(lines) >= len(best):
                best, self.two, self.seeds[1] = lines, two, seed
        self.lines = best
        self.probes = self._probes(luck)

    def _probes(self, luck: random.Random) -> list[str]:
        """Something that cannot be done, before and after each line."""
        table, found = self.one, [impossible(self.one, self.viewer, luck)]
        for seat, text, _ in self.lines:
            table = table.act(seat, text, table.seq).table
            found.append(impossible(table, self.viewer, luck))
        return found

    async def put(self, owner: str, config: Config, token: str) -> None:
        """Both worlds into the database, as tables that were played so far."""
        sealer = config.keys.sealer()
        connection = await asyncpg.connect(owner)
        for id_, setup, seed, table in zip(self.ids, self.setups, self.seeds, (self.one, self.two), strict=True):
            sealed = sealer.seal(seed, setup.table)
            body = msgspec.json.encode(setup).decode()
            tab = "insert into malle.tab (id, setup, seed, seq) values ($1, $2, $3, $4)"
            await connection.execute(tab, id_, body, sealed, table.seq)
            snapshot = "insert into malle.snapshot (tab, seq, body) values ($1, $2, $3)"
            await connection.execute(snapshot, id_, table.seq, take_snapshot(table))
            if self.person:
                seat = "insert into malle.seat (tab, seat, token, person) values ($1, $2, $3, $4)"
                await connection.execute(seat, id_, self.viewer, digest(token), UUID(int=1))
        await connection.close()


def home_of(port: int, setup: Setup, token: str) -> bytes:
    """The home page of somebody who sits at this table; if the site offers the game, a ticket leads back to it."""
    cookies = {"cookie": f"malle-{setup.table}={token}; malle-tables={setup.table}"}
    page: str = call(port, "/?lang=en", headers=cookies)[1]
    assert ('class="run' in page) == (setup.game in offered())
    return page.replace(setup.table, "?").encode()


async def play_pair(
    pair: Pair, port: int, config: Config, token: str, packing: Packing | None = None
) -> list[list[bytes]]:
    """What the viewer was sent in each world, byte for byte."""
    sent: list[list[bytes]] = []
    noise = random.Random(len(pair.lines))
    keys = [str(UUID(int=noise.getrandbits(128), version=4)) for _ in range(200)]
    for world, (id_, table) in enumerate(zip(pair.ids, (pair.one, pair.two), strict=True)):
        text = write_id(id_)
        viewer = pair.viewer
        if not pair.person:
            token = "" if viewer is None else config.worker().key.token(text, viewer)
        key = iter(keys)
        async with Player([port], text, token, packing=packing) as player:
            player.raw = []
            await player.until(table.seq)
            for number, line in enumerate([None, *pair.lines]):
                seq = table.seq + number
                if line is not None:
                    seat, move = line[0], line[2] if world else line[1]
                    if seat == viewer:
                        assert isinstance(await player.act(move, seq=seq - 1, key=next(key)), Taken)
                    else:
                        robot = config.worker().key.token(text, seat)
                        body = {"type": "act", "seq": seq - 1, "text": move, "key": str(uuid4())}
                        answer = await asyncio.to_thread(call, port, f"/api/tables/{text}/acts", body, token=robot)
                        assert answer[0] == 200, answer
                    await player.until(seq)
                if pair.person:
                    player.raw.append(await asyncio.to_thread(home_of, port, table.setup, token))
                probe = pair.probes[number]
                for move, at in (("nonsense", seq), (probe, seq), (probe, 0), (probe, seq + 9)):
                    assert not isinstance(await player.act(move, seq=at, key=next(key)), Taken)
            sent.append(player.raw)
    return sent


async def differences(
    nursery: Nursery, environment: dict[str, str], pairs: int, plant: str = "", games: Sequence[str] = tuple(GAMES)
) -> tuple[Counter[str], int]:
    """(moves compared by game, and packed frames; pairs whose bytes differ, one of which is enough for a plant). Each
    game in turn: frames as they are, then packed."""
    port = free_port()
    nursery.start(port, plant=plant, pages=True)
    packings = {game: await asyncio.to_thread(packing_of, port, game) for game in games}
    config = read_config(environment)
    owner = environment["MALLE_OWNER_PEOPLE"]
    connection = await asyncpg.connect(owner)
    await connection.execute(
        "insert into people.person (id, name) values ($1, 'Ann') on conflict do nothing", UUID(int=1)
    )
    await connection.close()
    luck = random.Random(f"7 {plant} {pairs}")  # no two tests may have tables of one id
    moves: Counter[str] = Counter()
    wrong = 0
    for number in range(pairs):
        token = secrets.token_urlsafe(32)
        game = games[number % len(games)]
        packing = packings[game] if number // len(games) % 2 else None
        pair = Pair(game, config, luck)
        await pair.put(owner, config, token)
        one, two = await play_pair(pair, port, config, token, packing)
        packed = sum(data.startswith(HEAD) for data in one)
        assert not packed or packing
        moves[game] += len(pair.lines)
        moves["packed"] += packed
        wrong += one != two
        if wrong and plant:
            break
    return moves, wrong


@pytest.mark.timeout(600)
@pytest.mark.parametrize("pairs", [6, pytest.param(300, marks=[pytest.mark.long, pytest.mark.timeout(3600)])])
async def test_worlds_alike_give_the_same_bytes(nursery: Nursery, environment: dict[str, str], pairs: int) -> None:
    """So many pairs of worlds of each game."""
    moves, wrong = await differences(nursery, environment, pairs * len(GAMES))
    print(f"{pairs} pairs of each game, coupled moves and packed frames: {dict(moves)}")
    assert all(moves[game] for game in GAMES)
    assert sum(moves[game] for game in GAMES) >= pairs * len(GAMES)
    assert moves["packed"] >= pairs
    assert wrong == 0


async def test_a_sweep_shows_nobody_who_is_still_being_let_in(
    zygote: Zygote, environment: dict[str, str], tmp_path: Path
) -> None:
    """How many frames a viewer gets on coming does not hang on when the sweep comes by."""
    quick = Nursery(zygote, environment | {"MALLE_SWEEP": "0.002"}, tmp_path / "server.log")
    try:
        assert (await differences(quick, environment, 12))[1] == 0
    finally:
        quick.close()


@pytest.mark.parametrize("plant", sorted(LEAKS))
async def test_planted_leaks_are_found(nursery: Nursery, environment: dict[str, str], plant: str) -> None:
    _, wrong = await differences(nursery, environment, 12, plant)
    assert wrong > 0


@pytest.mark.parametrize("plant", sorted(GAME_LEAKS))
async def test_leaks_planted_in_a_game_are_found(nursery: Nursery, environment: dict[str, str], plant: str) -> None:
    """A view that tells one thing too much, in the rules of one game, shows in frames."""
    game, _ = GAME_LEAKS[plant]
    _, wrong = await differences(nursery, environment, 12, plant, [game])
    assert wrong > 0


async def test_no_secret_in_logs_metrics_and_hints(nursery: Nursery, environment: dict[str, str]) -> None:
    """A table is played to its end with everything listened to: nothing played, dealt or secret is anywhere."""
    port = free_port()
    nursery.start(port)
    config = read_config(environment)
    listener = await nats.connect(config.nats)
    hints: list[bytes] = []

    async def hear(message: Any) -> None:
        hints.append(message.subject.encode() + b" " + message.data)

    await listener.subscribe(">", cb=hear)
    opened = call(port, "/api/tables", {"game": "declarer", "seats": 3, "name": "Canary-Ann"})[1]
    table = opened["table"]
    tokens = [opened["token"]]
    sits = [{"name": name, "invite": opened["invite"]} for name in ("Canary-Bob", "Canary-Eve")]
    tokens += [call(port, f"/api/tables/{table}/seats", body)[1]["token"] for body in sits]
    robots, robot_tokens = open_robots(port, environment, 3, rounds=2)
    played: set[str] = set()
    async with Player([port], table, tokens[0]) as ann:
        await ann.until(3)
        for text in ("canary-nonsense", "declare canary"):
            await ann.act(text)
    game = LIBRARY.game("parley", 1, 3, {"rounds": 2})
    luck = random.Random(3)
    async with (
        Player([port], robots, robot_tokens[0]) as one,
        Player([port], robots, robot_tokens[1]) as two,
        Player([port], robots, robot_tokens[2]) as three,
    ):
        players = [one, two, three]
        seq = 3
        while True:
            states = [await each.until(seq) for each in players]
            awaited = json.loads(bytes(states[0].table))["awaited"]
            if not awaited:
                break
            legal = msgspec.json.decode(bytes(states[awaited[0]].legal), type=list[Any])
            text = game.write(game.codec.action(encode(luck.choice(legal))))
            played.add(text)
            assert isinstance(await players[awaited[0]].act(text), Taken)
            seq += 1
    await asyncio.sleep(0.3)
    await listener.close()
    counted = metrics(port)
    nursery.close()
    log = Path(nursery.log).read_text()
    everything = "\n".join([log, counted, *(hint.decode(errors="replace") for hint in hints)])
    seeds = await _seeds(environment, config)
    secret = [
        *tokens,
        *robot_tokens,
        opened["invite"],
        environment["MALLE_KEY"],
        config.worker().key.key.hex(),
        "Canary",
        "canary",
        "deal ",
        *played,
    ]
    secret += [seed.hex() for seed in seeds]
    secret += [part.split("@")[0].split(":")[-1] for part in environment["MALLE_DATABASES"].split(",")]
    assert [each for each in secret if each in everything] == []
    assert hints
    for hint in hints:
        if hint.startswith(b"malle."):
            assert re.fullmatch(rb"malle\.(hint\.\d+|robots) (\d+ \d+( \d+){0,2}\n?)+", hint), hint


async def _seeds(environment: dict[str, str], config: Config) -> list[bytes]:
    sealer = config.keys.sealer()
    found = []
    for part in environment["MALLE_OWNER_DATABASES"].split(","):
        connection = await asyncpg.connect(part.split("=", 1)[1])
        latest = "select id, seed from malle.tab where length(seed) = 60 order by opened desc limit 50"
        rows = await connection.fetch(latest)
        found += [sealer.open(row["seed"], write_id(row["id"])) for row in rows]
        await connection.close()
    return found
