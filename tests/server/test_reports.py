"""Reports: a row that the host of the site reads, and what they take away is gone within a sweep."""

from __future__ import annotations

import re
from uuid import UUID, uuid4

import pytest

from malle.cli.operator.moderate import OPERATOR_ID
from malle.protocol.messages import TableCommandMessage, TakenMessage
from malle.storage.log_writer import LogWrite, WriteStatus
from malle.storage.store import NoSuchTable, SeatOwner, Store
from malle.storage.tables.reports import MAX_REPORTS_PER_SUBJECT, WHOLE_TABLE
from tests.server.command import told
from tests.server.nursery import Nursery, Zygote, free_port
from tests.server.player import Player, call
from tests.server.test_store import open_tables

pytestmark = pytest.mark.services


@pytest.fixture
def quick(zygote: Zygote, environment: dict[str, str], nursery: Nursery) -> Nursery:
    """Servers that sweep often."""
    made = Nursery(zygote, {**environment, "MALLE_SWEEP": "0.2"}, nursery.log)
    made.alive = nursery.alive
    return made


def malle(environment: dict[str, str], *words: str) -> str:
    """What a word of the command prints."""
    code, said = told(*words, **environment)
    assert code == 0, said
    return said


def lines_of(environment: dict[str, str], table: str) -> list[str]:
    """What is reported of a table, without the times."""
    return [line.split("  ", 1)[1] for line in malle(environment, "reports").splitlines() if table in line]


async def test_a_name_that_was_reported_is_taken_away(quick: Nursery, environment: dict[str, str]) -> None:
    """Twice by one person counts once; everybody at the table is shown another name, and the line is gone."""
    port = free_port()
    quick.start(port)
    opened = call(port, "/api/tables", {"game": "parley", "seats": 2, "name": "Ann"})[1]
    table = opened["table"]
    rude = f"Rude {uuid4().hex[:8]}"
    sat = call(port, f"/api/tables/{table}/seats", {"name": rude, "invite": opened["invite"]})[1]
    path = f"/api/tables/{table}/reports"
    for token in (opened["token"], opened["token"], ""):
        assert call(port, path, {"seat": 1}, token=token)[0] == 201
    assert call(port, path, {"seat": 7})[0] == 400
    assert lines_of(environment, table) == [f"{table}  seat 2, {rude!r}, reported by 2"]
    async with Player([port], table, opened["token"]) as ann, Player([port], table, sat["token"]) as bob:
        await bob.until(2)
        await ann.wait(lambda: rude in bytes(ann.state.table if ann.state else b"").decode())
        assert malle(environment, "hide", table, "--seat", "2") == "taken away\n"
        await ann.wait(lambda: rude not in bytes(ann.state.table if ann.state else b"").decode())
        assert isinstance(await bob.act("bid 1"), TakenMessage)
    assert lines_of(environment, table) == []


async def test_a_table_that_was_reported_is_taken_away(quick: Nursery, environment: dict[str, str]) -> None:
    """From those who look at it, from whoever comes, and at a server that had it in memory."""
    ports = [free_port(), free_port()]
    for port in ports:
        quick.start(port)
    opened = call(ports[0], "/api/tables", {"game": "parley", "seats": 2, "name": "Ann", "robots": 1})[1]
    table = opened["table"]
    assert call(ports[1], f"/api/tables/{table}")[0] == 200
    assert call(ports[0], f"/api/tables/{table}/reports", {})[0] == 201
    assert lines_of(environment, table) == [f"{table}  the table, reported by 1"]
    async with Player(ports[:1], table, opened["token"]) as ann:
        await ann.until(2)
        malle(environment, "hide", table)
        await ann.wait(lambda: any(each.slug == "no-such-table" for each in ann.refusals))
    for port in ports:
        async with Player([port], table, "") as eve:
            await eve.wait(lambda eve=eve: any(each.slug == "no-such-table" for each in eve.refusals))  # type: ignore[misc]
        assert call(port, f"/api/tables/{table}")[0] == 404


