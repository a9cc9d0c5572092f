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

AnyRequest = Request[Any, Any, Any]
"""An HTTP request."""


class ErrorBody(Struct, omit_defaults=True):
    """The body of every error response: the slug for programs, the sentence for people."""

    slug: str
    sentence: str
    id: str = ""
    """For an internal error, the number by which the operator finds it in the log."""


ErrorPage = Callable[[AnyRequest, str, int], Response[str]]
"""(request, slug, status) -> the page for an error."""

TAG_SLUGS = ("malformed", "not-invited", "not-yours")
"""Errors about links and seats. Their picture is a torn tag."""
TRUNK_SLUGS = ("no-such-table", "no-such-rules", "table-full", "bug", "unavailable")
"""Errors about things that are missing or broken. Their picture is an empty trunk."""
RETRYABLE_SLUGS = ("too-fast", "unavailable", "bug")
"""Errors for which trying again can help."""
JOIN_CODE_SLUGS = ("not-invited", "no-such-table")
"""Errors for which a join code can help: they come from a link that leads nowhere."""


_NUMBER_KEY = "malle.number"
_NUMBER_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"


def make_error_number() -> str:
    """Make a random code of eight letters for an error, to be shown to the reader and written to
    the log."""
    return "".join(secrets.choice(_NUMBER_LETTERS) for _ in range(8))


def get_error_number(scope: Any) -> str:
    """Return the error number of a request or socket by its ASGI `scope`. The first call makes the
    number; later calls return the same."""
    number: str = scope.setdefault(_NUMBER_KEY, make_error_number())
    return number


def get_error_picture(slug: str) -> str:
    """Return the name of the picture for an error: `tag` (torn, for links and seats), `trunk`
    (empty, for missing things), else `barrier`."""
    return "tag" if slug in TAG_SLUGS else "trunk" if slug in TRUNK_SLUGS else "barrier"


def wants_html(request: AnyRequest) -> bool:
    """Return whether the answer is shown to a person by a browser: the request accepts HTML, and
    its path is not of the API or a static file."""
    path = request.url.path
    return "text/html" in request.headers.get("accept", "") and not path.startswith(("/api/", "/static/"))


def make_url_in_language(request: AnyRequest, language: str) -> str:
    """Return the path of this page with `lang` set to another language. All else in the query is
    kept, for example an invitation.

    After a form was sent, this page is the page of the form.
    """
    address = get_requested_url(request)
    return f"{address}{'&' if '?' in address else '?'}lang={language}"


def get_requested_url(request: AnyRequest) -> str:
    """Return the requested path with its query, without the language. For a form that was sent,
    return the page of the form."""
    if request.method != "GET":
        return get_referring_url(request)
    # Two leading slashes would name another site.
    return _make_url_without_language("/" + quote(request.url.path).lstrip("/"), request.url.query)


def get_referring_url(request: AnyRequest) -> str:
    """Return the path and query of the page from which the visitor came, without the language.
    Return `/` if it is unknown or on another site."""
    try:
        referer = urlsplit(request.headers.get("referer", ""))
    except ValueError:
        return "/"
    is_own_page = referer.netloc == request.headers.get("host", "") and re.match("/(?!/)", referer.path)
    return _make_url_without_language(referer.path, referer.query) if is_own_page else "/"


def _make_url_without_language(path: str, query: str) -> str:
    """Return the path with its query, without the parameter `lang`."""
    kept = "&".join(each for each in query.split("&") if each and not each.startswith("lang="))
    return f"{path}?{kept}" if kept else path
