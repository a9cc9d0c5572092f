"""Services that recently did not answer. Notices are sent one after another, so waiting for one service
would delay all others."""

from __future__ import annotations

import time

from malle.notifications.outcome import Outcome

SKIP_SECONDS = 45.0
"""Seconds for which a service is skipped after it did not answer. It is shorter than
`FIRST_RETRY_SECONDS`, so a second try is not skipped."""


class UnresponsiveServices:
    """The services (mail, or hosts of push services) that recently did not answer, as one
    notifier knows them."""

    def __init__(self) -> None:
        self._skipped_until: dict[str, float] = {}

    def is_skipped(self, service: str) -> bool:
        """Return whether nothing is to be sent over this service now, because it did not answer
        in the last `SKIP_SECONDS`."""
        return self._skipped_until.get(service, 0.0) > time.monotonic()

    def record_outcome(self, service: str, outcome: Outcome) -> None:
        """Note the outcome of a try over this service. If the service did not answer, it is
        skipped for `SKIP_SECONDS`; otherwise it is used again."""
        if outcome.no_answer:
            self._skipped_until[service] = time.monotonic() + SKIP_SECONDS
        else:
            self._skipped_until.pop(service, None)
