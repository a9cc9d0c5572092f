"""Notices: somebody who is awaited is told so, once a way, and never what lies on the table."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

import asyncpg
import pytest

from malle.notices.texts import topic_of
from malle.notices.worker import LEASE
from malle.store.notices import Habits
from malle.store.store import Store, person_of, read_id
from malle.table.hours import Hours
from malle.testing.services import Services
from malle.wire.config import read_config
from malle.wire.push import push_keys
from tests.server.clock import Clock, shifted
from tests.server.nursery import Nursery, Zygote, die_with_parent, free_port
from tests.server.player import Player, call
from tests.server.receivers import Post, PushService
from tests.server.test_slow import Look

pytestmark = [pytest.mark.services, pytest.mark.usefixtures("no_clock_left_running")]

MONDAY = datetime(2026, 11, 16, 18, tzinfo=UTC)
HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)
DAY, BANK = 86400, 3 * 86400
NAMES = ("Léa", "Paul", "Inès", "Ann")


@pytest.fixture
async def clock(services: Services, database: str) -> AsyncIterator[Clock]:
    """The databases' clock."""
    async with shifted(services, database) as clock:
        yield clock


@pytest.fixture
def push() -> Iterator[PushService]:
    """A push service of ours."""
    service = PushService()
    yield service
    service.close()


@pytest.fixture
def post() -> Iterator[Post]:
    """A mail server of ours."""
    server = Post()
    yield server
    server.close()


class Town:
    """Servers, a notifier, and people with devices: everything real but the time."""

    def __init__(
        self, zygote: Zygote, environment: dict[str, str], log: Path, push: PushService, post: Post, store: Store
    ) -> None:
        self.port = free_port()
        self.environment = {
            **environment,
            "MALLE_SWEEP": "0.2",
            "MALLE_ADDRESS": "http://malle.test",
            "MALLE_ORIGINS": f"http://127.0.0.1:{self.port}",
            "MALLE_PUSH": push.address,
            "MALLE_MAIL": f"smtp://127.0.0.1:{post.port}",
            "MALLE_MAIL_FROM": "malle@malle.test",
        }
        self.nursery = Nursery(zygote, self.environment, log)
        self.log, self.push, self.post, self.store = log, push, post, store
        self.key = next(iter(push_keys(read_config(self.environment).keys)))
        self.server = 0
        self.notifier: subprocess.Popen[bytes] | None = None

    def serve(self) -> None:
        """A server, in the place of the one before."""
        if self.server:
            self.nursery.end(self.server)
        self.server = self.nursery.start(self.port, pages=True)

    def notify(self) -> None:
        """A notifier, in the place of the one before, which is killed."""
        self.end_notifier()
        with self.log.open("ab") as log:
            command = [sys.executable, "-m", "malle", "notices"]
            settings = {**os.environ, **self.environment}
            self.notifier = subprocess.Popen(command, env=settings, stderr=log, stdout=log, preexec_fn=die_with_parent)

    def end_notifier(self) -> None:
        """Kills it."""
        if self.notifier is not None:
            self.notifier.send_signal(signal.SIGKILL)
            self.notifier.wait()
            self.notifier = None

    def close(self) -> None:
        """Ends all of it."""
        self.end_notifier()
        self.nursery.close()

    async def person(self, hours: Hours, devices: int = 0, mail: str = "", language: str = "fr") -> str:
        """Somebody with so many devices that may be pushed to: their token."""
        token = secrets.token_urlsafe(32)
        person = person_of(token)
        await self.store.notices.set_habits(person, Habits(hours, language))
        for number in range(devices):
            browser = self.push.browser(f"{person.hex}-{number}")
            target = json.dumps(browser.subscription(self.key))
            await self.store.notices.open_channel(person, "push", target)
        if mail:
            await self.store.notices.open_channel(person, "mail", mail)
        return token

    def open(self, tokens: Sequence[str], game: str = "chasse", pace: int = DAY, bank: int = BANK) -> str:
        """A slow table where these people sit."""
        body = {"game": game, "seats": len(tokens), "name": NAMES[0], "pace": pace, "bank": bank}
        made = call(self.port, "/api/tables", body, token=tokens[0])[1]
        for name, token in zip(NAMES[1:], tokens[1:], strict=False):
            sat = {"name": name, "invite": made["invite"]}
            assert call(self.port, f"/api/tables/{made['table']}/seats", sat, token=token)[0] == 201
        return str(made["table"])


