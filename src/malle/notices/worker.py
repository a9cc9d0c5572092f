"""The notifier: a process of its own that tells people they are awaited. No move waits for it.

Everything it does is in rows, so it may be killed at any moment, and several may run. It sends one thing at a time:
what was sent and not yet noted when it dies is sent again, one thing and no more, with the same id. A service that does
not answer is left alone for a minute, so that the others are told meanwhile.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial

from malle.loops import about, for_ever
from malle.notices import gathering
from malle.notices.mail import Mailer
from malle.notices.outcome import GONE, TRIES, Outcome, trouble, wait_after
from malle.notices.push import Pusher, service_of
from malle.notices.silence import Silence
from malle.store.away import Unavailable
from malle.store.database import Shard
from malle.store.notices import Sending
from malle.store.store import Store
from malle.table.hours import is_quiet, later
from malle.wire.boxes import Boxes
from malle.wire.config import Config
from malle.wire.library import Library
from malle.wire.push import push_keys

LEASE = 45.0
"""Seconds for which nobody else sends what is being sent."""
LETTERS = 4
"""Times that a letter is tried."""
HOUR = 3600.0


class Notifier:
    """What one process does."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.store = Store(config.databases, config.people, config.zone)
        self.library = Library(boxes=Boxes(folder=config.editions))
        contact = config.contact if "@" in config.contact else f"nobody@{_host(config.address)}"
        self.pusher = Pusher(push_keys(config.keys), config.push, f"mailto:{contact}")
        self.mailer = None if config.mail is None else Mailer(config.mail, config.address)
        self.silence = Silence()
        self.failed: Counter[str] = Counter()

    async def run(self) -> None:
        """Until it is cancelled."""
        await self.store.open()
        turns: dict[str, Callable[[], Awaitable[None]]] = {
            **{f"gather {shard.number}": partial(self._gather, shard) for shard in self.store.shards},
            "sum up": self._sum_up,
            "send": self._send,
            "forget": self._forget,
        }
        try:
            await asyncio.gather(*(for_ever(name, turn, self.failed) for name, turn in turns.items()))
        finally:
            await self.store.close()

    async def _pause(self) -> None:
        await asyncio.sleep(about(self.config.sweep / 2))

    async def _gather(self, shard: Shard) -> None:
        found = 0
        with contextlib.suppress(Unavailable):  # the store tells it
            found = await gathering.gather(self.store, self.library, shard)
        if not found:
            await self._pause()

    async def _sum_up(self) -> None:
        with contextlib.suppress(Unavailable):
            await gathering.sum_up(self.store, self.library)
        await self._pause()

    async def _forget(self) -> None:
        with contextlib.suppress(Unavailable):
            await self.store.notices.forget()
        await asyncio.sleep(about(HOUR))

    async def _send(self) -> None:
        done = False
        with contextlib.suppress(Unavailable):
            done = await self._send_letter() or await self._send_one()
        if not done:
            await self._pause()

    async def _send_letter(self) -> bool:
        if self.mailer is None or self.silence.lasts("mail"):
            return False
        letter = await self.store.notices.claim_letter(LEASE, LETTERS)
        if letter is None:
            return False
        outcome = await self.mailer.send_letter(letter, self.config.keys.letter(letter.id.hex))
        self.silence.note("mail", outcome)
        if outcome.what != "trouble":
            await self.store.notices.end_letter(letter.id)
        return True

    async def _send_one(self) -> bool:
        notices = self.store.notices
        sending = await notices.claim(LEASE)
        if sending is None:
            return False
        if sending.closed:
            await notices.end(sending, "closed")
        elif sending.until is not None and sending.until <= sending.now:
            await notices.end(sending, "late")
        elif sending.tries > 1 and not await self._is_still(sending):
            await notices.end(sending, "over")
        else:
            await self._try(sending)
        return True

    async def _is_still(self, sending: Sending) -> bool:
        """Is it still their turn? Asked only where the first try came to nothing."""
        if sending.tab is None or sending.seat is None or sending.since is None:
            return True
        return await self.store.slow.is_awaited(sending.tab, sending.seat, sending.since)

    async def _try(self, sending: Sending) -> None:
        notices = self.store.notices
        habits = (await notices.habits([sending.person]))[sending.person]
        if is_quiet(sending.now, habits.hours):
            await notices.put_off(sending, later(sending.now, 0, habits.hours))
            return
        outcome = await self._by(sending, habits.language)
        if outcome.what == "sent":
            await notices.end(sending, "sent")
        elif outcome == GONE:
            await notices.close_channel(sending.channel)
            await notices.end(sending, "gone")
        elif sending.tries >= TRIES:
            await notices.end(sending, "given up")
        else:
            wait = timedelta(seconds=wait_after(sending.tries, outcome))
            await notices.put_off(sending, sending.now + wait)

    async def _by(self, sending: Sending, language: str) -> Outcome:
        service = service_of(sending) if sending.by == "push" else "mail"
        if self.silence.lasts(service):
            return trouble(0)
        outcome = await self._sent(sending, language)
        self.silence.note(service, outcome)
        return outcome

    async def _sent(self, sending: Sending, language: str) -> Outcome:
        if sending.by == "push":
            return await self.pusher.send(sending)
        return trouble(0) if self.mailer is None else await self.mailer.send(sending, language)


def _host(address: str) -> str:
    return address.rpartition("/")[2].partition(":")[0] or "localhost"


async def work(config: Config) -> None:
    """Runs one notifier until it is cancelled."""
    await Notifier(config).run()
