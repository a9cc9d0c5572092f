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

from malle.notices.outcome import GONE, SENT, Outcome, seconds_of, trouble
from malle.notices.texts import topic_of
from malle.store.notices import Sending
from malle.store.store import TableId, write_id
from malle.wire.push import Subscription, is_push_service, private_text

TIMEOUT = 10.0


class Pusher:
    """Sends web push messages, signed with the site's keys."""

    def __init__(self, keys: dict[str, bytes], services: tuple[str, ...], contact: str) -> None:
        self._keys = keys
        """The site's private keys by their public keys."""
        self._services = services
        self._contact = contact
        """Address at which a push service can reach the operator."""

    async def send(self, sending: Sending) -> Outcome:
        """Send a notice and return the outcome. Return `GONE` if the subscription's key or push service is
        not accepted any more. The push service drops the message when the turn ends."""
        found = msgspec.json.decode(sending.target, type=Subscription)
        if found.key not in self._keys or not is_push_service(found.endpoint, self._services):
            return GONE
        try:  # the library's timeout only limits the wait between two bytes
            async with asyncio.timeout(3 * TIMEOUT):
                return await asyncio.to_thread(self._post, found, sending)
        except TimeoutError:
            return trouble(0)

    def _post(self, found: Subscription, sending: Sending) -> Outcome:
        """Encrypt and send a notice, and return the outcome. Blocking: run it in a thread. Redirects count
        as failures."""
        left = 86400.0 if sending.until is None else (sending.until - sending.now).total_seconds()
        with requests.Session() as session:
            session.max_redirects = 0  # a redirect could lead into the operator's own network
            session.trust_env = False
            try:
                webpush(
                    {"endpoint": found.endpoint, "keys": {"p256dh": found.p256dh, "auth": found.auth}},
                    data=msgspec.json.encode(message_of(sending)).decode(),
                    vapid_private_key=Vapid02.from_raw(private_text(self._keys[found.key]).encode()),
                    vapid_claims={"sub": self._contact},
                    ttl=max(0, min(int(left), 28 * 86400)),
                    headers={"topic": topic_of(sending.notice), "urgency": "normal"},
                    timeout=TIMEOUT,
                    requests_session=session,
                )
            except WebPushException as error:
                answer = error.response
                if answer is None:
                    return GONE  # the subscription cannot be used for encryption
                return trouble(answer.status_code, seconds_of(answer.headers.get("retry-after", "")))
            except requests.TooManyRedirects:
                return trouble(302)
            except requests.RequestException:
                return trouble(0)
            except (ValueError, TypeError, LookupError):
                return GONE  # the subscription cannot be used either
        return SENT


def service_of(sending: Sending) -> str:
    """Return the host of the push service of this notice."""
    return urlsplit(msgspec.json.decode(sending.target, type=Subscription).endpoint).netloc


def message_of(sending: Sending) -> dict[str, Any]:
    """Return what the browser's service worker shows: texts, the path to open, and a tag. A later message
    with the same tag replaces it."""
    table = "" if sending.tab is None else write_id(TableId(sending.tab))
    where = f"/tables/{table}" if table else "/mine"
    return {
        "id": str(sending.notice),
        "title": sending.title,
        "body": sending.body,
        "url": where,
        "tag": table or "all",
    }