@pytest.fixture
def town(
    zygote: Zygote, environment: dict[str, str], tmp_path: Path, push: PushService, post: Post, store: Store
) -> Iterator[Town]:
    """A town with one server."""
    made = Town(zygote, environment, tmp_path / "town.log", push, post, store)
    made.serve()
    yield made
    made.close()


class Quiet:
    """When nothing is left to be done, as the databases say."""

    def __init__(self, services: Services, database: str) -> None:
        self._owners = [services.owner(cluster, database) for cluster in range(2)]
        self._open: dict[str, asyncpg.Connection[asyncpg.Record]] = {}

    async def close(self) -> None:
        """Lets go of the databases."""
        for connection in self._open.values():
            await connection.close()

    async def wait(self) -> None:
        """Waits until everything is settled, told and sent that is due."""
        settled = """select not exists (select from malle.slow s join malle.tab t on t.id = s.tab where t.seq > s.seq)
                        and not exists (select from malle.awaited where next <= malle.now()
                          and (seen is null or seen < malle.now() - interval '60 s'))
                        and not exists (select from malle.tab where deadline <= malle.now() and hidden is null)"""
        # What is being sent is somebody's for some seconds, and so not quite due.
        sent = f"""select not exists (select from people.sending where next <= people.now() + interval '{LEASE} s')
                     and not exists (select from people.letter where next <= people.now() + interval '{LEASE} s')
                     and not exists (select from people.notice where made is null and due <= people.now())"""
        questions = [(self._owners[0], settled), (self._owners[1], settled), (self._owners[0], sent)]
        async with asyncio.timeout(180):
            calm = 0
            while calm < 2:  # what one does may be due for another
                answers = [await self._ask(*question) for question in questions]
                calm = calm + 1 if all(answers) else 0
                await asyncio.sleep(0 if calm else 0.02)

    async def _ask(self, owner: str, question: str) -> bool:
        if owner not in self._open:
            self._open[owner] = await asyncpg.connect(owner)
        return bool(await self._open[owner].fetchval(question))


@pytest.fixture
async def quiet(services: Services, database: str) -> AsyncIterator[Quiet]:
    """The databases, when nothing is left to be done."""
    made = Quiet(services, database)
    yield made
    await made.close()


