"""Web push as server and notifier use it: our keys, a browser's subscription, and the allowed push services.

A push message is posted to an address that a browser names. Only known push services are allowed, because any
other address could lie inside the operator's own network.
"""

from __future__ import annotations

import base64
import re
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from msgspec import Struct

from malle.config.keyring import Keyring

KNOWN_PUSH_SERVICES = (
    "https://fcm.googleapis.com",
    "https://updates.push.services.mozilla.com",
    "https://web.push.apple.com",
    "https://*.notify.windows.com",
    "https://*.push.apple.com",
)
"""Push services of the browsers that have one."""
_SAFE_HOST = re.compile(r"[a-z0-9.-]+(:[0-9]{1,5})?")
"""Allows nothing that two libraries could parse differently: for some, a backslash ends a host name."""
_P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Order of the curve P-256."""


class PushSubscription(Struct, frozen=True, forbid_unknown_fields=True):
    """A browser's push subscription: the address to post to, the browser's keys, and which of our
    public keys it was made for."""

    endpoint: str
    p256dh: str
    auth: str
    key: str
    """Our public key."""


def push_private_keys(keys: Keyring) -> dict[str, bytes]:
    """Return our private push keys by public key (both of curve P-256, the public ones in
    base64url), newest first."""
    found = {}
    for secret in keys.push_key_material():
        number = int.from_bytes(secret, "big") % (_P256_ORDER - 1) + 1
        private = ec.derive_private_key(number, ec.SECP256R1())
        point = private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        found[_base64url(point)] = number.to_bytes(32, "big")
    return found


def encode_private_key(private: bytes) -> str:
    """Encode a private key in base64url, as web push libraries expect it."""
    return _base64url(private)


def is_allowed_push_service(endpoint: str, extra_services: tuple[str, ...]) -> bool:
    """Return whether a push message may be posted to the address `endpoint`. `extra_services` are
    those that the operator added to `KNOWN_PUSH_SERVICES`."""
    try:
        parts = urlsplit(endpoint)
        origin = f"{parts.scheme}://{parts.netloc}"
    except ValueError:
        return False
    if not _SAFE_HOST.fullmatch(parts.netloc) or len(endpoint) > 1000 or not endpoint.isascii():
        return False
    return any(_is_origin(origin, each) for each in (*KNOWN_PUSH_SERVICES, *extra_services))


def _is_origin(origin: str, service: str) -> bool:
    """Return whether an origin (scheme, host and port) matches a service, in which `*` stands for
    any part of a host name."""
    scheme, _, host = service.partition("*")
    return origin == service or (
        bool(host) and origin.startswith(scheme) and origin.endswith(host) and "/" not in origin[8:]
    )


def _base64url(data: bytes) -> str:
    """Encode bytes in base64url without padding."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