async def test_what_the_host_keeps_is_no_longer_listed(quick: Nursery, environment: dict[str, str]) -> None:
    port = free_port()
    quick.start(port)
    opened = call(port, "/api/tables", {"game": "parley", "seats": 2, "name": "Ann", "robots": 1})[1]
    table = opened["table"]
    assert call(port, f"/api/tables/{table}/reports", {})[0] == 201
    assert malle(environment, "hide", table, "--keep") == "kept\n"
    assert lines_of(environment, table) == []
    async with Player([port], table, opened["token"]) as ann:
        state = await ann.until(2)
        assert isinstance(await ann.send(TableCommandMessage(state.seq, "pause", str(uuid4()))), TakenMessage)


def test_a_report_tells_nothing_of_the_game(quick: Nursery, environment: dict[str, str]) -> None:
    """What a report is answered, and what the host reads, has no word of what is dealt or played."""
    port = free_port()
    quick.start(port)
    opened = call(port, "/api/tables", {"game": "parley", "seats": 2, "name": "Ann", "robots": 1})[1]
    status, answer = call(port, f"/api/tables/{opened['table']}/reports", {"seat": 0})
    assert (status, answer or None) == (201, None)
    (line,) = lines_of(environment, opened["table"])
    assert re.fullmatch(r"\w{13}  seat 1, 'Ann', reported by 1", line)


async def test_a_table_that_was_taken_away_has_no_clock_no_robot_and_no_door(store: Store) -> None:
    """Else its deadline would be claimed, and its robot asked for, again and again, by servers that find no table."""
    (table, other) = await open_tables(store, 2)
    for tab in (table, other):
        due = LogWrite(tab, 0, uuid4(), b"", 0, "bid 1", 0.0001, 1, 1, False)
        assert (
            await store.write_move_and_owner(due, 1, SeatOwner(uuid4()))
        ).status is WriteStatus.TAKEN  # robots alone are asked for by nobody
    code = await store.join_codes.get_or_create(table)
    assert await store.join_codes.find_table(code) == table
    assert await store.reports.close(table, WHOLE_TABLE, None, OPERATOR_ID, hide=True)
    assert await store.join_codes.find_table(code) is None
    due_tables = {id_ for database in (1, 2) for id_, _ in await store.claim_due_tables(database, limit=10_000)}
    awaited = {id_ for id_, _, _ in await store.robots_awaited(limit=100_000)}
    assert (table in due_tables, other in due_tables) == (False, True)
    assert (table in awaited, other in awaited) == (False, True)
    with pytest.raises(NoSuchTable):
        await store.load_table(table)
    assert not await store.reports.close(store.new_table_id(), WHOLE_TABLE, None, OPERATOR_ID, hide=True)


async def test_reports_of_one_thing_are_kept_up_to_a_number(store: Store) -> None:
    """Whoever reports with ever new devices fills nothing."""
    (table,) = await open_tables(store, 1)
    for number in range(MAX_REPORTS_PER_SUBJECT + 5):
        await store.reports.add(table, WHOLE_TABLE, None, UUID(int=number + 1))
    (found,) = [each for each in await store.reports.open_reports() if each.tab == table]
    assert found.count == MAX_REPORTS_PER_SUBJECT
    await store.reports.close(table, WHOLE_TABLE, None, OPERATOR_ID, hide=False)
    assert [each for each in await store.reports.open_reports() if each.tab == table] == []
    for number in (
        0,
        MAX_REPORTS_PER_SUBJECT + 7,
    ):  # what happens after that is told again, also by whoever told it before
        await store.reports.add(table, WHOLE_TABLE, None, UUID(int=number + 1))
    (found,) = [each for each in await store.reports.open_reports() if each.tab == table]
    assert found.count == 2
