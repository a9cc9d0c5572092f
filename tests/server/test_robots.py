"""Robots: workers that know a seat's view and nothing else."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
from typing import Any, Literal
from uuid import uuid4

import asyncpg
import pytest
from msgspec.structs import replace

from malle.config.settings import read_config
from malle.protocol.messages import (
    RecalledMessage,
    RefusedMessage,
    SeatAnswerMessage,
    SeatRequestMessage,
    TableCommandMessage,
    TakenMessage,
)
from malle.protocol.search_effort import effort_in_key
from malle.robots.decide import Decider, Decision, DecisionRequest
from malle.robots.heard_log import HeardLog
from malle.robots.process_pool import DecisionPool
from malle.robots.robot_worker import IDLE_SOCKET_SECONDS, RobotWorker
from malle.runtime.log_writes import merge_awaited_robots
from malle.storage.store import TableId, parse_table_id
from malle.testing.dev_services import Services
from malle.web.security.device_cookie import make_device_secret
from tests.server.bots import LIBRARY
from tests.server.nursery import Nursery, Zygote, free_port
from tests.server.player import Player, call, metrics
from tests.server.test_play import open_robots

pytestmark = pytest.mark.services


@pytest.fixture(autouse=True)
async def no_other_robots(services: Services, database: str) -> None:
    """Tables that other tests left behind do not wait for robots any more."""
    await forget_robots(services, database)


async def forget_robots(services: Services, database: str) -> None:
    """No table waits for robots any more."""
    for cluster in range(2):
        connection = await asyncpg.connect(services.owner_url(cluster, database))
        await connection.execute("update malle.tab set robots = 0")
        await connection.close()


@pytest.mark.parametrize("game", ["parley", "declarer"])
async def test_robots_play_a_whole_game(nursery: Nursery, environment: dict[str, str], game: str) -> None:
    port = free_port()
    nursery.start(port)
    config = read_config(environment).worker_config()
    options = {"rounds": 2}
    opened = call(port, "/api/tables", {"game": game, "seats": 4, "robots": 4, "options": options})[1]
    worker = RobotWorker(config, f"http://127.0.0.1:{port}", 0.0, LIBRARY)
    work = asyncio.create_task(worker.run())
    async with Player([port], opened["table"], "") as watcher:
        await watcher.wait(lambda: watcher.state is not None and is_over(watcher))
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)


async def test_a_worker_that_is_told_to_end_ends(nursery: Nursery, environment: dict[str, str]) -> None:
    """Whatever it hears in that very moment. One that heard something went on at that seat until the table had
    been silent for long."""
    port = free_port()
    nursery.start(port)
    config = read_config(environment).worker_config()
    async with contextlib.AsyncExitStack() as watching:
        for _ in range(4):
            table, _ = open_robots(port, environment, 4, rounds=1000)
            await watching.enter_async_context(Player([port], table, ""))
        for number in range(25):
            worker = RobotWorker(config, f"http://127.0.0.1:{port}", 0.0, LIBRARY)
            work = asyncio.create_task(worker.run())
            async with asyncio.timeout(60):
                while worker.moves_sent.total() < 50:
                    await asyncio.sleep(0.01)
            work.cancel()
            await asyncio.wait([work], timeout=IDLE_SOCKET_SECONDS / 2)
            assert work.done(), number


def is_over(player: Player) -> bool:
    state = player.state
    return state is not None and json.loads(bytes(state.table))["over"] is not None


async def test_a_worker_finds_what_no_hint_told(
    nursery: Nursery, environment: dict[str, str], services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    """NATS is frozen: the worker asks the server instead."""
    monkeypatch.setattr("malle.robots.robot_worker.POLL_SECONDS", 0.2)
    port = free_port()
    nursery.start(port)
    config = read_config(environment).worker_config()
    services.signal_nats(signal.SIGSTOP)
    try:
        table, _ = open_robots(port, environment, 2, rounds=1)
        work = asyncio.create_task(RobotWorker(config, f"http://127.0.0.1:{port}", 0.0, LIBRARY).run())
        async with Player([port], table, "") as watcher:
            await watcher.wait(lambda: is_over(watcher))
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)
    finally:
        services.signal_nats(signal.SIGCONT)


async def test_a_robot_alone_may_ask_for_all_that_it_heard(nursery: Nursery, environment: dict[str, str]) -> None:
    """From the first deal on, what has faded too, and nothing that others heard. What comes by itself begins with the
    table as it is; a spectator is refused."""
    port = free_port()
    nursery.start(port)
    game = LIBRARY.game("combinards", 1, 3, LIBRARY.game_info("combinards").complete_options(3, {}))
    table = call(port, "/api/tables", {"game": "combinards", "seats": 3, "robots": 3})[1]["table"]
    tokens = [read_config(environment).worker_config().robot_key.seat_token(table, seat) for seat in range(3)]
    async with contextlib.AsyncExitStack() as stack:
        robots = [await stack.enter_async_context(Player([port], table, token)) for token in tokens]
        watcher = await stack.enter_async_context(Player([port], table, ""))
        for seq in range(3, 8):
            states = [await each.until(seq) for each in robots]
            mover = json.loads(bytes(states[0].table))["awaited"][0]
            action = game.codec.action(json.dumps(json.loads(bytes(states[mover].legal))[-1]).encode())
            assert isinstance(await robots[mover].act(game.write(action)), TakenMessage)
        for seat, robot in enumerate(robots):
            seq = (await robot.until(8)).seq
            found = await robot.recall()
            assert isinstance(found, RecalledMessage), found
            heard = [json.loads(bytes(told.motion)) for told in found.heard]
            assert len(heard) == seq
            dealt = [event["seat"] for event in heard[2] if event["type"] == "CardDealt"]
            assert dealt == [seat] * 6
        assert isinstance(await watcher.recall(), RefusedMessage)
    async with Player([port], table, tokens[0]) as late:
        assert not (await late.until(8)).heard


async def test_whoever_takes_a_robots_seat_does_not_get_what_it_heard(
    nursery: Nursery, environment: dict[str, str]
) -> None:
    """Nor does a person who always sat there. The robot's key opens nothing once somebody plays its seat."""
    port = free_port()
    nursery.start(port)
    opened = call(port, "/api/tables", {"game": "parley", "seats": 3, "robots": 2, "name": "Ann"})[1]
    table, robots = opened["table"], read_config(environment).worker_config().robot_key.seat_token(opened["table"], 2)
    async with (
        Player([port], table, opened["token"]) as ann,
        Player([port], table, make_device_secret()) as eve,
        Player([port], table, robots) as robot,
    ):
        for each in (ann, eve, robot):
            await each.until(3)
        assert isinstance(await robot.recall(), RecalledMessage)
        assert isinstance(await ann.recall(), RefusedMessage)
        assert isinstance(await eve.send(SeatRequestMessage(2, "Eve", opened["invite"], str(uuid4()))), TakenMessage)
        await ann.wait(lambda: _asking(ann) is not None)
        asking = _asking(ann)
        assert asking is not None
        assert isinstance(await ann.send(SeatAnswerMessage(asking["id"], True, str(uuid4()))), TakenMessage)
        await eve.wait(lambda: eve.state is not None and eve.state.viewer == 2)
        assert isinstance(await eve.recall(), RefusedMessage)


