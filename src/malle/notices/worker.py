"""The notifier: a process that tells people that it is their turn. No move waits for it.

All its state is in database rows, so it may be killed at any moment, and several may run. It sends one
notice at a time. If it dies after sending and before recording that, this one notice is sent again with the
same id. A service that does not answer is skipped for a while, so that other people still get their
notices.
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
"""Seconds for which a claimed notice is reserved for this process."""
LETTERS = 4
"""Number of tries for a sign-in mail."""
HOUR = 3600.0
"""Seconds between two deletions of old notices."""


class Notifier:
    """One notifier process: its storage, senders and loops."""

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
        """Open the storage and run all loops until cancelled."""
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
        """Sleep for about half of the site's synchronization interval."""
        await asyncio.sleep(about(self.config.sweep / 2))

    async def _gather(self, shard: Shard) -> None:
        """Create due notices of one database; pause if there were none."""
        found = 0
        with contextlib.suppress(Unavailable):  # the store logs it
            found = await gathering.gather(self.store, self.library, shard)
        if not found:
            await self._pause()

    async def _sum_up(self) -> None:
        """Write due daily summaries, then pause."""
        with contextlib.suppress(Unavailable):
            await gathering.sum_up(self.store, self.library)
        await self._pause()

    async def _forget(self) -> None:
        """Delete old notices and mails, then sleep for about an hour."""
        with contextlib.suppress(Unavailable):
            await self.store.notices.forget()
        await asyncio.sleep(about(HOUR))

    async def _send(self) -> None:
        """Send one sign-in mail, or else one notice; pause if there is neither."""
        done = False
        with contextlib.suppress(Unavailable):
            done = await self._send_letter() or await self._send_one()
        if not done:
            await self._pause()

    async def _send_letter(self) -> bool:
        """Send one sign-in mail. Return False if there is none, or if no mail can be sent now. It is tried
        again unless it was sent or its receiver is gone."""
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
        """Claim one notice and send it, or close it unsent because it was closed, is late, or the turn is
        over. Return False if none is due."""
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
        """Return whether the turn of this notice still waits. Only asked after a failed try. A summary has
        no turn and counts as still waiting."""
        if sending.tab is None or sending.seat is None or sending.since is None:
            return True
        return await self.store.slow.is_awaited(sending.tab, sending.seat, sending.since)

    async def _try(self, sending: Sending) -> None:
        """Try to send a notice and record the outcome: sent, channel gone, given up, or put off. In quiet
        hours it is put off to their end."""
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
        """Send a notice unless its service is being skipped, and remember whether the service answered."""
        service = service_of(sending) if sending.by == "push" else "mail"
        if self.silence.lasts(service):
            return trouble(0)
        outcome = await self._sent(sending, language)
        self.silence.note(service, outcome)
        return outcome

    async def _sent(self, sending: Sending, language: str) -> Outcome:
        """Send a notice by push or mail and return the outcome. Without a mail server it counts as no
        answer."""
        if sending.by == "push":
            return await self.pusher.send(sending)
        return trouble(0) if self.mailer is None else await self.mailer.send(sending, language)


def _host(address: str) -> str:
    """Return the host name of an address, or `localhost` if it is empty."""
    return address.rpartition("/")[2].partition(":")[0] or "localhost"


async def work(config: Config) -> None:
    """Run one notifier until it is cancelled."""
    await Notifier(config).run()
