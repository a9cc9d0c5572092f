"""Whose a seat is: nobody looks into a robot's cards by sitting down, and who left a seat comes back to it."""

from __future__ import annotations

import contextlib
import json
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any
from uuid import uuid4

import asyncpg
import pytest
import websockets
from websockets.asyncio.client import connect

from malle.config.settings import read_config
from malle.protocol import messages
from malle.protocol.messages import (
    HelloMessage,
    RefusedMessage,
    SeatAnswerMessage,
    SeatRequestMessage,
    StateMessage,
    TableCommandMessage,
    TakenMessage,
)
from malle.storage.store import parse_table_id
from malle.testing.dev_services import Services
from malle.web.security.device_cookie import make_device_secret
from tests.server.nursery import Nursery, Zygote, free_port
from tests.server.player import Player, call

pytestmark = pytest.mark.services


def kinds(player: Player) -> list[str]:
    """Who plays the seats, as this player is shown."""
    assert player.state is not None
    return [each["kind"] for each in json.loads(bytes(player.state.table))["seats"]]


async def test_in_play_nobody_sits_down_on_a_robots_seat(nursery: Nursery) -> None:
    """An invitation is for the seats that nobody has when it is used."""
    port = free_port()
    nursery.start(port)
    _, opened = call(port, "/api/tables", {"game": "parley", "seats": 3, "name": "Ann", "robots": 2})
    for seat in (1, 2):
        body = {"name": "Eve", "invite": opened["invite"], "seat": seat}
        status, answer = call(port, f"/api/tables/{opened['table']}/seats", body)
        assert (status, "robot" in json.dumps(answer)) == (409, True), answer
    async with Player([port], opened["table"], opened["token"]) as ann:
        assert (await ann.until(3)).seq == 3
        assert kinds(ann) == ["person", "robot", "robot"]


async def test_before_the_deal_somebody_invited_may_have_a_robots_seat(nursery: Nursery) -> None:
    port = free_port()
    nursery.start(port)
    _, opened = call(port, "/api/tables", {"game": "parley", "seats": 3, "name": "Ann", "robots": 1})
    seats = f"/api/tables/{opened['table']}/seats"
    status, sat = call(port, seats, {"name": "Bob", "invite": opened["invite"], "seat": 2})
    assert (status, sat["seat"]) == (201, 2)
    status, sat = call(port, seats, {"name": "Cléo", "invite": opened["invite"]})
    assert (status, sat["seat"]) == (201, 1)


async def test_whoever_left_comes_back_by_their_own_token_and_nobody_else_does(nursery: Nursery) -> None:
    """Over two processes; the same key again has the same answer."""
    ports = [free_port(), free_port()]
    for port in ports:
        nursery.start(port)
    _, opened = call(ports[0], "/api/tables", {"game": "parley", "seats": 3, "name": "Ann", "robots": 1})
    table = opened["table"]
    _, sat = call(ports[0], f"/api/tables/{table}/seats", {"name": "Bob", "invite": opened["invite"]})
    async with (
        Player(ports[:1], table, opened["token"]) as ann,
        Player(ports[1:], table, sat["token"]) as bob,
        Player(ports[:1], table, "") as eve,
    ):
        await bob.until(3)
        for each in (ann, eve):
            refused = await each.send(TableCommandMessage((await each.until(3)).seq, "return", str(uuid4())))
            assert isinstance(refused, RefusedMessage), refused
        assert isinstance(await bob.send(TableCommandMessage(3, "resign", str(uuid4()))), TakenMessage)
        await bob.wait(lambda: bob.state is not None and bob.state.viewer is None)
        body = {"name": "Eve", "invite": opened["invite"], "seat": 1}
        assert call(ports[0], f"/api/tables/{table}/seats", body)[0] == 409
        for each in (ann, eve):
            refused = await each.send(TableCommandMessage((await each.until(4)).seq, "return", str(uuid4())))
            assert isinstance(refused, RefusedMessage), refused
        key = str(uuid4())
        back = await bob.send(TableCommandMessage(4, "return", key))
        assert back == TakenMessage(key, 5)
        await bob.wait(lambda: bob.state is not None and bob.state.viewer == 1)
        assert await bob.send(TableCommandMessage(4, "return", key)) == back
        await ann.until(5)
        assert kinds(ann) == ["person", "person", "robot"]
        assert isinstance(await bob.act("bid 1"), TakenMessage)
        again = await bob.send(TableCommandMessage(6, "return", str(uuid4())))
        assert isinstance(again, RefusedMessage)