def _asking(player: Player) -> dict[str, Any] | None:
    assert player.state is not None
    found: dict[str, Any] | None = json.loads(bytes(player.state.table))["asking"]
    return found


def test_only_workers_may_ask(nursery: Nursery, environment: dict[str, str]) -> None:
    port = free_port()
    nursery.start(port)
    assert call(port, "/api/robots")[0] == 403
    assert call(port, "/api/robots", token="x")[0] == 403
    assert call(port, "/api/robots", token=read_config(environment).worker_config().robot_key.worker_token())[0] == 200


async def test_a_robot_whose_move_could_not_be_written_sends_it_again(
    nursery: Nursery, environment: dict[str, str], services: Services
) -> None:
    """The database goes away under a robot's move. Afterwards somebody looks away and back all the time, so that the
    robot hears frames of a table that does not move."""
    port = free_port()
    nursery.start(port, plant="impatient-writer")
    body = {"game": "parley", "seats": 2, "robots": 1, "name": "Ann", "options": {"rounds": 1}}
    opened = call(port, "/api/tables", body)[1]
    cluster = (parse_table_id(opened["table"]) >> 48) - 1
    worker = RobotWorker(read_config(environment).worker_config(), f"http://127.0.0.1:{port}", 2.0, LIBRARY)
    work = asyncio.create_task(worker.run())
    async with Player([port], opened["table"], opened["token"]) as ann:
        await ann.until(2)
        while not worker.decisions_asked[opened["table"]]:
            await asyncio.sleep(0.05)
        await asyncio.to_thread(services.stop_postgres, cluster, "immediate")
        try:
            # A robot that was still being let in is sent away instead, and comes back by itself.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(10):
                    while not worker.moves_sent[opened["table"]]:
                        await asyncio.sleep(0.05)
            await asyncio.sleep(1.5)
        finally:
            await asyncio.to_thread(services.start_postgres, cluster)
        async with asyncio.timeout(60):
            away = False
            while ann.state is None or ann.state.seq < 3:
                away = not away
                if ann.is_connected:  # the database may have gone while she was let in
                    await ann.look(away=away)
                await asyncio.sleep(0.3)
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)
    assert not worker.error_counts


