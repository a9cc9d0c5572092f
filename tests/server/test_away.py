"""Who is away: a sign, a robot by the choice of those who wait, the seat back at once; a pause that everybody wants."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import asyncpg
import msgspec
import pytest

from malle.config.settings import read_config
from malle.core.dealer import Dealer
from malle.protocol.messages import (
    NudgeMessage,
    RefusedMessage,
    SeatRequestMessage,
    StandInMessage,
    StateMessage,
    TableCommandMessage,
    TakenMessage,
)
from malle.robots.robot_worker import RobotWorker
from malle.storage.store import parse_table_id
from malle.table import Entry, Setup, open_table
from malle.testing.dev_services import Services
from malle.web.security.device_cookie import make_device_secret
from tests.server.bots import LIBRARY
from tests.server.nursery import Nursery, Zygote, free_port
from tests.server.player import Player, call

pytestmark = pytest.mark.services

BOB = 1
THINK = 0.5
"""Seconds that a robot takes for an answer."""


@pytest.fixture
def quick(zygote: Zygote, environment: dict[str, str], nursery: Nursery, tmp_path: Path) -> Nursery:
    """Servers on which a moment is a long absence."""
    made = Nursery(zygote, {**environment, "MALLE_PATIENCE": "0.8", "MALLE_SWEEP": "0.2"}, tmp_path / "quick.log")
    made.alive = nursery.alive
    return made


class Sitter(Player):
    """Keeps what was in their hand in every state."""

    def __init__(self, ports: list[int], table: str, token: str) -> None:
        super().__init__(ports, table, token)
        self.hands: list[tuple[int, object, int | None]] = []
        self.on_state = self._note

    def _note(self, state: StateMessage) -> None:
        own = json.loads(bytes(state.own))
        self.hands.append((state.seq, state.viewer, None if own is None else own["number"]))
        scene = json.loads(bytes(state.scene))
        assert scene is None or scene["number"] is None, "everybody is shown somebody's number"

    def public(self) -> dict[str, Any]:
        """What everybody knows."""
        found: dict[str, Any] = {} if self.state is None else json.loads(bytes(self.state.table))
        return found

    def kinds(self) -> list[str]:
        """Who plays the seats."""
        return [each["kind"] for each in self.public().get("seats", ())]

    def missed(self) -> dict[int, dict[str, Any]]:
        """Who is missed, by seat."""
        return {each["seat"]: each for each in self.public().get("absent", ())}

    def awaited(self) -> bool:
        """May they act?"""
        return self.state is not None and self.state.viewer in self.public()["awaited"]

    def sees_all(self) -> bool:
        """Is everybody connected? Somebody who is awaited and idle soon looks away, on such servers."""
        return bool(self.presences()) and "gone" not in self.presences()

    def over(self) -> bool:
        """Is the game over?"""
        return bool(self.public().get("over"))

    async def step(self) -> None:
        """Acts once it is their turn, or the game is over."""
        await self.wait(lambda: self.awaited() or self.over())
        if not self.over() and not isinstance(await self.act("bid 1"), TakenMessage):
            await self.act("keep")
        assert self.state is not None

    async def play_on(self) -> None:
        """To the end."""
        while not self.over():
            await self.step()

    async def ask(self, what: str) -> TakenMessage | RefusedMessage:
        """Asks something of the table."""
        assert self.state is not None
        return await self.send(TableCommandMessage(self.state.seq, what, str(uuid4())))  # type: ignore[arg-type]


async def open_with(port: int, names: tuple[str, ...], robots: int = 1, rounds: int = 10) -> tuple[str, list[str], str]:
    """A table with these people and robots: its id, their tokens, and the invitation."""
    seats = len(names) + robots
    body = {"game": "parley", "seats": seats, "name": names[0], "robots": robots, "options": {"rounds": rounds}}
    status, opened = await asyncio.to_thread(call, port, "/api/tables", body)
    assert status == 201, opened
    tokens = [opened["token"]]
    for name in names[1:]:
        wish = {"name": name, "invite": opened["invite"]}
        sat = await asyncio.to_thread(call, port, f"/api/tables/{opened['table']}/seats", wish)
        tokens.append(sat[1]["token"])
    return opened["table"], tokens, opened["invite"]


@pytest.fixture
async def robots(quick: Nursery, environment: dict[str, str]) -> AsyncIterator[list[int]]:
    """Two servers, and a worker for the robots: the ports."""
    ports = [free_port(), free_port()]
    for port in ports:
        quick.start(port)
    worker = RobotWorker(read_config(environment).worker_config(), f"http://127.0.0.1:{ports[0]}", THINK, LIBRARY)
    work = asyncio.create_task(worker.run())
    yield ports
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)


class Vanished(NamedTuple):
    """A table at which Bob vanished and came back."""

    table: str
    everybody: list[Sitter]
    """Who looked at it, Ann first."""
    asked: int = 0
    """What Bob saw when he asked for his seat."""
    back: int = 0
    """The note in the log that gave it back; 0: the game was over before."""


async def vanish(ports: list[int], luck: random.Random) -> Vanished:
    """One table at which Bob vanishes at a random moment, is given a sign, replaced, and comes back."""
    table, tokens, _ = await open_with(ports[0], ("Ann", "Bob"))
    here, there = luck.sample(ports, 2)
    everybody: list[Sitter] = []
    async with AsyncExitStack() as stack:
        ann = await stack.enter_async_context(Sitter([here], table, tokens[0]))
        eve = await stack.enter_async_context(Sitter([luck.choice(ports)], table, ""))
        everybody += [ann, eve]
        moves = luck.randrange(10)
        async with Sitter([there], table, tokens[BOB]) as bob:
            everybody.append(bob)
            steps = asyncio.create_task(_steps(bob, moves))
            while not steps.done():
                waiting = asyncio.create_task(ann.step())
                await asyncio.wait([waiting, steps], return_when=asyncio.FIRST_COMPLETED)
                if not waiting.done():
                    waiting.cancel()
                    await asyncio.gather(waiting, return_exceptions=True)
            await steps
        while BOB not in ann.missed():
            step = asyncio.create_task(ann.step())
            missed = asyncio.create_task(ann.wait(lambda: BOB in ann.missed()))
            await asyncio.wait([step, missed], return_when=asyncio.FIRST_COMPLETED)
            for each in (step, missed):
                each.cancel()
            await asyncio.gather(step, missed, return_exceptions=True)
        assert isinstance(await ann.send(NudgeMessage(BOB, str(uuid4()))), TakenMessage)
        await ann.wait(lambda: ann.missed().get(BOB, {}).get("nudged") is not None)
        assert isinstance(await ann.send(NudgeMessage(BOB, str(uuid4()))), RefusedMessage)
        assert isinstance(await ann.send(StandInMessage(BOB, True, str(uuid4()))), TakenMessage)
        await ann.wait(lambda: ann.kinds()[BOB] == "robot")
        for _ in range(luck.randrange(3)):
            await ann.step()
        back = await stack.enter_async_context(Sitter([luck.choice(ports)], table, tokens[BOB]))
        everybody.append(back)
        await back.wait(lambda: back.state is not None and not (back.state.left is msgspec.UNSET and not back.over()))
        assert back.state is not None
        if back.over():
            return Vanished(table, everybody)
        assert (back.state.viewer, back.state.left) == (None, BOB)
        asked = back.state.seq
        taken = await back.ask("return")
        if isinstance(taken, RefusedMessage):
            await back.wait(back.over)
            return Vanished(table, everybody)
        await back.wait(lambda: back.state is not None and back.state.viewer == BOB)
        await asyncio.gather(ann.play_on(), back.play_on())
        await eve.wait(eve.over)
    return Vanished(table, everybody, asked, taken.seq)


async def _steps(player: Sitter, count: int) -> None:
    for _ in range(count):
        await player.step()


class Moment(NamedTuple):
    """What the log has at a seq: who moved, and the numbers that are truly dealt then."""

    mover: int
    numbers: tuple[int, ...]


async def log_of(services: Services, database: str, table: str) -> dict[int, Moment]:
    """The whole log, by seq."""
    id_ = parse_table_id(table)
    connection = await asyncpg.connect(services.owner_url((id_ >> 48) - 1, database))
    setup = msgspec.json.decode(await connection.fetchval("select setup from malle.tab where id = $1", id_), type=Setup)
    rows = await connection.fetch("select seq, mover, lines from malle.entry where tab = $1 order by seq", id_)
    await connection.close()
    game = LIBRARY.game(setup.game, setup.version, setup.seats, setup.options)
    played, found = open_table(setup, game, Dealer(bytes(32), table)), dict[int, Moment]()
    for seq, mover, lines in rows:
        played = played.follow(Entry(seq, mover, tuple(lines.split("\n")))).table
        found[seq] = Moment(mover, () if played.state is None else played.state.numbers)
    return found


@pytest.mark.parametrize(
    "tables",
    [
        pytest.param(8, marks=pytest.mark.timeout(300)),
        pytest.param(100, marks=[pytest.mark.long, pytest.mark.timeout(3600)]),
    ],
)
async def test_somebody_vanishes_and_nobody_is_stuck(
    robots: list[int], services: Services, database: str, tables: int
) -> None:
    """Over two servers: whoever waits gives a sign, has a robot play, and the game goes on; whoever comes back has
    their seat before the robot there has made a second move, and plays on to the end. Nobody was ever shown a number
    but their own."""
    luck = random.Random(5)
    late: list[int] = []
    others = shown = 0
    for start in range(0, tables, 8):
        batch = range(start, min(start + 8, tables))
        ended = await asyncio.gather(*(vanish(robots, random.Random(luck.random())) for _ in batch))
        for table, everybody, asked, back in ended:
            log = await log_of(services, database, table)
            between = [log[seq].mover for seq in range(asked + 1, back)]
            late.append(between.count(BOB))
            others = max(others, len(between) - between.count(BOB))
            for player in everybody:
                for seq, viewer, number in player.hands:
                    assert viewer in (None, 0 if player is everybody[0] else BOB)
                    true = log[seq].numbers
                    assert number == (None if viewer is None or not true else true[int(str(viewer))]), seq
                    shown += number is not None
    kept = sum(each > 0 for each in late)
    print(
        f"{tables} tables, 0 stuck; moves of the robot after its seat was asked for: at most {max(late)}, at {kept} any"
        f"; of others meanwhile: at most {others}; hands shown: {shown}"
    )
    assert len(late) == tables
    assert max(late) <= 1
    assert shown > tables * 5


async def test_most_of_those_who_wait_decide_and_nobody_who_is_there_is_replaced(robots: list[int]) -> None:
    """Ann and Cléo, at two servers, wait for Bob. One voice is not enough; a spectator, a robot's neighbour and whoever
    is missed have none; and a seat that is kept is given to nobody else."""
    here, there = robots
    table, tokens, invite = await open_with(here, ("Ann", "Bob", "Cléo"), robots=0)
    async with AsyncExitStack() as stack:
        ann = await stack.enter_async_context(Sitter([here], table, tokens[0]))
        cleo = await stack.enter_async_context(Sitter([there], table, tokens[2]))
        eves = make_device_secret()
        eve = await stack.enter_async_context(Sitter([there], table, eves))
        async with Sitter([there], table, tokens[BOB]) as bob:
            for each in (ann, cleo, eve, bob):
                await each.until(3)
            await ann.wait(ann.sees_all)
            for each in (ann, cleo):
                assert isinstance(await each.act("bid 1", seq=3), TakenMessage)
            await bob.look(away=False)  # a sign: they are there
            for each in (ann, cleo, eve, bob):
                assert isinstance(await each.send(StandInMessage(BOB, True, str(uuid4()))), RefusedMessage)
                assert isinstance(await each.send(NudgeMessage(BOB, str(uuid4()))), RefusedMessage)
        for each in (ann, cleo):
            await each.wait(partial(_is_missed, each))
        assert isinstance(await eve.send(StandInMessage(BOB, True, str(uuid4()))), RefusedMessage)
        assert isinstance(await ann.send(StandInMessage(BOB, True, str(uuid4()))), TakenMessage)
        await cleo.wait(lambda: cleo.missed().get(BOB, {}).get("yes") == [0])
        assert cleo.missed()[BOB]["needed"] == 2
        assert cleo.kinds()[BOB] == "person"
        assert isinstance(await ann.send(StandInMessage(BOB, False, str(uuid4()))), TakenMessage)
        assert isinstance(await cleo.send(StandInMessage(BOB, True, str(uuid4()))), TakenMessage)
        await ann.wait(lambda: ann.missed().get(BOB, {}).get("yes") == [2])
        assert ann.kinds()[BOB] == "person"
        assert isinstance(await ann.send(StandInMessage(BOB, True, str(uuid4()))), TakenMessage)
        await cleo.wait(lambda: cleo.kinds()[BOB] == "robot")
        assert cleo.public()["seats"][BOB]["name"] == "Bob"
        assert isinstance(await eve.send(SeatRequestMessage(BOB, "Eve", invite, str(uuid4()))), RefusedMessage)
        assert call(here, f"/api/tables/{table}/seats", {"name": "Eve", "invite": invite, "seat": BOB})[0] == 409
        assert isinstance(await eve.ask("return"), RefusedMessage)


def _is_missed(player: Sitter) -> bool:
    return BOB in player.missed()


async def test_a_page_in_the_background_keeps_nobody_waiting(robots: list[int]) -> None:
    """Ann waits for Bob; Cléo's page is open somewhere, at another server, and nobody looks at it."""
    table, tokens, _ = await open_with(robots[0], ("Ann", "Bob", "Cléo"), robots=0)
    async with Sitter(robots[:1], table, tokens[0]) as ann, Sitter(robots[1:], table, tokens[2]) as cleo:
        for each in (ann, cleo):
            await each.until(3)
            assert isinstance(await each.act("bid 1", seq=3), TakenMessage)
        await ann.wait(lambda: ann.presences() == ["here", "gone", "here"] and _is_missed(ann))
        assert ann.missed()[BOB]["needed"] == 2
        await cleo.look(away=True)
        await ann.wait(lambda: ann.presences()[2] == "away")
        assert ann.missed()[BOB]["needed"] == 1
        assert isinstance(await ann.send(StandInMessage(BOB, True, str(uuid4()))), TakenMessage)
        await ann.wait(lambda: ann.kinds()[BOB] == "robot")


