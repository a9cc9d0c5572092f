"""Who a browser is: one cookie with a secret of its own, the same for every table. A device is a person.

Under TLS the cookie's name begins with `__Host-`, so that no other site under the same domain can set it. Before, each
table had a cookie of its own; whoever still has one keeps the seat that it opens, and it is taken back.
"""

from __future__ import annotations

import secrets
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

PLAIN, SECURE = "malle", "__Host-malle"
KEPT = 400 * 86400
"""Seconds; browsers keep none for longer."""

Asking = ASGIConnection[Any, Any, Any, Any]
"""A request, or a socket that is being opened."""


def new_device() -> str:
    """The secret of a device that has none yet."""
    return secrets.token_urlsafe(32)


def device_of(asking: Asking) -> str:
    """The secret that a browser shows; empty: it has none."""
    return asking.cookies.get(SECURE) or ("" if _is_secure(asking) else asking.cookies.get(PLAIN, ""))


def device_cookie(asking: Asking, device: str) -> Cookie:
    """What a browser shows from now on."""
    secure = _is_secure(asking)
    name = SECURE if secure else PLAIN
    return Cookie(name, value=device, httponly=True, secure=secure, samesite="lax", max_age=KEPT)


def old_token(asking: Asking, table: str) -> str:
    """The token of a seat from the cookie that each table had once."""
    return asking.cookies.get(f"malle-{table}", "")


def without_old(table: str) -> Cookie:
    """Takes it back."""
    return Cookie(f"malle-{table}", value="", httponly=True, samesite="lax", max_age=0)


def bearer(asking: Asking) -> str:
    """The token that a program shows."""
    scheme, _, token = asking.headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" else ""


def tokens_of(asking: Asking, table: str, *, own: bool) -> tuple[str, str]:
    """Who asks at a table, and the token of a seat that had one of its own: what a program shows, else a browser's
    cookies, if the page is our own."""
    token = bearer(asking)
    return (device_of(asking), old_token(asking, table)) if own and not token else (token, "")


def _is_secure(asking: Asking) -> bool:
    """Under TLS, or before a proxy that is trusted and says so (`MALLE_PROXIES`)."""
    return asking.url.scheme in ("https", "wss")
