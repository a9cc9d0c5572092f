"""Slow tables: a day for a decision, nights not counted, then a reserve, then the table answers."""

from __future__ import annotations

import asyncio
import json
import random
import re
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import pytest

from malle.config.settings import read_config
from malle.protocol.messages import TableCommandMessage, TakenMessage
from malle.runtime.seats import seating
from malle.runtime.table_service import TableService
from malle.runtime.timing import correspondence, deadlines
from malle.storage.database_errors import DatabaseUnavailable
from malle.storage.people.notices import NotificationPreferences
from malle.storage.store import Store, format_table_id, parse_table_id, person_of_token
from malle.table import Setup
from malle.table.quiet_hours import QuietHours, add_awake_seconds, awake_seconds_between
from malle.testing.dev_services import Services
from tests.server import worlds
from tests.server.bots import LIBRARY
from tests.server.clock import Clock
from tests.server.nursery import Nursery, Zygote, free_port
from tests.server.player import Player, call
from tests.server.worlds import AWAY, Pair

pytestmark = pytest.mark.services

SOURCE = Path(__file__).parents[2] / "src" / "malle"
MONDAY = datetime(2026, 11, 16, 18, tzinfo=UTC)
HOUR = timedelta(hours=1)
DAY, BANK = 86400, 3 * 86400


@pytest.fixture
def port(zygote: Zygote, environment: dict[str, str], nursery: Nursery) -> int:
    """A server that looks often."""
    made = Nursery(zygote, {**environment, "MALLE_SWEEP": "0.1"}, nursery.log)
    made.alive = nursery.alive
    port = free_port()
    made.start(port)
    return port


async def opened(port: int, store: Store, sleep: Sequence[QuietHours]) -> tuple[str, list[str]]:
    """A slow table with people who sleep at these hours: its name, and their tokens."""
    tokens = [secrets.token_urlsafe(32) for _ in sleep]
    for token, hours in zip(tokens, sleep, strict=True):
        await store.notices.set_preferences(person_of_token(token), NotificationPreferences(hours, "en"))
    body = {"game": "parley", "seats": len(tokens), "name": "Ann", "pace": DAY, "bank": BANK}
    made = call(port, "/api/tables", body, token=tokens[0])[1]
    for name, token in zip(("Bob", "Eve", "Dan"), tokens[1:], strict=False):
        sat = {"name": name, "invite": made["invite"]}
        assert call(port, f"/api/tables/{made['table']}/seats", sat, token=token)[0] == 201
    return made["table"], tokens


class Look:
    """What the databases say of one table, as their owner reads it."""

    def __init__(self, services: Services, database: str, table: str) -> None:
        id_ = parse_table_id(table)
        self.id = id_
        self._owner = services.owner_url((id_ >> 48) - 1, database)

    async def _ask(self, query: str) -> list[asyncpg.Record]:
        connection = await asyncpg.connect(self._owner)
        try:
            return await connection.fetch(query, self.id)
        finally:
            await connection.close()

    async def seq(self) -> int:
        """Where it is."""
        return int((await self._ask("select seq from malle.tab where id = $1"))[0][0])

    async def deadline(self) -> datetime | None:
        """Once it is settled."""
        await self.until_settled()
        found: datetime | None = (await self._ask("select deadline from malle.tab where id = $1"))[0][0]
        return found

    async def until_settled(self) -> None:
        """Waits until a process has looked."""
        query = "select t.seq = s.seq from malle.tab t join malle.slow s on s.tab = t.id where t.id = $1"
        async with asyncio.timeout(30):
            while not all(row[0] for row in await self._ask(query)):
                await asyncio.sleep(0.02)

    async def set_back(self, deadline: datetime) -> None:
        """The deadline is that one."""
        connection = await asyncpg.connect(self._owner)
        await connection.execute("update malle.tab set deadline = $2 where id = $1", self.id, deadline)
        await connection.close()

    async def grow_older(self, by: timedelta) -> None:
        """What is wanted at it was wanted so much earlier."""
        connection = await asyncpg.connect(self._owner)
        await connection.execute("update malle.wish set until = until - $2::interval where tab = $1", self.id, by)
        await connection.close()

    async def until_seq(self, seq: int) -> None:
        """Waits until it has got there."""
        async with asyncio.timeout(30):
            while await self.seq() < seq:
                await asyncio.sleep(0.02)

    async def spent(self) -> dict[int, float]:
        """What of the reserves is used."""
        await self.until_settled()
        return {row[0]: row[1] for row in await self._ask("select seat, spent from malle.reserve where tab = $1")}

    async def awaited(self) -> dict[int, asyncpg.Record]:
        """Who is awaited, by seat."""
        await self.until_settled()
        return {row["seat"]: row for row in await self._ask("select * from malle.awaited where tab = $1")}


