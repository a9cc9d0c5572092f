"""Emotes: seen by those who look on at once, bounded, in no log, and never a way around what is hidden."""

from __future__ import annotations

from contextlib import AsyncExitStack
from uuid import uuid4

import asyncpg
import pytest

from malle.config.settings import read_config
from malle.protocol.messages import Emote, EmotedMessage, EmoteMessage, RefusedMessage, TakenMessage
from malle.runtime.presence.emotes import EMOTES, MAX_EMOTES
from malle.storage.store import parse_table_id
from malle.testing.dev_services import Services
from tests.server.nursery import Nursery, Zygote, free_port
from tests.server.player import Player, call

pytestmark = pytest.mark.services


def emote(what: Emote = "bravo") -> EmoteMessage:
    """Something to show."""
    return EmoteMessage(what, str(uuid4()))


def seat_all(port: int, late: int = 0, robots: int = 0) -> tuple[str, list[str]]:
    """Ann and Bob, and robots: the table, and their tokens."""
    body = {"game": "parley", "seats": 2 + robots, "name": "Ann", "robots": robots, "late": late}
    opened = call(port, "/api/tables", body)[1]
    sat = call(port, f"/api/tables/{opened['table']}/seats", {"name": "Bob", "invite": opened["invite"]})[1]
    return opened["table"], [opened["token"], sat["token"]]


async def test_an_emote_is_seen_over_two_servers_and_kept_nowhere(
    nursery: Nursery, environment: dict[str, str], services: Services, database: str
) -> None:
    """By people and by spectators, not by robots; the log stays as it was, and no state tells it."""
    ports = [free_port(), free_port()]
    for port in ports:
        nursery.start(port)
    table, tokens = seat_all(ports[0], robots=1)
    robot = read_config(environment).worker_config().robot_key.seat_token(table, 2)
    async with AsyncExitStack() as stack:
        ann, bob, eve, machine = [
            await stack.enter_async_context(Player([port], table, token))
            for port, token in zip([*ports, ports[1], ports[1]], [*tokens, "", robot], strict=True)
        ]
        for each in (ann, bob, eve, machine):
            await each.until(3)
        await ann.wait(lambda: ann.presences()[:2] == ["here", "here"])
        assert isinstance(await ann.act("bid 1"), TakenMessage)
        for each in (ann, bob, eve, machine):
            await each.until(4)
        seqs = [each.state.seq for each in (ann, bob, eve, machine) if each.state is not None]
        assert isinstance(await ann.send(emote("nose")), TakenMessage)
        for each in (ann, bob, eve):
            await each.wait(lambda each=each: each.emoted == [EmotedMessage(0, "nose")])  # type: ignore[misc]
        assert machine.emoted == []
        assert [each.state.seq for each in (ann, bob, eve, machine) if each.state is not None] == seqs
        connection = await asyncpg.connect(services.owner_url((parse_table_id(table) >> 48) - 1, database))
        count = await connection.fetchval("select count(*) from malle.entry where tab = $1", parse_table_id(table))
        await connection.close()
        assert count == 4
        for each in (eve, machine):
            assert isinstance(await each.send(emote()), RefusedMessage)


async def test_three_a_minute_and_no_more(nursery: Nursery) -> None:
    port = free_port()
    nursery.start(port)
    table, tokens = seat_all(port)
    async with Player([port], table, tokens[0]) as ann, Player([port], table, tokens[1]) as bob:
        for each in (ann, bob):
            await each.until(2)
        assert isinstance(await ann.act("bid 1"), TakenMessage)
        answers = [await ann.send(emote(what)) for what in EMOTES]
        assert [isinstance(each, TakenMessage) for each in answers] == [True] * MAX_EMOTES + [False] * (
            len(EMOTES) - MAX_EMOTES
        )
        await bob.wait(lambda: len(bob.emoted) == MAX_EMOTES)


async def test_whoever_owes_an_answer_in_a_window_shows_nothing(
    zygote: Zygote, environment: dict[str, str], nursery: Nursery
) -> None:
    """Nor does whoever closed it, until it is shown closed: they are told the same before and after."""
    slow = Nursery(zygote, {**environment, "MALLE_WINDOW": "3600"}, nursery.log)
    slow.alive = nursery.alive
    port = free_port()
    slow.start(port)
    table, tokens = seat_all(port)
    async with Player([port], table, tokens[0]) as ann, Player([port], table, tokens[1]) as bob:
        for each in (ann, bob):
            await each.until(2)
        assert isinstance(await ann.send(emote()), RefusedMessage)
        assert isinstance(await ann.act("bid 1"), TakenMessage)
        assert isinstance(await ann.send(emote()), TakenMessage)
        before = await bob.send(emote())
        assert isinstance(await bob.act("bid 1", seq=2), TakenMessage)
        after = await bob.send(emote())
        assert isinstance(before, RefusedMessage)
        assert isinstance(after, RefusedMessage)
        assert (before.slug, before.sentence) == (after.slug, after.sentence)
        assert bob.emoted == ann.emoted == [EmotedMessage(0, "bravo")]


async def test_late_spectators_are_shown_no_emote(nursery: Nursery) -> None:
    """Not early, and not late: not at all."""
    port = free_port()
    nursery.start(port)
    table, tokens = seat_all(port, late=3)
    async with (
        Player([port], table, tokens[0]) as ann,
        Player([port], table, tokens[1]) as bob,
        Player([port], table, "") as eve,
    ):
        for each in (ann, bob):
            await each.until(2)
        await eve.until(1)
        assert isinstance(await ann.act("bid 1"), TakenMessage)
        frames = eve.states
        assert isinstance(await ann.send(emote()), TakenMessage)
        await bob.wait(lambda: bob.emoted == [EmotedMessage(0, "bravo")])
        assert isinstance(await bob.act("bid 0"), TakenMessage)
        await ann.until(4)  # what is answered to a state is refused when another has come
        assert isinstance(await ann.act("keep"), TakenMessage)
        for each in (ann, bob):
            await each.until(5)
        await eve.wait(lambda: eve.states > frames)
        assert eve.emoted == []