def asking(player: Player) -> dict[str, Any] | None:
    """Who knocks, as this player is shown."""
    if player.state is None:
        return None
    found: dict[str, Any] | None = json.loads(bytes(player.state.table))["asking"]
    return found


def knocked(player: Player, so: bool = True) -> bool:
    """Does somebody knock?"""
    return (asking(player) is not None) == so


def has_kinds(player: Player, wanted: list[str]) -> bool:
    """Are the seats played so?"""
    return kinds(player) == wanted


def said(state: StateMessage) -> list[str]:
    """The messages of the log that whoever comes is sent."""
    return [each.key for told in (*state.log, *state.heard) for each in told.said]


def knock(opened: dict[str, Any], seat: int, name: str = "Eve") -> SeatRequestMessage:
    """Somebody asks for a robot's seat."""
    return SeatRequestMessage(seat, name, opened["invite"], str(uuid4()))


async def seat_two(port: int, robots: int = 2, **more: object) -> tuple[dict[str, Any], str]:
    """Ann and Bob in play with robots: what opening answered, and Bob's token."""
    body = {"game": "parley", "seats": 2 + robots, "name": "Ann", "robots": robots, **more}
    opened = call(port, "/api/tables", body)[1]
    sat = call(port, f"/api/tables/{opened['table']}/seats", {"name": "Bob", "invite": opened["invite"]})[1]
    return opened, sat["token"]


async def test_whoever_asks_is_let_in_when_everybody_there_agrees(nursery: Nursery) -> None:
    """Over two processes. Eve sees nothing of the seat before both have said yes, and then it is hers; the log tells
    everybody, and whoever comes later."""
    ports = [free_port(), free_port()]
    for port in ports:
        nursery.start(port)
    opened, bobs = await seat_two(ports[0])
    table, eves = opened["table"], make_device_secret()
    async with (
        Player(ports[:1], table, opened["token"]) as ann,
        Player(ports[1:], table, bobs) as bob,
        Player(ports[:1], table, eves) as eve,
    ):
        for each in (ann, bob, eve):
            await each.until(4)
        await ann.wait(lambda: ann.presences()[:2] == ["here", "here"])
        assert isinstance(await eve.send(knock(opened, 2)), TakenMessage)
        for each in (ann, bob):
            await each.wait(partial(knocked, each))
        found = asking(bob)
        assert found is not None
        assert (found["name"], found["seat"], found["yes"]) == ("Eve", 2, [])
        assert 0 < found["seconds"] <= 20
        assert isinstance(await ann.send(SeatAnswerMessage(found["id"], True, str(uuid4()))), TakenMessage)
        await bob.wait(lambda: (asking(bob) or {}).get("yes") == [0])
        assert kinds(bob) == ["person", "person", "robot", "robot"]
        assert eve.state is not None
        assert eve.state.viewer is None
        assert isinstance(await bob.send(SeatAnswerMessage(found["id"], True, str(uuid4()))), TakenMessage)
        await eve.wait(lambda: eve.state is not None and eve.state.viewer == 2)
        for each in (ann, bob, eve):
            await each.wait(partial(has_kinds, each, ["person", "person", "person", "robot"]))
            assert asking(each) is None
        assert isinstance(await eve.act("bid 1"), TakenMessage)
        assert isinstance(await eve.send(knock(opened, 3)), RefusedMessage)  # nobody has two seats
    async with Player(ports[1:], table, "") as late:
        shown: list[StateMessage] = []
        late.on_state = shown.append
        await late.until(5)
        assert said(shown[0]).count("seat-let") == 1  # a second one tells that Bob has gone, and has no log
        assert json.loads(bytes(late.state.table))["seats"][2]["name"] == "Eve"  # type: ignore[union-attr]