def shown_to(player: Player) -> dict[str, Any]:
    """What everybody may know, as somebody is shown it."""
    found: dict[str, Any] = {} if player.state is None else json.loads(bytes(player.state.table))
    return found


def act(port: int, table: str, token: str, seq: int, text: str) -> None:
    """Somebody acts by the public interface."""
    key = str(UUID(int=hash((table, seq, token)) & ((1 << 128) - 1), version=4))
    body = {"type": "act", "seq": seq, "text": text, "key": key}
    status, told = call(port, f"/api/tables/{table}/acts", body, token=token)
    assert status == 200, told


@pytest.mark.usefixtures("no_clock_left_running")
async def test_nights_do_not_count_then_comes_the_reserve_then_the_table_answers(
    services: Services, database: str, store: Store, port: int, clock: Clock
) -> None:
    """Ann and Bob bid at once. Ann sleeps from ten to eight, Bob never: the window waits for all, or for Ann's time,
    the longer one. She answers two hours after her day; Bob's time and his reserve run out."""
    await clock.stand(MONDAY)
    table, tokens = await opened(port, store, [QuietHours(22, 8), QuietHours(0, 0)])
    look = Look(services, database, table)
    awaited = await look.awaited()
    assert awaited[0]["until"] == MONDAY + 44 * HOUR  # four hours, fourteen, and six, with two nights between
    assert awaited[0]["fifth"] == MONDAY + 38 * HOUR + timedelta(minutes=72)
    assert awaited[0]["ends"] == datetime(2026, 11, 23, 16, tzinfo=UTC)
    assert awaited[0]["hour"] == awaited[0]["ends"] - HOUR
    assert awaited[1]["until"] == MONDAY + 24 * HOUR
    assert awaited[1]["ends"] == MONDAY + 4 * 24 * HOUR
    assert await look.deadline() == awaited[0]["ends"]
    seq = await look.seq()
    await clock.stand(MONDAY + 46 * HOUR)
    act(port, table, tokens[0], seq, "bid 0")
    assert await look.spent() == {0: 2 * 3600}
    assert list(await look.awaited()) == [1]
    assert await look.deadline() == awaited[1]["ends"], "what it waits for now is Bob alone"
    await clock.stand(awaited[1]["ends"] - timedelta(seconds=1))
    assert await look.seq() == seq + 1
    await clock.stand(awaited[1]["ends"] + timedelta(seconds=1))
    await look.until_seq(seq + 2)
    assert (await look.spent())[1] == pytest.approx(BANK + 1)
    [(bidder, turn)] = (await look.awaited()).items()
    left = {0: BANK - 2 * 3600, 1: 0}[bidder]
    hours = {0: QuietHours(22, 8), 1: QuietHours(0, 0)}[bidder]
    assert awake_seconds_between(turn["until"], turn["ends"], hours) == pytest.approx(left, abs=2)
    assert awake_seconds_between(turn["asked"], turn["until"], hours) == DAY


@pytest.mark.usefixtures("no_clock_left_running")
async def test_whoever_answers_in_the_time_they_were_shown_uses_no_reserve(
    services: Services, database: str, store: Store, port: int, clock: Clock
) -> None:
    """Ann was told that she has until Wednesday, since her nights do not count; then she sleeps less."""
    await clock.stand(MONDAY)
    table, tokens = await opened(port, store, [QuietHours(22, 8), QuietHours(0, 0)])
    look = Look(services, database, table)
    until = (await look.awaited())[0]["until"]
    await store.notices.set_preferences(person_of_token(tokens[0]), NotificationPreferences(QuietHours(0, 0), "en"))
    await clock.stand(until - HOUR)
    act(port, table, tokens[0], await look.seq(), "bid 0")
    assert await look.spent() == {}


@pytest.mark.usefixtures("no_clock_left_running")
async def test_a_deadline_that_nobody_has_settled_is_settled_first(
    services: Services, database: str, store: Store, port: int, clock: Clock
) -> None:
    """As it is where a server dies right after a move, and none is there until the next day: a day has gone by, with a
    night in it."""
    await clock.stand(MONDAY)
    table, _ = await opened(port, store, [QuietHours(22, 8), QuietHours(22, 8)])
    look = Look(services, database, table)
    true, seq = await look.deadline(), await look.seq()
    await look.set_back(MONDAY + 24 * HOUR)
    await clock.stand(MONDAY + 25 * HOUR)
    async with asyncio.timeout(30):
        while await look.deadline() != true:
            await asyncio.sleep(0.02)
    assert await look.seq() == seq


