"""Whose a seat is: nobody looks into a robot's cards by sitting down, and who left a seat comes back to it."""

from __future__ import annotations

import json
from uuid import uuid4

import pytest

from malle.wire.messages import AskMessage, Refusal, Taken
from tests.server.nursery import Nursery, free_port
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
            refused = await each.send(AskMessage((await each.until(3)).seq, "return", str(uuid4())))
            assert isinstance(refused, Refusal), refused
        assert isinstance(await bob.send(AskMessage(3, "resign", str(uuid4()))), Taken)
        await bob.wait(lambda: bob.state is not None and bob.state.viewer is None)
        body = {"name": "Eve", "invite": opened["invite"], "seat": 1}
        assert call(ports[0], f"/api/tables/{table}/seats", body)[0] == 409
        for each in (ann, eve):
            refused = await each.send(AskMessage((await each.until(4)).seq, "return", str(uuid4())))
            assert isinstance(refused, Refusal), refused
        key = str(uuid4())
        back = await bob.send(AskMessage(4, "return", key))
        assert back == Taken(key, 5)
        await bob.wait(lambda: bob.state is not None and bob.state.viewer == 1)
        assert await bob.send(AskMessage(4, "return", key)) == back
        await ann.until(5)
        assert kinds(ann) == ["person", "person", "robot"]
        assert isinstance(await bob.act("bid 1"), Taken)
        again = await bob.send(AskMessage(6, "return", str(uuid4())))
        assert isinstance(again, Refusal)
