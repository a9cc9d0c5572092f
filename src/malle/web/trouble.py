"""Troubles as they are shown: a page for people who followed a link or sent a form, JSON for programs.

A page is made of the trouble's slug, its status and the address that was asked for, and of nothing else: whatever a
table holds cannot be on it. Its words are `trouble-<slug>` (what happened) and `trouble-<slug>-why`.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from typing import Any
from urllib.parse import quote, urlsplit

from litestar import Request, Response
from msgspec import Struct

Asked = Request[Any, Any, Any]


class Trouble(Struct, omit_defaults=True):
    """The one shape of an error: the slug for programs, the sentence for people."""

    slug: str
    sentence: str
    id: str = ""
    """Where it is our fault: the number by which the operator finds it in the log."""


Show = Callable[[Asked, str, int], Response[str]]
"""(request, slug, status) -> the page of a trouble."""

TAG = ("malformed", "not-invited", "not-yours")
TRUNK = ("no-such-table", "no-such-rules", "table-full", "bug", "unavailable")
AGAIN = ("too-fast", "unavailable", "bug")
"""Where trying again can help."""
BY_CODE = ("not-invited", "no-such-table")
"""Where a code can: a link leads nowhere."""


_NUMBER = "malle.number"
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"


def new_number() -> str:
    """By which a trouble is found: on the reader's screen and in the log. It tells nothing else."""
    return "".join(secrets.choice(_LETTERS) for _ in range(8))


def number_of(scope: Any) -> str:
    """The number of this request's trouble, the same however often it is asked for."""
    found: str = scope.setdefault(_NUMBER, new_number())
    return found


def picture(slug: str) -> str:
    """A tag torn off where a link or a seat is meant, an empty trunk where something is away, else a barrier."""
    return "tag" if slug in TAG else "trunk" if slug in TRUNK else "barrier"


def wants_page(request: Asked) -> bool:
    """Does a browser show the answer to somebody? Programs and our own scripts do not ask for HTML."""
    path = request.url.path
    return "text/html" in request.headers.get("accept", "") and not path.startswith(("/api/", "/static/"))


def same_in(request: Asked, language: str) -> str:
    """This page in another language, with everything else that was asked: an invitation too."""
    address = here(request)
    return f"{address}{'&' if '?' in address else '?'}lang={language}"


def here(request: Asked) -> str:
    """The address that was asked for, but for the language; of what came by a form, which has none, the form's page."""
    if request.method != "GET":
        return back(request)
    return _address("/" + quote(request.url.path).lstrip("/"), request.url.query)  # two slashes would be another site


def back(request: Asked) -> str:
    """Our own page from which somebody came; home, where that is not known."""
    try:
        came = urlsplit(request.headers.get("referer", ""))
    except ValueError:
        return "/"
    ours = came.netloc == request.headers.get("host", "") and re.match("/(?!/)", came.path)
    return _address(came.path, came.query) if ours else "/"


def _address(path: str, query: str) -> str:
    kept = "&".join(each for each in query.split("&") if each and not each.startswith("lang="))
    return f"{path}?{kept}" if kept else path
