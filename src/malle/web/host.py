"""The name by which a server was asked for: one that is none is refused before anything reads it."""

from __future__ import annotations

import re
from typing import Any

_NAME = re.compile(rb"(?:[\w.~%!$&'()*+,;=-]{1,255}|\[[0-9a-fA-F:.]{2,45}\])(?::(\d{1,5}))?")
_NONE = b"nowhere.invalid"
"""For whoever says none: no link is made of it."""


def has_host(scope: Any) -> bool:
    """Is it the name of a machine, and a port that there can be? Programs that watch a server may give none."""
    headers = scope.get("headers")
    if headers is None:  # nobody asks: the server begins, or ends
        return True
    name = next((value for key, value in headers if key == b"host"), b"")
    if not name:
        kept = [each for each in headers if each[0] != b"host"]
        scope["headers"] = [*kept, (b"host", _NONE)]  # else an address of the server's own is made of it
        return True
    found = _NAME.fullmatch(name)
    return found is not None and int(found[1] or 0) <= 65535
