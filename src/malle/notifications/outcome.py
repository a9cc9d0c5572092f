"""The outcome of an attempt to send a notice, and when to try again."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

FIRST_RETRY_SECONDS, MAX_RETRY_SECONDS = 60.0, 6 * 3600.0
"""Seconds before the second try, and the longest wait. Each wait is four times the one before, up to the
longest."""
MAX_TRIES = 6
"""Most tries for a notice over one channel; then it is given up."""


class Outcome(Struct, frozen=True):
    """The outcome of one try to send something. `gone` means that the receiver does not exist
    any more, so the channel is to be closed. `trouble` means that sending may be tried again,
    not before `retry_after_seconds`."""

    result: Literal["sent", "gone", "trouble"]
    retry_after_seconds: float = 0.0
    """Shortest wait in seconds that the service asked for, or 0."""
    no_answer: bool = False
    """Whether the service did not answer at all."""


SENT, GONE = Outcome("sent"), Outcome("gone")


def outcome_of_status(status: int, retry_after_seconds: float = 0.0) -> Outcome:
    """Return the outcome for an HTTP or SMTP error status: `GONE` for 404 and 410, `trouble`
    (try again) for every other, SMTP 5xx included. Status 0 means that there was no answer.
    `retry_after_seconds` is limited to a day."""
    if status in (404, 410):
        return GONE
    return Outcome("trouble", min(float(retry_after_seconds), 24 * 3600.0), no_answer=not status)


def parse_retry_after(header: str) -> float:
    """Return the seconds of a `Retry-After` header, from its first six digits. Return 0 if it is
    empty or holds a date."""
    return float(header[:6]) if header.isascii() and header.isdecimal() else 0.0


def retry_delay(tries: int, last_outcome: Outcome) -> float:
    """Return the seconds to wait before the next try, after `tries` failed ones (at least one),
    the last with `last_outcome`. The wait is never shorter than the service asked for."""
    return max(last_outcome.retry_after_seconds, min(FIRST_RETRY_SECONDS * 4.0 ** (tries - 1), MAX_RETRY_SECONDS))
