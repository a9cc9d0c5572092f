"""The outcome of an attempt to send a notice, and when to try again."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

FIRST_RETRY_SECONDS, MAX_RETRY_SECONDS = 60.0, 6 * 3600.0
"""Seconds before the second try, and the longest wait. Each wait is four times the one before, up to the
longest."""
MAX_TRIES = 6
"""Number of tries; then the notice is given up."""


class Outcome(Struct, frozen=True):
    """The outcome of one try. `gone` means that the receiver does not exist any more: close the channel.
    `trouble` means that the notice is tried again, not before `retry_after_seconds`."""

    result: Literal["sent", "gone", "trouble"]
    retry_after_seconds: float = 0.0
    """Shortest wait that the service asked for."""
    no_answer: bool = False
    """True if the service did not answer."""


SENT, GONE = Outcome("sent"), Outcome("gone")


def outcome_of_status(status: int, retry_after_seconds: float = 0.0) -> Outcome:
    """Return the outcome for an HTTP or SMTP error status: `GONE` for 404 and 410, otherwise another try. 0
    means that there was no answer. `retry_after_seconds` is limited to a day."""
    if status in (404, 410):
        return GONE
    return Outcome("trouble", min(float(retry_after_seconds), 24 * 3600.0), no_answer=not status)


def parse_retry_after(header: str) -> float:
    """Return the seconds of a `Retry-After` header, at most six digits, or 0 if it holds a date."""
    return float(header[:6]) if header.isascii() and header.isdecimal() else 0.0


def retry_delay(tries: int, last_outcome: Outcome) -> float:
    """Return the seconds before the next try, after `tries` tries with this last outcome."""
    return max(last_outcome.retry_after_seconds, min(FIRST_RETRY_SECONDS * 4.0 ** (tries - 1), MAX_RETRY_SECONDS))
