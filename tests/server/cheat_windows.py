"""A cheat's programs (`tests.server.cheat`) about when something happened: whether the last answer to a window is in,
whether a move was the clock's, how long a robot thought."""

from __future__ import annotations

import asyncio
import json
import re
import time
from functools import partial
from typing import Any
from uuid import UUID, uuid4, uuid5

import asyncpg

from malle.protocol import messages
from malle.protocol.messages import ActMessage, SeatRequestMessage, StateMessage, TableCommandMessage, TakenMessage
from malle.robots.decide import Decision
from malle.robots.robot_worker import RobotWorker, delay_factor_of
from malle.storage.store import format_table_id, parse_table_id
from malle.web.security.device_cookie import make_device_secret
from tests.server.bots import LIBRARY
from tests.server.cheat import PROGRAMS, TIMERS, Ground, Seen, TooBusy, open_two, program, timer
from tests.server.player import Player, call
from tests.server.told import fetch, made_alike, taken
from tests.server.worlds import GAMES, Pair

__all__ = ["PROGRAMS", "TIMERS"]  # all of them
THINK = 0.1
"""Seconds after which robots answer here."""


@program
async def window(ground: Ground) -> Seen:
    """Has the last seat answered? Asks the server everything as a player who has, as somebody with the invitation, and
    through a process that has not seen the table yet, while the window is shown open."""
    return await _twice(ground, 0)


@program
async def gallery(ground: Ground) -> Seen:
    """The same, with a page open beside one's own that is shown the table a move behind."""
    return await _twice(ground, 1)


async def _twice(ground: Ground, late: int) -> Seen:
    found = []
    for closes in (False, True):
        before = time.monotonic()
        body = {"game": "parley", "seats": 3, "robots": 2, "name": "Ann", "late": late, "pace": 600}
        opened = (await asyncio.to_thread(call, ground.ports[0], "/api/tables", body))[1]
        found.append(await _ask_all(ground, opened, closes=closes))
        if time.monotonic() - before >= ground.window:
            raise TooBusy
    return found[0], found[1]


async def _ask_all(ground: Ground, opened: dict[str, Any], *, closes: bool) -> list[object]:
    table, key = opened["table"], ground.config.worker_config().robot_key
    found: list[object] = []
    async with (
        Player(ground.ports[:1], table, opened["token"]) as ann,
        Player(ground.ports[:1], table, make_device_secret()) as spy,
    ):
        seen: dict[Player, set[int]] = {ann: set(), spy: set()}
        for player, seqs in seen.items():
            player.on_state = partial(_note, seqs)
        await ann.until(3)
        await spy.until(2)  # late ones see no more yet
        await taken(ann, ActMessage(3, "bid 3", str(uuid4())))
        for seat in (1, 2) if closes else (1,):
            wish = {"type": "act", "seq": 3, "text": "bid 1", "key": str(uuid4())}
            path = f"/api/tables/{table}/acts"
            assert (await asyncio.to_thread(call, ground.ports[0], path, wish, token=key.seat_token(table, seat)))[
                0
            ] == 200
        await ann.until(5)
        for player in (ann, spy):
            for text, seq in (("bid 1", 5), ("bid 1", 3), ("keep", 5), ("nonsense", 5), ("bid 1", 0)):
                found.append(_said(await player.act(text, seq=seq)))
        knocks = [SeatRequestMessage(seat, "Eve", opened["invite"], str(uuid4())) for seat in (0, 1, 7)]
        found += [_said(await spy.send(each)) for each in knocks]
        for port in ground.ports:
            shown = (await asyncio.to_thread(call, port, f"/api/tables/{table}"))[1]
            found.append(([shown[name] for name in ("awaited", "over", "paused", "next")], shown["clock"] is None))
        for path in ("/record", "/next", "/moments?eyes=all", "/final", "/story"):
            answer = await asyncio.to_thread(fetch, ground.ports[0], f"/tables/{table}{path}")
            found.append(made_alike(repr(answer[::2]).encode(), [table]))
        for player in (ann, spy):
            await player.act("nonsense")  # whatever was sent before is here then
            assert player.state is not None
            found.append((max(seen[player]), json.loads(bytes(player.state.table))["awaited"]))
    return found