@pytest.mark.parametrize("nats", ["there", "away"])
async def test_nobody_is_let_in_without_those_at_a_process_that_ours_has_not_heard_of(
    zygote: Zygote, environment: dict[str, str], services: Services, database: str, tmp_path: Path, nats: str
) -> None:
    """Bob comes to the second process while nobody looks on at the first, which does not listen then; Ann comes back to
    it, and it is told of him after some ten seconds, or where NATS is away, never. Her yes does not let Eve in, however
    long ago she asked, which is made so in the database; Bob's does."""
    away = {"MALLE_NATS": f"nats://127.0.0.1:{free_port()}"} if nats == "away" else {}
    nursery, ports = Nursery(zygote, environment | away, tmp_path / "apart.log"), [free_port(), free_port()]
    async with AsyncExitStack() as stack:
        stack.callback(nursery.close)
        for port in ports:
            nursery.start(port)
        opened, bobs = await seat_two(ports[0])
        table = opened["table"]
        zoe = await stack.enter_async_context(Player(ports[1:], table, ""))
        await zoe.until(4)
        async with Player(ports[:1], table, opened["token"]) as ann:
            await ann.until(4)
            if nats == "there":
                await zoe.wait(lambda: zoe.presences()[0] == "here")
        await zoe.wait(lambda: zoe.presences()[0] == "gone")
        bob = await stack.enter_async_context(Player(ports[1:], table, bobs))
        await zoe.wait(lambda: zoe.presences()[1] == "here")
        ann = await stack.enter_async_context(Player(ports[:1], table, opened["token"]))
        eve = await stack.enter_async_context(Player(ports[:1], table, make_device_secret()))
        for each in (ann, eve):
            await each.until(4)
        wish = knock(opened, 2)
        assert isinstance(await eve.send(wish), TakenMessage)
        assert isinstance(await ann.send(SeatAnswerMessage(wish.key, True, str(uuid4()))), TakenMessage)
        await bob.wait(lambda: (asking(bob) or {}).get("yes") == [0])
        connection = await asyncpg.connect(services.owner_url((parse_table_id(table) >> 48) - 1, database))
        # As if she had asked as long ago as one has to; what is left of the time for answers begins here.
        sooner = "update malle.asking set until = malle.now() + interval '15 s' where tab = $1"
        await connection.execute(sooner, parse_table_id(table))
        await connection.close()
        for _ in range(30):  # by the last of them the first has done whatever it does
            assert isinstance(await ann.send(SeatAnswerMessage(wish.key, True, str(uuid4()))), TakenMessage)
        assert kinds(ann) == ["person", "person", "robot", "robot"]
        assert isinstance(await bob.send(SeatAnswerMessage(wish.key, True, str(uuid4()))), TakenMessage)
        await eve.wait(lambda: eve.state is not None and eve.state.viewer == 2)


async def test_one_no_is_enough_and_the_seat_stays_the_robots(nursery: Nursery) -> None:
    port = free_port()
    nursery.start(port)
    opened, bobs = await seat_two(port)
    table = opened["table"]
    async with (
        Player([port], table, opened["token"]) as ann,
        Player([port], table, bobs) as bob,
        Player([port], table, make_device_secret()) as eve,
        Player([port], table, make_device_secret()) as zoe,
    ):
        for each in (ann, bob, eve, zoe):
            await each.until(4)
        await ann.wait(lambda: ann.presences()[:2] == ["here", "here"])
        wish = knock(opened, 2)
        assert isinstance(await eve.send(wish), TakenMessage)
        assert isinstance(await eve.send(wish), TakenMessage)  # the same again is the same
        assert isinstance(await zoe.send(knock(opened, 3)), RefusedMessage)  # one at a time
        assert isinstance(
            await eve.send(SeatAnswerMessage(wish.key, True, str(uuid4()))), RefusedMessage
        )  # nobody lets themselves in
        assert isinstance(await ann.send(SeatAnswerMessage(wish.key, True, str(uuid4()))), TakenMessage)
        assert isinstance(await bob.send(SeatAnswerMessage(wish.key, False, str(uuid4()))), TakenMessage)
        for each in (ann, bob):
            await each.wait(partial(knocked, each, False))
            assert isinstance(await each.send(SeatAnswerMessage(wish.key, True, str(uuid4()))), RefusedMessage)
        assert kinds(ann) == ["person", "person", "robot", "robot"]
        assert eve.state is not None
        assert eve.state.viewer is None


