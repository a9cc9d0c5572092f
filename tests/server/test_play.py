"""Tables played over real sockets."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import cast
from uuid import uuid4

import pytest

from malle.config.settings import read_config
from malle.core import Message
from malle.messaging.nats_bus import SUBJECT_COUNT
from malle.protocol import messages
from malle.protocol.messages import RefusedMessage, StateMessage, TableCommandMessage, TakenMessage
from malle.runtime.room import Room
from malle.runtime.seats import seat_owners
from malle.runtime.table_service import TableService
from malle.runtime.views.viewer import ConnectedViewer
from malle.storage.store import LoadedTable, TableId, parse_table_id
from malle.testing.timing import Timing
from tests.server.bots import LIBRARY
from tests.server.nursery import Nursery, Zygote, free_port
from tests.server.player import Player, call, metrics

pytestmark = pytest.mark.services


def test_the_schema_of_the_messages_is_up_to_date() -> None:
    """`make messages` writes it."""
    assert (Path(__file__).parents[2] / "client/messages.schema.json").read_bytes() == messages.message_schema()


ROUND = ((0, "bid 2"), (1, "bid 1"), (0, "keep"))
"""A round of parley for two, which can be played again and again: who says what."""


def open_robots(port: int, environment: dict[str, str], seats: int, **options: object) -> tuple[str, list[str]]:
    """A table of robots only: its id and the tokens of the seats."""
    body = {"game": "parley", "seats": seats, "robots": seats, "options": options}
    status, opened = call(port, "/api/tables", body)
    assert status == 201, opened
    config = read_config(environment)
    return opened["table"], [
        config.worker_config().robot_key.seat_token(opened["table"], seat) for seat in range(seats)
    ]


def count(port: int, name: str) -> int:
    """What a process has counted."""
    return sum(int(float(line.split()[1])) for line in metrics(port).splitlines() if line.startswith(f"{name} "))


def legal(state: StateMessage | None) -> list[dict[str, object]]:
    assert state is not None
    found: list[dict[str, object]] = json.loads(bytes(state.legal))
    return found


async def test_a_game_of_people(nursery: Nursery) -> None:
    port = free_port()
    nursery.start(port)
    status, opened = call(port, "/api/tables", {"game": "parley", "seats": 2, "name": "Ann", "options": {"rounds": 1}})
    assert (status, opened["seat"]) == (201, 0)
    table = opened["table"]
    status, sat = call(port, f"/api/tables/{table}/seats", {"name": "Bob", "invite": opened["invite"]})
    assert (status, sat["seat"]) == (201, 1)
    async with (
        Player([port], table, opened["token"]) as ann,
        Player([port], table, sat["token"]) as bob,
        Player([port], table, "") as eve,
    ):
        heard: list[tuple[Message, ...]] = []  # a state may come twice, the second time because somebody came in
        ann.on_state = lambda state: heard.extend(told.said for told in state.heard)
        state = await ann.until(2)
        public = json.loads(bytes(state.table))
        assert [each["name"] for each in public["seats"]] == ["Ann", "Bob"]
        assert state.viewer == 0
        assert bytes(state.view) == bytes(state.legal) == b"null"
        assert await ann.act("bid 3") == TakenMessage(list(ann.answers)[-1], 3)
        assert isinstance(await bob.act("bid 1", seq=2), TakenMessage)
        await ann.until(4)
        assert heard[-1] == (Message("event-bids"),)
        assert isinstance(await ann.act("keep"), TakenMessage)
        for each in (ann, bob, eve):
            last = await each.until(5)
            assert json.loads(bytes(last.table))["over"]["why"] in ("rounds", "nobody")
        refused = await ann.act("bid 1")
        assert isinstance(refused, RefusedMessage)
        assert refused.slug == "not-your-turn"
        refused = await eve.act("bid 1")
        assert isinstance(refused, RefusedMessage)


async def test_one_move_whatever_is_sent(nursery: Nursery, environment: dict[str, str]) -> None:
    """The same move 2 to 10 times, over two sockets, by HTTP, through two servers and after a reconnect."""
    ports = [free_port(), free_port()]
    for port in ports:
        nursery.start(port)
    table, tokens = open_robots(ports[0], environment, 2, rounds=100)
    async with (
        Player(ports[:1], table, tokens[0]) as one,
        Player(ports[1:], table, tokens[0]) as two,
        Player(ports[:1], table, tokens[1]) as other,
    ):
        seq = (await one.until(2)).seq
        await two.until(2)
        for times in range(2, 11):
            key = str(uuid4())
            sends = [(one if index % 2 else two).act("bid 1", seq=seq, key=key) for index in range(times - 1)]
            body = {"type": "act", "seq": seq, "text": "bid 1", "key": key}
            answers = await asyncio.gather(
                *sends,
                asyncio.to_thread(call, ports[times % 2], f"/api/tables/{table}/acts", body, token=tokens[0]),
            )
            assert set(answers[:-1]) == {TakenMessage(key, seq + 1)}
            assert answers[-1] == (200, {"type": "taken", "key": key, "seq": seq + 1})
            await one.cut()
            assert await one.act("bid 1", seq=seq, key=key) == TakenMessage(key, seq + 1)
            async with Player(ports[1:], table, tokens[0]) as fresh:  # the others may still have answers under way
                reused = await fresh.act("bid 2", seq=seq, key=key)
            assert isinstance(reused, RefusedMessage)
            assert reused.slug == "key-reused"
            taken = await other.act("bid 0", seq=seq)
            assert isinstance(taken, TakenMessage)
            await one.until(taken.seq)
            closing = await one.act("keep")
            assert isinstance(closing, TakenMessage)
            assert closing.seq == seq + 3
            seq += 3
            for each in (one, two, other):
                await each.until(seq)


async def test_undo_and_resign_over_the_socket(nursery: Nursery, environment: dict[str, str]) -> None:
    port = free_port()
    nursery.start(port)
    _, opened = call(port, "/api/tables", {"game": "parley", "seats": 3, "name": "Ann", "robots": 2})
    async with Player([port], opened["table"], opened["token"]) as ann:
        state = await ann.until(3)
        taken = await ann.act("bid 3")
        assert isinstance(taken, TakenMessage)
        state = await ann.until(taken.seq)
        assert state.undoable
        back = await ann.send(TableCommandMessage(state.seq, "undo", str(uuid4())))
        assert isinstance(back, TakenMessage)
        state = await ann.until(back.seq)
        assert json.loads(bytes(state.table))["awaited"] == [0, 1, 2]
        gone = await ann.send(TableCommandMessage(state.seq, "resign", str(uuid4())))
        assert isinstance(gone, TakenMessage)
        await ann.wait(lambda: ann.state is not None and ann.state.viewer is None)  # sent away, back as a spectator
        late = await ann.act("bid 1")
        assert isinstance(late, RefusedMessage)


async def test_another_process_hears_of_it(
    zygote: Zygote, nursery: Nursery, environment: dict[str, str], timing: Timing
) -> None:
    """By a hint: five moves, each seen by all before the next, are over long before a process has swept twice."""
    ports = [free_port(), free_port()]
    rare = Nursery(zygote, {**environment, "MALLE_SWEEP": "20"}, nursery.log)
    rare.alive = nursery.alive
    for port in ports:
        rare.start(port)
    table, tokens = open_robots(ports[0], environment, 4)
    async with AsyncExitStack() as stack:
        players = [
            await stack.enter_async_context(Player([ports[seat % 2]], table, token))
            for seat, token in enumerate(tokens)
        ]
        for player in players:
            await player.until(4)
        answers = await asyncio.gather(*(player.act(f"bid {seat}") for seat, player in enumerate(players)))
        assert sorted(each.seq for each in answers if isinstance(each, TakenMessage)) == [5, 6, 7, 8]
        for player in players:
            await player.until(8)  # both processes listen by now
        began = time.monotonic()
        for seq, (seat, text) in enumerate([(3, "keep"), (0, "bid 1"), (1, "bid 1"), (2, "bid 1"), (3, "bid 1")], 8):
            assert isinstance(await players[seat].act(text, seq=seq), TakenMessage)
            for player in players:
                await player.until(seq + 1)
        took = time.monotonic() - began
        timing("five moves through two processes", took, 1)
        assert took < 25


async def test_a_table_nobody_looks_at_is_not_followed_and_still_told_as_it_is(
    nursery: Nursery, environment: dict[str, str]
) -> None:
    """Ann opens tables at one process and plays them through another: the first follows the one that is looked at
    there too, and whoever asks it for the other one is told what the log says."""
    here, there = free_port(), free_port()
    nursery.start(here)
    nursery.start(there)
    tables = [open_robots(here, environment, 2, rounds=1000) for _ in range(SUBJECT_COUNT + 1)]  # two share a subject
    by_subject = {parse_table_id(table) % SUBJECT_COUNT: (table, tokens) for table, tokens in tables}
    left, left_tokens = next(each for each in tables if by_subject[parse_table_id(each[0]) % SUBJECT_COUNT] != each)
    seen, seen_tokens = by_subject[parse_table_id(left) % SUBJECT_COUNT]
    async with (
        Player([here], seen, "") as looker,
        Player([there], left, left_tokens[0]) as ann,
        Player([there], left, left_tokens[1]) as bob,
        Player([there], seen, seen_tokens[0]) as other,
    ):
        for each in (looker, ann, bob, other):
            await each.until(2)
        await asyncio.sleep(0.3)  # the process has subscribed
        followed = count(here, "malle_followed_total")
        for each in (ann, bob):
            assert isinstance(await each.act("bid 1", seq=2), TakenMessage)
        await ann.until(4)
        assert isinstance(await other.act("bid 1"), TakenMessage)
        await looker.until(3)  # the hints about the other table came before
        assert count(here, "malle_followed_total") == followed + 1
        assert (
            call(here, f"/api/tables/{left}")[1]["awaited"] == json.loads(bytes((await ann.until(4)).table))["awaited"]
        )


async def test_who_is_there_is_seen_through_another_process(nursery: Nursery, environment: dict[str, str]) -> None:
    ports = [free_port(), free_port()]
    for port in ports:
        nursery.start(port)
    _, opened = call(ports[0], "/api/tables", {"game": "parley", "seats": 2, "name": "Ann"})
    table = opened["table"]
    _, sat = call(ports[0], f"/api/tables/{table}/seats", {"name": "Bob", "invite": opened["invite"]})

    async with Player([ports[0]], table, opened["token"]) as ann:
        await ann.wait(lambda: ann.presences() == ["here", "gone"])
        async with Player([ports[1]], table, sat["token"]) as bob:
            await ann.wait(lambda: ann.presences() == ["here", "here"])
            await bob.wait(lambda: bob.presences() == ["here", "here"])
            await bob.look(away=True)
            await ann.wait(lambda: ann.presences() == ["here", "away"])
        await ann.wait(lambda: ann.presences() == ["here", "gone"])


async def test_whoever_comes_while_a_table_is_loaded_looks_at_the_room_that_stays(
    nursery: Nursery, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their room was dropped while they were let in, and somebody's move has another one loaded: one of the two stays,
    and it is theirs, or no move would be shown to them until a sweep comes by."""
    port = free_port()
    nursery.start(port)
    table, _ = open_robots(port, environment, 2)
    house = TableService(read_config(environment | {"MALLE_ROOMS": "0"}), LIBRARY)
    await house.store.open()
    try:
        theirs = await house.get_room(parse_table_id(table))
        assert parse_table_id(table) not in house.rooms, "it was dropped"
        load = house.store.load_table

        async def meanwhile(id_: TableId, *, whole_log: bool = False) -> LoadedTable:
            found = await load(id_, whole_log=whole_log)
            house.ensure_cached(theirs).connections.add(cast(ConnectedViewer, object()))
            return found

        monkeypatch.setattr(house.store, "load_table", meanwhile)
        assert await house.get_room(parse_table_id(table)) is theirs
        assert house.rooms[parse_table_id(table)] is theirs
    finally:
        await house.store.close()