async def test_robots_of_a_level_hear_and_play(nursery: Nursery, environment: dict[str, str]) -> None:
    """The level is said to all, and the worker's robots recall what their seats heard before they choose."""
    port = free_port()
    nursery.start(port)
    body = {"game": "combinards", "seats": 3, "robots": 3, "level": "wily", "options": {"rounds": 2}}
    opened = call(port, "/api/tables", body)[1]
    assert call(port, f"/api/tables/{opened['table']}")[1]["level"] == "wily"
    worker = RobotWorker(read_config(environment).worker_config(), f"http://127.0.0.1:{port}", 0.0, LIBRARY)
    recalled: list[int] = []
    as_it_is = HeardLog.add_history

    def recall(ears: HeardLog, answer: RecalledMessage) -> None:
        recalled.append(len(answer.heard))
        as_it_is(ears, answer)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(HeardLog, "add_history", recall)
        work = asyncio.create_task(worker.run())
        async with Player([port], opened["table"], "") as watcher:
            await watcher.wait(lambda: is_over(watcher))
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)
    assert recalled
    assert not worker.error_counts


async def test_a_robots_move_can_be_thought_again_from_the_log(
    nursery: Nursery, environment: dict[str, str], services: Services, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Robots that ponder, cut short by the clock: what the log keeps with a move is enough to come to it again."""
    port = free_port()
    nursery.start(port)
    opened = call(port, "/api/tables", {"game": "combinus", "seats": 2, "robots": 2, "level": "wily"})[1]
    worker = RobotWorker(read_config(environment).worker_config(), f"http://127.0.0.1:{port}", 0.0, processes=1)
    asked: list[tuple[DecisionRequest, Decision]] = []
    as_it_is = DecisionPool.decide

    async def ask(pool: DecisionPool, question: DecisionRequest, ears: HeardLog) -> Decision:
        answer = await as_it_is(pool, question, ears)
        asked.append((question, answer))
        return answer

    monkeypatch.setattr("malle.robots.robot_worker.MIN_SEARCH_SECONDS", 0.03)
    monkeypatch.setattr(DecisionPool, "decide", ask)
    work = asyncio.create_task(worker.run())
    async with Player([port], opened["table"], "") as watcher:
        await watcher.wait(lambda: watcher.state is not None and watcher.state.seq > 12, 120)
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)
    assert not worker.error_counts
    connection = await asyncpg.connect(services.owner_url((parse_table_id(opened["table"]) >> 48) - 1, database))
    rows = await connection.fetch("select lines, key from malle.entry where tab = $1", parse_table_id(opened["table"]))
    await connection.close()
    kept = [(row["lines"].split("\n")[0], effort_in_key(row["key"])) for row in rows]
    thinker, found = Decider(LIBRARY), 0
    for question, answer in asked:
        line = next((line for line, futures in kept if answer.move_text in line and futures == answer.futures), None)
        if answer.futures and line is not None and found < 4:
            assert thinker.decide_request(replace(question, deadline=0.0, futures=answer.futures)) == answer
            found += 1
    assert found == 4


async def test_a_worker_goes_on_to_a_server_that_answers(nursery: Nursery, environment: dict[str, str]) -> None:
    """The first address is nobody's, the second server dies in the game, and the third has it to the end."""
    nowhere, first, second = free_port(), free_port(), free_port()
    dying = nursery.start(first)
    nursery.start(second)
    servers = ",".join(f"http://127.0.0.1:{port}" for port in (nowhere, first, second))
    worker = RobotWorker(read_config(environment).worker_config(), servers, 0.0, LIBRARY)
    body = {"game": "parley", "seats": 2, "robots": 2, "options": {"rounds": 10}}
    opened = call(second, "/api/tables", body)[1]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("malle.robots.robot_worker.POLL_SECONDS", 0.2)
        work = asyncio.create_task(worker.run())
        async with Player([second], opened["table"], "") as watcher:
            await watcher.until(4)
            nursery.end(dying)
            await watcher.wait(lambda: is_over(watcher))
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)
    assert not worker.error_counts


