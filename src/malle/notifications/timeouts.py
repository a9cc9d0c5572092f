"""Services that recently did not answer. Notices are sent one after another, so waiting for one service
would delay all others."""

from __future__ import annotations

import time

from malle.notifications.outcome import Outcome

SKIP_SECONDS = 45.0
"""Seconds for which a service is skipped after it did not answer. Over when the second try is due."""


class UnresponsiveServices:
    """The unresponsive services that one notifier knows."""

    def __init__(self) -> None:
        self._skipped_until: dict[str, float] = {}

    def is_skipped(self, service: str) -> bool:
        """Return whether this service is to be skipped now."""
        return self._skipped_until.get(service, 0.0) > time.monotonic()

    def record_outcome(self, service: str, outcome: Outcome) -> None:
        """Update a service's state after a try: skip it if it did not answer, otherwise use it again."""
        if outcome.no_answer:
            self._skipped_until[service] = time.monotonic() + SKIP_SECONDS
        else:
            self._skipped_until.pop(service, None)
