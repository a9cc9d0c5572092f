"""A slow game of four over a fortnight, lived through in minutes: every awaited turn is told, whatever is killed.

The time is what the databases' one function says. Servers and the notifier are killed while they work; a push service
of ours decrypts, and a mail server of ours keeps, all that people are sent.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter, defaultdict
from datetime import datetime, timedelta
from uuid import UUID, uuid4

import asyncpg
import pytest

from malle.core import Seat
from malle.core.dealer import Dealer
from malle.notifications.texts import Kind, notice_id
from malle.storage.store import Store, parse_table_id, person_of_token
from malle.table import Setup, Table, open_table
from malle.table.quiet_hours import QuietHours, add_awake_seconds, is_quiet
from malle.testing.dev_services import Services
from tests.server.bots import LIBRARY
from tests.server.clock import Clock
from tests.server.player import call
from tests.server.test_slow import Look
from tests.server.town import MINUTE, MONDAY, Quiet, Town

pytestmark = [pytest.mark.services, pytest.mark.usefixtures("no_clock_left_running")]

SLEEP = (
    QuietHours(22, 8, "UTC"),
    QuietHours(23, 7, "Europe/Paris"),
    QuietHours(0, 0, "UTC"),
    QuietHours(9, 17, "America/New_York"),
)
"""When the four are not to be disturbed."""
DEVICES = 3
STEP = timedelta(hours=2)
PACE, BANK = 12 * 3600, 24 * 3600
FORGETS = 0.01
"""How often somebody lets a turn lie until its end."""
MOST = 10


class Person:
    """Somebody at a table, and all that reached them: when, by which way, under which id."""

    def __init__(self, token: str, hours: QuietHours, mail: str) -> None:
        self.token, self.hours, self.mail = token, hours, mail
        self.id = person_of_token(token)
        self.got: defaultdict[UUID, Counter[str]] = defaultdict(Counter)
        self.first: dict[UUID, datetime] = {}
        self.summaries: set[UUID] = set()

    def on(self, day: object) -> int:
        """How many notices reached them on a day of theirs."""
        ids = self.first.items()
        return sum(self.hours.local_time(at).date() == day for id_, at in ids if id_ not in self.summaries)

    def ways(self) -> set[str]:
        """By how many ways they are told."""
        return {*(f"{self.id.hex}-{number}" for number in range(DEVICES)), self.mail}


class Group:
    """Four people, and the slow table where they are."""

    def __init__(self, people: list[Person], table: str, mirror: Table) -> None:
        self.people, self.table, self.mirror = people, table, mirror
        self.forgotten: set[tuple[str, int]] = set()


class Fortnight:
    """What happened, and what should have."""

    def __init__(self, town: Town, clock: Clock, quiet: Quiet, store: Store, services: Services, database: str) -> None:
        self.town, self.clock, self.quiet, self.store = town, clock, quiet, store
        self.services, self.database = services, database
        self.luck = random.Random(14)
        self.people: dict[UUID, Person] = {}
        self.groups: list[Group] = []
        self.now = MONDAY - timedelta(hours=9)
        self.counts: Counter[str] = Counter()
        self.wrong: list[str] = []
        self._read = [0, 0]

    async def group(self, *, again: bool = False) -> None:
        """Four people sit down; or `again` those who sat down first, at another table."""
        if again:
            self.groups.append(Group(self.groups[0].people, *self.open(self.groups[0].people)))
            return
        people = []
        for number, hours in enumerate(SLEEP):
            mail = f"{len(self.people)}-{number}@example.org"
            person = Person(await self.town.person(hours, DEVICES, mail), hours, mail)
            self.people[person.id] = person
            people.append(person)
        self.groups.append(Group(people, *self.open(people)))

    def open(self, people: list[Person]) -> tuple[str, Table]:
        """A table for them, and what we know of it."""
        table = self.town.open([each.token for each in people], "declarer", PACE, BANK)
        return table, open_mirror(table)

    async def step(self, *, kill: str = "") -> None:
        """Two hours go by; with `kill`, the server or the notifier dies at some moment of it and comes back."""
        await self.stand(self.now + STEP)
        if kill:
            await asyncio.sleep(self.luck.random() * 0.4)
            if kill == "server":
                self.town.serve()
            else:
                self.town.notify()
            self.counts[f"{kill} killed"] += 1
            await self.stand(self.now + 2 * MINUTE)  # what was being sent is somebody else's after a minute
        await self.settle()
        if not kill:
            for group in self.groups:
                await self.move(group)

    async def stand(self, now: datetime) -> None:
        """It is now."""
        self.now = now
        await self.clock.stand(now)

    async def settle(self) -> None:
        """Everything is done that is due, and we have read what reached people."""
        await self.quiet.wait()
        pushed, mails = self.town.push.pushed, self.town.post.mails
        for each in pushed[self._read[0] :]:
            person = self.people[UUID(each.browser.rpartition("-")[0])]
            self.got(person, UUID(each.told["id"]), each.browser, is_summary=each.told["tag"] == "all")
        for mail in mails[self._read[1] :]:
            person = next(each for each in self.people.values() if each.mail == mail["to"])
            id_ = UUID(str(mail["message-id"])[1:].partition("@")[0])
            self.got(person, id_, person.mail, is_summary="/tables/" not in mail.get_content())
        self._read = [len(pushed), len(mails)]

    def got(self, person: Person, id_: UUID, way: str, *, is_summary: bool) -> None:
        """Something reached somebody."""
        self.counts["received"] += 1
        if person.got[id_][way]:
            self.counts["sent again"] += 1
        person.got[id_][way] += 1
        person.first.setdefault(id_, self.now)
        if is_summary:
            person.summaries.add(id_)
        if is_quiet(self.now, person.hours):
            self.wrong.append(f"{self.now}: {way} was told in quiet hours")

    async def move(self, group: Group) -> None:
        """Somebody who is awaited and awake plays, having been told; or lets it lie."""
        look = Look(self.services, self.database, group.table)
        for entry in await self.store.log_entries(parse_table_id(group.table), group.mirror.seq):
            group.mirror = group.mirror.follow(entry).table
        if group.mirror.over is not None:
            group.table, group.mirror = self.open(group.people)
            return
        awaited = await look.awaited()
        for seat, row in awaited.items():
            self.check(group, seat, row)
        awake = [seat for seat, row in awaited.items() if self.may_act(group, seat, row)]
        if awake:
            seat = self.luck.choice(sorted(awake))
            legal = group.mirror.legal(Seat(seat))
            body = {
                "type": "act",
                "seq": group.mirror.seq,
                "text": group.mirror.game.write(self.luck.choice(legal)),
                "key": str(uuid4()),
            }
            status, told = call(self.town.port, f"/api/tables/{group.table}/acts", body, token=group.people[seat].token)
            assert status == 200, told
            self.counts["turns"] += 1

    def may_act(self, group: Group, seat: int, row: asyncpg.Record) -> bool:
        """Is somebody awake, asked before this moment, and not forgetful?"""
        turn = (group.table, row["since"] * 8 + seat)
        if turn in group.forgotten:
            return False
        if row["told"] == "turn" and self.luck.random() < FORGETS:
            group.forgotten.add(turn)
            self.counts["forgotten"] += 1
            return False
        return not is_quiet(self.now, group.people[seat].hours) and row["asked"] < self.now

    def check(self, group: Group, seat: int, row: asyncpg.Record) -> None:
        """Whoever should have been told by now has been, by every way under one id, or had ten that day."""
        person = group.people[seat]
        due = add_awake_seconds(row["asked"] + MINUTE, 0, person.hours)
        if due > self.now or is_quiet(self.now, person.hours):
            return
        wanted: tuple[Kind, datetime] = ("turn", due)
        for kind, at in (("fifth", row["fifth"]), ("hour", row["hour"])):
            if at <= self.now:
                wanted = (kind, at)  # type: ignore[assignment]
        kind, at = wanted
        id_ = notice_id(person.id, parse_table_id(group.table), seat, row["since"], kind)
        if set(person.got[id_]) == person.ways():
            if kind != "turn":
                self.counts[f"reminded: {kind}"] += 1
            elif is_quiet(row["asked"] + MINUTE, person.hours):
                self.counts["looks at turns begun in quiet hours"] += 1
            return
        days = {person.hours.local_time(each).date() for each in (at, self.now)}
        if any(person.on(day) >= MOST for day in days):
            self.counts["looks at turns after ten that day"] += 1
        else:
            missing = person.ways() - set(person.got[id_])
            self.wrong.append(f"{self.now}: {group.table} {seat} {row['since']} {kind} was not told by {missing}")


def open_mirror(table: str) -> Table:
    """The table before its first entry; chance is as the log has it."""
    sheet = LIBRARY.game_info("declarer")
    options = sheet.complete_options(4, {})
    setup = Setup(table=table, game="declarer", version=sheet.version, seats=4, options=options, seal="")
    return open_table(setup, LIBRARY.game("declarer", sheet.version, 4, options), Dealer(bytes(32), table))


@pytest.mark.parametrize(
    ("steps", "kills", "groups", "turns"),
    [(8, 2, 1, 2), pytest.param(14 * 12, 20, 7, 500, marks=[pytest.mark.long, pytest.mark.timeout(3600)])],
    ids=["a working day", "a fortnight"],
)
async def test_every_awaited_turn_is_told_whatever_is_killed(
    town: Town,
    services: Services,
    database: str,
    store: Store,
    clock: Clock,
    steps: int,
    kills: int,
    groups: int,
    turns: int,
) -> None:
    quiet = Quiet(services, database)
    told = Fortnight(town, clock, quiet, store, services, database)
    await told.stand(told.now)
    for number in range(groups):
        await told.group(again=number == 1)
    town.notify()
    every = steps // kills
    for number in range(steps):
        is_time = number % every == every // 2 and number // every < kills
        kill = ("notifier", "server")[number // every % 2] if is_time else ""
        await told.step(kill=kill)
        if (number + 1) % 12 == 0:
            print(f"day {(number + 1) // 12}: {dict(told.counts)}, {len(told.wrong)} wrong", flush=True)
    await quiet.close()
    notices = sum(len(each.got) for each in told.people.values())
    summaries = sum(len(each.summaries) for each in told.people.values())
    print(f"{steps} times two hours: {dict(told.counts)}; {notices} notices, {summaries} of them summaries")
    assert told.wrong == []
    assert told.counts["turns"] >= turns
    assert told.counts["server killed"] + told.counts["notifier killed"] == kills
    assert told.counts["sent again"] <= told.counts["notifier killed"]
    if groups > 1:
        for each in ("reminded: fifth", "reminded: hour", "looks at turns begun in quiet hours", "forgotten"):
            assert told.counts[each], each
        assert max(each.on(day) for each in told.people.values() for day in _days(each)) <= MOST


def _days(person: Person) -> set[object]:
    return {person.hours.local_time(at).date() for at in person.first.values()}
