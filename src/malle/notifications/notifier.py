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

from malle.background.loops import jittered, run_forever
from malle.config.edition_folder import CustomEditions
from malle.config.game_library import GameLibrary
from malle.config.settings import Config
from malle.notifications import collect
from malle.notifications.mail import Mailer
from malle.notifications.outcome import GONE, MAX_TRIES, Outcome, outcome_of_status, retry_delay
from malle.notifications.push import PushSender, push_service_of
from malle.notifications.timeouts import UnresponsiveServices
from malle.protocol.web_push import push_private_keys
from malle.storage.connections import Shard
from malle.storage.database_errors import DatabaseUnavailable
from malle.storage.people.notices import Delivery
from malle.storage.store import Store
from malle.table.quiet_hours import add_awake_seconds, is_quiet

LEASE_SECONDS = 45.0
"""Seconds for which a claimed notice is reserved for this process; then another process may
claim it."""
MAX_MAILED_LINK_TRIES = 4
"""Most tries for a mail with a sign-in link."""
CLEANUP_SECONDS = 3600.0
"""Seconds between two deletions of old notices."""


class Notifier:
    """One notifier process: its storage, its senders of push and mail, and its loops."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.store = Store(config.table_databases, config.people_database, config.time_zone)
        self.library = GameLibrary(custom_editions=CustomEditions(folder=config.editions_folder))
        contact = config.contact if "@" in config.contact else f"nobody@{_host_name(config.site_url)}"
        self.pusher = PushSender(push_private_keys(config.keyring), config.extra_push_services, f"mailto:{contact}")
        self.mailer = None if config.mail_server is None else Mailer(config.mail_server, config.site_url)
        self.unresponsive = UnresponsiveServices()
        self.error_counts: Counter[str] = Counter()

    async def run(self) -> None:
        """Open the storage and run all loops until cancelled, then close the storage. An error
        in a loop is logged and counted, and the loop goes on."""
        await self.store.open()
        turns: dict[str, Callable[[], Awaitable[None]]] = {
            **{f"gather {shard.number}": partial(self._collect_notices, shard) for shard in self.store.shards},
            "sum up": self._write_summaries,
            "send": self._send_next,
            "forget": self._delete_old,
        }
        try:
            await asyncio.gather(*(run_forever(name, turn, self.error_counts) for name, turn in turns.items()))
        finally:
            await self.store.close()

    async def _pause(self) -> None:
        """Sleep for about half of the site's `sync_seconds`."""
        await asyncio.sleep(jittered(self.config.sync_seconds / 2))

    async def _collect_notices(self, shard: Shard) -> None:
        """Create due notices of one tables' database. Pause if no turn was handled, or if the
        database is unavailable."""
        handled = 0
        with contextlib.suppress(DatabaseUnavailable):  # the store logs it
            handled = await collect.collect_due_notices(self.store, self.library, shard)
        if not handled:
            await self._pause()

    async def _write_summaries(self) -> None:
        """Write the daily summaries that are due, then pause."""
        with contextlib.suppress(DatabaseUnavailable):
            await collect.write_due_summaries(self.store, self.library)
        await self._pause()

    async def _delete_old(self) -> None:
        """Delete old notices and mailed links, then sleep for about an hour."""
        with contextlib.suppress(DatabaseUnavailable):
            await self.store.notices.delete_old()
        await asyncio.sleep(jittered(CLEANUP_SECONDS))

    async def _send_next(self) -> None:
        """Send one mail with a sign-in link or, if none is waiting, try one notice. Pause if
        there is neither."""
        has_sent = False
        with contextlib.suppress(DatabaseUnavailable):
            has_sent = await self._send_next_mailed_link() or await self._send_next_notice()
        if not has_sent:
            await self._pause()

    async def _send_next_mailed_link(self) -> bool:
        """Claim one mail with a sign-in link and send it. Return False if none is waiting, or if
        no mail can be sent now. It is tried again later, `MAX_MAILED_LINK_TRIES` times in all,
        unless it was sent or its receiver is gone."""
        if self.mailer is None or self.unresponsive.is_skipped("mail"):
            return False
        mailed_link = await self.store.notices.claim_mailed_link(LEASE_SECONDS, MAX_MAILED_LINK_TRIES)
        if mailed_link is None:
            return False
        outcome = await self.mailer.send_mailed_link(
            mailed_link, self.config.keyring.mailed_link_token(mailed_link.id.hex)
        )
        self.unresponsive.record_outcome("mail", outcome)
        if outcome.result != "trouble":
            await self.store.notices.finish_mailed_link(mailed_link.id)
        return True

    async def _send_next_notice(self) -> bool:
        """Claim one notice for one channel and try to send it. Drop it instead if the channel is
        closed or the time for the turn has run out. Drop it also if the turn was played since an
        earlier claim. Return False if no notice is due."""
        notices = self.store.notices
        delivery = await notices.claim_delivery(LEASE_SECONDS)
        if delivery is None:
            return False
        if delivery.closed:
            await notices.finish_delivery(delivery, "closed")
        elif delivery.until is not None and delivery.until <= delivery.now:
            await notices.finish_delivery(delivery, "late")
        elif delivery.tries > 1 and not await self._is_still_awaited(delivery):
            await notices.finish_delivery(delivery, "over")
        else:
            await self._try_to_send(delivery)
        return True

    async def _is_still_awaited(self, delivery: Delivery) -> bool:
        """Return whether the turn of this notice still waits for its player. A summary has no
        turn and counts as still waiting."""
        if delivery.tab is None or delivery.seat is None or delivery.since is None:
            return True
        return await self.store.correspondence.is_awaited(delivery.tab, delivery.seat, delivery.since)

    async def _try_to_send(self, delivery: Delivery) -> None:
        """Try to send a claimed notice, and record what became of it: sent, channel gone (which
        also closes the channel), given up after `MAX_TRIES`, or put off. In the person's quiet
        hours it is put off to their end."""
        notices = self.store.notices
        preferences = (await notices.preferences([delivery.person]))[delivery.person]
        if is_quiet(delivery.now, preferences.hours):
            await notices.postpone_delivery(delivery, add_awake_seconds(delivery.now, 0, preferences.hours))
            return
        outcome = await self._send_unless_skipped(delivery, preferences.language)
        if outcome.result == "sent":
            await notices.finish_delivery(delivery, "sent")
        elif outcome == GONE:
            await notices.close_channel(delivery.channel)
            await notices.finish_delivery(delivery, "gone")
        elif delivery.tries >= MAX_TRIES:
            await notices.finish_delivery(delivery, "given up")
        else:
            wait = timedelta(seconds=retry_delay(delivery.tries, outcome))
            await notices.postpone_delivery(delivery, delivery.now + wait)

    async def _send_unless_skipped(self, delivery: Delivery, language: str) -> Outcome:
        """Send a notice and return the outcome; remember whether its service answered. If the
        service is being skipped, do not send, and return the outcome of no answer."""
        service = push_service_of(delivery) if delivery.by == "push" else "mail"
        if self.unresponsive.is_skipped(service):
            return outcome_of_status(0)
        outcome = await self._send_notice(delivery, language)
        self.unresponsive.record_outcome(service, outcome)
        return outcome

    async def _send_notice(self, delivery: Delivery, language: str) -> Outcome:
        """Send a notice by push or mail and return the outcome. A mail at a site without a mail
        server is not sent; it counts as not answered."""
        if delivery.by == "push":
            return await self.pusher.send_notice(delivery)
        return outcome_of_status(0) if self.mailer is None else await self.mailer.send_notice(delivery, language)


def _host_name(address: str) -> str:
    """Return the host name of a site's address, or `localhost` if the address is empty."""
    return address.rpartition("/")[2].partition(":")[0] or "localhost"


async def run_notifier(config: Config) -> None:
    """Run one notifier until it is cancelled."""
    await Notifier(config).run()
