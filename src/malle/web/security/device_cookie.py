"""The device cookie: one secret for each browser, the same for every table. A device leads to one person.

Under TLS the cookie's name begins with `__Host-`, so that no other site under the same domain can set it. Earlier, each
table had a cookie of its own. A browser with such a legacy cookie keeps its seat, and the cookie is deleted.
"""

from __future__ import annotations

import secrets
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

PLAIN_COOKIE, SECURE_COOKIE = "malle", "__Host-malle"
COOKIE_LIFETIME_SECONDS = 400 * 86400
"""Browsers keep no cookie for longer."""

AnyConnection = ASGIConnection[Any, Any, Any, Any]
"""An HTTP request, or a socket that is being opened."""


def make_device_secret() -> str:
    """Return a new random secret for a device."""
    return secrets.token_urlsafe(32)


def read_device_secret(connection: AnyConnection) -> str:
    """Return the device secret from the browser's cookie, or "" if it has none.

    Under TLS only the cookie whose name begins with `__Host-` counts.
    """
    return connection.cookies.get(SECURE_COOKIE) or (
        "" if _is_secure(connection) else connection.cookies.get(PLAIN_COOKIE, "")
    )


def make_device_cookie(connection: AnyConnection, secret: str) -> Cookie:
    """Return the cookie that keeps a device secret in the browser."""
    secure = _is_secure(connection)
    name = SECURE_COOKIE if secure else PLAIN_COOKIE
    return Cookie(name, value=secret, httponly=True, secure=secure, samesite="lax", max_age=COOKIE_LIFETIME_SECONDS)


def read_legacy_token(connection: AnyConnection, table: str) -> str:
    """Return the seat token from the legacy cookie of one table, or "" if there is none."""
    return connection.cookies.get(f"malle-{table}", "")


def expire_legacy_seat_cookie(table: str) -> Cookie:
    """Return a cookie that deletes the legacy cookie of one table."""
    return Cookie(f"malle-{table}", value="", httponly=True, samesite="lax", max_age=0)


def read_bearer_token(connection: AnyConnection) -> str:
    """Return the bearer token of the `Authorization` header, or "" if there is none. Programs send it."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" else ""


def read_tokens(connection: AnyConnection, table: str, *, same_origin: bool) -> tuple[str, str]:
    """Return two secrets of a caller at a table: the bearer token or device secret, and the token
    of the legacy cookie of this table.

    With a bearer token, no cookie counts and the second value is "". Cookies count only with
    `same_origin`, which says that the request comes from a page of this site. A missing value is
    "".
    """
    token = read_bearer_token(connection)
    return (
        (read_device_secret(connection), read_legacy_token(connection, table))
        if same_origin and not token
        else (token, "")
    )


def _is_secure(connection: AnyConnection) -> bool:
    """Return whether the connection came by TLS, to this server or to a proxy that it trusts
    (`MALLE_PROXIES`)."""
    return connection.url.scheme in ("https", "wss")
