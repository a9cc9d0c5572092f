"""Errors as they are shown: a page for people who followed a link or sent a form, JSON for programs.

A page is made of the error's slug, its status and the requested address only, so it cannot show anything that a
table holds. Its words are `trouble-<slug>` (what happened) and `trouble-<slug>-why`.
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
    """The body of every error response: the slug for programs, the sentence for people."""

    slug: str
    sentence: str
    id: str = ""
    """For an internal error, the number by which the operator finds it in the log."""


Show = Callable[[Asked, str, int], Response[str]]
"""(request, slug, status) -> the page for an error."""

TAG = ("malformed", "not-invited", "not-yours")
TRUNK = ("no-such-table", "no-such-rules", "table-full", "bug", "unavailable")
AGAIN = ("too-fast", "unavailable", "bug")
"""Errors for which trying again can help."""
BY_CODE = ("not-invited", "no-such-table")
"""Errors for which a join code can help: they come from a link that leads nowhere."""


_NUMBER = "malle.number"
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"


def new_number() -> str:
    """Make a random code for an error, for the reader's screen and for the log. It reveals nothing else."""
    return "".join(secrets.choice(_LETTERS) for _ in range(8))


def number_of(scope: Any) -> str:
    """Return the error number of a request. The first call makes it; later calls return the same."""
    found: str = scope.setdefault(_NUMBER, new_number())
    return found


def picture(slug: str) -> str:
    """Return the name of the drawing: a torn tag for links and seats, an empty trunk for missing things, else a
    barrier."""
    return "tag" if slug in TAG else "trunk" if slug in TRUNK else "barrier"


def wants_page(request: Asked) -> bool:
    """Tell whether a browser shows the response to a person. Programs and our own scripts do not ask for HTML."""
    path = request.url.path
    return "text/html" in request.headers.get("accept", "") and not path.startswith(("/api/", "/static/"))


def same_in(request: Asked, language: str) -> str:
    """Return the address of this page in another language. The rest of the query is kept, such as an invitation."""
    address = here(request)
    return f"{address}{'&' if '?' in address else '?'}lang={language}"


def here(request: Asked) -> str:
    """Return the requested address without the language. For a form that was sent, return the page of the form."""
    if request.method != "GET":
        return back(request)
    # Two leading slashes would name another site.
    return _address("/" + quote(request.url.path).lstrip("/"), request.url.query)


def back(request: Asked) -> str:
    """Return the page of this site from which the visitor came, or `/` if it is unknown or on another site."""
    try:
        came = urlsplit(request.headers.get("referer", ""))
    except ValueError:
        return "/"
    ours = came.netloc == request.headers.get("host", "") and re.match("/(?!/)", came.path)
    return _address(came.path, came.query) if ours else "/"


def _address(path: str, query: str) -> str:
    """Return the path with its query, without the language."""
    kept = "&".join(each for each in query.split("&") if each and not each.startswith("lang="))
    return f"{path}?{kept}" if kept else path