async def test_an_invitation_in_play_lets_one_watch_and_ask_and_no_more(nursery: Nursery) -> None:
    """Neither without it, nor for a seat of a person, nor for one that a robot keeps for somebody, nor where nobody is
    there to be asked, nor by a player who wants another seat besides."""
    port = free_port()
    nursery.start(port)
    opened, bobs = await seat_two(port)
    table = opened["table"]
    async with Player([port], table, make_device_secret()) as eve:
        await eve.until(4)
        nobody = await eve.send(knock(opened, 2))
        assert isinstance(nobody, RefusedMessage), nobody
        async with Player([port], table, opened["token"]) as ann, Player([port], table, bobs) as bob:
            await bob.until(4)
            await eve.wait(lambda: eve.presences()[:2] == ["here", "here"])
            assert isinstance(await bob.send(TableCommandMessage(4, "resign", str(uuid4()))), TakenMessage)
            await eve.until(5)
            for wish, slug in (
                (knock(opened, 1), "illegal"),  # kept for Bob
                (knock(opened, 0), "illegal"),  # Ann's
                (knock(opened, 7), "illegal"),
                (knock({"invite": "x" * 32}, 2), "not-invited"),
                (knock(opened, 2, name=""), "refused"),
            ):
                answer = await eve.send(wish)
                assert isinstance(answer, RefusedMessage), wish
                assert answer.slug == slug, (wish, answer)
            for each in (ann, bob):
                assert isinstance(await each.send(knock(opened, 2)), RefusedMessage)
            async with Player([port], table, "") as nameless:
                await nameless.until(5)
                assert isinstance(await nameless.send(knock(opened, 2)), RefusedMessage)
            assert asking(eve) is None
    for seat in (None, 1, 2):
        body = {"name": "Eve", "invite": opened["invite"], "seat": seat}
        assert call(port, f"/api/tables/{table}/seats", body)[0] == 409


async def test_whoever_left_without_an_answer_has_not_agreed(
    nursery: Nursery, services: Services, database: str
) -> None:
    """Bob was there when Eve asked, and goes: Ann's yes is not enough. After twenty seconds, which are made to pass in
    the database, nobody asks any more."""
    port = free_port()
    nursery.start(port)
    opened, bobs = await seat_two(port)
    table = opened["table"]
    async with Player([port], table, opened["token"]) as ann, Player([port], table, make_device_secret()) as eve:
        async with Player([port], table, bobs) as bob:
            for each in (ann, bob, eve):
                await each.until(4)
            await ann.wait(lambda: ann.presences()[:2] == ["here", "here"])
            wish = knock(opened, 2)
            assert isinstance(await eve.send(wish), TakenMessage)
        await ann.wait(lambda: ann.presences()[1] == "gone")
        assert isinstance(await ann.send(SeatAnswerMessage(wish.key, True, str(uuid4()))), TakenMessage)
        await ann.wait(lambda: (asking(ann) or {}).get("yes") == [0])
        assert kinds(ann) == ["person", "person", "robot", "robot"]
        connection = await asyncpg.connect(services.owner_url((parse_table_id(table) >> 48) - 1, database))
        seconds = await connection.fetchval(
            "update malle.asking set until = until - interval '20 s' where tab = $1 "
            "returning extract(epoch from until - clock_timestamp())::float8",
            parse_table_id(table),
        )
        await connection.close()
        assert -20 <= seconds <= 0
        assert isinstance(await ann.send(SeatAnswerMessage(wish.key, True, str(uuid4()))), RefusedMessage)
        assert isinstance(await eve.send(knock(opened, 3)), TakenMessage)
        await ann.wait(lambda: (asking(ann) or {}).get("seat") == 3)