async def test_whoever_gives_up_does_not_come_back_and_frees_the_seat(robots: list[int]) -> None:
    table, tokens, invite = await open_with(robots[0], ("Ann", "Bob"), robots=0)
    eves = make_device_secret()
    async with (
        Sitter(robots[:1], table, tokens[0]) as ann,
        Sitter(robots[1:], table, tokens[BOB]) as bob,
        Sitter(robots[:1], table, eves) as eve,
    ):
        for each in (ann, bob, eve):
            await each.until(2)
        assert isinstance(await bob.ask("give-up"), TakenMessage)
        await bob.wait(lambda: bob.state is not None and bob.state.viewer is None)
        assert bob.state is not None
        assert bob.state.left is msgspec.UNSET
        assert isinstance(await bob.ask("return"), RefusedMessage)
        await ann.wait(lambda: ann.kinds() == ["person", "robot"])
        assert isinstance(await eve.send(SeatRequestMessage(BOB, "Eve", invite, str(uuid4()))), TakenMessage)


async def test_late_spectators_hear_nothing_of_who_is_missed_or_wants_a_pause(quick: Nursery) -> None:
    """Not a frame, and nothing in what they ask for: it would tell who is awaited now."""
    port = free_port()
    quick.start(port)
    body = {"game": "parley", "seats": 2, "name": "Ann", "options": {"rounds": 2}, "late": 3}
    opened = call(port, "/api/tables", body)[1]
    table = opened["table"]
    bobs = call(port, f"/api/tables/{table}/seats", {"name": "Bob", "invite": opened["invite"]})[1]["token"]
    async with Sitter([port], table, opened["token"]) as ann, Sitter([port], table, "") as eve:
        async with Sitter([port], table, bobs) as bob:
            for each in (ann, bob):
                await each.until(2)
            await ann.wait(ann.sees_all)
            assert isinstance(await ann.act("bid 1"), TakenMessage)
            await bob.until(3)
            assert isinstance(await ann.ask("pause"), TakenMessage)
            await bob.wait(lambda: bob.public().get("pausing") == [0])
        await ann.wait(lambda: _is_missed(ann))
        frames = eve.states
        assert isinstance(await ann.send(NudgeMessage(BOB, str(uuid4()))), TakenMessage)
        await ann.wait(lambda: ann.missed().get(BOB, {}).get("nudged") is not None)
        assert eve.states == frames
        shown = call(port, f"/api/tables/{table}")[1]
        assert (shown["absent"], shown["pausing"]) == ([], [])
        async with Sitter([port], table, "") as zoe:
            await zoe.until(1)
            assert (zoe.public()["absent"], zoe.public()["pausing"]) == ([], [])


