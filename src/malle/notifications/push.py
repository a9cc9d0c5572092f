"""Sends web push: an encrypted message to the push service that the browser named. Only the notifier may
import this module, because its HTTP library takes longer to import than the server takes to start."""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import urlsplit

import msgspec
import requests
from py_vapid import Vapid02
from pywebpush import WebPushException, webpush

from malle.notifications.outcome import GONE, SENT, Outcome, outcome_of_status, parse_retry_after
from malle.notifications.texts import push_topic
from malle.protocol.web_push import PushSubscription, encode_private_key, is_allowed_push_service
from malle.storage.people.notices import Delivery
from malle.storage.store import TableId, format_table_id

PUSH_TIMEOUT_SECONDS = 10.0


class PushSender:
    """Sends web push messages, signed with the site's keys. The notifier makes one."""

    def __init__(self, keys: dict[str, bytes], services: tuple[str, ...], contact: str) -> None:
        self._private_keys = keys
        """The site's private keys by their public keys."""
        self._services = services
        self._contact = contact
        """Address at which a push service can reach the operator."""

    async def send_notice(self, delivery: Delivery) -> Outcome:
        """Send a notice and return the outcome. It is `GONE` if the subscription is unusable,
        was ended, or names a key or a push service that the site no longer accepts. The push
        service drops the message when the turn ends."""
        subscription = msgspec.json.decode(delivery.target, type=PushSubscription)
        if subscription.key not in self._private_keys or not is_allowed_push_service(
            subscription.endpoint, self._services
        ):
            return GONE
        try:  # the library's timeout only limits the wait between two bytes
            async with asyncio.timeout(3 * PUSH_TIMEOUT_SECONDS):
                return await asyncio.to_thread(self._send_blocking, subscription, delivery)
        except TimeoutError:
            return outcome_of_status(0)

    def _send_blocking(self, subscription: PushSubscription, delivery: Delivery) -> Outcome:
        """Encrypt and send a notice, and return the outcome. A redirect counts as `trouble`.
        Blocking: run it in a thread."""
        seconds_left = 86400.0 if delivery.until is None else (delivery.until - delivery.now).total_seconds()
        with requests.Session() as session:
            session.max_redirects = 0  # a redirect could lead into the operator's own network
            session.trust_env = False
            try:
                webpush(
                    {
                        "endpoint": subscription.endpoint,
                        "keys": {"p256dh": subscription.p256dh, "auth": subscription.auth},
                    },
                    data=msgspec.json.encode(push_message(delivery)).decode(),
                    vapid_private_key=Vapid02.from_raw(
                        encode_private_key(self._private_keys[subscription.key]).encode()
                    ),
                    vapid_claims={"sub": self._contact},
                    ttl=max(0, min(int(seconds_left), 28 * 86400)),
                    headers={"topic": push_topic(delivery.notice), "urgency": "normal"},
                    timeout=PUSH_TIMEOUT_SECONDS,
                    requests_session=session,
                )
            except WebPushException as error:
                answer = error.response
                if answer is None:
                    return GONE  # the subscription cannot be used for encryption
                return outcome_of_status(answer.status_code, parse_retry_after(answer.headers.get("retry-after", "")))
            except requests.TooManyRedirects:
                return outcome_of_status(302)
            except requests.RequestException:
                return outcome_of_status(0)
            except (ValueError, TypeError, LookupError):
                return GONE  # the subscription cannot be used either
        return SENT


def push_service_of(delivery: Delivery) -> str:
    """Return the host of the push service through which this notice goes, with its port if the
    address has one."""
    return urlsplit(msgspec.json.decode(delivery.target, type=PushSubscription).endpoint).netloc


def push_message(delivery: Delivery) -> dict[str, Any]:
    """Return what the browser's service worker shows: title and body, the path to open, and a
    tag. A later message with the same tag, that is about the same table, replaces it."""
    table = "" if delivery.tab is None else format_table_id(TableId(delivery.tab))
    path = f"/tables/{table}" if table else "/mine"
    return {
        "id": str(delivery.notice),
        "title": delivery.title,
        "body": delivery.body,
        "url": path,
        "tag": table or "all",
    }
