"""What a device is, said in two words for its owner: a browser and a kind, from what it says of itself.

Only this is kept of it: two words of a short list, and nothing that would tell one browser from another.
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
    """`firefox phone`: what is kept."""
    return f"{_first(_BROWSERS, agent)} {_first(_KINDS, agent)}"


def read_label(label: str) -> tuple[str, str]:
    """Browser and kind again; `other` where nothing is known."""
    browser, _, kind = label.partition(" ")
    return browser if browser in BROWSERS else "other", kind if kind in KINDS else "other"


def _first(known: tuple[tuple[str, str], ...], agent: str) -> str:
    return next((name for name, pattern in known if re.search(pattern, agent[:400])), "other")
