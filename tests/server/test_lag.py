"""What is shown later than it happened: a window's result (B4), and everything to late spectators (H5)."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Literal
from uuid import uuid4

import asyncpg
import pytest

from malle.config.settings import read_config
from malle.core import Seat
from malle.core.dealer import Dealer
from malle.protocol.messages import ActMessage, RefusedMessage, StateMessage, TableCommandMessage, TakenMessage
from malle.runtime.presence.absence import pause_vote_seq
from malle.runtime.room import Room
from malle.runtime.seats.display_names import ROBOT_NAMES
from malle.runtime.timing import reveal_delay
from malle.storage.store import TableId, parse_table_id
from malle.table import Setup, open_table
from malle.testing import example_game
from malle.testing.dev_services import Services
from malle.testing.timing import Timing
from malle.web.security.device_cookie import make_device_secret
from tests.server.nursery import Nursery, Zygote, free_port
from tests.server.player import Player, call
from tests.server.test_away import open_with
from tests.server.test_play import open_robots
from tests.server.test_seats import knock, seat_two

pytestmark = pytest.mark.services

WINDOWS = (2.0, 8.0, 32.0)
"""Seconds that a window is open at least: a machine too busy to do everything within the first is given more time."""
BIDS = b"event-bids"


class TooBusy(Exception):
    """The window was over before the test had done what it wanted to do in it."""


Slow = Callable[[float], Nursery]


@pytest.fixture
def slow(zygote: Zygote, environment: dict[str, str], nursery: Nursery) -> Slow:
    """Servers on which a window is open for a while, and every second move makes a snapshot."""

    def made(shortest: float) -> Nursery:
        made = Nursery(zygote, {**environment, "MALLE_WINDOW": str(shortest), "MALLE_SNAPSHOT": "2"}, nursery.log)
        made.alive = nursery.alive
        return made

    return made


async def in_a_window(work: Callable[[float], Awaitable[None]]) -> None:
    """Runs it with the first window that is long enough."""
    for shortest in WINDOWS:
        with contextlib.suppress(TooBusy):
            return await work(shortest)
    pytest.fail("too busy for the longest window")


class Watcher(Player):
    """Keeps when it was shown what."""

    def __init__(self, ports: list[int], table: str, token: str) -> None:
        super().__init__(ports, table, token)
        self.raw = []
        self.seen: dict[int, float] = {}
        self.on_state = self._note

    def _note(self, state: StateMessage) -> None:
        self.seen.setdefault(state.seq, time.monotonic())


async def look(stack: AsyncExitStack, ports: list[int], table: str, tokens: list[str]) -> list[Watcher]:
    """A watcher for each token, all at the same state."""
    made = [await stack.enter_async_context(Watcher([ports[n % len(ports)]], table, t)) for n, t in enumerate(tokens)]
    for each in made:
        await each.until(3)
    return made


def awaited(port: int, table: str) -> list[int]:
    found: list[int] = call(port, f"/api/tables/{table}")[1]["awaited"]
    return found


@pytest.mark.timeout(180)
@pytest.mark.parametrize("processes", [1, 2])
async def test_b4_a_window_never_ends_before_its_time(
    slow: Slow, environment: dict[str, str], timing: Timing, processes: int
) -> None:
    """Answers are acknowledged at once; the result comes when the window has been open long enough, to all at once."""

    async def work(shortest: float) -> None:
        nursery = slow(shortest)
        ports = [free_port() for _ in range(processes)]
        for port in ports:
            nursery.start(port)
        before = time.monotonic()
        table, tokens = open_robots(ports[0], environment, 3, rounds=2)
        opened = time.monotonic()
        async with AsyncExitStack() as stack:
            players = await look(stack, ports, table, [*tokens, ""])
            for seat in range(3):
                asked = time.monotonic()
                assert isinstance(await players[seat].act(f"bid {seat + 1}", seq=3), TakenMessage)
                timing("an answer in a window", time.monotonic() - asked, 0.5)
            for each in players:
                await each.until(5)
            told = any(BIDS in b"".join(each.raw or []) for each in players)
            last = awaited(ports[-1], table)
            if time.monotonic() - before >= shortest:
                raise TooBusy
            assert not told
            assert last == [2]
            for each in players:
                await each.until(6)
            shown = [each.seen[6] for each in players]
            assert min(shown) - before >= shortest
            timing("the result after the window", max(shown) - opened - shortest, 1.5)
            timing("between the first and the last to see it", max(shown) - min(shown), 0.1 if processes == 1 else 0.5)
            assert all(BIDS in b"".join(each.raw or []) for each in players if each.token == "")
            # A window that took its time is closed by the last answer.
            assert isinstance(await players[2].act("keep"), TakenMessage)
            await players[0].until(7)
            await asyncio.sleep(shortest)
            for seat in range(3):
                assert isinstance(await players[seat].act("bid 1", seq=7), TakenMessage)
            ended = time.monotonic()
            await players[3].until(10)
            timing("the result of a window that took its time", players[3].seen[10] - ended, 0.6)

    await in_a_window(work)


@pytest.mark.timeout(180)
async def test_b4_nobody_sees_more_by_coming_back_and_a_crash_leaves_nobody_waiting(
    slow: Slow, environment: dict[str, str]
) -> None:
    """During the hold a connection breaks, a stranger comes, the process dies: the old picture, then the result."""

    async def work(shortest: float) -> None:
        nursery = slow(shortest)
        port = free_port()
        pid = nursery.start(port)
        before = time.monotonic()
        table, tokens = open_robots(port, environment, 3, rounds=2)
        async with AsyncExitStack() as stack:
            players = await look(stack, [port], table, [*tokens, ""])
            for seat in range(3):
                assert isinstance(await players[seat].act("bid 2", seq=3), TakenMessage)
            await players[1].cut()
            stranger = await stack.enter_async_context(Watcher([port], table, ""))
            await stranger.until(5)
            again = await players[2].act("bid 3", seq=5)
            seen = set(stranger.seen)
            if time.monotonic() - before >= shortest:
                raise TooBusy
            assert isinstance(again, RefusedMessage)
            assert again.slug == "stale"
            assert 6 not in seen
            nursery.end(pid)
            nursery.start(port)
            for each in [*players, stranger]:
                await each.until(6)
                assert each.seen[6] - before >= shortest
            assert isinstance(await players[0].act("keep"), TakenMessage)
            await stranger.until(7)

    await in_a_window(work)


async def test_b4_no_answer_tells_that_a_window_has_closed(slow: Slow) -> None:
    """Seat 2 answers at once, or not at all. Until the window has been open for its time, the others are told the same
    whatever they send: refusals are made from what they are shown, and what cannot be said from that is said later."""

    async def work(shortest: float) -> None:
        port = free_port()
        slow(shortest).start(port)
        assert await _probe(port, shortest, closes=False) == await _probe(port, shortest, closes=True)

    await in_a_window(work)


async def _probe(port: int, shortest: float, *, closes: bool) -> list[tuple[str, str]]:
    """What seat 0 is answered at once; no answer to what is ahead of the screen may come before its time."""
    before = time.monotonic()
    table, tokens, _ = await open_with(port, ("Ann", "Bob", "Cid"), robots=0, rounds=2)  # robots ask for nothing
    async with AsyncExitStack() as stack:
        players = await look(stack, [port], table, [*tokens, tokens[0], tokens[0], tokens[0], tokens[1]])
        assert isinstance(await players[0].act("bid 3", seq=3), TakenMessage)  # the highest, so asked next
        assert isinstance(await players[1].act("bid 1", seq=3), TakenMessage)
        if closes:
            assert isinstance(await players[2].act("bid 2", seq=3), TakenMessage)
        await players[0].until(5)

        async def answered(player: Watcher, wish: ActMessage | TableCommandMessage) -> float:
            await player.send(wish)
            return time.monotonic()

        ahead: list[tuple[Watcher, ActMessage | TableCommandMessage]] = [
            (players[3], ActMessage(6, "keep", str(uuid4()))),
            (players[4], ActMessage(1_000_000, "bid 1", str(uuid4()))),
            (players[5], TableCommandMessage(6, "pause", str(uuid4()))),
            (players[6], TableCommandMessage(5, "undo", str(uuid4()))),
        ]
        waiting = [asyncio.create_task(answered(*each)) for each in ahead]
        answers = []
        for text, seq in (("bid 1", 5), ("bid 1", 4), ("bid 1", 3), ("keep", 5), ("nonsense", 5), ("bid 1", 0)):
            answer = await players[0].act(text, seq=seq)
            assert isinstance(answer, RefusedMessage)
            answers.append((answer.slug, answer.sentence))
            assert not any(letter.isdigit() for letter in answer.sentence)
        if time.monotonic() - before >= shortest:
            for each in waiting:
                each.cancel()
            raise TooBusy
        assert min(await asyncio.gather(*waiting)) - before >= shortest
    return answers


async def test_h5_spectators_of_a_table_opened_so_are_some_moves_behind(
    slow: Slow, environment: dict[str, str]
) -> None:
    """Frames, the public page and a fresh start of the server: nothing of the last moves, until the end shows all."""
    port = free_port()
    servers = slow(WINDOWS[0])
    pid = servers.start(port)
    late = 3
    body = {"game": "parley", "seats": 3, "robots": 3, "options": {"rounds": 2}, "late": late}
    status, opened = call(port, "/api/tables", body)
    assert status == 201, opened
    table, config = opened["table"], read_config(environment)
    tokens = [config.worker_config().robot_key.seat_token(table, seat) for seat in range(3)]
    async with AsyncExitStack() as stack:
        players = [await stack.enter_async_context(Watcher([port], table, token)) for token in tokens]
        eve = await stack.enter_async_context(Watcher([port], table, ""))
        for each in players:
            await each.until(3)
        await eve.until(2)
        live, rounds = 3, 0
        while not (public := json.loads(bytes((await players[0].until(live)).table)))["over"]:
            if rounds == 1 and len(public["awaited"]) == 3:
                servers.end(pid)
                pid = servers.start(port)
            seat = public["awaited"][0]
            text = "keep" if len(public["awaited"]) == 1 and _only(players[seat]) == "keep" else "bid 1"
            answer = await players[seat].act(text, seq=live)
            assert isinstance(answer, TakenMessage), (text, answer)
            live += 1
            rounds += text == "keep"
            if json.loads(bytes((await players[0].until(live)).table))["over"]:
                break
            await eve.until(max(2, live - late))  # she comes back in her own time after a crash
            await asyncio.sleep(0.05)
            assert max(eve.seen) <= max(2, live - late)
            assert eve.state is not None
            assert not json.loads(bytes(eve.state.table))["clock"]
            shown = call(port, f"/api/tables/{table}")[1]
            assert shown["awaited"] == json.loads(bytes(eve.state.table))["awaited"]
            assert shown["late"] == late
            if live == 6:  # all have bid, and players know it
                assert BIDS not in b"".join(eve.raw or [])
        last = await eve.until(live)
        assert json.loads(bytes(last.table))["over"]
        assert rounds == 2
        assert b"".join(eve.raw or []).count(BIDS) >= 2
    assert call(port, "/api/tables", {**body, "late": 31})[0] == 400


def _only(player: Player) -> str:
    """`keep`, if that is among what the seat may do."""
    assert player.state is not None
    kinds = {each["type"] for each in json.loads(bytes(player.state.legal))}
    return "keep" if "Keep" in kinds else ""


@pytest.mark.timeout(180)
@pytest.mark.parametrize("wait", [0.0, 0.5])
async def test_the_clock_after_a_window_does_not_tell_when_it_closed(
    slow: Slow, services: Services, database: str, wait: float
) -> None:
    """Whether the last answer comes at once or after a good part of the window: the one who is asked next has the whole
    pace from when the result is shown, on the screen and in the database."""
    pace = 600

    async def work(shortest: float) -> None:
        port = free_port()
        slow(shortest).start(port)
        body = {"game": "parley", "seats": 2, "name": "Ann", "pace": pace, "options": {"rounds": 2}}
        opened = call(port, "/api/tables", body)[1]
        table = opened["table"]
        async with AsyncExitStack() as stack:
            ann = await stack.enter_async_context(Watcher([port], table, opened["token"]))
            await ann.until(1)
            began = time.monotonic()
            sat = call(port, f"/api/tables/{table}/seats", {"name": "Bob", "invite": opened["invite"]})[1]
            bob = await stack.enter_async_context(Watcher([port], table, sat["token"]))
            for each in (ann, bob):
                await each.until(2)
            await asyncio.sleep(wait * shortest)
            for each in (ann, bob):
                assert isinstance(await each.act("bid 1", seq=2), TakenMessage)
            if time.monotonic() - began >= shortest:
                raise TooBusy
            connection = await asyncpg.connect(services.owner_url((parse_table_id(table) >> 48) - 1, database))
            given = await connection.fetchval(
                "select extract(epoch from t.deadline - e.at)::float8 from malle.tab t "
                "join malle.entry e on e.tab = t.id and e.seq = 2 where t.id = $1",
                parse_table_id(table),
            )
            await connection.close()
            # The window opened at the second entry: whatever happened in it, the next deadline is that far from there.
            assert given == pytest.approx(pace + shortest, abs=shortest / 4)
            shown = json.loads(bytes((await bob.until(4)).table))
            late = bob.seen[4] - began - shortest
            if late >= shortest / 4:
                raise TooBusy
            assert pace - late - 0.5 <= shown["clock"] <= pace

    await in_a_window(work)


async def test_late_spectators_see_who_is_there_as_late_as_the_rest(slow: Slow) -> None:
    """Bob goes, and Eve, three moves behind, hears nothing of it: not a frame, not in what she asks for. Three moves
    later she is shown what was then."""
    port = free_port()
    slow(0).start(port)
    late = 3
    body = {"game": "parley", "seats": 3, "name": "Ann", "options": {"rounds": 2}, "late": late}
    opened = call(port, "/api/tables", body)[1]
    table = opened["table"]
    tokens = [opened["token"]]
    for name in ("Bob", "Cléo"):
        answer = call(port, f"/api/tables/{table}/seats", {"name": name, "invite": opened["invite"]})
        tokens.append(answer[1]["token"])
    acts = f"/api/tables/{table}/acts"

    def act(seq: int, seat: int, text: str) -> None:
        body = {"type": "act", "seq": seq, "text": text, "key": str(uuid4())}
        assert call(port, acts, body, token=tokens[seat])[0] == 200

    async with AsyncExitStack() as stack:
        ann, bob, cleo = [await stack.enter_async_context(Watcher([port], table, token)) for token in tokens]
        eve = await stack.enter_async_context(Watcher([port], table, ""))
        for each in (ann, bob, cleo):
            await each.until(3)
        await ann.wait(lambda: ann.presences() == ["here"] * 3)
        for seat in range(3):
            act(3, seat, f"bid {seat + 1}")
        act(6, 2, "keep")
        await eve.until(4)
        frames = eve.states
        await bob.look(away=True)
        await ann.wait(lambda: ann.presences() == ["here", "away", "here"])
        await cleo.look(away=True)
        await ann.wait(lambda: ann.presences() == ["here", "away", "away"])
        assert eve.presences() == ["here"] * 3
        assert [each["presence"] for each in call(port, f"/api/tables/{table}")[1]["seats"]] == ["here"] * 3
        async with Player([port], table, "") as zoe:
            await zoe.until(4)
            assert zoe.presences() == ["here"] * 3
        assert eve.states == frames
        for seat in range(3):
            act(7, seat, f"bid {seat + 1}")
        await eve.until(7)
        assert eve.presences() == ["here", "away", "away"]


async def test_late_spectators_cannot_tell_that_a_window_has_closed(slow: Slow, environment: dict[str, str]) -> None:
    """Eve looks a move behind. Two of three have answered; whether the third does or not, until the window has been
    open for its time she is sent and told the same. Whoever plays may have such a page open beside their own."""

    async def work(shortest: float) -> None:
        port = free_port()
        slow(shortest).start(port)
        assert await _gallery(port, environment, shortest, closes=False) == await _gallery(
            port, environment, shortest, closes=True
        )

    await in_a_window(work)


async def _gallery(port: int, environment: dict[str, str], shortest: float, *, closes: bool) -> list[object]:
    """The seqs that Eve is shown, and what she finds."""
    before = time.monotonic()
    body = {"game": "parley", "seats": 3, "robots": 3, "options": {"rounds": 2}, "late": 1}
    opened = call(port, "/api/tables", body)[1]
    table, config = opened["table"], read_config(environment)
    tokens = [config.worker_config().robot_key.seat_token(table, seat) for seat in range(3)]
    async with Watcher([port], table, "") as eve:
        await eve.until(2)
        for seat in range(3 if closes else 2):
            wish = {"type": "act", "seq": 3, "text": "bid 1", "key": str(uuid4())}
            assert call(port, f"/api/tables/{table}/acts", wish, token=tokens[seat])[0] == 200
        await eve.until(4)
        assert isinstance(await eve.act("bid 1"), RefusedMessage)  # whatever was sent to her before is here now
        found = [*eve.seen, awaited(port, table)]
    if time.monotonic() - before >= shortest:
        raise TooBusy
    return found


async def test_spectators_are_refused_at_once(slow: Slow, environment: dict[str, str]) -> None:
    """A window has just been opened, and will be open for longer than this test takes. Players who ask for something
    that would tell whether it has closed wait; a late spectator, who has not seen it yet, would learn of it so."""
    port = free_port()
    slow(WINDOWS[-1]).start(port)
    body = {"game": "parley", "seats": 3, "robots": 3, "options": {"rounds": 2}, "late": 3}
    table = call(port, "/api/tables", body)[1]["table"]
    async with Watcher([port], table, "") as eve:
        await eve.until(2)
        for wish in (ActMessage(9, "bid 1", str(uuid4())), TableCommandMessage(2, "pause", str(uuid4()))):
            answer = await eve.send(wish, seconds=WINDOWS[-1] / 2)
            assert isinstance(answer, RefusedMessage)
            assert answer.slug == "not-your-turn"


async def test_a_late_spectator_with_the_invitation_is_told_nothing_earlier(slow: Slow) -> None:
    """Bob leaves his seat to a robot. Eve, two moves behind, asks for the seat before and after: the same answers."""
    port = free_port()
    servers = slow(0)
    servers.start(port)
    opened, bobs = await seat_two(port, late=2)
    table = opened["table"]
    sits = {"name": "Eve", "invite": opened["invite"], "seat": 1}

    async def answers(eve: Player) -> list[object]:
        told = await eve.send(knock(opened, 1))
        assert isinstance(told, RefusedMessage)
        return [told.slug, told.sentence, call(port, f"/api/tables/{table}/seats", sits)]

    async with Player([port], table, bobs) as bob, Player([port], table, make_device_secret()) as eve:
        for seq, token in ((4, opened["token"]), (5, bobs)):
            wish = {"type": "act", "seq": seq, "text": "bid 1", "key": str(uuid4())}
            assert call(port, f"/api/tables/{table}/acts", wish, token=token)[0] == 200
        await eve.until(4)
        before = await answers(eve)
        await bob.until(6)
        assert isinstance(await bob.send(TableCommandMessage(6, "resign", str(uuid4()))), TakenMessage)
        await eve.until(5)
        assert await answers(eve) == before


def test_a_window_is_as_old_as_the_log_says() -> None:
    """It was opened two seconds ago and closed one second ago: its curtain and its clock are counted from the opening,
    wherever the table is read from the log."""
    pace, game = 60, example_game.GAME_INFO.make_game(2, {"rounds": 2}, None)
    setup = Setup(table="", game="parley", version=1, seats=2, options={"rounds": 2}, seal="", pace=pace)
    table = open_table(setup, game, Dealer(bytes(32), ""))
    room = Room(TableId(1), "", table, example_game.GAME_INFO)
    steps = [table.sit(Seat(0), "person")]
    steps.append(steps[-1].table.sit(Seat(1), "person"))
    for seat in (0, 1):
        steps.append(steps[-1].table.act(Seat(seat), "bid 1", 2))
    now = time.monotonic()
    reveal_delay.replay_log(room, [step.entry for step in steps], [9.0, 2.0, 1.5, 1.0], 0.0, 3.0)
    assert room.pending_reveal is not None
    assert room.pending_reveal[0] == pytest.approx(now + 1, abs=0.4)
    shown = room.visible_room(Seat(0))
    assert (shown.table.seq, room.table.seq) == (3, 4)
    assert shown.deadline == pytest.approx(now - 2 + pace, abs=0.4)
    assert [table.seq for table in room.snapshot_candidates] == [1, 2]


@pytest.mark.parametrize(("leave", "name"), [("resign", "Bob"), ("give-up", "")])
async def test_late_spectators_know_the_players_after_a_restart(
    slow: Slow, leave: Literal["resign", "give-up"], name: str
) -> None:
    """The log has who sat where. Of somebody who has given their seat up since only that is known: it has no name."""
    port = free_port()
    servers = slow(0)
    pid = servers.start(port)
    opened, bobs = await seat_two(port, late=2)
    table = opened["table"]
    for seq, token in ((4, opened["token"]), (5, bobs)):
        wish = {"type": "act", "seq": seq, "text": "bid 1", "key": str(uuid4())}
        assert call(port, f"/api/tables/{table}/acts", wish, token=token)[0] == 200
    seats = call(port, f"/api/tables/{table}")[1]["seats"]
    servers.end(pid)
    pid = servers.start(port)
    names = [each["name"] for each in seats]
    assert (
        [each["name"] for each in call(port, f"/api/tables/{table}")[1]["seats"]]
        == names
        == ["Ann", "Bob", *ROBOT_NAMES[2:4]]
    )
    async with Player([port], table, bobs) as bob:
        await bob.until(6)
        assert isinstance(await bob.send(TableCommandMessage(6, leave, str(uuid4()))), TakenMessage)
    servers.end(pid)
    servers.start(port)
    shown = call(port, f"/api/tables/{table}")[1]["seats"]
    assert [(each["name"], each["kind"]) for each in shown[:2]] == [("Ann", "person"), (name, "person")]


def test_a_wish_for_a_pause_does_not_tell_that_a_window_was_answered() -> None:
    """At a slow table it ends when something happens: when that is shown, and not before."""
    setup = Setup(table="", game="parley", version=1, seats=2, options={}, seal="", pace=3600, bank=3600)
    table = open_table(
        setup,
        example_game.GAME_INFO.make_game(2, example_game.GAME_INFO.complete_options(2, {}), None),
        Dealer(bytes(32), ""),
    )
    room = Room(TableId(1), "", table, example_game.GAME_INFO)
    for seat in range(2):
        room.advance(room.table.sit(Seat(seat), "person"))
    asked = pause_vote_seq(room)
    room.pending_reveal = time.monotonic() + 60, room.freeze()
    room.advance(room.table.act(Seat(0), "bid 1", room.table.seq))
    assert pause_vote_seq(room) == asked
    room.pending_reveal = None
    assert pause_vote_seq(room) == asked + 1