@asynccontextmanager
async def process(environment: dict[str, str], **other: str) -> AsyncIterator[TableService]:
    """A process that looks at nothing by itself."""
    house = TableService(read_config({**environment, **other, "MALLE_NATS": ""}), LIBRARY)
    await house.store.open()
    yield house
    await house.store.close()


@pytest.mark.usefixtures("no_clock_left_running")
async def test_nothing_is_settled_while_nobody_knows_the_quiet_hours(
    services: Services, database: str, store: Store, environment: dict[str, str], clock: Clock
) -> None:
    """The people's database is away: what would be settled then stays. What was settled before counts meanwhile, so
    that the table goes on; what was not waits."""
    await clock.stand(MONDAY)
    ann, bob = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
    for token in (ann, bob):
        await store.notices.set_preferences(person_of_token(token), NotificationPreferences(QuietHours(12, 20), "en"))
    nowhere = {"MALLE_PEOPLE": "postgresql://nobody@127.0.0.1:1/nothing"}
    async with process(environment) as house, process(environment, **nowhere) as away:
        made = await seating.open_table(
            away, ann, "parley", 2, {}, name="Ann", seconds_per_decision=DAY, time_bank=BANK
        )
        look, id_ = Look(services, database, made.table), parse_table_id(made.table)
        await seating.join_table(away, await away.get_room(id_), bob, "Bob", made.invite)
        seq, rows = await look.seq(), "select * from malle.awaited where tab = $1"
        with pytest.raises(DatabaseUnavailable):
            await correspondence.settle_deadlines(away, await away.get_room(id_))
        await clock.stand(MONDAY + 25 * HOUR)
        assert not await correspondence.is_deadline_due(away, id_, seq), (
            "a day has gone by, and who knows with how many quiet hours"
        )
        assert await look._ask(rows) == []
        await correspondence.settle_deadlines(house, await house.get_room(id_))
        turns = await look._ask(rows)
        assert [turn["until"] for turn in turns] == [add_awake_seconds(MONDAY, DAY, QuietHours(12, 20))] * 2
        ends = turns[0]["ends"]
        await clock.stand(ends - HOUR)
        assert not await correspondence.is_deadline_due(away, id_, seq)
        await clock.stand(ends + HOUR)
        assert await correspondence.is_deadline_due(away, id_, seq)
        await deadlines.play_default_moves(away, id_, seq)
        assert await look.seq() > seq
        assert not await correspondence.is_deadline_due(away, id_, await look.seq())


@pytest.mark.usefixtures("no_clock_left_running")
async def test_nobody_is_missed_at_a_slow_table(
    zygote: Zygote, environment: dict[str, str], tmp_path: Path, store: Store
) -> None:
    """At any other, whoever waits for somebody that is gone is asked what to do; here Bob may sleep."""
    hasty = Nursery(zygote, {**environment, "MALLE_SWEEP": "0.05", "MALLE_PATIENCE": "0.1"}, tmp_path / "log")
    port = free_port()
    try:
        hasty.start(port)
        table, tokens = await opened(port, store, [QuietHours(0, 0), QuietHours(0, 0)])
        live = call(port, "/api/tables", {"game": "parley", "seats": 2, "name": "Ann"}, token=tokens[0])[1]
        seat = {"name": "Bob", "invite": live["invite"]}
        call(port, f"/api/tables/{live['table']}/seats", seat, token=tokens[1])
        async with Player([port], live["table"], tokens[0]) as waits, Player([port], table, tokens[0]) as sleeps:
            await waits.wait(lambda: waits.state is not None and b'"absent":[{' in bytes(waits.state.table))
            await sleeps.wait(lambda: shown_to(sleeps).get("clock", 0) > DAY)  # it is settled
            shown = shown_to(sleeps)
            assert shown["absent"] == []
            assert shown["clock"] == pytest.approx(DAY + BANK, abs=60)
            assert shown["reserve"] == BANK
    finally:
        hasty.close()


async def test_a_pause_of_a_slow_table_needs_everybody_who_plays(
    port: int, services: Services, database: str, store: Store
) -> None:
    """Time begins anew after it: whoever is alone on the page, as one is there, would have as much as they like. What
    Ann wants stands until Bob looks, hours later, unless somebody has moved."""
    table, (ann, bob) = await opened(port, store, [QuietHours(0, 0), QuietHours(0, 0)])
    look = Look(services, database, table)

    async def want(token: str, seq: int) -> int:
        async with Player([port], table, token) as alone:
            await alone.until(seq)
            answer = await alone.send(TableCommandMessage(seq, "pause", str(uuid4())))
            assert isinstance(answer, TakenMessage)
        await look.grow_older(5 * HOUR)
        assert answer.seq == await look.seq()
        return answer.seq

    assert await want(ann, 2) == 2
    act(port, table, ann, 2, "bid 1")
    assert await want(bob, 3) == 3, "what Ann wanted is over"
    assert await want(ann, 3) == 4
    assert await look.deadline() is None


