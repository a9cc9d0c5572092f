"""Who may ask, and how often."""

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
        """Until there is room for another."""


class WrongOrigin(MalleError):
    """This came from another site's page."""

    slug = "wrong-origin"


class TooManyTries(MalleError):
    """Ten wrong codes in a minute. Wait a minute, or use the link of the invitation."""

    slug = "too-many-tries"

    def __init__(self, seconds: int) -> None:
        super().__init__()
        self.seconds = seconds
        """Until there is room for another."""


class Bucket:
    """So many a second in the long run; at once two seconds' worth and five more, or as many as are said."""

    __slots__ = ("_full", "_left", "_rate", "_then")

    def __init__(self, rate: float, full: float = 0.0) -> None:
        self._rate = rate
        self._full = self._left = full or 2 * rate + 5
        self._then = time.monotonic()

    def take(self) -> bool:
        """One more: is there room for it?"""
        now = time.monotonic()
        self._left = min(self._full, self._left + (now - self._then) * self._rate)
        self._then = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def seconds(self) -> int:
        """Until there is room for one."""
        return math.ceil(max(0.0, 1 - self._left) / self._rate) if self._rate else 3600


class Buckets:
    """One bucket for each address, or for each network of IPv6; the least recent forgotten."""

    def __init__(self, rate: float, most: int = 10_000, full: float = 0.0) -> None:
        self._rate = rate
        self._full = full
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """One more from this address: is there room for it?"""
        return self._of(address).take()

    def need(self, address: str) -> None:
        """The same. `TooFast` if there is none."""
        bucket = self._of(address)
        if not bucket.take():
            raise TooFast(max(1, bucket.seconds()))

    def _of(self, address: str) -> Bucket:
        key = network_of(address)
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._full)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket


class Tries:
    """Wrong guesses: so many a minute from each address, the least recent forgotten."""

    def __init__(self, most: int = 10, seconds: float = 60.0, addresses: int = 10_000) -> None:
        self._most = most
        self._seconds = seconds
        self._addresses = addresses
        self._wrong: OrderedDict[str, deque[float]] = OrderedDict()

    def take(self, address: str) -> None:
        """One more, which counts as wrong from the start, so that a crowd of guesses at once is a crowd. `TooManyTries`
        if there is no room for it."""
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
        """The last one was right, and does not count."""
        if wrong := self._wrong.get(network_of(address)):
            wrong.pop()


def network_of(address: str) -> str:
    """Whoever has one address of IPv6 has a network of them."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    found = getattr(found, "ipv4_mapped", None) or found
    return str(found) if found.version == 4 else str(ipaddress.ip_network(f"{address}/64", strict=False))


def is_own_origin(headers: Mapping[str, str], origins: tuple[str, ...]) -> bool | None:
    """Does the request come from a page of ours? None: it does not come from a page."""
    origin = headers.get("origin")
    if origin is None:
        return False if headers.get("sec-fetch-site") in ("cross-site", "same-site") else None
    if origins:
        return origin in origins
    return origin.partition("://")[2] == headers.get("host", "")
