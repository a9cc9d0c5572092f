"""Faults planted on purpose, to prove that the checker would see them."""

from __future__ import annotations

from collections.abc import Callable

FAULTS: dict[str, Callable[[], None]] = {}


def plant(name: str) -> None:
    """Breaks this process in the way that is named."""
    if name:
        FAULTS[name]()