async def test_a_sign_or_a_voice_repeated_after_a_cut_is_answered_and_given_once(robots: list[int]) -> None:
    """By another server too, and though whoever was waited for was replaced or came back meanwhile."""
    table, tokens, _ = await open_with(robots[0], ("Ann", "Bob"), robots=0)
    async with Sitter(robots[:1], table, tokens[0]) as ann, Sitter(robots[1:], table, tokens[0]) as again:
        for each in (ann, again):
            await each.until(2)
        await ann.act("bid 1")
        for each in (ann, again):
            await each.wait(partial(_is_missed, each))
        sign, voice = NudgeMessage(BOB, str(uuid4())), StandInMessage(BOB, True, str(uuid4()))
        answered = await ann.send(sign)
        assert isinstance(answered, TakenMessage)
        for each in (ann, again):
            await each.wait(lambda each=each: each.missed().get(BOB, {}).get("nudged") is not None)  # type: ignore[misc]
            assert await each.send(sign) == answered
            assert isinstance(await each.send(NudgeMessage(BOB, str(uuid4()))), RefusedMessage), "given once"
        for each in (ann, again):
            assert isinstance(await each.send(voice), TakenMessage)
        await again.wait(lambda: again.kinds()[BOB] == "robot")
        assert await again.send(sign) == answered


