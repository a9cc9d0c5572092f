"""Rate limits by network address, and the check of a request's origin.

The docstrings of the errors are the sentences that people read.
"""

from __future__ import annotations

import ipaddress
import math
import time
from collections import OrderedDict, deque
from collections.abc import Mapping

from malle.core import MalleError


class TooFast(MalleError):
    """This is more than anybody needs. Wait a little."""

    slug = "too-fast"

    def __init__(self, seconds: int = 1) -> None:
        super().__init__()
        self.seconds = seconds
        """Waiting time until another is allowed."""


class WrongOrigin(MalleError):
    """This came from another site's page."""

    slug = "wrong-origin"


class TooManyTries(MalleError):
    """Ten wrong codes in a minute. Wait a minute, or use the link of the invitation."""

    slug = "too-many-tries"

    def __init__(self, seconds: int) -> None:
        super().__init__()
        self.seconds = seconds
        """Waiting time until another is allowed."""


class Bucket:
    """A token bucket: `rate` requests a second in the long run, and at most `capacity` at once.

    Without a capacity, `2 * rate + 5` are allowed at once.
    """

    __slots__ = ("_full", "_left", "_rate", "_then")

    def __init__(self, rate: float, full: float = 0.0) -> None:
        self._rate = rate
        self._full = self._left = full or 2 * rate + 5
        self._then = time.monotonic()

    def take(self) -> bool:
        """Take a token. Return False if there is none."""
        now = time.monotonic()
        self._left = min(self._full, self._left + (now - self._then) * self._rate)
        self._then = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def seconds(self) -> int:
        """Return the seconds until a request is allowed, rounded up. 3600 if the rate is 0."""
        return math.ceil(max(0.0, 1 - self._left) / self._rate) if self._rate else 3600


class Buckets:
    """A token bucket for each IPv4 address or IPv6 network.

    At most `max_addresses` are kept; the one used longest ago is dropped first.
    """

    def __init__(self, rate: float, most: int = 10_000, full: float = 0.0) -> None:
        self._rate = rate
        self._full = full
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Take a token for this address. Return False if there is none."""
        return self._of(address).take()

    def need(self, address: str) -> None:
        """Take a token for this address. Raise `TooFast` with the waiting time if there is none."""
        bucket = self._of(address)
        if not bucket.take():
            raise TooFast(max(1, bucket.seconds()))

    def _of(self, address: str) -> Bucket:
        """Return the bucket of an address, made if there is none, and mark it as just used."""
        key = network_of(address)
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._full)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket


class Tries:
    """A limit on wrong guesses from each IPv4 address or IPv6 network: `max_attempts` in `seconds`.

    At most `max_addresses` are kept; the one used longest ago is dropped first.
    """

    def __init__(self, most: int = 10, seconds: float = 60.0, addresses: int = 10_000) -> None:
        self._most = most
        self._seconds = seconds
        self._addresses = addresses
        self._wrong: OrderedDict[str, deque[float]] = OrderedDict()

    def take(self, address: str) -> None:
        """Count an attempt of this address. Raise `TooManyAttempts` if it has used them all.

        An attempt counts as wrong from the start, so that many simultaneous guesses are limited too. Call
        `forgive_last_attempt` when it turns out to be right.
        """
        now, key = time.monotonic(), network_of(address)
        wrong = self._wrong.setdefault(key, deque())
        self._wrong.move_to_end(key)
        if len(self._wrong) > self._addresses:
            self._wrong.popitem(last=False)
        while wrong and wrong[0] <= now - self._seconds:
            wrong.popleft()
        if len(wrong) >= self._most:
            raise TooManyTries(math.ceil(wrong[0] + self._seconds - now))
        wrong.append(now)

    def was_right(self, address: str) -> None:
        """Uncount the last attempt of this address, because it was right."""
        if wrong := self._wrong.get(network_of(address)):
            wrong.pop()


def network_of(address: str) -> str:
    """Return the key by which an address is limited: an IPv4 address itself, or the /64 network of an IPv6 address.

    One IPv6 user controls a whole network. Text that is no IP address is returned unchanged.
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    found = getattr(found, "ipv4_mapped", None) or found
    return str(found) if found.version == 4 else str(ipaddress.ip_network(f"{address}/64", strict=False))


def is_own_origin(headers: Mapping[str, str], origins: tuple[str, ...]) -> bool | None:
    """Return whether a request comes from a page of this site, or `None` if it does not come from a page.

    `allowed_origins` are the site's origins. If there are none, the `Origin` header must match the `Host` header.
    """
    origin = headers.get("origin")
    if origin is None:
        return False if headers.get("sec-fetch-site") in ("cross-site", "same-site") else None
    if origins:
        return origin in origins
    return origin.partition("://")[2] == headers.get("host", "")
