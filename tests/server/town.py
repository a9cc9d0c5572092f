"""A town: a server, a notifier and people with devices, all real but the time, for tests of slow tables and notices."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from multiprocessing.context import ForkProcess
from pathlib import Path

import asyncpg
import pytest

from malle.config.settings import read_config
from malle.notifications.notifier import LEASE_SECONDS
from malle.protocol.web_push import push_private_keys
from malle.storage.people.notices import NotificationPreferences
from malle.storage.store import Store, person_of_token
from malle.table.quiet_hours import QuietHours
from malle.testing.dev_services import Services
from tests.server.clock import Clock, shifted
from tests.server.command import begun
from tests.server.nursery import Nursery, Zygote, free_port
from tests.server.player import call
from tests.server.receivers import Post, PushService

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
        self.key = next(iter(push_private_keys(read_config(self.environment).keyring)))
        self.server = 0
        self.plant = ""
        """How what is started from now on is broken on purpose."""
        self.notifier: ForkProcess | None = None

    def serve(self) -> None:
        """A server, in the place of the one before."""
        if self.server:
            self.nursery.end(self.server)
        self.server = self.nursery.start(self.port, plant=self.plant, pages=True)

    def notify(self) -> None:
        """A notifier, in the place of the one before, which is killed."""
        self.end_notifier()
        with self.log.open("ab") as log:
            self.notifier = begun(("notices",), self.environment, log.fileno(), self.plant)

    def end_notifier(self) -> None:
        """Kills it."""
        if self.notifier is not None:
            self.notifier.kill()
            self.notifier.join()
            self.notifier = None

    def close(self) -> None:
        """Ends all of it."""
        self.end_notifier()
        self.nursery.close()

    async def person(self, hours: QuietHours, devices: int = 0, mail: str = "", language: str = "fr") -> str:
        """Somebody with so many devices that may be pushed to: their token."""
        token = secrets.token_urlsafe(32)
        person = person_of_token(token)
        await self.store.notices.set_preferences(person, NotificationPreferences(hours, language))
        for number in range(devices):
            browser = self.push.browser(f"{person.hex}-{number}")
            target = json.dumps(browser.subscription(self.key))
            await self.store.notices.add_channel(person, "push", target)
        if mail:
            await self.store.notices.add_channel(person, "mail", mail)
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
    zygote: Zygote,
    environment: dict[str, str],
    tmp_path: Path,
    push: PushService,
    post: Post,
    store: Store,
    clock: Clock,
) -> Iterator[Town]:
    """A town with one server; it is closed before its clock is set right, when what it left is deleted."""
    del clock
    made = Town(zygote, environment, tmp_path / "town.log", push, post, store)
    made.serve()
    yield made
    made.close()


class Quiet:
    """When nothing is left to be done, as the databases say."""

    def __init__(self, services: Services, database: str) -> None:
        self._owners = [services.owner_url(cluster, database) for cluster in range(2)]
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
        lease = LEASE_SECONDS
        sent = f"""select not exists (select from people.sending where next <= people.now() + interval '{lease} s')
                     and not exists (select from people.letter where next <= people.now() + interval '{lease} s')
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