async def test_a_pause_needs_everybody_and_its_end_nobody(robots: list[int]) -> None:
    table, tokens, _ = await open_with(robots[0], ("Ann", "Bob"), robots=0)
    async with Sitter(robots[:1], table, tokens[0]) as ann, Sitter(robots[1:], table, tokens[BOB]) as bob:
        for each in (ann, bob):
            await each.until(2)
        await ann.wait(ann.sees_all)
        assert isinstance(await ann.ask("pause"), TakenMessage)
        await bob.wait(lambda: bob.public().get("pausing") == [0])
        assert not bob.public()["paused"]
        wish = TableCommandMessage(2, "pause", str(uuid4()))
        paused = await bob.send(wish)
        assert paused == TakenMessage(wish.key, 3)
        await ann.wait(lambda: ann.public()["paused"] and not ann.public()["pausing"])
        assert await bob.send(wish) == paused, "the same wish again has the same answer"
        assert isinstance(await ann.ask("pause"), RefusedMessage)
        assert isinstance(await ann.act("bid 1"), RefusedMessage)
        assert isinstance(await ann.ask("resume"), TakenMessage)
        await bob.wait(lambda: not bob.public()["paused"])
        assert isinstance(await bob.ask("pause"), TakenMessage)
        await ann.wait(lambda: ann.public()["pausing"] == [BOB])
        assert not ann.public()["paused"]


async def test_how_many_look_on_is_counted_over_all_servers(robots: list[int]) -> None:
    table, tokens, _ = await open_with(robots[0], ("Ann", "Bob"), robots=0)
    async with AsyncExitStack() as stack:
        ann = await stack.enter_async_context(Sitter(robots[:1], table, tokens[0]))
        for port in (*robots, robots[1]):
            await stack.enter_async_context(Sitter([port], table, ""))
        await ann.wait(lambda: ann.public().get("watching") == 3)
        async with Sitter(robots[1:], table, tokens[BOB]) as bob:
            await bob.wait(lambda: bob.public().get("watching") == 3)
