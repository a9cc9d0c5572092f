"""A table that was begun on old rules is finished on them, by a server that has newer ones, with robots."""

from __future__ import annotations

import asyncio
import json
from functools import partial

import pytest

from malle.config.game_library import GameLibrary
from malle.config.settings import read_config
from malle.core.dealer import Dealer
from malle.core.record import format_record, is_verified, parse_record, verify_record
from malle.games.golden_records import game_of_record
from malle.robots.robot_worker import RobotWorker
from malle.runtime.history.log_record import build_record_from_log
from malle.runtime.table_service import TableService
from malle.storage.store import Store, parse_table_id
from malle.table import open_table
from malle.testing.example_game import Parley
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
    stored = await store.load_table(parse_table_id(table))
    seed = TableService(read_config(environment)).decrypt_seed(stored)
    setup = stored.setup
    game = SECOND.for_version(setup.version).make_game(setup.seats, setup.options, None)
    log = await store.log_entries(parse_table_id(table))
    return format_record(build_record_from_log(open_table(setup, game, Dealer(seed, table)), log, seed))


async def test_a_table_begun_on_version_1_is_finished_on_a_server_of_version_2(
    nursery: Nursery, environment: dict[str, str], store: Store
) -> None:
    port = free_port()
    table = opened_on_the_first(nursery, port, robots=3)
    nursery.start(port, parley="SECOND")
    worker = RobotWorker(
        read_config(environment).worker_config(), f"http://127.0.0.1:{port}", 0.0, GameLibrary(lambda name: SECOND)
    )
    work = asyncio.create_task(worker.run())
    async with Player([port], table, "") as watcher:
        await watcher.wait(lambda: watcher.state is not None and told(watcher)["over"] is not None)
    assert call(port, f"/api/tables/{table}")[1]["version"] == 1
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)
    record = await record_from_the_log(store, table, environment)
    assert parse_record(record).header.version == 1
    assert "keep" in record, "the robots played by the rules of version 2"
    assert is_verified(verify_record(record, partial(game_of_record, find_info=lambda name: SECOND)))


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
    assert (await store.load_table(parse_table_id(table))).setup.numbers == Parley.edition
    changed = nursery.start(port, parley="RENUMBERED")
    status, trouble = call(port, f"/api/tables/{table}")
    assert (status, trouble["slug"]) == (503, "no-such-rules")
    assert "other numbers here" in trouble["sentence"]
    assert parse_table_id(table) in {each.tab for each in await store.quarantine.list_tables()}
    nursery.end(changed)
    nursery.start(port)
    assert call(port, f"/api/tables/{table}")[0] == 200
    assert parse_table_id(table) not in {each.tab for each in await store.quarantine.list_tables()}


def told(player: Player) -> dict[str, object]:
    assert player.state is not None
    found: dict[str, object] = json.loads(bytes(player.state.table))
    return found
