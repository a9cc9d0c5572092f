"""Nothing hidden leaves the server: not in a frame, its size or order, a refusal, a log line, a metric or a hint.

Two worlds that a viewer cannot tell apart are put into the database as two tables (`tests.server.worlds`), and the real
server plays them on, with moves and seeds chosen so that the viewer hears the same in both. Then every byte that they
were sent must be the same (`tests.server.told`): in frames as they are, and in packed ones, whose length could tell.
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

import asyncpg
import msgspec
import nats
import pytest

from malle.config.settings import Config, read_config
from malle.core.codec import encode
from malle.protocol.messages import TakenMessage
from malle.runtime.views.compression import COMPRESSED_MARK
from malle.storage.store import format_table_id
from tests.server.bots import LIBRARY
from tests.server.nursery import Nursery, Zygote, free_port
from tests.server.planted import GAME_LEAKS, LEAKS
from tests.server.planted_ways import WAY_LEAKS
from tests.server.player import Player, call, metrics, packing_of
from tests.server.test_play import open_robots
from tests.server.told import tell
from tests.server.worlds import AWAY, GAMES, WAYS, Pair, name_people

pytestmark = pytest.mark.services


async def differences(
    nursery: Nursery,
    environment: dict[str, str],
    pairs: int,
    plant: str = "",
    games: Sequence[str] = tuple(GAMES),
    ways: Sequence[str] = WAYS,
) -> tuple[Counter[str], list[str]]:
    """(moves compared by game, and what else was compared; where bytes differ, once is enough for a plant). Each game
    in turn, each way in turn; half of them in packed frames."""
    ports = [free_port(), free_port()]
    for port in ports:
        nursery.start(port, plant=plant, pages=True)
    packings = {game: await asyncio.to_thread(packing_of, ports[0], game) for game in games}
    config = read_config(environment)
    await name_people(environment["MALLE_OWNER_PEOPLE"])
    luck = random.Random(f"7 {plant} {pairs} {ways}")  # no two tests may have tables of one id
    found: Counter[str] = Counter()
    wrong: list[str] = []
    for number in range(pairs):
        turn, place = divmod(number, len(games))
        game, way = games[place], ways[(turn + place) % len(ways)]
        packing = packings[game] if (turn + turn // len(ways)) % 2 else None
        pair, token = Pair(game, luck, way), secrets.token_urlsafe(32)
        await pair.put(environment["MALLE_OWNER_PEOPLE"], config, token)
        one, two = await tell(pair, ports if way == "processes" else ports[:1], config, token, packing)
        found[game] += len(pair.lines)
        found["packed"] += sum(data.startswith(COMPRESSED_MARK) for data in one)
        found.update([way, *(line.what for line in pair.lines), "that differ"] if pair.differ else [])
        if one != two:
            wrong.append(f"pair {number}, {game}, {way}, viewer {pair.viewer}: {parting(one, two)}")
            print(wrong[-1], flush=True)
            if plant:
                break
        if (number + 1) % 300 == 0:  # a long run that is ended tells how far it came
            print(f"{number + 1} of {pairs} pairs, {len(wrong)} differ", flush=True)
    return found, wrong


def parting(one: Sequence[bytes], two: Sequence[bytes]) -> str:
    """Where what was sent parts."""
    for number, (a, b) in enumerate(zip(one, two, strict=False)):
        if a != b:
            at = next((at for at, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
            around = slice(max(0, at - 60), at + 60)
            return f"{number} of {len(one)}, from byte {at} on: {a[around]!r} and {b[around]!r}"
    return f"{len(one)} and {len(two)} were sent"


@pytest.mark.parametrize("pairs", [4, pytest.param(300, marks=[pytest.mark.long, pytest.mark.timeout(7200)])])
async def test_worlds_alike_give_the_same_bytes(nursery: Nursery, environment: dict[str, str], pairs: int) -> None:
    """So many pairs of worlds of each game, over every way."""
    found, wrong = await differences(nursery, environment, pairs * len(GAMES))
    print(f"{pairs} pairs of each game; coupled moves and what was around them: {dict(found)}")
    assert wrong == []
    assert all(found[game] for game in GAMES)
    assert sum(found[game] for game in GAMES) >= pairs * len(GAMES)
    assert all(found[way] for way in WAYS), found
    assert all(found[what] for what in ("undo", "pause", "resume", "let", "resign", "return")), found
    assert found["packed"] >= pairs


async def away_differences(
    zygote: Zygote, environment: dict[str, str], log: Path, games: Sequence[str], plant: str = ""
) -> list[str]:
    """Where bytes differ for somebody who waits for another person, and has a robot play for them. All pairs at once,
    since each waits for a while."""
    quick = Nursery(zygote, environment | {"MALLE_PATIENCE": "2", "MALLE_SWEEP": "0.1"}, log)
    port = free_port()
    try:
        quick.start(port, plant=plant, pages=True)
        config = read_config(environment)
        await name_people(environment["MALLE_OWNER_PEOPLE"])
        luck = random.Random(f"8 {plant} {games}")
        pairs = [(Pair(game, luck, AWAY), secrets.token_urlsafe(32)) for game in games]
        for pair, token in pairs:
            await pair.put(environment["MALLE_OWNER_PEOPLE"], config, token)
        told = await asyncio.gather(*(tell(pair, [port], config, token) for pair, token in pairs))
    finally:
        quick.close()
    assert any(pair.differ for pair, _ in pairs)
    return [f"{game}: {parting(*both)}" for game, both in zip(games, told, strict=True) if both[0] != both[1]]


async def test_somebody_who_is_missed_tells_nothing(
    zygote: Zygote, environment: dict[str, str], tmp_path: Path
) -> None:
    """That they are, a sign to them, a robot in their place: whatever they hold, those who wait are sent the same."""
    games = ["parley", "declarer", "combinards"]
    assert await away_differences(zygote, environment, tmp_path / "server.log", games) == []


async def test_a_leak_in_the_answer_to_a_sign_is_found(
    zygote: Zygote, environment: dict[str, str], tmp_path: Path
) -> None:
    log = tmp_path / "server.log"
    assert await away_differences(zygote, environment, log, ["parley"] * 3, "a-sign-is-answered-with-more")


@pytest.mark.parametrize("way", ["plain", "let"])
async def test_no_difference_hangs_on_when_a_sweep_comes_by(
    zygote: Zygote, environment: dict[str, str], tmp_path: Path, way: str
) -> None:
    """How many frames a viewer gets on coming; and whether they see who has agreed before somebody is let in."""
    quick = Nursery(zygote, environment | {"MALLE_SWEEP": "0.002"}, tmp_path / "server.log")
    try:
        assert (await differences(quick, environment, 6, ways=[way]))[1] == []
    finally:
        quick.close()


@pytest.mark.parametrize("plant", sorted(LEAKS))
async def test_planted_leaks_are_found(nursery: Nursery, environment: dict[str, str], plant: str) -> None:
    assert (await differences(nursery, environment, 12, plant, ways=["plain"]))[1]


@pytest.mark.parametrize("plant", sorted(plant for plant, (way, _) in WAY_LEAKS.items() if way in WAYS))
async def test_leaks_planted_on_one_way_are_found_there(
    nursery: Nursery, environment: dict[str, str], plant: str
) -> None:
    """A table that is only looked at and played on would not show them."""
    way, _ = WAY_LEAKS[plant]
    assert (await differences(nursery, environment, 12, plant, ["parley"], [way]))[1]


@pytest.mark.parametrize("plant", sorted(GAME_LEAKS))
async def test_leaks_planted_in_a_game_are_found(nursery: Nursery, environment: dict[str, str], plant: str) -> None:
    """A view that tells one thing too much, in the rules of one game, shows in frames."""
    game, _ = GAME_LEAKS[plant]
    assert (await differences(nursery, environment, 12, plant, [game], ["plain"]))[1]


async def test_no_secret_in_logs_metrics_and_hints(nursery: Nursery, environment: dict[str, str]) -> None:
    """A table is played to its end with everything listened to: nothing played, dealt or secret is anywhere."""
    port = free_port()
    nursery.start(port)
    config = read_config(environment)
    listener = await nats.connect(config.nats_url)
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
            assert isinstance(await players[awaited[0]].act(text), TakenMessage)
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
        config.worker_config().robot_key.key.hex(),
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
            assert re.fullmatch(rb"malle\.(hint\.\d+|robots) ((seen )?\d+ \d+( \d+){0,3}\n?)+", hint), hint


async def _seeds(environment: dict[str, str], config: Config) -> list[bytes]:
    sealer = config.keyring.seed_cipher()
    found = []
    for part in environment["MALLE_OWNER_DATABASES"].split(","):
        connection = await asyncpg.connect(part.split("=", 1)[1])
        latest = "select id, seed from malle.tab where length(seed) = 60 order by opened desc limit 50"
        rows = await connection.fetch(latest)
        found += [sealer.decrypt(row["seed"], format_table_id(row["id"])) for row in rows]
        await connection.close()
    return found
