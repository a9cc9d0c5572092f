"""A table that was begun on old rules is finished on them, by a server that has newer ones, with robots."""

from __future__ import annotations

import asyncio
import json
from functools import partial

import pytest

from malle.bots.worker import Worker
from malle.core.dealer import Dealer
from malle.core.record import is_verified, read_record, verify, write_record
from malle.games.records import game_of
from malle.live.house import House
from malle.live.scribe import record_of_log
from malle.store.store import Store, read_id
from malle.table import open_table
from malle.testing.parley import Parley
from malle.wire.config import read_config
from malle.wire.library import Library
from tests.server.nursery import Nursery, free_port
from tests.server.player import Player, call
from tests.versions import LOST, SECOND

pytestmark = pytest.mark.services


def opened_on_the_first(nursery: Nursery, port: int, robots: int) -> str:
    """A table of version 1, whose server is then replaced."""
    pid = nursery.start(port)
    body = {"game": "parley", "seats": 3, "robots": robots, "options": {"rounds": 2}}
    status, opened = call(port, "/api/tables", body)
    assert status == 201, opened
    nursery.end(pid)
    table: str = opened["table"]
    return table


async def record_from_the_log(store: Store, table: str, environment: dict[str, str]) -> str:
    """The record that the table's page would give."""
    stored = await store.load(read_id(table))
    seed = House(read_config(environment)).seed_of(stored)
    setup = stored.setup
    game = SECOND.of_version(setup.version).make(setup.seats, setup.options, None)
    log = await store.entries(read_id(table))
    return write_record(record_of_log(open_table(setup, game, Dealer(seed, table)), log, seed))


async def test_a_table_begun_on_version_1_is_finished_on_a_server_of_version_2(
    nursery: Nursery, environment: dict[str, str], store: Store
) -> None:
    port = free_port()
    table = opened_on_the_first(nursery, port, robots=3)
    nursery.start(port, parley="SECOND")
    worker = Worker(read_config(environment).worker(), f"http://127.0.0.1:{port}", 0.0, Library(lambda name: SECOND))
    work = asyncio.create_task(worker.run())
    async with Player([port], table, "") as watcher:
        await watcher.wait(lambda: watcher.state is not None and told(watcher)["over"] is not None)
    assert call(port, f"/api/tables/{table}")[1]["version"] == 1
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)
    record = await record_from_the_log(store, table, environment)
    assert read_record(record).header.version == 1
    assert "keep" in record, "the robots played by the rules of version 2"
    assert is_verified(verify(record, partial(game_of, sheet_of=lambda name: SECOND)))


async def test_new_tables_are_on_the_newest_rules(nursery: Nursery) -> None:
    port = free_port()
    nursery.start(port, parley="SECOND")
    opened = call(port, "/api/tables", {"game": "parley", "seats": 2, "robots": 2, "options": {"rounds": 1}})[1]
    assert call(port, f"/api/tables/{opened['table']}")[1]["version"] == 2


async def test_a_server_that_lost_the_old_rules_says_so(nursery: Nursery) -> None:
    port = free_port()
    table = opened_on_the_first(nursery, port, robots=0)
    nursery.start(port, parley="LOST")
    status, trouble = call(port, f"/api/tables/{table}")
    assert (status, trouble["slug"]) == (503, "no-such-rules")
    assert "install the older release" in trouble["sentence"]
    assert LOST.version == 2


async def test_a_table_goes_on_by_the_numbers_it_began_with_or_not_at_all(nursery: Nursery, store: Store) -> None:
    """Somebody changed a number of the usual edition and did not raise the version."""
    port = free_port()
    table = opened_on_the_first(nursery, port, robots=0)
    assert (await store.load(read_id(table))).setup.numbers == Parley.edition
    changed = nursery.start(port, parley="RENUMBERED")
    status, trouble = call(port, f"/api/tables/{table}")
    assert (status, trouble["slug"]) == (503, "no-such-rules")
    assert "other numbers here" in trouble["sentence"]
    assert read_id(table) in {each.tab for each in await store.aside.all()}
    nursery.end(changed)
    nursery.start(port)
    assert call(port, f"/api/tables/{table}")[0] == 200
    assert read_id(table) not in {each.tab for each in await store.aside.all()}


def told(player: Player) -> dict[str, object]:
    assert player.state is not None
    found: dict[str, object] = json.loads(bytes(player.state.table))
    return found