async def test_a_name_that_changed_at_another_process_is_shown_here(
    nursery: Nursery, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No seat has changed hands, so nothing in the log says it: names are asked for again now and then."""
    port = free_port()
    nursery.start(port)
    _, opened = call(port, "/api/tables", {"game": "parley", "seats": 2, "name": "Ann", "robots": 1})
    house = TableService(read_config(environment), LIBRARY)
    await house.store.open()
    try:
        room = await house.get_room(parse_table_id(opened["table"]))
        assert room.names == ("Ann", "Léa")
        assert room.seat_owners is not None
        monkeypatch.setattr(seat_owners, "NAME_REFRESH_SECONDS", 0)
        woken: list[tuple[str, ...]] = []
        monkeypatch.setattr(Room, "notify_all", lambda self: woken.append(self.names))
        await house.seat_owners.renew()
        assert not woken, "nothing is new"
        await house.store.set_name(room.seat_owners[0].person, "Zoé")
        await house.seat_owners.renew()
        assert woken == [("Zoé", "Léa")]
    finally:
        await house.store.close()


async def test_a_process_with_little_room_shows_everything(
    zygote: Zygote, environment: dict[str, str], tmp_path: Path
) -> None:
    """One table in memory, twenty looked at: rooms come and go, and nobody misses a move."""
    nursery = Nursery(zygote, {**environment, "MALLE_ROOMS": "1", "MALLE_SWEEP": "600"}, tmp_path / "server.log")
    port = free_port()
    nursery.start(port)
    try:
        tables = [open_robots(port, environment, 2) for _ in range(20)]
        async with AsyncExitStack() as stack:
            watchers = [await stack.enter_async_context(Player([port], table, "")) for table, _ in tables]
            for seat in range(2):
                for table, tokens in tables:
                    body = {"type": "act", "seq": 2, "text": "bid 1", "key": str(uuid4())}
                    answer = await asyncio.to_thread(call, port, f"/api/tables/{table}/acts", body, token=tokens[seat])
                    assert answer[0] == 200
            for watcher in watchers:
                await watcher.until(4)  # no sweep mends it
    finally:
        nursery.close()


async def test_a_declaration_stands_while_the_officer_thinks(nursery: Nursery) -> None:
    """Over sockets: nobody is offered an undo, and whoever asks for one without being offered it is refused."""
    port = free_port()
    nursery.start(port)
    _, opened = call(port, "/api/tables", {"game": "declarer", "seats": 3, "name": "P0"})
    table, tokens = opened["table"], [opened["token"]]
    for seat in (1, 2):
        body = {"name": f"P{seat}", "invite": opened["invite"]}
        tokens.append(call(port, f"/api/tables/{table}/seats", body)[1]["token"])
    async with AsyncExitStack() as stack:
        players = [await stack.enter_async_context(Player([port], table, token)) for token in tokens]
        seq = 3
        for text in ("declare nothing", "believe"):  # each asks somebody else
            (seat,) = json.loads(bytes((await players[0].until(seq)).table))["awaited"]
            mover = players[seat]
            assert isinstance(await mover.act(text, seq=seq), TakenMessage)
            seq += 1
            assert not (await mover.until(seq)).undoable
            refused = await mover.send(TableCommandMessage(seq, "undo", str(uuid4())))
            assert isinstance(refused, RefusedMessage)
            assert refused.slug == "illegal"