def _note(seqs: set[int], state: messages.StateMessage) -> None:
    seqs.add(state.seq)


def _said(answer: messages.FromServer) -> object:
    return (answer.slug, answer.sentence) if isinstance(answer, messages.RefusedMessage) else type(answer).__name__


@program
async def together(ground: Ground) -> Seen:
    """Where, in which order and how quickly has the other one hidden five things? Asks everything before the first of
    them and before the last, with a page at each process; and keeps what it is sent when all are hidden."""
    found = []
    for squares, before in (("c13 c13 e13 g13 m13", 4), ("a13 b12 d12 j12 k13", 0)):
        opened = (await asyncio.to_thread(call, ground.ports[0], "/api/tables", _TWO_AT_CHASSE))[1]
        table, wish = opened["table"], {"name": "Bob", "invite": opened["invite"]}
        sat = (await asyncio.to_thread(call, ground.ports[0], f"/api/tables/{table}/seats", wish))[1]
        async with (
            Player(ground.ports[:1], table, opened["token"]) as ann,
            Player(ground.ports[:1], table, sat["token"]) as bob,
            Player(ground.ports[1:], table, make_device_secret()) as spy,
        ):
            for player in (ann, bob, spy):
                await player.until(2)
            for player in (bob, spy):  # the other process has told who is there
                await player.wait(partial(_sees_all, player))
                await player.act("nonsense")  # whatever was sent before is here then
                player.raw = []
            plates = [ActMessage(2 + n, f"hide {each}", str(uuid4())) for n, each in enumerate(squares.split())]
            for each in plates[:before]:
                await taken(ann, each)
            told: list[object] = []
            for player in (bob, spy):
                for text, seq in (("c3-c7", 2), ("c3-c7", 4), ("c3-c7", 6), ("c3-c7", 7), ("nonsense", 6)):
                    told.append(_said(await player.act(text, seq=seq)))
                told += [_said(await player.send(TableCommandMessage(seq, "undo", str(uuid4())))) for seq in (2, 6)]
            for port in ground.ports:
                for path in (f"/api/tables/{table}", f"/tables/{table}", "/games"):
                    answer = await asyncio.to_thread(fetch, port, path, {"cookie": f"malle={sat['token']}"})
                    told.append(_alike(answer[2], table))
            for each in plates[before:]:
                await taken(ann, each)
            for player in (bob, spy):
                await player.until(7)
                await player.act("nonsense")
                told.append([_alike(each, table) for each in player.raw or ()])
            found.append(told)
    return found[0], found[1]


def _sees_all(player: Player) -> bool:
    return bool(
        player.state
        and player.presences() == ["here", "here"]
        and json.loads(bytes(player.state.table))["watching"] == 1
    )


_TWO_AT_CHASSE = {"game": "chasse", "seats": 2, "name": "Ann"}


def _alike(data: bytes, table: str) -> bytes:
    """Without what is another one at every table, and the keys of what was asked."""
    plain = made_alike(data, [table])
    return re.sub(rb'"(?:key|seal)":"[^"]*"|nonce-\w+|(?<="id":")[A-Z]{8}', b"", plain).rstrip()


@program
async def clock(ground: Ground) -> Seen:
    """Was that move the clock's? The answer at the deadline tells more than one of the player's own. Asks with the keys
    that the clock could have written under."""
    found = []
    for by_clock in (False, True):
        opened, players = await asyncio.to_thread(open_two, ground.ports[0], {"pace": 600})
        table = opened["table"]
        async with Player(ground.ports[:1], table, players[1]) as bob:
            await bob.until(2)
            await taken(bob, ActMessage(2, "bid 3", str(uuid4())))
            if by_clock:
                await _let_time_run_out(ground.owners, table)
            else:
                wish = {"type": "act", "seq": 2, "text": "bid 0", "key": str(uuid4())}
                await asyncio.to_thread(call, ground.ports[0], f"/api/tables/{table}/acts", wish, token=players[0])
            await bob.until(4)
            keys = [uuid5(space, f"{table} {seq} 0") for seq in (2, 3, 4) for space in _SPACES]
            keys += [UUID(int=each.int & ~(0xF << 76) | 8 << 76) for each in keys]
            found.append([_said(await bob.send(TableCommandMessage(4, "undo", str(each)))) for each in keys])
    return found[0], found[1]