async def test_one_turn_is_told_by_every_way_with_one_id(
    town: Town, services: Services, database: str, clock: Clock, quiet: Quiet
) -> None:
    """Léa has three devices and mail, and sleeps from ten. She is told a minute after she is asked, reminded when a
    fifth of her day is left, and an hour before her reserve is used up; at night nothing comes."""
    await clock.stand(MONDAY)
    lea = await town.person(Hours(22, 8), devices=3, mail="lea@example.org")
    paul = await town.person(Hours(0, 0), devices=1, language="en")
    table = town.open([lea, paul])
    town.notify()
    await quiet.wait()
    assert town.push.pushed == []
    await clock.stand(MONDAY + MINUTE)
    await quiet.wait()
    turns = await Look(services, database, table).awaited()
    hers = person_of(lea)
    [turn] = [row for row in turns.values() if row["person"] == hers]
    first = [each for each in town.push.pushed if each.browser.startswith(hers.hex)]
    assert len(first) == 3
    assert len({each.topic for each in first}) == 1
    told = first[0].told
    assert told["title"] == "À vous · La chasse aux contrebandiers"
    assert told["body"] == "Avec Paul. Jusqu’à mercredi 18, 14 h."
    assert told["url"] == f"/tables/{table}"
    assert first[0].topic == topic_of(UUID(told["id"]))
    assert first[0].ttl == int((turn["ends"] - MONDAY - MINUTE).total_seconds())
    [mail] = town.post.mails
    assert mail["message-id"] == f"<{UUID(told['id']).hex}@malle.test>"
    assert mail["subject"] == told["title"]
    assert f"http://malle.test/tables/{table}" in mail.get_content()
    assert town.push.keys == {town.key}
    others = [each for each in town.push.pushed if each not in first]
    assert {each.told["title"] for each in others} <= {"Your move · La chasse aux contrebandiers"}
    await clock.stand(turn["fifth"] - MINUTE)
    await quiet.wait()
    assert len(town.post.mails) == 1
    await clock.stand(turn["fifth"])
    await quiet.wait()
    assert town.post.mails[1]["subject"] == "Il reste 5 heures · La chasse aux contr…"
    assert "puis la réserve" in town.post.mails[1].get_content()
    await clock.stand(turn["hour"])
    await quiet.wait()
    assert town.post.mails[2]["subject"] == "Une heure · La chasse aux contrebandiers"
    assert [each["to"] for each in town.post.mails] == ["lea@example.org"] * 3
    await clock.stand(turn["ends"] - MINUTE)
    await quiet.wait()
    assert len(town.post.mails) == 3


async def test_a_turn_that_begins_at_night_is_told_in_the_morning(town: Town, clock: Clock, quiet: Quiet) -> None:
    await clock.stand(MONDAY + 5 * HOUR)  # eleven in the evening
    lea = await town.person(Hours(22, 8), mail="lea@example.org")
    paul = await town.person(Hours(22, 8), mail="paul@example.org")
    town.open([lea, paul])
    town.notify()
    await clock.stand(MONDAY + 13 * HOUR + 59 * MINUTE)
    await quiet.wait()
    assert town.post.mails == []
    await clock.stand(MONDAY + 14 * HOUR)
    await quiet.wait()
    assert len(town.post.mails) == 1


async def test_whoever_has_the_table_before_them_is_not_told(
    town: Town, services: Services, database: str, clock: Clock, quiet: Quiet
) -> None:
    await clock.stand(MONDAY)
    tokens = [await town.person(Hours(0, 0), mail=f"{name}@example.org") for name in ("lea", "paul")]
    table = town.open(tokens)
    town.notify()
    look = Look(services, database, table)
    [seat] = await look.awaited()
    async with Player([town.port], table, tokens[seat]) as player:
        await player.wait(lambda: player.state is not None)
        await clock.stand(MONDAY + HOUR)
        async with asyncio.timeout(30):
            while (await look.awaited())[seat]["seen"] != MONDAY + HOUR:
                await asyncio.sleep(0.02)
        await quiet.wait()
        assert town.post.mails == []
    await clock.stand(MONDAY + HOUR + 2 * MINUTE)
    await quiet.wait()
    assert len(town.post.mails) == 1, "they have gone, and it is still their turn"


async def test_the_eleventh_of_a_day_is_a_summary(town: Town, clock: Clock, quiet: Quiet) -> None:
    """Léa is awaited at twelve tables at once: ten notices, then one summary in the evening."""
    await clock.stand(MONDAY - 8 * HOUR)
    lea = await town.person(Hours(22, 8), devices=1, mail="lea@example.org")
    for _ in range(12):
        paul = await town.person(Hours(22, 8))
        town.open([lea, paul] if _first_seat("chasse") == 0 else [paul, lea])
    town.notify()
    await clock.stand(MONDAY - 8 * HOUR + 2 * MINUTE)
    await quiet.wait()
    assert len(town.post.mails) == 10
    assert len({mail["message-id"] for mail in town.post.mails}) == 10
    await clock.stand(MONDAY + 3 * HOUR)
    await quiet.wait()
    assert town.post.mails[10]["subject"] == "12 tables vous attendent"
    assert town.post.mails[10].get_content().count("La chasse aux contrebandiers : mardi 17, 20 h 00") == 0
    assert town.post.mails[10].get_content().count("La chasse aux contrebandiers : ") == 12
    assert town.push.pushed[-1].told["url"] == "/mine"
    await quiet.wait()
    assert len(town.post.mails) == 11


