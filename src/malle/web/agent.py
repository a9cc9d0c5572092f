"""Short labels for devices, such as `firefox phone`, made from the `User-Agent` header.

Only the label is stored: two words of a short list. It cannot tell one browser from another of the same kind.
"""

from __future__ import annotations

import re

_BROWSERS = (
    ("firefox", r"Firefox|FxiOS"),
    ("edge", r"Edg(e|A|iOS)?/"),
    ("opera", r"OPR/|Opera"),
    ("samsung", r"SamsungBrowser"),
    ("chrome", r"Chrome|Chromium|CriOS|HeadlessChrome"),
    ("safari", r"Safari"),
)
_KINDS = (
    ("tablet", r"iPad|Tablet|Android(?!.*Mobile)"),
    ("phone", r"Mobile|iPhone|Android"),
    ("computer", r"Windows|Macintosh|Linux|X11|CrOS"),
)
BROWSERS = (*(name for name, _ in _BROWSERS), "other")
KINDS = (*(name for name, _ in _KINDS), "other")


def label_of(agent: str) -> str:
    """Return the label to store for a `User-Agent` header: browser and kind of device, such as `firefox phone`."""
    return f"{_first(_BROWSERS, agent)} {_first(_KINDS, agent)}"


def read_label(label: str) -> tuple[str, str]:
    """Split a stored label into browser and kind of device. A word that is not in the lists becomes `other`."""
    browser, _, kind = label.partition(" ")
    return browser if browser in BROWSERS else "other", kind if kind in KINDS else "other"


def _first(known: tuple[tuple[str, str], ...], agent: str) -> str:
    """Return the name of the first pattern found in the first 400 characters of `user_agent`, or `other`."""
    return next((name for name, pattern in known if re.search(pattern, agent[:400])), "other")
