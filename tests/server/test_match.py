"""Going on after the end: one following table whoever asks, the same tokens, scores that follow the people."""

from __future__ import annotations

import asyncio
import http.client
import json
from typing import Any
from uuid import uuid4

import asyncpg
import pytest

from malle.config.settings import read_config
from malle.protocol.messages import RefusedMessage, TableCommandMessage, TakenMessage
from malle.robots.robot_worker import RobotWorker
from malle.testing import example_game
from malle.testing.dev_services import Services
from tests.server.bots import LIBRARY
from tests.server.nursery import Nursery, free_port
from tests.server.player import Player, call
from tests.server.test_robots import is_over

pytestmark = pytest.mark.services


def public(port: int, table: str) -> dict[str, Any]:
    status, found = call(port, f"/api/tables/{table}")
    assert status == 200, found
    return dict(found)


def open_two(port: int) -> tuple[str, list[str]]:
    """Ann and Bob at a game of one round: the table and their tokens."""
    body = {"game": "parley", "seats": 2, "name": "Ann", "options": {"rounds": 1}}
    opened = call(port, "/api/tables", body)[1]
    sat = call(port, f"/api/tables/{opened['table']}/seats", {"name": "Bob", "invite": opened["invite"]})[1]
    return opened["table"], [opened["token"], sat["token"]]


def act(port: int, table: str, token: str, seq: int, text: str) -> None:
    body = {"type": "act", "seq": seq, "text": text, "key": str(uuid4())}
    status, answer = call(port, f"/api/tables/{table}/acts", body, token=token)
    assert status == 200, answer


def play(port: int, table: str, tokens: list[str]) -> tuple[int, ...]:
    """One round: the first seat bids and keeps. The scores by seat."""
    for seq, token, text in ((2, tokens[0], "bid 1"), (3, tokens[1], "bid 0"), (4, tokens[0], "keep")):
        act(port, table, token, seq, text)
    return tuple(public(port, table)["over"]["scores"])


