"""Services that did not answer. Everything is sent one after the other, so whoever is waited for keeps all others."""

from __future__ import annotations

import time

from malle.notices.outcome import Outcome

LONG = 45.0
"""Seconds for which nobody waits for a service again that did not answer: over when the second try is due."""


class Silence:
    """What one notifier knows of it."""

    def __init__(self) -> None:
        self._until: dict[str, float] = {}

    def lasts(self, service: str) -> bool:
        """Did it not answer a moment ago?"""
        return self._until.get(service, 0.0) > time.monotonic()

    def note(self, service: str, outcome: Outcome) -> None:
        """What became of something that was sent by it."""
        if outcome.silent:
            self._until[service] = time.monotonic() + LONG
        else:
            self._until.pop(service, None)