_SPACES = (UUID("5d0f4b1e-9a55-4a3c-8f2a-6d1c6e2f7a10"), UUID(int=0), UUID("6ba7b810-9dad-11d1-80b4-00c04fd430c8"))


async def _let_time_run_out(owners: dict[int, str], table: str) -> None:
    """Ten minutes pass, for this table, as far as its database knows."""
    connection = await asyncpg.connect(owners[parse_table_id(table) >> 48])
    await connection.execute("update malle.tab set deadline = clock_timestamp() where id = $1", parse_table_id(table))
    await connection.close()


# Times


@timer
async def times(ground: Ground) -> tuple[float, float]:
    """Has the last seat answered? How long a refusal takes, the middle of several, while the window is shown open."""
    found = []
    before = time.monotonic()
    for closes in ground.luck.sample((False, True), 2):
        body = {"game": "parley", "seats": 3, "robots": 2, "name": "Ann", "options": {"rounds": 2}}
        opened = (await asyncio.to_thread(call, ground.ports[0], "/api/tables", body))[1]
        table, key, took = opened["table"], ground.config.worker_config().robot_key, []
        async with Player(ground.ports[:1], table, opened["token"]) as ann:
            await ann.until(3)
            await taken(ann, ActMessage(3, "bid 3", str(uuid4())))
            for seat in (1, 2) if closes else (1,):
                wish = {"type": "act", "seq": 3, "text": "bid 1", "key": str(uuid4())}
                path = f"/api/tables/{table}/acts"
                await asyncio.to_thread(call, ground.ports[0], path, wish, token=key.seat_token(table, seat))
            await ann.until(5)
            for _ in range(9):
                asked = time.perf_counter()
                assert not isinstance(await ann.act("bid 1", seq=5), TakenMessage)
                took.append(time.perf_counter() - asked)
        found.append((closes, sorted(took)[len(took) // 2]))
    if time.monotonic() - before >= ground.window:
        raise TooBusy
    return dict(found)[False], dict(found)[True]


@timer
async def robots(ground: Ground) -> tuple[float, float]:
    """How long did that robot think? Its answers, in two worlds that a spectator cannot tell apart: first where it
    thinks for less, then where it thinks for longer. By how much tables differ anyway follows from their addresses."""
    pair = Pair(
        ground.luck.choice([each for each in sorted(GAMES) if each != "parley"]), ground.luck, "plain", None, most=0
    )
    await pair.put(ground.owners[1], ground.config, "")
    seat, port = pair.one.awaited[0], ground.ports[0]
    worker = Remembering(ground.config.worker_config(), f"http://127.0.0.1:{port}", THINK, LIBRARY)
    found = []
    for id_, table in zip(pair.ids, (pair.one, pair.two), strict=True):
        text = format_table_id(id_)
        async with Player([port], text, "") as spy:
            await spy.until(table.seq)
            asked = time.perf_counter()
            worker._start_playing(text, seat)
            await spy.until(table.seq + 1)
            took = time.perf_counter() - asked - THINK * (delay_factor_of(text) - 1)
        found.append((await worker.thought(), took))
        for task in tuple(worker._playing.values()):
            task.cancel()
    return tuple(took for _, took in sorted(found))  # type: ignore[return-value]


class Remembering(RobotWorker):
    """Robots that can be asked again what they were asked last."""

    question: tuple[Any, StateMessage, str]

    async def _decide(self, robot: Any, state: StateMessage, token: str, received_at: float) -> Decision:
        self.question = robot, state, token
        return await super()._decide(robot, state, token, received_at)

    async def thought(self) -> float:
        """How long that takes, apart from what the game waited."""
        took = []
        for _ in range(3):
            before = time.monotonic()
            await super()._decide(*self.question, before)
            took.append(time.monotonic() - before)
        return min(took)