def _first_seat(game: str) -> int:
    """The seat that is asked first."""
    from malle import games

    made = games.sheet(game).make(2, games.sheet(game).settle_options(2, {}), None)
    turn = made.turn(made.new())
    return int(getattr(turn, "seats", (0,))[0])


async def test_a_provider_that_fails_is_waited_for_and_one_that_is_gone_is_closed(
    town: Town, services: Services, database: str, clock: Clock, quiet: Quiet
) -> None:
    """Four devices: gone (410), busy (429), broken (500), one that never answers; and a mail server that refuses."""
    await clock.stand(MONDAY)
    lea = await town.person(Hours(0, 0), devices=4)
    paul = await town.person(Hours(0, 0))
    answers: dict[str, tuple[int, dict[str, str]] | None] = {
        "0": (410, {}), "1": (429, {"retry-after": "600"}), "2": (500, {}), "3": None,
    }  # fmt: skip
    town.push.answer = lambda name: answers[name[-1]]
    town.open([lea, paul] if _first_seat("chasse") == 0 else [paul, lea])
    town.notify()
    await clock.stand(MONDAY + MINUTE)
    await quiet.wait()
    tried = [name[-1] for name in town.push.asked]
    assert sorted(tried) == ["0", "1", "2", "3"]
    assert len(await town.store.notices.channels(person_of(lea))) == 3, "nobody is there where it said 410"
    await clock.stand(MONDAY + 6 * MINUTE)
    await quiet.wait()
    assert [name[-1] for name in town.push.asked].count("2") == 2, "tried again"
    assert [name[-1] for name in town.push.asked].count("1") == 1, "not before it said"
    answers["1"] = (201, {})
    await clock.stand(MONDAY + 12 * MINUTE)
    await quiet.wait()
    assert [each.browser[-1] for each in town.push.pushed] == ["1"]
    for hours in (1, 4, 10, 20):
        await clock.stand(MONDAY + hours * HOUR)
        await quiet.wait()
    turned = [row["ended"] for row in await _sendings(services, database, person_of(lea), "turn")]
    assert sorted(map(str, turned)) == ["given up", "given up", "gone", "sent"]


async def _sendings(services: Services, database: str, person: UUID, kind: str) -> list[asyncpg.Record]:
    connection = await asyncpg.connect(services.owner(0, database))
    try:
        return await connection.fetch(
            "select s.* from people.sending s join people.notice n on n.id = s.notice"
            " where n.person = $1 and n.kind = $2",
            person,
            kind,
        )
    finally:
        await connection.close()


async def test_an_address_that_is_no_push_service_is_not_posted_to(town: Town, clock: Clock, quiet: Quiet) -> None:
    """A browser may name any address: one inside the host's own network is not asked."""
    await clock.stand(MONDAY)
    lea, paul = await town.person(Hours(0, 0)), await town.person(Hours(0, 0))
    other = PushService()
    try:
        for token in (lea, paul):
            target = json.dumps(other.browser(person_of(token).hex).subscription(town.key))
            await town.store.notices.open_channel(person_of(token), "push", target)
        table = town.open([lea, paul])
        assert read_id(table)
        town.notify()
        await clock.stand(MONDAY + MINUTE)
        await quiet.wait()
        assert other.asked == []
    finally:
        other.close()