async def test_a_robot_without_a_worker_is_answered_for_where_somebody_looks(
    zygote: Zygote, environment: dict[str, str], nursery: Nursery, services: Services, database: str
) -> None:
    """No worker runs. The robot is answered for, the person who is awaited beside it is not, and at a table that nobody
    looks at nothing is hurried."""
    impatient = Nursery(zygote, {**environment, "MALLE_ROBOT_PATIENCE": "0.4"}, nursery.log)
    port = free_port()
    impatient.start(port)
    try:
        body = {"game": "parley", "seats": 2, "robots": 1, "name": "Ann", "options": {"rounds": 2}}
        seen, unseen = (call(port, "/api/tables", body)[1] for _ in range(2))
        async with Player([port], seen["table"], seen["token"]) as ann:
            state = await ann.until(3)
            assert json.loads(bytes(state.table))["awaited"] == [0]
            for seq, text in ((3, "bid 1"), (4, "keep")):
                await ann.until(seq)
                assert isinstance(await ann.act(text), TakenMessage)
            await ann.until(6)
        assert "malle_robots_late_total" in metrics(port)
        assert call(port, f"/api/tables/{unseen['table']}")[1]["awaited"] == [0, 1]
        assert (await movers_of(services, database, seen["table"]))[2:] == [1, 0, 0, 1]
    finally:
        impatient.close()


async def test_whoever_writes_into_the_log_all_the_time_does_not_keep_a_robot_from_being_answered_for(
    zygote: Zygote, environment: dict[str, str], nursery: Nursery, services: Services, database: str
) -> None:
    """No worker runs, and somebody watches. Ann leaves and comes back again and again, faster than robots are waited
    for."""
    impatient = Nursery(zygote, {**environment, "MALLE_ROBOT_PATIENCE": "1.2"}, nursery.log)
    port = free_port()
    impatient.start(port)
    try:
        body = {"game": "parley", "seats": 2, "robots": 1, "name": "Ann", "options": {"rounds": 100}}
        made = call(port, "/api/tables", body)[1]
        async with Player([port], made["table"], made["token"]) as ann, Player([port], made["table"], ""):
            state = await ann.until(2)
            for number in range(16):
                if 1 in await movers_of(services, database, made["table"]):
                    break
                what: Literal["resign", "return"] = "return" if number % 2 else "resign"
                assert isinstance(await ann.send(TableCommandMessage(state.seq, what, str(uuid4()))), TakenMessage)
                state = await ann.until(state.seq + 1)
                await asyncio.sleep(0.3)
        assert 1 in await movers_of(services, database, made["table"])
    finally:
        impatient.close()


def test_a_room_that_is_behind_the_log_does_not_hide_a_robot_that_is_awaited() -> None:
    """Somebody plays through another process: the room of this one stays where it was."""
    log, (behind, level, ahead) = (TableId(1), 7, 0b10), ((TableId(1), seq, 0) for seq in (5, 7, 8))
    assert list(merge_awaited_robots([log], [behind])) == [log]
    assert list(merge_awaited_robots([log], [level])) == [level]
    assert list(merge_awaited_robots([log], [ahead])) == [ahead]
    assert list(merge_awaited_robots([], [(TableId(2), 3, 1)])) == [(TableId(2), 3, 1)]


async def movers_of(services: Services, database: str, table: str) -> list[int]:
    """Who moved, by the log."""
    connection = await asyncpg.connect(services.owner_url((parse_table_id(table) >> 48) - 1, database))
    rows = await connection.fetch("select mover from malle.entry where tab = $1 order by seq", parse_table_id(table))
    await connection.close()
    return [row["mover"] for row in rows]