def go(port: int, path: str, cookie: str = "") -> tuple[str, str]:
    """Where a page leads, and the cookie that it gives."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"sec-fetch-site": "same-origin", **({"cookie": cookie} if cookie else {})}
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    found = answer.getheader("location", ""), answer.getheader("set-cookie", "").partition(";")[0]
    connection.close()
    return found


async def count_tables(services: Services, database: str) -> int:
    count = 0
    for cluster in range(2):
        connection = await asyncpg.connect(services.owner_url(cluster, database))
        count += await connection.fetchval("select count(*) from malle.tab")
        await connection.close()
    return count


@pytest.mark.timeout(300)
async def test_both_ask_at_once_and_there_is_one_following_table(
    nursery: Nursery, services: Services, database: str
) -> None:
    """A hundred tables in a row over two servers: each time both players ask at the same moment. One table follows, in
    which both sit by their old tokens, seats exchanged; legs count 1, 2, 1, 2, and the scores follow the people."""
    ports = [free_port(), free_port()]
    for port in ports:
        nursery.start(port)
    table, tokens = open_two(ports[0])
    tables = await count_tables(services, database)
    before: list[tuple[int, ...]] = []
    for number in range(100):
        scores = await asyncio.to_thread(play, ports[number % 2], table, tokens)
        shown = await asyncio.to_thread(public, ports[number % 2], table)
        played = [*before, scores]
        assert shown["match"]["leg"] == 1 + number % 2
        assert [tuple(each) for each in shown["match"]["played"]] == played
        assert tuple(shown["match"]["sums"]) == tuple(map(sum, zip(*played, strict=True)))
        async with (
            Player(ports[:1], table, tokens[0]) as one,
            Player(ports[1:], table, tokens[1]) as two,
            Player(ports[1:], table, "") as eve,
        ):
            for each in (one, two, eve):
                await each.until(5)
            answers = await asyncio.gather(
                *(each.send(TableCommandMessage(5, "next", str(uuid4()))) for each in (one, two))
            )
            assert [each.seq for each in answers if isinstance(each, TakenMessage)] == [6, 6]
            found = {json.loads(bytes((await each.until(6)).table))["next"] for each in (one, two, eve)}
        assert len(found) == 1
        (table,) = found
        tokens.reverse()
        before = [(each[1], each[0]) for each in played] if len(played) < example_game.GAME_INFO.games_per_match else []
        names = ["Ann", "Bob"] if number % 2 else ["Bob", "Ann"]
        assert [each["name"] for each in (await asyncio.to_thread(public, ports[1], table))["seats"]] == names
    assert await count_tables(services, database) == tables + 100


async def test_only_players_of_a_finished_table_go_on(nursery: Nursery) -> None:
    port = free_port()
    nursery.start(port)
    table, tokens = open_two(port)
    async with Player([port], table, tokens[0]) as ann, Player([port], table, "") as eve:
        await ann.until(2)
        early = await ann.send(TableCommandMessage(2, "next", str(uuid4())))
        assert isinstance(early, RefusedMessage)
        assert early.slug == "illegal"
        play(port, table, tokens)
        await eve.until(5)
        stranger = await eve.send(TableCommandMessage(5, "next", str(uuid4())))
        assert isinstance(stranger, RefusedMessage)
        assert public(port, table)["next"] == ""
        key = str(uuid4())
        assert await ann.send(TableCommandMessage(5, "next", key)) == TakenMessage(key, 6)
        await ann.cut()
        assert await ann.send(TableCommandMessage(5, "next", key)) == TakenMessage(key, 6)  # the same wish again


async def test_whoever_goes_on_sits_there_by_the_same_token(nursery: Nursery) -> None:
    port = free_port()
    nursery.start(port)
    table, tokens = open_two(port)
    play(port, table, tokens)
    assert go(port, f"/tables/{table}/next", f"malle={tokens[0]}")[0] == f"/tables/{table}"
    async with Player([port], table, tokens[0]) as ann:
        await ann.until(5)
        await ann.send(TableCommandMessage(5, "next", str(uuid4())))
    following = public(port, table)["next"]
    for cookie in (*(f"malle={token}" for token in tokens), "", "malle=made-up"):
        assert go(port, f"/tables/{table}/next", cookie) == (f"/tables/{following}", "")
    async with Player([port], following, tokens[0]) as ann, Player([port], following, tokens[1]) as bob:
        assert ((await ann.until(2)).viewer, (await bob.until(2)).viewer) == (1, 0)
    play(port, following, tokens[::-1])


async def test_whoever_left_has_their_seat_at_the_next_table_too(nursery: Nursery, environment: dict[str, str]) -> None:
    """Nobody loses the second game by a bad line in the first: the robot keeps the seat on."""
    port = free_port()
    nursery.start(port)
    table, tokens = open_two(port)
    async with Player([port], table, tokens[1]) as bob:
        await bob.until(2)
        assert isinstance(await bob.send(TableCommandMessage(2, "resign", str(uuid4()))), TakenMessage)
    robot = read_config(environment).worker_config().robot_key.seat_token(table, 1)
    for seq, token, text in ((3, tokens[0], "bid 1"), (4, robot, "bid 0"), (5, tokens[0], "keep")):
        act(port, table, token, seq, text)
    async with Player([port], table, tokens[0]) as ann:
        await ann.until(6)
        assert isinstance(await ann.send(TableCommandMessage(6, "next", str(uuid4()))), TakenMessage)
    following = public(port, table)["next"]
    assert [(each["name"], each["kind"]) for each in public(port, following)["seats"]] == [
        ("Bob", "robot"),
        ("Ann", "person"),
    ]
    async with Player([port], following, tokens[1]) as bob:
        state = await bob.until(3)
        assert (state.viewer, state.left) == (None, 0)
        assert isinstance(await bob.send(TableCommandMessage(state.seq, "return", str(uuid4()))), TakenMessage)
        await bob.wait(lambda: bob.state is not None and bob.state.viewer == 0)


async def test_a_robot_goes_on_at_one_click_and_keeps_its_name(nursery: Nursery, environment: dict[str, str]) -> None:
    """A whole match against a robot: one wish is enough, the robot sits in the other seat and plays."""
    port = free_port()
    nursery.start(port)
    worker = RobotWorker(read_config(environment).worker_config(), f"http://127.0.0.1:{port}", 0.0, LIBRARY)
    work = asyncio.create_task(worker.run())
    body = {"game": "parley", "seats": 2, "name": "Ann", "robots": 1, "options": {"rounds": 2}}
    opened = call(port, "/api/tables", body)[1]
    table, token = opened["table"], opened["token"]
    for leg in (1, 2):
        async with Player([port], table, token) as ann:
            seq = await play_on(ann)
            robot = public(port, table)["seats"][2 - leg]
            assert (robot["kind"], robot["name"]) == ("robot", "Léa")
            assert isinstance(await ann.send(TableCommandMessage(seq, "next", str(uuid4()))), TakenMessage)
        match = public(port, table)["match"]
        assert (match["leg"], len(match["played"])) == (leg, leg)
        table = public(port, table)["next"]
    assert public(port, table)["match"]["played"] == []
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)


async def play_on(ann: Player) -> int:
    """Bids and keeps until the end: the seq there."""
    while True:
        await ann.wait(lambda: ann.state is not None and (is_over(ann) or ann.state.viewer in awaited(ann)))
        assert ann.state is not None
        seq = ann.state.seq
        if is_over(ann):
            return seq
        for text in ("bid 2", "keep"):
            if isinstance(await ann.act(text, seq=seq), TakenMessage):
                break
        await ann.until(seq + 1)


def awaited(player: Player) -> list[int]:
    assert player.state is not None
    found: list[int] = json.loads(bytes(player.state.table))["awaited"]
    return found
