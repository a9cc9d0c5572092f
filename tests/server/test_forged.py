"""Somebody who reaches NATS and lies: the server goes on, and believes little of it."""

from __future__ import annotations

import asyncio
import json
from collections import Counter

import nats
import pytest

from malle.core.dealer import Dealer
from malle.messaging.nats_bus import MAX_LINES_PER_MESSAGE, SUBJECT_COUNT, NatsBus, parse_hints
from malle.protocol.messages import TakenMessage
from malle.runtime.presence.presence import MAX_PROCESSES_PER_TABLE, PresenceTracker
from malle.runtime.room import Room
from malle.runtime.seats.identity import UNKNOWN_SPECTATOR
from malle.storage.store import TableId, parse_table_id
from malle.table import Setup, open_table
from malle.testing.example_game import GAME_INFO, Parley
from tests.server.nursery import Nursery, free_port
from tests.server.player import Player, call

pytestmark = pytest.mark.services


def test_a_message_that_is_far_too_long_is_read_in_part() -> None:
    assert len(parse_hints(b"7 1\n" * 100_000)) == MAX_LINES_PER_MESSAGE
    assert parse_hints(b"1" * 5000 + b" 2\n7 42") == [[7, 42]]


async def test_forged_processes_are_believed_up_to_a_number(nursery: Nursery, environment: dict[str, str]) -> None:
    """40,000 lines of processes that there are not, in few messages, from somebody who knows the table: moves are
    answered, seats that the table has not got are nobody's, and what is looked at is looked at once for all of it."""
    port = free_port()
    nursery.start(port)
    opened = call(port, "/api/tables", {"game": "parley", "seats": 2, "name": "Ann", "robots": 1})[1]
    id_ = parse_table_id(opened["table"])
    liar = await nats.connect(environment["MALLE_NATS"])
    async with Player([port], opened["table"], opened["token"]) as ann:
        state = await ann.until(2)
        for start in range(0, 40_000, 8000):
            lines = (b"%d %d %d 0 999999999" % (id_, process, 0xFFFF) for process in range(start + 1, start + 8001))
            await liar.publish(f"malle.hint.{id_ % SUBJECT_COUNT}", b"\n".join(lines))
        await liar.publish("malle.robots", b"\n".join(b"%d 1 %d" % (each, (1 << 60) - 1) for each in range(2000)))
        await liar.flush()
        assert isinstance(await ann.act("bid 1", seq=state.seq), TakenMessage)
        await ann.wait(lambda: ann.state is not None and watching(ann) > 0)
        assert watching(ann) <= MAX_PROCESSES_PER_TABLE * 10_000
        assert len(ann.presences()) == 2
    await liar.close()


def watching(player: Player) -> int:
    assert player.state is not None
    return int(json.loads(bytes(player.state.table)).get("watching", 0))


async def test_many_lines_cost_one_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look adds up all processes: one a line was quadratic."""
    looks: list[Room] = []
    monkeypatch.setattr(Room, "refresh_presence", lambda self: looks.append(self))
    setup = Setup(table="t", game="parley", version=1, seats=2, options={"rounds": 1}, seal="")
    table = open_table(setup, Parley(2, setup.options), Dealer(bytes(32), "t"))
    room = Room(TableId(7), "t", table, GAME_INFO)
    room.connections.add(Somebody())
    bus = NatsBus("nats://127.0.0.1:1", deaf, deaf, deaf, deaf, Counter())
    there = PresenceTracker({room.id: room}, lambda: bus)
    for process in range(5000):
        there.on_remote_presence(7, process, 0xFF, 0, -3)
    await asyncio.sleep(0)
    assert looks == [room]
    assert len(room.remote_presence) == MAX_PROCESSES_PER_TABLE
    assert {each[:3] for each in room.remote_presence.values()} == {(0b11, 0, 0)}


def deaf(*_: int) -> None:
    """Hears nothing."""


class Somebody:
    """Who looks on."""

    caller, in_background, last_sign_at = UNKNOWN_SPECTATOR, False, 0.0

    def notify(self) -> None: ...

    def notify_if_changed(self) -> None: ...

    def send_message(self, data: bytes) -> None: ...

    def disconnect(self, reason: str) -> None: ...


async def test_an_error_over_one_line_is_told_and_the_next_is_heard(environment: dict[str, str]) -> None:
    """The client of NATS keeps what a listener raises to itself, as if it were trouble with the broker."""
    heard: list[tuple[int, int]] = []

    def hear(table: int, seq: int) -> None:
        if seq == 1:
            raise KeyError(table)
        heard.append((table, seq))

    failed: Counter[str] = Counter()
    bus = NatsBus(environment["MALLE_NATS"], hear, deaf, deaf, deaf, failed)
    await bus.open()
    bus.watch_table(7)
    liar = await nats.connect(environment["MALLE_NATS"])
    while not heard:
        await liar.publish("malle.hint.7", b"7 1\n7 2")
        await asyncio.sleep(0.05)
    await liar.close()
    await bus.close()
    assert heard[0] == (7, 2)
    assert failed["bus hear"] >= 1
