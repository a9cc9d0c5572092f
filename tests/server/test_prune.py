"""`malle prune`: what is old is deleted whole, what is not stays whole."""

from __future__ import annotations

import asyncio

import asyncpg
import pytest

from malle.cli.main import main
from malle.storage.store import parse_table_id
from malle.testing.dev_services import Services
from tests.server.nursery import Nursery, free_port
from tests.server.player import call

pytestmark = pytest.mark.services


async def aged(services: Services, database: str, table: str, days: int, *, over: bool = False) -> None:
    """As if nobody had touched it for so many days."""
    connection = await asyncpg.connect(services.owner_url((parse_table_id(table) >> 48) - 1, database))
    for statement in (
        "update malle.tab set opened = opened - $2 * interval '1 day', over = $3 where id = $1",
        "update malle.entry set at = at - $2 * interval '1 day' where tab = $1 and $3::bool is not null",
    ):
        await connection.execute(statement, parse_table_id(table), days, over)
    await connection.close()


async def rows(services: Services, database: str, tables: list[str]) -> list[int]:
    """How many rows the databases have of each."""
    found = []
    for table in tables:
        connection = await asyncpg.connect(services.owner_url((parse_table_id(table) >> 48) - 1, database))
        counts = [
            await connection.fetchval(f"select count(*) from malle.{name} where {column} = $1", parse_table_id(table))
            for name, column in (("tab", "id"), ("entry", "tab"), ("seat", "tab"), ("door", "tab"))
        ]
        await connection.close()
        found.append(sum(counts))
    return found


def prune(monkeypatch: pytest.MonkeyPatch, services: Services, database: str, *words: str) -> None:
    owners = ",".join(f"{cluster + 1}={services.owner_url(cluster, database)}" for cluster in range(2))
    monkeypatch.setenv("MALLE_OWNER_DATABASES", owners)
    assert main(["prune", *words]) == 0


async def test_what_nobody_touched_for_long_is_deleted_and_nothing_else(
    nursery: Nursery, services: Services, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = free_port()
    pid = nursery.start(port)
    body = {"game": "parley", "seats": 2, "name": "Ann"}
    tables = [
        call(port, "/api/tables", {**body, "pace": pace})[1]["table"] for pace in (None, None, 86400, 86400, 60, None)
    ]
    nursery.end(pid)
    kept, old, slow, too_slow, finished, aside = tables
    for table in (old, aside):
        await aged(services, database, table, 8)
    connection = await asyncpg.connect(services.owner_url((parse_table_id(aside) >> 48) - 1, database))
    await connection.execute("update malle.tab set aside = now() where id = $1", parse_table_id(aside))
    await connection.close()
    await aged(services, database, slow, 59)
    await aged(services, database, too_slow, 61)
    await aged(services, database, finished, 364, over=True)
    before = await rows(services, database, tables)
    assert all(before)
    await asyncio.to_thread(prune, monkeypatch, services, database)
    assert await rows(services, database, tables) == before
    await asyncio.to_thread(prune, monkeypatch, services, database, "--really")
    left = dict(zip(tables, await rows(services, database, tables), strict=True))
    assert [left[table] for table in (old, too_slow)] == [0, 0]
    assert [left[table] for table in (kept, slow, finished)] == [before[0], before[2], before[4]]
    assert left[aside] == before[5], "it waits for its rules"
    await asyncio.to_thread(prune, monkeypatch, services, database, "--really", "--finished", "300")
    assert await rows(services, database, [finished]) == [0]
    nursery.start(port)
    assert call(port, f"/api/tables/{old}")[0] == 404
    assert call(port, f"/api/tables/{kept}")[0] == 200


def test_nobody_deletes_what_was_played_today(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MALLE_OWNER_DATABASES", "1=postgresql://nobody@127.0.0.1:1/nothing")
    assert main(["prune", "--live", "0"]) == 2
    assert "a day at least" in capsys.readouterr().err
