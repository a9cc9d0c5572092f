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

    def __init__(self, retry_after_seconds: int = 1) -> None:
        super().__init__()
        self.retry_after_seconds = retry_after_seconds
        """Seconds to wait before the next try."""


class WrongOrigin(MalleError):
    """This came from another site's page."""

    slug = "wrong-origin"


class TooManyAttempts(MalleError):
    """Ten wrong codes in a minute. Wait a minute, or use the link of the invitation."""

    slug = "too-many-tries"

    def __init__(self, retry_after_seconds: int) -> None:
        super().__init__()
        self.retry_after_seconds = retry_after_seconds
        """Seconds to wait before the next try."""


class TokenBucket:
    """A rate limit for one address, table or socket: `rate` requests a second in the long run, and
    at most `capacity` at once.

    Without a capacity, `2 * rate + 5` are allowed at once. The bucket starts full; each request
    takes a token.
    """

    __slots__ = ("_capacity", "_rate", "_tokens", "_updated_at")

    def __init__(self, rate: float, capacity: float = 0.0) -> None:
        self._rate = rate
        self._capacity = self._tokens = capacity or 2 * rate + 5
        self._updated_at = time.monotonic()

    def try_take(self) -> bool:
        """Count one request and return True, or return False if none is allowed now."""
        now = time.monotonic()
        self._tokens = min(self._capacity, self._tokens + (now - self._updated_at) * self._rate)
        self._updated_at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def seconds_until_token(self) -> int:
        """Return the seconds until the next request is allowed, rounded up; 3600 if the rate is
        0."""
        return math.ceil(max(0.0, 1 - self._tokens) / self._rate) if self._rate else 3600


class AddressRateLimiter:
    """A `TokenBucket` for each IPv4 address or IPv6 network.

    At most `max_addresses` buckets are kept; the one used longest ago is dropped first.
    """

    def __init__(self, rate: float, max_addresses: int = 10_000, capacity: float = 0.0) -> None:
        self._rate = rate
        self._capacity = capacity
        self._max_addresses = max_addresses
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def try_take(self, address: str) -> bool:
        """Count one request of this address and return True, or return False if it has none
        left."""
        return self._get_bucket(address).try_take()

    def take_or_raise(self, address: str) -> None:
        """Count one request of this address. Raise `TooFast` with the waiting time if it has none
        left."""
        bucket = self._get_bucket(address)
        if not bucket.try_take():
            raise TooFast(max(1, bucket.seconds_until_token()))

    def _get_bucket(self, address: str) -> TokenBucket:
        """Return the bucket of an address, made if there is none, and mark it as just used."""
        key = rate_limit_key(address)
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = TokenBucket(self._rate, self._capacity)
            if len(self._buckets) > self._max_addresses:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket


class AttemptLimiter:
    """A limit on wrong guesses from each IPv4 address or IPv6 network: `max_attempts` in `seconds`.

    At most `max_addresses` addresses are kept; the one used longest ago is dropped first.
    """

    def __init__(self, max_attempts: int = 10, seconds: float = 60.0, max_addresses: int = 10_000) -> None:
        self._max_attempts = max_attempts
        self._seconds = seconds
        self._max_addresses = max_addresses
        self._attempt_times: OrderedDict[str, deque[float]] = OrderedDict()

    def count_attempt(self, address: str) -> None:
        """Count an attempt of this address. Raise `TooManyAttempts` if it has made `max_attempts`
        in the last `seconds`.

        An attempt counts as wrong from the start, so that many simultaneous guesses are limited
        too. Call `forgive_last_attempt` when it turns out to be right.
        """
        now, key = time.monotonic(), rate_limit_key(address)
        attempt_times = self._attempt_times.setdefault(key, deque())
        self._attempt_times.move_to_end(key)
        if len(self._attempt_times) > self._max_addresses:
            self._attempt_times.popitem(last=False)
        while attempt_times and attempt_times[0] <= now - self._seconds:
            attempt_times.popleft()
        if len(attempt_times) >= self._max_attempts:
            raise TooManyAttempts(math.ceil(attempt_times[0] + self._seconds - now))
        attempt_times.append(now)

    def forgive_last_attempt(self, address: str) -> None:
        """Take back the last counted attempt of this address, because it was right."""
        if attempt_times := self._attempt_times.get(rate_limit_key(address)):
            attempt_times.pop()


def rate_limit_key(address: str) -> str:
    """Return the key by which an address is limited: an IPv4 address itself, or the /64 network of an IPv6 address.

    One IPv6 user controls a whole network. Text that is no IP address is returned unchanged.
    """
    try:
        ip_address = ipaddress.ip_address(address)
    except ValueError:
        return address
    ip_address = getattr(ip_address, "ipv4_mapped", None) or ip_address
    return str(ip_address) if ip_address.version == 4 else str(ipaddress.ip_network(f"{address}/64", strict=False))


def is_same_origin(headers: Mapping[str, str], allowed_origins: tuple[str, ...]) -> bool | None:
    """Return whether a request comes from a page of this site, or `None` if it does not come from a
    page.

    `allowed_origins` are the site's origins. If there are none, the `Origin` header must match the
    `Host` header. Without an `Origin` header, `Sec-Fetch-Site` still tells of another site.
    """
    origin = headers.get("origin")
    if origin is None:
        return False if headers.get("sec-fetch-site") in ("cross-site", "same-site") else None
    if allowed_origins:
        return origin in allowed_origins
    return origin.partition("://")[2] == headers.get("host", "")
