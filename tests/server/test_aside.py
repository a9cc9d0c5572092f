"""What cannot go on is seen: a loop that stands still, a table that no process can play."""

from __future__ import annotations

import asyncio
import json

import pytest

from malle.cli.main import main
from malle.storage.store import Store, parse_table_id
from malle.testing.dev_services import Services
from tests.server.nursery import Nursery, free_port
from tests.server.player import call, metrics
from tests.server.test_loops import make_due, open_slow

pytestmark = [pytest.mark.services, pytest.mark.usefixtures("no_clock_left_running")]


def test_a_process_with_a_loop_that_stands_still_is_not_ready(nursery: Nursery) -> None:
    """Nothing failed, and nothing goes on: deadlines would never come again."""
    port = free_port()
    nursery.start(port)
    assert call(port, "/ready") == (200, "ok")
    stuck = free_port()
    nursery.start(stuck, plant="stands-still", wait=False)
    told = ""
    while "deadlines 1, deadlines 2" not in told:
        try:
            status, answer = call(stuck, "/ready")
        except OSError:
            continue  # it has not begun to listen
        told = answer["sentence"] if status == 503 else ""
    assert "malle_failed_total{" not in metrics(stuck)
    assert 'malle_loop_seconds{loop="deadlines 1"}' in metrics(stuck)
    assert call(stuck, "/health") == (200, "ok")


async def test_a_table_whose_rules_are_gone_is_put_aside_until_they_are_back(
    nursery: Nursery,
    environment: dict[str, str],
    services: Services,
    database: str,
    store: Store,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """By its clock or by whoever looks at it: with a sentence, seen by the operator, and asked for by nobody. It goes
    on by itself where the rules are."""
    port = free_port()
    first = nursery.start(port)
    slow = open_slow(port)["table"]
    body = {"game": "parley", "seats": 2, "robots": 1, "name": "Ann"}
    robots = call(port, "/api/tables", body)[1]["table"]
    nursery.end(first)
    assert parse_table_id(robots) in [each[0] for each in await store.robots_awaited()]
    lost = nursery.start(port, parley="LOST")
    status, answer = call(port, f"/api/tables/{robots}")
    assert (status, answer["slug"]) == (503, "no-such-rules")
    await make_due(services, database, [slow])
    found = dict[int, str]()
    while not {parse_table_id(slow), parse_table_id(robots)} <= found.keys():
        found = {each.tab: each.why for each in await store.quarantine.list_tables()}
        await asyncio.sleep(0.05)
    assert "install the older release" in found[parse_table_id(slow)]
    assert parse_table_id(robots) not in [each[0] for each in await store.robots_awaited()]
    assert "malle_aside 2.0" in metrics(port)
    log = [json.loads(line) for line in nursery.log.read_text().splitlines() if "put aside" in line]
    assert sorted(line["table"] for line in log) == sorted([slow, robots])
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert await asyncio.to_thread(main, ["aside"]) == 0
    assert f"  {slow}  parley has no rules of version 1 here" in capsys.readouterr().out
    nursery.end(lost)
    nursery.start(port)
    assert call(port, f"/api/tables/{robots}")[0] == 200
    await make_due(services, database, [slow])
    while {parse_table_id(slow), parse_table_id(robots)} & {each.tab for each in await store.quarantine.list_tables()}:
        await asyncio.sleep(0.05)
    assert parse_table_id(robots) in [each[0] for each in await store.robots_awaited()]
