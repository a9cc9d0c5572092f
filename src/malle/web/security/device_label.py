"""Short labels for devices, such as `firefox phone`, made from the `User-Agent` header.

Only the label is stored: two words of a short list. It cannot tell one browser from another of the same kind.
"""

from __future__ import annotations

import re

_BROWSER_PATTERNS = (
    ("firefox", r"Firefox|FxiOS"),
    ("edge", r"Edg(e|A|iOS)?/"),
    ("opera", r"OPR/|Opera"),
    ("samsung", r"SamsungBrowser"),
    ("chrome", r"Chrome|Chromium|CriOS|HeadlessChrome"),
    ("safari", r"Safari"),
)
_DEVICE_KIND_PATTERNS = (
    ("tablet", r"iPad|Tablet|Android(?!.*Mobile)"),
    ("phone", r"Mobile|iPhone|Android"),
    ("computer", r"Windows|Macintosh|Linux|X11|CrOS"),
)
BROWSER_NAMES = (*(name for name, _ in _BROWSER_PATTERNS), "other")
DEVICE_KINDS = (*(name for name, _ in _DEVICE_KIND_PATTERNS), "other")


def make_device_label(user_agent: str) -> str:
    """Return the label to store for a `User-Agent` header: browser and kind of device, such as `firefox phone`."""
    return f"{_find_first_match(_BROWSER_PATTERNS, user_agent)} {_find_first_match(_DEVICE_KIND_PATTERNS, user_agent)}"


def parse_device_label(label: str) -> tuple[str, str]:
    """Split a stored label into browser and kind of device. A word that is not in the lists becomes `other`."""
    browser, _, kind = label.partition(" ")
    return browser if browser in BROWSER_NAMES else "other", kind if kind in DEVICE_KINDS else "other"


def _find_first_match(patterns: tuple[tuple[str, str], ...], user_agent: str) -> str:
    """Return the name of the first pattern found in the first 400 characters of `user_agent`, or `other`."""
    return next((name for name, pattern in patterns if re.search(pattern, user_agent[:400])), "other")
