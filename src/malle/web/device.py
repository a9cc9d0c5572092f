"""The device cookie: one secret for each browser, the same for every table. A device leads to one person.

Under TLS the cookie's name begins with `__Host-`, so that no other site under the same domain can set it. Earlier, each
table had a cookie of its own. A browser with such a legacy cookie keeps its seat, and the cookie is deleted.
"""

from __future__ import annotations

import secrets
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

PLAIN, SECURE = "malle", "__Host-malle"
KEPT = 400 * 86400
"""Browsers keep no cookie for longer."""

Asking = ASGIConnection[Any, Any, Any, Any]
"""An HTTP request, or a socket that is being opened."""


def new_device() -> str:
    """Return a new random secret for a device."""
    return secrets.token_urlsafe(32)


def device_of(asking: Asking) -> str:
    """Return the device secret from the browser's cookie, or "" if it has none.

    Under TLS only the cookie whose name begins with `__Host-` counts.
    """
    return asking.cookies.get(SECURE) or ("" if _is_secure(asking) else asking.cookies.get(PLAIN, ""))


def device_cookie(asking: Asking, device: str) -> Cookie:
    """Return the cookie that keeps a device secret in the browser."""
    secure = _is_secure(asking)
    name = SECURE if secure else PLAIN
    return Cookie(name, value=device, httponly=True, secure=secure, samesite="lax", max_age=KEPT)


def old_token(asking: Asking, table: str) -> str:
    """Return the seat token from the legacy cookie of one table, or "" if there is none."""
    return asking.cookies.get(f"malle-{table}", "")


def without_old(table: str) -> Cookie:
    """Return a cookie that deletes the legacy cookie of one table."""
    return Cookie(f"malle-{table}", value="", httponly=True, samesite="lax", max_age=0)


def bearer(asking: Asking) -> str:
    """Return the bearer token of the `Authorization` header, or "" if there is none. Programs send it."""
    scheme, _, token = asking.headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" else ""


def tokens_of(asking: Asking, table: str, *, own: bool) -> tuple[str, str]:
    """Return the device secret or token of a caller at a table, and the token of a legacy seat cookie.

    A bearer token comes first, and then the second value is "". Cookies count only with `same_origin`, which says that
    the request comes from a page of this site. Without either, both values are "".
    """
    token = bearer(asking)
    return (device_of(asking), old_token(asking, table)) if own and not token else (token, "")


def _is_secure(asking: Asking) -> bool:
    """Return whether the connection came by TLS, to this server or to a trusted proxy (`MALLE_PROXIES`)."""
    return asking.url.scheme in ("https", "wss")
