"""Web push: an encrypted message to the push service that a browser named. Imported by the notifier alone: the library
that it posts with takes longer to import than a server to start.
"""

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
    """Sends by web push, as the server whose key is known."""

    def __init__(self, keys: dict[str, bytes], services: tuple[str, ...], contact: str) -> None:
        self._keys = keys
        """Our private keys by the public ones."""
        self._services = services
        self._contact = contact
        """For whoever runs a push service, to reach the host."""

    async def send(self, sending: Sending) -> Outcome:
        """One message; it is worth nothing after the end of the turn."""
        found = msgspec.json.decode(sending.target, type=Subscription)
        if found.key not in self._keys or not is_push_service(found.endpoint, self._services):
            return GONE
        try:  # a timeout of the library's is one between two bytes
            async with asyncio.timeout(3 * TIMEOUT):
                return await asyncio.to_thread(self._post, found, sending)
        except TimeoutError:
            return trouble(0)

    def _post(self, found: Subscription, sending: Sending) -> Outcome:
        left = 86400.0 if sending.until is None else (sending.until - sending.now).total_seconds()
        with requests.Session() as session:
            session.max_redirects = 0  # nobody leads us into the host's own network
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
                    return GONE  # what the browser gave cannot be encrypted for
                return trouble(answer.status_code, seconds_of(answer.headers.get("retry-after", "")))
            except requests.TooManyRedirects:
                return trouble(302)
            except requests.RequestException:
                return trouble(0)
            except (ValueError, TypeError, LookupError):
                return GONE  # nor this
        return SENT


def service_of(sending: Sending) -> str:
    """The push service that it goes by."""
    return urlsplit(msgspec.json.decode(sending.target, type=Subscription).endpoint).netloc


def message_of(sending: Sending) -> dict[str, Any]:
    """What the page's worker shows: what it says, where a tap leads, and what it takes the place of."""
    table = "" if sending.tab is None else write_id(TableId(sending.tab))
    where = f"/tables/{table}" if table else "/mine"
    return {
        "id": str(sending.notice),
        "title": sending.title,
        "body": sending.body,
        "url": where,
        "tag": table or "all",
    }
