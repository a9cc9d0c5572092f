"""Checks the `Host` header of a request, before anything else reads it."""

from __future__ import annotations

import re
from typing import Any

_HOST_PATTERN = re.compile(rb"(?:[\w.~%!$&'()*+,;=-]{1,255}|\[[0-9a-fA-F:.]{2,45}\])(?::(\d{1,5}))?")
_PLACEHOLDER_HOST = b"nowhere.invalid"
"""Stands in for a missing `Host` header. No link is ever made from it."""


def has_valid_host(scope: Any) -> bool:
    """Return whether the `Host` header is a valid machine name with a valid port, or is missing or
    empty.

    Monitoring programs may send none. Then a placeholder is written into `scope["headers"]`. A
    scope without headers, such as that of the server's start and end, is valid.
    """
    headers = scope.get("headers")
    if headers is None:  # not a request: the server starts or ends
        return True
    name = next((value for key, value in headers if key == b"host"), b"")
    if not name:
        other_headers = [each for each in headers if each[0] != b"host"]
        scope["headers"] = [
            *other_headers,
            (b"host", _PLACEHOLDER_HOST),
        ]  # else the framework makes a URL of the server's own
        return True
    match = _HOST_PATTERN.fullmatch(name)
    return match is not None and int(match[1] or 0) <= 65535