@pytest.mark.usefixtures("no_clock_left_running")
async def test_a_slow_clock_tells_nothing(
    services: Services,
    database: str,
    port: int,
    environment: dict[str, str],
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two worlds that a viewer cannot tell apart, each a slow table: what everybody is shown of them is the same to the
    byte, with how much of the time left is reserve; the time left itself is told by this process's own clock."""
    monkeypatch.setattr(worlds, "Setup", lambda **told: Setup(**{**told, "pace": DAY, "bank": BANK}))
    luck, differ, begun = random.Random(12), 0, MONDAY.timestamp()
    await clock.stand(MONDAY)
    for game in ("parley", "declarer", "combinards", "chasse"):
        pair = Pair(game, luck, AWAY, most=0)
        await pair.put(environment["MALLE_OWNER_PEOPLE"], read_config(environment), secrets.token_urlsafe(32))
        shown = []
        for id_ in pair.ids:
            table = format_table_id(id_)
            look = Look(services, database, table)
            await look.until_settled()
            told = call(port, f"/api/tables/{table}")[1]
            assert told["reserve"] > 0
            assert told.pop("clock") == pytest.approx((await look.deadline() or MONDAY).timestamp() - begun, abs=60)
            shown.append(json.dumps(told))
        assert shown[0] == shown[1]
        differ += pair.differ
    assert differ


async def test_the_time_for_a_decision_begins_when_it_is_shown(
    services: Services, database: str, zygote: Zygote, environment: dict[str, str], nursery: Nursery, store: Store
) -> None:
    """A window stays open for its shortest time, and the clock of who is asked next counts from its end: from when the
    last answer came, it would tell that."""
    made = Nursery(zygote, {**environment, "MALLE_SWEEP": "0.1", "MALLE_WINDOW": "90"}, nursery.log)
    made.alive = nursery.alive
    made.start(port := free_port())
    table, tokens = await opened(port, store, [QuietHours(0, 0)] * 3)
    for token in tokens:
        body = {"type": "act", "seq": 3, "text": "bid 1", "key": str(uuid4())}
        assert call(port, f"/api/tables/{table}/acts", body, token=token)[0] == 200
    look = Look(services, database, table)
    assert await look.seq() == 6
    await look.until_settled()
    rows = await look._ask(
        """select a.asked, a.until, t.since, e.at from malle.awaited a join malle.tab t on t.id = a.tab
             join malle.entry e on e.tab = a.tab and e.seq = a.since where a.tab = $1"""
    )
    assert [row["asked"] for row in rows] == [row["since"] for row in rows]
    assert [row["until"] for row in rows] == [row["since"] + timedelta(seconds=DAY) for row in rows]
    assert rows
    assert all(row["since"] > row["at"] for row in rows)


async def test_a_reserve_needs_time_for_a_decision(port: int) -> None:
    for pace in (None, 60, 43199):
        body = {"game": "parley", "seats": 2, "name": "Ann", "bank": BANK, **({"pace": pace} if pace else {})}
        status, told = call(port, "/api/tables", body)
        assert (status, told["slug"]) == (400, "refused"), told


async def test_a_move_pays_nothing_for_the_one_clock(services: Services, database: str) -> None:
    """The planner puts what the function says in its place."""
    connection = await asyncpg.connect(services.owner_url(0, database))
    plans = [await connection.fetch(f"explain (verbose) select {each}.now()") for each in ("malle", "people")]
    await connection.close()
    assert all("Output: clock_timestamp()" in str(plan) for plan in plans), plans


def test_all_sql_asks_one_function_for_the_time() -> None:
    """Otherwise a test that shifts it would show nothing."""
    clocks = re.compile(r"(?<![.\w])now\(\)|clock_timestamp|current_timestamp|statement_timestamp|localtime", re.I)
    files = [*(SOURCE / "storage" / "sql").glob("*.sql"), SOURCE / "cli" / "operator" / "prune.py"]
    assert len(files) > 3
    assert [(path.name, found[0]) for path in files if (found := clocks.search(path.read_text("utf-8")))] == []


def test_a_query_is_one_statement() -> None:
    """PostgreSQL prepares no two at once: the loop that asks would fail for ever, and nothing else would show it."""
    for path in (SOURCE / "storage" / "sql").glob("*.sql"):
        for query in re.split(r"^-- name: ", path.read_text("utf-8"), flags=re.MULTILINE)[1:]:
            told = re.sub(r"--.*|'[^']*'", "", query.partition("\n")[2]).strip()
            assert told.count(";") == 1, query
            assert told.endswith(";"), query
