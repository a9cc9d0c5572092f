"""Services that recently did not answer. Notices are sent one after another, so waiting for one service
would delay all others."""

from __future__ import annotations

import time

from malle.notices.outcome import Outcome

LONG = 45.0
"""Seconds for which a service is skipped after it did not answer. Over when the second try is due."""


class Silence:
    """The unresponsive services that one notifier knows."""

    def __init__(self) -> None:
        self._until: dict[str, float] = {}

    def lasts(self, service: str) -> bool:
        """Return whether this service is to be skipped now."""
        return self._until.get(service, 0.0) > time.monotonic()

    def note(self, service: str, outcome: Outcome) -> None:
        """Update a service's state after a try: skip it if it did not answer, otherwise use it again."""
        if outcome.silent:
            self._until[service] = time.monotonic() + LONG
        else:
            self._until.pop(service, None)