@pytest.mark.parametrize("was", ["person", "robot"])
async def test_a_robots_key_opens_no_persons_seat_at_a_process_that_is_behind(
    nursery: Nursery, environment: dict[str, str], was: str
) -> None:
    """Whoever has the key of the robots' workers makes a token for Eve's seat. The second process saw the table last
    when she sat there already, or when a robot did: it follows the log before it believes the token."""
    ports = [free_port(), free_port()]
    for port in ports:
        nursery.start(port)
    opened, bobs = await seat_two(ports[0])
    table = opened["table"]
    async with (
        Player(ports[:1], table, opened["token"]) as ann,
        Player(ports[:1], table, bobs) as bob,
        Player(ports[:1], table, make_device_secret()) as eve,
    ):
        for each in (ann, bob, eve):
            await each.until(4)
        if was == "robot":
            assert call(ports[1], f"/api/tables/{table}")[1]["seats"][2]["kind"] == "robot"
        wish = knock(opened, 2)
        assert isinstance(await eve.send(wish), TakenMessage)
        for each in (ann, bob):
            assert isinstance(await each.send(SeatAnswerMessage(wish.key, True, str(uuid4()))), TakenMessage)
        await eve.wait(lambda: eve.state is not None and eve.state.viewer == 2)
        if was == "person":
            assert call(ports[1], f"/api/tables/{table}")[1]["seats"][2]["kind"] == "person"
        assert isinstance(await eve.act("bid 1"), TakenMessage)
        token = read_config(environment).worker_config().robot_key.seat_token(table, 2)
        async with connect(f"ws://127.0.0.1:{ports[1]}/tables/{table}/socket") as stranger:
            await stranger.send(messages.encode(HelloMessage(token=token)))
            with contextlib.suppress(websockets.ConnectionClosed):
                assert isinstance(messages.decode_from_server(await stranger.recv(decode=False)), RefusedMessage)


async def test_whoever_gave_up_their_seat_sees_nothing_of_it_at_a_process_that_is_behind(nursery: Nursery) -> None:
    """Eve has Ann's seat; the second process saw the table last when Ann sat there, and knows her as a person."""
    ports = [free_port(), free_port()]
    for port in ports:
        nursery.start(port)
    opened, bobs = await seat_two(ports[0])
    table = opened["table"]
    assert call(ports[1], f"/api/tables/{table}")[1]["seats"][0]["kind"] == "person"
    async with Player(ports[:1], table, bobs) as bob, Player(ports[:1], table, make_device_secret()) as eve:
        async with Player(ports[:1], table, opened["token"]) as ann:
            await ann.until(4)
            assert isinstance(await ann.send(TableCommandMessage(4, "give-up", str(uuid4()))), TakenMessage)
        await bob.wait(lambda: kinds(bob)[0] == "robot")
        wish = knock(opened, 0)
        assert isinstance(await eve.send(wish), TakenMessage)
        assert isinstance(await bob.send(SeatAnswerMessage(wish.key, True, str(uuid4()))), TakenMessage)
        await eve.wait(lambda: eve.state is not None and eve.state.viewer == 0)
        async with connect(f"ws://127.0.0.1:{ports[1]}/tables/{table}/socket") as stranger:
            await stranger.send(messages.encode(HelloMessage(token=opened["token"])))
            with contextlib.suppress(websockets.ConnectionClosed):
                told = messages.decode_from_server(await stranger.recv(decode=False))
                assert not (isinstance(told, StateMessage) and told.viewer == 0)


async def test_a_spectator_s_questions_keep_no_player_from_theirs(nursery: Nursery) -> None:
    """What may be noted at a table is for those who play there."""
    port = free_port()
    nursery.start(port)
    opened, _ = await seat_two(port)
    async with Player([port], opened["table"], opened["token"]) as ann, Player([port], opened["table"], "") as eve:
        await ann.until(4)
        await eve.until(4)
        for _ in range(40):
            key = str(uuid4())
            await eve.shout(TableCommandMessage(4, "undo", key))
            await eve.wait(lambda key=key: key in eve.answers)  # type: ignore[misc]
            assert getattr(eve.answers[key], "slug", "") == "not-your-turn"
        answer = await ann.send(TableCommandMessage(4, "resign", str(uuid4())))
        assert isinstance(answer, TakenMessage)
